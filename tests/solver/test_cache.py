"""Compiled code and tables are kept where something can be kept, and nowhere else is an error."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tutor.solver import cache

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def no_place_chosen(monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")


def test_the_cache_folder_is_the_one_that_the_environment_names(monkeypatch, tmp_path):
    monkeypatch.setenv("DRAWBRIDGE_CACHE", str(tmp_path / "mine"))
    assert cache.cache_folder() == tmp_path / "mine"
    monkeypatch.delenv("DRAWBRIDGE_CACHE")
    assert cache.cache_folder().name == "draw-bridge-tutor"


def test_a_folder_that_is_a_file_or_cannot_be_made_is_not_writable(tmp_path):
    (tmp_path / "file").touch()
    assert cache.writable(tmp_path / "new" / "deeper")
    assert not cache.writable(tmp_path / "file")
    assert not cache.writable(Path("/proc/nowhere"))


@pytest.mark.usefixtures("no_place_chosen")
def test_compiled_code_is_kept_beside_the_source_where_that_can_be_written(monkeypatch):
    monkeypatch.setattr(cache, "writable", lambda _folder: True)
    assert cache.keep_compiled()
    assert numba.config.CACHE_DIR == ""


@pytest.mark.usefixtures("no_place_chosen")
def test_else_in_the_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("DRAWBRIDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "writable", lambda folder: folder.is_relative_to(tmp_path))
    assert cache.keep_compiled()
    assert str(tmp_path / "compiled") == numba.config.CACHE_DIR


def test_a_place_chosen_for_numba_is_respected(monkeypatch, tmp_path):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    assert cache.keep_compiled()
    assert str(tmp_path / "numba") == numba.config.CACHE_DIR


def test_where_nothing_can_be_kept_the_answers_still_come():
    nowhere = {"HOME": "/proc/nowhere", "NUMBA_CACHE_DIR": "/proc/nowhere", "DRAWBRIDGE_CACHE": "/proc/nowhere"}
    command = [sys.executable, "-m", "tutor.cli", "solve", "A.K.-.2 2.-.3.A NT N", "--json"]
    made = subprocess.run(command, cwd=ROOT, env=os.environ | nowhere, capture_output=True, text=True, check=True)
    assert made.stdout.startswith('{"tricks": {"N": 2, "S": 1}')
