"""Names of cards, contracts and seats, written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.cards import CARDS, CODES, card_set, code, parse_code
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.errors import AmbiguousCardError, InvalidActionError, InvalidCardError, WrongSeatError
from jassvision.rules.names import (
    card_name,
    contract_name,
    parse_card,
    parse_cards,
    parse_contract_name,
    parse_pair,
    parse_seat_name,
    seat_label,
)
from jassvision.rules.seats import SEAT_NAMES
from jassvision.rules.words import LANGUAGES, RANK_SPELLINGS, SUIT_SPELLINGS

PACKS = ("swiss", "french")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suits", PACKS)
def test_every_name_is_read_back(suits: str, language: str) -> None:
    names = [card_name(card, suits=suits, language=language) for card in CARDS]
    assert len(set(names)) == 36
    for card, name in zip(CARDS, names, strict=True):
        assert parse_card(name) == card
        assert parse_card(name.upper(), suits=suits) == card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suits", PACKS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_name_is_read_back(contract: str, suits: str, language: str) -> None:
    assert parse_contract_name(contract_name(contract, suits=suits, language=language)) == contract
    assert parse_contract_name(contract) == contract


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", SEAT_NAMES)
def test_every_seat_name_is_read_back(players: int, language: str) -> None:
    for seat in range(players):
        assert parse_seat_name(seat_label(seat, players, language=language), players) == seat


@pytest.mark.parametrize(
    ("card", "suits", "language", "name"),
    [
        ("S10", "swiss", "de", "Schilten Banner"),
        ("CJ", "swiss", "de", "Eicheln Under"),
        ("DQ", "swiss", "de", "Schellen Ober"),
        ("HA", "swiss", "de", "Rosen Ass"),
        ("SJ", "french", "de", "Schaufel Bauer"),
        ("D10", "french", "de", "Ecken 10"),
        ("CK", "french", "fr", "roi de trèfle"),
        ("SA", "swiss", "fr", "as d’écussons"),
        ("HQ", "french", "en", "Queen of Hearts"),
        ("S10", "swiss", "en", "Banner of Shields"),
        ("D6", "french", "it", "6 di quadri"),
    ],
)
def test_names_of_cards(card: str, suits: str, language: str, name: str) -> None:
    assert card_name(parse_code(card), suits=suits, language=language) == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Schellen Under", "DJ"),
        ("schälle under", "DJ"),
        ("schelle-ober", "DQ"),
        ("schellenunder", "DJ"),
        ("Schällen Banner", "D10"),
        ("rosen ass", "HA"),
        ("Rosenas", "HA"),
        ("Herz Bube", "HJ"),
        ("Egge Dame", "DQ"),
        ("Schüfle Buur", "SJ"),
        ("Chrüz Näll", "C9"),
        ("Eichle Chünig", "CK"),
        ("Schilten Banner (♠10)", "S10"),
        ("Schilten Banner 10", "S10"),
        ("Banner Schilten", "S10"),
        ("Ass von Eicheln", "CA"),
        ("dame de pique", "SQ"),
        ("valet de trèfle", "CJ"),
        ("as de cœur", "HA"),
        ("10 di cuori", "H10"),
        ("ace of acorns", "CA"),
        ("SJ", "SJ"),
        ("s10", "S10"),
        ("10s", "S10"),
        ("  h 6 ", "H6"),
        ("KD", "DK"),
        ("AS", "SA"),
        ("Du", "DJ"),
        ("th", "H10"),
        ("10♥", "H10"),
        ("♥10", "H10"),
        ("♥ 10", "H10"),
        ("♣️9", "C9"),
        ("9 ♣️", "C9"),
        ("♢A", "DA"),
        ("🂫", "SJ"),
        ("ＨＡ", "HA"),
    ],
)
def test_sloppy_cards(text: str, expected: str) -> None:
    assert code(parse_card(text)) == expected


@pytest.mark.parametrize(
    ("text", "suits", "candidates"),
    [
        ("Sb", None, {"S10", "SJ"}),
        ("Sb", "swiss", {"S10", "SJ"}),
        ("Sch 10", None, {"D10", "S10"}),
        ("ea", None, {"DA", "CA"}),
        ("ka", "french", {"DA", "CA"}),
        ("td", None, {"D10", "CQ"}),
        ("S1", None, {"S10", "SA"}),
        ("Scha Und", None, {"DJ", "SJ"}),
    ],
)
def test_ambiguous_cards_name_their_candidates(text: str, suits: str | None, candidates: set[str]) -> None:
    with pytest.raises(AmbiguousCardError) as caught:
        parse_card(text, suits=suits)
    message = str(caught.value)
    assert {c for c in CODES if f"{c} (" in message} == candidates
    assert text in message


@pytest.mark.parametrize(
    ("text", "suits", "expected"),
    [
        ("Sb", "french", "SJ"),
        ("ea", "swiss", "CA"),
        ("ea", "french", "DA"),
        ("td", "swiss", "D10"),
        ("S1", "french", "SA"),
    ],
)
def test_the_pack_settles_single_letters(text: str, suits: str, expected: str) -> None:
    assert code(parse_card(text, suits=suits)) == expected


def test_the_cards_in_question_settle_what_is_meant() -> None:
    assert code(parse_card("Sb", among=card_set(["S10", "HA"]))) == "S10"
    with pytest.raises(InvalidCardError, match=r"S6 .* does not come into question"):
        parse_card("S6", among=card_set(["S7"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "write suit and rank"),
        ("banana", "did you mean banner"),
        ("Schilten", "names a suit but no rank"),
        ("♥", "names a suit but no rank"),
        ("10", "names a rank but no suit"),
        ("as", "names a rank but no suit"),
        ("Schellen 5", "is no card"),
        ("S11", "is no card"),
        ("Schellen Rosen 10", "is no card"),
        ("D10 H10", "is no card"),
        ("??", "is no card"),
        ("8♦(10♠)", "is no card"),
        ("one two three four five", "is no card"),
    ],
)
def test_what_is_no_card_says_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(InvalidCardError, match=message) as caught:
        parse_card(text)
    assert "such as S10" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "top", "beneath"),
    [
        ("8♦(10♠)", "D8", "S10"),
        ("8♦ ( 10♠ )", "D8", "S10"),
        ("D8(S10)", "D8", "S10"),
        ("Schellen 8 (Schilten Banner)", "D8", "S10"),
        ("8♦(??)", "D8", None),
        ("8♦()", "D8", None),
        ("8♦", "D8", None),
    ],
)
def test_pairs_of_luzern(text: str, top: str, beneath: str | None) -> None:
    assert parse_pair(text) == (parse_code(top), None if beneath is None else parse_code(beneath))


@pytest.mark.parametrize("text", ["8♦(10♠", "8♦(8♦)", "(10♠)", "8♦(x)", "8♦(10♠)(9♠)", "?(10♠)", ""])
def test_bad_pairs_are_refused(text: str) -> None:
    with pytest.raises(InvalidCardError):
        parse_pair(text)


def test_lists_of_cards() -> None:
    assert [code(c) for c in parse_cards("Schellen Under, ♥10; sj\nEicheln As")] == ["DJ", "H10", "SJ", "CA"]
    assert [code(c) for c in parse_cards("SJ S9  SA")] == ["SJ", "S9", "SA"]
    assert parse_cards(" ,; ") == []
    with pytest.raises(InvalidCardError, match="banana"):
        parse_cards("SJ, banana")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("obenabe", "O"),
        ("Obe", "O"),
        ("UNDENUFE", "U"),
        ("une", "U"),
        ("Undeufe", "U"),
        ("Trumpf Schilten", "S"),
        ("Schälle", "D"),
        ("♣️", "C"),
        ("pique", "S"),
        ("d", "D"),
        ("Slalom oben", "slalom-up"),
        ("slalom von unten", "slalom-down"),
        ("Slalom-Down", "slalom-down"),
        ("Gusti", "guschti"),
        ("unden", "U"),
    ],
)
def test_sloppy_contracts(text: str, expected: str) -> None:
    assert parse_contract_name(text) == expected


@pytest.mark.parametrize(
    ("text", "message"), [("slalom", "may be"), ("e", "may be"), ("grand", "is no contract"), ("", "is no")]
)
def test_contracts_that_are_none_or_several(text: str, message: str) -> None:
    with pytest.raises(InvalidActionError, match=message):
        parse_contract_name(text)


def test_seats_in_other_words() -> None:
    assert parse_seat_name("süd", 4) == 2
    assert parse_seat_name("Sud-Ouest", 6) == 4
    with pytest.raises(WrongSeatError, match="east or west"):
        parse_seat_name("O", 4)
    with pytest.raises(WrongSeatError, match="is no seat"):
        parse_seat_name("middle", 4)
    with pytest.raises(WrongSeatError, match="is no seat"):
        parse_seat_name("", 4)


def test_no_word_means_two_suits_or_two_ranks() -> None:
    for rows in (SUIT_SPELLINGS, RANK_SPELLINGS):
        words = [word for row in rows for word in set(row.split())]
        assert len(words) == len(set(words))


@given(st.text(max_size=30))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        assert parse_card(text) in CARDS
    except InvalidCardError as error:
        assert repr(text) in str(error)


@pytest.mark.parametrize("text", ["S" * 100_000, "schilten " * 20_000, "1" * 5_000, "♠" * 50_000])
def test_endless_texts_are_refused_at_once(text: str) -> None:
    with pytest.raises(InvalidCardError, match="a name has at most 100"):
        parse_card(text)
    with pytest.raises(InvalidCardError, match="a name has at most 100"):
        parse_pair(text)
    with pytest.raises(InvalidActionError, match="a name has at most 100"):
        parse_contract_name(text)
    with pytest.raises(WrongSeatError, match="a name has at most 100"):
        parse_seat_name(text, 4)


def test_a_long_list_of_cards_is_read() -> None:
    assert len(parse_cards("S10 " * 1000)) == 1000
