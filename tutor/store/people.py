"""People: guests and the holders of accounts, and the browsers that know them.

A guest is made when there is something to keep, under the key in the browser's cookie. Registering gives the same
person a name and a password; signing in from elsewhere joins what was done there as a guest
(:func:`tutor.store.merging.merge`). Functions take a session and leave the commit to the caller; those that write
belong in a transaction begun by :func:`tutor.store.begin_writing`.
"""

import json
import secrets
import unicodedata
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final, TypeGuard

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor.messages import N_, Message
from tutor.store.database import insert_for
from tutor.store.models import NAME_LENGTH, Browser, Person, RecoveryCode, now
from tutor.store.posting import forget_author
from tutor.store.secrecy import (
    CODES,
    RefusedError,
    check_password,
    code_digest,
    hash_password,
    is_outdated,
    new_code,
    password_fits,
)
from tutor.unseen import is_unseen

NAME_LEAST: Final = 2

KEY_BYTES: Final = 24
KEY_LENGTH: Final = 32
"""Letters of a browser's key: 192 bits in base 64."""

JUST_NOW: Final = timedelta(minutes=10)

# Every page asks who is at it: the statements are made once.
_KNOWN: Final = (
    select(Person).join(Browser, Browser.person_id == Person.id).where(Browser.key == bindparam("browser_key"))
)
# The person first, then the browser: who waited for the person sees that the browser has been closed meanwhile.
_KNOWN_HELD: Final = _KNOWN.with_for_update(key_share=True)


class NameTakenError(RefusedError):
    """Another person has the name."""


def clean_name(text: str) -> str:
    """The name that *text* writes: in Unicode's form NFKC, with single spaces.

    Raises:
        RefusedError: for fewer than 2 or more than 40 characters, one that cannot be seen, or none that is a letter
            or a digit.
    """
    length = RefusedError(
        Message(N_("A name has %(least)s to %(most)s characters."), {"least": NAME_LEAST, "most": NAME_LENGTH})
    )
    # Far more than any way to write a name takes; a text without end is not worked on.
    if len(text) > 100 * NAME_LENGTH:
        raise length
    name = " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)
    if any(is_unseen(character) for character in name if character != " "):
        raise RefusedError(Message(N_("A name holds only characters that can be seen.")))
    if not NAME_LEAST <= len(name) <= NAME_LENGTH:
        raise length
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise RefusedError(Message(N_("A name has at least one letter or digit.")))
    return name


def fold(name: str) -> str:
    """*name* as it is compared: names that differ only in capitals or in the way they are encoded are the same."""
    return unicodedata.normalize("NFKC", name.casefold())


def new_key() -> str:
    """A fresh key for a browser, from the operating system's source of secrets."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_key(text: object) -> TypeGuard[str]:
    """Whether *text* could be a browser's key; what could not is never asked of the database."""
    return isinstance(text, str) and len(text) == KEY_LENGTH and text.isascii() and text.isprintable()


def find_person(session: Session, key: str, *, hold: bool = False) -> Person | None:
    """The person whom the browser with *key* knows, or None.

    With *hold* nobody can change or delete the person before this transaction ends, so that rows may be added to it.
    """
    return session.scalars(_KNOWN_HELD if hold else _KNOWN, {"browser_key": key}).one_or_none()


def hold_person(session: Session, number: int) -> Person | None:
    """The person with the number *number* as they are now, or None.

    Nobody else can change or delete the person before this transaction ends.
    """
    hold = {"key_share": True}
    return session.get(Person, number, with_for_update=hold, populate_existing=True)


def add_guest(session: Session, key: str) -> Person:
    """The person whom the browser with *key* knows, a new guest where there is none.

    Two requests of one browser that come at once get the same guest. Nobody can delete the person before this
    transaction ends.
    """
    guest = Person()
    session.add(guest)
    session.flush()
    row = insert_for(session, Browser).values(key=key, person_id=guest.id)
    row = row.on_conflict_do_nothing(index_elements=["key"])
    while session.scalars(row.returning(Browser.id)).one_or_none() is None:
        # The other request was first. Where its guest was deleted since, the key is free again.
        other = find_person(session, key, hold=True)
        if other is not None:
            session.delete(guest)
            session.flush()
            return other
    return guest


def add_browser(session: Session, person: Person) -> str:
    """Let one more browser know *person*; gives the key for its cookie."""
    key = new_key()
    session.add(Browser(key=key, person_id=person.id))
    session.flush()
    return key


def close_browser(session: Session, key: str) -> None:
    """Let the browser with *key* know nobody any more."""
    session.execute(delete(Browser).where(Browser.key == key))


def close_browsers(session: Session, person: Person) -> None:
    """Let no browser know *person* any more."""
    session.execute(delete(Browser).where(Browser.person_id == person.id))


def register(session: Session, guest: Person | None, name: str, password: str) -> Person:
    """Make an account of *guest*, with all that the guest has done, or a new one.

    Raises:
        RefusedError: when the name or the password cannot be taken.
        NameTakenError: when somebody has the name; the transaction can go on.
        ValueError: when *guest* has an account already.
    """
    if guest is not None and not guest.guest:
        raise ValueError("the person has an account already")
    cleaned = clean_name(name)
    check_password(password)
    person = guest or Person()
    taken = NameTakenError(Message(N_("Somebody has this name already. Please choose another.")))
    if session.scalars(select(Person.id).where(Person.folded == fold(cleaned))).first() is not None:
        raise taken
    try:
        # Of two who ask for the same name at the same moment, the database lets one have it.
        with session.begin_nested():
            person.name, person.folded, person.password = cleaned, fold(cleaned), hash_password(password)
            person.created = now()  # an account is as old as its name, however long the guest was there before
            session.add(person)
            session.flush()
    except IntegrityError as error:
        raise taken from error
    return person


def named(session: Session, name: str) -> Person | None:
    """The holder of the account *name*, written in capitals or not; None when there is none."""
    try:
        folded = fold(clean_name(name))
    except RefusedError:
        return None
    return session.scalars(select(Person).where(Person.folded == folded)).one_or_none()


def name_of(session: Session, number: int | None) -> str:
    """The name of the account with the number *number*; "" for a guest and where there is none any more."""
    person = None if number is None else session.get(Person, number)
    return "" if person is None else person.name or ""


def check_sign_in(session: Session, name: str, password: str) -> Person | None:
    """The holder of the account *name* if *password* is theirs, else None; that takes equally long for any reason."""
    person = named(session, name)
    return person if password_fits(person.password if person else None, password) and person else None


def renew_hash(person: Person, password: str) -> None:
    """Keep *password*, which was found right, by today's parameters where it is kept by others."""
    if person.password is not None and is_outdated(person.password):
        person.password = hash_password(password)


def set_password(session: Session, person: Person, password: str) -> None:
    """Give the holder of an account a new password; no browser knows them after that, :func:`add_browser` is next.

    Raises:
        RefusedError: when the password cannot be taken.
        ValueError: for a guest.
    """
    if person.guest:
        raise ValueError("a guest has no password")
    check_password(password)
    person.password = hash_password(password)
    close_browsers(session, person)
    session.flush()


def new_codes(session: Session, person: Person) -> tuple[str, ...]:
    """Eight fresh recovery codes for *person*; those given before are void. They can never be read again."""
    codes = tuple(new_code() for _ in range(CODES))
    session.execute(delete(RecoveryCode).where(RecoveryCode.person_id == person.id))
    session.add_all(RecoveryCode(person_id=person.id, digest=code_digest(code)) for code in codes)
    session.flush()
    return codes


def codes_left(session: Session, person: Person) -> int:
    """How many recovery codes *person* has not used."""
    query = select(func.count()).select_from(RecoveryCode)
    return session.scalars(query.where(RecoveryCode.person_id == person.id, RecoveryCode.used.is_(None))).one()


def just_made(session: Session, person: Person) -> bool:
    """Whether the account of *person* was made a moment ago and was not used since, as far as can be told.

    So it is when no code was used and the one browser that knows the person came within the last ten minutes.
    """
    browsers = session.scalars(select(Browser.created).where(Browser.person_id == person.id)).all()
    return len(browsers) == 1 and now() - browsers[0] < JUST_NOW and codes_left(session, person) == CODES


def use_code(session: Session, name: str, code: str) -> Person | None:
    """The holder of the account *name* if *code* is one of their codes and not used yet, else None. It is used now."""
    found = named(session, name)
    # The person first, then the codes, as whoever asks for new ones does it.
    person = None if found is None else hold_person(session, found.id)
    used = session.scalars(
        update(RecoveryCode)
        .where(
            RecoveryCode.person_id == (person.id if person else 0),
            RecoveryCode.digest == code_digest(code),
            RecoveryCode.used.is_(None),
        )
        .values(used=now())
        .returning(RecoveryCode.id)
    ).all()
    return person if used else None


def was_used(session: Session, person: Person, code: str) -> bool:
    """Whether *code* is one of the codes of *person* that were used."""
    query = select(RecoveryCode.id).where(RecoveryCode.person_id == person.id, RecoveryCode.digest == code_digest(code))
    return session.scalars(query.where(RecoveryCode.used.is_not(None))).one_or_none() is not None


def settings_of(person: Person) -> dict[str, Any]:
    """What *person* chose last, by name."""
    found = json.loads(person.settings)
    assert isinstance(found, dict)
    return found


def keep_settings(person: Person, settings: Mapping[str, Any]) -> None:
    """Keep *settings* (of plain values) over those kept under the same names; others stay."""
    person.settings = json.dumps({**settings_of(person), **settings}, sort_keys=True)


def offer_settings(person: Person, settings: Mapping[str, Any]) -> None:
    """Keep *settings* (of plain values) where *person* has none of their own."""
    if not settings_of(person):
        keep_settings(person, settings)


def delete_person(session: Session, person: Person) -> None:
    """Delete *person* and every row of theirs; the puzzles that they have posted stay without a name."""
    forget_author(session, person.id)
    session.delete(person)
    session.flush()
