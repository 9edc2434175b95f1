"""The player page in a browser: it works from disk, jumps, ticks, speaks four languages, and lets nothing in."""

import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from jassvision.rules.notation import write_notation
from jassvision.tools import cli
from jassvision.tools.exports.words import LANGUAGES
from jassvision.tools.played import PlayedError, load_played
from jassvision.tools.replay.player import json_for_page, player_page, sign_symbols
from jassvision.tools.replay.player_data import PAGE_WORDS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
EVIL = ("</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{FILM}} & 'quotes\"", "Döme")


@pytest.fixture(scope="module")
def folder(simulate, tmp_path_factory):
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    folder = tmp_path_factory.mktemp("player with blanks & ü")
    record = write_notation(simulate(2, seed=8, illegal=2, unsure=2))
    (folder / "abend.jass").write_text(record, encoding="utf-8")
    (folder / "evil.jass").write_text(write_notation(simulate(2, seed=8, illegal=2, names=EVIL)), encoding="utf-8")
    source = ["-f", "lavfi", "-i", "color=0x14532d:s=96x54:r=2:d=240", "-c:v", "libvpx", "-b:v", "50k", "-g", "10"]
    subprocess.run(
        ["ffmpeg", "-v", "error", *source, "-deadline", "realtime", str(folder / "der Film.webm")], check=True
    )
    return folder


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def exported(folder: Path, record="abend.jass", *options):
    out = folder / f"{record}.html"
    arguments = ["export", str(folder / record), "--to", "player", "--film", str(folder / "der Film.webm")]
    assert cli.main([*arguments, "-o", str(out), *options]) == 0
    return out


def until(page, condition, seconds=20):
    """Wait until something holds in the page; Playwright's own way needs `eval`, which the page forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


@pytest.fixture
def opened(browser):
    pages = []

    def opened(path):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)
        page.on(
            "request", lambda r: None if r.url.startswith(("file:", "blob:", "data:")) else page.faults.append(r.url)
        )
        page.on("dialog", lambda dialog: page.faults.append("a dialog opened"))
        page.goto(path.as_uri())
        until(page, "document.getElementById('film').readyState >= 2")
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()


def test_the_page_works_from_disk_by_mouse_and_keys(folder, opened):
    played = load_played(folder / "abend.jass")
    page = opened(exported(folder))
    assert page.locator(".deal").count() == 2 and page.locator(".trick:not(.players)").count() == 18
    assert page.locator(".list .chip").count() == 72
    assert page.locator(".list .chip.bad").count() == sum(len(deal.certain) for deal in played.deals) > 0
    assert page.locator("#curve .flag").count() == page.locator(".list .chip.bad").count()
    assert page.locator(".list .chip.unsure").count() == 2 == page.locator("#curve .doubt").count()
    trick = played.deals[0].tricks[2]
    page.locator(".trick:not(.players)").nth(2).locator(".number").click()
    until(page, f"Math.abs(player.time() - {trick.start - 1}) < 0.3")
    page.evaluate("player.seek(0)")
    page.keyboard.press("i")
    first = next(verdict for deal in played.deals for verdict in deal.certain)
    until(page, f"Math.abs(player.time() - {first.time - 1}) < 0.3")
    page.evaluate("player.seek(player.time() + 1.2)")
    page.wait_for_selector(".now .verdict")
    assert "Regel" in page.locator(".now .verdict").inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("n")
    until(page, f"Math.abs(player.time() - {played.deals[1].start - 1}) < 0.3")
    page.evaluate(f"player.seek({played.last_time + 3})")
    until(page, f"document.querySelector('.team.s0 b').textContent === '{played.totals[0]}'")
    page.evaluate("player.seek(0)")
    until(page, "document.querySelector('.team.s0 b').textContent === '0'")
    page.keyboard.press("Space")
    until(page, "player.time() > 0.2")
    page.keyboard.press("Space")
    assert not page.faults


def test_the_score_ticks_when_the_trick_is_taken(folder, opened):
    played = load_played(folder / "abend.jass")
    page = opened(exported(folder))
    for moment in played.moments[2:14:4]:
        later = [m.totals for m in played.moments if m.gain.time is not None and m.gain.time <= moment.gain.time + 0.25]
        page.evaluate(f"player.seek({moment.gain.time + 0.25})")
        until(page, f"document.querySelector('.team.s1 b').textContent === '{later[-1][1]}'")


def test_it_speaks_four_languages(folder, opened):
    page = opened(exported(folder, "abend.jass", "--lang", "fr"))
    assert page.locator("html").get_attribute("lang") == "fr"
    for index, (language, word) in enumerate(zip(LANGUAGES, ("Spiel", "Deal", "Donne", "Mano"), strict=True)):
        page.keyboard.press(str(index + 1))
        assert page.locator("html").get_attribute("lang") == language
        assert page.locator(".deal h2").first.inner_text().startswith(word)
    page.keyboard.press("?")
    assert page.locator("dialog[open] kbd").count() > 12
    assert not page.faults
    assert all(len(texts) == 4 and all(texts) for texts in PAGE_WORDS.values())


def test_names_cannot_get_out_of_the_page(folder, opened):
    page = opened(exported(folder, "evil.jass"))
    assert page.locator(".team.s0 .name").inner_text().startswith(EVIL[0])
    assert page.locator("img").count() == 0 and page.locator("script").count() == 2 + 1
    assert not page.faults
    text = (folder / "evil.jass.html").read_text(encoding="utf-8")
    assert "alert(1)</script>" not in text


def test_nothing_comes_from_elsewhere(folder):
    text = exported(folder).read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    outside = set(re.findall(r"https?://[^\s\"'<)]+", text)) - {"http://www.w3.org/2000/svg"}
    assert not outside
    assert "on" + "click=" not in text and 'style="' not in text


def test_the_film_can_be_put_into_the_page(folder, tmp_path, opened):
    out = exported(folder, "abend.jass", "--embed")
    alone = tmp_path / "alone.html"
    shutil.move(out, alone)
    page = opened(alone)
    assert page.evaluate("document.getElementById('film').src").startswith("blob:")
    page.evaluate("player.seek(100)")
    until(page, "Math.abs(player.time() - 100) < 0.3")


def test_a_film_that_is_not_there_is_asked_for(folder, tmp_path, browser):
    alone = tmp_path / "alone.html"
    shutil.copy(exported(folder), alone)
    page = browser.new_page()
    page.goto(alone.as_uri())
    page.wait_for_selector("#missing:not([hidden])")
    assert "der Film.webm" in page.locator("#missing-text").inner_text()
    page.locator("#picker").set_input_files(folder / "der Film.webm")
    page.wait_for_selector("#missing", state="hidden")
    page.close()


def test_what_cannot_be_played_is_refused(folder, tmp_path):
    played = load_played(folder / "abend.jass")
    odd = tmp_path / "film.avi"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=32x32:d=200:r=1", str(odd)], check=True
    )
    with pytest.raises(PlayedError, match="cannot be played by browsers"):
        player_page(played, odd, folder=tmp_path)
    deep = tmp_path / "deep.mp4"
    colours = ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=black:s=32x32:d=200:r=1", *colours, str(deep)], check=True
    )
    with pytest.raises(PlayedError, match=r"10le\) cannot be played by browsers.* deep-h264\.mp4"):
        player_page(played, deep, folder=tmp_path)
    with pytest.raises(PlayedError, match="cannot be opened"):
        player_page(played, tmp_path / "nowhere.mp4", folder=tmp_path)


def test_data_cannot_end_its_element():
    assert json_for_page({"a": "</script><!--&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028"}'
    for pack in ("swiss", "french"):
        symbols = sign_symbols(pack)
        assert all(f'id="sign-{contract}"' in symbols for contract in "DHSCOU") and "style=" not in symbols
