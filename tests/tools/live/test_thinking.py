"""Decoding of a live session: bounded work for each thing that is seen, thought out in between, the same in the end."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from jassvision.tools.bench_decoder import Noise
from jassvision.tools.live import segment as segments
from jassvision.tools.live.fold import Fold
from jassvision.tools.record import Draft
from jassvision.vision.decoder_beam import PATIENCE
from jassvision.vision.observations import SeenCard, Swept
from jassvision.vision.observations_json import to_json
from scripted import opened, scripted_deals

MESSY = Noise(0.04, 0.02, 0.03, missed=0.03, twice=0.03)


def told(match):
    return [[(p.seat, p.card, p.unsure) for p in view.decoded.plays] for view in match.deals]


def drafts(deals):
    for deal in deals:
        for seen in deal.seen:
            payload = to_json(seen)
            time = seen.time if isinstance(seen, SeenCard) else seen.time_last if isinstance(seen, Swept) else 0.0
            yield Draft(time, "vision", payload["kind"], payload)


def work(match):
    return sum(deal.beam._work for deal in match.segments[-1]._decoder._deals)


@pytest.fixture(scope="module")
def messy(tmp_path_factory):
    """A record of a messy deal and the first card of another, and what is understood of it when nothing is put off."""
    made = opened(tmp_path_factory.mktemp("live") / "a.jass.db")
    first, second = scripted_deals(2, 8, noise=MESSY)
    seen = list(drafts([first, replace(second, seen=second.seen[:1])]))
    events = [*made.record.events(), *made.record.append(seen)]
    made.record.close()
    with pytest.MonkeyPatch.context() as patch:
        thorough = segments.Decoder
        patch.setattr(segments, "Decoder", lambda *args, online, **options: thorough(*args, **options))
        wanted = Fold(events[:1])
        for event in events[1:]:
            wanted.take(event)
    return events, told(wanted.match)


def test_with_time_between_the_answers_are_those_of_a_decoder_that_puts_nothing_off(messy):
    events, wanted = messy
    fold = Fold(events[:1])
    thought = 0
    for event in events[1:]:
        known = len(fold.match.segments), work(fold.match)
        fold.take(event)
        if len(fold.match.segments) == known[0]:
            # a step is never broken off, so the last one may go beyond what was left
            assert work(fold.match) - known[1] < 6 * PATIENCE
        while fold.match.is_behind:
            before = work(fold.match)
            fold.match.think()
            assert work(fold.match) - before < 6 * PATIENCE
            thought += 1
    assert thought
    assert told(fold.match) == wanted


def test_a_deal_for_which_there_was_no_time_is_understood_anew_after_its_end(messy):
    events, wanted = messy
    fold = Fold(events[:1])
    fold.take_all(events[1:])
    while fold.match.is_behind:
        fold.match.think()
    assert told(fold.match) == wanted


def test_a_record_that_is_read_puts_nothing_off(messy):
    events, wanted = messy
    fold = Fold(events)
    assert not fold.match.is_behind
    assert told(fold.match) == wanted
