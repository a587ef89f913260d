"""How the tests run: the same Hypothesis examples and secrets every time, no clock, a cache folder of their own.

``HYPOTHESIS_PROFILE=wide`` looks at other and more examples, for a search by hand.
"""

import os
import random
import secrets
import shutil
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tutor.solver import warm_up

_NO_CLOCK = (HealthCheck.too_slow,)

settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=_NO_CLOCK)
settings.register_profile("wide", max_examples=2000, deadline=None, suppress_health_check=_NO_CLOCK, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background command ignores Ctrl-C and hands that on to all it starts; the tests send it to programs.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # One folder for all workers of a run, made before they start: the endgame table is made once, and never in the
    # cache of the user who runs the tests.
    if not _is_worker(config):
        os.environ["DRAWBRIDGE_CACHE"] = tempfile.mkdtemp(prefix="draw-bridge-cache-")
        # In a new checkout this compiles the kernel: once, and not in every worker at the same time.
        warm_up()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not _is_worker(config):
        shutil.rmtree(os.environ["DRAWBRIDGE_CACHE"], ignore_errors=True)


@pytest.fixture(autouse=True)
def no_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links, keys and deals that the program draws are the same in every run of a test, and others in each test."""
    drawn = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "_sysrand", drawn)
    monkeypatch.setattr(secrets, "choice", drawn.choice)
