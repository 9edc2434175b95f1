"""Try the decoder on deals that never were: random play, noisy readings, things missed, and count what comes out.

    python -m jassvision.tools.bench_decoder --deals 200

A deal is `exact` when every card, seat, winner and the contract is right, `unsure` counts plays that are marked, and
`silent` those that are wrong and not marked: the number that must be next to nothing.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from jassvision.rules.cards import BIT, RANK_SETS, SUIT_SETS, Card, cards_in, rank_of, suit_of
from jassvision.rules.contracts import parse_contract
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.legality import legal_cards
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, playing_order
from jassvision.vision.decoder import Decoder
from jassvision.vision.decoder_answer import DecodedDeal
from jassvision.vision.observations import Ended, Observation, SeenCard, Swept
from numpy.typing import NDArray


@dataclass(frozen=True)
class Noise:
    """How badly the eyes see.

    Attributes:
        wrong: share of cards whose likeliest reading is another card, mostly one that looks alike.
        flat: share of cards that were not read at all.
        seat_wrong: share of cards that seem to come from another seat.
        seats_flat: nothing is known of seats.
        missed: share of plays never seen.
        tricks_missed: share of tricks of which nothing is seen at all, not even the sweep.
        twice: share of cards that are seen as two.
        spurious: share of plays after which something is clearly read as some card though nobody played it.
        ghosts: share of cards near which something else is taken for a card, and of sweeps in which one is seen.
        sweep_missed: share of sweeps not seen.
        sweep_flat: share of sweeps without a direction.
    """

    wrong: float = 0.02
    flat: float = 0.01
    seat_wrong: float = 0.02
    seats_flat: bool = False
    missed: float = 0.0
    tricks_missed: float = 0.0
    twice: float = 0.0
    spurious: float = 0.0
    ghosts: float = 0.0
    sweep_missed: float = 0.0
    sweep_flat: float = 0.2


@dataclass(frozen=True)
class Played:
    """A deal as it was really played: (leader, cards, winner) of each trick, and the illegal plays."""

    dealer: Seat
    contract: str
    tricks: tuple[tuple[Seat, tuple[Card, ...], Seat], ...]
    illegal: frozenset[Card] = field(default_factory=frozenset)


def random_play(rules: Rules, rng: random.Random, *, dealer: Seat = 0, contract: str = "", illegal: int = 0) -> Played:
    """A deal played at random, with so many illegal plays if there is room for them."""
    hands = list(shuffled_hands(rules, rng))
    code = contract or rng.choice(rules.contracts)
    named = parse_contract(code)
    leader = next_seat(dealer, rules.players, rules.direction)
    mistakes = set(rng.sample(range(1, 7), illegal)) if illegal else set()
    tricks, broken = [], set()
    for number in range(rules.hand_size):
        order = named.order(number, undenufe_points=rules.undenufe_points, family=rules.family)
        seats = playing_order(leader, rules.players, rules.direction)
        table: list[Card] = []
        for seat in seats:
            legal = legal_cards(hands[seat], table, order, rules)
            wrong = hands[seat] & ~legal
            if number in mistakes and wrong:
                mistakes.discard(number)
                legal = wrong
            card = rng.choice(list(cards_in(legal)))
            if legal is wrong:
                broken.add(card)
            hands[seat] &= ~BIT[card]
            table.append(card)
        winner = seats[order.winner(table)]
        tricks.append((leader, tuple(table), winner))
        leader = winner
    return Played(dealer, code, tuple(tricks), frozenset(broken))


def observations(
    played: Played, rules: Rules, noise: Noise, rng: np.random.Generator, *, start: float = 0.0, track: int = 0
) -> Iterator[Observation]:
    """What noisy eyes see of a deal, from a time and a track number on."""
    now = start
    for leader, cards, winner in played.tricks:
        seats = playing_order(leader, rules.players, rules.direction)
        lying = []
        if rng.random() < noise.tricks_missed:
            now += float(rng.uniform(0.5, 3, len(seats)).sum() + rng.uniform(1.2, 2.7))
            continue
        for seat, card in zip(seats, cards, strict=True):
            now += float(rng.uniform(0.5, 3))
            if rng.random() < noise.missed:
                continue
            for _ in range(1 + (rng.random() < noise.twice)):
                yield SeenCard(
                    track,
                    now,
                    _seat_reading(seat, rules.players, noise, rng),
                    reading(card, noise, rng),
                    np.zeros((4, 2)),
                    (0.0, 0.0),
                    5,
                )
                lying.append(track)
                track += 1
                now += 0.2
            if rng.random() < noise.ghosts:
                yield _ghost(track, now, seat, rules, noise, rng)
                track += 1
            if rng.random() < noise.spurious:
                now += 0.3
                some = int(rng.choice(list(cards_in(rules.card_pack))))
                yield replace(_ghost(track, now, seat, rules, noise, rng), face_logp=reading(some, noise, rng), reads=4)
                lying.append(track)
                track += 1
        now += float(rng.uniform(0.5, 2))
        if rng.random() >= noise.sweep_missed:
            flat = rng.random() < noise.sweep_flat
            by = (0.0,) * rules.players if flat else _seat_reading(winner, rules.players, noise, rng)
            yield Swept(now, now + 0.6, by, tuple(lying))
            if rng.random() < noise.ghosts:
                yield _ghost(track, now + 0.4, winner, rules, noise, rng)
                track += 1
        now += 0.7


def _ghost(track: int, time: float, seat: Seat, rules: Rules, noise: Noise, rng: np.random.Generator) -> SeenCard:
    """Something that is no play: hardly readable, near a hand."""
    faces = np.log(rng.dirichlet(np.full(36, 0.3)) * 0.9 + 0.1 / 36)
    return SeenCard(track, time, _seat_reading(seat, rules.players, noise, rng), faces, np.zeros((4, 2)), (0.0, 0.0), 1)


def reading(card: Card, noise: Noise, rng: np.random.Generator) -> NDArray[np.float64]:
    """Log probabilities (36,) as a reader would give them for a card."""
    alike = look_alikes(card)
    chance = rng.random()
    weights = np.full(36, 1e-7)
    if chance < noise.flat:
        weights = rng.dirichlet(np.full(36, 2.0))
    else:
        rest = float(10 ** -rng.uniform(1, 4))
        first, others = card, alike
        if chance < noise.flat + noise.wrong:
            # Mostly the right card is second; now and then it is out of sight.
            first = int(rng.choice(alike))
            rest = float(rng.uniform(0.03, 0.45))
            others = [card] if rng.random() < 0.8 else [c for c in look_alikes(first) if c != card]
        weights[first] += 1 - rest
        for other, share in zip(others, rng.dirichlet(np.full(len(others), 0.7)), strict=True):
            weights[other] += rest * share
    found: NDArray[np.float64] = np.log(weights / weights.sum() + 1e-12)
    return found


def look_alikes(card: Card) -> list[Card]:
    """Cards that a reader takes for this one: the neighbours in its suit and the same rank in other suits."""
    near = [c for c in cards_in(SUIT_SETS[suit_of(card)]) if 0 < abs(rank_of(c) - rank_of(card)) <= 1]
    return near + [c for c in cards_in(RANK_SETS[rank_of(card)]) if c != card]


def _seat_reading(seat: Seat, players: int, noise: Noise, rng: np.random.Generator) -> tuple[float, ...]:
    if noise.seats_flat:
        return (0.0,) * players
    if rng.random() < noise.seat_wrong:
        seat = int(rng.integers(players))
    top = float(rng.uniform(0.6, 0.99))
    weights = rng.dirichlet(np.full(players - 1, 1.0)) * (1 - top)
    return tuple(float(w) for w in np.log(np.insert(weights, seat, top) + 1e-9))


def judged(deal: DecodedDeal | None, played: Played, rules: Rules) -> Counter[str]:
    """Counts of what is right, unsure and silently wrong in one decoded deal."""
    found: Counter[str] = Counter(deals=1)
    want = [
        (seat, card)
        for leader, cards, _ in played.tricks
        for seat, card in zip(playing_order(leader, rules.players, rules.direction), cards, strict=True)
    ]
    got = deal.plays if deal else ()
    found["plays"] = len(want)
    found["missing"] = max(0, len(want) - len(got))
    found["extra"] = max(0, len(got) - len(want))
    exact = len(want) == len(got) and deal is not None
    for (seat, card), play in zip(want, got, strict=False):
        right = (play.seat, play.card) == (seat, card)
        exact = exact and right
        found["right"] += right
        found["unsure"] += play.unsure
        found["unsure_right"] += play.unsure and right
        found["silent"] += not right and not play.unsure
    if deal is None:
        return found
    for (_, _, winner), trick in zip(played.tricks, deal.tricks, strict=False):
        wrong = trick.winner != winner
        exact = exact and not wrong
        found["silent_winner"] += wrong and not trick.unsure and trick.winner is not None
    found["contract"] = deal.contract == played.contract
    found["contract_unsure"] = deal.contract_unsure
    found["contract_silent"] = deal.contract != played.contract and not deal.contract_unsure
    found["exact"] = exact and deal.contract == played.contract
    return found


def trial(
    rules: Rules,
    noise: Noise,
    count: int,
    *,
    seed: int = 1,
    given: bool = True,
    illegal: int = 0,
    dealer_known: bool = True,
) -> Counter[str]:
    """The counts over so many simulated deals."""
    total: Counter[str] = Counter()
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        played = random_play(rules, rng, dealer=rng.randrange(rules.players), illegal=illegal)
        contracts: Sequence[str | None] = [played.contract] if given else []
        decoder = Decoder(rules, dealer=played.dealer if dealer_known else None, contracts=contracts)
        seen = list(observations(played, rules, noise, np.random.default_rng([seed, number])))
        result = decoder.take_all([*seen, Ended(1e6)])
        total += judged(result.deals[0] if result.deals else None, played, rules)
        total["extra_deals"] += max(0, len(result.deals) - 1)
    return total


TRIALS: Final[Mapping[str, tuple[Noise, dict[str, Any]]]] = {
    "clear": (Noise(0, 0, 0), {}),
    "usual": (Noise(), {}),
    "usual, contract not given": (Noise(), {"given": False}),
    "two illegal plays": (Noise(), {"illegal": 2}),
    "two illegal plays, contract not given": (Noise(), {"illegal": 2, "given": False}),
    "5 % wrong, 3 % flat": (Noise(0.05, 0.03, 0.05), {"illegal": 1}),
    "5 % wrong, 3 % flat, contract not given": (Noise(0.05, 0.03, 0.05), {"illegal": 1, "given": False}),
    "seats unknown, dealer given": (Noise(seats_flat=True), {"illegal": 1}),
    "1 % missed, 2 % twice, sweeps missed": (Noise(missed=0.01, twice=0.02, sweep_missed=0.03), {"illegal": 1}),
    "4 % of tricks missed": (Noise(tricks_missed=0.04), {}),
    "4 % of tricks missed, contract not given": (Noise(tricks_missed=0.04), {"given": False}),
    "3 % of plays missed": (Noise(missed=0.03), {}),
    "2 % spurious": (Noise(spurious=0.02), {}),
    "5 % seen twice": (Noise(twice=0.05), {}),
    "all of it": (
        Noise(0.05, 0.02, 0.05, missed=0.01, tricks_missed=0.02, twice=0.02, spurious=0.01, sweep_missed=0.03),
        {"illegal": 1},
    ),
    "all of it, contract and dealer not given": (
        Noise(0.05, 0.02, 0.05, missed=0.01, tricks_missed=0.02, twice=0.02, spurious=0.01, sweep_missed=0.03),
        {"illegal": 1, "given": False, "dealer_known": False},
    ),
    "5 % ghosts": (Noise(ghosts=0.05), {"illegal": 1}),
    "1 % missed, 2 % twice, sweeps missed, contract and dealer not given": (
        Noise(missed=0.01, twice=0.02, sweep_missed=0.03),
        {"illegal": 1, "given": False, "dealer_known": False},
    ),
}
"""The kinds of trouble that are tried."""


def main() -> None:
    """Print a table of all trials."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only trials whose name contains this")
    given = parser.parse_args()
    columns = ["exact", "right", "unsure", "unsure_right", "silent", "silent_winner", "missing", "extra", "extra_deals"]
    columns += ["contract", "contract_unsure", "contract_silent"]
    for name, (noise, options) in TRIALS.items():
        if given.only not in name:
            continue
        start = time.process_time()
        found = trial(Rules(), noise, given.deals, seed=given.seed, **options)
        spent = (time.process_time() - start) / given.deals
        print(f"{name}: {found['deals']} deals, {found['plays']} plays, {1000 * spent:.0f} ms a deal")
        print("   ", ", ".join(f"{column} {found[column]}" for column in columns), flush=True)


if __name__ == "__main__":
    main()
