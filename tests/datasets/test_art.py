"""The artwork that the program carries is what its generator draws."""

import cv2
import numpy as np
from jassvision.datasets.art import _rendered, sign_svg
from jassvision.datasets.decks import draw_face, standard_style
from jassvision.tools.artwork import face_picture, sign_picture


def test_carried_faces_are_those_of_the_house_deck() -> None:
    drawn = cv2.cvtColor(draw_face("S10", standard_style("swiss"), 468), cv2.COLOR_RGBA2BGRA)
    carried = face_picture("swiss", "S10")
    solid = drawn[..., 3] == 255
    off = np.abs(drawn[solid].astype(int) - carried[solid].astype(int))
    assert off.mean() < 4, "WebP may blur, not change"


def test_carried_signs_are_drawn_anew_the_same() -> None:
    png = cv2.imdecode(np.frombuffer(_rendered(sign_svg("french", "H"), 256), np.uint8), cv2.IMREAD_UNCHANGED)
    assert png is not None
    np.testing.assert_array_equal(png, sign_picture("french", "H"))
