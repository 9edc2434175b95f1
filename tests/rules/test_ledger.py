"""The ledger: append-only, signed, always equal to the sum of its entries."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.errors import JassError
from jassvision.rules.ledger import KINDS, Entry, Ledger

entries = st.builds(
    Entry,
    kind=st.sampled_from(KINDS),
    side=st.integers(0, 2),
    raw=st.integers(-200, 300),
    factor=st.integers(1, 10),
    trick=st.none() | st.integers(0, 8),
    account=st.sampled_from(["score", "cards"]),
)


def test_points_are_raw_points_times_factor() -> None:
    assert Entry("match", 0, 100, 3).points == 300
    assert Entry("penalty", 0, -50, 2).points == -100


def test_entries_never_change() -> None:
    entry = Entry("trick", 0, 10)
    with pytest.raises(FrozenInstanceError):
        entry.raw = 20  # type: ignore[misc]


@given(st.lists(entries))
def test_totals_are_the_sum_of_the_entries(listed: list[Entry]) -> None:
    ledger = Ledger(3, listed)
    for account in ("score", "cards"):
        sums = tuple(sum(e.points for e in listed if e.side == s and e.account == account) for s in range(3))
        assert ledger.totals(account) == sums
        running = list(ledger.running(account))
        assert len(running) == len(listed)
        assert not running or running[-1] == sums


def test_running_totals_in_mid_trick() -> None:
    ledger = Ledger(2)
    ledger.append(Entry("weis", 1, 50, 2, trick=0))
    assert ledger.totals() == (0, 100)
    ledger.append(Entry("stoeck", 0, 20, 2, trick=0))
    assert ledger.totals() == (40, 100)
    assert list(ledger.running()) == [(0, 100), (40, 100)]


def test_card_points_do_not_count_in_the_score() -> None:
    ledger = Ledger(2, [Entry("trick", 0, 87, account="cards"), Entry("box", 0, 8, 6)])
    assert ledger.totals() == (48, 0)
    assert ledger.totals("cards") == (87, 0)


@given(st.lists(entries, min_size=1), st.data())
def test_a_reversal_takes_back_exactly_its_entry(listed: list[Entry], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(listed) - 1))
    ledger = Ledger(3, listed)
    place = ledger.reverse(index, "mistaken")
    without = Ledger(3, [e for i, e in enumerate(listed) if i != index])
    assert (ledger.totals(), ledger.totals("cards")) == (without.totals(), without.totals("cards"))
    assert ledger.entries[: len(listed)] == tuple(listed)
    assert ledger.entries[place].note == "mistaken"
    assert ledger.entries[place].reverses == index


def test_reversals_are_checked() -> None:
    ledger = Ledger(2, [Entry("trick", 0, 10)])
    ledger.reverse(0)
    with pytest.raises(JassError, match="reversed already"):
        ledger.reverse(0)
    with pytest.raises(JassError, match="itself a reversal"):
        ledger.reverse(1)
    with pytest.raises(JassError, match="entries 0 to 1"):
        ledger.reverse(7)
    with pytest.raises(JassError, match="entries 0 to 1"):
        ledger.reverse(-1)
    assert len(ledger) == 2


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry("trik", 0, 10), "no kind of entry"),
        (Entry("trick", 2, 10), "sides 0 to 1"),
        (Entry("trick", -1, 10), "sides 0 to 1"),
        (Entry("trick", 0, 10, account="bank"), "no account"),
        (Entry("trick", 0, -9, reverses=0), "must take 10 points"),
        (Entry("trick", 1, -10, reverses=0), "must take 10 points from side 0"),
        (Entry("trick", 0, -10, reverses=5), "cannot be reversed"),
    ],
)
def test_a_bad_entry_leaves_the_ledger_untouched(entry: Entry, message: str) -> None:
    ledger = Ledger(2, [Entry("trick", 0, 10)])
    with pytest.raises(JassError, match=message):
        ledger.append(entry)
    assert ledger.entries == (Entry("trick", 0, 10),)
    assert ledger.totals() == (10, 0)
