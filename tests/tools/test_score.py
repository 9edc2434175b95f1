"""The command `score` and what it writes: sheet, JSON by the schema, record; and `check`, which reads it again."""

import io
import json
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import numpy as np
import pytest
from jassvision.rules.cards import BIT, card_set, cards_in, code, parse_code
from jassvision.rules.errors import InvalidActionError, RulesError
from jassvision.rules.notation import read_notation
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import playing_order, seat_name
from jassvision.rules.weis import best_weis
from jassvision.tools import cli, score
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.tools.places import load_places
from jassvision.tools.played import load_played
from jassvision.tools.reckoning import NONE, Melds
from jassvision.tools.replay.ways import belong
from jassvision.tools.result_json import result_json, schema
from jassvision.tools.said import said_contracts, said_rules, said_weis
from jassvision.tools.score import Wishes, reckon
from jassvision.tools.sheet import print_sheet
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended, SeenCard, ShownHand, Swept
from rich.console import Console

RULES = Rules()
CLEAR = Noise(0, 0, 0, sweep_flat=0)


def seen_of(seed=4, noise=CLEAR, **options):
    played = random_play(RULES, random.Random(seed), **options)
    return played, list(observations(played, RULES, noise, np.random.default_rng(seed)))


def reckoned(seen, wishes=None, contracts=()):
    decoder = Decoder(RULES, contracts=contracts)
    return reckon(wishes or Wishes(RULES), decoder.take_all([*seen, Ended(900.0)]), "swiss")


def sheet_of(reckoning, width=120):
    console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    print_sheet(console, reckoning, pack="swiss")
    return console.export_text()


def as_json(reckoning):
    result = result_json(reckoning, source="film.mp4", pack="swiss", notes=("a note",))
    jsonschema.validate(result, schema(), cls=jsonschema.Draft202012Validator)
    return json.loads(json.dumps(result))


def test_the_json_obeys_the_schema_and_says_what_was_played():
    played, seen = seen_of(illegal=1)
    result = as_json(reckoned(seen, contracts=[played.contract]))
    (deal,) = result["deals"]
    assert deal["contract"] == played.contract and deal["contract_given"] and not deal["contract_unsure"]
    said = [[p["card"] for p in trick["plays"]] for trick in deal["tricks"]]
    assert said == [[code(card) for card in cards] for _, cards, _ in played.tricks]
    assert [t["winner"] for t in deal["tricks"]] == [seat_name(winner, 4) for _, _, winner in played.tricks]
    assert sum(deal["card_points"].values()) == 157 == sum(t["points"] for t in deal["tricks"])
    certain = [i["card"] for i in deal["illegal"] if i["certainty"] == "certain"]
    assert certain == [code(card) for card in played.illegal]
    assert deal["illegal"][0]["rule"] and deal["illegal"][0]["proof"] and deal["illegal"][0]["legal"]


def test_a_broken_result_breaks_the_schema():
    _, seen = seen_of()
    result = as_json(reckoned(seen))
    result["deals"][0]["tricks"][0]["plays"][0]["card"] = "X9"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(result, schema())
    jsonschema.Draft202012Validator.check_schema(schema())


def test_points_are_those_of_the_rules_with_factor_and_match():
    played, seen = seen_of(contract="O")
    result = reckoned(seen, Wishes(RULES, weis=NONE))
    (deal,) = result.deals
    assert sum(deal.card_points) == 157
    match = 100 * (len({winner % 2 for _, _, winner in played.tricks}) == 1)
    assert sum(deal.score) == 3 * (157 + match)
    assert result.totals == deal.score


def test_weis_as_dealt_are_marked_and_can_be_left_out():
    played, seen = next(
        (played, seen)
        for seed in range(50)
        for played, seen in [seen_of(seed, contract="O")]
        if any(best_weis(hand, RULES, "O") for hand in hands_of(played))
    )
    with_weis = reckoned(seen)
    assert any(entry.kind == "weis" for entry in with_weis.deals[0].deal.entries)
    assert "as dealt" in sheet_of(with_weis)
    without = reckoned(seen, Wishes(RULES, weis=NONE))
    assert not any(entry.kind == "weis" for entry in without.deals[0].deal.entries)
    seat, cards = next(
        (s, best_weis(h, RULES, "O")[0].cards) for s, h in enumerate(hands_of(played)) if best_weis(h, RULES, "O")
    )
    announced = reckoned(seen, Wishes(RULES, weis={1: Melds(((seat, cards),))}))
    assert [e.seat for e in announced.deals[0].deal.entries if e.kind == "weis"] == [seat]


def test_a_weis_that_nobody_held_is_left_out_and_all_else_counts(tmp_path):
    played, seen = seen_of(illegal=1)
    hands = hands_of(played)
    cards = BIT[next(cards_in(hands[0]))] | BIT[next(cards_in(hands[1]))] | BIT[next(cards_in(hands[2]))]
    for melds in (Melds(((3, cards),)), Melds(((3, card_set(["H6", "H7", "H8"])),), stoeck=1)):
        result = reckoned(seen, Wishes(RULES, weis={1: melds}), contracts=[played.contract])
        plain = reckoned(seen, Wishes(RULES, weis=NONE), contracts=[played.contract])
        assert result.totals == plain.totals
        (deal,) = as_json(result)["deals"]
        assert [i["card"] for i in deal["illegal"] if i["certainty"] == "certain"] == [code(c) for c in played.illegal]
        assert "what was said to be announced is left out" in " ".join(sheet_of(result).split())


def hands_of(played):
    hands = [0] * 4
    for leader, cards, _ in played.tricks:
        for seat, card in zip(playing_order(leader, 4), cards, strict=True):
            hands[seat] |= 1 << card
    return hands


def test_an_unsure_card_is_marked_everywhere_and_never_proves_anything():
    played, seen = seen_of()
    for index in (6, 21):
        seen.remove([o for o in seen if isinstance(o, SeenCard)][index])
    reckoning = reckoned(seen, contracts=[played.contract])
    (deal,) = as_json(reckoning)["deals"]
    unsure = [p for t in deal["tricks"] for p in t["plays"] if p["unsure"]]
    assert [p["time"] for p in unsure].count(None) == 2 and all(p["likely"] for p in unsure)
    assert not [i for i in deal["illegal"] if i["certainty"] == "certain"]
    text = sheet_of(reckoning)
    assert text.count("Unsure:") == len(unsure) and "not seen" in text
    assert sum(not r.sure for t in reckoning.deals[0].record.tricks for r in t.readings) == len(unsure)


def test_a_deal_broken_off_scores_what_was_played():
    played, seen = seen_of()
    cut = [i for i, o in enumerate(seen) if isinstance(o, Swept)][3]
    reckoning = reckoned(seen[: cut + 3], contracts=[played.contract])
    (deal,) = as_json(reckoning)["deals"]
    assert not deal["complete"] and len(deal["tricks"]) == 5 and deal["tricks"][4]["winner"] is None
    assert sum(deal["card_points"].values()) == sum(t["points"] for t in deal["tricks"])
    assert "not played to the end" in sheet_of(reckoning)


def test_of_a_part_of_a_deal_the_doubt_about_its_place_is_said_trick_by_trick():
    played, seen = seen_of()
    cut = [i for i, o in enumerate(seen) if isinstance(o, Swept)][3]
    reckoning = reckoned(seen[: cut + 1], contracts=[played.contract])
    assert all(play.unsure for play in reckoning.deals[0].decoded.plays)
    text = " ".join(sheet_of(reckoning).split())
    assert text.count("Unsure: who played these cards") == text.count("Unsure:") == 4
    assert "perhaps the film begins in its midst" in text and "deals? (" in text


def test_the_rest_counts_for_who_laid_it_down():
    played, seen = seen_of()
    cut = [i for i, o in enumerate(seen) if isinstance(o, Swept)][5]
    winner = played.tricks[5][2]
    seats = tuple(0.0 if seat == winner else -4.0 for seat in range(4))
    reckoning = reckoned([*seen[: cut + 1], ShownHand(seats, 300.0, (), "rest")], contracts=[played.contract])
    (deal,) = as_json(reckoning)["deals"]
    assert deal["complete"] and deal["tricks"][-1]["plays"] == [] and len(deal["tricks"]) == 7
    assert sum(deal["card_points"].values()) == 157


@pytest.mark.parametrize("width", [80, 120])
def test_the_sheet_names_cards_illegal_plays_and_the_total(width):
    played, seen = seen_of(illegal=1)
    text = sheet_of(reckoned(seen, contracts=[played.contract]), width)
    assert "Deal 1" in text and "Illegal:" in text and "Total" in text and "won by" in text
    assert max(map(len, text.splitlines())) <= width
    named = "Schilten" if width == 120 else " S"
    assert named in text


@pytest.fixture
def fake_film(monkeypatch):
    """`score` sees what a test says instead of a film."""
    told = SimpleNamespace(seen=[], problem="")

    class Watcher:
        pack = "swiss"
        table, scale = SimpleNamespace(size_wh=(1280, 720)), 1.0
        gate, play = SimpleNamespace(moved_at=np.zeros((0, 0))), SimpleNamespace(trick=[])

        def __init__(self, *given, **options):
            pass

        def watched(self, film, progress):
            for one in told.seen:
                progress(getattr(one, "time", 0.0), 100.0)
                yield one
            yield Ended(100.0, ("the file is damaged after 99 s",), told.problem)

    monkeypatch.setattr(score, "Watcher", Watcher)
    monkeypatch.setattr(score, "Film", lambda source, threads: SimpleNamespace(duration=100.0))
    monkeypatch.setattr(score, "Finder", lambda **options: None)
    monkeypatch.setattr(score, "Reader", lambda *given, **options: None)
    return told


def test_score_writes_json_and_a_record_that_check_reads(fake_film, tmp_path, capsys):
    played, fake_film.seen = seen_of(illegal=1)
    out, record = tmp_path / "out.json", tmp_path / "out.jass"
    words = ["score", "film.mp4", "--contracts", f"push:{played.contract}", "--json", str(out), "--record", str(record)]
    assert cli.main([*words, "--dealer", "north", "--progress"]) == 0
    shown = capsys.readouterr().out
    assert "Deal 1" in shown and "damaged after 99 s" in shown
    result = json.loads(out.read_text())
    jsonschema.validate(result, schema())
    read = read_notation(record.read_text(), strict=True)
    assert read.deals[0].is_known and "push" in record.read_text()
    assert cli.main(["check", str(record)]) == 0
    checked = capsys.readouterr()
    assert "Illegal:" in checked.out and not checked.err
    assert str(result["totals"]["north_south"]) in checked.out


@pytest.mark.parametrize("later", [1, 2, 3])
def test_a_dealer_said_wrong_is_doubted_or_put_right_and_said(later, fake_film, tmp_path, capsys):
    played, fake_film.seen = seen_of()
    said, out = seat_name((played.dealer + later) % 4, 4), tmp_path / "out.json"
    assert cli.main(["score", "film.mp4", "--contracts", played.contract, "--dealer", said, "--json", str(out)]) == 0
    sheet = " ".join(capsys.readouterr().out.split())
    (deal,) = json.loads(out.read_text())["deals"]
    doubted = [p for t in deal["tricks"] for p in t["plays"] if p["unsure"]]
    if later == 1:  # as if the first card had been laid last
        assert deal["dealer"] == said and "deals? (" in sheet and doubted == deal["tricks"][0]["plays"]
    else:
        assert deal["dealer"] == seat_name(played.dealer, 4) and not doubted
        assert "as the first dealer, not" in sheet
    assert [t["winner"] for t in deal["tricks"]] == [seat_name(winner, 4) for _, _, winner in played.tricks]


@pytest.mark.parametrize(("second", "said"), [(0, True), (3, False)])
def test_a_dealer_whose_turn_it_was_not_is_said(second, said, fake_film, capsys):
    first = random_play(RULES, random.Random(4), dealer=0)
    again = random_play(RULES, random.Random(5), dealer=second)
    rng = np.random.default_rng(4)
    fake_film.seen = [
        *observations(first, RULES, CLEAR, rng),
        *observations(again, RULES, CLEAR, rng, start=300, track=200),
    ]
    assert cli.main(["score", "film.mp4", "--contracts", f"{first.contract},{again.contract}"]) == 0
    sheet = " ".join(capsys.readouterr().out.split())
    assert ("deal 2: by the play Nord deals, but it was the turn of West" in sheet) == said


def test_the_bar_shows_how_far_it_is_and_the_running_score(fake_film):
    played, fake_film.seen = seen_of()
    console = Console(file=io.StringIO(), force_terminal=True, width=160)
    scored = score.score_film("film.mp4", Wishes(RULES, contracts=said_contracts(played.contract, RULES)), console)
    drawn = console.file.getvalue()
    assert "of 1:40" in drawn and "deal 1, trick 9: " in drawn
    assert f"Nord/Süd {scored.reckoning.totals[0]}" in drawn


def test_score_keeps_where_the_cards_lie_beside_what_it_writes(fake_film, tmp_path, capsys):
    played, fake_film.seen = seen_of()
    film, out, record = tmp_path / "film.mp4", tmp_path / "out.json", tmp_path / "match.jass"
    film.write_bytes(b"a film")
    words = ["score", str(film), "--contracts", played.contract, "--json", str(out), "--record", str(record), "--quiet"]
    (tmp_path / "match.places").write_text("places of my friends")
    assert cli.main(words) == 0
    assert "match.places is something else" in capsys.readouterr().err
    assert (tmp_path / "match.places").read_text() == "places of my friends"
    places = load_places(tmp_path / "out.places")
    assert belong(load_played(out), places) and places.is_of(film, 100.0, (1280, 720))
    assert cli.main(words) == 0 and load_places(tmp_path / "out.places").ways, "a second time, over the first"


def test_a_result_that_cannot_be_written_any_more_is_kept_elsewhere(fake_film, tmp_path, capsys, monkeypatch):
    played, fake_film.seen = seen_of()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    words = ["score", "film.mp4", "--contracts", played.contract, "--quiet", "--json", "/dev/full"]
    assert cli.main([*words, "--record", str(tmp_path / "match.jass")]) == 2
    said = capsys.readouterr().err
    assert "/dev/full cannot be written: No space left on device. The result is in " in said
    kept = Path(said.rsplit(" in ", 1)[1].strip().rstrip("."))
    assert load_played(kept).deals and (tmp_path / "match.jass").is_file()


def test_a_film_may_have_any_name(fake_film, tmp_path, capsys):
    played, fake_film.seen = seen_of()
    out, record = tmp_path / "out.json", tmp_path / "match.jass"
    for name in ("film\udcff.mp4", "film\nof two lines.mp4", 'a "film".mp4'):
        words = ["score", name, "--contracts", played.contract, "--json", str(out), "--record", str(record)]
        assert cli.main(words) == 0
        assert f"Written: {out}, {record}\n" in capsys.readouterr().out
        assert json.loads(out.read_text(encoding="utf-8"))["source"] == name
        assert cli.main(["check", str(record), "--quiet"]) == 0
        assert cli.main(["check", str(out), "--quiet"]) == 0
    assert cli.main(["score", "film\udcff.mp4", "--contracts", played.contract, "--json", "-", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == "film\udcff.mp4"


def test_of_a_stream_no_places_are_kept(fake_film, tmp_path):
    played, fake_film.seen = seen_of()
    words = ["score", "rtsp://camera", "--contracts", played.contract, "--json", str(tmp_path / "out.json"), "--quiet"]
    assert cli.main(words) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_check_lists_what_does_not_fit(tmp_path, capsys):
    record = tmp_path / "wrong.jass"
    record.write_text("deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ = west 20\n2 nort: S6\n")
    assert cli.main(["check", str(record)]) == 2
    errors = capsys.readouterr().err
    assert "line 3" in errors and "line 4" in errors
    assert cli.main(["check", str(tmp_path / "none.jass")]) == 2
    record.write_bytes(b"\xff\xfe\x00")
    assert cli.main(["check", str(record)]) == 2
    record.write_text("")
    assert cli.main(["check", str(record)]) == 2
    assert "holds no deal" in capsys.readouterr().err


def test_an_unsure_card_in_a_record_is_no_mistake(tmp_path, capsys):
    record = tmp_path / "unsure.jass"
    record.write_text("deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ\n2 north: S6 S7/S8? S9 S10\n")
    assert cli.main(["check", str(record)]) == 0
    shown = capsys.readouterr()
    assert "a card is not known" in shown.out and not shown.err


def test_what_lay_there_at_the_beginning_has_the_time_zero(tmp_path):
    _, seen = seen_of()
    first = next(i for i, one in enumerate(seen) if isinstance(one, SeenCard))
    seen[first] = replace(seen[first], time=-0.3)
    result = as_json(reckoned(seen))
    assert result["deals"][0]["tricks"][0]["plays"][0]["time"] == 0 == result["deals"][0]["start"]
    path = tmp_path / "result.json"
    path.write_text(json.dumps(result))
    assert load_played(path).deals  # replay, clips and export read it


def test_json_goes_to_standard_output_alone(fake_film, capsys):
    _, fake_film.seen = seen_of()
    assert cli.main(["score", "film.mp4", "--json", "-"]) == 0
    jsonschema.validate(json.loads(capsys.readouterr().out), schema())


def test_a_problem_is_said_and_what_was_decoded_is_kept(fake_film, capsys):
    _, fake_film.seen = seen_of()
    fake_film.problem = "Both packs are on the table."
    assert cli.main(["score", "film.mp4"]) == 2
    shown = capsys.readouterr()
    assert "Both packs" in shown.err and "Deal 1" in shown.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--contracts", "S,X"], "--contracts, deal 2"),
        (["--contracts", "slalom-up"], "not played under the rules"),
        (["--rules", "swisslos_2600"], "did you mean"),
        (["--game", "poker"], "There is no game"),
        (["--game", "coiffeur", "--rules", "swisslos_2500"], "leave --game or --rules away"),
        (["--dealer", "up"], "no seat"),
        (["--weis", "nowhere.yaml"], "There is no file nowhere.yaml: --weis takes"),
        (["--table", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(words, said, capsys, fake_film):
    assert cli.main(["score", "film.mp4", *words]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error and len(error.splitlines()) == 1


def test_no_such_film(capsys):
    assert cli.main(["score", "no/such/film.mp4"]) == 2
    assert "film.mp4" in capsys.readouterr().err


def test_contracts_are_read_however_people_write_them():
    said = said_contracts("Schilten, une ,?,push:H", RULES)
    assert [(c.code, c.pushed) for c in said] == [("S", False), ("U", False), (None, False), ("H", True)]
    with pytest.raises(InvalidActionError, match="write \\? if nobody knows it"):
        said_contracts("H,,S", RULES)


def test_rules_follow_from_the_game():
    assert said_rules(None, None).name == "swisslos_2500"
    assert said_rules("luzern", None).game == "luzern"
    assert said_rules("schieber", "pagat_3000").name == "pagat_3000"


def test_announcements_are_read_from_a_file(tmp_path):
    path = tmp_path / "weis.yaml"
    path.write_text("1:\n  north: [H6 H7 H8, DQ HQ SQ CQ]\n  stoeck: south\n")
    melds = said_weis(str(path), RULES)[1]
    assert [(seat, len(list(cards_in(cards)))) for seat, cards in melds.weis] == [(0, 3), (0, 4)]
    assert melds.stoeck == 2
    for text in ("[1, 2]", "1: north", "1: {nord: [H6 H7 Q9]}", "1: {up: [H6]}", "a: [", "1: {north: [H6 H6]}"):
        path.write_text(text)
        with pytest.raises(RulesError, match=r"weis\.yaml"):
            said_weis(str(path), RULES)


def test_every_game_with_named_contracts_can_be_reckoned():
    for name in ("coiffeur", "differenzler", "luzern", "handjass"):
        rules = load_rules(name)
        decoder = Decoder(rules)
        flat = (0.0,) * rules.players
        faces = np.full(36, -9.0)
        faces[parse_code("HA")] = 0
        decoder.take(SeenCard(1, 1.0, flat, faces, np.zeros((4, 2)), (0, 0), 3))
        reckoning = reckon(replace(Wishes(rules)), decoder.answer, None)
        as_json(reckoning)
        assert sheet_of(reckoning)
