"""The analysis board over HTTP: the tree of what was tried, hidden values, supposed hands, and a step in words."""

import html
import re
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from tests.web.texts import FINISHED, KINDS, record
from tutor.cards import NORTH, SOUTH, Strain
from tutor.coach.facts import decide
from tutor.coach.review import states
from tutor.coach.supposing import suppose
from tutor.coach.words import score_words
from tutor.notation import parse_card, read_pbn
from tutor.rules import Contract, Ruleset, action_name
from tutor.solver import trick_table
from tutor.web.analyse.viewing import read_tried
from tutor.web.parts.lines import best_beside
from tutor.web.storage import keep

SAMPLE = read_pbn(FINISHED).records[0]
TREE = "12.D8-CK-C9~the eight;12.D8-CK-C9-S8-SJ;12.D8-CK-C9-S8-SA;12.D6;2.X"
"""Of the trump lead in trick 4 South may play the ace or the jack; who has one club only must play it."""
BRANCHES = [
    "2.X",
    "12.D8",
    "12.D8-CK",
    "12.D8-CK-C9",
    "12.D8-CK-C9-S8",
    "12.D8-CK-C9-S8-SA",
    "12.D8-CK-C9-S8-SJ",
    "12.D6",
]
"""Where the actions of the tree stand, in its order: higher cards first."""
PLAIN = re.compile(r"<[^>]+>")


def get(client, **query) -> str:
    answer = client.get("/analyse/sample", query_string=query)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def twigs(page: str) -> list[tuple[str, str]]:
    """The actions in the tree of *page*: where each stands, and its words."""
    return re.findall(r'<a class="twig[^"]*" href="[^"]*" title="([^"]*)" data-live data-key="([^"]*)"', page)


def link(page: str, pattern: str) -> dict[str, str]:
    """The parameters of the first link that *pattern* finds."""
    address = re.search(pattern, page).group(1)
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query, keep_blank_values=True).items()}


STEP = r'<a class="step" href="([^"]*)" data-step="%s"'


def test_the_tree_parts_where_its_lines_part(client):
    page = get(client, ply=12, lines=TREE)
    assert [key for _, key in twigs(page)] == BRANCHES
    assert "Tried instead of 2 hearts" in page
    assert "Tried in trick 2 instead of the jack of diamonds" in page
    assert '<bdi class="branch-name">the eight</bdi>' in page
    assert page.index("Tried instead of 2 hearts") < page.index("Tried in trick 2")


def test_each_action_of_the_tree_says_what_it_costs_and_each_line_what_it_comes_to(client):
    page = get(client, ply=12, lines="12.D8-CK")
    deal = states(SAMPLE)[12][0]
    found = twigs(page)
    assert found[0][0] == "Trick 2, South plays the eight of diamonds, costs one trick, contract now fails."
    end = decide(deal.run(read_tried("D8"))).choice(parse_card("CK"))
    assert f"With best play from there, {score_words(end.score)}." in page


def test_every_choice_of_a_page_with_a_tree_adds_to_it(client):
    page = get(client, ply=12, lines=TREE)
    chosen = link(page, r'<a class="pick" href="([^"]*)" data-key="S4"')
    assert chosen["tried"] == "S4"
    assert [key for _, key in twigs(get(client, **chosen))] == [BRANCHES[0], "12.S4", *BRANCHES[1:]]


def test_the_step_on_the_board_is_marked_in_the_tree_and_nowhere_else(client):
    page = get(client, ply=12, tried="D8-CK", lines=TREE)
    marked = re.findall(r'class="(?:twig|move)[^"]*current[^"]*"[^>]*data-key="([^"]*)"', page)
    assert marked == ["12.D8-CK"]
    assert page.count('aria-current="step"') == 1


def test_forward_follows_the_line_looked_at_last_and_back_leads_out_of_it(client):
    page = get(client, ply=12, tried="D8-CK-C9-S8-SJ", lines=TREE)
    back = link(page, STEP % "ArrowLeft")
    assert back["tried"] == "D8-CK-C9-S8"
    forward = link(get(client, **back), STEP % "ArrowRight")
    assert forward["tried"] == "D8-CK-C9-S8-SJ"
    first = link(get(client, **link(get(client, **back), STEP % "ArrowLeft")), STEP % "End")
    assert first["tried"] == "D8-CK-C9-S8-SJ"
    assert "tried" not in link(page, r'href="([^"]*)" data-live data-key="leave"')


def test_home_leads_to_the_start_of_the_hand_and_end_of_a_finished_line_to_its_end(client):
    page = get(client, ply=12, tried="D6", lines=TREE)
    assert link(page, STEP % "Home")["ply"] == "0"
    assert link(page, STEP % "End")["ply"] == "35"
    assert re.search(STEP % "ArrowRight", page) is None


def test_the_best_line_goes_into_the_tree_as_a_whole_and_its_first_step_on_the_board(client):
    page = get(client, ply=12)
    best = link(page, r'<a href="([^"]*)" data-live data-key="line"')
    deal, taken = states(SAMPLE)[12]
    line = best_beside(decide(deal, taken), taken)
    assert best["tried"] == action_name(line[0])
    assert best["lines"] == "12." + "-".join(action_name(action) for action in line)
    assert len(twigs(get(client, **best))) == len(line) == 23


def test_a_line_is_named_and_removed_by_plain_forms_and_links(client):
    page = get(client, ply=12, lines=TREE)
    form = next(each for each in re.findall(r"<form action.*?</form>", page, re.DOTALL) if 'value="12.D6"' in each)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    assert fields == {"ply": "12", "lines": TREE, "set": "name", "line": "12.D6"}
    answer = client.get("/analyse/sample/change", query_string={**fields, "name": "a low one; 50%"})
    assert answer.status_code == 303
    named = html.unescape(client.get(answer.headers["Location"]).text)
    assert '<bdi class="branch-name">a low one; 50%</bdi>' in named
    removals = re.findall(r'<a class="branch-remove" href="([^"]*)"[^>]*aria-label="Remove the line">Remove<', named)
    left = [[key for _, key in twigs(html.unescape(client.get(address).text))] for address in removals]
    assert left == [
        BRANCHES[1:],
        [BRANCHES[0], BRANCHES[7]],
        [*BRANCHES[:4], BRANCHES[7]],
        [*BRANCHES[:5], *BRANCHES[6:]],
        [*BRANCHES[:6], BRANCHES[7]],
        BRANCHES[:7],
    ]


def test_the_tools_of_a_line_are_words_and_a_trick_within_it_is_called_one(client):
    page = get(client, ply=12, lines=TREE)
    lines = len(re.findall('class="branch-tools"', page))
    assert lines
    assert page.count('<summary aria-label="Name of the line">Name</summary>') == lines
    assert page.count('aria-label="Remove the line">Remove</a>') == lines
    assert "✎" not in page
    assert set(re.findall(r'<bdi class="twig-trick">(.*?)</bdi>', page)) == {"trick 3:", "trick 4:"}


def test_a_name_is_shown_as_text_and_not_as_a_page(client):
    page = client.get("/analyse/sample", query_string={"ply": 12, "lines": "12.D6~<script>x</script>"}).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


@pytest.mark.parametrize(
    "query",
    [
        {"set": "name", "line": "12.D6", "name": "not tried"},
        {"set": "name", "line": "nonsense"},
        {"set": "contract", "level": "9", "strain": "S", "declarer": "N"},
        {"set": "contract", "level": "3", "strain": "Z", "declarer": "N"},
        {"set": "contract", "level": "3", "strain": "S", "declarer": "E"},
        {"set": "contract", "level": "3", "strain": "S", "declarer": "N", "risk": "XXX"},
        {"set": "contract", "level": "4", "strain": "S", "declarer": "S"},
        {"set": "swap", "north": "SA", "south": "SJ"},
        {"set": "swap", "north": "", "south": "x"},
        {"set": "everything"},
        {},
    ],
)
def test_a_change_that_makes_no_sense_changes_nothing(client, stored, query):
    answer = client.get("/analyse/sample/change", query_string={"ply": "12", **query})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/analyse/sample?ply=12")
    assert stored() == 0


def test_a_change_of_a_hand_that_is_not_there_is_not_found(client):
    assert client.get("/analyse/nothing/change").status_code == 404


def test_hidden_values_leave_no_trace_on_any_page_of_the_hand(client):
    for ply in range(36):
        page = get(client, ply=ply, values="off")
        for trace in ("worth-", "call-worth", "costs", "best", "Best", 'class="chart"', "slip-mark", 'class="cost"'):
            if trace in ("best", "Best", "costs"):
                assert trace not in PLAIN.sub("", page[page.index('id="live"') : page.index('class="suppose"')])
            else:
                assert trace not in page
        assert "In sum" not in page
        assert "trick-table" not in page


def test_with_values_hidden_a_choice_is_told_but_not_what_was_better(client):
    page = get(client, ply=12, values="off", tried="D8")
    assert "It costs one trick, 170 points. The contract now fails." in page
    assert "Best was" not in page
    assert 'class="why"' not in page
    assert "worth-" not in page
    assert link(page, r'href="([^"]*)" data-live data-key="onward"') == {
        "ply": "13",
        "lines": "12.D8",
        "values": "off",
    }


def test_with_values_hidden_the_card_that_was_played_is_tried_out_like_any_other(client):
    chosen = link(get(client, ply=12, values="off"), r'<a class="pick" href="([^"]*)" data-key="DJ"')
    assert (chosen["ply"], chosen["tried"], chosen["values"]) == ("12", "DJ", "off")
    assert link(get(client, ply=12), r'<a class="pick" href="([^"]*)" data-key="DJ"') == {"ply": "13"}


def test_whether_values_are_hidden_goes_along_with_every_link_of_the_board(client):
    page = get(client, ply=12, values="off", lines=TREE)
    board = page[page.index('id="live"') : page.index('class="summary"')]
    addresses = re.findall(r'href="(/analyse/sample\?[^"]*)"', board)
    assert len(addresses) > 40
    assert all("values=off" in address for address in addresses)
    assert "values" not in link(page, r'href="([^"]*)" data-carry="[^"]*" data-hotkey="v"')


@pytest.mark.parametrize(
    ("ply", "said"),
    [
        (8, "North passes, costs 20 points."),
        (9, "Trick 1, North leads the nine of hearts, costs nothing."),
        (10, "Trick 1, South plays the six of hearts, the only choice."),
        (12, "Trick 2, South plays the jack of diamonds, costs 2 tricks, contract now fails."),
        (16, "Trick 4, South plays the five of spades, costs one trick, 50 points."),
    ],
)
def test_a_step_is_announced_and_listed_as_a_person_would_say_it(client, ply, said):
    page = get(client, ply=ply)
    assert f'data-announce="{said}"' in page
    assert re.search(rf'title="{re.escape(said)}" data-live data-key="ply-{ply}"', page)
    assert f'<span class="sr">{said}' in page


def test_a_recorded_mistake_says_what_the_hand_came_to_before_it_and_after_it(client):
    page = get(client, ply=12)
    assert "With best play before this card, South scores 120 points; after it, North scores 100 points." in page
    assert "With best play from here" not in page
    call = get(client, ply=8)
    decision = decide(*states(SAMPLE)[8])
    before, after = score_words(decision.score), score_words(decision.choice(decision.taken).score)
    assert f"With best play before this call, {before}; after it, {after}." in call
    assert "With best play from here, " in get(client, ply=11)


def test_with_values_hidden_a_step_is_announced_without_its_price(client):
    assert 'data-announce="Trick 2, South plays the jack of diamonds."' in get(client, ply=12, values="off")
    told = get(client, ply=12, values="off", tried="D8")
    assert 'data-announce="Trick 2, South plays the eight of diamonds, costs one trick, contract now fails."' in told


def test_another_contract_is_judged_as_the_solver_has_it_and_said_plainly(client):
    fields = {"set": "contract", "level": "3", "strain": "NT", "risk": "X", "declarer": "S", "ply": "12"}
    answer = client.get("/analyse/sample/change", query_string=fields)
    assert answer.headers["Location"] == "/analyse/sample?ply=12&contract=3NTXS"
    page = html.unescape(client.get(answer.headers["Location"]).text)
    supposed = suppose(SAMPLE, Contract(3, Strain.NOTRUMP, 2, SOUTH))
    assert "Supposed: the contract is 3 no-trump by South, doubled." in page
    assert f"Of the 26 cards played {supposed.kept} still fit" in page
    assert str(supposed.why) in page
    at = link(page, r'href="([^"]*)" data-carry="ply tried lines">Back to the hand as it was')
    assert "contract" not in at
    table = trick_table(SAMPLE.north, SAMPLE.south)
    first = get(client, contract="3NTXS", ply=0)
    best = re.search(r"With best play from here, ([^.]*)\.", first).group(1)
    deal = supposed.record.start()
    assert best == str(score_words(decide(deal, table=table).score))


def test_a_contract_that_the_play_does_not_fit_says_who_leads_now_and_why_the_recorded_lead_does_not(client):
    page = get(client, ply=12, contract="4NTN")
    supposed = suppose(SAMPLE, Contract(4, Strain.NOTRUMP, 1, NORTH))
    assert supposed.kept == 0
    assert "<h1>4 no-trump by North, as supposed</h1>" in page
    (verdict,) = re.findall(r'(?s)<section class="verdict .*?</section>', page)
    assert "South leads now." in verdict
    assert f"{supposed.why} Play it from here: choose any card on the board." in verdict
    assert f'data-announce="South leads now. {supposed.why}' in page
    assert "North is supposed to play " in page
    assert "no card of the recorded play fits." in page
    for wrong in (
        "the play is not recorded",
        "not played to the end",
        "Neither an auction nor play was recorded",
        'type="range"',
        ">9/9<",
    ):
        assert wrong not in page
    assert "The play begins here: choose cards on the board to play it." in page
    tried = get(client, ply=9, contract="4NTN", tried="D8")
    assert "leads now" not in tried
    assert "Trying out: eight of diamonds." in tried


def test_a_play_that_fits_for_a_while_says_so_where_it_stops(client):
    page = get(client, ply=35, contract="3NTXS")
    supposed = suppose(SAMPLE, Contract(3, Strain.NOTRUMP, 2, SOUTH))
    assert 0 < supposed.kept < 26
    assert f"{supposed.why} Play it from here" in page
    assert f"; {supposed.kept} cards of the recorded play fit." in page
    assert "cards of the play are recorded" not in page
    assert "Play it from here" not in get(client, ply=10, contract="3NTXS")
    assert 'type="range"' in page


def test_swapped_cards_are_in_each_others_places_and_back_again(client):
    fields = {"set": "swap", "north": "HK", "south": "SA", "ply": "9"}
    there = client.get("/analyse/sample/change", query_string=fields).headers["Location"]
    assert there == "/analyse/sample?ply=9&swap=HK-SA"
    page = client.get(there).text
    north, south = page[page.index('id="hand-N"') : page.index('id="hand-S"')], page[page.index('id="hand-S"') :]
    assert "ace of spades" in north
    assert "king of hearts" in south[: south.index('class="side"')]
    assert "Supposed: the king of hearts and the ace of spades are in each other" in page
    again = {"set": "swap", "north": "SA", "south": "HK", "ply": "9", "swap": "HK-SA"}
    assert client.get("/analyse/sample/change", query_string=again).headers["Location"] == "/analyse/sample?ply=9"


def test_what_was_tried_stays_where_it_fits_and_comes_back_with_the_hand(client):
    lines = "9.HK~king;2.X~double"
    page = get(client, contract="5SS", ply=9, lines=lines)
    assert [key for _, key in twigs(page)] == ["9.HK"]
    assert "One line that was tried does not fit; it is kept for the hand as it was." in page
    back = link(page, r'href="([^"]*)" data-carry="ply tried lines">Back')
    assert [key for _, key in twigs(get(client, **back))] == ["2.X", "9.HK"]


@pytest.mark.parametrize("kind", KINDS)
def test_any_record_can_be_supposed_otherwise_and_stepped_through(app, client, kind):
    with app.app_context():
        slug = keep(KINDS[kind](), "json")
    for query in ("contract=2HN", "swap=S8-SA", "contract=1NTS&swap=S8-SA"):
        address, seen = f"/analyse/{slug}?{query}&ply=0&values=off", 0
        while address:
            answer = client.get(address + "&part=board")
            assert answer.status_code == 200
            seen += 1
            following = re.search(r'<a class="step" href="([^"]+)" data-step="ArrowRight"', answer.text)
            address = html.unescape(following.group(1)) if following else ""
            assert seen < 80


def test_a_doubled_contract_is_not_offered_under_rules_without_doubling(app, client):
    with app.app_context():
        slug = keep(record(ruleset=Ruleset(doubling=False)), "json")
    page = client.get(f"/analyse/{slug}").text
    assert 'value="XX"' not in page
    assert client.get(f"/analyse/{slug}?contract=2HXN").status_code == 200


def test_the_slider_is_a_form_that_works_by_itself(client):
    page = get(client, ply=12, lines=TREE, values="off")
    form = re.search(r'<form class="slider".*?</form>', page, re.DOTALL).group(0)
    assert 'type="range" name="ply" min="0" max="35" value="12"' in form
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    assert fields == {"lines": TREE, "values": "off"}
    assert "<noscript><button" in form


def test_the_keys_stand_in_a_dialog_and_at_the_foot_of_a_page_without_scripts(client):
    page = get(client)
    dialog = re.search(r"<dialog.*?</dialog>", page, re.DOTALL).group(0)
    section = re.search(r"<noscript>\s*<section id=\"keys-list\".*?</noscript>", page, re.DOTALL).group(0)
    keys = ["→", "←", "Home", "End", "Esc", "b", "v", "?", "Tab"]
    assert re.findall(r"<kbd>([^<]*)</kbd>", dialog) == keys
    assert re.findall(r"<kbd>([^<]*)</kbd>", section) == keys
    assert 'href="#keys-list"' in page


def test_a_card_of_the_draw_phase_can_be_tried_as_well_and_is_not_judged(app, client):
    with app.app_context():
        slug = keep(KINDS["with its draw phase"](), "json")
    page = html.unescape(client.get(f"/analyse/{slug}?ply=3").text)
    played = action_name(KINDS["with its draw phase"]().draw.played[3])
    addresses = dict(re.findall(r'<a class="pick" href="([^"]*)" data-key="(..)"', page))
    assert len(addresses) == 13
    other = next(address for address, card in addresses.items() if card != played)
    tried = html.unescape(client.get(other).text)
    assert next(said for said, _ in twigs(tried)).startswith("Draw phase, trick 2, ")
    assert "Tried in the draw phase instead of the " in tried
    assert "worth-" not in tried


@pytest.mark.parametrize("lines", ["x" * 50_000, ";" * 5000, "12.D6~" + "n" * 9000, "12." + "-".join(["D6"] * 3000)])
def test_an_address_of_nonsense_is_a_page_like_any_other(client, lines):
    assert "Trying out" not in get(client, ply=12, lines=lines)


def test_a_price_that_the_rules_have_already_is_not_said_in_addresses(client):
    assert "rules" not in link(get(client, ply=12, rules="penalty"), STEP % "ArrowRight")


def test_the_numbers_on_the_calls_are_said_to_be_against_whom_they_are(client):
    perfect, natural = (client.get(f"/analyse/sample?ply=0{end}&part=board").text for end in ("", "&opponent=natural"))
    assert "Points for the caller if both go on perfectly" in perfect
    assert "Points for the caller against a natural opponent, who bids only what makes" in natural
    assert "go on perfectly" not in natural


def test_in_the_part_that_a_script_fetches_only_the_board_s_address_repeats_the_tree(client):
    def addresses(**args: str) -> list[dict[str, str]]:
        page = get(client, ply=12, lines=TREE, **args)
        found = re.findall(r'<a class="twig[^"]*" href="([^"]*)"[^>]* data-carry="lines"', page)
        return [dict(parse_qsl(urlsplit(each).query)) for each in found]

    whole, part = addresses(), addresses(part="board")
    assert len(whole) == len(part) == len(BRANCHES)
    for each, short in zip(whole, part, strict=True):
        assert each.pop("lines")
        assert each == short
    here = re.search(r'data-here="([^"]*)"', get(client, ply=12, lines=TREE, part="board")).group(1)
    assert dict(parse_qsl(urlsplit(here).query))["lines"]
