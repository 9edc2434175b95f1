"""Session time: it runs on, waits for a slow film, and never goes back."""

import time

from jassvision.tools.live.session_clock import SessionClock


def test_it_waits_until_it_is_started_and_runs_on():
    clock = SessionClock(40.0, running=False)
    assert clock.now() == clock.now() == 40.0
    clock.start(50.0)
    first = clock.now()
    time.sleep(0.05)
    assert 50.0 <= first < clock.now() < 52.0
    clock.start(10.0)
    assert clock.now() >= first


def test_it_waits_for_a_film_that_is_slow():
    clock = SessionClock(speed=100.0)
    clock.wait_at(2.0)
    time.sleep(0.1)
    assert clock.now() == 2.0
    clock.wait_at(3.0)
    assert 2.0 <= clock.now() <= 3.0
    time.sleep(0.05)
    assert clock.now() == 3.0
    clock.wait_at(None)
    before = clock.now()
    assert 3.0 <= before < 10.0
    time.sleep(0.05)
    assert clock.now() > before
