"""jass-kit's side of `jassvision.tools.bench_rules`; runs by itself in an interpreter that has jass-kit and numpy.

Reads JSON lines: `{"positions": [...]}` is answered with its legal sets, `{"deals": n, "calls": n}` with speeds.
"""

import json
import random
import sys
import time
from typing import Any

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
CODES = [suit + rank for suit in "DHSC" for rank in RANKS]
TRUMPS = {"D": 0, "H": 1, "S": 2, "C": 3, "O": 4, "U": 5}


def main() -> None:
    """Answer lines until the input ends."""
    try:
        import numpy
        from jass.game.game_sim import GameSim
        from jass.game.game_util import deal_random_hand
        from jass.game.rule_schieber import RuleSchieber
    except ImportError as error:
        sys.exit(f"jass-kit and numpy must be installed for {sys.executable}: {error}")

    def parsed(position: tuple[str, list[str], list[str]]) -> tuple[Any, Any, int, int]:
        contract, table, hand = position
        cards = numpy.zeros(36, numpy.int32)
        cards[[CODES.index(code) for code in hand]] = 1
        trick = numpy.full(4, -1, numpy.int32)
        trick[: len(table)] = [CODES.index(code) for code in table]
        return cards, trick, len(table), TRUMPS[contract]

    def play_deals(count: int) -> None:
        for number in range(count):
            game = GameSim(rule)
            game.init_from_cards(deal_random_hand(), number % 4)
            game.action_trump(random.randrange(6))
            while not game.is_done():
                game.action_play_card(random.choice(numpy.flatnonzero(rule.get_valid_cards_from_state(game.state))))

    rule = RuleSchieber()
    positions: list[tuple[Any, Any, int, int]] = []
    for line in sys.stdin:
        asked = json.loads(line)
        if "positions" in asked:
            positions = [parsed(position) for position in asked["positions"]]
            legal = [numpy.flatnonzero(rule.get_valid_cards(*position)) for position in positions]
            print(json.dumps([[CODES[card] for card in cards] for cards in legal]), flush=True)
            continue
        start = time.process_time()
        play_deals(asked["deals"])
        middle = time.process_time()
        calls = max(min(asked["calls"], len(positions)), 1)
        for position in positions[:calls]:
            rule.get_valid_cards(*position)
        end = time.process_time()
        print(json.dumps({"deals": asked["deals"] / (middle - start), "calls": calls / (end - middle)}), flush=True)


if __name__ == "__main__":
    main()
