"""SIGTERM and SIGHUP do to every command what Ctrl-C does."""

import os
import signal

import pytest
from jassvision.tools import cli
from jassvision.tools.ending import SIGNALS, ended_in_order


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_does_what_ctrl_c_does(number):
    with ended_in_order() as ending, pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), number)
        raise AssertionError("nothing happened")
    assert ending.status == 128 + number
    assert signal.getsignal(number) is signal.SIG_DFL


def test_whoever_listens_to_ctrl_c_is_told(monkeypatch):
    told = []
    usual = signal.signal(signal.SIGINT, lambda number, frame: told.append(number))
    try:
        with ended_in_order():
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGTERM)  # closing a terminal sends several: the rest is ignored
    finally:
        signal.signal(signal.SIGINT, usual)
    assert told == [signal.SIGINT]


@pytest.mark.parametrize(("own", "said"), [(0, 143), (130, 143), (2, 2)])
def test_a_command_that_heeds_it_says_what_ended_it_but_not_instead_of_a_failure(monkeypatch, own, said):
    class Heeding:
        @staticmethod
        def add_arguments(parser):
            pass

        @staticmethod
        def run(given):
            usual = signal.signal(signal.SIGINT, lambda number, frame: None)
            os.kill(os.getpid(), signal.SIGTERM)
            signal.signal(signal.SIGINT, usual)
            return own

    monkeypatch.setattr(cli.importlib, "import_module", lambda name: Heeding)
    assert cli.main(["check"]) == said


def test_a_command_that_is_ended_says_so_by_its_status(monkeypatch):
    class Endless:
        @staticmethod
        def add_arguments(parser):
            pass

        @staticmethod
        def run(given):
            os.kill(os.getpid(), signal.SIGTERM)
            return 0

    monkeypatch.setattr(cli.importlib, "import_module", lambda name: Endless)
    assert cli.main(["check"]) == 128 + signal.SIGTERM
