"""Whole scenes on a drawn table, with a finder and a reader that know the truth: what is told, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.rules.cards import CARDS, code
from jassvision.rules.seats import SEAT_NAMES
from jassvision.vision.faces import CLASSES, class_index
from jassvision.vision.finder import BACK, Sightings
from jassvision.vision.frames import Film, FilmError, Frame
from jassvision.vision.observations import Disturbed, Ended, Observation, SeenCard, ShownHand, Swept, Withdrawn
from jassvision.vision.registration import largest_shift
from jassvision.vision.table import TableError, table_from_cards, table_from_corners
from jassvision.vision.watch import RESTLESS, TOO_SHORT, Watcher, watch

WH = (640, 360)
MIDDLE = np.array([320.0, 180.0])
SHORT, LONG = 38.0, 60.0
OUT = {"north": (0.0, -1.0), "east": (1.0, 0.0), "south": (0.0, 1.0), "west": (-1.0, 0.0)}
ARM_SECONDS = 0.45


def box(at: np.ndarray, turn: float) -> np.ndarray:
    ring = np.array([[-SHORT, -LONG], [SHORT, -LONG], [SHORT, LONG], [-SHORT, LONG]]) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    found: np.ndarray = ring @ np.array([[cos, sin], [-sin, cos]]) + at
    return found


@dataclass
class Piece:
    """A card on the drawn table from a time to a time."""

    card: str
    at: np.ndarray
    turn: float
    first: float
    last: float = 1e9
    shown: bool = True


@dataclass
class Scene:
    """A table on which hands lay and take cards; plays the finder's and the reader's part as well."""

    pack: str = "swiss"
    rate: float = 15.0
    noise: float = 1.0
    pieces: list[Piece] = field(default_factory=list)
    arms: list[tuple[str, np.ndarray, float]] = field(default_factory=list)
    length: float = 1.0
    bump_at: float = 1e9
    bump: np.ndarray = field(default_factory=lambda: np.eye(3))
    dark: tuple[float, float] = (1e9, 1e9)
    seen: list[Piece] = field(default_factory=list)
    now: float = 0.0

    def __post_init__(self) -> None:
        rng = np.random.default_rng(8)
        self.rng = rng
        self.grains = [np.abs(rng.normal(0, self.noise, (WH[1], WH[0], 3))).astype(np.uint8) for _ in range(5)]
        self.wood = cv2.GaussianBlur(rng.integers(60, 130, (WH[1], WH[0], 3)).astype(np.uint8), (5, 5), 0)
        for _ in range(25):  # things that stand about
            x, y = int(rng.integers(0, WH[0])), int(rng.choice([rng.integers(0, 70), rng.integers(290, 360)]))
            cv2.circle(self.wood, (x, y), int(rng.integers(4, 14)), tuple(int(v) for v in rng.integers(0, 255, 3)), -1)

    def lay(self, card: str, seat: str, time: float, out: float = 52.0, aside: float = 0.0, turn: float = 0.0) -> None:
        way = np.array(OUT[seat])
        at = MIDDLE + way * out + np.array([-way[1], way[0]]) * aside
        angle = (0.0 if seat in ("north", "south") else np.pi / 2) + turn
        self.pieces.append(Piece(card, at, angle, time))
        self.arms.append((seat, at, time))
        self.length = max(self.length, time + 1.2)

    def take(self, cards: list[str], seat: str, time: float) -> None:
        gone = [p for p in self.pieces if p.card in cards and p.last > time and p.first < time]
        for piece in gone:
            piece.last = time
        self.arms.append((seat, np.mean([p.at for p in gone], axis=0), time))
        self.length = max(self.length, time + 1.6)

    def trick(self, cards: str, leader: str, start: float, winner: str, gap: float = 1.1, out: float = 52.0) -> float:
        order = ["north", "west", "south", "east"]
        first = order.index(leader)
        for k, card in enumerate(cards.split()):
            self.lay(card, order[(first + k) % 4], start + k * gap, out)
        self.take(cards.split(), winner, start + 4 * gap)
        return start + 4 * gap + 1.4

    def frames(self) -> Iterator[Frame]:
        for number in range(int(self.length * self.rate)):
            self.now = number / self.rate
            yield Frame.of_picture(self.draw(), self.now)

    def draw(self) -> np.ndarray:
        out = self.wood.copy()
        for piece in self.pieces:
            if piece.first <= self.now < piece.last:
                self.draw_card(out, piece)
        for seat, at, time in self.arms:
            early = abs(self.now - time) / ARM_SECONDS
            if early < 1:
                way = np.array(OUT[seat])
                tip = at + way * (18 + 260 * early)
                cv2.line(out, tuple(int(v) for v in tip), tuple(int(v) for v in tip + way * 500), (120, 150, 215), 34)
        warp = self.bump if self.now >= self.bump_at else np.eye(3)
        if self.now >= self.bump_at:
            out = cv2.warpPerspective(out, warp, WH, borderMode=cv2.BORDER_REFLECT)
        if self.dark[0] <= self.now < self.dark[1]:
            out = (out * 0.05).astype(np.uint8)
        return cv2.add(out, self.grains[int(self.rng.integers(len(self.grains)))])

    def draw_card(self, out: np.ndarray, piece: Piece) -> None:
        rng = np.random.default_rng(CLASSES.index(f"{self.pack}-{piece.card}"))
        face = np.full((60, 38, 3), 245, np.uint8)
        for _ in range(9):
            x, y = rng.integers(4, 34), rng.integers(4, 56)
            cv2.circle(face, (int(x), int(y)), 4, tuple(int(v) for v in rng.integers(0, 200, 3)), -1)
        corners = box(piece.at, piece.turn).astype(np.float32)
        warp = cv2.getPerspectiveTransform(np.array([[0, 0], [38, 0], [38, 60], [0, 60]], np.float32), corners)
        drawn = cv2.warpPerspective(face, warp, WH)
        mask = cv2.warpPerspective(np.full((60, 38), 255, np.uint8), warp, WH) > 127
        out[mask] = drawn[mask]

    def find(self, _: np.ndarray) -> Sightings:
        self.seen, boxes = [], []
        lying = [p for p in self.pieces if p.first <= self.now < p.last and p.shown]
        if self.dark[0] <= self.now < self.dark[1]:
            lying = []
        warp = self.bump if self.now >= self.bump_at else np.eye(3)
        for number, piece in enumerate(lying):
            mask = np.zeros(WH[::-1], np.uint8)
            cv2.fillConvexPoly(mask, box(piece.at, piece.turn).astype(np.int32), 1)
            whole = int(mask.sum())
            for other in lying[number + 1 :]:
                cv2.fillConvexPoly(mask, box(other.at, other.turn).astype(np.int32), 0)
            if int(mask.sum()) < 0.3 * whole:
                continue
            flat = np.c_[box(piece.at, piece.turn), np.ones(4)] @ warp.T
            boxes.append(flat[:, :2] / flat[:, 2:] + self.rng.normal(0, 0.4, (4, 2)))
            self.seen.append(piece)
        count = len(boxes)
        self.boxes = np.array(boxes, np.float32).reshape(-1, 4, 2)
        return Sightings(self.boxes, np.full(count, 0.9, np.float32), np.zeros(count, np.int8))

    def read(self, _: np.ndarray, sightings: Sightings) -> np.ndarray:
        out = np.full((len(sightings), len(CLASSES)), 0.001, np.float32)
        for row, quad in zip(out, sightings.corners, strict=True):
            near = np.linalg.norm(self.boxes.mean(axis=1) - quad.mean(axis=0), axis=1).argmin()
            row[class_index(self.pack, self.seen[int(near)].card)] = 0.9
        return out / out.sum(axis=1, keepdims=True)


def told(scene: Scene, **options: object) -> list[Observation]:
    watcher = Watcher(scene, scene, **options)  # type: ignore[arg-type]
    return list(watcher.watched(scene.frames()))


def plays(observations: list[Observation]) -> list[tuple[str, str]]:
    found = []
    for seen in observations:
        if isinstance(seen, SeenCard):
            seat = SEAT_NAMES[4][int(np.argmax(seen.seat_logp))]
            found.append((seat, code(CARDS[int(seen.face_logp.argmax())])))
    return found


def faces(hand: ShownHand) -> list[str]:
    return sorted(code(CARDS[int(f.argmax())]) for f in hand.faces_logp)


def kinds(observations: list[Observation], *wanted: type) -> list[Observation]:
    return [o for o in observations if isinstance(o, wanted)]


def test_two_tricks_are_told_in_order_with_seats_and_sweeps() -> None:
    scene = Scene()
    then = scene.trick("S6 SA DK H10", "south", 0.9, "east")
    scene.trick("C7 CA C9 C10", "east", then, "north")
    seen = told(scene)
    assert plays(seen) == [
        ("south", "S6"),
        ("east", "SA"),
        ("north", "DK"),
        ("west", "H10"),
        ("east", "C7"),
        ("north", "CA"),
        ("west", "C9"),
        ("south", "C10"),
    ]
    cards = [o for o in seen if isinstance(o, SeenCard)]
    assert [c.time for c in cards[:4]] == pytest.approx([0.9, 2.0, 3.1, 4.2], abs=0.3)
    assert all(abs(np.logaddexp.reduce(c.face_logp)) < 1e-9 for c in cards)
    sweeps = [o for o in seen if isinstance(o, Swept)]
    assert [SEAT_NAMES[4][int(np.argmax(s.seat_logp))] for s in sweeps] == ["east", "north"]
    assert [set(s.tracks) for s in sweeps] == [{c.track for c in cards[:4]}, {c.track for c in cards[4:]}]
    assert isinstance(seen[-1], Ended)
    assert seen[-1].problem == ""
    assert not kinds(seen, Withdrawn, ShownHand, Disturbed)


def test_places_are_in_metres_by_the_size_of_the_cards() -> None:
    scene = Scene()
    scene.trick("S6 SA DK H10", "south", 0.9, "east")
    cards = [o for o in told(scene) if isinstance(o, SeenCard)]
    metre = LONG / 0.089
    assert cards[3].place[0] == pytest.approx(-52 / metre, abs=0.012)
    assert cards[3].corners.mean(axis=0) == pytest.approx(MIDDLE + np.array([-52, 0]), abs=2)


class Closely:
    """A close look that sees only cards on which no other lies, and nothing else."""

    def __init__(self, scene: Scene, watcher: Watcher) -> None:
        self.scene, self.watcher = scene, watcher
        self.looks = 0

    def find(self, _: np.ndarray) -> Sightings:
        self.looks += 1
        seen, window = self.scene.find(_), self.watcher._window()
        assert window is not None
        seen = replace(seen, corners=seen.corners - np.array([window.left, window.top], np.float32))
        return seen[:1] if len(seen) == 1 else Sightings.none()


def test_cards_of_a_heap_that_the_finder_does_not_see_are_found_by_what_has_changed() -> None:
    scene = Scene()
    scene.lay("C7", "north", 0.9, out=150)  # tells how large cards are
    scene.take(["C7"], "north", 2.0)
    scene.trick("S6 SA DK H10", "south", 3.6, "east", gap=1.4, out=9.0)
    scene.length += 1.0
    scene.size = WH[0]  # type: ignore[attr-defined]
    watcher = Watcher(scene, scene)
    closely = Closely(scene, watcher)
    watcher._sight.closer = closely
    watcher._whole = [box(MIDDLE, 0.0)]
    watcher.table = table_from_cards(np.array(watcher._whole), WH, 4, 0.0, "anticlockwise")
    seen = list(watcher.watched(scene.frames()))
    assert closely.looks > 8
    assert [card for _, card in plays(seen) if card != "C7"] == ["S6", "SA", "DK", "H10"]
    sweeps = [o for o in seen if isinstance(o, Swept)]
    assert len(sweeps) == 1 and len(sweeps[0].tracks) == 4


@pytest.mark.parametrize("rate", [15.0, 50.0])
def test_cards_laid_on_top_of_each_other_are_all_told(rate: float) -> None:
    scene = Scene(rate=rate)
    scene.trick("S6 SA DK H10", "south", 0.9, "east", out=9.0)
    seen = told(scene)
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10"]
    (sweep,) = kinds(seen, Swept)
    assert isinstance(sweep, Swept)
    assert len(sweep.tracks) == 4


def test_a_card_taken_back_is_withdrawn() -> None:
    scene = Scene()
    scene.lay("S6", "south", 0.9)
    scene.lay("SA", "east", 2.2)
    scene.take(["SA"], "east", 3.8)
    scene.lay("SK", "east", 5.2)
    scene.length += 1
    seen = told(scene)
    assert [card for _, card in plays(seen)] == ["S6", "SA", "SK"]
    (back,) = kinds(seen, Withdrawn)
    second = [o for o in seen if isinstance(o, SeenCard)][1]
    assert isinstance(back, Withdrawn)
    assert back.track == second.track
    assert not kinds(seen, Swept)


def test_a_fan_that_is_taken_back_is_a_weis() -> None:
    scene = Scene()
    for k, card in enumerate(("H8", "H9", "H10")):
        scene.lay(card, "west", 0.9, out=120, aside=(k - 1) * 16)
    scene.take(["H8", "H9", "H10"], "west", 3.2)
    scene.trick("S6 SA DK H10", "south", 5.0, "east")
    seen = told(scene)
    (hand,) = kinds(seen, ShownHand)
    assert isinstance(hand, ShownHand)
    assert hand.kind == "weis"
    assert faces(hand) == ["H10", "H8", "H9"]
    assert SEAT_NAMES[4][int(np.argmax(hand.seat_logp))] == "west"
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10"]


def test_all_the_rest_laid_at_once_is_no_trick() -> None:
    scene = Scene()
    then = scene.trick("S6 SA DK H10", "south", 0.9, "east")
    hands = {"east": "CA CK", "north": "D6 D7", "west": "H6 H7", "south": "S7 S8"}
    for number, (seat, cards) in enumerate(hands.items()):
        for k, card in enumerate(cards.split()):
            scene.lay(card, seat, then + number, out=105, aside=(k - 0.5) * 18)
    scene.take(" ".join(hands.values()).split(), "east", then + 5.5)
    seen = told(scene)
    shown = [o for o in seen if isinstance(o, ShownHand)]
    assert {o.kind for o in shown} == {"rest"}
    assert [faces(o) for o in shown] == [sorted(c.split()) for c in hands.values()]
    assert len(plays(seen)) == 4


def test_a_card_dropped_at_the_edge_is_not_played() -> None:
    scene = Scene()
    scene.lay("S6", "south", 0.9)
    scene.lay("HA", "west", 2.4, out=250)
    scene.take(["HA"], "west", 4.0)
    scene.length += 1
    seen = told(scene)
    assert plays(seen) == [("south", "S6")]
    assert not kinds(seen, ShownHand, Swept, Withdrawn)


class Dealing(Scene):
    """A table on which cards also lie face down: those whose name begins with `back`."""

    def draw_card(self, out: np.ndarray, piece: Piece) -> None:
        if not piece.card.startswith("back"):
            super().draw_card(out, piece)
            return
        corners = box(piece.at, piece.turn)
        cv2.fillConvexPoly(out, corners.astype(np.int32), (235, 235, 240))
        cv2.fillConvexPoly(out, (piece.at + 0.85 * (corners - piece.at)).astype(np.int32), (40, 30, 160))

    def find(self, picture: np.ndarray) -> Sightings:
        found = super().find(picture)
        backs = [piece.card.startswith("back") for piece in self.seen]
        return Sightings(found.corners, found.confidence, np.where(backs, BACK, found.kind).astype(np.int8))


@pytest.mark.parametrize("exposed", [False, True])
def test_shuffling_and_dealing_are_no_plays(exposed: bool) -> None:
    scene = Dealing()
    now = 0.8
    for shift in (0, 14, -10, 5):  # the pack is shuffled in the middle of the table, and lies there while it is dealt
        scene.pieces.append(Piece("back pack", MIDDLE + np.array([shift, 8]), 0.1 * shift, now, now + 0.5))
        scene.arms.append(("east", MIDDLE, now))
        now += 0.5
    scene.pieces[-1].last = now + 12 * 0.6
    for packet in range(12):  # three at a time; one falls short, and may show its face
        seat = ("north", "west", "south", "east")[packet % 4]
        card = "DJ" if exposed and packet == 6 else f"back {packet}"
        scene.lay(card, seat, now, out=62.0 if packet == 6 else 118.0, aside=float(packet), turn=0.2 * packet)
        scene.arms.append(("east", scene.pieces[-1].at, now))
        now += 0.6
    for seat in OUT:
        dealt = [p for p in scene.pieces if np.dot(p.at - MIDDLE, OUT[seat]) > 50 and p.last > now]
        scene.take([p.card for p in dealt], seat, now)
        now += 0.9
    scene.trick("S6 SA DK H10", "south", now + 1.5, "east")
    seen = told(scene)
    gone = {o.track for o in seen if isinstance(o, Withdrawn)}
    assert plays([o for o in seen if not isinstance(o, SeenCard) or o.track not in gone]) == [
        ("south", "S6"),
        ("east", "SA"),
        ("north", "DK"),
        ("west", "H10"),
    ]
    (sweep,) = kinds(seen, Swept)
    assert isinstance(sweep, Swept)
    assert SEAT_NAMES[4][int(np.argmax(sweep.seat_logp))] == "east"


def test_a_bumped_camera_is_told_and_nothing_is_lost() -> None:
    scene = Scene()
    scene.trick("S6 SA DK H10", "south", 0.9, "east", gap=1.6)
    scene.bump_at = 3.4
    scene.bump = np.array([[0.9997, -0.02, 17.0], [0.02, 0.9997, -9.0], [0.0, 0.0, 1.0]])
    seen = told(scene)
    assert [o.kind for o in seen if isinstance(o, Disturbed)] == ["bumped", "recovered"]
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10"]
    (sweep,) = kinds(seen, Swept)
    assert isinstance(sweep, Swept)
    assert len(sweep.tracks) == 4
    assert largest_shift(scene.bump, WH) > 10


def test_darkness_is_told_and_the_cards_outlast_it() -> None:
    scene = Scene()
    scene.trick("S6 SA DK H10", "south", 0.9, "east", gap=1.6)
    scene.dark = (3.3, 3.9)
    seen = told(scene)
    assert [o.kind for o in seen if isinstance(o, Disturbed)] == ["dark", "recovered"]
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10"]


def test_a_card_that_lay_there_before_is_told_at_the_beginning() -> None:
    scene = Scene(length=3.0)
    scene.pieces.append(Piece("S6", MIDDLE + 52 * np.array(OUT["south"]), 0.0, -9.0))
    (seen,) = kinds(told(scene), SeenCard)
    assert isinstance(seen, SeenCard) and seen.time == 0.0


@pytest.mark.parametrize("black", (True, False))
def test_what_comes_before_the_first_card_is_not_taken_for_the_table(black: bool) -> None:
    class Opening(Scene):
        """A film that begins in the dark, or with a title."""

        def draw(self) -> np.ndarray:
            shown = super().draw()
            if self.now >= 2.0:
                return shown
            return np.zeros_like(shown) if black else np.full_like(shown, (160, 90, 20))

        def find(self, picture: np.ndarray) -> Sightings:
            return super().find(picture) if self.now >= 2.0 else Sightings.none()

    scene = Opening()
    end = scene.trick("S6 SA DK H10", "south", 2.4, "east")
    scene.trick("C6 CA HK D10", "east", end + 1, "north")
    seen = told(scene)
    assert [o.kind for o in seen if isinstance(o, Disturbed)] == (["dark", "recovered"] if black else [])
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10", "C6", "CA", "HK", "D10"]
    assert [len(sweep.tracks) for sweep in kinds(seen, Swept) if isinstance(sweep, Swept)] == [4, 4]


@pytest.mark.parametrize("cloth", (0, 18, 45))
def test_a_black_cloth_is_not_darkness(cloth: int) -> None:
    scene = Scene()
    scene.wood = np.full_like(scene.wood, cloth)
    end = scene.trick("S6 SA DK H10", "south", 1.2, "east")
    scene.trick("C6 CA HK D10", "east", end + 1, "north")
    seen = told(scene)
    # before anything else was seen, nobody knows whether it is the cloth that is black
    assert all(o.time < 1.2 for o in seen if isinstance(o, Disturbed))
    assert [card for _, card in plays(seen)] == ["S6", "SA", "DK", "H10", "C6", "CA", "HK", "D10"]
    assert [len(sweep.tracks) for sweep in kinds(seen, Swept) if isinstance(sweep, Swept)] == [4, 4]


class HeldInAHand(Scene):
    """The same, with a camera that sways."""

    def draw(self) -> np.ndarray:
        way = 9 * np.array([np.sin(self.now * 9), np.cos(self.now * 7)])
        return np.roll(super().draw(), (round(way[1]), round(way[0])), (0, 1))


def test_a_picture_given_as_a_film_is_said() -> None:
    scene = Scene()
    scene.length = 0.2
    (end,) = kinds(told(scene), Ended)
    assert isinstance(end, Ended) and end.problem == TOO_SHORT


def test_a_camera_that_never_stands_still_is_said() -> None:
    scene = HeldInAHand()
    for start in (1.0, 8.0):
        scene.trick("S6 SA DK H10" if start < 5 else "C6 CA HK D10", "south", start, "east")
    (end,) = kinds(told(scene), Ended)
    assert isinstance(end, Ended)
    assert RESTLESS in (end.problem, *end.notes)


def test_what_the_finder_sees_on_the_bare_table_outlasts_the_sweep_and_is_withdrawn() -> None:
    scene = Scene()
    scene.pieces.append(Piece("CK", MIDDLE + np.array([10, -8]), 0.4, -1.0))
    scene.trick("S6 SA DK H10", "south", 1.4, "east", out=80)
    scene.length += 2
    seen = told(scene)
    printed = [o.track for o in seen if isinstance(o, SeenCard) and o.face_logp.argmax() == _index("CK")]
    assert {o.track for o in seen if isinstance(o, Withdrawn)} == set(printed)
    (sweep,) = kinds(seen, Swept)
    assert isinstance(sweep, Swept)
    assert not set(sweep.tracks) & set(printed)


@pytest.mark.parametrize(
    "side", [120.0, 150.0]
)  # larger than any card could be, and larger than the cards that lie there
def test_a_mat_that_looks_like_a_back_hides_no_play(side: float) -> None:
    class Matted(Scene):
        def find(self, picture: np.ndarray) -> Sightings:
            cards = super().find(picture)
            mat = MIDDLE + np.array([30, 0]) + side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            corners = np.concatenate([cards.corners, mat[None].astype(np.float32)])
            return Sightings(corners, np.r_[cards.confidence, np.float32(0.7)], np.r_[cards.kind, np.int8(BACK)])

        def read(self, picture: np.ndarray, sightings: Sightings) -> np.ndarray:
            self.boxes = self.boxes[: len(self.seen)]
            return super().read(picture, sightings)

    scene = Matted()
    then = scene.trick("S6 SA DK H10", "south", 0.9, "east")
    scene.trick("C7 CA C9 C10", "east", then, "north")
    assert [card for _, card in plays(told(scene))] == ["S6", "SA", "DK", "H10", "C7", "CA", "C9", "C10"]


def _index(card: str) -> int:
    return [code(c) for c in CARDS].index(card)


def test_idle_pictures_cost_no_look() -> None:
    scene = Scene()
    scene.lay("S6", "south", 0.9)
    scene.length = 20
    watcher = Watcher(scene, scene)
    list(watcher.watched(scene.frames()))
    assert watcher.looks < 20
    assert watcher.reads < 6


def test_without_cards_the_end_says_so() -> None:
    scene = Scene(length=3.0)
    seen = told(scene)
    assert len(seen) == 1
    assert isinstance(seen[0], Ended)
    assert seen[0].problem.startswith("No card was seen")


@pytest.mark.parametrize(("pack", "given", "said"), [("french", "swiss", "french pack"), ("french", "auto", "")])
def test_the_pack_is_found_out_and_a_wrong_one_named(pack: str, given: str, said: str) -> None:
    scene = Scene(pack=pack)
    then = scene.trick("S6 SA DK H10", "south", 0.9, "east")
    scene.trick("C7 CA C9 C10", "east", then, "north")
    watcher = Watcher(scene, scene, pack=given)
    seen = list(watcher.watched(scene.frames()))
    end = seen[-1]
    assert isinstance(end, Ended)
    assert said in end.problem
    assert bool(said) == bool(end.problem)
    if given == "auto":
        assert watcher.pack == pack
        assert len(plays(seen)) == 8


def test_a_given_table_decides_seats_and_size() -> None:
    scene = Scene()
    scene.trick("S6 SA DK H10", "south", 0.9, "east")
    metre = LONG / 0.089
    x, y = 0.2 * metre, 0.15 * metre
    corners = [MIDDLE + np.array(way) for way in ((-x, -y), (x, -y), (x, y), (-x, y))]
    table = table_from_corners([list(c) for c in corners], 0.4, 0.3, WH, north=90.0)
    assert [seat for seat, _ in plays(told(scene, table=table))] == ["east", "north", "west", "south"]
    other = table_from_corners([list(c) for c in corners], 0.4, 0.3, (640, 480))
    with pytest.raises(TableError, match="calibrate anew"):
        told(scene, table=other)


def test_no_film_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="There is no file"):
        next(watch(tmp_path / "none.mp4"))
    assert issubclass(FilmError, ValueError)
    assert Film.__doc__
