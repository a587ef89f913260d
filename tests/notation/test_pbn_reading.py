"""PBN as other programs write it: what is taken, and what it comes to."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import AUCTION, CONTRACT, DEAL, GOOD, NORTH, PLAY, SOUTH, TRICKS, codes, only, only_fault
from tutor.cards import NORTH as N
from tutor.cards import SOUTH as S
from tutor.notation import parse_card, parse_hand, parse_ruleset, read_pbn, read_records, write_pbn
from tutor.rules import DOUBLE, PASS, Contract, RuleError, make_bid

ONE_SPADE = Contract(1, 3, 1, S)
WHOLE = only(GOOD)


def test_a_whole_game_comes_to_its_record():
    assert (WHOLE.north, WHOLE.south) == (parse_hand(NORTH), parse_hand(SOUTH))
    assert (WHOLE.dealer, WHOLE.contract, WHOLE.calls, WHOLE.claimed) == (N, ONE_SPADE, None, None)
    assert len(WHOLE.played) == 26
    assert WHOLE.deal().declarer_tricks == 7


# --- hazard 1: voids ---


@pytest.mark.parametrize("void", ["", "-", "—"])
@pytest.mark.parametrize("place", range(4))
def test_a_void_in_any_suit_of_a_deal_is_read(void, place):
    rest = ["AKQJT", "AKQJ", "AKQJ"]
    others = ["98765", "T987", "T987"]
    north = ".".join([*rest[:place], void, *rest[place:]])
    south = ".".join([*others[:place], void, *others[place:]])
    record = only(f'[Dealer "N"]\n[Deal "N:{north} - {south} -"]\n')
    assert record.north.bit_count() == record.south.bit_count() == 13


def test_hands_with_suit_letters_inside_a_deal_tag_are_read():
    text = DEAL.replace(NORTH, "SKJ.HAQJT.DAQ8.CKQJT").replace(SOUTH, "♠AQT9♥K9♦KJT9♣A98")
    assert only(text).north == WHOLE.north
    assert only(text).south == WHOLE.south


# --- hazard 2: comments ---

COMMENTED = [
    "{only a comment}\n" + GOOD,
    "\n{a comment}\n\n\n" + GOOD,
    "; to the end\n" + GOOD,
    '{over\n\nseveral [Deal "x"] ; lines }\n' + GOOD,
    GOOD.replace("[Contract", "{between}\n[Contract"),
    GOOD.replace("[Contract", "{between} ; tags\n[Contract"),
    GOOD.replace("HA H9", "HA {a { brace } H9 ; and a } brace"),
    GOOD.replace("HA H9", "{first}\nHA{no space}H9"),
    GOOD.replace("DA D9", "DA\n{with\n\nblanks}\nD9"),
    GOOD + "{after the last card}",
    GOOD + "\n\n{after the game}\n",
]


@pytest.mark.parametrize("text", COMMENTED)
def test_comments_may_stand_anywhere_and_are_kept(text):
    record = only(text)
    assert record.played == WHOLE.played
    assert record.remarks
    assert only(write_pbn([record])) == record


def test_comments_in_the_auction_are_kept_where_they_stood():
    record = only(DEAL + '[Auction "N"]\n{well} Pass ; hm\n1S {over\ntwo lines} Pass\n')
    assert record.remarks == (
        ("auction", 0, "{well}"), ("auction", 1, "; hm"), ("auction", 2, "{over\ntwo lines}"),
    )  # fmt: skip


@pytest.mark.parametrize(("text", "line"), [("{open\n" + GOOD, 1), (GOOD + "\n{open\n\n", 20), (GOOD + "{ {} {\n", 19)])
def test_a_comment_never_closed_is_told_with_the_line_where_it_opened(text, line):
    faults = read_pbn(text).faults
    assert [(fault.code, fault.line) for fault in faults] == [("comment-open", line)]


# --- hazard 3: unknown values ---


@pytest.mark.parametrize("contract", ['"?"', '""', '"-"', None])
@pytest.mark.parametrize("declarer", ['"?"', '""', '"-"', None])
@pytest.mark.parametrize("result", ['"?"', '""', '"-"', None])
def test_unknown_contract_declarer_and_result_are_unknown(contract, declarer, result):
    given_ = {"Contract": contract, "Declarer": declarer, "Result": result}
    tags = "".join(f"[{name} {value}]\n" for name, value in given_.items() if value is not None)
    record = only(DEAL + tags)
    assert (record.contract, record.claimed, record.calls, record.tags) == (None, None, None, ())
    assert only(DEAL + tags + AUCTION).contract == ONE_SPADE


def test_play_before_its_contract_is_known_is_kept_and_not_guessed_at():
    record = only(DEAL + '[Contract "?"]\n' + PLAY)
    assert (record.contract, record.played) == (None, ())
    assert record.sections == (("Play", "N", tuple(PLAY.splitlines()[1:])),)
    assert only(write_pbn([record])) == record


@pytest.mark.parametrize("tag", ['[Contract "3SX"]\n', '[Declarer "S"]\n', '[Result "S 7"]\n', '[Result "^7"]\n'])
def test_half_a_contract_is_kept_as_it_is(tag):
    record = only(DEAL + tag)
    assert record.contract is None
    assert len(record.tags) == 1
    assert only(write_pbn([record])) == record


def test_a_result_without_a_contract_is_kept():
    assert only(DEAL + '[Result "9"]').claimed == 9


@pytest.mark.parametrize("name", ["North", "South"])
def test_players_may_be_unknown(name):
    for value in ("?", "", "-"):
        assert only(DEAL + f'[{name} "{value}"]').players == ("", "")
    assert "Ann" in only(DEAL + f'[{name} "Ann"]').players


# --- hazard 5: passed out ---


@pytest.mark.parametrize(
    "said",
    [
        '[Auction "N"]\nPass Pass\n',
        '[Auction "N"]\nAP\n',
        '[Auction "N"]\nPass AP\n',
        '[Contract "Pass"]\n[Declarer ""]\n[Result ""]\n',
        '[Contract "pass"]\n[Result "0"]\n[Auction "N"]\nPass Pass\n',
        '[Contract "Pass"]\n[Auction "N"]\nPass *\n',
        '[Contract "Pass"]\n[Auction "N"]\n[Play "S"]\n',
    ],
)
def test_a_passed_out_deal_has_no_declarer_scores_nothing_and_survives(said):
    record = only(DEAL + said)
    assert (record.calls, record.contract, record.claimed) == ((PASS, PASS), None, None)
    assert record.passed_out
    assert record.deal().score == 0
    assert only(write_pbn([record])) == record


# --- hazard 7: line ends, byte-order marks, blanks ---

ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}
TWO = f"{GOOD}\n{DEAL}{AUCTION}"


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", ["", "\n", "\n\n\n \t \n"])
def test_line_ends_byte_order_marks_and_the_last_newline_do_not_matter(end, mark, last):
    text = mark + (TWO.rstrip("\n") + last).replace("\n", end)
    for form in (text, text.encode()):
        result = read_records(form)
        assert result.faults == ()
        assert [record.contract for record in result.records] == [ONE_SPADE, ONE_SPADE]


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_faults_keep_their_line_whatever_ends_the_lines(end):
    fault = read_pbn(GOOD.replace("CT CA", "CT C7").replace("\n", end)).faults[0]
    assert (fault.line, fault.column, fault.code) == (8, 4, "not-held")


def test_many_blank_lines_between_games_are_one():
    assert len(read_pbn("\n\n \n" + GOOD + "\n\n\t\n\n" + GOOD + "\n\n").records) == 2


def test_games_parted_by_one_newline_only_are_parted():
    result = read_pbn(GOOD + GOOD + DEAL + AUCTION + DEAL)
    assert result.faults == ()
    assert [len(record.played) for record in result.records] == [26, 26, 0, 0]


def test_a_blank_line_after_every_line_parts_nothing_that_belongs_together():
    result = read_pbn((GOOD + DEAL + AUCTION).replace("\n", "\n\n"))
    assert result.faults == ()
    assert [(record.contract, len(record.played)) for record in result.records] == [(ONE_SPADE, 26), (ONE_SPADE, 0)]


def test_a_blank_line_before_a_section_does_not_end_the_game():
    text = DEAL + CONTRACT + "\n" + AUCTION + "\n" + PLAY.replace("HT HK", "\nHT HK")
    assert only(text).played == WHOLE.played


def test_tags_may_stand_on_one_line_or_over_several():
    text = GOOD.replace("\n[", " [").replace('[Contract "1S"]', '[\n Contract\n\t"1S"\n]')
    assert only(text) == WHOLE


def test_a_file_without_games_is_a_fault():
    for text in ("", " \n", "% PBN 2.1\n", "{a comment}", b"", b"\xef\xbb\xbf"):
        assert only_fault(text).code == "empty"


# --- hazard 8: rows ---


@pytest.mark.parametrize("count", range(27))
def test_play_may_stop_after_any_card(count):
    whole = only(GOOD)
    cards = set(whole.played[:count])
    rows = [[card if parse_card(card) in cards else "-" for card in trick] for trick in TRICKS]
    text = DEAL + CONTRACT + '[Play "N"]\n' + "".join(f"{a} {b}\n" for a, b in rows if (a, b) != ("-", "-"))
    assert only(text).played == whole.played[:count]
    assert only(text + "*\n").played == whole.played[:count]


def test_rows_of_four_with_dashes_for_the_absent_seats_are_read():
    four = '[Play "N"]\n' + "".join(f"{a} - {b} -\n" for a, b in TRICKS)
    assert only(DEAL + CONTRACT + four) == WHOLE
    from_west = '[Play "W"]\n' + "".join(f"- {a} - {b}\n" for a, b in TRICKS)
    assert only(DEAL + CONTRACT + from_west) == WHOLE
    unfinished = '[Play "N"]\nHA - H9 -\nDA - - -\n'
    assert only(DEAL + CONTRACT + unfinished).played == WHOLE.played[:3]


def test_rows_need_not_end_where_lines_do():
    flat = '[Play "N"]\n' + " ".join(card for trick in TRICKS for card in trick)
    assert only(DEAL + CONTRACT + flat) == WHOLE
    assert only(DEAL + CONTRACT + flat.replace(" ", "\n")) == WHOLE


@pytest.mark.parametrize(
    "auction",
    ['[Auction "N"]\nPass - 1S -\nPass\n', '[Auction "W"]\n- Pass - 1S\n- Pass\n', '[Auction "S"]\n- Pass\n1S AP\n',
     '[Auction ""]\nPass 1S\nPass\n', '[Auction "n"]\np 1♠ pass', '[Auction "E"]\n- - - Pass\n- 1S - Pass'],
)  # fmt: skip
def test_auctions_in_two_columns_and_four_are_read(auction):
    assert only(DEAL + auction).calls == (PASS, make_bid(1, 3), PASS)


@pytest.mark.parametrize("mark", ["*", "+", ""])
def test_an_unfinished_auction_is_kept_unfinished(mark):
    record = only(DEAL + f'[Auction "N"]\n1S X\n{mark}\n')
    assert record.calls == (make_bid(1, 3), DOUBLE)
    assert record.contract is None
    assert only(write_pbn([record])) == record


def test_an_auction_cut_short_may_be_followed_by_the_contract_and_the_play():
    record = only(DEAL + CONTRACT + '[Auction "N"]\nPass *\n' + PLAY)
    assert (record.calls, record.contract, record.played) == ((PASS,), ONE_SPADE, WHOLE.played)
    assert record.deal().declarer_tricks == 7
    assert record.actions() == (PASS,)


# --- hazard 9: what opens a comment ---


def test_a_percent_sign_hides_its_line_in_column_one_only():
    assert only("% PBN 2.1\n%[Deal]\n" + GOOD.replace("[Play", "%{ never closed\n[Play")) == WHOLE
    for text in (GOOD.replace("HA H9", "HA %H9"), GOOD.replace("HA H9", " % HA H9")):
        assert "no-suit" in codes(text)


def test_a_semicolon_opens_a_comment_anywhere():
    assert only(GOOD.replace("HA H9", 'HA;x\nH9 ; [Deal ""] {')).played == WHOLE.played


def test_a_number_sign_opens_no_comment():
    assert "no-suit" in codes(GOOD.replace("HA H9", "HA H9 # one"))
    assert codes("# a title\n" + GOOD) == ["stray-text"]


# --- hazard 10: spellings ---


def test_cards_in_play_may_be_spelt_in_every_way():
    text = GOOD.replace("HA H9", "ah 9♥").replace("CT CA", "♣10 C\uff21").replace("DQ DT", "dq d10")
    assert only(text) == WHOLE


@pytest.mark.parametrize(("typed", "column"), [("C0", 2), ("CX", 2), ("Kn", 1), ("D", 1)])
def test_unreadable_cards_in_play_are_told_at_their_column(typed, column):
    fault = only_fault(GOOD.replace("CT CA", f"{typed} CA"))
    assert (fault.line, fault.column, fault.game) == (8, column, 1)


# --- hazard 13: inheritance ---


def test_number_sign_values_come_from_the_game_before():
    first = '[Event "Club"]\n[North "Ann"]\n[Ruleset "level"]\n'
    same = '[Event "#"]\n[North "#"]\n[Ruleset "#"]\n'
    result = read_pbn("\n".join([first + DEAL, same + DEAL, same + DEAL]))
    assert result.faults == ()
    for record in result.records:
        assert (record.tags, record.players, record.ruleset) == (
            (("Event", "Club"),), ("Ann", ""), parse_ruleset("level"),
        )  # fmt: skip


def test_double_number_sign_values_hold_for_all_later_games_until_changed():
    text = "\n".join(['[Event "##Club"]\n' + DEAL, DEAL, '[Event "Cup"]\n' + DEAL, DEAL])
    assert [record.tags[0][1] for record in read_pbn(text).records] == ["Club", "Club", "Cup", "Cup"]


def test_double_number_sign_tags_at_the_top_are_a_header_and_no_game():
    result = read_pbn('{head}\n[Event "##Club"]\n[Ruleset "##level"]\n\n' + DEAL + "\n" + DEAL)
    assert result.faults == ()
    assert [record.tags for record in result.records] == [(("Event", "Club"),)] * 2
    assert result.records[0].remarks == (("game", 0, "{head}"),)


def test_a_value_that_has_nothing_to_inherit_is_empty():
    assert only('[Annotator "#"]\n' + DEAL).tags == (("Annotator", ""),)


@pytest.mark.parametrize("tag", ["Dealer", "Deal", "Contract", "Declarer", "InitialDeal", "Stock", "Auction", "Play"])
def test_what_says_who_held_or_did_what_cannot_be_inherited(tag):
    for value in ("#", "##N"):
        result = read_pbn(GOOD + f'\n[Event "2"]\n[{tag} "{value}"]\n')
        assert len(result.records) == 1
        assert "inherited" in [fault.code for fault in result.faults]


# --- other tags, sections, annotations ---


def test_unknown_tags_and_sections_are_kept_and_written_back():
    text = '[Zebra "1"]\n' + DEAL + '[Ant "a \\"quoted\\" \\\\ value"]\n[ScoreTable "Rank\\\\2R"]\n1 "a [b]" ;{\n2 x\n'
    record = only(text)
    assert record.tags == (("Ant", 'a "quoted" \\ value'), ("Zebra", "1"))
    assert record.sections == (("ScoreTable", "Rank\\2R", ('1 "a [b]" ;{', "2 x")),)
    assert only(write_pbn([record])) == record


def test_notes_glyphs_and_suffixes_are_kept_as_export_writes_them():
    calls = '[Auction "N"]\nPass! =1= 1S $25$3 =2= Pass??\n[Note "1:weak"]\n[Note "2:five"]\n'
    text = DEAL + CONTRACT + calls + '[Play "N"]\nHA!? H9?!\n[Note "1:top"]'
    record = only(text)
    assert record.remarks == (
        ("auction", 1, "=1="), ("auction", 1, "$1"), ("auction", 2, "=2="), ("auction", 2, "$3"),
        ("auction", 2, "$25"), ("auction", 3, "$4"), ("play", 1, "$11"), ("play", 2, "$12"),
    )  # fmt: skip
    assert record.notes == (("auction", "1:weak"), ("auction", "2:five"), ("play", "1:top"))
    assert only(write_pbn([record])) == record


def test_a_tag_twice_with_the_same_value_is_one():
    assert only('[Dealer "N"]\n' + GOOD) == WHOLE


# --- results ---


@pytest.mark.parametrize("value", ["7", "S 7", "N 6", "N 6 S 7", "s 7 n 6", "^7"])
def test_a_result_may_be_given_for_either_side(value):
    record = only(DEAL + CONTRACT + f'[Result "{value}"]\n[Play "N"]\nHA H9\n*\n')
    assert record.claimed == 7
    assert '[Result "7"]' in write_pbn([record])


@pytest.mark.parametrize("value", ["7", "S 7", "N 6", "N 6 S 7", "s 7 n 6", "^7", "?", ""])
def test_a_hand_played_to_its_end_shows_its_result_and_is_written_with_it(value):
    record = only(DEAL + CONTRACT + f'[Result "{value}"]\n' + PLAY)
    assert record == WHOLE
    assert (record.claimed, record.result, record.tricks) == (None, 7, (6, 7))
    assert '[Result "7"]' in write_pbn([record])
    assert only(write_pbn([record])) == record


def test_a_result_that_the_play_shows_is_never_stated_a_second_time():
    assert replace(WHOLE, claimed=7) == WHOLE
    assert replace(WHOLE, claimed=8).claimed == 8
    assert replace(WHOLE, claimed=7, played=WHOLE.played[:24]).claimed == 7


def test_a_caret_says_that_the_result_differs_from_the_play():
    record = only(DEAL + CONTRACT + '[Result "^9"]\n' + PLAY)
    assert record.claimed == 9
    assert '[Result "^9"]' in write_pbn([record])


def test_a_plus_in_the_play_makes_the_result_one_of_the_tricks_so_far():
    text = DEAL + CONTRACT + '[Result "0"]\n[Play "N"]\nHA H9\nDA D9\n+ -\n'
    assert only(text).claimed is None
    assert codes(text.replace('"0"', '"7"')) == ["result-contradicts"]


def test_a_star_in_the_play_makes_the_result_the_final_one():
    record = only(DEAL + CONTRACT + '[Result "9"]\n[Play "N"]\nHA H9\nDA D9\n*\n')
    assert record.claimed == 9
    assert write_pbn([record]).rstrip().endswith("*")


# --- draw phase ---


def test_the_deal_may_be_left_to_the_draw_phase(drawn_text, drawn_record):
    assert only(drawn_text) == drawn_record
    lines = drawn_text.splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("[Deal "))
    assert only(without) == drawn_record


def test_the_dealer_may_be_shown_by_the_auction_or_the_draw_phase(drawn_text, drawn_record):
    lines = drawn_text.splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("[Dealer "))
    assert only(without) == drawn_record
    assert only(DEAL.replace('[Dealer "N"]', "") + '[Auction "S"]\n1S Pass').dealer == S


def test_a_stock_without_its_draw_phase_is_kept_as_it_is():
    record = only(DEAL + '[Stock "SA, SK"]\n')
    assert record.draw is None
    assert record.tags == (("Stock", "SA, SK"),)


# --- any text at all ---

PIECES = st.sampled_from(
    [
        *(
            "[",
            "]",
            '"',
            "{",
            "}",
            ";",
            "%",
            "#",
            "##",
            "\n",
            "\n\n",
            "\r",
            " ",
            "\\",
            "-",
            "*",
            "+",
            "=1=",
            "$2",
            "!",
            "^I",
        ),
        *("[Deal", "[Dealer", '[Dealer "N"]', DEAL, CONTRACT, AUCTION, PLAY, GOOD, '[Auction "N"]\n', '[Play "S"]\n'),
        *("1S", "Pass", "AP", "HA", "H9", '[Foo "x"]', '[Event "##x"]', '[Event "#"]', "words", "\ufeff", "é"),
        *('[Draw "S"]', '[Stock "SA"]', '[Note "1:x"]', '[Result "7"]', '[Contract "?"]', '[Contract "Pass"]'),
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=25).map("".join))
def test_any_text_gives_good_records_and_faults_within_it(text):
    result = read_records(text)
    assert result.records or result.faults
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for fault in result.faults:
        assert 1 <= fault.line <= lines
        assert fault.column >= 1
        assert str(fault)
    for record in result.records:
        try:
            record.deal()
        except RuleError as error:
            raise AssertionError(str(error)) from error
    assert result.records == read_pbn(write_pbn(result.records)).records
