"""The benchmark of the rules engine: its positions, its report and its errors."""

import importlib.util
import sys

import pytest
from jassvision.tools.bench_rules import main, random_positions, random_tricks


def test_positions_are_the_same_for_the_same_seed_and_hold_no_card_twice():
    positions = list(random_positions(300, 4))
    assert positions == list(random_positions(300, 4))
    assert positions != list(random_positions(300, 5))
    for _, table, hand in positions:
        assert 1 <= len(hand) <= 9
        assert len(table) <= 3
        assert len({*table, *hand}) == len(table) + len(hand)


def test_tricks_hold_four_cards():
    assert all(len(set(table)) == 4 for _, table in random_tricks(100, 1))


def test_speeds_of_this_engine_alone(capsys):
    assert main(["--alone", "--deals", "8", "--calls", "100"]) == 0
    shown = capsys.readouterr().out
    assert "random deals played out" in shown
    assert "legal sets" in shown
    assert "jass-kit that differ" not in shown


@pytest.mark.parametrize("option", ["--jasskit-python", "--against-schieber"])
def test_an_interpreter_that_is_not_there_is_status_2(option, capsys):
    assert main([option, "/no/such/python", "--positions", "10"]) == 2
    assert "cannot be run" in capsys.readouterr().err


def test_an_interpreter_without_the_package_is_status_2(capfd):
    if importlib.util.find_spec("jass") is not None:
        pytest.skip("jass-kit is installed in this environment")
    assert main(["--jasskit-python", sys.executable]) == 2
    assert "must be installed" in capfd.readouterr().err


@pytest.mark.parametrize("option", ["--deals", "--calls", "--positions"])
def test_counts_must_be_positive(option, capsys):
    with pytest.raises(SystemExit) as caught:
        main([option, "0"])
    assert caught.value.code == 2
    assert "must be 1 or more" in capsys.readouterr().err
