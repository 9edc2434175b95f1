"""Misdeals (rule list section 4)."""

import pytest
from jassvision.rules.cards import PACK_32, PACK_36, card_set
from jassvision.rules.misdeal import misdeal_reason


@pytest.mark.parametrize(
    ("hands", "pack", "words"),
    [
        (["S6 S7 S8", "H6 H7 H8", None], PACK_36, None),
        ([None, None], PACK_36, None),
        (["S6 S7", None], PACK_36, "north was dealt 2 cards instead of 3"),
        (["S6 S7 S8", "S6 H7 H8"], PACK_36, "dealt twice: S6, the second time to south"),
        (["S6 S7 S8", None], PACK_32, "not in the pack: S6"),
    ],
)
def test_4_misdeal_reason(hands, pack, words):
    found = misdeal_reason([None if text is None else card_set(text.split()) for text in hands], pack, 3)
    assert found is None if words is None else words in found
