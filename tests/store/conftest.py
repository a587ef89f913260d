"""A SQLite file and a PostgreSQL cluster of the tests' own, and the same tests for both."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tests.databases import address, make_new, replace_database
from tests.store.examples import finished_record
from tutor.store import open_engine
from tutor.store.people import add_guest, new_key

# A throw-away cluster need not survive a power cut, and nobody but the tests may reach it: no network port at all.
SERVER_OPTIONS = "-c listen_addresses='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off"


def server_program(name: str) -> str:
    """PostgreSQL's *name*: Debian keeps the server's programs out of the PATH, others have them there."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which(name)
    assert found is not None, "The tests need PostgreSQL: `make test` installs it, or install the package postgresql."
    return found


def as_server_user(*command: str) -> None:
    """Run *command* as the user postgres when we are root, whom PostgreSQL refuses, else as ourselves."""
    # Debian keeps it in /usr/sbin, which is not in everybody's PATH.
    runuser = shutil.which("runuser") or "/usr/sbin/runuser"
    prefix = (runuser, "-u", "postgres", "--") if os.geteuid() == 0 else ()
    done = subprocess.run((*prefix, *command), cwd="/", check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Path]:
    """The folder with the socket of a running PostgreSQL, one for each test process."""
    # Not pytest's own folder: the server's user must be able to enter it, and a socket's path has at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="tutor-pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        flags = ("--auth=trust", "--username=tutor", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        as_server_user(server_program("initdb"), "-D", str(data), *flags)
        control = (server_program("pg_ctl"), "-D", str(data), "-w")
        options = f"{SERVER_OPTIONS} -c unix_socket_directories='{folder}'"
        as_server_user(*control, "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield folder
        finally:
            as_server_user(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def postgresql_url(cluster: Path) -> str:
    """The address of an empty PostgreSQL database."""
    replace_database(str(cluster), "tutor")
    return address(str(cluster), "tutor")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a SQLite file that is not there yet, nor its folder, whose name is an awkward one."""
    return f"sqlite:///{tmp_path}/her 100% folder/tutor.sqlite3"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind in turn."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """An engine for a database with the newest tables."""
    make_new(url)
    engine = open_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """A session on a database with the newest tables and nothing in them."""
    with Session(engine) as session:
        yield session


@pytest.fixture
def me(session: Session) -> int:
    """The number of a guest."""
    return add_guest(session, new_key()).id


@pytest.fixture
def other(session: Session) -> int:
    """The number of another guest."""
    return add_guest(session, new_key()).id


@pytest.fixture
def record():
    """A finished deal."""
    return finished_record()
