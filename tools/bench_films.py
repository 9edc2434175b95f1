"""How well films are scored: `python -m jassvision.tools.bench_films FOLDER --report film_report.py [--weights DIR]`.

Every film of a folder that has a key beside it (NAME.mp4 and NAME.json) is watched once and decoded twice, with its
contracts given and without. The results are held against the keys by a report program that is run as it is; a row a
film and the sums are printed. With `--keep DIR` results and observations stay there: `--again` decodes the kept
observations anew without watching, which takes seconds. With `--online` they are decoded as a live session does it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jassvision.models.weights import WeightsError, load_session
from jassvision.rules.options import Rules
from jassvision.rules.preset import DEFAULT_PRESET, load_rules
from jassvision.tools.result_json import result_json
from jassvision.tools.said import said_contracts
from jassvision.tools.score import Wishes, reckon
from jassvision.vision.decoder import Decoder
from jassvision.vision.finder import Finder
from jassvision.vision.frames import Film, FilmError
from jassvision.vision.observations import Ended, Observation
from jassvision.vision.observations_json import ObservationError, from_json, to_json
from jassvision.vision.reader import Reader
from jassvision.vision.watch import Watcher

FIGURES = (
    ("exact", r"exact (\d+)/(\d+)"),
    ("cards", r"cards (\d+)/(\d+)"),
    ("winners", r"winners (\d+)/(\d+)"),
    ("illegal", r"illegal (\d+)/(\d+)"),
    ("invented", r"\+(\d+) false"),
    ("missing", r"missing (\d+)"),
    ("extra", r"extra (\d+)"),
    ("unsure", r"unsure (\d+)"),
    ("silent", r"silent (\d+)"),
)
"""What is taken from a line of the report; two numbers stand for found and wanted."""

WIDTHS = {"exact": 7, "cards": 9, "winners": 9, "illegal": 9}
NAME_WIDTH = 30


@dataclass(frozen=True)
class Watched:
    """What was seen in a film: observations in their order, the pack, seconds of film and of work."""

    observations: tuple[Observation, ...]
    pack: str | None
    length: float
    work: float


def main(arguments: list[str] | None = None) -> int:
    """Score the films of a folder; 1 if a deal is not exact, 2 if there is nothing to score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder of films with their keys")
    parser.add_argument("--report", type=Path, required=True, metavar="film_report.py", help="the report program")
    parser.add_argument("--weights", type=Path, metavar="DIR", help="folder with other networks and their cards")
    parser.add_argument("--only", default="", help="names of films, or parts of them, by commas (default: all)")
    parser.add_argument("--threads", type=int, default=2, help="CPU threads (default 2)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep results and observations there")
    parser.add_argument("--again", action="store_true", help="decode what --keep holds instead of watching")
    parser.add_argument("--online", action="store_true", help="bound the work for each thing seen, and tell the most")
    given = parser.parse_args(arguments)
    words = [word for word in given.only.split(",") if word]
    films = [film for film in sorted(given.folder.glob("*.mp4")) if film.with_suffix(".json").is_file()]
    films = [film for film in films if not words or any(word in film.name for word in words)]
    lacks = {
        f"no film with its key in {given.folder}" + (f" named like {given.only}" if words else ""): not films,
        f"no report program {given.report}": not given.report.is_file(),
        "nothing kept that could be decoded again: name its folder with --keep": given.again and given.keep is None,
    }
    for lack in (words for words, lacking in lacks.items() if lacking):
        print(f"bench_films: there is {lack}", file=sys.stderr)
        return 2
    sums: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for film in films:
            key = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
            rules = rules_of(key)
            kept = folder / f"{film.stem}.seen.json"
            try:
                watched = read_watched(kept) if given.again else watch(film, rules, given)
            except (FilmError, WeightsError, ObservationError, OSError) as error:
                print(f"bench_films: {error}", file=sys.stderr)
                return 2
            kept.write_text(watched_text(watched), encoding="utf-8")
            for said in (True, False):
                target = folder / f"{film.stem}{'-given' if said else ''}.result.json"
                result, longest = scored(watched, rules, key, said, film.name, online=given.online)
                target.write_text(json.dumps(result) + "\n", encoding="utf-8")
                figures = reported(given.report, target, film.with_suffix(".json"))
                sums[said] += figures
                told = row(film.stem, said, figures, watched)
                print(told + (f", longest step {longest:.2f} s" if given.online else ""), flush=True)
    for said, figures in sums.items():
        print(row("all", said, figures, None))
    return int(any(f["exact"] < f["exact of"] or f["silent"] or f["extra"] for f in sums.values()))


def rules_of(key: dict[str, Any]) -> Rules:
    """The rules by which the game of a key is played."""
    script = (key.get("scripts") or [key["script"]])[0]
    return load_rules(script.get("game", DEFAULT_PRESET))


def watched_text(watched: Watched) -> str:
    """What was seen of a film as JSON."""
    facts = {"pack": watched.pack, "length": watched.length, "work": watched.work}
    return json.dumps({**facts, "observations": [to_json(seen) for seen in watched.observations]}) + "\n"


def read_watched(path: Path) -> Watched:
    """What `watched_text` wrote.

    Raises:
        ObservationError: an observation in it is none.
    """
    facts = json.loads(path.read_text(encoding="utf-8"))
    seen = tuple(from_json(value) for value in facts["observations"])
    return Watched(seen, facts["pack"], facts["length"], facts["work"])


def watch(film: Path, rules: Rules, given: argparse.Namespace) -> Watched:
    """Watch a film without being told anything but the game.

    Raises:
        FilmError: it is no film.
        WeightsError: the networks are missing.
    """
    finder, reader = (load_session(name, given.threads, given.weights) for name in ("finder", "reader"))
    watcher = Watcher(
        Finder(network=finder), Reader(network=reader), rules.players, rules.direction, open_hands=rules.open_piles
    )
    begun = time.process_time()
    seen = tuple(watcher.watched(Film(film, given.threads)))
    length = next((o.time for o in seen if isinstance(o, Ended)), 0.0)
    return Watched(seen, watcher.pack, length, time.process_time() - begun)


def scored(
    watched: Watched, rules: Rules, key: dict[str, Any], said: bool, name: str, *, online: bool = False
) -> tuple[dict[str, Any], float]:
    """The result as `score --json` writes it, with the key's contracts given or not.

    The second value is the most processor time, in seconds, that a single observation took when decoded online, with
    the answer asked for after each.
    """
    contracts = [script["contract"] for script in key.get("scripts") or [key["script"]]]
    decoder = Decoder(rules, contracts=contracts if said else (), online=online)
    longest = 0.0
    for seen in watched.observations:
        begun = time.process_time()
        decoder.take(seen)
        if online:
            _ = decoder.answer
        if not isinstance(seen, Ended):  # then nobody waits, and all that was put off is done
            longest = max(longest, time.process_time() - begun)
    decoded = decoder.answer
    wishes = Wishes(rules, contracts=said_contracts(",".join(contracts), rules) if said else ())
    result = result_json(reckon(wishes, decoded, watched.pack), source=name, pack=watched.pack, notes=decoded.notes)
    return result, longest


def reported(report: Path, result: Path, key: Path) -> Counter[str]:
    """What the report program says of a result, as numbers by their names; `X of` are those wanted."""
    told = subprocess.run(
        [sys.executable, str(report), str(result), str(key)], capture_output=True, text=True, check=False
    )
    lines = told.stdout.splitlines()
    if not lines:
        raise OSError(f"{report} says nothing of {result}: {told.stderr.strip()[-200:]}")
    figures: Counter[str] = Counter()
    for name, pattern in FIGURES:
        found = re.search(pattern, lines[0])
        if found is None:
            raise OSError(f"{report} does not tell {name!r}: {lines[0]}")
        figures[name] = int(found[1])
        if len(found.groups()) > 1:
            figures[f"{name} of"] = int(found[2])
    return figures


def row(name: str, said: bool, figures: Counter[str], watched: Watched | None) -> str:
    """A line of the table; figures that are not as they should be are easy to see, the others are pale dots."""
    words = [f"{name:<{NAME_WIDTH}}", "given" if said else "  ?  "]
    for figure, _ in FIGURES:
        if f"{figure} of" in figures or figure in WIDTHS:
            text = f"{figure} {figures[figure]}/{figures[f'{figure} of']}"
        else:
            text = f"{figure} {figures[figure] or '.'}"
        words.append(text)
    if watched is not None:
        words.append(f"| {watched.length:.0f} s of film, {watched.work:.0f} s of work, pack {watched.pack}")
    return "  ".join(words)


if __name__ == "__main__":
    sys.exit(main())
