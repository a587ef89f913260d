"""The shape of the project: what a wheel carries, what the locks hold, which way the layers run."""

import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PYTHON_LINES = 500
# Numba's cache does not see a change in another file, so what is compiled stays together.
LONGER = {"tutor/solver/kernel.py": 750}


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def group(name: str) -> Iterator[str]:
    """The requirements of a dependency group, those of the groups it includes among them."""
    for entry in project()["dependency-groups"][name]:
        if isinstance(entry, dict):
            yield from group(entry["include-group"])
        else:
            yield entry


def pins(lock: str) -> list[Requirement]:
    """The packages that *lock* pins, with their markers."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (line.split("--hash")[0].strip() for line in text.splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def files(*folders: str) -> Iterator[Path]:
    """The files under *folders* that a wheel should carry: all but what Python, Numba and editors leave there."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            left = {"__pycache__"} & set(path.parts) or path.suffix in (".pyc", ".nbi", ".nbc")
            if path.is_file() and not left:
                yield path.relative_to(ROOT)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    """A wheel of the checkout, built without the network."""
    target = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target))
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = target.glob("*.whl")
    return zipfile.ZipFile(path)


def test_a_wheel_carries_every_file_of_the_package(wheel: zipfile.ZipFile):
    missing = {str(path) for path in files("tutor")} - set(wheel.namelist())
    assert missing == set()


def test_a_wheel_carries_templates_and_puzzles_where_the_program_looks_for_them(wheel: zipfile.ZipFile):
    expected = {f"tutor/_data/{path}" for path in files("templates", "puzzles")}
    assert expected
    assert expected - set(wheel.namelist()) == set()


@pytest.mark.parametrize(
    "name",
    [
        "tutor/py.typed",
        "tutor/notation/record.schema.json",
        "tutor/store/migrations/env.py",
        "tutor/store/migrations/script.py.mako",
        "tutor/store/migrations/versions/0001_records.py",
    ],
)
def test_a_wheel_carries(wheel: zipfile.ZipFile, name: str):
    assert name in wheel.namelist()


def test_a_wheel_carries_styles_and_scripts_of_the_pages(wheel: zipfile.ZipFile):
    kinds = {Path(name).suffix for name in wheel.namelist() if name.startswith("tutor/web/static/")}
    assert {".css", ".js"} <= kinds


def test_a_wheel_carries_nothing_but_the_package_and_its_description(wheel: zipfile.ZipFile):
    assert {name.split("/")[0].partition("-")[0] for name in wheel.namelist()} == {"tutor", "draw_bridge_tutor"}
    assert not [name for name in wheel.namelist() if name.endswith((".pyc", ".nbi", ".nbc", ".sqlite3"))]


def test_a_wheel_names_its_licence_and_its_command(wheel: zipfile.ZipFile):
    (folder,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    metadata = message_from_string(wheel.read(f"{folder}/METADATA").decode())
    assert metadata["License-Expression"] == "MIT"
    assert "The Draw Bridge authors" in wheel.read(f"{folder}/licenses/LICENSE").decode()
    assert "tutor = tutor.cli:main" in wheel.read(f"{folder}/entry_points.txt").decode()


def test_a_wheel_finds_its_own_templates_and_puzzles(wheel: zipfile.ZipFile, tmp_path: Path):
    wheel.extractall(tmp_path)
    program = "from tutor import resources; print(*map(resources.folder, ('templates', 'puzzles')), sep='\\n')"
    done = subprocess.run((sys.executable, "-c", program), cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [str(tmp_path / "tutor/_data/templates"), str(tmp_path / "tutor/_data/puzzles")]


def test_wsgi_makes_the_app_and_does_nothing_else():
    lines = [line for line in (ROOT / "wsgi.py").read_text(encoding="utf-8").splitlines() if line]
    assert lines == ["from tutor.web import create_app", "app = create_app()"]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_download_from(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*(-i|--(extra-)?index-url|--find-links|-f|--trusted-host)\b", text, re.MULTILINE)
    assert " @ " not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_one_version_of_each_package_with_its_hashes(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    entries = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert entries
    assert [line for line in entries if "==" not in line or "--hash=sha256:" not in line] == []
    here = [canonicalize_name(pin.name) for pin in pins(lock) if pin.marker is None or pin.marker.evaluate()]
    assert len(here) == len(set(here))


@pytest.mark.parametrize(("lock", "groups"), [(LOCKS[0], ["build"]), (LOCKS[1], ["dev"])])
def test_a_lock_pins_what_the_project_asks_for_in_the_range_it_asks_for(lock: str, groups: list[str]):
    program = project()["project"]
    extras = program["optional-dependencies"]["postgresql"]
    wanted = [*program["dependencies"], *extras, *(each for name in groups for each in group(name))]
    pinned: dict[str, list[Version]] = {}
    for pin in pins(lock):
        pinned.setdefault(canonicalize_name(pin.name), []).append(Version(str(pin.specifier).removeprefix("==")))
    for requirement in map(Requirement, wanted):
        versions = pinned.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement} is not in {lock}: run `make lock`"
        assert all(requirement.specifier.contains(version) for version in versions), f"{requirement}: run `make lock`"


def test_both_locks_pin_the_same_versions():
    both = [{canonicalize_name(pin.name): str(pin.specifier) for pin in pins(lock)} for lock in LOCKS]
    assert both[0].items() <= both[1].items()


def test_the_build_needs_what_the_lock_installs_for_it():
    assert project()["build-system"]["requires"] == list(group("build"))


def test_the_layers_hold():
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        (sys.executable, "-c", program, "--no-cache"), cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken." in done.stdout


def test_no_module_is_too_long_to_read_at_a_sitting():
    lines = {
        str(p): len((ROOT / p).read_text(encoding="utf-8").splitlines()) for p in files("tutor") if p.suffix == ".py"
    }
    too_long = {path: count for path, count in lines.items() if count > LONGER.get(path, PYTHON_LINES)}
    assert too_long == {}


@pytest.mark.parametrize("target", ["serve", "test", "check", "bench", "lock", "clean", "help"])
def test_make_help_tells_what_each_target_is_for(target: str):
    done = subprocess.run(
        ("make", "--no-print-directory", "help"), cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert re.search(rf"^make {target} +\S", done.stdout, re.MULTILINE)
