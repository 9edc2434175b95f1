"""The statistics page: its measures by hand, and that it is whole, quiet and says what was played."""

import random
import re
import shutil
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from jassvision.rules.actions import Name
from jassvision.rules.cards import cards_in, suit_of
from jassvision.rules.match import Match
from jassvision.rules.notation import write_notation
from jassvision.rules.notation_replay import record_of
from jassvision.rules.preset import load_rules
from jassvision.tools import cli
from jassvision.tools.exports.words import LANGUAGES
from jassvision.tools.played import PlayedError, load_played
from jassvision.tools.replay.statistics import (
    contract_measures,
    luck_measures,
    player_measures,
    quantile,
    trump_measures,
)
from jassvision.tools.replay.statistics_page import lead_changes, statistics_page
from jassvision.tools.replay.statistics_words import WORDS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def load(simulate, tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")

    def loaded(*args, **options):
        path = folder / "abend.jass"
        path.write_text(write_notation(simulate(*args, **options)), encoding="utf-8")
        return load_played(path)

    return loaded


@pytest.fixture(scope="module")
def played(load):
    return load(4, seed=21, illegal=3, unsure=2)


def read(tmp_path, text):
    path = tmp_path / "r.jass"
    path.write_text(text, encoding="utf-8")
    return load_played(path)


# Measures ------------------------------------------------------------------------------------------------------------


def test_players_are_measured(played):
    measures = player_measures(played)
    assert [one.plays for one in measures] == [36] * 4 and sum(one.won for one in measures) == 36
    assert sum(one.illegal for one in measures) == sum(len(deal.certain) for deal in played.deals) == 3
    assert sum(one.unsure for one in measures) == 2
    assert sum(len(one.seconds) for one in measures) == 4 * 9 * 3
    assert all(0.6 < seconds < 2.5 for one in measures for seconds in one.seconds)


def test_thinking_time_leaves_leads_and_unseen_cards_out(tmp_path):
    played = read(
        tmp_path,
        "deal 1 dealer east\nnorth name O\n1 north: HA@10 HK@13 HQ HJ@20\n2 north: SA@40 S6@41.5 S7@45 S8@46\n",
    )
    seconds = {played.name(one.seat): list(one.seconds) for one in player_measures(played)}
    assert seconds == {"Nord": [], "West": [3.0, 1.5], "Süd": [3.5], "Ost": [1.0]}
    assert quantile([3.0, 1.5], 0.5) == 2.25 and quantile([5.0], 0.9) == 5


def test_contracts_are_measured_for_those_who_named_them(played):
    found = {one.contract: one for one in contract_measures(played)}
    assert sum(one.deals for one in found.values()) == 4
    for contract, one in found.items():
        deals = [deal for deal in played.deals if deal.contract == contract]
        makers = [deal.score[played.side_of(deal.forehand)] for deal in deals]
        assert one.makers == sum(makers) / len(deals)
        assert one.makers + one.others == pytest.approx(sum(sum(deal.score) for deal in deals) / len(deals))


def test_trumps_fall_to_none(played):
    trumps = trump_measures(played)
    assert [one.deal for one in trumps] == [deal.number for deal in played.deals if deal.contract in "DHSC"]
    for one in trumps:
        assert one.left[0] == 9 and one.left[-1] == 0 and len(one.left) == 10 and sum(one.held) == 9
        deal = played.deals[one.deal - 1]
        first = sum(suit_of(play.card) == "DHSC".index(one.contract) for play in deal.tricks[0].plays)
        assert one.left[1] == 9 - first


def test_luck_is_what_the_cards_are_worth(load, tmp_path):
    played = load(3, seed=4)
    lucks = luck_measures(played, playouts=60)
    assert len(lucks) == 3
    for one, deal in zip(lucks, played.deals, strict=True):
        assert one.made == deal.card_points[0] and 0 <= one.expected <= one.total == 157
        assert one.luck + one.skill + one.total / 2 == pytest.approx(one.made)
    assert lucks == luck_measures(played, playouts=60)  # the same page from the same record


def test_a_hand_that_takes_everything_is_all_luck(tmp_path):
    """North holds nine trumps: no play can change what the cards are worth."""
    deck = [card for card in range(36) if suit_of(card) != 1]
    random.Random(1).shuffle(deck)
    hands = [sum(1 << card for card in deck[9 * i : 9 * i + 9]) for i in range(3)]
    rules = load_rules("swisslos_2500")
    match = Match(rules, dealer=1, strict=False)
    deal = match.start([0x1FF << 9, *hands])
    match.push(Name(0, "H"))
    while not deal.is_over:
        deal.play(next(cards_in(deal.legal_set)))
    path = tmp_path / "r.jass"
    path.write_text(write_notation(record_of(match)), encoding="utf-8")
    (one,) = luck_measures(load_played(path), playouts=20)
    assert one.expected == one.made == 157 and one.skill == 0 and one.luck == 78.5


def test_changes_of_the_lead_are_counted(tmp_path):
    played = read(
        tmp_path,
        "deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ\n2 north: S6 SA SK SQ\n3 west: C6 C7 D6 C8\n"
        "4 east: CA CK CQ CJ\n",
    )
    totals = [trick.totals for trick in played.deals[0].tricks]
    leaders = [0 if a > b else 1 for a, b in totals if a != b]
    assert lead_changes(played) == sum(a != b for a, b in pairwise(leaders))


# The page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(played, language):
    text = statistics_page(played, language)
    root = ElementTree.fromstring(re.sub(r"<(meta)([^>]*)>", r"<\1\2/>", text.removeprefix("<!doctype html>")))
    assert root.get("lang") == language
    headings = [node.text for node in root.iter("h2")]
    names = ("curve", "by_deal", "luck", "contracts", "time", "trumps", "players", "violations")
    assert headings == [WORDS[name][LANGUAGES.index(language)] for name in names]
    assert len(list(root.iter("figure"))) == 6
    assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    written = " ".join(root.itertext())
    assert all(name in written for name in played.given_names)
    assert all(f"{number}" in written for deal in played.deals for number in deal.score)


def test_names_cannot_get_out_of_the_page_and_nothing_comes_from_elsewhere(load):
    evil = load(2, seed=8, illegal=2, names=("<script>alert(1)</script>", '"><img src=x>', "a & b", "'"))
    text = statistics_page(evil)
    assert "<script" not in text and "<img" not in text and "&lt;script&gt;" in text
    assert not set(re.findall(r"https?://[^\s\"'<)]+", text))
    assert 'style="' not in text


def test_small_and_odd_records_have_a_page(tmp_path, load):
    one = read(tmp_path, "deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ\n")
    assert "<h1>Nord/Süd führen</h1>" in statistics_page(one)
    rest = read(tmp_path, "deal 1 dealer east\nnorth name O\n1 north: HA@1 HK@2 HQ@3 HJ@4\nnorth rest\n")
    assert statistics_page(rest)
    for preset in ("molotow_6", "differenzler"):
        rules = load_rules(preset)
        text = f'[Rules "{preset}"]\ndeal 1 dealer north\n'
        with pytest.raises(PlayedError, match="holds no trick"):
            statistics_page(read(tmp_path, text))
        assert rules.sides > 2
    lost = load(2, seed=3, unknown=1)
    assert len(luck_measures(lost, playouts=5)) == 1 and statistics_page(lost)


@pytest.mark.parametrize("preset", ["molotow_6", "differenzler"])
def test_curves_of_many_sides_stay_within_their_frame(preset, at_random, tmp_path):
    path = tmp_path / "r.jass"
    path.write_text(write_notation(at_random(load_rules(preset), deals=5)), encoding="utf-8")
    played = load_played(path)
    plot = re.search(r'<svg class="plot wide" viewBox="0 0 1080 400".*?</svg>', statistics_page(played))[0]
    heights = [float(y) for d in re.findall(r'd="(M[^"]+)" class="run', plot) for y in re.findall(r"V([\d.-]+)", d)]
    assert heights and min(heights) >= 30 and max(heights) <= 376
    assert plot.count('class="run') == played.rules.sides


def test_no_word_is_missing():
    for name, texts in WORDS.items():
        assert len(texts) == 4 and all(texts) and "ß" not in texts[0], name
        assert len({frozenset(re.findall(r"\{\w+\}", text)) for text in texts}) == 1, name


def test_the_page_fits_a_phone(played, tmp_path, simulate):
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    record = tmp_path / "r.jass"
    record.write_text(write_notation(simulate(4, seed=21, illegal=3)), encoding="utf-8")
    assert cli.main(["export", str(record), "--to", "stats"]) == 0
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        faults = []
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto((tmp_path / "r.stats.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        sizes = page.evaluate(
            "[...document.querySelectorAll('figure text')].filter(t => t.getClientRects().length)"
            ".map(t => t.getBoundingClientRect().height)"
        )
        assert sizes and min(sizes) > 9.5  # letters that can be read
        assert not faults
        browser.close()
