"""Hypothesis strategies for what notation reads and writes: records whole and in part, and texts good and bad.

Decks and choices come from a seed, so a record costs few draws; what is said beside the cards (tags, sections, notes,
remarks) is drawn piece by piece and shrinks.
"""

import random
from dataclasses import replace

from hypothesis import strategies as st

from tutor.cards import Seat, Strain, mask_of
from tutor.notation import DrawRecord, Record
from tutor.notation.pbn_tags import MEANT, in_deal_order, in_export_order, in_note_order
from tutor.rules import PASS, Contract, Deal, Phase, Position, Ruleset

cards = st.integers(0, 51)
seats = st.sampled_from(Seat)
strains = st.sampled_from(Strain)
rulesets = st.builds(
    Ruleset,
    draw_winner=st.sampled_from(("highest-rank", "led-suit")),
    draw_follow=st.booleans(),
    stock=st.sampled_from(("hidden", "exposed")),
    doubling=st.booleans(),
    undertrick=st.integers(0, 1000),
    overtricks=st.booleans(),
)


@st.composite
def hands(draw, size=None):
    """A mask of *size* cards, or of up to 13."""
    held = draw(st.sets(cards, min_size=size or 0, max_size=13 if size is None else size))
    return mask_of(held)


@st.composite
def positions(draw):
    """A position with 1 to 13 tricks left, with or without a card on the table."""
    left = draw(st.integers(1, 13))
    deck = list(range(52))
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    turn = draw(seats)
    led = deck.pop() if draw(st.booleans()) else None
    mine, theirs = deck[:left], deck[left : 2 * left - (led is not None)]
    north, south = (mine, theirs) if turn is Seat.NORTH else (theirs, mine)
    return Position(mask_of(north), mask_of(south), draw(strains), turn, led)


def _actions(rng, deal, last):
    """Legal actions from *deal* until it is over or *last* of them are there; auctions stay short."""
    taken = []
    while not deal.over and len(taken) < last:
        legal = deal.legal()
        passing = deal.phase is Phase.AUCTION and rng.random() < 0.5
        taken.append(PASS if passing else rng.choice(legal))
        deal = deal.apply(taken[-1])
    return taken, deal


@st.composite
def bare_records(draw):
    """A record of anything from two hands to a whole deal, with nothing said beside the cards."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    ruleset = draw(rulesets)
    start = Deal.shuffled(rng, draw(seats), ruleset)
    drawn, dealt = _actions(rng, start, 26)
    north, south = dealt.start_hands
    dealer = start.dealer
    phase = DrawRecord(*start.draw.hands, start.draw.stock, tuple(drawn)) if draw(st.booleans()) else None
    record = Record(north, south, dealer, ruleset, draw=phase)
    deal = Deal.from_hands(north, south, dealer, ruleset)
    known = draw(st.sampled_from(("hands", "contract", "auction", "play", "all")))
    length = draw(st.integers(0, 26))
    if known == "hands":
        return record
    if known == "contract":
        multiplier = draw(st.sampled_from((1, 2, 4))) if ruleset.doubling else 1
        contract = Contract(draw(st.integers(1, 7)), draw(strains), multiplier, draw(seats))
        played, deal = _actions(rng, deal.with_contract(contract), length)
        return _claimed(draw, replace(record, contract=contract, played=tuple(played)), deal)
    calls, deal = _actions(rng, deal, length if known == "auction" else 200)
    calls = [call for call in calls if call >= PASS]
    deal = Deal.from_hands(north, south, dealer, ruleset).run(calls)
    record = replace(record, calls=tuple(calls), contract=deal.contract)
    if deal.contract is None or known == "auction":
        return record
    played, deal = _actions(rng, deal, 26 if known == "all" else length)
    return _claimed(draw, replace(record, played=tuple(played)), deal)


def _claimed(draw, record, deal):
    """*record* with no result, the one that the play bears out, or one that it does not."""
    return replace(record, claimed=draw(st.sampled_from((None, deal.declarer_tricks, draw(st.integers(0, 13))))))


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).filter(
    lambda text: text != "#" and not text.startswith("##")
)
names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in MEANT)
tokens = st.from_regex(r"[!-~¡-ÿ]{1,6}", fullmatch=True).filter(lambda text: not set(text) & set('[]{};"%'))
section_lines = st.lists(st.lists(tokens, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=3).map(tuple)
comments = words.map(lambda text: "{" + text.replace("}", ")") + "}") | words.map(lambda text: (";" + text).rstrip())
many_lines = st.lists(words, min_size=2, max_size=3).map(lambda lines: "{" + "\n".join(lines).replace("}", ")") + "}")
glyphs = st.integers(0, 255).map("${}".format) | st.integers(1, 32).map("={}=".format)
MANDATORY_OTHERS = st.sampled_from(("Event", "Site", "Date", "Board", "West", "East", "Scoring", "Vulnerable"))


@st.composite
def records(draw):
    """A record with tags, sections, notes and remarks beside its cards, in the order in which readers give them."""
    record = draw(bare_records())
    tags = draw(st.lists(st.tuples(names | MANDATORY_OTHERS, words), max_size=4))
    sections = draw(st.lists(st.tuples(names.map("X{}".format), words, section_lines), max_size=2))
    drawn = record.draw.played if record.draw is not None else ()
    remarks = [("game", 0, text) for text in draw(st.lists(comments | many_lines, max_size=2))]
    for place, actions in (("draw", drawn), ("auction", record.calls or ()), ("play", record.played)):
        said = st.tuples(st.just(place), st.integers(0, len(actions)), comments | many_lines | glyphs)
        remarks.extend(draw(st.lists(said, max_size=3)))
    notes = draw(st.lists(st.tuples(st.sampled_from(("game", "draw", "auction", "play")), words), max_size=2))
    said_of = {place for place, *_ in remarks}
    return replace(
        record,
        players=tuple("" if name.strip() in ("", "?", "-") else name for name in (draw(words), draw(words))),
        tags=in_export_order(tags),
        sections=tuple(sorted(sections, key=lambda section: section[0])),
        notes=in_note_order([note for note in notes if note[0] == "game" or note[0] in said_of]),
        remarks=in_deal_order(remarks),
    )
