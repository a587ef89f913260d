"""The secret key: one for all workers, made anew when what is kept is no key, and never left half written."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tutor.web.settings import kept_secret


@pytest.fixture
def kept(tmp_path: Path):
    """The key of the folder after *content* was put into its file; it stays the same and is all that is there."""

    def ask(content: bytes) -> str:
        (tmp_path / "secret-key").write_bytes(content)
        key = kept_secret(tmp_path)
        assert kept_secret(tmp_path) == key
        assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
        return key

    return ask


@pytest.mark.parametrize("content", [b"", b"\n", b"  \n ", b"0123", b"\xff\xfe" * 40, "ключ".encode() * 20, b"\x80"])
def test_a_file_that_holds_no_key_is_made_anew(kept, tmp_path, content):
    key = kept(content)
    assert len(key) == 64
    assert int(key, 16)
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_a_key_that_somebody_wrote_is_kept(kept):
    assert kept(b"a key of somebody's own\n") == "a key of somebody's own"


def test_a_file_that_may_not_be_read_is_made_anew(kept, monkeypatch):
    read = Path.read_text

    def guarded(file: Path, **how) -> str:
        text = read(file, **how)
        if text.startswith("somebody else"):
            raise PermissionError(13, "Permission denied")
        return text

    monkeypatch.setattr(Path, "read_text", guarded)
    assert len(kept(b"somebody else's key, which is long enough")) == 64


@pytest.mark.parametrize("error", [OSError(95, "Operation not supported"), PermissionError(1, "not permitted")])
@pytest.mark.parametrize("content", [None, b""])
def test_a_file_system_without_hard_links_keeps_a_key(kept, tmp_path, monkeypatch, error, content):
    def refuse(*_args, **_named):
        raise error

    monkeypatch.setattr(os, "link", refuse)
    key = kept_secret(tmp_path) if content is None else kept(content)
    assert len(key) == 64
    assert kept_secret(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_no_draft_is_left_when_the_key_cannot_be_put_in_its_place(tmp_path):
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(OSError):
        kept_secret(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


@pytest.mark.parametrize("content", [None, b"", b"0123"])
@pytest.mark.parametrize("links", [True, False])
def test_workers_that_start_at_once_agree_on_the_key(tmp_path, monkeypatch, content, links):
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(95, "Operation not supported")))
    folder = tmp_path / "new"
    if content is not None:
        folder.mkdir()
        (folder / "secret-key").write_bytes(content)
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(kept_secret, [folder] * 32))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert [path.name for path in folder.iterdir()] == ["secret-key"]


def test_the_key_outlives_a_restart(app, tmp_path):
    assert app.config["SECRET_KEY"] == kept_secret(tmp_path)
    assert len(app.config["SECRET_KEY"]) == 64
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
