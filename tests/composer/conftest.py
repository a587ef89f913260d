"""Specifications that a test writes itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tutor.composer.spec import Spec, load_spec

Specify = Callable[..., Spec]


@pytest.fixture
def specify(tmp_path: Path) -> Specify:
    """Writes a specification and reads it."""

    def write(text: str, name: str = "asked") -> Spec:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return load_spec(path)

    return write
