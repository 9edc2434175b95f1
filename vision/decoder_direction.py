"""Which way play goes round the table, by the places of the cards: rules may say one thing and a film another."""

from __future__ import annotations

from typing import Final

from jassvision.vision.decoder_beam import Beam
from jassvision.vision.decoder_lines import MISSED, Line

REVERSED: Final = 20.0
"""By how much, as a natural logarithm, the places of a deal's cards must speak for the other direction: far more than a
seat or two that were seen wrongly."""


def is_reversed(beam: Beam, line: Line) -> bool:
    """Whether the places of the cards clearly speak for the direction that the rules do not say.

    So it is in a mirrored picture. Each trick may have been led by any seat: the line's leaders were worked out in the
    direction that is in doubt.
    """
    turns, players = beam.laws.turns, beam.laws.players
    if players < 3:
        return False
    gain = 0.0
    for _, cells in line.tricks():
        seen = [
            (place, beam.table.sightings[cell[0]].seats)
            for place, cell in enumerate(cells)
            if cell is not None and cell[0] != MISSED
        ]
        for step, sign in ((1, -1), (-1, 1)):
            gain += sign * max(
                sum(seats[turns[leader][step * place % players]] for place, seats in seen) for leader in range(players)
            )
    return gain > REVERSED
