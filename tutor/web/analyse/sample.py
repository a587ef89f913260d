"""The finished hand that everyone may look at first."""

from functools import lru_cache
from importlib import resources
from typing import Final

from tutor.notation import Record, read_pbn

SAMPLE: Final = "sample"
"""Its slug."""


@lru_cache(maxsize=1)
def sample() -> Record:
    """The finished hand that everyone may look at first."""
    text = resources.files("tutor.web").joinpath("sample.pbn").read_text(encoding="utf-8")
    return read_pbn(text).records[0]
