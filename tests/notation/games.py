"""Short PBN texts to read, and what was wrong with them."""

from pathlib import Path

from tutor.notation import NotationError, read_pbn, read_records

DATA = Path(__file__).parent.parent / "data" / "notation"

NORTH = "KJ.AQJT.AQ8.KQJT"
SOUTH = "AQT9.K9.KJT9.A98"
DEAL = f'[Dealer "N"]\n[Deal "N:{NORTH} - {SOUTH} -"]\n'
CONTRACT = '[Declarer "S"]\n[Contract "1S"]\n'
AUCTION = '[Auction "N"]\nPass 1S\nPass\n'
TRICKS = (
    ("HA", "H9"), ("DA", "D9"), ("CT", "CA"), ("D8", "DK"), ("HT", "HK"), ("SJ", "SA"), ("CJ", "C8"),
    ("CK", "C9"), ("HQ", "S9"), ("DQ", "DT"), ("CQ", "ST"), ("SK", "DJ"), ("HJ", "SQ"),
)  # fmt: skip
PLAY = '[Play "N"]\n' + "".join(f"{north} {south}\n" for north, south in TRICKS)
GOOD = DEAL + CONTRACT + PLAY


def sample(name):
    """The text of a file of samples, its line ends as they are."""
    return (DATA / name).read_bytes()


def codes(text):
    """The codes of the faults of a text, in order."""
    return [fault.code for fault in read_records(text).faults]


def only(text):
    """The one record of a text without faults."""
    result = read_pbn(text)
    assert [str(fault) for fault in result.faults] == []
    (record,) = result.records
    return record


def only_fault(text):
    """The one fault of a text that gives no record."""
    result = read_records(text)
    assert result.records == ()
    (fault,) = result.faults
    return fault


def faults_of(parse, text, *args):
    """What *parse* finds wrong with *text*; () when it reads it."""
    try:
        parse(text, *args)
    except NotationError as error:
        return error.faults
    return ()


def within(faults, text):
    """Whether every fault has words and a place within *text*, a text of one line."""
    return all(fault.line == 1 and 1 <= fault.column <= len(text) + 1 and str(fault) for fault in faults)
