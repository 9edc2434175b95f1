"""The pages of a live session in a real browser, driven by keyboard against the real server with a scripted game."""

from __future__ import annotations

import io
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import Browser, open_browser, state_of
from fake_source import Scripted, drawn, serving
from jassvision.tools.live.theme import load_theme
from jassvision.tools.record import read_record
from PIL import Image

HERE = Path(__file__).parent
HOSTILE = "<img src=x onerror=window.hacked=1>"


@dataclass
class Room:
    """A session that is played on, and its pages: each test takes the game as it finds it and leaves it sound."""

    session: Scripted
    console: Any
    board: Any
    overlay: Any
    visit: Callable[..., Any]

    @property
    def state(self) -> dict[str, Any]:
        return state_of(self.session.url)

    def lay(self, count: int) -> list[dict[str, Any]]:
        """Let so many more cards be laid; all plays of the deal, once the console shows them."""
        self.session.cards(count)
        plays = plays_of(self.state)
        self.shows(len(plays))
        return plays

    def shows(self, count: int) -> None:
        """Wait until the console shows so many plays."""
        self.console.wait_for_function(
            "count => document.querySelectorAll('#plays [data-play]').length === count", arg=count
        )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The session and its pages; at the end none of the pages may have complained."""
    folder = tmp_path_factory.mktemp("live")
    (folder / "club.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'
    )
    (folder / "club.yaml").write_text('title: Jassclub\ncolours: {side-a: "#00ff00"}\nlogo: club.svg\n')
    with serving(folder, theme=load_theme(folder / "club.yaml")) as session, browser.visiting(session.url) as visit:
        found = Room(session, visit("/"), visit("/board", 800, 450), visit("/overlay", 960, 540), visit)
        session.say(action="contract", contract=session.deals[0].played.contract)
        session.cards(1)
        yield found


def plays_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [play for trick in state["deal"]["tricks"] for play in trick["plays"]]


def table_of(state: dict[str, Any]) -> list[str]:
    """The cards of the trick on the table, else of the last one."""
    return sorted(play["card"] for play in state["deal"]["tricks"][-1]["plays"])


def unplayed(state: dict[str, Any]) -> str:
    """A card that lies nowhere yet."""
    gone = {play["card"] for play in plays_of(state)}
    return next(card for card in reversed(state["rules"]["cards"]) if card not in gone)


def shown_cards(page: Any) -> list[str]:
    """The cards in the list of plays, trick by trick and in the order of the seats."""
    return page.eval_on_selector_all("#plays [data-play]", "nodes => nodes.map(node => node.dataset.card)")


def test_plays_appear_on_every_page(room: Room) -> None:
    plays = room.lay(2)
    for page, where in ((room.board, ".board-table .card"), (room.overlay, ".ov-play .card")):
        page.wait_for_function(
            "([where, cards]) => [...document.querySelectorAll(where)].map(n => n.dataset.card).sort().join()"
            " === cards",
            arg=[where, ",".join(table_of(room.state))],
        )
    assert sorted(shown_cards(room.console)) == sorted(play["card"] for play in plays)
    assert room.console.get_attribute(".trick-seat.to-act", "data-seat") == room.state["deal"]["to_play"]
    assert room.console.evaluate("document.querySelector('canvas').width") == 1280
    room.console.wait_for_function(  # a box that belongs to a play can be tapped
        "count => document.querySelectorAll('#stage .box.can-select').length === count",
        arg=len(room.state["deal"]["tricks"][-1]["plays"]),
    )


def test_faces_are_there_before_their_cards_are_laid(room: Room) -> None:
    """A card that is laid is not blank for a moment."""
    wanted = [f"/art/swiss/{card}.webp" for card in (*room.state["rules"]["cards"], "back")]
    for page in (room.console, room.board, room.overlay):
        page.wait_for_function(
            "wanted => { const got = new Set(performance.getEntriesByType('resource')"
            ".filter(one => one.responseEnd > 0).map(one => new URL(one.name).pathname));"
            " return wanted.every(one => got.has(one)); }",
            arg=wanted,
        )


def test_a_card_is_corrected_and_the_correction_taken_back_by_keyboard(room: Room) -> None:
    wrong, right = room.lay(1)[-1], unplayed(room.state)
    keys = room.console.keyboard
    keys.press("Escape")
    keys.press("ArrowUp")  # the last play, whatever waits for an answer
    keys.press("c")
    keys.type(right.lower())
    keys.press("Enter")
    corrected = f'[data-play="{wrong["id"]}"][data-card="{right}"]'
    room.console.wait_for_selector(f"#plays {corrected}.by-hand")
    room.overlay.wait_for_selector(f'.ov-play[data-play="{wrong["id"]}"] [data-card="{right}"]')
    keys.press("u")
    room.console.wait_for_selector(f'#plays [data-play="{wrong["id"]}"][data-card="{wrong["card"]}"]')
    keys.press("Shift+U")
    room.console.wait_for_selector(f"#plays {corrected}")
    keys.press("Control+z")
    room.overlay.wait_for_selector(f'.ov-play[data-play="{wrong["id"]}"] [data-card="{wrong["card"]}"]')


def test_the_likeliest_card_takes_one_digit(room: Room) -> None:
    plays = room.lay(1)
    keys = room.console.keyboard
    keys.press("Escape")
    for _ in range(2):
        keys.press("ArrowUp")
    chosen = plays[-2]
    assert room.console.get_attribute("#plays .selected", "data-play") == chosen["id"]
    keys.press("Enter")
    likely = room.console.eval_on_selector_all(".likely [data-code]", "nodes => nodes.map(node => node.dataset.code)")
    assert likely == [one["card"] for one in chosen["likely"]][:5]
    keys.press("1")
    room.console.wait_for_selector(f'#plays .by-hand[data-play="{chosen["id"]}"][data-card="{likely[0]}"]')


def test_contract_and_push_by_keyboard(room: Room) -> None:
    keys = room.console.keyboard
    for key, contract, name in (("3", "S", "Schilten"), ("5", "O", "Obenabe")):
        keys.press(key)
        room.console.wait_for_selector(f'[data-contract="{contract}"][aria-pressed="true"]')
        room.board.wait_for_function(
            "name => document.querySelector('.board-contract-name')?.textContent === name", arg=name
        )
    keys.press("p")
    room.console.wait_for_selector('[data-do="push"][aria-pressed="true"]')
    room.board.wait_for_function("() => document.querySelector('#contract').textContent.includes('geschoben')")
    for _ in range(3):
        keys.press("u")
    room.console.wait_for_selector('[data-do="push"][aria-pressed="false"]')
    contract = room.session.deals[0].played.contract
    room.console.wait_for_selector(f'[data-contract="{contract}"][aria-pressed="true"]')


def test_a_contract_that_nobody_named_is_shown_to_nobody_as_if_it_were(room: Room) -> None:
    keys = room.console.keyboard
    keys.press("0")
    room.console.wait_for_selector("#contract-note.ask")
    assert state_of(room.session.url)["deal"]["contract_unsure"]
    assert room.console.locator("#contract [aria-pressed=true]").count() == 0
    room.board.wait_for_function("() => !document.querySelector('.board-contract-name')")
    room.overlay.wait_for_selector(".ov-contract", state="detached")
    keys.press("u")
    room.overlay.wait_for_selector(".ov-contract")


def test_two_cards_are_deleted_by_two_quick_keys(room: Room) -> None:
    plays = room.lay(2)
    keys = room.console.keyboard
    keys.press("Escape")
    keys.press("x")
    keys.press("x")
    room.shows(len(plays) - 2)
    assert [play["id"] for play in plays_of(room.state)] == [play["id"] for play in plays[:-2]]
    keys.press("u")
    keys.press("u")
    room.shows(len(plays))


def test_while_held_nothing_seen_counts(room: Room) -> None:
    before = room.lay(1)
    room.console.keyboard.press(" ")
    room.console.wait_for_selector('#state[data-state="manual"]')
    room.session.cards(1)
    assert len(plays_of(room.state)) == len(shown_cards(room.console)) == len(before)
    room.console.keyboard.press("u")  # taken back: what was seen meanwhile counts after all
    room.console.wait_for_selector('#state:not([data-state="manual"])')
    room.shows(len(before) + 1)
    for state in ('[data-state="manual"]', ':not([data-state="manual"])'):
        room.console.keyboard.press(" ")
        room.console.wait_for_selector(f"#state{state}")


def test_plays_are_deleted_and_put_in_by_keyboard(room: Room) -> None:
    plays = room.lay(1)
    last = plays[-1]
    keys = room.console.keyboard
    keys.press("Escape")
    keys.press("Delete")
    room.shows(len(plays) - 1)
    keys.press("i")
    keys.type(last["card"].lower())
    keys.press("Enter")
    room.console.wait_for_selector(f'#plays .by-hand[data-card="{last["card"]}"]')
    again = plays_of(room.state)[-1]
    assert (again["seat"], again["card"], again["source"]) == (last["seat"], last["card"], "operator")
    keys.press("u")
    keys.press("u")
    room.console.wait_for_selector(f'#plays [data-play="{last["id"]}"]')


KEYS = [
    ("end_trick", ["e"]),
    ("winner", ["v", "1"]),
    ("seat", ["f", "2"]),
    ("accept", ["a"]),
    ("stoeck", ["s", "1"]),
    ("weis_mode", ["W"]),
    ("board", ["b"]),
    ("dealer", ["d", "1"]),
    ("rest", ["r", "1"]),
    ("end_deal", ["E", "Enter"]),
    ("redeal", ["g", "Enter"]),
    ("contract", ["0"]),
    ("contract", ["t", "1"]),
    ("names", ["N", "Enter"]),
    ("hold", [" "]),
]
"""What else is done by keys alone, and what is then in the record; each is taken back."""


def test_all_else_is_done_by_keys_as_well(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as session, browser.visiting(session.url) as visit:
        page = visit("/")
        session.say(action="contract", contract=session.deals[0].played.contract)
        session.cards(6)
        page.wait_for_function("() => document.querySelectorAll('#plays [data-play]').length === 6")
        for _, keys in KEYS:
            for key in [*keys, "u"]:
                before = state_of(session.url)["event"]
                page.keyboard.press(key)
                if key in (keys[-1], "u"):
                    wait_until(lambda before=before: state_of(session.url)["event"] > before)
                    page.wait_for_timeout(150)  # the page hears of it
    done = [event.kind for event in read_record(tmp_path / "evening.jass.db") if event.source == "operator"]
    assert done[1:] == [kind for name, _ in KEYS for kind in (name, "undo")]


def wait_until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_box_that_is_not_sure_is_amber_and_says_so(room: Room) -> None:
    """With a question mark for those who see no colours."""
    frame, boxes = drawn(room.session.lying)
    nobodys = [replace(box, track=None, confidence=0.95) for box in boxes]
    for confidence, unsure in ((0.95, 0), (0.6, 1)):
        shown = [*nobodys[:-1], replace(nobodys[-1], confidence=confidence)]
        room.session.desk.offer(frame, room.session.clock.time, time.time(), shown)
        room.console.wait_for_function(
            "count => document.querySelectorAll('#stage .box.is-unsure').length === count", arg=unsure
        )
    assert room.console.text_content("#stage .box.is-unsure text").endswith(" ?")
    line = room.console.evaluate("getComputedStyle(document.querySelector('#stage .is-unsure polygon')).stroke")
    assert line == room.console.evaluate(
        "() => { const e = document.createElement('i'); e.style.color = 'var(--unsure)'; document.body.append(e);"
        " const found = getComputedStyle(e).color; e.remove(); return found; }"
    )
    room.session.show()


def test_what_is_destructive_asks_first(room: Room) -> None:
    before = len(room.lay(1))
    keys = room.console.keyboard
    keys.press("g")
    assert "neu geben" in room.console.text_content("#dialog-title")
    keys.press("Escape")
    assert len(plays_of(room.state)) == before
    keys.press("n")
    room.console.fill("#name-north", "Annemarie")
    keys.press("Enter")
    room.console.wait_for_function("() => document.querySelector('#top-score').textContent.includes('Annemarie')")
    assert room.state["match"]["number"] == 2
    keys.press("u")
    room.console.wait_for_function("() => !document.querySelector('#top-score').textContent.includes('Annemarie')")
    room.shows(before)


def test_weis_are_entered_as_typed(room: Room) -> None:
    keys = room.console.keyboard
    keys.press("w")
    keys.press("1")
    if room.console.locator(".choices").count():  # there are proposals: other cards come last
        room.console.locator(".choices .choice").last.click()
    keys.type("h6-8")
    assert room.console.locator(".deck .chosen").count() == 3
    keys.press("Enter")
    room.console.wait_for_selector("#weis .entry.accepted .chip")
    entered = [one for one in room.state["proposals"]["weis"] if one["status"] == "accepted"]
    assert entered[0]["cards"] == ["H6", "H7", "H8"]
    keys.press("u")
    room.console.wait_for_selector("#weis .entry.accepted", state="detached")


def test_lost_says_why_and_what_can_be_done(room: Room) -> None:
    room.session.camera("covered", "the lens is covered")
    room.console.wait_for_selector('#state[data-state="lost"]')
    assert "Objektiv" in room.console.text_content("#attention")
    room.board.wait_for_selector('#state[data-state="lost"]')
    room.session.camera("seeing")
    room.console.wait_for_selector('#state:not([data-state="lost"])')


def test_the_overlay_is_transparent_and_has_the_parts_that_were_asked_for(room: Room) -> None:
    room.lay(1)
    overlay = room.overlay
    overlay.wait_for_function("() => document.querySelectorAll('.ov-play').length > 0")
    alpha = Image.open(io.BytesIO(overlay.screenshot(omit_background=True))).convert("RGBA").getchannel("A")
    assert alpha.getpixel((480, 225)) == 0
    assert sum(alpha.histogram()[1:]) < 0.2 * 960 * 540
    for where in (".ov-side-name", ".ov-play .card"):
        box = overlay.locator(where).first.bounding_box()
        assert alpha.getpixel((round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))) == 255
    score_only = room.visit("/overlay?parts=score", 640, 360)
    score_only.wait_for_function("() => document.querySelectorAll('.ov-side').length === 2")
    assert score_only.locator("#trick").is_hidden()
    assert score_only.locator(".ov-contract").count() == 0


def test_board_and_overlay_wear_the_theme(room: Room) -> None:
    room.overlay.wait_for_function("() => document.querySelector('.ov-logo img')?.naturalWidth > 0")
    room.board.wait_for_function("() => document.querySelector('#deal').textContent.includes('Jassclub')")
    colour = room.board.evaluate("getComputedStyle(document.querySelector('.board-name')).color")
    assert colour == "rgb(0, 255, 0)"


def test_a_disagreement_shows_both_sides_and_takes_the_answer(room: Room) -> None:
    said: list[dict[str, Any]] = []
    reason = {
        "kind": "disagree", "sentence": "", "seen": ["S7", "HA"], "plays": [],
        "expected": {"trick": 3, "cards": ["S7"], "next": "west"},
        "ways": [{"action": way} for way in ("accept_table", "ignore_table", "end_trick", "redeal", "hold")],
    }  # fmt: skip

    def doubt(message: str) -> str:
        state = json.loads(message)
        if state["type"] == "state":
            state["state"] |= {"mode": "lost", "reasons": [reason]}
        return json.dumps(state)

    def before(page: Any) -> None:
        def between(socket: Any) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: socket.send(doubt(message)))

        def answered(route: Any) -> None:
            said.append(route.request.post_data_json)
            route.fulfill(json={"ok": True, "event": 1})

        page.route_web_socket(re.compile("/api/v1/events"), between)
        page.route("**/api/v1/commands", answered)

    page = room.visit("/", before=before)
    page.wait_for_selector('#state[data-state="lost"]')
    seen, expected = page.eval_on_selector_all("#attention .chips", "nodes => nodes.map(node => node.textContent)")
    assert "Schilten 7" in seen and "Rosen Ass" in seen
    assert "Schilten 7" in expected and "Beat" in expected and "Ass" not in expected
    page.keyboard.press("+")
    page.keyboard.press("-")
    page.locator("#attention button", has_text="Stich beenden").click()
    for _ in range(200):  # one command waits for the answer to the one before
        if len(said) == 3:
            break
        page.wait_for_timeout(50)
    assert [command["action"] for command in said] == ["accept_table", "ignore_table", "end_trick"]
    page.close()


def test_board_modes_hide_what_tournaments_forbid(room: Room) -> None:
    while len(room.state["deal"]["tricks"][-1]["plays"]) != 2:
        room.lay(1)
    tricks = [table_of({"deal": {"tricks": [trick]}}) for trick in room.state["deal"]["tricks"]]
    lying = (
        "cards => [...document.querySelectorAll('.board-table .card')].map(n => n.dataset.card).sort().join() === cards"
    )
    room.board.wait_for_function(lying, arg=",".join(tricks[-1]))
    strict = room.visit("/board?mode=after_trick", 800, 450)
    strict.wait_for_function(lying, arg=",".join(tricks[-2]))
    strict.goto(f"{room.session.url}/board?mode=after_deal")
    strict.wait_for_function("() => document.querySelector('#contract').textContent === 'Trumpf nach dem Spiel'")
    assert strict.locator(".card").count() == 0
    assert strict.eval_on_selector_all(".board-points", "nodes => nodes.map(node => node.textContent)") == ["0", "0"]
    room.console.keyboard.press("b")  # what the operator says holds for every board
    room.board.wait_for_function(lying, arg=",".join(tricks[-2]))
    room.console.keyboard.press("u")
    room.board.wait_for_function(lying, arg=",".join(tricks[-1]))


def test_names_are_text_and_nothing_else(room: Room) -> None:
    room.session.say(action="names", names={"north": HOSTILE, "east": '"><script>window.hacked=1</script>'})
    for page in (room.console, room.board, room.overlay):
        page.wait_for_function("name => document.body.textContent.includes(name)", arg=HOSTILE)
        assert page.locator("img[src=x]").count() == 0
        assert page.evaluate("window.hacked === undefined")
    room.session.say(action="undo")


def test_the_longest_name_stays_on_the_table(room: Room) -> None:
    room.session.say(action="names", names={"north": "W" * 40, "west": "W" * 40})
    for page in (room.console, room.board):
        page.wait_for_function("name => document.body.textContent.includes(name)", arg="W" * 40)
        wider = "nodes => nodes.filter(n => n.clientWidth > n.parentElement.parentElement.clientWidth * 0.45).length"
        assert page.locator(".trick-name").count() == 4
        assert page.eval_on_selector_all(".trick-name", wider) == 0
    room.session.say(action="undo")


def test_languages_and_the_list_of_keys(room: Room) -> None:
    console = room.console
    console.keyboard.press("l")
    console.wait_for_function("() => document.querySelector('#contract-title').textContent.startsWith('Contract')")
    console.keyboard.press("l")
    console.wait_for_function("() => document.querySelector('#contract-title').textContent.startsWith('Atout')")
    console.keyboard.press("l")
    assert console.evaluate("document.documentElement.lang") == "de"
    console.keyboard.press("?")
    listed = console.text_content("#dialog")
    for words in (
        "Trumpf ansagen",
        "Rückgängig",
        "Karte berichtigen",
        "Karte streichen",
        "Neu geben",
        "Anhalten / weiter",
    ):
        assert words in listed
    console.keyboard.press("Escape")
    assert not console.evaluate("document.querySelector('#dialog').open")


def test_the_slate_has_a_stroke_for_each_part_of_the_score(room: Room) -> None:
    room.lay(1)
    sides = room.state["sides"]
    assert any(side["score"] > 0 for side in sides)
    for number, side in enumerate(sides):
        slate = side["slate"]
        strokes = slate["hundreds"] + slate["fifties"] + slate["twenties"]
        room.board.wait_for_function(
            "([side, count, rest]) => { const half = document.querySelector(`.half[data-side='${side}']`);"
            " return half && half.querySelectorAll('path.chalk').length === count"
            " && half.querySelector('.rest').textContent === String(rest); }",
            arg=[number, strokes, slate["rest"]],
        )


def test_a_page_survives_a_killed_server_and_shows_the_same_again(browser: Browser, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with browser.visiting(url, may_lose_the_line=True) as visit:
        with served_apart(tmp_path, port, cards=3):
            console, overlay = visit("/"), visit("/overlay")
            console.wait_for_function("() => document.querySelectorAll('#plays [data-play]').length === 3")
            shown, scores = shown_cards(console), overlay.text_content("#bug")
            overlay.evaluate(
                "() => { window.flashes = []; new MutationObserver(() => window.flashes.push("
                "document.querySelector('#bug').textContent)).observe(document.querySelector('#bug'),"
                " { subtree: true, childList: true, characterData: true }); }"
            )
        console.wait_for_selector('#state[data-state="offline"]')
        assert shown_cards(console) == shown
        with served_apart(tmp_path, port, cards=0):
            console.wait_for_selector('#state:not([data-state="offline"])', timeout=15000)
            overlay.wait_for_selector('html[data-line="up"]', timeout=15000)
            overlay.wait_for_timeout(200)
            assert shown_cards(console) == shown
            assert overlay.text_content("#bug") == scores
            assert overlay.evaluate("window.flashes") == []
            assert len(plays_of(state_of(url))) == 3


def test_a_line_that_dies_in_silence_takes_the_pictures_with_it(room: Room) -> None:
    """Only the socket of the states hears a beat; when it is given up, that of the pictures is opened anew as well."""
    opened: list[str] = []

    def before(page: Any) -> None:
        def between(socket: Any) -> None:
            opened.append(socket.url)
            server = socket.connect_to_server()
            if "events" in socket.url and sum("events" in url for url in opened) == 1:
                server.on_message(lambda message: socket.send(message))
                page.dead = socket  # type: ignore[attr-defined]

        page.route_web_socket(re.compile("/api/v1/"), between)

    page = room.visit("/", before=before)
    page.wait_for_function("() => document.querySelector('canvas').dataset.number > 0")
    page.dead.close()
    page.wait_for_selector('html[data-line="down"]')
    page.wait_for_selector('html[data-line="up"]')
    page.wait_for_timeout(1500)
    assert sum("picture" in url for url in opened) == 2
    page.close()


@contextmanager
def served_apart(folder: Path, port: int, cards: int) -> Iterator[None]:
    """A session in a process of its own, killed without warning at the end."""
    code = (
        "import sys, threading; from pathlib import Path; from fake_source import serving\n"
        f"with serving(Path({str(folder)!r}), port={port}) as session:\n"
        f"    if {cards}: session.say(action='contract', contract=session.deals[0].played.contract)\n"
        f"    session.cards({cards})\n"
        "    print('ready', flush=True); threading.Event().wait()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=HERE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        yield
    finally:
        process.kill()
        process.wait()


PAGES = HERE.parents[2] / "tools" / "live" / "pages"


def test_every_text_is_there_in_three_languages() -> None:
    text = (PAGES / "js" / "strings.js").read_text(encoding="utf-8")
    rows = re.findall(r'^  "([\w.]+)": \[(.*?)\],\n(?=  "|\n|};)', text, re.M | re.S)
    texts = {key: re.findall(r'"((?:[^"\\]|\\.)*)"', row) for key, row in rows}
    assert len(texts) > 150
    assert {key: row for key, row in texts.items() if len(row) != 3 or not all(row)} == {}
    slots = {key: [sorted(re.findall(r"\{\w+\}", words)) for words in row] for key, row in texts.items()}
    assert {key: row for key, row in slots.items() if row[0] != row[1] or row[1] != row[2]} == {}
    scripts = [file.read_text(encoding="utf-8") for file in PAGES.rglob("*.js")]
    asked = {key for script in scripts for key in re.findall(r'\bt\("([\w.]+)"', script)}
    asked |= {
        key for page in PAGES.glob("*.html") for key in re.findall(r'data-t(?:-label)?="([\w.]+)"', page.read_text())
    }
    assert asked - texts.keys() == set()


def test_pages_hold_no_script_no_style_and_no_foreign_host() -> None:
    for page in PAGES.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text) == []
    for file in [*PAGES.rglob("*.html"), *PAGES.rglob("*.js"), *PAGES.rglob("*.css")]:
        text = file.read_text(encoding="utf-8")
        foreign = [found for found in re.findall(r"https?://[^\s\"'`]+", text) if "www.w3.org/2000/svg" not in found]
        assert foreign == [], file
        assert "innerHTML" not in text and "insertAdjacentHTML" not in text and "document.write" not in text, file
