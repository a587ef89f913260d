"""Hands that people keep: made, changed, listed, summed, merged, exported and deleted."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from tests.store.examples import finished_record, statements
from tutor.store import FormerLink, HandMistake, Person, StoredRecord, StudiedHand, begin_writing, save_record
from tutor.store.export import export_person
from tutor.store.hand_lists import (
    ORDERS,
    Wanted,
    list_hands,
    losses_over_time,
    moments_of,
    rules_of,
    sum_themes,
    total_of,
)
from tutor.store.hands import (
    LINES_MOST,
    Figures,
    KeptLine,
    KeptMistake,
    NewHand,
    StaleHandError,
    add_hands,
    change_hand,
    count_hands,
    delete_hand,
    find_hand,
    hand_of,
    joined_lines,
    keep_figures,
    keep_hand,
    lines_of,
    mistakes_of,
    played_on,
    published_hands,
)
from tutor.store.merging import merge
from tutor.store.people import add_guest, delete_person, new_key, register
from tutor.store.records import row_of

LINE = KeptLine(30, ("SQ", "S3"), "the finesse")
BID = KeptLine(26, ("1NT",))


def rows(session: Session, model: type) -> int:
    return session.scalars(select(func.count()).select_from(model)).one()


def stored(session: Session, record) -> StoredRecord:
    slug = save_record(session, record)
    return session.scalars(select(StoredRecord).where(StoredRecord.slug == slug)).one()


def keep(session: Session, person: int, seed: int = 1, **values) -> StudiedHand:
    record = values.pop("record", None) or finished_record(seed)
    return keep_hand(session, person, stored(session, record), about=record, rules="penalty", **values)


def mistake(ply: int, seat: str = "N", points: int = 50, themes: tuple[str, ...] = (), action: str = "SA"):
    return KeptMistake(ply, seat, "play", action, points, 1, themes)


def figures(*mistakes: KeptMistake, score: int | None = 100, right=(4, 6), counted=(5, 6)) -> Figures:
    points = tuple(sum(each.loss_points for each in mistakes if each.seat == seat) for seat in "NS")
    turning = mistakes[-1].ply if mistakes else None
    return Figures("4SXN", 10, score, points, right, counted, turning, mistakes)


def test_a_kept_hand_has_a_link_of_its_own_and_comes_back_as_it_was(session: Session, me: int):
    hand = keep(session, me, lines=(LINE, BID), title="At Åsa’s", seat="S")
    session.commit()
    found = find_hand(session, hand.slug)
    assert lines_of(found) == (LINE, BID)
    assert (found.title, found.seat, found.rules, found.version, found.listed) == (
        "At Åsa’s",
        "S",
        "penalty",
        1,
        False,
    )
    assert json.loads(found.record.document)["players"]["N"] == "Åsa Öberg"
    assert found.slug != found.record.slug
    assert hand_of(session, me, found.record.slug) is found
    assert hand_of(session, me, found.slug) is found


@pytest.mark.parametrize("slug", ["", "nobody", "N\0", "ABC", "a" * 300, "' OR 1=1", "22222222222222"])
def test_what_is_no_link_leads_to_no_hand(session: Session, me: int, slug: str):
    keep(session, me)
    assert find_hand(session, slug) is None
    assert hand_of(session, me, slug) is None
    assert not delete_hand(session, me, slug)
    with pytest.raises(StaleHandError):
        change_hand(session, me, slug, at=1, title="mine")
    assert count_hands(session, me) == 1


def test_the_link_of_another_s_hand_leads_to_one_s_own_copy(session: Session, me: int, other: int):
    theirs = keep(session, other, title="theirs")
    assert hand_of(session, me, theirs.slug) is None
    mine = keep(session, me, title="mine")
    assert hand_of(session, me, theirs.slug) is mine
    assert mine.slug != theirs.slug
    assert mine.record_id == theirs.record_id


def test_the_same_record_is_kept_once_for_each_person(session: Session, me: int):
    first = keep(session, me, title="first")
    with pytest.raises(StaleHandError) as caught:
        keep(session, me, title="second")
    assert caught.value.hand is first
    assert (count_hands(session, me), first.title) == (1, "first")


def test_of_two_who_save_at_once_one_is_told(engine: Engine):
    with Session(engine) as session:
        me = add_guest(session, new_key()).id
        session.commit()

    def save(number: int) -> int:
        with Session(engine) as session:
            begin_writing(session)
            try:
                keep(session, me, title=str(number))
            except StaleHandError:
                return 0
            session.commit()
            return 1

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(save, range(8))) == 1
    with Session(engine) as session:
        assert count_hands(session, me) == 1


def test_a_change_counts_and_an_older_page_changes_nothing(session: Session, me: int):
    slug = keep(session, me).slug
    changed = change_hand(session, me, slug, at=1, title="Straße", seat="N", lines=(LINE,), listed=True)
    assert (changed.version, changed.title, changed.seat, changed.listed) == (2, "Straße", "N", True)
    with pytest.raises(StaleHandError) as caught:
        change_hand(session, me, slug, at=1, title="late", lines=())
    session.commit()
    assert caught.value.hand.version == 2
    assert (find_hand(session, slug).title, lines_of(find_hand(session, slug))) == ("Straße", (LINE,))


def test_somebody_else_s_hand_cannot_be_changed_or_deleted(session: Session, me: int, other: int):
    slug = keep(session, other, title="theirs").slug
    with pytest.raises(StaleHandError) as caught:
        change_hand(session, me, slug, at=1, title="mine")
    assert caught.value.hand is None
    assert not delete_hand(session, me, slug)
    assert (find_hand(session, slug).title, find_hand(session, slug).version) == ("theirs", 1)


@pytest.mark.parametrize(
    "line",
    [
        KeptLine(-1, ("SA",)),
        KeptLine(0, ()),
        KeptLine(0, ("SA",) * 41),
        KeptLine(0, ("S A",)),
        KeptLine(0, ("",)),
        KeptLine(0, ("SAAAAAAAA",)),
        KeptLine(0, ("SA",), "x" * 61),
    ],
)
def test_a_line_that_is_none_is_refused(session: Session, me: int, line: KeptLine):
    hand = keep(session, me, lines=(LINE,))
    with pytest.raises(ValueError, match="no line"):
        change_hand(session, me, hand.slug, at=1, lines=(line,))
    assert lines_of(find_hand(session, hand.slug)) == (LINE,)


def test_too_many_lines_and_unknown_sides_and_columns_are_refused(session: Session, me: int):
    hand = keep(session, me)
    for wrong in ({"lines": (LINE,) * (LINES_MOST + 1)}, {"seat": "W"}, {"record_id": 1}, {"version": 7}):
        with pytest.raises(ValueError):
            change_hand(session, me, hand.slug, at=1, **wrong)
    with pytest.raises(ValueError):
        keep(session, me, 2, seat="E")
    assert (count_hands(session, me), hand.version) == (1, 1)


def test_lines_are_joined_without_doubles_and_bounded():
    assert joined_lines((LINE,), (replace(LINE, name="again"), BID)) == (LINE, BID)
    many = [KeptLine(ply, ("SA",)) for ply in range(LINES_MOST)]
    assert joined_lines((LINE,), many) == (LINE, *many[:-1])


def test_the_day_is_the_one_it_was_played_on_where_the_record_says_so(session: Session, me: int):
    record = replace(finished_record(1), tags=(("Date", "2026.05.04"),))
    assert keep(session, me, record=record).day == date(2026, 5, 4)
    assert keep(session, me, 2).day == find_hand(session, keep(session, me, 3).slug).created.date()
    for unknown in ("????.??.??", "2026.13.01", "", "#", "2026.05"):
        assert played_on(replace(record, tags=(("Date", unknown),))) is None


def test_what_the_coach_found_is_kept_and_found_anew(session: Session, me: int):
    hand = keep(session, me)
    keep_figures(session, hand.id, figures(mistake(30, themes=("draw-trumps", "exit")), mistake(31, "S", 20)))
    keep_figures(session, hand.id, figures(mistake(32, "S", 70, ("exit",)), score=None))
    session.commit()
    found = find_hand(session, hand.slug)
    assert (found.contract, found.tricks, found.score, found.turning_ply) == ("4SXN", 10, None, 32)
    assert (found.north_mistakes, found.south_mistakes, found.north_points, found.south_points) == (0, 1, 0, 70)
    assert (found.north_right, found.north_counted, found.south_right, found.south_counted) == (4, 5, 6, 6)
    assert found.analysed is not None
    assert found.version == 1
    (only,) = mistakes_of(session, hand.id)
    assert (only.ply, only.seat, only.loss_points, only.theme_names) == (32, "S", 70, ("exit",))
    with pytest.raises(ValueError, match="one word"):
        keep_figures(session, hand.id, figures(mistake(1, themes=("two words",))))


def test_deleting_a_hand_deletes_its_mistakes_and_leaves_the_record(session: Session, me: int):
    hand = keep(session, me)
    keep_figures(session, hand.id, figures(mistake(30)))
    slug, record = hand.slug, hand.record.slug
    assert delete_hand(session, me, slug)
    session.commit()
    session.expire_all()
    assert (rows(session, StudiedHand), rows(session, HandMistake), rows(session, StoredRecord)) == (0, 0, 1)
    assert hand_of(session, me, record) is None


def test_only_what_an_account_has_published_is_listed_for_all(session: Session, me: int):
    nora = register(session, None, "Nora", "correct horse battery").id
    change_hand(session, nora, keep(session, nora, 1).slug, at=1, listed=True)
    keep(session, nora, 2)
    change_hand(session, me, keep(session, me, 3).slug, at=1, listed=True)
    assert [(each.person_id, each.record_id) for each in published_hands(session)] == [
        (nora, hand_of(session, nora, stored(session, finished_record(1)).slug).record_id)
    ]


def new(seed: int, made: Figures, seat: str = "", record=None) -> NewHand:
    record = record or finished_record(seed)
    return NewHand(record, row_of(record, source="pbn"), seat, made)


def test_many_hands_are_added_at_once_and_those_one_has_stay_as_they_are(session: Session, me: int):
    mine = keep(session, me, 2, title="mine")
    hands = [new(seed, figures(mistake(30, themes=("exit",)))) for seed in (1, 2, 3, 3)]
    assert add_hands(session, me, hands, opponent="natural") == 2
    assert add_hands(session, me, hands, opponent="natural") == 0
    assert add_hands(session, me, [], opponent="natural") == 0
    session.commit()
    assert count_hands(session, me) == 3
    assert rows(session, HandMistake) == 2
    assert (find_hand(session, mine.slug).title, find_hand(session, mine.slug).analysed) == ("mine", None)
    added = hand_of(session, me, stored(session, finished_record(1)).slug)
    assert (added.opponent, added.rules, added.north_points, added.contract) == ("natural", "penalty", 50, "4SXN")
    assert lines_of(added) == ()


def test_many_hands_take_no_more_statements_than_one(session: Session, me: int):
    made = [new(seed, figures(mistake(30, themes=("exit",)))) for seed in range(1, 9)]
    session.commit()
    with statements(session) as for_one:
        assert add_hands(session, me, made[:1], opponent="perfect") == 1
    with statements(session) as for_seven:
        assert add_hands(session, me, made[1:], opponent="perfect") == 7
    assert len(for_seven) == len(for_one)
    hands = session.scalars(select(StudiedHand)).all()
    assert len({hand.slug for hand in hands}) == 8
    assert not {hand.slug for hand in hands} & set(session.scalars(select(StoredRecord.slug)))


def test_a_link_that_leads_to_a_record_is_drawn_again(session: Session, me: int, monkeypatch: pytest.MonkeyPatch):
    taken = stored(session, finished_record(1)).slug
    drawn = iter((taken, "2" * 13))
    monkeypatch.setattr("tutor.store.hands.new_slug", lambda: next(drawn))
    assert keep(session, me, 1).slug == "2" * 13


@pytest.fixture
def many(session: Session, me: int, other: int) -> list[str]:
    """Six hands of mine in the order of their days, and one of somebody else's; their titles."""
    made = [
        ("a", "N", figures(mistake(30, "N", 50, ("exit",)), score=100)),
        ("b", "S", figures(mistake(30, "N", 300, ("exit",)), score=100)),
        ("c", "S", figures(mistake(31, "S", 200, ("exit", "tenace")), mistake(33, "S", 10), score=-420, right=(1, 0))),
        ("d", "", figures(mistake(30, "N", 20, ("guard",)), mistake(31, "S", 30, ("exit",)), score=0)),
        ("e", "N", figures(score=None, counted=(0, 0), right=(0, 0))),
        ("f", "", None),
    ]
    for number, (title, seat, found) in enumerate(made):
        day = ("Date", f"2026.05.{number + 1:02}")
        tags = (("Event", "100% Cup" if title == "a" else "Straße"), day)
        record = replace(finished_record(number), tags=tags, players=("Åsa", "Ben") if number % 2 else ("", ""))
        hand = keep(session, me, record=record, title=title, seat=seat)
        if title == "b":
            hand = change_hand(session, me, hand.slug, at=1, rules="written")
        if found:
            keep_figures(session, hand.id, found)
    theirs = keep(session, other, 1, title="theirs", seat="N")
    keep_figures(session, theirs.id, figures(mistake(30, "N", 999, ("exit",))))
    session.commit()
    return [title for title, _, _ in made]


def titles(session: Session, me: int, order: str = "day", **wanted) -> str:
    return "".join(each.hand.title for each in list_hands(session, me, Wanted(**wanted), order=order))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, "abcdef"),
        ({"rules": "written"}, "b"),
        ({"rules": "level"}, ""),
        ({"seat": "N"}, "ae"),
        ({"seat": "-"}, "df"),
        ({"result": "won"}, "ac"),
        ({"result": "lost"}, "b"),
        ({"result": "even"}, "d"),
        ({"result": "open"}, "e"),
        ({"errors": "some"}, "acd"),
        ({"errors": "none"}, "be"),
        ({"theme": "exit"}, "acd"),
        ({"theme": "tenace"}, "c"),
        ({"theme": "ex"}, ""),
        ({"theme": "%"}, ""),
        ({"since": date(2026, 5, 3)}, "cdef"),
        ({"until": date(2026, 5, 3)}, "abc"),
        ({"since": date(2026, 5, 2), "until": date(2026, 5, 2)}, "b"),
        ({"text": "STRASSE"}, "bcdef"),
        ({"text": "åsa STRASSE"}, "bdf"),
        ({"text": "100%"}, "a"),
        ({"text": "_"}, ""),
        ({"text": "E"}, "bcdef"),
        ({"text": "\0"}, "abcdef"),
        ({"seat": "S", "theme": "exit", "errors": "some"}, "c"),
    ],
)
def test_a_list_holds_what_is_wanted(session: Session, me: int, many: list[str], wanted, found: str):
    assert len(many) == 6
    assert titles(session, me, **wanted) == found
    assert total_of(session, me, Wanted(**wanted)).hands == len(found)


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("-day", "fedcba"),
        ("points", "be" + "ad" + "cf"),
        ("-points", "cdaebf"),
        ("accuracy", "cadbef"),
        ("-accuracy", "bdacfe"),
        ("saved", "abcdef"),
    ],
)
def test_a_list_is_sorted_with_what_is_not_known_last(session: Session, me: int, many: list[str], order, found):
    assert order in ORDERS
    found_titles = titles(session, me, order)
    if "accuracy" in order:
        # Those of which nothing counts come last in any order.
        assert (found_titles[:4], set(found_titles[4:])) == (found[:4], set(found[4:]))
    else:
        assert found_titles == found
    assert len(many) == 6


@pytest.mark.parametrize("order", ORDERS)
def test_pages_of_a_list_do_not_overlap(session: Session, me: int, many: list[str], order: str):
    pages = [list_hands(session, me, Wanted(), order=order, offset=at, limit=2) for at in (0, 2, 4)]
    assert sorted(each.hand.title for page in pages for each in page) == many
    assert list_hands(session, me, Wanted(), order=order, offset=6, limit=2) == []


def test_a_list_names_the_players_and_needs_two_statements_whatever_its_length(session: Session, me: int, many):
    session.commit()
    with statements(session) as sent:
        found = list_hands(session, me, Wanted(), order="day")
    assert [(each.north, each.south, each.event) for each in found[:2]] == [
        ("", "", "100% Cup"),
        ("Åsa", "Ben", "Straße"),
    ]
    assert all(each.hand.north_points is None or each.hand.contract for each in found)
    assert len(sent) == 2
    assert len(many) == len(found)


def test_sums_are_of_the_own_side(session: Session, me: int, many: list[str]):
    total = total_of(session, me, Wanted())
    # a: North 4 of 5; b: South 6 of 6; c: South 0 of 6; d: both, 10 of 11; e: none.
    assert total == (6, 5, 1 + 0 + 2 + 2 + 0, 50 + 0 + 210 + 50 + 0, 4 + 6 + 0 + 10, 5 + 6 + 6 + 11)
    assert total_of(session, me, Wanted(text="nothing like it")) == (0, 0, 0, 0, 0, 0)
    assert rules_of(session, me) == ["penalty", "written"]
    assert len(many) == 6


def test_mistakes_by_theme_are_one_s_own_the_costliest_first(session: Session, me: int, many: list[str]):
    found = [(each.theme, each.mistakes, each.points) for each in sum_themes(session, me, Wanted())]
    assert found == [("exit", 3, 280), ("tenace", 1, 200), ("guard", 1, 20), ("", 1, 10)]
    assert [each.theme for each in sum_themes(session, me, Wanted(seat="N"))] == ["exit"]
    # In the hands with a mistake of one theme the other mistakes count as well.
    assert [each.theme for each in sum_themes(session, me, Wanted(theme="tenace"))] == ["exit", "tenace", ""]
    assert [each.ply for each in moments_of(session, me, Wanted(theme="tenace"))] == [31, 33]
    assert len(many) == 6


def test_the_moments_of_a_theme_lead_to_their_hands(session: Session, me: int, many: list[str]):
    found = moments_of(session, me, Wanted(), theme="exit")
    assert [(each.title, each.ply, each.seat, each.loss_points) for each in found] == [
        ("c", 31, "S", 200),
        ("a", 30, "N", 50),
        ("d", 31, "S", 30),
    ]
    assert found[0].themes == ("exit", "tenace")
    assert find_hand(session, found[0].slug).title == "c"
    assert [each.title for each in moments_of(session, me, Wanted(), theme="")] == ["c"]
    assert [each.title for each in moments_of(session, me, Wanted(), limit=2)] == ["c", "a"]
    assert len(many) == 6


def test_points_lost_hand_by_hand_in_the_order_of_the_days(session: Session, me: int, many: list[str]):
    found = losses_over_time(session, me, Wanted(), limit=10)
    assert [points for _, points in found] == [50, 0, 210, 50, 0]
    assert losses_over_time(session, me, Wanted(), limit=2) == found[-2:]
    assert len(many) == 6


def test_a_guest_s_hands_go_to_the_account_and_lines_of_the_same_hand_are_joined(session: Session):
    guest = add_guest(session, new_key())
    account = register(session, None, "Nora", "correct horse battery")
    alone = keep(session, guest.id, 1, title="alone").slug
    twice = keep(session, guest.id, 2, title="guest’s", lines=(LINE,)).slug
    mine = keep(session, account.id, 2, title="account’s", lines=(BID,)).slug
    merge(session, guest, account)
    session.commit()
    assert count_hands(session, account.id) == 2
    assert find_hand(session, alone).person_id == account.id
    kept = find_hand(session, mine)
    assert find_hand(session, twice) is kept
    assert (kept.title, lines_of(kept), kept.version) == ("account’s", (BID, LINE), 2)


def joined(session: Session, account: Person, seed: int = 1, **values) -> str:
    """The link that a guest had for a hand which was joined to the account's."""
    guest = add_guest(session, new_key())
    link = keep(session, guest.id, seed, **values).slug
    merge(session, guest, account)
    session.commit()
    return link


@pytest.fixture
def nora(session: Session) -> Person:
    """The holder of an account."""
    return register(session, None, "Nora", "correct horse battery")


def test_the_link_of_a_guest_s_hand_leads_to_the_one_that_took_it_in(session: Session, nora: Person, other: int):
    slug = keep(session, nora.id, title="mine").slug
    keep(session, nora.id, 2)
    former = joined(session, nora, title="guest’s")
    assert former != slug
    with statements(session) as sent:
        found = find_hand(session, former)
    assert len(sent) == 1
    assert (found.slug, found.title, found.record.slug) == (slug, "mine", stored(session, finished_record()).slug)
    assert hand_of(session, nora.id, former) is found
    # Others have no hand there, or a copy of their own.
    assert hand_of(session, other, former) is None
    copy = keep(session, other)
    assert hand_of(session, other, former) is copy
    assert rows(session, FormerLink) == 1


def test_former_links_lead_on_when_their_hand_is_taken_in_itself(session: Session, nora: Person):
    slug = keep(session, nora.id).slug
    links = [joined(session, nora), joined(session, nora)]
    guest = add_guest(session, new_key())
    twice, alone = keep(session, guest.id), keep(session, guest.id, 2)
    links.append(twice.slug)
    for link, hand in (("2" * 13, twice), ("3" * 13, twice), ("4" * 13, alone)):
        session.add(FormerLink(slug=link, hand_id=hand.id))
    kept_alone = alone.slug
    merge(session, guest, nora)
    session.commit()
    assert {find_hand(session, link).slug for link in (*links, "2" * 13, "3" * 13)} == {slug}
    assert find_hand(session, "4" * 13).slug == kept_alone
    assert rows(session, FormerLink) == 6


def test_a_link_is_never_drawn_that_once_led_to_a_hand(session: Session, nora: Person, monkeypatch):
    keep(session, nora.id)
    former = joined(session, nora)
    drawn = iter((former, "2" * 13, former, "3" * 13))
    monkeypatch.setattr("tutor.store.hands.new_slug", lambda: next(drawn))
    assert keep(session, nora.id, 2).slug == "2" * 13
    assert add_hands(session, nora.id, [new(3, figures())], opponent="perfect") == 1
    assert find_hand(session, "3" * 13).person_id == nora.id


def test_a_page_from_before_hands_were_joined_changes_neither_of_them(session: Session, nora: Person):
    slug = keep(session, nora.id, title="mine").slug
    guest = add_guest(session, new_key())
    former = keep(session, guest.id, title="guest’s").slug
    change_hand(session, guest.id, former, at=1, title="late")
    merge(session, guest, nora)
    session.commit()
    for link, at in ((slug, 1), (former, 1), (former, 2)):
        with pytest.raises(StaleHandError) as caught:
            change_hand(session, nora.id, link, at=at, title="late")
        assert caught.value.hand.slug == slug
    assert not delete_hand(session, nora.id, former)
    assert find_hand(session, slug).title == "mine"
    assert change_hand(session, nora.id, former, at=3, title="known").slug == slug
    assert find_hand(session, slug).title == "known"


def test_a_former_link_is_nobody_else_s_and_publishes_nothing(session: Session, nora: Person, other: int):
    slug = keep(session, nora.id, title="mine").slug
    former = joined(session, nora)
    with pytest.raises(StaleHandError) as caught:
        change_hand(session, other, former, at=2, title="theirs")
    assert caught.value.hand is None
    assert not delete_hand(session, other, former)
    assert (find_hand(session, slug).title, find_hand(session, former).listed) == ("mine", False)
    assert published_hands(session) == []


@pytest.mark.parametrize("gone", ["the hand", "the person"])
def test_what_is_deleted_is_gone_under_its_former_links_as_well(session: Session, nora: Person, gone: str):
    slug = keep(session, nora.id).slug
    links = [slug, joined(session, nora), joined(session, nora)]
    if gone == "the hand":
        assert delete_hand(session, nora.id, slug)
    else:
        delete_person(session, nora)
    session.commit()
    session.expire_all()
    assert [find_hand(session, link) for link in links] == [None] * 3
    assert rows(session, FormerLink) == 0


def test_the_former_links_go_into_the_export(session: Session, nora: Person, other: int):
    keep(session, nora.id, title="mine")
    keep(session, nora.id, 2, title="alone")
    links = [joined(session, nora), joined(session, nora)]
    session.add(FormerLink(slug="2" * 13, hand_id=keep(session, other).id))
    told = {each["title"]: each["former_links"] for each in export_person(session, nora)["hands"]}
    assert told == {"mine": sorted(links), "alone": []}


def test_many_hands_of_a_guest_take_no_more_statements_than_one(session: Session):
    account = register(session, None, "Nora", "correct horse battery")
    for seed in range(1, 7):
        keep(session, account.id, seed)
    counts = []
    for seeds in ((1,), range(1, 7)):
        guest = add_guest(session, new_key())
        for seed in seeds:
            keep(session, guest.id, seed, lines=(KeptLine(seed, ("SA",)),))
        session.commit()
        with statements(session) as sent:
            merge(session, guest, account)
        session.commit()
        counts.append(len([each for each in sent if each.startswith("SELECT")]))
    assert counts[0] == counts[1]
    assert count_hands(session, account.id) == 6


def test_a_person_takes_the_hands_along_and_deletes_them_with_everything_else(session: Session):
    nora = register(session, None, "Nora", "correct horse battery")
    hand = keep(session, nora.id, 1, title="mine", lines=(LINE,))
    keep_figures(session, hand.id, figures(mistake(30, themes=("exit",))))
    session.commit()
    export = json.loads(json.dumps(export_person(session, nora)))
    (kept,) = export["hands"]
    assert kept["title"] == "mine"
    assert kept["slug"] == hand.slug
    assert kept["lines"] == [{"ply": 30, "actions": ["SQ", "S3"], "name": "the finesse"}]
    assert kept["record"]["players"]["S"] == "ناهید"
    assert kept["mistakes"][0]["themes"] == ["exit"]
    assert (kept["changes"], kept["north_points"], kept["upload"]) == (1, 50, None)
    assert not {"id", "person_id", "record_id"} & kept.keys()
    delete_person(session, nora)
    session.commit()
    assert [rows(session, model) for model in (Person, StudiedHand, HandMistake)] == [0, 0, 0]
