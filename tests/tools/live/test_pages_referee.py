"""What a referee and an operator say, in a real browser: rulings, Weis by points, a moved camera, earlier matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import Browser, open_browser, state_of
from fake_source import Scripted, serving
from jassvision.rules.preset import load_rules
from scripted import scripted_deals

Desk = tuple[Scripted, Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def desk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A deal with an illegal play, played to its end, and the console."""
    rules = replace(load_rules("swisslos_2500"), name="claimed", target=80, claim="bedanken")
    deals = scripted_deals(2, illegal=1, rules=rules)
    folder = tmp_path_factory.mktemp("referee")
    with serving(folder, deals=deals, rules=rules) as session, browser.visiting(session.url) as visit:
        page = visit("/")
        session.say(action="contract", contract=deals[0].played.contract)
        session.step(len(deals[0].seen))
        yield session, page


def test_an_illegal_play_is_ruled_on_by_keyboard(desk: Desk) -> None:
    session, page = desk
    before = state_of(session.url)
    page.wait_for_selector("#illegal .verdict.is-certain")
    assert "Regelverst" in page.text_content("#illegal-title")
    page.keyboard.press("Shift+R")
    assert "wie wird entschieden" in page.text_content("#dialog-title")
    words = page.eval_on_selector_all(".choices .choice", "nodes => nodes.map(node => node.textContent)")
    assert ["liegen" in words[0], "Stich und Rest" in words[1], "zählt nicht" in words[2]] == [True] * 3
    page.keyboard.press("2")
    page.wait_for_selector("#illegal .ruled")
    assert "Stich und Rest" in page.text_content("#illegal .ruled")
    after = state_of(session.url)
    assert [side["score"] for side in after["sides"]] != [side["score"] for side in before["sides"]]
    page.locator("#illegal [data-do=ruling]").click()
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelector('#illegal .ruled').textContent.includes('liegen')")
    page.wait_for_function("() => document.querySelectorAll('#plays .is-illegal').length === 0")
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.wait_for_selector("#illegal .ruled", state="detached")
    assert state_of(session.url)["sides"] == before["sides"]


def test_weis_by_points_are_typed_or_tapped(desk: Desk) -> None:
    session, page = desk
    for typed in (True, False):
        page.keyboard.press("w")
        page.keyboard.press("1")
        if page.locator(".choices").count():
            page.locator(".choices .choice").last.click()
        if typed:
            page.keyboard.type("50")
            page.keyboard.press("Enter")
        else:
            page.click("[data-points='50']")
        page.wait_for_selector("#weis .entry.accepted")
        assert page.text_content("#weis .entry.accepted .worth") == "50"
        (entered,) = [one for one in state_of(session.url)["proposals"]["weis"] if one["status"] == "accepted"]
        assert entered["points"] == 50 and entered["cards"] == []
        page.locator("#weis .entry.accepted [data-do=weis_reject]").click()
        page.wait_for_selector("#weis .entry.accepted", state="detached")


def test_a_claim_ends_the_match(desk: Desk) -> None:
    session, page = desk
    page.keyboard.press("Shift+B")
    sides = {side["side"]: side["score"] for side in state_of(session.url)["sides"]}
    winner = max(sides, key=lambda side: sides[side])
    seats = [seat["seat"] for seat in state_of(session.url)["seats"]]
    place = next(i for i, seat in enumerate(state_of(session.url)["seats"], start=1) if seat["side"] == winner)
    assert len(seats) == 4
    page.keyboard.press(str(place))
    page.wait_for_function("() => document.querySelector('#next').textContent.includes('beendet')")
    assert state_of(session.url)["match"]["end"]["how"] == "claim"
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('#next').textContent.includes('beendet')")


def test_a_moved_camera_says_what_it_shows_what_is_expected_and_the_ways_back(desk: Desk) -> None:
    session, page = desk
    session.camera("moved", "The camera was moved.", ("S7", "HA"))
    page.wait_for_selector('#state[data-state="lost"]')
    seen, expected = page.eval_on_selector_all("#attention .chips", "nodes => nodes.map(node => node.textContent)")
    assert "Schilten 7" in seen and "Rosen Ass" in seen
    assert "keine Karte" in expected
    assert "bewegt" in page.text_content("#attention h3")
    looks = session.engine.looks
    page.keyboard.press("k")
    page.wait_for_timeout(300)
    session.settle()
    assert session.engine.looks == looks + 1
    assert page.locator("#attention button", has_text="Anhalten").count() == 1
    session.camera("seeing")
    page.wait_for_selector('#state:not([data-state="lost"])')


def test_an_earlier_match_is_chosen_and_read(desk: Desk) -> None:
    session, page = desk
    first = state_of(session.url)
    session.say(action="new_match", names={"north": "Eva"})
    page.wait_for_function("() => document.querySelectorAll('#plays [data-play]').length === 0")
    page.keyboard.press("Shift+M")
    assert "Anna & Chiara" in page.text_content(".choices")
    page.keyboard.press("1")
    page.wait_for_selector(".match-deals")
    scores = page.eval_on_selector_all(
        ".match-deals summary .n", "nodes => nodes.map(node => Number(node.textContent))"
    )
    assert scores == list(first["deal"]["score"].values())
    page.click(".match-deals summary")
    assert page.locator(".match-tricks li").count() == 9
    assert page.locator(".match-tricks .is-illegal").count() == 1
    assert page.locator("dialog .button").count() == 0  # nothing can be changed there
    page.keyboard.press("Escape")
    session.say(action="undo")
    page.wait_for_function("() => document.querySelectorAll('#plays [data-play]').length === 36")


def test_possible_illegal_plays_are_folded_away_and_stay_as_somebody_left_them(
    browser: Browser, tmp_path: Path
) -> None:
    deals = scripted_deals(2)
    with serving(tmp_path, deals=deals) as session, browser.visiting(session.url) as visit:
        page = visit("/")
        session.say(action="contract", contract=deals[0].played.contract)
        session.cards(1)
        assert page.locator("#illegal-possible").is_hidden()
        while not (verdicts := state_of(session.url)["deal"]["illegal"]):
            session.cards(1)
        assert {one["certainty"] for one in verdicts} == {"possible"}
        page.wait_for_selector("#illegal-possible-count:visible")
        assert page.text_content("#illegal-possible-count") == f"Möglich: {len(verdicts)}"
        assert page.text_content("#illegal") == "Bis jetzt keine sicheren."
        assert page.locator(".verdict:visible").count() == 0

        session.cards(1)
        summary = page.locator("#illegal-possible-count")
        summary.focus()
        page.keyboard.press(" ")  # and the game is not held
        page.wait_for_selector("#illegal-possible-list .verdict.is-possible:visible")
        before = len(state_of(session.url)["deal"]["illegal"])
        while len(state_of(session.url)["deal"]["illegal"]) == before:
            session.cards(1)
        now = len(state_of(session.url)["deal"]["illegal"])
        page.wait_for_function(
            "words => document.querySelector('#illegal-possible-count').textContent === words", arg=f"Möglich: {now}"
        )
        assert page.locator("#illegal-possible-list .verdict:visible").count() > 0
        assert summary.evaluate("node => node === document.activeElement")
        page.keyboard.press("l")
        page.wait_for_function(
            "words => document.querySelector('#illegal-possible-count').textContent === words", arg=f"Possible: {now}"
        )
        page.keyboard.press("Enter")
        page.wait_for_selector("#illegal-possible-list", state="hidden")
        assert page.get_attribute("#state", "data-state") != "manual"
