"""Joining what somebody did as a guest to their account."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased

from tutor.store.hand_models import FormerLink, StudiedHand, Upload
from tutor.store.hands import joined_lines, lines_of, write_lines
from tutor.store.models import Attempt, Person, Review, Sitting
from tutor.store.people import offer_settings, settings_of
from tutor.store.ratings import merge_ratings


def merge(session: Session, guest: Person, account: Person) -> None:
    """Move all that *guest* has done to *account* and delete the guest.

    Of two sittings with the same hand the one that came further is kept, of two reviews of the same decision the one
    that is due earlier; attempts are all kept. Of two kept hands with the same record the account's stays, the guest's
    lines are joined to it, and the links that led to the guest's hand lead to it. The account's settings stay; where it
    has none, it takes the guest's. Puzzles, comments and reports are of accounts alone, so a guest has none.

    Raises:
        ValueError: when *guest* has an account, or *account* is a guest.
    """
    if not guest.guest or account.guest:
        raise ValueError("a guest is joined to an account")
    # In the order of their numbers, so that two who do this at once wait for each other and do not lock up.
    both = select(Person.id).where(Person.id.in_((guest.id, account.id))).order_by(Person.id)
    session.execute(both.with_for_update())
    _merge_sittings(session, guest.id, account.id)
    _merge_reviews(session, guest.id, account.id)
    for change in (
        update(Attempt).where(Attempt.person_id == guest.id),
        update(Upload).where(Upload.person_id == guest.id),
    ):
        session.execute(change.values(person_id=account.id).execution_options(synchronize_session=False))
    _merge_hands(session, guest.id, account.id)
    merge_ratings(session, guest.id, account.id)
    offer_settings(account, settings_of(guest))
    session.flush()
    session.delete(guest)
    session.flush()
    # What was read under the guest's number is read anew.
    session.expire_all()


def _further(sitting: Sitting) -> tuple[object, ...]:
    return sitting.finished, len(sitting.taken), sitting.updated


def _merge_sittings(session: Session, guest: int, account: int) -> None:
    own = {each.code: each for each in session.scalars(select(Sitting).where(Sitting.person_id == account))}
    for theirs in session.scalars(select(Sitting).where(Sitting.person_id == guest)).all():
        mine = own.get(theirs.code)
        if mine is None:
            theirs.person_id = account
            continue
        if _further(theirs) > _further(mine):
            mine.actions, mine.finished, mine.updated = theirs.actions, theirs.finished, theirs.updated
            # A page that shows either of the two is stale now.
            mine.version = max(mine.version, theirs.version) + 1
        session.delete(theirs)


def _merge_reviews(session: Session, guest: int, account: int) -> None:
    mine_all = session.scalars(select(Review).where(Review.person_id == account))
    own = {(each.code, each.place, each.before): each for each in mine_all}
    for theirs in session.scalars(select(Review).where(Review.person_id == guest)).all():
        mine = own.get((theirs.code, theirs.place, theirs.before))
        if mine is None:
            theirs.person_id = account
            continue
        if theirs.due < mine.due:
            mine.card, mine.due = theirs.card, theirs.due
        session.delete(theirs)


def _merge_hands(session: Session, guest: int, account: int) -> None:
    own = aliased(StudiedHand)
    both = select(StudiedHand, own).join(own, own.record_id == StudiedHand.record_id)
    both = both.where(StudiedHand.person_id == guest, own.person_id == account)
    pairs = session.execute(both).all()
    for twice, mine in pairs:
        mine.lines = write_lines(joined_lines(lines_of(mine), lines_of(twice)))
        # A page that shows either of the two is stale now, whichever of their links it sends.
        mine.version = max(mine.version, twice.version) + 1
    _lead_on(session, guest, {twice.id: mine.id for twice, mine in pairs})
    session.add_all(FormerLink(slug=twice.slug, hand_id=mine.id) for twice, mine in pairs)
    # A link goes with the hand that it leads to, so it leads to the other one first.
    session.flush()
    for twice, _ in pairs:
        session.delete(twice)
    session.flush()
    change = update(StudiedHand).where(StudiedHand.person_id == guest).values(person_id=account)
    session.execute(change.execution_options(synchronize_session=False))


def _lead_on(session: Session, guest: int, taken_in: dict[int, int]) -> None:
    """Let the former links of the guest's hands that are *taken_in* lead to the hands that take them in."""
    former = select(FormerLink).join(StudiedHand, StudiedHand.id == FormerLink.hand_id)
    for link in session.scalars(former.where(StudiedHand.person_id == guest)).all():
        link.hand_id = taken_in.get(link.hand_id, link.hand_id)
