"""Posted puzzles, comments, reports and administrators in the database."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from tutor.store import Comment, Person, PostedPuzzle, Report, begin_writing
from tutor.store.comments import (
    COMMENT_LENGTH,
    REASON_LENGTH,
    SHOWN_MOST,
    add_comment,
    comments_on,
    count_comments,
    delete_comment,
    find_comment,
    report,
)
from tutor.store.export import export_person
from tutor.store.moderation import (
    administrators,
    decide,
    grant,
    is_administrator,
    log,
    open_reports,
    reported_thing,
    revoke,
)
from tutor.store.people import delete_person, register
from tutor.store.posted_models import Administrator, Moderation
from tutor.store.posting import (
    DOCUMENT_MOST,
    DRAFTS_MOST,
    DraftsFullError,
    LongDocumentError,
    SamePuzzleError,
    StalePuzzleError,
    Verified,
    add_draft,
    author_of,
    change_draft,
    change_posted,
    changes,
    delete_draft,
    document_of,
    find_posted,
    list_posted,
    own_puzzle,
    own_puzzles,
    post_puzzle,
    read_posted,
    same_as,
    withdraw,
)

PASSWORD = "correct horse battery"
DOCUMENT = {"title": "Två stick", "position": "A - S N"}


def verified(likeness: str = "play NS", title: str = "Två stick") -> Verified:
    return Verified({**DOCUMENT, "title": title}, "make", ("hold-up", "exit"), 3, 1612.5, likeness)


@pytest.fixture
def nora(session: Session) -> Person:
    return register(session, None, "Nora", PASSWORD)


@pytest.fixture
def sven(session: Session) -> Person:
    return register(session, None, "Sven", PASSWORD)


def test_a_draft_is_found_by_its_author_alone(session: Session, nora: Person, sven: Person):
    draft = add_draft(session, nora.id, DOCUMENT, "make")
    assert own_puzzle(session, nora.id, draft.slug) is draft
    assert document_of(draft) == DOCUMENT
    assert own_puzzle(session, sven.id, draft.slug) is None
    assert (list(own_puzzles(session, nora.id)), list(own_puzzles(session, sven.id))) == ([draft], [])
    assert find_posted(session, draft.slug) is None
    assert list_posted(session) == []
    assert read_posted(session, [draft.slug]) == {}
    assert changes(session) == 0


@pytest.mark.parametrize("slug", ["", "\0", "UPPER", "x" * 33, "a/b", "ä"])
def test_what_is_no_link_finds_nothing(session: Session, nora: Person, slug: str):
    assert own_puzzle(session, nora.id, slug) is None
    assert find_posted(session, slug) is None
    assert find_comment(session, slug) is None
    assert reported_thing(session, "puzzle", slug) is None


def test_a_draft_that_has_changed_since_is_not_changed_again(session: Session, nora: Person, sven: Person):
    draft = add_draft(session, nora.id, DOCUMENT, "make")
    change_draft(session, nora.id, draft.slug, {"title": "Another"}, "beat", at=1)
    assert (draft.version, draft.kind, document_of(draft)) == (2, "beat", {"title": "Another"})
    with pytest.raises(StalePuzzleError) as caught:
        change_draft(session, nora.id, draft.slug, DOCUMENT, "make", at=1)
    assert caught.value.puzzle is draft
    with pytest.raises(StalePuzzleError) as caught:
        change_draft(session, sven.id, draft.slug, DOCUMENT, "make", at=2)
    assert caught.value.puzzle is None
    assert document_of(draft) == {"title": "Another"}


def test_only_so_many_drafts_are_kept_of_one_person(session: Session, nora: Person, sven: Person):
    for number in range(DRAFTS_MOST):
        last = add_draft(session, nora.id, {"title": f"{number}"}, "make")
    assert add_draft(session, nora.id, {"title": f"{DRAFTS_MOST - 1}"}, "make") is last
    with pytest.raises(DraftsFullError):
        add_draft(session, nora.id, DOCUMENT, "make")
    assert add_draft(session, sven.id, DOCUMENT, "make").version == 1
    assert delete_draft(session, nora.id, last.slug)
    add_draft(session, nora.id, DOCUMENT, "make")


def test_a_document_without_end_is_not_kept(session: Session, nora: Person):
    with pytest.raises(LongDocumentError, match=str(DOCUMENT_MOST)):
        add_draft(session, nora.id, {"title": "x" * 1_000_000}, "make")


def test_a_document_is_as_long_in_any_writing(session: Session, nora: Person):
    for letter in ("日", "🂡", '"'):
        texts = {"title": letter * 80, "prompt": letter * 600, "solution": letter * 3000}
        draft = add_draft(session, nora.id, {"proposal": texts, "puzzle": texts}, "make")
        assert document_of(draft) == {"proposal": texts, "puzzle": texts}


def test_a_posted_puzzle_is_found_by_all_with_its_author_s_name(session: Session, nora: Person):
    draft = add_draft(session, nora.id, {}, "")
    posted = post_puzzle(session, nora.id, verified(), slug=draft.slug, at=1)
    assert posted is draft
    assert (posted.state, posted.version, posted.level, posted.rating) == ("posted", 2, 3, 1612.5)
    assert posted.theme_names == ("hold-up", "exit")
    assert posted.posted is not None
    assert find_posted(session, draft.slug) is draft
    assert author_of(session, draft) == "Nora"
    assert list_posted(session) == [(draft.slug, 2, "Nora")]
    assert read_posted(session, [draft.slug, "2222222222222"]) == {draft.slug: (2, DOCUMENT)}
    assert changes(session) == 1
    assert not delete_draft(session, nora.id, draft.slug)
    with pytest.raises(StalePuzzleError):
        post_puzzle(session, nora.id, verified(), slug=draft.slug, at=1)


def test_the_same_puzzle_is_posted_once_and_the_other_is_told_of_which(session: Session, nora: Person, sven: Person):
    first = post_puzzle(session, nora.id, verified())
    draft = add_draft(session, sven.id, DOCUMENT, "make")
    with pytest.raises(SamePuzzleError) as caught:
        post_puzzle(session, sven.id, verified(title="Mine"), slug=draft.slug, at=1)
    assert (caught.value.slug, caught.value.hidden) == (first.slug, False)
    assert own_puzzle(session, sven.id, draft.slug).state == "draft"
    assert document_of(draft) == DOCUMENT
    assert same_as(session, "play NS") is first
    assert same_as(session, "play NS", but=first.slug) is None
    assert post_puzzle(session, sven.id, verified("play SN")).state == "posted"
    assert withdraw(session, nora.id, first.slug)
    assert post_puzzle(session, sven.id, verified(), slug=draft.slug, at=1).state == "posted"
    assert find_posted(session, first.slug).state == "withdrawn"


def test_of_two_who_post_the_same_at_the_same_moment_one_is_posted(engine: Engine):
    with Session(engine) as session:
        numbers = [register(session, None, name, PASSWORD).id for name in ("Nora", "Sven", "Åsa", "Ida")]
        session.commit()

    def post(number: int) -> str:
        with Session(engine) as session:
            begin_writing(session)
            try:
                slug = post_puzzle(session, number, verified()).slug
            except SamePuzzleError as error:
                slug = f"same as {error.slug}"
            session.commit()
            return slug

    with ThreadPoolExecutor(4) as pool:
        found = sorted(pool.map(post, numbers), key=len)
    assert found[1:] == [f"same as {found[0]}"] * 3
    with Session(engine) as session:
        assert [each.slug for each in list_posted(session)] == [found[0]]
        assert changes(session) == 1


def test_every_change_of_what_is_posted_is_counted_whoever_commits_first(engine: Engine):
    with Session(engine) as session:
        number = register(session, None, "Nora", PASSWORD).id
        session.commit()

    def post(each: int) -> None:
        with Session(engine) as session:
            begin_writing(session)
            post_puzzle(session, number, verified(f"play {each}"))
            session.commit()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(post, range(8)))
    with Session(engine) as session:
        assert len(list_posted(session)) == changes(session) == 8


def test_the_words_of_a_posted_puzzle_can_be_mended_but_not_the_puzzle(session: Session, nora: Person):
    slug = post_puzzle(session, nora.id, verified()).slug
    change_posted(session, nora.id, slug, verified(title="Better"), at=1)
    assert read_posted(session, [slug]) == {slug: (2, {**DOCUMENT, "title": "Better"})}
    assert changes(session) == 2
    with pytest.raises(ValueError, match="stays the puzzle"):
        change_posted(session, nora.id, slug, verified("play SSNN"), at=2)
    with pytest.raises(StalePuzzleError):
        change_posted(session, nora.id, slug, verified(), at=1)


def test_a_withdrawn_puzzle_leaves_the_list_and_says_what_became_of_it(session: Session, nora: Person, sven: Person):
    slug = post_puzzle(session, nora.id, verified()).slug
    assert not withdraw(session, sven.id, slug)
    assert withdraw(session, nora.id, slug)
    assert not withdraw(session, nora.id, slug)
    assert list_posted(session) == []
    assert find_posted(session, slug).state == "withdrawn"
    assert changes(session) == 2


def test_the_posted_puzzles_of_a_deleted_account_stay_without_a_name_and_nothing_else_does(
    session: Session, nora: Person, sven: Person
):
    for likeness in ("one", "two", "three"):
        post_puzzle(session, nora.id, verified(likeness))
    kept, taken, hidden = (each.slug for each in list_posted(session))
    draft = add_draft(session, nora.id, DOCUMENT, "make").slug
    withdraw(session, nora.id, taken)
    grant(session, sven)
    decide(session, sven.id, find_posted(session, hidden), "hide", "A rude title.")
    for slug in (kept, taken):
        add_comment(session, sven.id, slug, "Good.")
    add_comment(session, nora.id, kept, "Thanks!")
    session.commit()
    before = changes(session)
    delete_person(session, nora)
    session.commit()
    assert [(each.slug, each.by) for each in list_posted(session)] == [(kept, "")]
    assert author_of(session, find_posted(session, kept)) == ""
    left = dict(session.execute(select(PostedPuzzle.slug, PostedPuzzle.state)).all())
    assert left == {kept: "posted", hidden: "hidden"}
    newcomer = register(session, None, "Nora", PASSWORD)
    with pytest.raises(SamePuzzleError) as caught:
        post_puzzle(session, newcomer.id, verified("three"))
    assert caught.value.hidden
    delete_person(session, newcomer)
    assert draft not in left
    assert [each.comment.text for each in comments_on(session, kept)] == ["Good."]
    assert session.scalars(select(func.count()).select_from(Comment)).one() == 1
    assert changes(session) > before
    delete_person(session, sven)
    session.commit()
    assert [(each.by, each.moderation.action) for each in log(session)] == [("", "hide")]


def test_all_that_somebody_posted_and_said_is_in_the_export(session: Session, nora: Person, sven: Person):
    mine = post_puzzle(session, nora.id, verified())
    theirs = post_puzzle(session, sven.id, verified("another"))
    said = add_comment(session, sven.id, mine.slug, "Hm.")
    add_comment(session, nora.id, mine.slug, "**Thanks**")
    report(session, nora.id, theirs, "Not a puzzle.")
    report(session, nora.id, said, "Not a word.")
    grant(session, nora)
    decide(session, nora.id, said, "hide", "Say more.")
    found = json.loads(json.dumps(export_person(session, nora)))
    (puzzle,) = found["posted_puzzles"]
    assert (puzzle["slug"], puzzle["document"], puzzle["themes"]) == (mine.slug, DOCUMENT, ["hold-up", "exit"])
    assert (puzzle["state"], puzzle["rating"]) == ("posted", 1612.5)
    assert [each["text"] for each in found["comments"]] == ["**Thanks**"]
    assert [(each["puzzle"], each["comment"], each["state"]) for each in found["reports"]] == [
        (theirs.slug, None, "open"),
        (None, said.slug, "hidden"),
    ]
    assert len(found["administrators"]) == 1
    assert [each["reason"] for each in found["moderations"]] == ["Say more."]
    (own,) = export_person(session, sven)["comments"]
    assert (own["text"], own["state"], own["note"]) == ("Hm.", "hidden", "Say more.")


@pytest.mark.parametrize("text", ["", " \n ", "x" * (COMMENT_LENGTH + 1), "x" * 1_000_000])
def test_a_comment_has_something_in_it_and_an_end(session: Session, nora: Person, text: str):
    with pytest.raises(ValueError, match="characters"):
        add_comment(session, nora.id, "hold-up", text)


def test_comments_stand_in_the_order_in_which_they_were_made(session: Session, nora: Person, sven: Person):
    for number in range(3):
        add_comment(session, (nora.id, sven.id)[number % 2], "hold-up", f"{number}")
    add_comment(session, nora.id, "another", "elsewhere")
    found = comments_on(session, "hold-up")
    assert [(each.by, each.comment.text) for each in found] == [("Nora", "0"), ("Sven", "1"), ("Nora", "2")]
    assert count_comments(session, "hold-up") == 3


def test_a_button_pressed_twice_says_it_once(session: Session, nora: Person, sven: Person):
    first = add_comment(session, nora.id, "hold-up", "Once.")
    assert add_comment(session, nora.id, "hold-up", "Once.") is first
    add_comment(session, sven.id, "hold-up", "Once.")
    assert count_comments(session, "hold-up") == 2


def test_so_many_comments_are_shown_at_once_the_newest_first_of_all(session: Session, nora: Person):
    for number in range(2 * SHOWN_MOST + 2):
        add_comment(session, nora.id, "hold-up", f"{number}")
    pages = [[int(each.comment.text) for each in comments_on(session, "hold-up", page)] for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [SHOWN_MOST, SHOWN_MOST, 2, 0]
    assert pages[2] + pages[1] + pages[0] == list(range(2 * SHOWN_MOST + 2))
    assert comments_on(session, "hold-up") == comments_on(session, "hold-up", 1)


def test_a_comment_is_deleted_by_who_made_it_alone(session: Session, nora: Person, sven: Person):
    comment = add_comment(session, nora.id, "hold-up", "Hm.")
    report(session, sven.id, comment, "Hm?")
    assert delete_comment(session, sven.id, comment.slug) is None
    assert delete_comment(session, nora.id, comment.slug) is comment
    session.commit()
    assert session.scalars(select(Report)).all() == []
    assert delete_comment(session, nora.id, "2222222222222") is None


def test_somebody_reports_a_thing_once(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    assert report(session, sven.id, puzzle, "Rude.") == "new"
    assert report(session, sven.id, puzzle, "Very rude.") == "again"
    assert report(session, nora.id, puzzle, "I am sorry.") == "new"
    comment = add_comment(session, nora.id, puzzle.slug, "Sorry.")
    assert report(session, sven.id, comment, "Hm.") == "new"
    assert [(each.thing.slug, each.by, each.count) for each in open_reports(session)] == [
        (puzzle.slug, "Nora", 2),
        (comment.slug, "Nora", 1),
    ]
    for reason in ("", "  ", "x" * (REASON_LENGTH + 1)):
        with pytest.raises(ValueError, match="characters"):
            report(session, sven.id, comment, reason)


def test_what_was_kept_is_reported_again_when_it_has_changed(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    comment = add_comment(session, nora.id, puzzle.slug, "Hm.")
    for thing in (puzzle, comment):
        assert report(session, sven.id, thing, "Rude.") == "new"
        decide(session, sven.id, thing, "keep")
        assert report(session, sven.id, thing, "Rude!") == "decided"
    assert open_reports(session) == []
    change_posted(session, nora.id, puzzle.slug, verified(title="Ruder"), at=puzzle.version)
    assert report(session, sven.id, comment, "Rude!") == "decided"
    assert report(session, sven.id, puzzle, "Now it is.") == "new"
    assert report(session, sven.id, puzzle, "Is it not?") == "again"
    assert [(each.thing, each.count) for each in open_reports(session)] == [(puzzle, 1)]
    (row,) = session.scalars(select(Report).where(Report.puzzle_id == puzzle.id)).all()
    assert (row.reason, row.state, row.decided) == ("Now it is.", "open", None)


def test_what_is_hidden_is_found_no_more_and_can_be_shown_again(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    comment = add_comment(session, nora.id, puzzle.slug, "Hm.")
    for thing in (puzzle, comment):
        report(session, sven.id, thing, "Rude.")
        decide(session, sven.id, thing, "hide", "It is rude.")
        assert (thing.state, thing.note) == ("hidden", "It is rude.")
    assert list_posted(session) == []
    assert comments_on(session, puzzle.slug) == ()
    assert open_reports(session) == []
    with pytest.raises(SamePuzzleError) as caught:
        post_puzzle(session, nora.id, verified())
    assert caught.value.hidden
    assert not withdraw(session, nora.id, puzzle.slug)
    for thing in (puzzle, comment):
        decide(session, sven.id, thing, "keep")
        assert thing.note == ""
    assert [each.slug for each in list_posted(session)] == [puzzle.slug]
    assert count_comments(session, puzzle.slug) == 1
    assert [(each.by, each.moderation.action, each.moderation.comment) for each in log(session)] == [
        ("Sven", "keep", comment.slug),
        ("Sven", "keep", ""),
        ("Sven", "hide", comment.slug),
        ("Sven", "hide", ""),
    ]
    assert {each.state for each in session.scalars(select(Report))} == {"hidden"}


def test_what_its_author_has_withdrawn_does_not_come_back_by_a_decision(session: Session, nora: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    withdraw(session, nora.id, puzzle.slug)
    decide(session, nora.id, puzzle, "keep")
    assert puzzle.state == "withdrawn"


def test_withdrawing_is_no_way_round_a_decision(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    report(session, sven.id, puzzle, "Rude.")
    withdraw(session, nora.id, puzzle.slug)
    decide(session, sven.id, puzzle, "hide", "It is rude.")
    assert puzzle.state == "barred"
    draft = add_draft(session, nora.id, DOCUMENT, "make")
    for person, slug in ((nora, ""), (nora, draft.slug), (sven, "")):
        with pytest.raises(SamePuzzleError) as caught:
            post_puzzle(session, person.id, verified(), slug=slug, at=1)
        assert (caught.value.slug, caught.value.hidden) == (puzzle.slug, True)
    assert not withdraw(session, nora.id, puzzle.slug)
    decide(session, sven.id, puzzle, "keep")
    assert (puzzle.state, list_posted(session)) == ("withdrawn", [])
    assert post_puzzle(session, nora.id, verified()) is puzzle


def test_what_is_barred_is_not_in_the_way_of_who_posted_it_meanwhile(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    withdraw(session, nora.id, puzzle.slug)
    other = post_puzzle(session, sven.id, verified(title="Mine"))
    decide(session, sven.id, puzzle, "hide", "It is rude.")
    assert same_as(session, "play NS") is other
    assert same_as(session, "play NS", but=other.slug) is None
    change_posted(session, sven.id, other.slug, verified(title="Still mine"), at=1)
    withdraw(session, sven.id, other.slug)
    assert same_as(session, "play NS") is puzzle


def test_what_is_posted_again_comes_back_with_its_link_and_its_reports(session: Session, nora: Person, sven: Person):
    puzzle = post_puzzle(session, nora.id, verified())
    report(session, sven.id, puzzle, "Rude.")
    add_comment(session, sven.id, puzzle.slug, "Hm.")
    withdraw(session, nora.id, puzzle.slug)
    draft = add_draft(session, nora.id, DOCUMENT, "make")
    again = post_puzzle(session, nora.id, verified(title="Again"), slug=draft.slug, at=1)
    assert (again, again.state, document_of(again)["title"]) == (puzzle, "posted", "Again")
    assert session.scalars(select(PostedPuzzle)).all() == [puzzle]
    assert [each.thing for each in open_reports(session)] == [puzzle]
    assert count_comments(session, puzzle.slug) == 1


@pytest.mark.parametrize("reason", ["", " ", "x" * (REASON_LENGTH + 1)])
def test_nothing_is_hidden_without_a_reason(session: Session, nora: Person, reason: str):
    puzzle = post_puzzle(session, nora.id, verified())
    with pytest.raises(ValueError, match=r"why|characters"):
        decide(session, nora.id, puzzle, "hide", reason)
    assert puzzle.state == "posted"


def test_an_administrator_looks_at_what_was_reported_and_at_nothing_else(session: Session, nora: Person, sven: Person):
    draft = add_draft(session, nora.id, DOCUMENT, "make")
    puzzle = post_puzzle(session, nora.id, verified())
    comment = add_comment(session, nora.id, puzzle.slug, "Hm.")
    assert reported_thing(session, "puzzle", draft.slug) is None
    assert reported_thing(session, "puzzle", puzzle.slug) is None
    report(session, sven.id, puzzle, "Rude.")
    report(session, sven.id, comment, "Rude.")
    assert reported_thing(session, "puzzle", puzzle.slug) is puzzle
    assert reported_thing(session, "comment", comment.slug) is comment
    assert reported_thing(session, "comment", puzzle.slug) is None
    assert reported_thing(session, "person", puzzle.slug) is None


def test_administrators_are_made_and_unmade(session: Session, nora: Person, sven: Person):
    assert grant(session, nora)
    assert not grant(session, nora)
    assert is_administrator(session, nora.id)
    assert not is_administrator(session, sven.id)
    assert [name for name, _ in administrators(session)] == ["Nora"]
    assert revoke(session, nora)
    assert not revoke(session, nora)
    assert not is_administrator(session, nora.id)
    with pytest.raises(ValueError, match="account"):
        grant(session, Person())
    grant(session, sven)
    session.commit()
    delete_person(session, sven)
    assert session.scalars(select(Administrator)).all() == []
    assert session.scalars(select(Moderation)).all() == []
