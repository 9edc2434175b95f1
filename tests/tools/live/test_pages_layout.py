"""The pages at the sizes of real screens: nothing overlaps, nothing is cut, every button can be reached."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import Browser, open_browser, state_of
from fake_source import Scripted, serving
from jassvision.tools.live.modes import Camera
from jassvision.vision.watch import NO_CARD, RESTLESS
from PIL import Image
from scripted import scripted_deals

SIZES = [(1280, 720), (1280, 800), (1366, 768), (1920, 1080), (1024, 768), (390, 844)]

STATES = {
    "live": ("seeing", ()),
    "lost": ("moved", ("S7", "HA")),
    "gone": ("closed", ()),
    "ended": ("ended", ()),
    "broken": ("broken", ()),
}

FAULTS = """() => {
  const found = [], wide = innerWidth > 1180, root = document.documentElement;
  const box = (node) => node.getBoundingClientRect();
  const all = (where) => [...document.querySelectorAll(where)]
    .filter((node) => box(node).width > 0 && !node.closest(".off-screen"));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const name = (node) => node.id || node.className;
  const apart = (nodes) => nodes.forEach((one, i) => nodes.slice(i + 1).forEach((other) => {
    if (over(box(one), box(other))) found.push(`overlap: ${name(one)} ${name(other)}`);
  }));
  if (root.scrollWidth > innerWidth) found.push(`wider than the window: ${root.scrollWidth}`);
  if (wide && root.scrollHeight > innerHeight) found.push(`higher than the window: ${root.scrollHeight}`);
  const panels = all(".top, .column > *, .board-side, .board-contract, .board-slate, .board-table");
  apart(panels);
  apart(all(".top-side, .top-right > *"));
  apart(all(".trick-card .card, .ov-play .card"));
  for (const panel of panels) {
    const { right, bottom } = box(panel);
    if (right > innerWidth + 1 || (wide && bottom > innerHeight + 1)) found.push(`outside: ${name(panel)}`);
    if (panel.scrollWidth > panel.clientWidth + 1) found.push(`cut at its side: ${name(panel)}`);
  }
  for (const word of all(".button .word, .state, .plays-grid th, .half-name, .trick-name b, .board-name, .play-button"))
    if (word.scrollWidth > word.clientWidth + 1 || (word.matches(".word") && word.scrollHeight > word.clientHeight + 2))
      found.push(`cut: ${word.textContent}`);
  return found;
}"""


LAID_OUT = """async ([width, height]) => {
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  return matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches
    && document.body.getBoundingClientRect().width === document.documentElement.clientWidth;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scripted]:
    """A deal in its last but one trick, with an illegal play and cards of every court on the table."""
    deals = scripted_deals(2, illegal=1)
    with serving(tmp_path_factory.mktemp("layout"), deals=deals) as found:
        found.say(action="contract", contract=deals[0].played.contract)
        found.cards(31)
        assert any(one["certainty"] == "certain" for one in state_of(found.url)["deal"]["illegal"])
        yield found


def _lasting_faults(page: Any) -> list[str]:
    """Faults that are still there when a slow machine has laid the page out: what fits later fits."""
    for _ in range(20):
        faults: list[str] = page.evaluate(FAULTS)
        if not faults:
            break
        page.wait_for_timeout(150)
    return faults


@pytest.mark.parametrize("state", STATES)
def test_the_console_fits_every_screen_in_every_language(session: Scripted, browser: Browser, state: str) -> None:
    status, seen = STATES[state]
    session.camera(status, seen=seen)
    with browser.visiting(session.url) as visit:
        page = visit("/")
        page.wait_for_selector("#plays .plays-grid")
        page.wait_for_function("() => document.querySelector('canvas').dataset.number > 0")
        found = {}
        for _ in range(3):
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_function(LAID_OUT, arg=[width, height])
                for fault in _lasting_faults(page):
                    found.setdefault(fault, f"{page.evaluate('document.documentElement.lang')} {width} x {height}")
            page.keyboard.press("l")
        assert found == {}
    session.camera("seeing")


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (390, 844)])
def test_players_names_stay_over_the_plays_and_every_button_can_be_reached(
    session: Scripted, browser: Browser, size: tuple[int, int]
) -> None:
    session.camera("moved", seen=("S7", "HA"))
    with browser.visiting(session.url) as visit:
        page = visit("/", *size)
        page.wait_for_selector("#plays .plays-grid")
        names, last = page.locator("#plays thead th").nth(1), page.locator("#plays tbody tr").last
        last.scroll_into_view_if_needed()
        for node in (names, last):
            box = node.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1
        assert names.bounding_box()["y"] + names.bounding_box()["height"] <= last.bounding_box()["y"] + 1
        for button in page.locator("main button").all():
            button.scroll_into_view_if_needed()
            assert button.evaluate(
                "node => { const r = node.getBoundingClientRect();"
                " const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);"
                " return node.contains(hit) || getComputedStyle(node).pointerEvents === 'none' }"
            ), button.text_content()
    session.camera("seeing")


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] > 1180])
def test_a_card_and_a_weis_are_chosen_without_scrolling(
    session: Scripted, browser: Browser, size: tuple[int, int]
) -> None:
    with browser.visiting(session.url) as visit:
        page = visit("/", *size)
        page.wait_for_selector("#plays .plays-grid")
        for keys in (["c"], ["i"], ["w", "1"], ["n"], ["?"], ["g"]):
            for key in keys:
                page.keyboard.press(key)
            if keys == ["w", "1"] and page.locator(".choices").count():  # other cards come after the proposals
                page.locator(".choices .choice").last.click()
            page.wait_for_selector("#dialog[open]")
            rest = "() => { const d = document.querySelector('#dialog'); return d.scrollHeight - d.clientHeight }"
            assert page.evaluate(rest) <= 0, keys
            page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [*SIZES, (3840, 2160)])
def test_no_card_of_a_trick_lies_on_another(session: Scripted, browser: Browser, size: tuple[int, int]) -> None:
    with browser.visiting(session.url) as visit:
        page = visit("/board?mode=after_trick", *size)
        page.wait_for_function("() => document.querySelectorAll('.trick-card').length === 4")
        assert _lasting_faults(page) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nor_at_a_table_of_two_to_six(session: Scripted, browser: Browser, players: int) -> None:
    with browser.visiting(session.url) as visit:
        page = visit("/board", 1920, 1080)
        page.evaluate(
            """async (players) => {
              const { trickTable } = await import("/js/trick.js");
              const names = { 2: "north south", 3: "north east west", 4: "north east south west",
                5: "north east southeast southwest west", 6: "north northeast southeast south southwest northwest" };
              const seats = names[players].split(" ").map((seat, i) => ({ seat, name: `Player ${i}`, side: i % 2 }));
              const plays = seats.map((seat, i) => ({ id: `t${i * 7}`, seat: seat.seat, card: `S${i + 6}` }));
              document.querySelector("#table").remove();
              const parent = document.createElement("div");
              document.body.append(parent);
              parent.id = "shown";
              for (const [name, value] of [["position", "fixed"], ["inset", "20% 25%"]]) parent.style[name] = value;
              trickTable(parent).show({ seats, dealer: null, toAct: null, deal: 1, number: 1, winner: null, plays });
            }""",
            players,
        )
        page.wait_for_function("count => document.querySelectorAll('#shown .card').length === count", arg=players)
        assert [fault for fault in page.evaluate(FAULTS) if "card" in fault] == []
        inside = page.evaluate(
            "() => { const p = document.querySelector('#shown').getBoundingClientRect();"
            " return [...document.querySelectorAll('#shown .card, #shown .trick-name')].every(n => {"
            " const r = n.getBoundingClientRect();"
            " return r.left >= p.left && r.right <= p.right && r.top >= p.top - 1 && r.bottom <= p.bottom + 1; }) }"
        )
        assert inside


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_the_overlay_is_whole_and_transparent(session: Scripted, browser: Browser, size: tuple[int, int]) -> None:
    width, height = size
    with browser.visiting(session.url) as visit:
        page = visit("/overlay", width, height)
        page.wait_for_selector(".ov-play .card img")
        for part in ("#bug", ".ov-contract", "#trick"):
            box = page.locator(part).bounding_box()
            assert box["x"] >= 0 and box["y"] >= 0
            assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert _lasting_faults(page) == []
        alpha = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA").getchannel("A")
        assert alpha.crop((0, height // 4, width, height // 2)).getextrema() == (0, 0)


def test_a_film_that_is_over_says_so_and_its_last_picture_stays(session: Scripted, browser: Browser) -> None:
    session.camera("ended", "The film is over.")
    with browser.visiting(session.url) as visit:
        console, board = visit("/"), visit("/board")
        console.wait_for_function("() => document.querySelector('canvas').dataset.number > 0")
        assert console.get_attribute("#state", "data-state") == "manual"
        for page in (console, board):
            page.wait_for_function("() => document.querySelector('#state').textContent === 'Film zu Ende'")
        assert console.text_content("#picture-words") == "Der Film ist zu Ende · letztes Bild"
        assert "lässt sich noch berichtigen" in console.text_content("#attention")
        keys, card = console.keyboard, state_of(session.url)["deal"]["tricks"][0]["plays"][0]["card"]
        keys.press("ArrowDown")
        assert console.get_attribute("#plays .selected", "data-card") == card
        keys.press("Enter")
        keys.type("sk" if card != "SK" else "sa")
        keys.press("Enter")
        console.wait_for_selector("#plays .by-hand")
        keys.press("u")
        console.wait_for_selector("#plays .by-hand", state="detached")
    session.camera("seeing")
    assert state_of(session.url)["mode"] != "manual"


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (NO_CARD, "Es war keine Karte zu sehen"),
        (RESTLESS, "Das Bild stand nie still"),
        ("Something new.", "Something new."),
    ],
)
def test_what_makes_a_film_worthless_is_said_at_its_end(
    session: Scripted, browser: Browser, problem: str, words: str
) -> None:
    session.engine.look(Camera("script", "ended", session.clock.time, "", 25.0, (1280, 720), problem=problem))
    session.settle()
    with browser.visiting(session.url) as visit:
        page = visit("/", 390, 844)
        page.wait_for_function("words => document.querySelector('#attention').textContent.includes(words)", arg=words)
    session.camera("seeing")


def as_source(session: Scripted, source: str, status: str) -> None:
    """Let the session have another source of pictures."""
    session.engine.look(Camera(source, status, session.clock.time, "", 25.0, (1280, 720)))
    session.settle()


@pytest.mark.parametrize(
    ("source", "status", "words"),
    [
        ("0", "closed", "Die Kamera ist weg"),
        ("rtsp://camera/1", "closed", "Der Stream ist zu Ende oder nicht erreichbar"),
        ("rtsp://camera/1", "stalled", "Der Stream liefert keine Bilder"),
        ("0", "stalled", "Die Kamera liefert keine Bilder"),
    ],
)
def test_a_camera_that_is_gone_is_told_from_a_stream(
    session: Scripted, browser: Browser, source: str, status: str, words: str
) -> None:
    as_source(session, source, status)
    with browser.visiting(session.url) as visit:
        page = visit("/")
        page.wait_for_selector('#state[data-state="lost"]')
        page.wait_for_function("() => document.querySelector('canvas').dataset.number > 0")
        assert words in page.text_content("#attention h3")
        assert words in page.text_content("#picture-words") and "letztes Bild" in page.text_content("#picture-words")
        assert "ms alt" not in page.text_content("#picture-foot")
    session.camera("seeing")
