"""The sample with a draw phase, for the tests that look at it."""

import pytest

from tests.notation.games import only, sample


@pytest.fixture
def drawn_text():
    return sample("finished.pbn").decode().replace("\r\n", "\n")


@pytest.fixture
def drawn_record(drawn_text):
    return only(drawn_text)
