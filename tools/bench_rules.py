"""How fast the rules engine is, beside jass-kit, and whether its legal sets are those of another implementation.

    python -m jassvision.tools.bench_rules
    python -m jassvision.tools.bench_rules --against-schieber PYTHON --positions 200000

The first measures full random Schieber deals (shuffle, legal cards, winner, points, last trick) and calls for a legal
set, here and with jass-kit 2.0.5 in the same run, the two taking turns. The second compares legal sets, winners and
points with those of schieber 0.1.10 under `all_trumps=must_beat`, the rule that package plays by. Both packages stay
outside: they run in an interpreter of their own (`PYTHON`, or a throw-away environment that is made, used and deleted).
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from jassvision.rules.actions import Name
from jassvision.rules.cards import CARDS, CODES, SUIT_LETTERS, CardSet, card_set, cards_in, codes
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.games import deal_for
from jassvision.rules.legality import legal_cards
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order, order_of
from jassvision.rules.playout import play_out

WANTED_DEALS, WANTED_CALLS = 5_000, 500_000
"""What is asked of the engine in one second of one process."""
ROUNDS = 5
"""Every measurement is taken this often, in turn with the other package's, and the best counts: machines are shared."""
JASS_KIT, SCHIEBER = "jass-kit==2.0.5", "schieber==0.1.10"

Position = tuple[str, list[str], list[str]]
"""A contract's code, the cards on the table and the hand."""
CompleteTrick = tuple[str, list[str]]
"""A contract's code and four cards."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; returns the exit status: 0, 1 when legal sets differ, 2 when something is missing."""
    parser = argparse.ArgumentParser(prog="bench_rules", description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=2000, help="deals a round (default 2000)")
    parser.add_argument("--calls", type=int, default=100_000, help="legal sets a round (default 100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jasskit-python", metavar="PYTHON", help="interpreter that has jass-kit; else one is made")
    parser.add_argument("--alone", action="store_true", help="measure this engine only")
    parser.add_argument("--against-schieber", metavar="PYTHON", nargs="?", const="", help="compare legal sets instead")
    parser.add_argument("--positions", type=int, default=200_000, help="positions to compare (default 200000)")
    options = parser.parse_args(arguments)
    for name in ("deals", "calls", "positions"):
        if getattr(options, name) < 1:
            parser.error(f"--{name} must be 1 or more, not {getattr(options, name)}")
    try:
        if options.against_schieber is not None:
            with _interpreter(options.against_schieber, SCHIEBER) as python:
                return _report_differences(python, options.positions, options.seed)
        if options.alone:
            _report_speeds(None, options)
        else:
            with _interpreter(options.jasskit_python, JASS_KIT) as python:
                _report_speeds(python, options)
    except (OSError, subprocess.CalledProcessError, EOFError) as error:
        print(f"the other package cannot be run: {error}", file=sys.stderr)
        return 2
    return 0


# Speed ---------------------------------------------------------------------------------------------------------------


def _report_speeds(python: str | None, options: argparse.Namespace) -> None:
    positions = list(random_positions(20_000, options.seed))
    ours: dict[str, float] = {}
    theirs: dict[str, float] = {}
    wrong = 0
    worker = None if python is None else _Worker(python, "bench_jasskit.py")
    try:
        if worker is not None:
            wrong = _disagreements(positions, worker.ask({"positions": positions}), Rules())
        for turn in range(ROUNDS):
            for name, speed in _own_speeds(options, turn, positions).items():
                ours[name] = max(ours.get(name, 0.0), speed)
            if worker is not None:
                for name, speed in worker.ask(
                    {"deals": max(options.deals // 20, 1), "calls": options.calls // 20}
                ).items():
                    theirs[name] = max(theirs.get(name, 0.0), speed)
    finally:
        if worker is not None:
            worker.close()
    print(f"{'each second of one processor':42}{'jassvision':>14}{'jass-kit 2.0.5':>16}{'ratio':>8}  wanted")
    rows = (("deals", "random deals played out", WANTED_DEALS), ("calls", "legal sets", WANTED_CALLS))
    for name, title, wanted in rows:
        verdict = "met" if ours[name] >= wanted else "missed"
        other = f"{theirs[name]:16,.0f}{ours[name] / theirs[name]:7.0f}x" if theirs else f"{'-':>16}{'-':>8}"
        print(f"{title:42}{ours[name]:14,.0f}{other}  {wanted:,} {verdict}")
    print(f"{'deals through Deal.push, with undo':42}{ours['pushed']:14,.0f}{'-':>16}{'-':>8}  -")
    if worker is not None:
        print(f"legal sets of jass-kit that differ: {wrong} of {len(positions)} random positions")


def _own_speeds(options: argparse.Namespace, turn: int, positions: Sequence[Position]) -> dict[str, float]:
    rules = Rules()
    rng = random.Random(options.seed + turn)
    contracts = [CONTRACTS[code] for code in rules.contracts]
    parsed = [_parsed(position) for position in positions]

    def playouts() -> None:
        for number in range(options.deals):
            play_out(shuffled_hands(rules, rng), rng.choice(contracts), number % 4, rules, rng)

    def pushes() -> None:
        for number in range(options.deals // 4 or 1):
            deal = deal_for(rules, number % 4, shuffled_hands(rules, rng))
            deal.push(Name(deal.forehand, rng.choice(rules.contracts)))
            while not deal.is_over:
                deal.play(rng.choice(list(deal.legal)))

    turns = max(options.calls // len(parsed), 1)

    def calls() -> None:
        for _ in range(turns):
            for hand, trick, order in parsed:
                legal_cards(hand, trick, order, rules)

    return {
        "deals": options.deals / _seconds(playouts),
        "pushed": (options.deals // 4 or 1) / _seconds(pushes),
        "calls": turns * len(parsed) / _seconds(calls),
    }


def _seconds(work: Callable[[], None]) -> float:
    """Processor time of some work: what it takes on a machine that does nothing else, however busy this one is."""
    start = time.process_time()
    work()
    return time.process_time() - start


# Legal sets ----------------------------------------------------------------------------------------------------------


def random_positions(count: int, seed: int) -> Iterator[Position]:
    """Random positions: any contract, 0 to 3 cards on the table, 1 to 9 in the hand.

    Every third position is dealt from two suits only, trump among them where there is one, so that hands of trumps only
    and tricks that were trumped twice come often.
    """
    rng = random.Random(seed)
    for number in range(count):
        contract = rng.choice(("D", "H", "S", "C", "O", "U"))
        pack = list(CARDS)
        if number % 3 == 0:
            suits = {rng.randrange(4), SUIT_LETTERS.find(contract) if contract in SUIT_LETTERS else rng.randrange(4)}
            pack = [card for card in pack if card // 9 in suits]
        table = rng.randrange(4)
        size = rng.randint(1, min(9, len(pack) - table))
        drawn = [CODES[card] for card in rng.sample(pack, table + size)]
        yield contract, drawn[:table], drawn[table:]


def random_tricks(count: int, seed: int) -> Iterator[CompleteTrick]:
    """Random complete tricks in any contract, every second one of two suits only."""
    rng = random.Random(seed)
    for number in range(count):
        suits = rng.sample(range(4), 2 if number % 2 else 4)
        cards = rng.sample([card for card in CARDS if card // 9 in suits], 4)
        yield rng.choice(("D", "H", "S", "C", "O", "U")), [CODES[card] for card in cards]


def _report_differences(python: str, count: int, seed: int) -> int:
    rules = replace(Rules(), all_trumps="must_beat")
    worker = _Worker(python, "bench_schieber.py")
    wrong, other, done, start = 0, 0, 0, time.perf_counter()
    try:
        positions = random_positions(count, seed)
        tricks = random_tricks(count, seed)
        while chunk := list(islice(positions, 1000)):
            wrong += _disagreements(chunk, worker.ask({"positions": chunk}), rules, show=wrong < 5)
            played = list(islice(tricks, len(chunk)))
            other += _other_results(played, worker.ask({"tricks": played}), show=other < 5)
            done += len(chunk)
    finally:
        worker.close()
    seconds = time.perf_counter() - start
    print(f"{done} random positions (seed {seed}) against {SCHIEBER}: {wrong} legal sets differ")
    print(f"{done} random tricks: {other} winners or points differ; {seconds:.0f} s")
    return 1 if wrong or other else 0


def _other_results(tricks: Sequence[CompleteTrick], answers: Any, *, show: bool) -> int:
    wrong = 0
    for (contract, table), answer in zip(tricks, answers, strict=True):
        _, trick, order = _parsed((contract, table, []))
        result = [order.winner(trick), sum(order.points[card] for card in trick)]
        if result != answer:
            wrong += 1
            if show:
                print(f"differs at {contract} {table}: here winner and points {result}, there {answer}")
    return wrong


def _disagreements(positions: Sequence[Position], answers: Any, rules: Rules, *, show: bool = False) -> int:
    wrong = 0
    for position, answer in zip(positions, answers, strict=True):
        hand, trick, order = _parsed(position)
        legal = legal_cards(hand, trick, order, rules)
        if legal != card_set(answer):
            wrong += 1
            if show:
                print(f"differs at {position}: here {codes(legal)}, there {codes(card_set(answer))}")
    return wrong


def _parsed(position: Position) -> tuple[CardSet, tuple[int, ...], Order]:
    contract, table, hand = position
    trump = SUIT_LETTERS.find(contract) if contract in SUIT_LETTERS else None
    trick = tuple(next(cards_in(card_set([text]))) for text in table)
    return card_set(hand), trick, order_of(trump, down=contract == "U")


# The other packages --------------------------------------------------------------------------------------------------


class _Worker:
    """A program in another interpreter that answers one JSON line with another."""

    def __init__(self, python: str, script: str) -> None:
        command = [python, str(Path(__file__).with_name(script))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("its interpreter ended without an answer")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@contextmanager
def _interpreter(given: str | None, requirement: str) -> Iterator[str]:
    """The interpreter given, or one in a fresh environment with the package that is deleted afterwards."""
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="jassvision-bench-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", requirement, "numpy"], check=True)
        yield python


if __name__ == "__main__":
    sys.exit(main())
