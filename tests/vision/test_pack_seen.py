"""Which pack lies on the table: the same decision and the same warning after an evening, without every card's odds."""

from types import SimpleNamespace

import pytest
from jassvision.vision import pack_seen
from jassvision.vision.pack_seen import REMEMBERED, PackSeen


def card(number, odds, legible=0.9):
    return SimpleNamespace(number=number, readings=SimpleNamespace(pack_odds=lambda: odds, legible=legible))


@pytest.mark.parametrize("given", ["auto", "french", "swiss"])
@pytest.mark.parametrize("share", [0, 3, 1])
def test_old_cards_count_on_without_being_kept(given, share, monkeypatch):
    """Of `share` + 1 cards one is of the other pack."""
    found, wanted = PackSeen(given), PackSeen(given)
    for number in range(3 * REMEMBERED):
        odds = -4.0 if share and number % (share + 1) == share else 4.0
        seen = [card(number, odds, 0.3 if number % 7 == 0 else 0.9), card(max(0, number - 5), 4.0)]
        answers = [found.weigh(seen)]
        with monkeypatch.context() as patch:
            patch.setattr(pack_seen, "REMEMBERED", 10**6)
            answers.append(wanted.weigh(seen))
        assert answers[0] == answers[1]
    assert len(found._odds) == REMEMBERED < len(wanted._odds)
    assert (found.pack, found.problem()) == (wanted.pack, wanted.problem())
