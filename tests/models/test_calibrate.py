"""Confidences are worth what they say after the calibration."""

import numpy as np
import pytest

pytest.importorskip("torch")
from jassvision.models.calibrate import fitted_line


def test_fit_recovers_the_line_that_made_the_data():
    rng = np.random.default_rng(3)
    score = rng.uniform(0.05, 0.95, 40_000)
    odds = 1.7 * np.log(score / (1 - score)) + 0.6
    right = rng.random(len(score)) < 1 / (1 + np.exp(-odds))
    slope, offset = fitted_line(score, right)
    assert slope == pytest.approx(1.7, abs=0.07)
    assert offset == pytest.approx(0.6, abs=0.07)


@pytest.mark.parametrize("right", [np.ones(5, bool), np.zeros(5, bool)])
def test_no_doubt_no_fit(right):
    with pytest.raises(ValueError, match="doubt"):
        fitted_line(np.linspace(0.1, 0.9, 5), right)
