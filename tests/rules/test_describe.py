"""Rules as sentences: every preset in both languages, with the words of the pack and the numbers of the rules."""

import pytest
from jassvision.rules.describe import describe, describe_options
from jassvision.rules.errors import RulesError
from jassvision.rules.options import OPTIONS
from jassvision.rules.preset import load_rules, preset_names


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_described_in_sentences(name: str, language: str) -> None:
    title, empty, *lines = describe(load_rules(name), language).splitlines()
    assert title.endswith(f"({name})")
    assert empty == ""
    sentences = [line for line in lines if line]
    assert len(sentences) >= 12
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence.endswith(".") and sentence[0] == sentence[0].upper()
        # Neither field names nor values of Python get through to the reader.
        assert "_" not in sentence and "None" not in sentence and "True" not in sentence and "  " not in sentence


def test_the_default_in_german() -> None:
    text = describe(load_rules())
    for sentence in (
        "Vier spielen, zwei gegen zwei.",
        "Gegeben und gespielt wird rechtsherum (gegen den Uhrzeigersinn).",
        "Es zählen Rosen und Eicheln einfach, Schellen und Schilten doppelt, Obenabe und Undenufe dreifach.",
        "Untertrumpfen ist verboten, ausser man hat nur noch Trumpf.",
        "Stöck (König und Ober von Trumpf) zählt 20, gemeldet mit der zweiten Karte.",
        "Wer zuerst 2500 Punkte hat, gewinnt; das Spiel endet sofort, auch mitten in der Runde.",
    ):
        assert sentence in text.splitlines()
    assert "ß" not in text


def test_french_packs_have_french_names() -> None:
    german = describe(load_rules(suits="french"))
    assert "Ecken und Herz einfach, Schaufel und Kreuz doppelt" in german
    assert "König und Dame" in german and "Trumpf-Bauer" in german
    for swiss in ("Schellen", "Rosen", "Schilten", "Eicheln", "Under", "Ober ", "Banner"):
        assert swiss not in german
    english = describe(load_rules(suits="french"), "en")
    assert "Diamonds and Hearts single, Spades and Clubs double" in english
    assert "king and queen of trump" in english


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("swisslos_2500", {"suits": "french"}),
        ("swisslos_2500", {"direction": "clockwise"}),
        ("swisslos_2500", {"contracts": ["D", "H", "S", "C", "O", "U", "slalom-up"]}),
        ("swisslos_2500", {"factors": {"O": 9}}),
        ("swisslos_2500", {"push_back": True}),
        ("swisslos_2500", {"undertrump": "void_ok"}),
        ("swisslos_2500", {"all_trumps": "must_beat"}),
        ("differenzler", {"all_trumps": "must_beat"}),
        ("swisslos_2500", {"undenufe_points": "old"}),
        ("swisslos_2500", {"last_trick": 0}),
        ("swisslos_2500", {"match_bonus": 0}),
        ("swisslos_2500", {"weis": "none"}),
        ("swisslos_2500", {"weis": "small"}),
        ("swisslos_2500", {"weis": "vorarlberg"}),
        ("swisslos_2500", {"four_nines": 100}),
        ("swisslos_2500", {"weis_reuse": False}),
        ("swisslos_2500", {"weis_order": "fours_first"}),
        ("swisslos_2500", {"stoeck": False}),
        ("swisslos_2500", {"stoeck_points": 40}),
        ("swisslos_2500", {"target": 1000}),
        ("swisslos_2500", {"deals": 8}),
        ("swisslos_2500", {"claim": "bedanken"}),
        ("swisslos_2500", {"end_order": "stoeck_stich_wys"}),
        ("swisslos_2500", {"end_order": "stich_first"}),
        ("swisslos_2500", {"bergpreis": 100}),
        ("swisslos_2500", {"revoke": "trick_and_rest"}),
        ("swisslos_2500", {"revoke": "void_deal"}),
        ("swisslos_2500", {"experimental": True}),
        ("coiffeur", {"box_score": "points"}),
        ("coiffeur", {"partners": False}),
        ("differenzler", {"announce": "hidden"}),
        ("differenzler", {"exact_bonus": 10}),
        ("molotow", {"middle_noughts": 0}),
        ("molotow", {"hundred_noughts": 1}),
        ("molotow", {"no_trick_noughts": 1}),
        ("molotow", {"match_strokes": 1}),
        ("handjass", {"minimum": 21}),
        ("handjass", {"swap": "none"}),
        ("handjass", {"blind": False}),
        ("handjass", {"drop": False}),
        ("bessern", {"exchange": 2}),
        ("belote", {"overtrump_partner": True}),
        ("belote", {"pisser": False}),
        ("belote", {"beat_partner": False}),
        ("belote", {"litige": False}),
        ("belote", {"first_cards": 6}),
        ("belote", {"follow": "klaberjass"}),
        ("belote", {"maker": "more_than_opponent"}),
    ],
)
def test_every_option_changes_what_is_said(name: str, overrides: dict[str, object], language: str) -> None:
    before, after = load_rules(name), load_rules(name, **overrides)
    assert describe(before, language) != describe(after, language)


@pytest.mark.parametrize(
    ("name", "overrides", "sentence"),
    [
        ("tournament_157", {}, "12 deals are played; the highest total wins."),
        ("sidi", {}, "One deal is played; the highest total wins."),
        ("sidi", {}, "Experimental: the sources do not settle this game."),
        ("differenzler", {}, "12 deals are played; the lowest total wins."),
        ("handjass", {}, "The first with 7 strokes wins; the game ends at once, in mid-deal too."),
        ("pagat_3000", {}, "Weis: 3 in a row 20, 4 in a row 50, from 5 in a row 100, four unders 200, four nines 150, "
         "four aces, kings, obers or banners 100."),
        ("vorarlberg", {}, "Deal and play go to the left (clockwise)."),
        ("coiffeur", {}, "Each side plays each box once: Acorns (1), Roses (2), Shields (3), Bells (4), Obenabe (5), "
         "Undenufe (6), Joker 1 (7), Joker 2 (8); that makes 16 deals."),
        ("mittlere", {}, "The highest and the lowest score a stroke, those between two noughts."),
        ("single_1000", {}, "Everything counts single."),
    ],
)  # fmt: skip
def test_sentences(name: str, overrides: dict[str, object], sentence: str) -> None:
    assert sentence in describe(load_rules(name, **overrides), "en").splitlines()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_field_is_listed_with_its_allowed_values_and_source(language: str) -> None:
    text = describe_options(language)
    for option in OPTIONS.values():
        name = "factors" if option.name == "factor_table" else option.name
        start = text.index(f"\n{name}: " if option.name != "name" else f"{name}: ")
        paragraph = text[start : start + 1200]
        assert (option.de if language == "de" else option.en) in paragraph
        assert option.allowed in paragraph
        assert f": {option.source}." in paragraph


@pytest.mark.parametrize("speak", [lambda lang: describe(load_rules(), lang), describe_options])
def test_other_languages_are_refused(speak: object) -> None:
    with pytest.raises(RulesError, match="choose de or en"):
        speak("fr")  # type: ignore[operator]
