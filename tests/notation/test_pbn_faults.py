"""What is wrong with PBN: said once, at its line and column, and spoiling nothing beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import (
    AUCTION,
    CONTRACT,
    DEAL,
    GOOD,
    NORTH,
    PLAY,
    SOUTH,
    TRICKS,
    codes,
    only,
    only_fault,
    sample,
)
from tutor.notation import parse_card, read_pbn, read_records

STATISTICS = "Total deals: 3\nBest score [N/S]: 90 %\n\n***** end *****\n"


def listed(text):
    """The faults of a text as line, column, code and game."""
    return [(fault.line, fault.column, fault.code, fault.game) for fault in read_records(text).faults]


# --- hazard 4: text that belongs to no game ---


@pytest.mark.parametrize("gap", ["\n", "\n\n\n", ""])
@pytest.mark.parametrize("last", [GOOD, DEAL + AUCTION, DEAL + CONTRACT + '[Result "7"]\n'])
def test_text_after_the_last_game_is_listed_by_line_and_the_games_are_kept(gap, last):
    text = GOOD + "\n" + last + gap + STATISTICS
    result = read_pbn(text)
    assert len(result.records) == 2
    first = text[: text.index("Total")].count("\n") + 1
    assert [fault.line for fault in result.faults] == [first, first + 1, first + 3]
    assert all(fault.game is None for fault in result.faults)


def test_a_malformed_tag_is_never_mistaken_for_statistics():
    for tag in ("[Contract 3S]", 'so [Contract "3S]', "so [ Contract '3S']"):
        result = read_pbn(f'{DEAL}[Result "7"]\n{tag}\n')
        assert result.records == ()
        assert "no-tag" in [fault.code for fault in result.faults]


def test_text_before_the_first_game_is_listed_by_line():
    result = read_pbn("Deals of today\n\nsome more\n" + GOOD)
    assert len(result.records) == 1
    assert [(fault.line, fault.code) for fault in result.faults] == [(1, "stray-text"), (3, "stray-text")]


# --- hazard 6: hands the wrong way round ---


def test_hands_the_wrong_way_round_are_told_as_that():
    swapped = DEAL.replace(NORTH, "x").replace(SOUTH, NORTH).replace("x", SOUTH)
    fault = only_fault(swapped + CONTRACT + PLAY)
    assert (fault.line, fault.column, fault.code) == (6, 1, "other-hand")
    assert "HA is in the other hand" in str(fault)
    assert "the wrong way round?" in str(fault)
    assert "Legal here: SA, SQ, ST, S9, HK, H9" in str(fault)


# --- hazard 8: holes ---


@given(st.integers(0, 25), st.integers(1, 4), st.booleans())
def test_a_hole_in_the_middle_is_an_error_with_the_number_of_its_trick(first, length, four):
    order = only(GOOD).played
    holes = set(order[first : first + length])
    if set(order[first:]) == holes:
        return
    rows = [[card if parse_card(card) not in holes else "-" for card in trick] for trick in TRICKS]
    between = " - " if four else " "
    text = DEAL + CONTRACT + '[Play "N"]\n' + "".join(f"{a}{between}{b}{' -' if four else ''}\n" for a, b in rows)
    fault = only_fault(text)
    assert fault.code == "hole"
    assert f"Trick {first // 2 + 1} " in str(fault)
    assert fault.line == 6 + first // 2


def test_a_hole_in_the_auction_is_an_error():
    assert listed(DEAL + '[Auction "N"]\n1C -\n1S Pass\n') == [(4, 4, "hole", 1)]


# --- illegal actions ---


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "legal"),
    [
        (GOOD.replace("D8 DK", "D8 CA"), 9, 4, "played-before", "Legal here: SA, SQ"),
        (GOOD.replace("HA H9", "HA S9"), 6, 4, "follow-suit", "Legal here: HK, H9."),
        (GOOD.replace("HA H9", "HA H8"), 6, 4, "not-held", "Legal here: HK, H9."),
        (DEAL + '[Auction "N"]\n1S  1H\n', 4, 5, "bid-higher", "Legal here: Pass, X, 1NT–7NT."),
        (DEAL + '[Auction "N"]\nX\n', 4, 1, "double-needs-bid", "Legal here: Pass, 1C–7NT."),
        (DEAL + '[Auction "N"]\n1S X X\n', 4, 6, "double-once", "Legal here: Pass, XX, 1NT–7NT."),
        (DEAL + '[Auction "N"]\n1S X\n2C XX\n', 5, 4, "redouble-needs-double", "Legal here: Pass, X, 2D–7NT."),
        (DEAL + '[Auction "N"]\n7NT Pass Pass\n', 4, 10, "auction-over", "over"),
        (DEAL + '[Ruleset "written,doubling=false"]\n[Auction "N"]\n1S X\n', 5, 4, "no-doubling", "Legal here: Pass"),
        (GOOD + "C2 S2\n", 19, 4, "play-over", "All the cards have been played"),
    ],
)
def test_the_first_illegal_action_is_told_with_what_was_legal(text, line, column, code, legal):
    fault = only_fault(text)
    assert (fault.line, fault.column, fault.code, fault.game) == (line, column, code, 1)
    assert legal in str(fault)


def test_a_new_bid_clears_a_double_that_then_cannot_be_redoubled():
    assert codes(DEAL + '[Auction "N"]\n1S X 2C XX') == ["redouble-needs-double"]
    assert only(DEAL + '[Auction "N"]\n1S X XX Pass').contract.bid == "1SXX"
    assert only(DEAL + '[Declarer "S"]\n[Contract "3SXX"]\n').contract.multiplier == 4


@pytest.mark.parametrize("mark", ["^I", "^S", "^R", "^L", "^"])
def test_the_irregularities_of_four_handed_bridge_are_refused_by_name(mark):
    for text in (DEAL + f'[Auction "N"]\n1S {mark} 1C\n', GOOD.replace("HA H9", f"HA {mark} H9")):
        fault = read_pbn(text).faults[0]
        assert fault.code == "irregular"
        assert mark in str(fault)


# --- contradictions ---


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (DEAL + '[Contract "2S"]\n' + AUCTION, "contract-contradicts", 3),
        (DEAL + '[Contract "1SX"]\n' + AUCTION, "contract-contradicts", 3),
        (DEAL + '[Declarer "N"]\n' + AUCTION, "contract-contradicts", 3),
        (DEAL + '[Contract "Pass"]\n' + AUCTION, "contract-contradicts", 3),
        (DEAL + '[Contract "Pass"]\n[Declarer "N"]\n', "contract-contradicts", 4),
        (DEAL + CONTRACT + '[Auction "N"]\nPass Pass\n', "contract-contradicts", 4),
        (DEAL + CONTRACT + '[Auction "N"]\n2C *\n', "contract-contradicts", 4),
        (DEAL + CONTRACT + '[Auction "N"]\n1S *\n', "contract-contradicts", 4),
        (DEAL + '[Ruleset "written,doubling=false"]\n[Contract "1SX"]\n[Declarer "N"]\n', "no-doubling", 4),
        (DEAL + '[Auction "S"]\n1S Pass\n', "dealer-contradicts", 4),
        (GOOD.replace('[Play "N"]', '[Play "S"]'), "leader-contradicts", 5),
        (DEAL + CONTRACT + '[Result "8"]\n' + PLAY, "result-contradicts", 5),
        (DEAL + CONTRACT + '[Result "N 7"]\n' + PLAY, "result-contradicts", 5),
        (DEAL + CONTRACT + '[Result "13"]\n[Play "N"]\nHA H9\nDA D9\n', "result-contradicts", 5),
        (DEAL + '[Result "7"]\n[Auction "N"]\nAP\n', "result-contradicts", 3),
        (DEAL + '[Auction "N"]\nAP\n' + PLAY, "play-without-contract", 6),
        (DEAL + '[Dealer "S"]\n', "tag-twice", 3),
        (GOOD + '[Play "N"]\nHA H9\n', "tag-twice", 19),
    ],
)
def test_tags_that_contradict_each_other_or_the_actions_are_faults(text, code, line):
    fault = only_fault(text)
    assert (fault.code, fault.line, fault.game) == (code, line, 1)


# --- unreadable values ---


@pytest.mark.parametrize(
    ("tag", "code", "column"),
    [
        ('[Contract "7NNX"]', "no-contract", 12),
        ('[Contract "8S"]', "no-contract", 12),
        ('[Declarer "E"]', "no-seat", 12),
        ('[Declarer "^N"]', "no-seat", 12),
        ('[Result "14"]', "no-result", 10),
        ('[Result "NS 7"]', "no-result", 10),
        ('[Result "N 7 S 7"]', "no-result", 10),
        ('[Ruleset "penalty,stock=open"]', "no-rule-value", 19),
        ('[Game "Bridge"]', "other-game", 8),
        ('[Stock "SA XX"]', "no-suit", 12),
        ('[InitialDeal "N:A... - K... -"]', "hand-size", 17),
        ('[Auction "X"]', "no-seat", 11),
        ("[Contract 3S]", "no-tag", 1),
        ('[Contract "3S]', "no-tag", 1),
        ('[Event "a "quoted" word"]', "no-tag", 1),
        ("]", "stray-character", 1),
    ],
)
def test_unreadable_tags_are_told_at_their_column(tag, code, column):
    fault = read_pbn(DEAL + f'[Site "x"]\n  {tag}\n').faults[0]
    assert (fault.code, fault.line, fault.column, fault.game) == (code, 4, column + 2, 1)
    assert read_pbn(DEAL + f'[Site "x"]\n  {tag}\n').records == ()


@pytest.mark.parametrize(
    ("deal", "codes_"),
    [
        (f"N:{NORTH}9 - {SOUTH} -", ["hand-size"]),
        (f"N:{NORTH[:-1]} - {SOUTH} -", ["hand-size"]),
        (f"N:... - {SOUTH} -", ["hand-size"]),
        (f"N:{NORTH} - {SOUTH.replace('K9', 'A9')} -", ["both-hands"]),
        (f"N:{NORTH.replace('KJ.', 'KK.')} - {SOUTH} -", ["card-twice"]),
        ("N:AKQJ.AQ.AQJ5.KJ9 T92.KJT9.KT9.AQT 876.876.8764.876 543.5432.32.5432", ["four-hands"]),
    ],
)
def test_wrong_hands_in_a_deal_are_told(deal, codes_):
    assert codes(f'[Dealer "N"]\n[Deal "{deal}"]\n') == codes_


def test_a_game_without_deal_or_dealer_is_told_to_give_them():
    assert codes('[Event "x"]\n[Contract "1S"]\n') == ["no-dealer", "no-deal"]


# --- the draw phase ---


def test_a_draw_phase_that_does_not_lead_to_the_deal_names_the_hand_and_the_cards(drawn_text):
    fault = only_fault(drawn_text.replace('[Deal "N:AKQT.', '[Deal "N:AKQ7.'))
    assert fault.code == "draw-contradicts"
    assert "North does not hold what the draw phase leads to: ST missing, S7 too many." in str(fault)


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ('DQ D3"]', 'D3 DQ"]', "draw-contradicts", "North"),
        ('[Stock "C2 HT', '[Stock "HT C2', "other-hand", "HT"),
        ('[Stock "C2 HT', '[Stock "C2 C2', "card-twice", "C2"),
        ('[Stock "C2 HT', '[Stock "C2 SA', "card-twice", "SA"),
        ('[Stock "C2 ', '[Stock "', "stock-size", "25"),
        ("\nC7 S9\n", "\n", "draw-unfinished", "trick 13"),
        ("\nS2 D6\n", "\nS2 -\n", "hole", "Trick 4"),
        ("\nH3 H2\n", "\nC2 H2\n", "not-held", "C2 is still in the stock"),
        ("\nH3 H2\n", "\nH2 H3\n", "other-hand", "Are the hands the wrong way round?"),
        ("\nC2 H4\n", "\nC2 H3\n", "played-before", "H3 has been played already"),
        ('[Draw "S"]', '[Draw "N"]', "leader-contradicts", "South leads first"),
    ],
)
def test_a_draw_phase_that_cannot_be_is_told_by_its_first_fault(drawn_text, old, new, code, says):
    assert old in drawn_text
    fault = read_pbn(drawn_text.replace(old, new)).faults[0]
    assert fault.code == code
    assert says in str(fault)


def test_a_draw_phase_needs_the_hands_as_dealt_and_the_stock(drawn_text):
    for tag in ("InitialDeal", "Stock"):
        lines = drawn_text.splitlines(keepends=True)
        without = "".join(line for line in lines if not line.startswith(f"[{tag} "))
        assert codes(without) == ["draw-incomplete"]


def test_a_card_also_among_the_discards_of_the_draw_phase_is_told(drawn_text):
    fault = only_fault(drawn_text.replace('[Deal "N:AKQT.AT.', '[Deal "N:AKQT.A2.'))
    assert "HT missing, H2 too many" in str(fault)


# --- many faults, many games ---


def test_all_faults_of_a_file_are_told_and_the_good_games_kept():
    result = read_records(sample("broken.pbn"))
    assert [record.passed_out for record in result.records] == [False, True]
    rows = [line.split() for line in sample("broken.faults").decode().splitlines() if not line.startswith("#")]
    told = [[str(f.line), str(f.column), f.code, str(f.game or "-")] for f in result.faults]
    assert told == rows


BAD = [
    DEAL + "[Dealer N]\n",
    '[Event "x"]\n' + CONTRACT + PLAY,
    DEAL.replace("KJ", "KJX") + AUCTION,
    DEAL + CONTRACT + '[Play "N"]\nHA H9\nHA H9\n',
    DEAL + '[Auction "N"]\n1S 1S\n',
    DEAL + '[Contract "?',
    GOOD.replace("HA H9", "HA # H9"),
]


@given(st.lists(st.sampled_from([GOOD, *BAD]), min_size=1, max_size=6))
def test_a_bad_game_never_spoils_a_good_one_beside_it(games):
    result = read_pbn("\n\n".join(games))
    assert result.records == (only(GOOD),) * games.count(GOOD)
    assert {fault.game for fault in result.faults} == {n for n, game in enumerate(games, 1) if game is not GOOD}


def test_a_file_that_cannot_be_read_gives_no_record_at_all():
    for text in ("no cards here", GOOD.replace("KJ", "K"), '{"format": "drawbridge/1"}', b"\xff\xfe\x00", "[Deal"):
        result = read_records(text)
        assert result.records == ()
        assert result.faults


@pytest.mark.parametrize("unseen", ["\u200b", "\x00", "\x1b", "\u202e"])
def test_what_cannot_be_seen_is_told_by_its_number(unseen):
    fault = read_pbn(GOOD.replace("HA H9", f"H{unseen}A H9")).faults[0]
    assert unseen not in str(fault)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (DEAL + CONTRACT + '[Result "1"]\n' + PLAY, "given as 1 trick, but the play gives 7"),
        (DEAL + CONTRACT + '[Result "2"]\n' + PLAY, "given as 2 tricks, but the play gives 7"),
        (DEAL + CONTRACT + '[Result "1"]\n' + PLAY[: PLAY.index("CJ")] + "*", "given as 1 trick, but after the cards"),
        (DEAL + '[Contract "Pass"]\n[Result "1"]\n', "given as 1 trick."),
        (DEAL + '[Contract "Pass"]\n[Result "4"]\n', "given as 4 tricks."),
        (f'[Dealer "N"]\n[Deal "{NORTH}"]\n', "here there is 1."),
        (f'[Dealer "N"]\n[Deal "{NORTH} - {SOUTH}"]\n', "here there are 3."),
        (f'[Dealer "N"]\n[Deal "N:{NORTH}"]\n', "here there is 1."),
        (f'[Dealer "N"]\n[Deal "{NORTH} 5"]\n', "here there is 1."),
        (f'[Dealer "N"]\n[Deal "{NORTH} 5..."]\n', "has 1 card, not 13"),
    ],
)
def test_what_is_counted_has_the_form_of_its_number(text, says):
    assert says in str(read_pbn(text).faults[0])
