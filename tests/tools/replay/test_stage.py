"""Stills of every element: it is there, it is where it belongs, and its letters are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from jassvision.rules.notation_record import MatchRecord
from jassvision.rules.preset import load_rules
from jassvision.tools.places import Places, Stay, Way, load_places
from jassvision.tools.played import Played, played_of_record
from jassvision.tools.replay.mixing import Layer, YuvMixer, mix_bgra
from jassvision.tools.replay.screen_words import LANGUAGES
from jassvision.tools.replay.stage import AFTER, Stage, Still
from jassvision.tools.replay.theme import Theme, load_theme
from jassvision.tools.replay.ways import ways_of_plays
from numpy.typing import NDArray

SIZES = [(640, 360), (360, 640)]


@pytest.fixture(scope="module")
def where(places_file: Path) -> Places:
    return load_places(places_file)


def staged(
    played: Played,
    where: Places | None,
    size: tuple[int, int] = (640, 360),
    theme: Theme | None = None,
    lang: str = "de",
) -> Stage:
    return Stage(played, theme or load_theme(), lang, size, where)


def drawn(layers: list[Layer], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The graphics alone, (height, width, 4)."""
    canvas = np.zeros((size[1], size[0], 4), np.uint8)
    mix_bgra(canvas, layers)
    return canvas


def covered(layers: list[Layer], size: tuple[int, int], box: tuple[float, float, float, float]) -> float:
    """How much of a box (shares of width and height) the graphics cover, 0 to 1."""
    alpha = drawn(layers, size)[..., 3]
    x0, y0, x1, y1 = (round(v * s) for v, s in zip(box, size * 2, strict=True))
    return float(alpha[y0:y1, x0:x1].mean()) / 255


def only(theme: Theme, *elements: str) -> Theme:
    return replace(theme, show=frozenset(elements))


def test_score_ticks_up_and_says_what_came(played: Played) -> None:
    stage = staged(played, None, theme=only(load_theme(), "score", "contract"))
    before, ticking, after = (drawn(stage.layers(t), (640, 360)) for t in (1.1, 1.5, 2.4))
    assert not np.array_equal(before, ticking) and not np.array_equal(ticking, after)
    assert [step.totals for step in stage.story.steps] == [(0, 0), (68, 40), (112, 40)]
    assert len(stage.layers(1.1)) == 1 and len(stage.layers(1.5)) == 3, "both sides have just scored"


def test_the_trick_grows_card_by_card_and_its_winner_is_lit(played: Played) -> None:
    stage = staged(played, None, theme=only(load_theme(), "strip"))
    assert not stage.layers(0.1), "nothing before the first card"
    shots = [drawn(stage.layers(t), (640, 360)) for t in (0.66, 0.88, 1.1)]
    assert all(covered(stage.layers(t), (640, 360), (0.1, 0.8, 0.35, 0.9)) > 0.8 for t in (0.66, 0.88, 1.1))
    light = [int(shot[..., :3].max(axis=2).astype(int).sum()) for shot in shots[:2]]
    assert light[1] > light[0] * 1.02, "a card more is brighter"
    gold = np.array(load_theme().colours["accent"])
    lit = [int((np.abs(shot[..., :3].astype(int) - gold).max(axis=2) < 30).sum()) for shot in shots]
    assert lit[0] < 20 and lit[2] > 100, "the winner's rim and points are gold"


def test_outlines_and_plates_hold_on_to_the_cards(played: Played, where: Places) -> None:
    stage = staged(played, where, theme=only(load_theme(), "outlines"))
    corners = {key: way.at(0.0) for key, way in ways_of_plays(played, where.scaled((640, 360))).items()}
    assert len(corners) == 8
    alpha = drawn(stage.layers(0.69), (640, 360))[..., 3]
    for seat in (3, 2):  # west and south have played, east not yet
        quad = corners[1, 1, seat]
        for share in (0.3, 0.5, 0.7):
            x, y = quad[0] * (1 - share) + quad[1] * share
            assert alpha[round(y) - 3 : round(y) + 4, round(x)].max() > 200, "its upper edge is drawn"
    x, y = corners[1, 1, 1].mean(axis=0)
    assert alpha[round(y) - 12 : round(y) + 12, round(x) - 12 : round(x) + 12].max() == 0
    plates = staged(played, where, theme=only(load_theme(), "plates"))
    assert len(plates.layers(1.05)) == 4
    assert not stage.layers(1.199), "gone when the trick is taken away"


def altered(where: Places, time: float, *stays: Stay, left: bool = True) -> Places:
    """The places with other stays for the card that came to rest at a time."""
    return replace(where, ways=tuple(Way(stays, left) if way.time == time else way for way in where.ways))


def middle_of(layers: list[Layer], size: tuple[int, int] = (640, 360)) -> NDArray[np.float64]:
    rows, columns = np.nonzero(drawn(layers, size)[..., 3] > 60)
    return np.array([columns.mean(), rows.mean()])


@pytest.mark.parametrize("element", ["outlines", "plates"])
def test_marks_follow_a_card_that_is_pushed_or_a_camera_that_is_bumped(
    played: Played, where: Places, element: str
) -> None:
    """Only west's card lies there until 0.5; it is moved by 24 x 12 pixels of 320 x 180 between 0.36 and 0.44."""
    first = next(way for way in where.ways if way.time == 0.3).stays[0].corners
    moved = altered(where, 0.3, Stay(0.3, 0.36, first), Stay(0.44, 1.0, first + np.array([24.0, 12.0])))
    show = only(load_theme(), element)
    still, way = staged(played, where, theme=show), staged(played, moved, theme=show)
    for time, share in ((0.48, 1.0), (0.4, 0.5)) if element == "outlines" else ((0.49, 1.0),):
        shift = middle_of(way.layers(time)) - middle_of(still.layers(time))
        assert shift == pytest.approx(np.array([48.0, 24.0]) * share, abs=1.6)


def test_marks_go_at_once_when_a_card_is_taken_away(played: Played, where: Places) -> None:
    taken = altered(where, 0.5, Stay(0.5, 0.7, next(w for w in where.ways if w.time == 0.5).stays[0].corners))
    show = only(load_theme(), "outlines", "plates")
    kept, gone = staged(played, where, theme=show).layers(1.0), staged(played, taken, theme=show).layers(1.0)
    assert (len(kept), len(gone)) == (8, 6)


def test_where_nobody_saw_a_card_leave_its_marks_go_before_the_trick_is_seen_gone(
    played: Played, where: Places
) -> None:
    unseen = replace(where, ways=tuple(Way((replace(way.stays[0], until=way.time),), False) for way in where.ways))
    stage = staged(played, unseen, theme=only(load_theme(), "outlines"))
    assert len(stage.layers(1.0)) == 4 and not stage.layers(1.15)


def test_where_the_film_runs_on_an_illegal_play_is_explained_beside_it_for_as_long(
    played: Played, where: Places
) -> None:
    laid = staged(played, where).story.illegal[0][0]
    show = only(load_theme(), "illegal", "freeze", "melds")
    assert not staged(played, where, theme=show).layers(laid.time + AFTER + 1.0)[:-1], "the film will stand still"
    stage = Stage(played, show, "de", (640, 360), where, stands=False)
    begin, freeze = laid.time + AFTER, show.seconds["freeze"]
    for time in (begin + 0.5, begin + freeze - 0.5):
        (panel,) = stage.layers(time)
        assert covered([panel], (640, 360), (0.1, 0.3, 0.4, 0.7)) > 0.8 and panel.patch.size_wh[0] < 400
    assert not stage.layers(begin + freeze + 0.01)


def test_plates_keep_clear_of_each_other_and_of_the_score(played: Played, where: Places) -> None:
    for size in SIZES:
        stage = staged(played, where, size)
        layers = staged(played, where, size, only(load_theme(), "plates")).layers(1.0)
        boxes = [(layer.x, layer.y, *layer.patch.size_wh) for layer in layers]
        assert len(boxes) == 4
        left, top, right, bottom = stage.kit.safe
        for x, y, w, h in boxes:
            assert left - 2 <= x and x + w <= right + 2 and top - 2 <= y and y + h <= bottom + 2


def test_arrow_points_from_who_played(played: Played, where: Places) -> None:
    stage = staged(played, where, theme=only(load_theme(), "arrows"))
    for time, box in ((0.45, (0.02, 0.3, 0.4, 0.7)), (0.85, (0.6, 0.3, 0.98, 0.7))):  # west, east
        layers = stage.layers(time)
        inside = covered(layers, (640, 360), box)
        assert inside > 0.01 and inside > 4 * covered(layers, (640, 360), (1 - box[2], box[1], 1 - box[0], box[3]))
    assert covered(stage.layers(1.05), (640, 360), (0.4, 0.0, 0.6, 0.35)) > 0.02, "north, above"


def moved(where: Places, across: float, down: float) -> Places:
    """The places with all cards moved by shares of width and height."""
    by = np.array([across, down]) * where.size_wh
    ways = (Way(tuple(Stay(s.since, s.until, s.corners + by) for s in way.stays), way.left) for way in where.ways)
    return replace(where, ways=tuple(ways))


@pytest.mark.parametrize("size", [(1280, 720), (852, 478), (640, 360), (720, 1280)])
@pytest.mark.parametrize("by", [(0.0, 0.0), (0.0, 0.2), (-0.28, 0.12), (-0.28, -0.12), (0.3, 0.0)])
def test_arrows_and_names_lie_behind_no_panel(
    played: Played, where: Places, size: tuple[int, int], by: tuple[float, float]
) -> None:
    stage = staged(played, moved(where, *by), size, only(load_theme(), "arrows", "strip", "score", "contract"))
    for trick in stage.story.tricks:
        for laid in trick.laid:
            for age in (0.12, 0.19):  # until the next card is laid
                alpha = drawn(stage.marks.layers(laid.time + age), size)[..., 3]
                assert alpha.max() > 60, "there is an arrow"
                for x, y, w, h in (stage.strip.box, stage.score.box):
                    inside = alpha[round(y) + 2 : round(y + h) - 2, round(x) + 2 : round(x + w) - 2]
                    assert inside.max(initial=0) < 120, "but for its shadow it is not hidden"


@pytest.mark.parametrize("size", [(1280, 720), (640, 360), (720, 1280)])
def test_the_panel_that_explains_a_play_leaves_its_card_to_be_seen(
    played: Played, where: Places, size: tuple[int, int]
) -> None:
    stage = staged(played, where, size)
    laid, verdict = stage.story.illegal[0]
    for across, down in ((0.0, 0.0), (0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15)):
        stage = staged(played, moved(where, across, down), size)
        corners = stage.marks.hole(laid)
        assert corners is not None
        panel = drawn(stage.pop_ups.verdict_layers(laid, verdict, 1.0, 3.0, frozen=False), size)[..., 3]
        (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        assert (panel[y0:y1, x0:x1] > 128).mean() < 0.1, "at most its rim"


def test_weis_comes_with_its_cards_and_goes(played: Played) -> None:
    stage = staged(played, None, theme=only(load_theme(), "melds"))
    assert not stage.layers(1.1) and not stage.layers(1.2 + 3.7)
    assert covered(stage.layers(2.2), (640, 360), (0.75, 0.06, 0.95, 0.25)) > 0.7


def test_an_illegal_play_is_explained_beside_its_card(played: Played, where: Places) -> None:
    stage = staged(played, where, (1280, 720))
    laid, verdict = stage.story.illegal[0]
    assert (laid.trick, laid.seat, verdict.rule) == (1, 1, "2.2")
    still = Still("illegal", 6.0, laid)
    layers = stage.layers(laid.time + AFTER, still, 1.5)
    alpha = drawn(layers, (1280, 720))[..., 3]
    x, y = stage.marks.hole(laid).mean(axis=0)  # type: ignore[union-attr]
    assert alpha[round(y) - 8 : round(y) + 8, round(x) - 8 : round(x) + 8].mean() < 20, "the card itself stays bright"
    assert 100 < alpha[5, 640] < 160, "the film is darkened"
    red = np.array(load_theme().colours["bad"])
    found = np.abs(drawn(layers, (1280, 720))[..., :3].astype(int) - red).max(axis=2) < 12
    assert found.sum() > 5000


def test_intro_and_final_sheet_fill_the_picture(played: Played) -> None:
    for kind in ("intro", "final"):
        stage = staged(played, None)
        layers = stage.layers(0.0, Still(kind, 4.0), 2.0)  # type: ignore[arg-type]
        picture = drawn(layers, (640, 360))
        assert picture[..., 3].min() > 140
        assert (picture[..., :3].min(axis=2) > 200).sum() > 800, "there are letters"


@pytest.mark.parametrize("style", ["broadcast", "referee", "plain"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_style_at_every_size(played: Played, where: Places, style: str, size: tuple[int, int]) -> None:
    stage = staged(played, where, size, load_theme(style))
    for time in (0.6, 1.1, 1.6):
        layers = stage.layers(time)
        explained = time > 1.15 and not stage.kit.theme.shows("freeze")  # upright, the panel takes the score's room
        assert layers and (explained or covered(layers, size, (0.05, 0.04, 0.2, 0.1)) > 0.5), "the score is there"
        for layer in layers:
            assert layer.patch.size_wh[0] % 2 == layer.patch.size_wh[1] % 2 == 0
    laid = stage.story.illegal[0][0]
    assert stage.layers(laid.time + AFTER, Still("illegal", 6.0, laid), 1.0)


@pytest.mark.parametrize("preset", ["bessern", "mittlere", "molotow_5", "molotow_6", "coiffeur", "belote"])
def test_every_table(at_random: Callable[..., MatchRecord], preset: str) -> None:
    """Two to six players, with and without partners, with trumps that arise in the play."""
    played = played_of_record(at_random(load_rules(preset)), Path("match.jass"), "notation")
    stage = staged(played, None, (320, 180))
    assert stage.story.steps[-1].totals == played.totals
    for trick in stage.story.tricks[::5]:
        for time in (trick.laid[-1].time, trick.taken):
            assert stage.layers(time)
    assert stage.layers(0.0, Still("intro", 4.0), 1.0) and stage.layers(0.0, Still("final", 4.0), 1.0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_writes_other_words(played: Played, where: Places, lang: str) -> None:
    stage = staged(played, where, lang=lang)
    laid = stage.story.illegal[0][0]
    for still in (None, Still("intro", 4.0), Still("final", 4.0), Still("illegal", 4.0, laid)):
        assert stage.layers(1.1, still, 1.0)
    assert stage.kit.card(26) and stage.kit.contract("O") and stage.kit.side(0)


def test_names_of_the_theme_stand_for_the_seats(played: Played) -> None:
    theme = replace(load_theme(), names=(("north", "Änni"), ("south", "Größer & Söhne")))
    stage = staged(played, None, theme=theme)
    assert stage.kit.seat(0) == "Änni" and stage.kit.side(0) == "Änni & Größer & Söhne"
    assert stage.layers(1.1)


def test_planes_and_canvas_show_the_same() -> None:
    """Mixed on the planes or in BGRA: the same picture within what 4:2:0 loses."""
    import av
    from jassvision.tools.replay.film_out import planes_of
    from jassvision.tools.replay.patches import Sheet

    sheet = Sheet(80, 40)
    sheet.panel((8, 8, 64, 24), (40, 60, 220), 0.8, 6)
    patch = sheet.patch()
    grey = np.full((90, 160, 3), 120, np.uint8)
    frame = av.VideoFrame.from_ndarray(grey, format="bgr24").reformat(
        format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
    )
    YuvMixer("709").mix(planes_of(frame), [Layer(patch, 20, 30, 0.7)])
    mixed = frame.reformat(format="bgr24", src_colorspace="ITU709", src_color_range="MPEG").to_ndarray().astype(int)
    expected = grey.astype(float)
    spot = expected[30:70, 20:100]
    spot[:] = spot * (1 - patch.bgra[..., 3:] / 255 * 0.7) + patch.bgra[..., :3] * 0.7
    assert np.abs(mixed[44:60, 40:80] - expected[44:60, 40:80]).max() <= 6
    assert np.abs(mixed[:28] - 120).max() <= 3, "elsewhere nothing is touched"


def test_what_sticks_out_is_cut_off() -> None:
    from jassvision.tools.replay.patches import Sheet

    sheet = Sheet(60, 60)
    sheet.panel((0, 0, 60, 60), (255, 255, 255))
    planes = tuple(np.zeros(shape, np.uint8) for shape in ((40, 40), (20, 20), (20, 20)))
    for x, y in ((-30, -30), (30, 30), (-100, 0), (0, 100)):
        YuvMixer().mix(planes, [Layer(sheet.patch(), x, y)])  # type: ignore[arg-type]
    assert planes[0][0, 0] == 235 and planes[0][39, 39] == 235 and planes[0][0, 39] == 0


def test_elements_give_way_to_the_panel_that_would_cover_them(played: Played) -> None:
    """Upright there is room for the strip or the panel, not for both; the score stays."""
    show = only(load_theme(), "illegal", "strip", "score", "freeze")
    stage = Stage(played, show, "de", (360, 640), None, stands=False)
    alone = Stage(played, only(show, "strip"), "de", (360, 640), None, stands=False)
    begin = stage.story.illegal[0][0].time + AFTER
    for time, strip in ((begin - 0.1, True), (begin + 1.0, False)):
        boxes = [(layer.x, layer.y) for layer in stage.layers(time) if layer.opacity > 0.02]
        assert any(y < 100 for _, y in boxes), "the score"
        assert any((layer.x, layer.y) in boxes for layer in alone.layers(time)) == strip
