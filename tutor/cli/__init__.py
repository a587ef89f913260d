"""The ``tutor`` command: the same answers as the web, in the terminal.

The commands stand here with their options; what they do is imported when they run, so that ``tutor --help`` does not
wait for the solver or the web server.
"""

# ruff: noqa: PLC0415 - see above: what a command needs is imported when it runs

from pathlib import Path

import click

from tutor import __version__
from tutor.cli.shell import OneLineGroup

_POSITION = "A.K.-.2 2.-.3.A NT N"
_DEAL = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732"
SEATS = click.Choice(["N", "S", "north", "south"], case_sensitive=False)
_RULES_HELP = "A preset (written, penalty, level) and what differs from it: penalty,undertrick=100."


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tutor")
def cli() -> None:
    """Solve, review and practise Draw Bridge.

    Cards are written SA, HT, D2; hands AQ5.K2.-.JT98 (spades.hearts.diamonds.clubs); calls 1C … 7NT, Pass, X, XX.
    """


@cli.command(short_help="What every card of a position is worth.", example=f'tutor solve "{_POSITION}"', hands=True)
@click.argument("position", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def solve(position: tuple[str, ...], *, as_json: bool) -> None:
    """Say what every card of a POSITION is worth: "N-hand S-hand strain turn [card led]"."""
    from tutor.cli import answering

    answering.solve(" ".join(position), as_json=as_json)


@cli.command(
    short_help="Tricks of each declarer in each strain.",
    example=f'tutor table "{_DEAL}"',
    hands=True,
)
@click.argument("deal", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def table(deal: tuple[str, ...], *, as_json: bool) -> None:
    """Say how many tricks each declarer takes in each strain of a DEAL: "N-hand S-hand"."""
    from tutor.cli import answering

    answering.table(" ".join(deal), as_json=as_json)


@cli.command(
    short_help="What every call leads to.",
    example=f'tutor auction "{_DEAL}" --dealer N --rules penalty',
    hands=True,
)
@click.argument("deal", nargs=-1, required=True)
@click.option("--dealer", required=True, type=SEATS, metavar="N|S", help="Who calls first.")
@click.option("--rules", default="written", show_default=True, help=_RULES_HELP)
@click.option(
    "--opponent",
    default="perfect",
    show_default=True,
    type=click.Choice(["perfect", "natural"]),
    help="Who answers the calls: a perfect player, or one who bids what makes.",
)
@click.option("--calls", default="", help='The calls so far, as "1S X".')
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def auction(deal: tuple[str, ...], *, dealer: str, rules: str, opponent: str, calls: str, as_json: bool) -> None:
    """Say what every call leads to in the auction of a DEAL: "N-hand S-hand"."""
    from tutor.cli import answering

    options = answering.AuctionOptions(dealer[0].upper(), rules, opponent, calls)
    answering.auction(" ".join(deal), options, as_json=as_json)


@cli.command(short_help="What a finished hand's calls and cards cost.", example="tutor review hand.pbn --rules penalty")
@click.argument("file")
@click.option("--rules", help=f"Judge by these rules, not by the recorded ones. {_RULES_HELP}")
@click.option(
    "--opponent",
    default="perfect",
    show_default=True,
    type=click.Choice(["perfect", "natural"]),
    help="Who is taken to answer the calls.",
)
@click.option("--lang", default="en", help="The language of the words, as sv or ja.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value: an object for one game, else a list.")
def review(file: str, *, rules: str | None, opponent: str, lang: str, as_json: bool) -> None:
    """Say what every call and card of the finished hands in FILE (PBN or JSON; - for standard input) cost."""
    from tutor.cli import reviewing

    reviewing.review(file, rules, opponent, lang, as_json=as_json)


@cli.command(short_help="Answer many deals or hands into a file.", example="tutor batch hands.pbn -o answers.jsonl")
@click.argument("files", nargs=-1, required=True)
@click.option("-o", "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Where the lines go.")
@click.option("-j", "--workers", type=click.IntRange(1, 256), help="How many processes (default: one for each core).")
@click.option("--scheduler", help="Let the workers of this Dask scheduler do the work: tcp://host:8786.")
@click.option("--rules", help=f"Judge by these rules, not by the recorded ones. {_RULES_HELP}")
@click.option(
    "--opponent",
    default="perfect",
    show_default=True,
    type=click.Choice(["perfect", "natural"]),
    help="Who is taken to answer the calls.",
)
@click.option("--overwrite", is_flag=True, help="Begin anew, whatever is in the output.")
def batch(
    files: tuple[str, ...],
    *,
    out: Path,
    workers: int | None,
    scheduler: str | None,
    rules: str | None,
    opponent: str,
    overwrite: bool,
) -> None:
    """Answer every deal in FILES: trick tables, and reviews of finished hands, one line of JSON each.

    FILES are PBN, JSON records, or texts with one deal a line: "N-hand S-hand". The same command, run again after an
    interruption, goes on where it was: what the output holds already is kept and not computed again.
    """
    from tutor.cli import batching

    batching.batch(files, out, batching.BatchOptions(workers, scheduler, rules, opponent, overwrite))


@cli.command(short_help="Check lessons and puzzles.", example="tutor check puzzles/")
@click.argument("paths", nargs=-1)
def check(paths: tuple[str, ...]) -> None:
    """Check the lessons and puzzles in PATHS, files or folders (default: those that come with the program)."""
    from tutor.cli import checking

    checking.check([Path(path) for path in paths])


@cli.command(short_help="Compose puzzles.", example="tutor compose puzzles/specs/tenace.toml -n 10")
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("-n", "--count", default=1, show_default=True, type=click.IntRange(1, 1000), help="How many.")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), help="Write a file for each in here.")
@click.option("--seed", default=1, show_default=True, help="Which ones: the same number gives the same puzzles.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value: a list.")
def compose(spec: Path, *, count: int, out: Path | None, seed: int, as_json: bool) -> None:
    """Compose puzzles as the file SPEC wants them, each solved and checked, no two alike.

    The puzzles go to standard output, or into a folder; how long each took, to standard error.
    """
    from tutor.cli import composing

    composing.compose(spec, count, seed, out, as_list=as_json)


@cli.command(short_help="Pick puzzles for a course.", example="tutor course puzzles/ -n 30 --levels 1-3")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("-n", "--count", default=30, show_default=True, type=click.IntRange(1, 1000), help="How many.")
@click.option("--each", default=1, show_default=True, type=click.IntRange(0, 1000), help="At least so many of a theme.")
@click.option("--theme", "themes", multiple=True, metavar="NAME", help="A theme to cover (default: all there are).")
@click.option("--levels", default="1-5", show_default=True, metavar="LOW-HIGH", help="The levels, 1 to 5.")
@click.option("--spread", default="", metavar="PARTS", help="How the levels share the puzzles, as 3:2:1.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write them as one collection.")
@click.option("--seed", default=1, show_default=True, help="Which ones: the same number gives the same puzzles.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value: a list.")
def course(
    paths: tuple[Path, ...],
    *,
    count: int,
    each: int,
    themes: tuple[str, ...],
    levels: str,
    spread: str,
    out: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Pick a course from the puzzles in PATHS, files or folders (default: those that come with the program).

    It covers the themes, goes from the easy to the hard ones, and has no two that are nearly the same.
    """
    from tutor.cli import coursing

    options = coursing.CourseOptions(
        count, each, themes, coursing.read_levels(levels), coursing.read_spread(spread), seed
    )
    coursing.course(paths, options, out, as_list=as_json)


@cli.command(short_help="Serve the web pages and the JSON API.", example="tutor serve --port 8000")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Processes that answer.")
@click.option(
    "--background",
    type=click.IntRange(0, 64),
    help="Processes that analyse uploaded games (default: one for each core but one, 1 to 4).",
)
def serve(*, host: str, port: int, workers: int, background: int | None) -> None:
    """Serve the web pages and the JSON API until Ctrl-C."""
    from tutor.cli import serving

    serving.serve(host, port, workers, background)


@cli.command(short_help="Analyse uploaded games in the background.", example="tutor work --once")
@click.option("--once", is_flag=True, help="End when nothing is left to do.")
@click.option("--server", type=click.IntRange(1), hidden=True, help="End when the process with this number does.")
def work(*, once: bool, server: int | None) -> None:
    """Analyse the files of games that people sent, until Ctrl-C.

    `tutor serve` does this by itself; this is for other servers, or for more machines on one database.
    """
    from tutor.cli import working

    working.work(once=once, server=server)


@cli.command(short_help="Measure the solver on this machine.", example="tutor bench --deals 500")
@click.option(
    "--deals",
    type=click.IntRange(1, 100_000),
    help="How many deals (default: 2000; with --coach 1000 of each of two kinds).",
)
@click.option("--seed", default=1, show_default=True, help="Which deals.")
@click.option("--deep", is_flag=True, help="Also compile from nothing and make a table of depth 10: a minute more.")
@click.option("--batch", is_flag=True, help="Also measure a batch: twenty seconds more.")
@click.option("--coach", "only", flag_value="coach", help="Only measure how many mistakes the coach explains.")
@click.option("--signature", "only", flag_value="show", help="Only count the nodes of the signature.")
@click.option("--record-signature", "only", flag_value="record", help="Only count them, and record the number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def bench(*, deals: int | None, seed: int, deep: bool, batch: bool, only: str | None, as_json: bool) -> None:
    """Measure the solver on this machine, each figure beside its target, and count the nodes it searches."""
    from tutor.bench.measuring import DEALS, Plan
    from tutor.cli import measuring

    if only == "coach":
        from tutor.cli import coaching

        coaching.bench_coach(deals, seed, as_json=as_json)
        return
    if only == "record":
        measuring.record_signature()
    if only is None:
        measuring.bench(Plan(deals or DEALS, seed, deep, batch), as_json=as_json)
    else:
        measuring.signature(as_json=as_json)


@cli.group(cls=OneLineGroup, short_help="Look after the endgame tables.")
def tablebase() -> None:
    """Look after the endgame tables (in DRAWBRIDGE_CACHE, or your cache folder). The deepest one kept is used."""


_DEPTH_OPTION = click.option(
    "--depth", default=8, show_default=True, type=click.IntRange(1, 13), help="Cards in each hand."
)


@tablebase.command(short_help="Make the table of a depth.", example="tutor tablebase build --depth 9")
@_DEPTH_OPTION
def build(depth: int) -> None:
    """Make the table of all positions up to DEPTH cards each; goes on where an earlier run stopped."""
    from tutor.cli import tabling

    tabling.build(depth)


@tablebase.command("list", short_help="Name the tables that are kept.", example="tutor tablebase list")
def list_tables() -> None:
    """Name the tables that are kept."""
    from tutor.cli import tabling

    tabling.list_tables()


@tablebase.command(short_help="Compare a table with its checksums.", example="tutor tablebase verify --depth 8")
@_DEPTH_OPTION
def verify(depth: int) -> None:
    """Read the whole table of DEPTH and compare its checksums."""
    from tutor.cli import tabling

    tabling.verify(depth)


@tablebase.command(short_help="What the lead is worth, in shares.", example="tutor tablebase lead --depth 8")
@_DEPTH_OPTION
def lead(depth: int) -> None:
    """Say in what share of all positions up to DEPTH the lead is worth how many tricks."""
    from tutor.cli import tabling

    tabling.lead(depth)


@cli.group("db", cls=OneLineGroup, short_help="Look after the database.")
def database() -> None:
    """Look after the database (DRAWBRIDGE_DATABASE, or a file in your data folder)."""


@database.command(short_help="Bring the database to the newest tables.", example="tutor db upgrade")
def upgrade() -> None:
    """Bring the database to the newest tables, making it when there is none."""
    from tutor.cli import storing

    storing.upgrade()


@database.command(short_help="Copy the database to a file.", example="tutor db backup copy.sqlite3")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, while it is in use. A file that is there already is not overwritten."""
    from tutor.cli import storing

    storing.backup(file)


@cli.group("admin", cls=OneLineGroup, short_help="Say who decides on what was reported.")
def admin() -> None:
    """Say who decides on the puzzles and comments that were reported on the pages."""


_NAME = click.argument("name")


@admin.command(short_help="Make somebody an administrator.", example="tutor admin grant Nora")
@_NAME
def grant(name: str) -> None:
    """Make the holder of the account NAME an administrator."""
    from tutor.cli import administering

    administering.grant(name)


@admin.command(short_help="Let somebody be one no longer.", example="tutor admin revoke Nora")
@_NAME
def revoke(name: str) -> None:
    """Let the holder of the account NAME be an administrator no longer."""
    from tutor.cli import administering

    administering.revoke(name)


@admin.command("list", short_help="Name the administrators.", example="tutor admin list")
def administrators() -> None:
    """Name the administrators, one on a line."""
    from tutor.cli import administering

    administering.show()


def main() -> None:
    """The entry point of the ``tutor`` command."""
    cli(prog_name="tutor")
