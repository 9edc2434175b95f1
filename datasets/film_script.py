"""What is played in a film: hands, contract, plays and score of whole deals, by the rules and with chosen mistakes."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from jassvision.rules.actions import Name, TakeRest
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in, code, codes
from jassvision.rules.contracts import parse_contract
from jassvision.rules.deal import Deal, Trick, shuffled_hands
from jassvision.rules.games import deal_for
from jassvision.rules.orders import Order
from jassvision.rules.preset import Rules
from jassvision.rules.seats import Seat, seat_name
from jassvision.rules.weis import best_weis

TRIES = 4000
"""Deals that are dealt before a wish (so many illegal plays, a Weis, a claim) is given up."""

PLAIN_WISDOM = 0.75
"""Share of plays that follow common sense; the others are any legal card, for people play like that too."""


@dataclass(frozen=True)
class Wish:
    """What a deal must hold: so many illegal plays, a seat with a Weis, the rest claimed before the end."""

    illegal: int = 0
    weis: bool = False
    rest: bool = False


@dataclass(frozen=True)
class Script:
    """A deal from the first card to the last.

    Attributes:
        seed: what it was dealt from.
        game: the word in the rules.
        players: number of seats.
        dealer: the seat that dealt.
        contract: its code.
        hands: the hand of each seat as dealt.
        tricks: all tricks; the last one has no cards when the rest was claimed.
        points: card points for each side (0 and 1), the last trick's included, without factor.
        illegal: (trick from 0, seat, card) of every illegal play.
        piles: Luzern Jass: for each seat nine pairs (face-down card, face-up card); else ().
        weis: (seat, cards) of the best Weis of each seat that has one.
    """

    seed: int
    game: str
    players: int
    dealer: Seat
    contract: str
    hands: tuple[CardSet, ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, int]
    illegal: tuple[tuple[int, Seat, Card], ...] = ()
    piles: tuple[tuple[tuple[Card, Card], ...], ...] = ()
    weis: tuple[tuple[Seat, CardSet], ...] = ()

    def name(self, seat: Seat) -> str:
        """The name of a seat; the two of Luzern Jass sit north and south."""
        return seat_name(seat, self.players)

    def rest_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat that were laid down at once at the end."""
        played = {c for t in self.tricks for c in t.cards}
        return tuple(c for c in cards_in(self.hands[seat]) if c not in played)


def script_json(script: Script) -> dict[str, Any]:
    """The script in the form of answer keys: tricks counted from 0, codes of cards, names of seats."""
    sides = ("north_south", "east_west") if script.players == 4 else tuple(script.name(s) for s in range(2))
    found: dict[str, Any] = {
        "seed": script.seed,
        "dealer": script.name(script.dealer),
        "contract": script.contract,
        "tricks": [
            {
                "leader": script.name(t.leader),
                "cards": [code(c) for c in t.cards],
                "seats": [script.name(s) for s in t.seats],
                "winner": script.name(t.winner),
                "points": t.points,
            }
            for t in script.tricks
        ],
        "hands": {script.name(s): codes(hand) for s, hand in enumerate(script.hands)},
        "card_points": dict(zip(sides, script.points, strict=True)),
        "illegal": [{"trick": t, "seat": script.name(s), "card": code(c)} for t, s, c in script.illegal],
    }
    if script.game != "schieber":
        found["game"] = script.game
    if script.piles:
        found["piles"] = {
            script.name(s): [{"down": code(down), "up": code(up)} for down, up in piles]
            for s, piles in enumerate(script.piles)
        }
    if script.tricks and not script.tricks[-1].cards:
        found["rest"] = {script.name(s): [code(c) for c in script.rest_of(s)] for s in range(script.players)}
    return found


def write_script(rules: Rules, seed: int, dealer: Seat, contract: str | None = None, wish: Wish = Wish()) -> Script:
    """A deal that fulfils a wish; the same arguments give the same deal.

    Args:
        rules: of Schieber or of Luzern Jass.
        contract: its code, or None to let the forehand name what fits the hand.

    Raises:
        ValueError: the contract is not played under the rules, or no deal was found that fulfils the wish.
    """
    if contract is not None and contract not in rules.contracts:
        raise ValueError(
            f"there is no contract {contract!r} in {rules.game}: choose one of {', '.join(rules.contracts)}"
        )
    write = _luzern if rules.open_piles else _schieber
    for attempt in range(TRIES):
        script = write(rules, random.Random(f"{seed}/{attempt}"), dealer, contract, wish)
        if script is not None:
            return replace(script, seed=seed)
    raise ValueError(f"no deal in {TRIES} had what was asked for: {wish}; ask for fewer illegal plays")


def _schieber(rules: Rules, rng: random.Random, dealer: Seat, contract: str | None, wish: Wish) -> Script | None:
    hands = shuffled_hands(rules, rng)
    deal = deal_for(rules, dealer, hands, strict=False)
    forehand = deal.forehand
    chosen = contract or _named(rules, hands[forehand], rng)
    weis = tuple((s, best_weis(h, rules, chosen)[0].cards) for s, h in enumerate(hands) if best_weis(h, rules, chosen))
    if wish.weis and not weis:
        return None
    deal.push(Name(forehand, chosen))
    lapses, claimed = wish.illegal, False
    while not deal.is_over:
        if wish.rest and not deal.trick and 5 <= len(deal.tricks) <= 7 and lapses == 0 and _holds_the_rest(deal):
            deal.push(TakeRest(deal.to_act or 0))
            claimed = True
            break
        lapses -= _act(deal, rng, lapses)
    if lapses or (wish.rest and not claimed):
        return None
    return _finished(deal, chosen, hands, (), weis)


def _act(deal: Deal, rng: random.Random, lapses: int) -> bool:
    """Let the seat that is to act play; returns whether the card was an illegal one."""
    seat = deal.to_act
    assert seat is not None
    hand, legal = deal.hands[seat] or EMPTY, deal.legal_set
    barred = hand & ~legal
    left = deal.trick_count - len(deal.tricks)
    if lapses and barred and deal.tricks and rng.random() < min(1.0, 0.1 + 0.5 * lapses / max(1, left - 2)):
        deal.play(rng.choice(list(cards_in(barred))))
        return True
    friends = tuple(deal.sides[s] == deal.sides[seat] for s in deal._turns())
    deal.play(choice(legal, deal.trick, deal.order, friends, rng))
    return False


def choice(
    legal: CardSet, trick: tuple[Card, ...], order: Order, friends: tuple[bool, ...], rng: random.Random
) -> Card:
    """A card as a person with some sense would choose it.

    Args:
        friends: for each seat in the order of this trick whether it plays for the chooser's side.
    """
    cards = list(cards_in(legal))
    if len(cards) == 1 or rng.random() > PLAIN_WISDOM:
        return rng.choice(cards)
    worth, beaters = order.points, order.beaters
    strength = {c: beaters[c].bit_count() for c in cards}
    if not trick:
        return min(cards, key=lambda c: strength[c]) if rng.random() < 0.7 else rng.choice(cards)
    best = order.winner(trick)
    winning = [c for c in cards if beaters[trick[best]] & BIT[c]]
    if friends[best] and rng.random() < 0.8:
        spare = [c for c in cards if c not in winning] or cards
        return max(spare, key=lambda c: worth[c])
    if winning:
        return min(winning, key=lambda c: (worth[c], strength[c]))
    return min(cards, key=lambda c: worth[c])


def _named(rules: Rules, hand: CardSet, rng: random.Random) -> str:
    """The contract that the hand suits best, with a little whim."""

    def strength(contract: str) -> float:
        order = parse_contract(contract).order(0)
        long = max(0, (hand & order.trumps).bit_count() - 2) * 6
        return sum(30 - order.beaters[c].bit_count() * 2 for c in cards_in(hand)) / 3 + long + rng.gauss(0, 6)

    simple = [c for c in rules.contracts if len(c) == 1] or list(rules.contracts)
    return max(simple, key=strength)


def _holds_the_rest(deal: Deal) -> bool:
    """Whether the leader's cards win every trick to come, however the others play."""
    seat = deal.to_act
    assert seat is not None
    if parse_contract(deal.contract.code if deal.contract else "O").downs not in ((), (False,), (True,)):
        return False
    own = deal.hands[seat] or EMPTY
    others = sum(h or EMPTY for s, h in enumerate(deal.hands) if s != seat)
    if others & deal.order.trumps:
        return False
    return all(not deal.order.beaters[c] & others & ~deal.order.trumps for c in cards_in(own))


def _luzern(rules: Rules, rng: random.Random, dealer: Seat, contract: str | None, wish: Wish) -> Script | None:
    """Two players with nine piles each; what counts as the hand are the face-up cards."""
    if wish.rest:
        return None
    pack = list(range(36))
    rng.shuffle(pack)
    piles = tuple(tuple((pack[18 * s + i], pack[18 * s + 9 + i]) for i in range(9)) for s in range(2))
    ups = [sum(BIT[up] for _, up in piles[s]) for s in range(2)]
    covers = [{up: down for down, up in piles[s]} for s in range(2)]
    deal = deal_for(rules, dealer, ups, covers=covers, strict=False)
    chosen = contract or _named(rules, ups[deal.forehand], rng)
    deal.push(Name(deal.forehand, chosen))
    lapses = wish.illegal
    while not deal.is_over:
        lapses -= _act(deal, rng, lapses)
    if lapses:
        return None
    hands = tuple(sum(BIT[c] for pair in piles[s] for c in pair) for s in range(2))
    return _finished(deal, chosen, hands, piles, ())


def _finished(
    deal: Deal,
    contract: str,
    hands: tuple[CardSet, ...],
    piles: tuple[tuple[tuple[Card, Card], ...], ...],
    weis: tuple[tuple[Seat, CardSet], ...],
) -> Script:
    """The script of a deal that is over."""
    rules = deal.rules
    points = [sum(t.points for t in deal.tricks if deal.sides[t.winner] == side) for side in (0, 1)]
    points[deal.sides[deal.tricks[-1].winner]] += rules.last_trick
    illegal = tuple((v.trick or 0, v.seat or 0, v.card) for v in deal.violations)
    both = (points[0], points[1])
    return Script(0, rules.game, rules.players, deal.dealer, contract, hands, deal.tricks, both, illegal, piles, weis)
