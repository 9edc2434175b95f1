"""Contact sheet of decks: `python -m jassvision.datasets.decks --out sheet.png`."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from jassvision.datasets.decks.raster import Picture, draw_back, draw_face
from jassvision.datasets.decks.style import CODES, PACKS, Pack, Scheme, Style, random_style, standard_style

GAP = 8
PER_ROW = 9
TABLE_GREEN = (48, 92, 62)


def main(argv: list[str] | None = None) -> int:
    """Draw the sheet; returns the exit status (2 for bad input)."""
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.decks", description="Draw a contact sheet of our own decks."
    )
    parser.add_argument("--out", type=Path, required=True, help="PNG to write")
    parser.add_argument("--pack", choices=PACKS, help="only this pack (default both)")
    parser.add_argument("--seed", type=int, help="draw the look by chance; without it the house deck is shown")
    parser.add_argument(
        "--style", choices=("jass", "poker"), help="which French pack (default: poker for the house deck)"
    )
    parser.add_argument("--height", type=int, default=240, help="pixels of a card")
    parser.add_argument("--cards", nargs="+", metavar="CODE", help="only these cards, such as H10 SK")
    asked = parser.parse_args(argv)
    codes = asked.cards or list(CODES)
    wrong = [code for code in codes if code not in CODES]
    if wrong or asked.height < 8:
        print(
            f"no such card: {' '.join(wrong)}; codes look like H10 or SK" if wrong else "--height must be at least 8",
            file=sys.stderr,
        )
        return 2
    blocks = [
        _deck_block(_style(pack, asked.seed, asked.style), codes, asked.height)
        for pack in ([asked.pack] if asked.pack else PACKS)
    ]
    width = max(b.shape[1] for b in blocks)
    sheet = np.vstack([np.pad(b, ((0, 0), (0, width - b.shape[1]), (0, 0)), mode="edge") for b in blocks])
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(asked.out), cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR)):
        print(f"could not write {asked.out}; name a file that ends in .png", file=sys.stderr)
        return 2
    return 0


def _style(pack: Pack, seed: int | None, scheme: Scheme | None) -> Style:
    if seed is None:
        return standard_style(pack, scheme or "poker")
    return random_style(pack, np.random.default_rng(seed), scheme)


def _deck_block(style: Style, codes: list[str], height: int) -> Picture:
    faces = [draw_face(code, style, height) for code in codes]
    rows = -(-len(faces) // PER_ROW)
    cards: list[Picture] = []
    for row in range(rows):
        # One back ends each row, every one with another pattern.
        cards += [*faces[row * PER_ROW : (row + 1) * PER_ROW], draw_back(replace(style, seed=style.seed + row), height)]
    per_row = min(PER_ROW, len(codes)) + 1
    h, w = cards[0].shape[:2]
    sheet = np.full((rows * (h + GAP) + GAP, per_row * (w + GAP) + GAP, 3), TABLE_GREEN, np.uint8)
    for i, card in enumerate(cards):
        y, x = GAP + (i // per_row) * (h + GAP), GAP + (i % per_row) * (w + GAP)
        alpha = card[..., 3:].astype(np.float32) / 255
        spot = sheet[y : y + h, x : x + w]
        spot[:] = (card[..., :3] * alpha + spot * (1 - alpha)).astype(np.uint8)
    return sheet


if __name__ == "__main__":
    sys.exit(main())
