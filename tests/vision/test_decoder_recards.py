"""Lines with other cards weigh the same as lines that were played with these cards from the start."""

import random
from dataclasses import replace

import numpy as np
import pytest
from jassvision.rules.options import Rules
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.vision.decoder import Decoder
from jassvision.vision.decoder_lines import MISSED
from jassvision.vision.decoder_recards import recarded

RULES = Rules()


def played_through(table, line, cards):
    """The same as `recarded`, step by step from the first trick on."""
    new = replace(table.empty(), extras=line.extras)
    for number, (leader, cells) in enumerate(line.tricks()):
        new, _ = table.begin(new, leader)
        for place, cell in enumerate(cells):
            if cell is not None:
                card = cards[number, place] if (number, place) in cards else cell[1]
                new = table.place(new, place, cell[0], card, 0.0)
        if number < len(line.done):
            new = table.close(new, line.done[number].sweep, 0.0)
    return replace(new, shape=line.shape)


def lines_of(seed, noise):
    """The table and the lines after some part of a deal in which much is unclear."""
    played = random_play(RULES, random.Random(seed), illegal=1)
    seen = list(observations(played, RULES, noise, np.random.default_rng(seed)))
    decoder = Decoder(RULES)
    decoder.take_all(seen[: 18 + 5 * (seed % 5)])
    beam = decoder._deals[-1].beam
    return beam, beam.lines


@pytest.mark.parametrize("seed", range(6))
def test_other_cards_weigh_as_if_they_had_been_played(seed):
    rng, compared = random.Random(seed), 0
    beam, lines = lines_of(seed, Noise(0.06, 0.05, 0.05, missed=0.02, sweep_missed=0.1))
    for line in rng.sample(lines, min(len(lines), 20)):
        plays = [
            (number, place, cell)
            for number, (_, cells) in enumerate(line.tricks())
            for place, cell in enumerate(cells)
            if cell is not None
        ]
        read = [(number, place) for number, place, cell in plays if cell[1] is not None]
        one, other = rng.sample(read, 2)
        card = {(number, place): cell[1] for number, place, cell in plays}
        free = [c for c in range(36) if not line.used >> c & 1]
        for cards in (
            {one: None},
            {one: card[other], other: card[one]},
            {one: rng.choice(free), other: None} if free else {other: None},
        ):
            wanted, found = played_through(beam.table, line, cards), recarded(beam.table, line, cards)
            assert found.signature == wanted.signature and found.used == wanted.used
            assert found.proved == wanted.proved and found.barred == wanted.barred
            assert found.faces == pytest.approx(wanted.faces)
            assert found.paid == wanted.paid and found.extras == wanted.extras
            changed = {number for number, _ in cards}
            if all(number in changed or cell[1] is not None for number, _, cell in plays):
                assert found.law == pytest.approx(wanted.law)
                compared += 1
    assert compared


def test_a_play_that_was_not_seen_is_paid_for_once_it_has_a_card():
    beam, lines = lines_of(2, Noise(0, 0, 0, missed=0.15))
    line = next(line for line in lines if any(cell[2] == MISSED for cell in line.open_cells()))
    trick, place, _ = next(cell for cell in line.open_cells() if cell[2] == MISSED)
    card = next(c for c in range(36) if not line.used >> c & 1)
    found = recarded(beam.table, line, {(trick, place): card})
    wanted = played_through(beam.table, line, {(trick, place): card})
    assert found.paid == line.paid + 1 == wanted.paid
    assert found.faces == pytest.approx(wanted.faces) and found.law == pytest.approx(wanted.law)
