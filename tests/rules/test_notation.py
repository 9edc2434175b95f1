"""The `.jass` text: exact round trips, a reader that lists mistakes and never dies, records checked by the rules."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.actions import Announce, Claim, Draw, Misdeal, Name, Push, ShowWeis, Swap
from jassvision.rules.audit import CERTAIN, CLEAN, POSSIBLE
from jassvision.rules.cards import RANK_CODES, SUIT_SETS, card_set, parse_code
from jassvision.rules.deal import Deal
from jassvision.rules.errors import NotationError, RulesError
from jassvision.rules.games.setup import setup_of
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.match import Match
from jassvision.rules.notation import MAX_CHARACTERS, read_notation, write_notation
from jassvision.rules.notation_record import (
    ActionLine,
    Comment,
    DealRecord,
    HandLine,
    MatchRecord,
    OutsideLine,
    PilesLine,
    Reading,
    RulingLine,
    ScoreLine,
    TrickLine,
)
from jassvision.rules.notation_replay import audit_record, record_of, replay
from jassvision.rules.notation_rules import rule_tags, rules_of_tags
from jassvision.rules.preset import load_rules, preset_names

FELT = """\
[Jass "1"]
[Rules "tournament_157"]
[North "Anni \\"Puur\\" Meier"]

; filmed on green felt; south revoked in trick 4

deal 1 dealer west
hand north D10 DK DA H6 H10 HQ S7 S8 CJ
hand east D9 S6 S9 SQ SA C6 C9 C10 CA
hand south D6 D7 DQ H8 H9 HK HA C8 CK
hand west D8 DJ H7 S10 SJ SK C7 CQ
south push
north name S ; a short thought
1 south: D7 S6 D10 SK = west 14
2 west: CQ C8 SQ CJ = east 8
3 east: D9@61.2 S7 S10 DQ = west 13
4 west: H7 D6 {hearts were in the hand} C9 HQ = north 3
5 north: H10 HJ[was CJ] H9 CA = west 23
6 west: DJ H8 S9 DA = east 27
7 east: C10 DK C7 CK = south 18
8 south: HA C6 S8 SJ = west 31
9 west: D8 HK SA H6 = east 15
score 21 136
"""
# west's hand lacks the HJ: a hand that is not whole is no hand for the deal, so west stays hidden


def facts(deal: Deal) -> dict[str, object]:
    """The state of a deal without the arguments it was made from, whose lists may be tuples."""
    return {name: value for name, value in deal.state().items() if name != "setup"}


def playable(match: Match, rng: random.Random, deals: int) -> None:
    for _ in range(deals):
        if match.is_over:
            return
        given = dict(setup_of(shuffled_deal(match.rules, rng, match.next_dealer)))
        given.pop("open_boxes", None)
        given.pop("carried", None)
        deal = match.start(given.pop("hands"), **given)
        while not deal.is_over and not match.is_over:
            actions = list(deal.actions())
            if actions:
                match.push(rng.choice(actions))
            else:
                assert deal.to_act is not None
                match.push(Announce(deal.to_act, rng.randrange(158)))


# Round trips -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", preset_names())
def test_matches_of_every_preset_round_trip(preset: str) -> None:
    rng = random.Random(preset)
    match = Match(load_rules(preset), dealer=1)
    playable(match, rng, 2)
    record = record_of(match, [("Date", "2026-11-29")])
    text = write_notation(record)
    again = read_notation(text, strict=True)
    assert again == record
    assert write_notation(again) == text
    replayed = replay(again, strict=True)
    assert replayed.errors == () and replayed.complete
    assert replayed.match.rules == match.rules
    assert replayed.match.ledger.entries == match.ledger.entries
    assert [facts(d) for d in replayed.match.deals] == [facts(d) for d in match.deals]


CARD = st.integers(0, 35)
BLANKLESS = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20).map(str.strip)
BRACED = BLANKLESS.filter(lambda text: "}" not in text).map(Comment)
LATE = BLANKLESS.map(lambda text: Comment(text, line=True))
TIME = st.one_of(st.just(""), st.integers(0, 99999).map(lambda n: f"{n / 10}"))


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    cards = tuple(draw(st.lists(CARD, max_size=3, unique=True)))
    sure = len(cards) == 1 and draw(st.booleans())
    was = draw(st.one_of(st.none(), st.just(()), CARD.map(lambda card: (card,))))
    return Reading(cards, sure, was, draw(TIME))


SETS = st.sets(CARD, min_size=1, max_size=9).map(card_set)
SEATS = st.integers(0, 3)
ACTIONS = st.one_of(
    st.builds(Push, SEATS),
    st.builds(Claim, SEATS),
    st.builds(Name, SEATS, st.sampled_from(["D", "O", "slalom-up"]), st.sampled_from(["", "Joker 1", 'a "b" \\'])),
    st.builds(ShowWeis, SEATS, SETS),
    st.builds(ShowWeis, SEATS, st.just(0), st.integers(0, 300)),
    st.builds(Swap, SEATS, SETS, SETS),
    st.builds(Draw, SEATS, st.one_of(st.none(), CARD)),
    st.builds(Misdeal, SEATS, BLANKLESS),
)


@st.composite
def tricks(draw: st.DrawFn) -> TrickLine:
    items = draw(st.lists(st.one_of(readings(), ACTIONS, BRACED), max_size=4))
    if draw(st.booleans()):
        items.append(draw(LATE))
    winner = draw(st.one_of(st.none(), SEATS))
    points = None if winner is None else draw(st.one_of(st.none(), st.integers(0, 9999)))
    return TrickLine(draw(st.integers(0, 99)), draw(SEATS), tuple(items), winner, points)


COMMENTS = st.one_of(st.none(), BRACED, LATE)
LINES = st.one_of(
    tricks(),
    st.builds(HandLine, SEATS, SETS, COMMENTS),
    st.builds(ActionLine, ACTIONS, COMMENTS),
    st.builds(OutsideLine, st.just("stock"), st.lists(CARD, unique=True).map(tuple), COMMENTS),
    st.builds(PilesLine, SEATS, st.just(((0, 1), (5, None))), COMMENTS),
    st.builds(RulingLine, st.sampled_from(["report", "void_deal"]), SEATS, st.integers(1, 9), COMMENTS),
    st.builds(ScoreLine, st.tuples(st.integers(-999, 999), st.integers(-999, 999)), COMMENTS),
    BRACED,
    LATE,
)
RECORDS = st.builds(
    MatchRecord,
    st.lists(st.tuples(st.sampled_from(["North", "Date", "Event"]), BLANKLESS), max_size=3).map(tuple),
    st.lists(
        st.builds(DealRecord, st.integers(0, 9999), SEATS, st.lists(LINES, max_size=6).map(tuple), COMMENTS), max_size=3
    ).map(tuple),
    st.lists(st.one_of(BRACED, LATE), max_size=2).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(RECORDS)
def test_any_record_round_trips(record: MatchRecord) -> None:
    text = write_notation(record)
    again = read_notation(text, strict=True)
    assert again == record
    assert write_notation(again) == text


def test_text_that_a_person_wrote_round_trips() -> None:
    record = read_notation(FELT, strict=True)
    assert write_notation(record) == FELT
    assert record.tag("North") == 'Anni "Puur" Meier'
    assert record.deals[0].tricks[4].readings[1].was == (parse_code("CJ"),)
    assert record.deals[0].tricks[2].readings[0].time == "61.2"


def test_sloppy_spelling_is_read_and_written_plainly() -> None:
    text = "deal 1 dealer E\r\nNorth NAME obenabe\r\n1 n: ♥A HK {so} HQ ♥J = N\n"
    record = read_notation(text, strict=True)
    assert "1 north: HA HK {so} HQ HJ = north\n" in write_notation(record)
    assert "north name O\n" in write_notation(record)


@pytest.mark.parametrize("preset", preset_names())
def test_house_rules_round_trip_through_tags(preset: str) -> None:
    rules = load_rules(preset, suits="french", last_trick=7, four_nines=140)
    assert rules_of_tags(rule_tags(rules)) == rules


# Mistakes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 north: HA HZ", "line 3: 'HZ'"),
        ("1 north: HA HK HQ HJ H10", "more cards than"),
        ("1 north HA", "a colon"),
        ("1 nobody: HA", "is no seat"),
        ("north sings", "nothing that can be done"),
        ("north name X", "X"),
        ("north weis S6 S6", "there twice"),
        ("1 north: HA {never closed", "closing }"),
        ("1 north: HA (west weis S6", "closing )"),
        ("1 north: S10/S9", "question mark"),
        ("1 north: S10@soon", "no time"),
        ("1 north: S10[ex S9]", "was S9"),
        ("hand nobody S6", "is no seat"),
        ("hand north S6 S6", "there twice"),
        ("score 1 2 3", "3 numbers for 2 sides"),
        ("score 1 x", "no score"),
        ("ruling hang north 1", "a ruling is its kind"),
        ("deal two dealer north", "no number"),
        ("deal 2", "such as deal 1 dealer north"),
        ('[Late "tag"]', "behind the first deal"),
        ("what is this", "begins no statement"),
        ("1 north: HA = ", "who won"),
        ("99999999999999999999 north: HA", "no number"),
        ("x" * 5000, "characters"),
    ],
)
def test_mistakes_are_listed_with_their_line_and_the_rest_is_read(line: str, words: str) -> None:
    text = f"deal 1 dealer east\nnorth name O\n{line}\n2 north: SA SK SQ SJ\n"
    record = read_notation(text)
    assert len(record.errors) == 1
    assert words in str(record.errors[0]) and record.errors[0].line == 3
    assert record.deals[-1].tricks[-1].number == 2
    with pytest.raises(NotationError):
        read_notation(text, strict=True)


def test_mistakes_in_the_header_are_listed() -> None:
    assert "no preset" in str(read_notation('[Rules "chess"]\n').errors[0])
    assert "no field" in str(read_notation('[Rule "colour=red"]\ndeal 1 dealer east\n').errors[0])
    assert "a name and a text" in str(read_notation("[Rules]\n").errors[0])
    assert "before the first deal" in str(read_notation("1 north: HA\n").errors[0])
    with pytest.raises(RulesError):
        replay(read_notation('[Rules "../../etc/passwd.yaml"]\n'))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    record = read_notation(text)
    again = read_notation(write_notation(record))
    assert again == record or record.errors


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_damaged_text_is_read_as_far_as_it_goes(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(FELT) - 1))
    text = FELT[:place] + data.draw(st.text(max_size=5)) + FELT[place + data.draw(st.integers(0, 5)) :]
    record = read_notation(text)
    for error in record.errors:
        assert error.line >= 1 and "\n" not in str(error)


def test_hostile_texts_end_quickly() -> None:
    start = time.process_time()
    for text in (
        "{" * 4000,
        "(" * 4000,
        '"' * 3999,
        "1 north: " + "(" * 1500 + ")" * 1500,
        "[" * 3999 + "\n" * 100_000,
        "deal 1 dealer east\n" * 50_000,
        "x\n" * 100_000,
        "\\" * 4000,
    ):
        read_notation(text)
    assert time.process_time() - start < 20
    with pytest.raises(NotationError, match="too many"):
        read_notation("x" * (MAX_CHARACTERS + 1))


@pytest.mark.parametrize(
    "record",
    [
        MatchRecord(comments=(Comment("two\nlines"),)),
        MatchRecord(comments=(Comment("a } b"),)),
        MatchRecord(comments=(Comment(" blank"),)),
        MatchRecord(tags=(("No name", "x"),)),
        MatchRecord(tags=(("Event", "two\nlines"),)),
        MatchRecord(deals=(DealRecord(1, 0, (TrickLine(1, 0, (), None, 5),)),)),
        MatchRecord(deals=(DealRecord(1, 0, (TrickLine(1, 0, (Comment("x", True), Reading())),)),)),
    ],
)
def test_what_would_not_read_back_is_not_written(record: MatchRecord) -> None:
    with pytest.raises(NotationError):
        write_notation(record)


# Records and rules -------------------------------------------------------------------------------------------


def test_replay_scores_and_finds_the_revoke() -> None:
    replayed = replay(read_notation(FELT, strict=True))
    assert replayed.errors == () and replayed.complete
    deal = replayed.match.deals[0]
    assert deal.dealt[3] is None and deal.dealt[2] is not None
    assert [(v.trick, v.seat, v.rule) for v in deal.violations] == [(3, 2, "2.3")]
    assert replayed.match.totals == (21, 136)
    assert [(v.index, v.status) for v in audit_record(read_notation(FELT), 0) if v.status != CLEAN] == [(13, CERTAIN)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("= west 14", "= east 14", "line 14: trick 1: east won as written, but by the cards it is west"),
        ("= east 8", "= east 9", "line 15: trick 2: 9 points as written, but the cards make 8"),
        ("score 21 136", "score 22 135", "line 23: deal 1: the score is 22 135 as written, but 21 136"),
        ("2 west:", "2 north:", "north leads as written, but west must"),
        ("2 west:", "3 west:", "trick 3 is number 2"),
        ("C10 DK C7 CK", "C10 DK C7 CQ", "CQ has been played already"),
    ],
)
def test_what_does_not_fit_the_rules_is_listed(old: str, new: str, words: str) -> None:
    errors = replay(read_notation(FELT.replace(old, new))).errors
    assert any(words in str(error) for error in errors), errors


def test_ruling_is_written_and_replayed() -> None:
    match = replay(read_notation(FELT)).match
    assert match.rule(0, 3, kind="trick_and_rest")
    assert match.totals == (0, 157), "north and south had no point before trick 4"
    text = write_notation(record_of(match))
    assert text.endswith("score 21 136\nruling trick_and_rest north 4\n")
    replayed = replay(read_notation(text, strict=True))
    assert replayed.errors == () and replayed.match.ledger.entries == match.ledger.entries
    errors = replay(read_notation(text + "ruling trick_and_rest north 4\nruling void_deal north 1\n")).errors
    assert len(errors) == 2 and all("reversed already" in str(error) for error in errors)


def test_wrong_dealer_is_listed() -> None:
    text = "deal 1 dealer east\nnorth name O\nnorth misdeal\ndeal 2 dealer north\n"
    (error,) = replay(read_notation(text)).errors
    assert str(error) == "line 4: deal 2: north deals as written, but it is east's deal"


def test_unknown_cards_stop_the_replay_but_not_the_audit() -> None:
    text = FELT.replace("2 west: CQ C8 SQ CJ", "2 west: CQ ?? SQ/SA? CJ").replace("hand ", "; hand ")
    record = read_notation(text, strict=True)
    assert not record.deals[0].is_known
    replayed = replay(record)
    assert not replayed.complete and "not known" in str(replayed.errors[0])
    assert len(replayed.match.deals[0].tricks) == 1
    verdicts = audit_record(record, 0)
    assert len(verdicts) == 36
    assert verdicts[13].status == CERTAIN
    assert verdicts[5].card is None or verdicts[5].status in (CLEAN, POSSIBLE)
    with pytest.raises(NotationError, match="no deal"):
        audit_record(record, 1)


def test_broken_off_deal_is_kept() -> None:
    record = read_notation("deal 1 dealer east\nnorth name O\n1 north: HA HK\n", strict=True)
    replayed = replay(record)
    assert replayed.complete and replayed.match.deals[0].trick == (parse_code("HA"), parse_code("HK"))
    assert record_of(replayed.match).deals == record.deals


@pytest.mark.parametrize(
    ("rules", "line", "message"),
    [
        ("swisslos_2500", "turned S9", "schieber is dealt without turned: it has nothing but hands"),
        ("swisslos_2500", "stock S9 S8", "schieber is dealt without stock"),
        ("swisslos_2500", "blind S9", "schieber is dealt without blind"),
        ("swisslos_2500", "piles north S9/S8", "schieber is dealt without covers"),
        ("luzern", "turned S9", "luzern is dealt without turned: it has covers"),
        ("klaberjass", "blind S9", "klaberjass is dealt without blind: it has carried, stock, turned"),
        ("swisslos_2500", "hand north S9\nhand north S8", "written down twice"),
        ("handjass", "turned S9\nturned S8", "written down twice"),
    ],
)
def test_what_a_game_does_not_have_is_listed_as_a_mistake(rules, line, message):
    replayed = replay(read_notation(f'[Rules "{rules}"]\ndeal 1 dealer north\n{line}\n'))
    assert not replayed.complete
    assert message in str(replayed.errors[0])


def test_piles_alone_say_which_cards_lie_open():
    piles = " ".join(f"S{rank}/H{rank}" for rank in RANK_CODES)
    replayed = replay(read_notation(f'[Rules "luzern"]\ndeal 1 dealer north\npiles north {piles}\n'))
    assert replayed.errors == ()
    assert replayed.match.deal.hands == (SUIT_SETS[2], None)


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\x7f", "\ud800", "\n"])
def test_texts_that_would_not_be_read_back_are_not_written(mark):
    with pytest.raises(NotationError, match="cannot be written"):
        write_notation(MatchRecord((("Event", f"a{mark}b"),)))
    with pytest.raises(NotationError, match="cannot be a comment"):
        write_notation(MatchRecord((), (), (Comment(f"a{mark}b"),)))
    assert read_notation(f'[Event "a{mark}b"]\n').errors


@pytest.mark.parametrize("trick", [0, 10, 99])
def test_a_ruling_is_about_a_trick_that_there_was(trick):
    text = f"deal 1 dealer east\nnorth name O\nnorth rest\nruling trick_and_rest north {trick}\n"
    assert f"had no trick {trick}: there were 9" in str(replay(read_notation(text)).errors[0])
