"""The decoder: what it makes of clear and of troubled sightings of known deals."""

import random
from dataclasses import replace

import numpy as np
import pytest
from jassvision.rules.cards import BIT, cards_in, parse_code, suit_of
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import next_seat, playing_order
from jassvision.tools.bench_decoder import Noise, judged, look_alikes, observations, random_play
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import (
    Disturbed,
    Ended,
    Reread,
    SeenCard,
    ShownHand,
    Swept,
    Withdrawn,
)

RULES = Rules()
CLEAR = Noise(0, 0, 0, sweep_flat=0)


def a_deal(seed=4, noise=CLEAR, **options):
    """A deal and what is seen of it."""
    played = random_play(RULES, random.Random(seed), **options)
    return played, list(observations(played, RULES, noise, np.random.default_rng(seed)))


def decoded(seen, **options):
    return Decoder(RULES, **options).take_all([*seen, Ended(1e4)])


def plays_of(played):
    return [pair for leader, cards, _ in played.tricks for pair in zip(playing_order(leader, 4), cards, strict=True)]


def said(deal):
    return [(play.seat, play.card) for play in deal.plays]


def cards_seen(seen):
    return [o for o in seen if isinstance(o, SeenCard)]


def read_as(card, sure=0.99):
    weights = np.full(36, (1 - sure) / 35)
    weights[card] = sure
    return np.log(weights)


def nothing_read():
    return np.full(36, -np.log(36))


@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_a_clear_deal_is_exact(seed, given):
    played, seen = a_deal(seed, dealer=seed % 4)
    answer = decoded(seen, contracts=[played.contract] if given else [])
    assert len(answer.deals) == 1 and answer.ended
    deal = answer.deals[0]
    found = judged(deal, played, RULES)
    assert found["exact"] and not found["unsure"]
    assert deal.forehand == next_seat(played.dealer, 4)
    assert deal.complete and not deal.contract_unsure and not deal.notes


def test_the_answer_is_right_after_every_event():
    played, seen = a_deal()
    decoder = Decoder(RULES)
    count = 0
    for event in seen:
        decoder.take(event)
        count += isinstance(event, SeenCard)
        deal = decoder.answer.deals[0]
        assert said(deal) == plays_of(played)[:count]
    assert decoder.answer.deals[0].contracts[played.contract] > 0.9


def test_a_card_read_wrong_is_put_right_when_the_card_itself_comes():
    played, seen = a_deal()
    cards = cards_seen(seen)
    wrong = plays_of(played)[20][1]  # the first card seems to be one that is played later
    at = seen.index(cards[0])
    truth = plays_of(played)[0][1]
    weights = np.full(36, 1e-4)
    weights[wrong], weights[truth] = 0.8, 0.19
    seen[at] = replace(cards[0], face_logp=np.log(weights))
    decoder = Decoder(RULES, contracts=[played.contract])
    for event in seen[: at + 1]:
        decoder.take(event)
    first = decoder.answer.deals[0].plays[0]
    assert first.unsure and {card for card, _ in first.likely} == {wrong, truth}
    for event in seen[at + 1 :]:
        decoder.take(event)
    assert said(decoder.answer.deals[0]) == plays_of(played)
    assert not decoder.answer.deals[0].plays[0].unsure


def test_a_card_nobody_could_read_follows_from_the_others():
    played, seen = a_deal()
    cards = cards_seen(seen)
    seen[seen.index(cards[9])] = replace(cards[9], face_logp=nothing_read())
    deal = decoded(seen, contracts=[played.contract]).deals[0]
    assert said(deal) == plays_of(played) and not any(play.unsure for play in deal.plays)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_two_cards_nobody_saw_are_never_guessed_silently(seed):
    played, seen = a_deal(seed)
    cards = cards_seen(seen)
    for index in (6, 21):
        seen.remove(cards[index])
    deal = decoded(seen, contracts=[played.contract]).deals[0]
    assert not judged(deal, played, RULES)["silent"]
    assert [play.track for play in deal.plays].count(None) == 2
    assert "not seen" in " ".join(deal.notes)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_illegal_play_is_not_explained_away(seed):
    played, seen = a_deal(seed, illegal=1)
    assert len(played.illegal) == 1
    for given in ([played.contract], []):
        deal = decoded(seen, contracts=given).deals[0]
        assert judged(deal, played, RULES)["exact"]


def test_a_card_whose_track_breaks_off_is_one_play():
    played, seen = a_deal()
    cards = cards_seen(seen)
    again = replace(cards[5], track=900, time=cards[5].time + 0.4)
    seen.insert(seen.index(cards[5]) + 1, again)
    assert judged(decoded(seen).deals[0], played, RULES)["exact"]


def test_a_card_taken_back_is_no_play():
    played, seen = a_deal()
    cards = cards_seen(seen)
    later = next(card for seat, card in plays_of(played)[4:] if seat == plays_of(played)[2][0])
    first = replace(cards[2], track=900, time=cards[2].time - 0.45, face_logp=read_as(later))
    seen.insert(seen.index(cards[2]), first)
    seen.insert(seen.index(cards[2]), Withdrawn(900, cards[2].time - 0.1))
    assert judged(decoded(seen).deals[0], played, RULES)["exact"]


def test_a_better_reading_takes_the_place_of_the_first():
    played, seen = a_deal()
    cards = cards_seen(seen)
    truth = plays_of(played)[3][1]
    at = seen.index(cards[3])
    seen[at] = replace(cards[3], face_logp=read_as(look_alikes(truth)[0], 0.6))
    seen.insert(at + 6, Reread(cards[3].track, cards[3].time + 9, read_as(truth)))
    assert judged(decoded(seen).deals[0], played, RULES)["exact"]


def test_cards_are_taken_in_the_order_of_their_times():
    played, seen = a_deal()
    late = seen.pop(7)
    seen.insert(10, late)
    assert judged(decoded(seen).deals[0], played, RULES)["exact"]


def test_an_unseen_sweep_and_one_that_was_none():
    played, seen = a_deal()
    sweeps = [o for o in seen if isinstance(o, Swept)]
    seen.remove(sweeps[3])
    cards = cards_seen(seen)
    seen.insert(seen.index(cards[1]) + 1, Swept(cards[1].time + 0.1, cards[1].time + 0.2, (0.0,) * 4, ()))
    assert judged(decoded(seen, contracts=[played.contract]).deals[0], played, RULES)["exact"]


def test_a_sweep_that_begins_before_the_last_card_is_at_rest_takes_it():
    played, seen = a_deal()
    for at, event in enumerate(seen):
        if isinstance(event, Swept):
            seen[at] = replace(event, time_first=seen[at - 1].time - 0.3)
    assert judged(decoded(seen).deals[0], played, RULES)["exact"]


def test_the_film_may_end_before_the_last_sweep():
    played, seen = a_deal()
    assert isinstance(seen.pop(), Swept)
    deal = decoded(seen).deals[0]
    assert deal.complete and judged(deal, played, RULES)["exact"]


def test_the_deal_goes_round_in_a_match():
    rng = np.random.default_rng(2)
    blind = Noise(0, 0, 0, seats_flat=True, sweep_flat=1)
    first = random_play(RULES, random.Random(1), dealer=1, contract="S")
    second = random_play(RULES, random.Random(2), dealer=next_seat(1, 4), contract="O")
    seen = [
        *observations(first, RULES, CLEAR, rng),
        *observations(second, RULES, blind, rng, start=200, track=100),
    ]
    answer = decoded(seen, contracts=["S", "O"])
    assert [deal.forehand for deal in answer.deals] == [0, 3]
    for deal, played in zip(answer.deals, (first, second), strict=True):
        assert judged(deal, played, RULES)["exact"]


def test_a_new_deal_may_begin_before_the_last_is_complete():
    rng = np.random.default_rng(2)
    first = random_play(RULES, random.Random(1), dealer=1)
    short = replace(first, tricks=first.tricks[:5])
    second = random_play(RULES, random.Random(2), dealer=0)
    seen = [*observations(short, RULES, CLEAR, rng), *observations(second, RULES, CLEAR, rng, start=99, track=100)]
    answer = decoded(seen)
    assert [len(deal.plays) for deal in answer.deals] == [20, 36]
    assert not answer.deals[0].complete and judged(answer.deals[1], second, RULES)["exact"]


def test_three_cards_read_as_earlier_ones_are_no_new_deal_when_there_was_no_time_to_deal():
    played, seen = a_deal()
    cards, plays = cards_seen(seen), plays_of(played)
    assert cards[24].time - cards[23].time < 5
    for number, like in ((24, 4), (25, 9), (26, 14)):
        at = seen.index(cards[number])
        weights = np.exp(read_as(plays[like][1], 0.9))
        weights[plays[number][1]] += 0.08
        seen[at] = replace(cards[number], face_logp=np.log(weights))
    answer = decoded(seen, contracts=[played.contract])
    assert len(answer.deals) == 1 and not judged(answer.deals[0], played, RULES)["silent"]


def test_the_rest_laid_at_once_ends_the_deal():
    played, seen = a_deal()
    cut = next(
        i for i, o in enumerate(seen) if isinstance(o, Swept) and sum(isinstance(p, Swept) for p in seen[:i]) == 5
    )
    winner = played.tricks[5][2]
    seats = tuple(0.0 if seat == winner else -4.0 for seat in range(4))
    seen = [*seen[: cut + 1], ShownHand(seats, seen[cut].time_last + 1, (), "rest")]
    deal = decoded(seen, contracts=[played.contract]).deals[0]
    assert deal.rest == winner and deal.complete and len(deal.tricks) == 6


def test_a_shown_weis_tells_whose_a_card_is():
    played, seen = a_deal()
    holder = plays_of(played)[0][0]
    own = [card for seat, card in plays_of(played) if seat == holder]
    seats = tuple(0.0 if seat == holder else -6.0 for seat in range(4))
    fan = ShownHand(seats, 0.05, tuple(read_as(card) for card in own[2:5]), "weis")
    target = own[3]
    index = plays_of(played).index((holder, target))
    alike = next(card for card in look_alikes(target) if (holder, card) not in plays_of(played))
    weights = np.full(36, 1e-5)
    weights[target], weights[alike] = 0.4, 0.6
    cards = cards_seen(seen)
    at = seen.index(cards[index])
    seen[at] = replace(cards[index], face_logp=np.log(weights))
    decoder = Decoder(RULES, contracts=[played.contract])
    for event in [fan, *seen[: at + 1]]:
        decoder.take(event)
    deal = decoder.answer.deals[0]
    assert deal.plays[index].card == target
    assert deal.shown == {holder: sum(BIT[card] for card in own[2:5])}


def test_plays_missed_in_the_dark_are_left_out_and_said():
    played, seen = a_deal()
    sweeps = [i for i, o in enumerate(seen) if isinstance(o, Swept)]
    first, last = sweeps[2] + 1, sweeps[3] + 1
    dark = [
        Disturbed("dark", seen[first].time - 0.2, "the light went out"),
        Disturbed("recovered", seen[last - 1].time_last),
    ]
    seen = [*seen[:first], *dark, *seen[last:]]
    answer = decoded(seen, contracts=[played.contract])
    found = judged(answer.deals[0], played, RULES)
    assert len(answer.deals) == 1 and not found["silent"]
    assert any("light" in note for note in answer.notes)


def test_a_few_cards_laid_down_after_the_game_are_no_deal():
    _, seen = a_deal()
    rng = np.random.default_rng(5)
    other = random_play(RULES, random.Random(9))
    after = [o for o in observations(other, RULES, CLEAR, rng, start=500, track=300) if isinstance(o, SeenCard)][:3]
    answer = decoded([*seen, *after])
    assert len(answer.deals) == 1 and "left out" in answer.notes[0]


def test_a_contract_said_wrong_is_doubted_and_can_be_said_anew():
    played, seen = a_deal(contract="U")
    decoder = Decoder(RULES, contracts=["O"])
    decoder.take_all(seen)
    deal = decoder.answer.deals[0]
    assert deal.contract == "U" and any("given" in note for note in deal.notes)
    decoder.set_contract(0, "U")
    deal = decoder.answer.deals[0]
    assert deal.given == "U" and not deal.notes and judged(deal, played, RULES)["exact"]


def test_a_contract_that_is_not_played_is_refused():
    with pytest.raises(InvalidActionError, match="contract 2: 'slalom-up'"):
        Decoder(RULES, contracts=["H", "slalom-up"])
    with pytest.raises(InvalidActionError, match="choose one of"):
        Decoder(RULES).set_contract(0, "X")


def test_what_belongs_to_no_card_is_left_out():
    decoder = Decoder(RULES)
    answer = decoder.take_all([Reread(5, 1.0, nothing_read()), Withdrawn(7, 1.0), Swept(1.0, 2.0, (0.0,) * 4, (3,))])
    assert answer.deals == ()


def test_two_players_play_tricks_of_two():
    rules = load_rules("luzern")
    rng = random.Random(3)
    pack = list(cards_in(rules.card_pack))
    rng.shuffle(pack)
    decoder = Decoder(rules, contracts=["O"], dealer=0)
    leader, seen, want = 1, [], []
    for trick in range(18):
        pair = pack[2 * trick : 2 * trick + 2]
        for place, card in enumerate(pair):
            seat = (leader + place) % 2
            seats = tuple(0.0 if s == seat else -3.0 for s in range(2))
            time = trick * 5.0 + place
            seen.append(SeenCard(2 * trick + place, time, seats, read_as(card), np.zeros((4, 2)), (0, 0), 3))
            want.append((seat, card))
        won = decoder.laws.winner(0, trick, pair)
        leader = (leader + won) % 2
        seats = tuple(0.0 if s == leader else -3.0 for s in range(2))
        seen.append(Swept(trick * 5.0 + 3, trick * 5.0 + 4, seats, ()))
    deal = decoder.take_all(seen).deals[0]
    assert said(deal) == want and deal.complete


def test_the_film_keys_are_read_back(shared):
    import json

    for path in sorted((shared / "data" / "films").glob("*.json")):
        script = json.loads(path.read_text())["script"]
        names = ("north", "east", "south", "west")
        seen, time, track = [], 0.0, 0
        for trick in script["tricks"]:
            for seat, card in zip(trick["seats"], trick["cards"], strict=True):
                seats = tuple(0.0 if name == seat else -3.0 for name in names)
                time += 1
                seen.append(SeenCard(track, time, seats, read_as(parse_code(card)), np.zeros((4, 2)), (0, 0), 3))
                track += 1
            time += 1
            seen.append(Swept(time, time + 0.5, tuple(0.0 if n == trick["winner"] else -3.0 for n in names), ()))
        deal = decoded(seen).deals[0]
        assert deal.contract == script["contract"] and not deal.contract_unsure
        assert [names[t.winner] for t in deal.tricks] == [t["winner"] for t in script["tricks"]]


def one_hot(count, chosen):
    return tuple(0.0 if i == chosen else -99.0 for i in range(count))


def test_what_a_person_says_of_a_card_stands():
    played, seen = a_deal()
    cards = cards_seen(seen)
    truth = plays_of(played)[20]
    wrong = look_alikes(truth[1])[0]
    at = seen.index(cards[20])
    seen[at] = replace(cards[20], face_logp=read_as(wrong, 0.9999))
    said_so = replace(seen[at], face_logp=np.array(one_hot(36, truth[1])), seat_logp=one_hot(4, truth[0]), certain=True)
    doubted = Reread(said_so.track, said_so.time + 1, read_as(wrong, 0.9999))
    deal = decoded([*seen[:at], said_so, doubted, *seen[at + 1 :]], contracts=[played.contract]).deals[0]
    assert judged(deal, played, RULES)["exact"] and not deal.plays[20].unsure
    reread = Reread(said_so.track, said_so.time + 1, said_so.face_logp, certain=True)
    decoder = Decoder(RULES, contracts=[played.contract])
    for event in [*seen[: at + 1], reread, doubted]:
        decoder.take(event)
    assert decoder.answer.deals[0].plays[-1].card == truth[1] and not decoder.answer.deals[0].plays[-1].unsure


def test_a_person_adds_a_play_that_nobody_saw():
    played, seen = a_deal()
    cards = cards_seen(seen)
    seat, card = plays_of(played)[14]
    told = replace(
        cards[14],
        track=-1,
        face_logp=np.array(one_hot(36, card)),
        seat_logp=one_hot(4, seat),
        corners=np.full((4, 2), np.nan),
        place=(np.nan, np.nan),
        reads=0,
        certain=True,
    )
    seen.remove(cards[14])
    decoder = Decoder(RULES, contracts=[played.contract])
    decoder.take_all(seen)
    assert decoder.answer.deals[0].plays[14].track is None
    decoder.take(told)
    deal = decoder.answer.deals[0]
    assert judged(deal, played, RULES)["exact"] and deal.plays[14].track == -1


def test_a_person_strikes_out_what_is_no_play_and_the_eyes_do_not_bring_it_back():
    played, seen = a_deal()
    cards = cards_seen(seen)
    later = plays_of(played)[30][1]
    ghost = replace(cards[2], track=900, time=cards[2].time + 0.2, face_logp=read_as(later))
    at = seen.index(cards[2]) + 1
    events = [
        *seen[:at],
        ghost,
        Withdrawn(900, ghost.time, certain=True),
        *seen[at:],
        Reread(900, 80.0, read_as(later)),
    ]
    deal = decoded(events, contracts=[played.contract]).deals[0]
    assert judged(deal, played, RULES)["exact"] and not any(play.unsure for play in deal.plays)


def test_a_person_ends_a_trick_and_says_who_won_it():
    played, seen = a_deal(noise=Noise(0, 0, 0, sweep_missed=1.0, seats_flat=True))
    cards = cards_seen(seen)
    upto = seen[: seen.index(cards[3]) + 1]
    decoder = Decoder(RULES, contracts=[played.contract], dealer=played.dealer)
    decoder.take_all(upto)
    assert decoder.answer.deals[0].tricks[0].winner is None
    winner = played.tricks[0][2]
    decoder.take(Swept(cards[3].time + 0.5, cards[3].time + 0.5, one_hot(4, winner), (), certain=True))
    trick = decoder.answer.deals[0].tricks[0]
    assert trick.winner == winner and not trick.unsure


def test_a_film_that_begins_in_mid_deal_is_numbered_unsurely():
    played, seen = a_deal(3, noise=Noise(sweep_flat=0.2))
    seen = seen[seen.index(cards_seen(seen)[6]) :]
    found = judged(decoded(seen, contracts=[played.contract]).deals[0], played, RULES)
    assert not found["silent"] and not found["silent_winner"]


def test_a_fan_in_mid_play_is_no_claim_when_play_goes_on():
    played, seen = a_deal()
    cards = cards_seen(seen)
    fan = ShownHand((0.0, -3.0, -3.0, -3.0), cards[9].time + 0.1, (), "rest")
    at = seen.index(cards[9]) + 1
    decoder = Decoder(RULES, contracts=[played.contract])
    decoder.take_all([*seen[:at], fan])
    assert decoder.answer.deals[0].rest is not None
    deal = decoder.take_all([*seen[at:], Ended(1e4)]).deals[0]
    assert deal.rest is None and judged(deal, played, RULES)["exact"]


def test_cards_laid_down_with_a_claim_are_no_plays():
    played, seen = a_deal()
    cards = cards_seen(seen)
    claim = ShownHand((0.0, -3.0, -3.0, -3.0), cards[28].time - 0.1, (), "rest")
    late = [replace(card, time=claim.time + 0.3 * k) for k, card in enumerate(cards[28:32])]
    deal = decoded([*seen[: seen.index(cards[28])], late[0], claim, *late[1:]], contracts=[played.contract]).deals[0]
    assert deal.rest is not None and deal.complete and len(deal.plays) == 28


def test_a_contract_said_for_certain_stands_though_the_play_fits_another():
    _, seen = a_deal(contract="U")
    deal = Decoder(RULES, contracts=["O"], certain_contracts=True).take_all(seen).deals[0]
    assert deal.contract == "O" and any("fits U" in note for note in deal.notes)


def test_a_card_that_was_never_seen_and_its_neighbour_read_for_sure_may_be_mixed_up():
    played, seen = a_deal()
    cards, plays = cards_seen(seen), plays_of(played)
    pairs = [
        (plays.index(a), plays.index(b))
        for a in plays
        for b in plays
        if b[1] == a[1] + 1 and suit_of(a[1]) == suit_of(b[1])
    ]
    doubted = 0
    for missing, read in pairs[:2]:
        # The lower one is laid and read as the upper one, which is laid elsewhere and never seen.
        wrong = replace(cards[missing], face_logp=read_as(plays[read][1], 0.999))
        left = [wrong if o is cards[missing] else o for o in seen if o is not cards[read]]
        for contracts in ([played.contract], []):
            deal = decoded(left, contracts=contracts).deals[0]
            assert not judged(deal, played, RULES)["silent"]
            both = 1 << plays[missing][1] | 1 << plays[read][1]
            doubted += all(deal.plays[i].unsure and deal.plays[i].candidates & both == both for i in (missing, read))
    assert doubted >= 2  # where who won tells which is which, they are sure and right


def test_a_card_that_was_once_read_as_the_one_that_is_missing_is_unsure():
    played, seen = a_deal(5)
    cards, plays = cards_seen(seen), plays_of(played)
    missing, read = 17, 4
    first = replace(cards[read], face_logp=np.logaddexp(read_as(plays[missing][1], 0.6), read_as(plays[read][1], 0.9)))
    later = Reread(first.track, first.time + 2, read_as(plays[read][1], 0.999))
    left = [first if o is cards[read] else o for o in seen if o is not cards[missing]]
    left.insert(left.index(first) + 1, later)
    deal = decoded(left, contracts=[played.contract]).deals[0]
    assert said(deal) == plays and deal.plays[read].unsure and deal.plays[missing].unsure
    assert sum(play.unsure for play in deal.plays) <= 4


def a_claim_as_cards(seen, tricks=6, hands=3):
    """What is seen of a deal whose last tricks are laid down at once, hand after hand, and taken for single cards."""
    sweep = [o for o in seen if isinstance(o, Swept)][tricks - 1]
    kept, rest = seen[: seen.index(sweep) + 1], cards_seen(seen[seen.index(sweep) :])
    out = ((0.0, -0.15), (-0.15, 0.0), (0.0, 0.15), (0.15, 0.0))
    middle = ((0.0, -0.06), (-0.06, 0.0), (0.0, 0.06), (0.06, 0.0))
    kept = [replace(o, place=middle[int(np.argmax(o.seat_logp))]) if isinstance(o, SeenCard) else o for o in kept]
    time = sweep.time_last + 1
    by_seat = sorted(rest, key=lambda card: int(np.argmax(card.seat_logp)))
    claim = []
    for card in by_seat[: hands * (9 - tricks)]:
        seat = int(np.argmax(card.seat_logp))
        x, y = out[seat][0] + 0.02 * (len(claim) % 3), out[seat][1]
        seats = tuple(0.0 if s == seat else -4.0 for s in range(4))
        time += 0.3
        claim.append(replace(card, time=time, place=(x, y), seat_logp=seats))
    taken = Swept(time + 1, time + 2, (0.0,) * 4, tuple(card.track for card in claim))
    return kept, claim, taken


@pytest.mark.parametrize("swept", [True, False])
def test_hands_laid_down_one_after_the_other_before_their_seats_are_a_claim(swept):
    played, seen = a_deal()
    kept, claim, taken = a_claim_as_cards(seen)
    deal = decoded([*kept, *claim, *([taken] if swept else [])], contracts=[played.contract]).deals[0]
    assert deal.complete and deal.rest is not None and said(deal) == plays_of(played)[:24]
    assert not any(play.unsure for play in deal.plays)


def test_tricks_whose_sweep_was_not_seen_and_cards_seen_as_two_are_no_claim():
    played, seen = a_deal(noise=Noise(0, 0, 0, sweep_missed=0.4, twice=0.2))
    deal = decoded(seen, contracts=[played.contract]).deals[0]
    assert deal.rest is None and deal.complete and not judged(deal, played, RULES)["silent"]
