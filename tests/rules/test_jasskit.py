"""jass-kit's JSON: human games come in, score to the same points, and go out again as they were."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.actions import Name, Play, Push, TakeRest
from jassvision.rules.cards import CARDS, codes, parse_code
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.errors import NotationError
from jassvision.rules.games import deal_for
from jassvision.rules.jasskit import card_from_number, card_number, read_jasskit, write_jasskit
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules

UNDENUFE = (
    '{"trump":5,"dealer":3,"tss":1,"tricks":[{"cards":["C7","CK","C6","CJ"],"points":17,"win":0,"first":2},'
    '{"cards":["S7","SJ","SA","C10"],"points":12,"win":0,"first":0},'
    '{"cards":["S9","S6","SQ","D10"],"points":24,"win":3,"first":0},'
    '{"cards":["H10","HJ","H6","HQ"],"points":26,"win":1,"first":3},'
    '{"cards":["H7","DA","H8","C9"],"points":8,"win":1,"first":1},'
    '{"cards":["H9","CA","HA","DJ"],"points":2,"win":1,"first":1},'
    '{"cards":["HK","S8","SK","CQ"],"points":19,"win":1,"first":1},'
    '{"cards":["DQ","D6","D9","DK"],"points":18,"win":0,"first":1},'
    '{"cards":["S10","D7","C8","D8"],"points":31,"win":0,"first":0}],'
    '"player":[{"hand":[]},{"hand":[]},{"hand":[]},{"hand":[]}],"jassTyp":"SCHIEBER_2500"}'
)
"""A game that people played on Swisslos, pushed, Undenufe."""
DIAMONDS = (
    '{"trump":0,"dealer":3,"tss":1,"tricks":[{"cards":["D10","D8","DJ","DA"],"points":41,"win":0,"first":2},'
    '{"cards":["S9","S10","D6","SA"],"points":21,"win":2,"first":0},'
    '{"cards":["CA","C7","C10","CJ"],"points":23,"win":2,"first":2},'
    '{"cards":["HA","H6","C6","H7"],"points":11,"win":2,"first":2},'
    '{"cards":["SQ","C8","SK","S6"],"points":7,"win":0,"first":2},'
    '{"cards":["DK","H10","H8","H9"],"points":14,"win":0,"first":0},'
    '{"cards":["DQ","HJ","S7","CQ"],"points":8,"win":0,"first":0},'
    '{"cards":["D9","S8","C9","CK"],"points":18,"win":0,"first":0},'
    '{"cards":["D7","SJ","HQ","HK"],"points":14,"win":0,"first":0}],'
    '"player":[{"hand":[]},{"hand":[]},{"hand":[]},{"hand":[]}],"jassTyp":"SCHIEBER_2500"}'
)
OBSERVATION = (
    '{"obs":{"version":"V0.2","trump":3,"dealer":1,"currentPlayer":0,"playerView":0,"forehand":0,"tricks":'
    '[{"cards":["CK","C6","C8","C9"],"points":18,"win":1,"first":0},'
    '{"cards":["SJ","S10","SK","C10"],"points":26,"win":2,"first":1},{"cards":["DJ","D9"],"first":2}],'
    '"player":[{"hand":["D10","D6","HA","HQ","SA","S9","C7"]},{"hand":[]},{"hand":[]},{"hand":[]}],'
    '"jassTyp":"SCHIEBER"},"action":34,"date":"10.12.17 18:53:11","player_id":30369}'
)


@pytest.mark.parametrize(("text", "score"), [(UNDENUFE, (78, 79)), (DIAMONDS, (157, 0))])
def test_complete_human_game_scores_trick_by_trick(text: str, score: tuple[int, int]) -> None:
    raw = json.loads(text)
    record = read_jasskit(text)
    deal = record.deal
    assert record.version == "V0.1" and deal.is_over and deal.pushes == 1
    points = [trick.points for trick in deal.tricks]
    points[-1] += 5
    assert points == [trick["points"] for trick in raw["tricks"]]
    assert [trick.winner for trick in deal.tricks] == [trick["win"] for trick in raw["tricks"]]
    made = [sum(p for p, t in zip(points, deal.tricks, strict=True) if t.winner % 2 == side) for side in (0, 1)]
    assert tuple(made) == score
    assert deal.violations == (), "what people played was legal"


@pytest.mark.parametrize("text", [UNDENUFE, DIAMONDS])
def test_complete_human_game_goes_out_as_it_came(text: str) -> None:
    raw = json.loads(text)
    out = json.loads(write_jasskit(read_jasskit(text)))
    assert out.pop("version") == "V0.2" and out.pop("currentPlayer") == -1
    assert out.pop("forehand") == 0 and raw.pop("tss") == 1
    assert out == raw
    assert write_jasskit(read_jasskit(write_jasskit(read_jasskit(text)))) == write_jasskit(read_jasskit(text))


def test_dealt_hands_are_put_together_from_the_tricks() -> None:
    deal = read_jasskit(DIAMONDS).deal
    assert all(hand is not None and hand.bit_count() == 9 for hand in deal.dealt)
    # trick 1 was led by south (2): the second card D8 came from east (1), not from west
    assert "D8" in codes(deal.dealt[1] or 0) and "DJ" in codes(deal.dealt[0] or 0)


def test_observation_of_a_log() -> None:
    record = read_jasskit("OBS 17: " + OBSERVATION)
    assert record.view == 0 and record.deal.to_act == 0
    assert record.deal.dealt[1] is None
    assert record.decided == Play(0, parse_code("C7"))
    assert record.extra == {"date": "10.12.17 18:53:11", "player_id": 30369}
    assert write_jasskit(record) == OBSERVATION


def test_numbers_of_cards_and_trumps() -> None:
    assert [card_number(parse_code(text)) for text in ("DA", "D6", "HA", "SA", "C6")] == [0, 8, 9, 18, 35]
    assert all(card_from_number(card_number(card)) == card for card in CARDS)
    with pytest.raises(NotationError):
        card_from_number(36)


@pytest.mark.parametrize(
    "name",
    [
        "swisslos_obs_action_1game.txt",
        "swisslos_obs_action_single.txt",
        "swisslos_trump_example.txt",
        "jasskit_v02_generated_sample.txt",
        "swisslos_v01_complete_games.jsonl",
    ],
)
def test_every_line_of_the_vectors_round_trips(name: str, shared) -> None:  # type: ignore[no-untyped-def]
    lines = [line for line in (shared / "vectors" / name).read_text().splitlines() if "{" in line]
    assert lines
    for line in lines:
        record = read_jasskit(line)
        raw = json.loads(line[line.index("{") :])
        out = json.loads(write_jasskit(record))
        if record.version == "V0.2":
            assert out == raw
            assert list(out) == list(raw)
        decided = record.decided
        if decided is not None:
            assert record.deal.can(decided)
            if isinstance(decided, Play):
                assert decided.card in record.deal.legal


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from("DHSCOU"), st.booleans(), st.integers(0, 36), st.integers(0, 3))
def test_any_deal_round_trips(seed: int, contract: str, push: bool, plays: int, dealer: int) -> None:
    rng = random.Random(seed)
    rules = load_rules("swisslos_2500", suits="french")
    deal = deal_for(rules, dealer, shuffled_hands(rules, rng))
    if push:
        deal.push(Push(deal.forehand))
    deal.push(Name(deal.to_act, contract))  # type: ignore[arg-type]
    for _ in range(plays):
        deal.play(rng.choice(list(deal.legal)))
    text = write_jasskit(deal)
    again = read_jasskit(text).deal
    assert again.dealt == deal.dealt and again.tricks == deal.tricks and again.trick == deal.trick
    assert write_jasskit(again) == text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("C7", "X7"), "is no card"),
        (('"win":0', '"win":1'), "the cards say 0"),
        (('"points":17', '"points":18'), "points is 18, but the cards say 17"),
        (('"CK"', '"C7"'), "played twice"),
        (('"first":2', '"first":1'), "must"),
        (('"dealer":3', '"dealer":4'), "dealer"),
        (('"trump":5', '"trump":7'), "trump"),
        (('"trump":5', '"trump":-1'), "no trump was named"),
        (('"tricks":[', '"tricks":7,"x":['), "tricks"),
        (('{"trump"', '"trump"'), "JSON"),
        (('SCHIEBER_2500"}', ""), "JSON"),
    ],
)
def test_broken_records_are_refused_in_one_sentence(change: tuple[str, str], words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_jasskit(UNDENUFE.replace(*change, 1))


def test_hostile_text_is_refused() -> None:
    for text in ("", "[1]", "{" * 5000, '{"a":' * 5000, '{"game":[]}', '{"dealer":true}', "{" + " " * 200_000):
        with pytest.raises(NotationError):
            read_jasskit(text)


def test_what_jasskit_does_not_know_is_not_written() -> None:
    with pytest.raises(NotationError, match="Schieber"):
        write_jasskit(deal_for(load_rules("differenzler")))
    deal = deal_for(load_rules("swisslos_2500", contracts=["D", "guschti"]))
    deal.push(Name(3, "guschti"))
    with pytest.raises(NotationError, match="guschti"):
        write_jasskit(deal)
    deal = deal_for(Rules())
    deal.push(Name(3, "O"))
    deal.push(TakeRest(3))
    with pytest.raises(NotationError, match="rest"):
        write_jasskit(deal)
    with pytest.raises(NotationError, match="anticlockwise"):
        write_jasskit(deal_for(load_rules("vorarlberg")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"dealer":0,"dealer":1}', "dealer: it is given twice"),
        ('{"dealer":0,"tss":"yes","trump":5}', "tss: 'yes' is not allowed"),
        ('{"dealer":0,"tss":true,"trump":5}', "tss: True is not allowed"),
        ('{"dealer":NaN}', "NaN is no number"),
        ('{"obs":{"dealer":0,"tss":0},"time":Infinity}', "Infinity is no number"),
        ('{"version":"V0.2","dealer":0,"trump":5,"forehand":false,"currentPlayer":3}', "forehand: False"),
        ('{"version":"V0.2","dealer":0,"trump":5,"forehand":99,"currentPlayer":3}', "forehand: 99"),
        (
            '{"version":"V0.2","dealer":0,"trump":5,"forehand":-1,"currentPlayer":3}',
            "has not spoken, but trump is named",
        ),
        ('{"version":"V0.2","dealer":0,"trump":-1,"forehand":1,"currentPlayer":3}', "but no trump is named"),
    ],
)
def test_what_would_be_guessed_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_jasskit(text)


def test_a_complete_game_without_hands_shows_what_was_dealt() -> None:
    whole = json.loads(write_jasskit(read_jasskit(UNDENUFE)))
    del whole["player"]
    assert read_jasskit(json.dumps(whole)).deal.dealt == read_jasskit(UNDENUFE).deal.dealt
