"""What `tutor serve` says when the web app cannot be set up."""

import socket

from click.testing import CliRunner

from tutor.cli import cli


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def test_where_the_secret_key_cannot_be_kept_the_command_says_so_in_one_line(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file where a folder is to be")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", f"sqlite:///{tmp_path}/tutor.sqlite3")
    monkeypatch.delenv("DRAWBRIDGE_SECRET_KEY", raising=False)
    result = CliRunner().invoke(cli, ["serve", "--port", str(free_port())])
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("tutor serve: The secret key cannot be kept: ")
    assert str(tmp_path / "data") in line
