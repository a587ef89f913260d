"""``tutor admin``: who may decide on what was reported."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tutor.cli import cli
from tutor.store import open_engine, upgrade
from tutor.store.moderation import is_administrator
from tutor.store.people import named, register


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ("admin", *args))


@pytest.fixture
def engine(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """A database with two accounts, the command's own."""
    url = f"sqlite:///{tmp_path}/tutor.sqlite3"
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", url)
    upgrade(url)
    engine = open_engine(url)
    with Session(engine) as session:
        for name in ("Nora", "Åsa Öberg"):
            register(session, None, name, "correct horse battery")
        session.commit()
    yield engine
    engine.dispose()


def administrating(engine: Engine, name: str) -> bool:
    with Session(engine) as session:
        return is_administrator(session, named(session, name).id)


def test_somebody_is_made_an_administrator_by_name_and_unmade(engine: Engine):
    done = run("grant", "åsa öberg")
    assert (done.exit_code, done.stdout) == (0, "Åsa Öberg is an administrator now.\n")
    assert administrating(engine, "Åsa Öberg")
    assert not administrating(engine, "Nora")
    assert run("grant", "Åsa Öberg").stdout == "Åsa Öberg is an administrator already.\n"
    assert run("list").stdout == "Åsa Öberg\n"
    assert run("revoke", "Åsa Öberg").stdout == "Åsa Öberg is an administrator no longer.\n"
    assert not administrating(engine, "Åsa Öberg")
    assert run("revoke", "Åsa Öberg").stdout == "Åsa Öberg is no administrator.\n"


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("command", ["grant", "revoke"])
@pytest.mark.parametrize("name", ["Sven", "", "x" * 1000, "No\nra", "-- DROP TABLE people"])
def test_a_name_that_nobody_has_is_said_in_one_line(command: str, name: str):
    done = run(command, "--", name)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("tutor admin: There is no account called “")
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("engine")
def test_without_administrators_the_list_is_empty():
    done = run("list")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "There is no administrator.\n")


def test_a_database_that_was_not_set_up_is_said_in_one_line(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", f"sqlite:///{tmp_path}/empty.sqlite3")
    for words in (("grant", "Nora"), ("list",)):
        done = run(*words)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "no such table" in done.stderr
        assert len(done.stderr.splitlines()) == 1
