"""Matches for tests of what is made from a record: played by the rules, with times, mistakes and unsure cards."""

import random
from dataclasses import replace

import pytest
from jassvision.rules.actions import (
    Announce,
    Claim,
    Drop,
    Misdeal,
    Name,
    Play,
    Push,
    ShowStoeck,
    ShowWeis,
    TakeRest,
)
from jassvision.rules.cards import SUIT_SETS, cards_in
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.games.setup import setup_of
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.match import Match
from jassvision.rules.notation_record import Reading, TrickLine
from jassvision.rules.notation_replay import record_of
from jassvision.rules.preset import load_rules

NAMES = ("Änneli", "Beat", "Chloé", "Döme")


def simulated(deals=4, seed=1, *, rules=None, names=NAMES, illegal=0, unsure=0, unknown=0, rest=False, until=False):
    """The record of a match played by sensible chance; `illegal`, `unsure`, `unknown` count plays of the whole match.

    With `until` it goes on to the target instead of a number of deals.
    """
    rules, chance = rules or load_rules("swisslos_2500"), random.Random(seed)
    match = Match(rules, dealer=chance.randrange(4), names=names, strict=False)
    wrong = illegal
    while (not match.is_over) if until else (len(match.deals) < deals):
        deal = match.start(shuffled_hands(rules, chance))
        hand = deal.hands[deal.to_act]
        counts = [(hand & suit).bit_count() for suit in SUIT_SETS]
        if max(counts) < 4 and chance.random() < 0.5:
            match.push(Push(deal.to_act))
            hand = deal.hands[deal.to_act]
            counts = [(hand & suit).bit_count() for suit in SUIT_SETS]
        contract = (
            "DHSC"[counts.index(max(counts))] if max(counts) > 3 or chance.random() < 0.4 else chance.choice("OU")
        )
        match.push(Name(deal.to_act, contract))
        while not deal.is_over:
            said = [a for a in deal.actions() if isinstance(a, ShowWeis | ShowStoeck) and a.seat == deal.to_act]
            if said and len(deal.tricks) < 8:
                match.push(said[0])
                continue
            legal = deal.legal_set
            other = deal.hands[deal.to_act] & ~legal
            if wrong and other and chance.random() < 0.15:
                legal, wrong = other, wrong - 1
            deal.play(chance.choice(list(cards_in(legal))))
    return _seen(record_of(match, [("Date", "2026-11-28"), ("Film", "abend.mp4")]), chance, unsure, unknown)


def _seen(record, chance, unsure, unknown):
    """The record with times; some cards are marked unsure, with another card that fits, or unknown."""
    now, deals = 4.0, []
    places = [
        (d, t, i)
        for d, deal in enumerate(record.deals)
        for t, trick in enumerate(deal.tricks)
        for i in range(len(trick.readings))
    ]
    doubted = set(chance.sample(places, unsure + unknown))
    lost = set(chance.sample(sorted(doubted), unknown))
    for number, deal in enumerate(record.deals):
        lines, trick = [], 0
        for line in deal.lines:
            if not isinstance(line, TrickLine):
                lines.append(line)
                continue
            items, place = [], 0
            for item in line.items:
                if isinstance(item, Reading):
                    now += chance.uniform(0.7, 2.4) + (place == 0) * chance.uniform(0, 6)
                    item = replace(item, time=f"{now:.2f}")
                    if (number, trick, place) in doubted:
                        other = (item.cards[0] + 1) % 36
                        cards = () if (number, trick, place) in lost else (item.cards[0], other)
                        item = replace(item, cards=cards, sure=False)
                    place += 1
                items.append(item)
            lines.append(replace(line, items=tuple(items)))
            now += 2.0
            trick += 1
        deals.append(replace(deal, lines=tuple(lines)))
        now += 25.0
    return replace(record, deals=tuple(deals))


def played_at_random(rules, seed=1, deals=2):
    """The record of a match of any game, every action by chance."""
    chance = random.Random(seed)
    match = Match(rules, strict=True)
    while len(match.deals) < deals and not match.is_over:
        dealt = shuffled_deal(rules, chance, match.next_dealer)
        setup = {name: value for name, value in setup_of(dealt).items() if value is not None and name != "dealer"}
        deal = match.start(setup.pop("hands", None), dealer=dealt.dealer, **setup)
        while not deal.is_over:
            ends = Claim | Misdeal | TakeRest | Drop
            actions = [a for a in deal.actions() if a.seat == deal.to_act and not isinstance(a, ends)]
            cards = [a for a in actions if isinstance(a, Play)]
            match.push(chance.choice(cards or actions or [Announce(deal.to_act, 40)]))
    return _seen(record_of(match), chance, 0, 0)


@pytest.fixture(scope="session")
def at_random():
    """The function that plays any game at random and gives its record."""
    return played_at_random


@pytest.fixture(scope="session")
def simulate():
    """The function that plays a match and gives its record."""
    return simulated
