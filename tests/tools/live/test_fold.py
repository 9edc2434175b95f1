"""The fold: from events to the game, with every kind of correction, and the same again from the record."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from jassvision.rules.cards import code
from jassvision.rules.seats import playing_order, seat_name
from jassvision.tools.live.fold import Fold
from jassvision.tools.live.modes import Around
from jassvision.tools.live.scoring import Scorer
from jassvision.tools.live.state import console_state
from jassvision.tools.live.word_parts import CommandError
from jassvision.tools.live.words import word_of
from jassvision.tools.record import Draft
from jassvision.vision.observations import SeenCard, Swept
from jassvision.vision.observations_json import to_json
from scripted import opened, scripted_deals


class Table:
    """A game on a record, one event at a time, without threads."""

    def __init__(self, folder, **wishes):
        made = opened(folder / "a.jass.db", **wishes)
        self.record, self.fold = made.record, made.fold
        self.time = made.base
        self.scorer = Scorer()

    def see(self, *observations):
        for seen in observations:
            payload = to_json(seen)
            self.time = max(self.time, seen.time_last if isinstance(seen, Swept) else seen.time) + 0.01
            self._take(Draft(self.time, "vision", payload["kind"], payload))

    def say(self, **command):
        word = word_of(command, self.fold, self.time)
        return self._take(word)

    def _take(self, draft):
        event = self.record.append([draft])[0]
        self.fold.take(event)
        return event

    def state(self, fold=None):
        fold = fold or self.fold
        around = Around("s", 0, self.time)
        return console_state(fold.match, self.scorer, around)

    def again(self):
        """The state of the same events folded from the record."""
        return self.state(Fold(self.record.events()))

    def plays(self, deal=-1):
        """(seat, card) of all plays of a deal."""
        decoded = self.fold.match.deals[deal].decoded
        return [(play.seat, play.card) for play in decoded.plays]

    def id_of(self, trick, place):
        return self.state()["deal"]["tricks"][trick]["plays"][place]["id"]


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.record.close()


def truth(deal):
    return [
        pair for leader, cards, _ in deal.played.tricks for pair in zip(playing_order(leader, 4), cards, strict=True)
    ]


def one_deal(seed=5, **options):
    return scripted_deals(1, seed, **options)[0]


def misread(seen, wrong, sure=0.995):
    """A card of which the eyes are sure that it is another."""
    faces = np.full(36, (1 - sure) / 35)
    faces[wrong] = sure
    return replace(seen, face_logp=np.log(faces))


def test_two_deals_as_they_were_played(table):
    deals = scripted_deals(2)
    for number, deal in enumerate(deals, start=1):
        table.say(action="contract", contract=deal.played.contract)
        table.see(*deal.seen)
        assert table.plays() == truth(deal)
        state = table.state()
        assert state["deal"]["number"] == number and state["deal"]["complete"]
        assert state["match"]["deals_played"] == number
    totals = {side["side"]: side["score"] for side in state["sides"]}
    assert totals == state["match"]["deals"][-1]["total"]
    assert state["sides"][0]["name"] == "Anna & Chiara"
    assert table.again() == state


def test_a_card_corrected_in_the_first_trick_changes_what_follows(table):
    deal = one_deal()
    table.say(action="contract", contract=deal.played.contract)
    seen = list(deal.seen)
    cards = [o for o in seen if isinstance(o, SeenCard)]
    later = truth(deal)[30][1]
    seen[0] = misread(cards[0], later)  # it cannot be both; at first nobody knows better
    table.see(*seen[:7])
    assert table.plays()[0][1] == later
    before = table.state()
    table.say(action="card", play=table.id_of(0, 0), card=code(truth(deal)[0][1]))
    state = table.state()
    assert table.plays() == truth(deal)[: len(table.plays())]
    first = state["deal"]["tricks"][0]["plays"][0]
    assert first["certain"] and not first["unsure"] and first["card"] == code(truth(deal)[0][1])
    assert table.again() == state
    table.say(action="undo")
    undone = table.state()
    assert undone["deal"]["tricks"] == before["deal"]["tricks"]
    assert undone["redo"]["what"] == "card"
    table.say(action="redo")
    assert table.state()["deal"]["tricks"] == state["deal"]["tricks"]
    assert table.again()["deal"] == state["deal"]


def test_a_later_reading_does_not_overrule_a_person(table):
    deal = one_deal()
    card = deal.seen[0]
    table.see(card)
    wrong = truth(deal)[9][1]
    table.say(action="card", play=table.id_of(0, 0), card=code(wrong))
    from jassvision.vision.observations import Reread

    table.see(Reread(card.track, card.time + 0.2, card.face_logp))
    assert table.plays()[0][1] == wrong
    assert table.state()["mode"] in ("manual", "live", "unsure")


def test_a_card_that_nobody_saw_is_put_in(table):
    deal = one_deal()
    table.say(action="contract", contract=deal.played.contract)
    cards = [o for o in deal.seen if isinstance(o, SeenCard)]
    table.see(*[o for o in deal.seen[:12] if o is not cards[1]])
    assert table.plays() != truth(deal)[: len(table.plays())]
    first = table.id_of(0, 0)
    seat, card = truth(deal)[1]
    missing = [p for p in table.state()["deal"]["tricks"][0]["plays"] if p["card"] == "??"]
    assert missing and missing[0]["source"] == "inferred"
    table.say(action="card", play=missing[0]["id"], card=code(card))
    assert table.plays()[1] == (seat, card)
    assert table.plays() == truth(deal)[: len(table.plays())]
    table.say(action="undo")
    table.say(action="insert", card=code(card), after=first)
    assert table.plays()[1] == (seat, card)
    assert table.state()["deal"]["tricks"][0]["plays"][1]["source"] == "operator"
    assert table.again() == table.state()


def test_what_was_no_play_is_deleted(table):
    deal = one_deal()
    table.say(action="contract", contract=deal.played.contract)
    cards = [o for o in deal.seen if isinstance(o, SeenCard)]
    ghost_card = truth(deal)[33][1]
    ghost = replace(misread(cards[1], ghost_card), track=900, time=cards[0].time + 0.3)
    table.see(cards[0], ghost)
    assert len(table.plays()) == 2
    table.say(action="delete", play="t900")
    assert table.plays() == truth(deal)[:1]
    table.see(*deal.seen[1:10])
    assert table.plays() == truth(deal)[: len(table.plays())]
    assert table.again() == table.state()


def test_a_whole_deal_entered_by_hand(table):
    """Without a camera: contract, cards in turn, the end of each trick."""
    deal = one_deal()
    table.say(action="dealer", seat=seat_name(deal.played.dealer, 4))
    table.say(action="contract", contract=deal.played.contract)
    for leader, cards, _ in deal.played.tricks:
        for seat, card in zip(playing_order(leader, 4), cards, strict=True):
            table.time += 1.0
            table.say(action="insert", card=code(card))
            assert table.plays()[-1] == (seat, card)
        table.time += 1.0
        table.say(action="end_trick")
    state = table.state()
    assert state["deal"]["complete"] and not state["deal"]["illegal"]
    assert sum(state["deal"]["card_points"].values()) == 157
    assert table.again() == state


def test_a_trick_ended_by_a_person_is_not_ended_again_by_the_eyes(table):
    deal = one_deal()
    table.say(action="contract", contract=deal.played.contract)
    cards = deal.seen[:4]
    table.see(*cards)
    table.say(action="end_trick")
    assert table.state()["deal"]["trick"] == 2
    assert isinstance(deal.seen[4], Swept)
    table.see(deal.seen[4])
    assert table.state()["deal"]["trick"] == 2
    table.see(*deal.seen[5:9])
    assert table.plays() == truth(deal)[:8]


def test_redeal_keeps_the_dealer_and_scores_nothing(table):
    deals = scripted_deals(2, seed=8)
    table.say(action="dealer", seat="north")
    table.see(*deals[0].seen[:7])
    table.say(action="redeal", reason="a card fell face up")
    state = table.state()
    assert state["deal"]["void"] and state["match"]["deals_played"] == 0
    assert all(side["score"] == 0 for side in state["sides"])
    assert state["next_deal"] == 2
    again = scripted_deals(1, seed=21)[0]
    table.say(action="contract", contract=again.played.contract)
    rest = deals[0].seen[7:10]
    table.see(*[o for o in rest if isinstance(o, Swept)])  # what lay there is taken away
    shifted = [_later(o, 200.0, 2000) for o in again.seen[:10]]
    table.see(*shifted)
    state = table.state()
    assert state["deal"]["number"] == 2 and state["deal"]["contract_given"]
    assert table.plays() == truth(again)[: len(table.plays())]
    assert [d["void"] for d in state["match"]["deals"]] == [True, False]
    assert table.fold.match.segments[-1].given_dealer == 0
    assert table.again() == state
    table.say(action="undo", undo=next(w.id for w in table.fold.match.words if w.kind == "redeal"))
    assert table.again() == table.state()


def _later(seen, seconds, tracks):
    if isinstance(seen, SeenCard):
        return replace(seen, time=seen.time + seconds, track=seen.track + tracks)
    moved = tuple(track + tracks for track in seen.tracks)
    return replace(seen, time_first=seen.time_first + seconds, time_last=seen.time_last + seconds, tracks=moved)


def test_while_held_nothing_counts(table):
    deal = one_deal()
    table.see(*deal.seen[:2])
    table.say(action="hold")
    assert table.state()["mode"] == "manual" and table.state()["held"]
    table.see(deal.seen[2])
    assert len(table.plays()) == 2
    table.say(action="resume")
    table.see(deal.seen[3])
    assert {card for _, card in table.plays()} >= {truth(deal)[i][1] for i in (0, 1, 3)}
    with pytest.raises(CommandError, match="not held"):
        table.say(action="resume")
    assert table.again() == table.state()


def test_opened_anew_in_mid_trick_the_same_cards_count_once(tmp_path):
    deal = one_deal()
    table = Table(tmp_path)
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen[:8])  # one trick, and three cards of the next
    before = table.state()
    table.record.close()
    table = Table(tmp_path)
    state = table.state()
    assert [t["plays"] for t in state["deal"]["tricks"]] == [t["plays"] for t in before["deal"]["tricks"]]
    lying = deal.seen[5:8]
    anew = [replace(o, track=i + 500, time=table.time + 1 + i / 100) for i, o in enumerate(lying)]
    table.see(*anew)
    assert table.plays() == truth(deal)[:7]
    rest = [replace(o, time=o.time + 30) if isinstance(o, SeenCard) else o for o in deal.seen[8:9]]
    table.see(*rest)
    assert table.plays() == truth(deal)[:8]
    swept = deal.seen[9]
    assert isinstance(swept, Swept)
    tracks = (500, 501, 502, rest[0].track)
    table.see(replace(swept, time_first=table.time + 1, time_last=table.time + 2, tracks=tracks))
    state = table.state()
    assert state["deal"]["trick"] == 3
    assert state["deal"]["tricks"][1]["winner"] == seat_name(deal.played.tricks[1][2], 4)
    assert table.again() == state
    table.record.close()


def test_cards_without_a_place_in_the_game_are_lost_and_found(table):
    deal = one_deal()
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen[:5])
    twice = [replace(o, track=o.track + 700, time=table.time + 1 + i / 10) for i, o in enumerate(deal.seen[:2])]
    table.see(*twice)  # cards that were played already lie there again
    table.time += 5
    state = table.state()
    reason = next(r for r in state["reasons"] if r["kind"] == "disagree")
    assert {s["card"] for s in reason["strays"]} <= {code(card) for _, card in truth(deal)[:2]}
    assert reason["expected"]["trick"] == 2
    assert "expects" in reason["sentence"]
    table.say(action="ignore_table")
    assert not [r for r in table.state()["reasons"] if r["kind"] == "disagree"]
    assert table.again() == table.state()


def test_weis_are_proposed_accepted_and_rejected(table):
    for seed in range(60):
        deal = one_deal(seed)
        probe = Fold()
        del probe
        if deal.played.contract in "DHSC" and _weis_of(deal):
            break
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen)
    weis = table.state()["proposals"]["weis"]
    assert weis and all(w["status"] == "counted" for w in weis)
    with_weis = table.state()["deal"]["score"]
    table.say(action="weis_mode", mode="announced")
    table_state = table.state()
    assert all(w["status"] == "proposed" for w in table_state["proposals"]["weis"])
    assert table_state["deal"]["score"] != with_weis
    table.say(action="weis_accept", id=weis[0]["id"])
    state = table.state()
    assert [e["points"] for e in state["deal"]["entries"] if e["kind"] == "weis"] == [weis[0]["points"]]
    assert next(w for w in state["proposals"]["weis"] if w["id"] == weis[0]["id"])["status"] == "accepted"
    table.say(action="weis_reject", id=weis[0]["id"])
    assert not [e for e in table.state()["deal"]["entries"] if e["kind"] == "weis"]
    table.say(action="weis", seat=weis[0]["seat"], cards=weis[0]["cards"])
    assert [e["kind"] for e in table.state()["deal"]["entries"] if e["kind"] == "weis"] == ["weis"]
    with pytest.raises(CommandError, match="no Weis"):
        table.say(action="weis", seat="north", cards=["S6", "D7"])
    assert table.again() == table.state()


def _weis_of(deal):
    from jassvision.rules.cards import BIT
    from jassvision.rules.preset import load_rules
    from jassvision.rules.weis import best_weis

    hands = [0, 0, 0, 0]
    for seat, card in truth(deal):
        hands[seat] |= BIT[card]
    rules = load_rules("swisslos_2500")
    return [w for hand in hands for w in best_weis(hand, rules, deal.played.contract)]


def test_an_illegal_play_is_proved(table):
    deal = one_deal(illegal=1)
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen)
    found = [v for v in table.state()["deal"]["illegal"] if v["certainty"] == "certain"]
    assert {v["card"] for v in found} >= {code(card) for card in deal.played.illegal}
    assert all(v["proof"] and v["rule"] and v["legal"] for v in found)
    plays = {p["id"]: p for t in table.state()["deal"]["tricks"] for p in t["plays"]}
    assert all(plays[v["play"]]["card"] == v["card"] for v in found)


def test_another_match_begins_at_nothing(table):
    deals = scripted_deals(2)
    table.see(*deals[0].seen)
    before = table.state()
    table.say(action="new_match", names={"north": "Eva"})
    state = table.state()
    assert state["deal"] is None and state["sides"][0]["score"] == 0 and state["seats"][0]["name"] == "Eva"
    table.see(*deals[1].seen)
    assert table.state()["match"]["deals_played"] == 1
    assert table.again() == table.state()
    table.say(action="undo")
    state = table.state()
    assert state["match"]["deals_played"] == 2 and state["seats"][0]["name"] == "Anna"
    assert state["match"]["deals"][0]["score"] == before["deal"]["score"]


def test_the_contract_said_late_counts_everything_anew(table):
    deal = one_deal()
    table.see(*deal.seen)
    unsaid = table.state()
    table.say(action="contract", deal=1, contract=deal.played.contract, pushed=True)
    state = table.state()
    assert state["deal"]["contract_given"] and state["deal"]["pushed"] and not unsaid["deal"]["contract_given"]
    assert sum(state["deal"]["card_points"].values()) == 157
    other = next(c for c in state["rules"]["contracts"] if c != deal.played.contract)
    table.say(action="contract", deal=1, contract=other)
    changed = table.state()
    assert changed["deal"]["contract"] == other and changed["deal"]["score"] != state["deal"]["score"]
    doubt = next(r for r in changed["reasons"] if r["kind"] == "contract_doubt")
    assert doubt["likely"] == deal.played.contract  # said, and nothing more: a person's word stands
    table.say(action="undo")
    assert table.state()["deal"]["score"] == state["deal"]["score"]
    assert table.again() == table.state()


def test_a_correction_in_an_earlier_deal_leaves_the_later_one_alone(table):
    deals = scripted_deals(3)
    for deal in deals:
        table.see(*deal.seen)
    kept = table.fold.match.segments[1:]
    table.say(action="contract", contract="O", deal=1)
    assert table.fold.match.segments[1:] == kept
    assert table.state()["match"]["deals"][0]["contract"] == "O"
    assert table.again() == table.state()


def test_a_stale_page_is_refused(table):
    seen = table.state()["event"]
    table.say(action="names", names={"north": "Eva"})
    with pytest.raises(CommandError, match="just said something") as caught:
        table.say(action="names", names={"north": "Ida"}, event=seen)
    assert caught.value.code == "stale"


WORDS = st.one_of(
    st.fixed_dictionaries({"action": st.just("contract"), "contract": st.sampled_from(["D", "S", "O", None])}),
    st.fixed_dictionaries(
        {
            "action": st.just("card"),
            "play": st.sampled_from(["t0", "t1", "t5", "m1.1.2", "i9"]),
            "card": st.sampled_from(["S6", "HA", "D10", "CJ"]),
        }
    ),
    st.fixed_dictionaries({"action": st.just("delete"), "play": st.sampled_from(["t0", "t2", "t6"])}),
    st.fixed_dictionaries(
        {
            "action": st.just("insert"),
            "card": st.sampled_from(["S7", "H9", None]),
            "seat": st.sampled_from(["north", "west"]),
        }
    ),
    st.fixed_dictionaries(
        {
            "action": st.just("insert"),
            "card": st.sampled_from(["S7", "H9"]),
            "after": st.sampled_from(["t0", "t1", "t5"]),
            "force": st.booleans(),
        }
    ),
    st.fixed_dictionaries(
        {
            "action": st.sampled_from(
                [
                    "undo",
                    "redo",
                    "hold",
                    "resume",
                    "end_trick",
                    "redeal",
                    "end_deal",
                    "accept_table",
                    "ignore_table",
                    "new_match",
                ]
            )
        }
    ),
    st.integers(0, 3),  # so many things are seen
)


@settings(max_examples=8, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
@given(words=st.lists(WORDS, min_size=3, max_size=9))
def test_whatever_is_said_the_record_gives_the_same_game(tmp_path_factory, words):
    table = Table(tmp_path_factory.mktemp("fold"))
    seen = list(one_deal().seen)
    try:
        for word in words:
            if isinstance(word, int):
                table.see(*[seen.pop(0) for _ in range(min(word + 1, len(seen)))])
                continue
            try:
                table.say(**word)
            except CommandError:
                continue
        state = table.state()
        assert json.loads(json.dumps(state)) == table.again()
        cards = [p["card"] for d in [state["deal"]] if d for t in d["tricks"] for p in t["plays"] if not p["unsure"]]
        assert len(cards) == len(set(cards))
    finally:
        table.record.close()
