"""The form of the analyse page: what is wrong stands at its field, and what was pasted is never lost."""

import re

import pytest

from tests.web.texts import FINISHED
from tutor.coach.words import visible
from tutor.web.settings import PART_LIMIT

BAD = FINISHED.replace("1H 1S", "1H 1C")


def field(page: str, name: str) -> str:
    """The opening tag of the field *name*."""
    return re.search(rf'<(?:input|select|textarea) id="{name}"[^>]*>', page).group(0)


def pasted(page: str) -> str:
    return re.search(r"<textarea id=\"text\"[^>]*>\n(.*?)</textarea>", page, flags=re.DOTALL).group(1)


@pytest.fixture
def post(client):
    """Send the form written out by hand: any parts, a file among them."""

    def send(*parts: tuple[str, str | bytes], file: bytes | None = None, token: str | None = None):
        page = client.get("/analyse/").text
        found = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', page).group(1)
        written = [("csrf_token", found if token is None else token), *parts]
        body = b""
        for name, value in written:
            data = value.encode() if isinstance(value, str) else value
            body += b'--cut\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), data)
        if file is not None:
            body += b'--cut\r\nContent-Disposition: form-data; name="file"; filename="my <hand>.pbn"\r\n\r\n'
            body += file + b"\r\n"
        body += b"--cut--\r\n"
        return client.post("/analyse/", data=body, content_type="multipart/form-data; boundary=cut")

    return send


@pytest.mark.parametrize(
    ("fields", "at", "said"),
    [
        ({"rules": "other", "other_rules": "penalty,undertrick=lots"}, "other_rules", "lots"),
        ({"rules": "other", "other_rules": "harsh"}, "other_rules", "harsh"),
        ({"rules": "other", "other_rules": ""}, "other_rules", "Write the rules that you mean."),
        ({"rules": "other", "other_rules": "  "}, "other_rules", "Write the rules that you mean."),
        ({"rules": "other"}, "other_rules", "Write the rules that you mean."),
        ({"rules": "", "other_rules": "penalty"}, "other_rules", "choose “other”"),
        ({"rules": "harsh"}, "rules", "harsh"),
    ],
)
def test_a_fault_of_the_rules_stands_at_their_field_which_has_the_focus(send, stored, fields, at, said):
    answer = send(FINISHED, **fields)
    assert answer.status_code == 400
    tag = field(answer.text, at)
    assert 'aria-invalid="true"' in tag
    assert "autofocus" in tag
    assert "rules-faults" in re.search('aria-describedby="([^"]*)"', tag).group(1).split()
    faults = re.search(r'<ul class="field-faults" id="rules-faults".*?</ul>', answer.text, flags=re.DOTALL).group(0)
    assert said in faults
    assert 'id="faults"' not in answer.text
    assert "Line 1" not in answer.text
    assert 'aria-invalid="true"' not in field(answer.text, "text")
    assert pasted(answer.text).startswith("% PBN 2.1")
    assert stored() == 0


def test_faults_of_the_rules_and_of_the_hand_are_told_at_once_each_in_its_place(send):
    page = send(BAD, rules="other", other_rules="harsh").text
    assert 'id="faults"' in page
    assert 'id="rules-faults"' in page
    assert "harsh" not in re.search(r'<div class="faults" id="faults".*?</div>', page, flags=re.DOTALL).group(0)


def test_characters_that_cannot_be_seen_are_named_run_by_run_and_the_page_stays_readable(send):
    answer = send(FINISHED.replace("1H 1S", "1H 1" + "\u200b" * 23 + "S\u200e"))
    assert answer.status_code == 400
    line = re.search(r'<pre class="fault-line".*?</pre>', answer.text, flags=re.DOTALL).group(0)
    assert "[U+200B ×23]" in line
    assert "[U+200E]" in line
    assert "\u200b" not in line


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain\ttext ♠", "plain\ttext ♠"),
        ("\u200b", "[U+200B]"),
        ("a" + "\u200b" * 23 + "\u202e" * 2 + "b", "a[U+200B ×23][U+202E ×2]b"),
        ("\x00\x07", "[U+0000][U+0007]"),
        ("", ""),
    ],
)
def test_what_cannot_be_seen_is_named(text, seen):
    assert visible(text) == seen


def test_the_form_has_no_fault_before_it_is_sent(client):
    page = client.get("/analyse/").text
    for sign in ("aria-invalid", "autofocus", "field-faults", 'class="notice"'):
        assert sign not in page


def test_an_unreadable_position_has_the_focus(client):
    page = client.get("/analyse/position?line=nonsense").text
    assert "autofocus" in field(page, "line")


def test_too_many_parts_are_refused_by_their_number_not_by_the_length_of_the_text(post, stored):
    answer = post(*[("x", "")] * 3_000, ("text", FINISHED))
    assert answer.status_code == 413
    assert f"more than {PART_LIMIT} parts" in answer.text
    assert "bytes" not in answer.text
    assert stored() == 0


def test_as_many_parts_as_are_allowed_are_read(post, stored):
    assert post(*[("x", "")] * (PART_LIMIT - 2), ("text", FINISHED)).status_code == 303
    assert post(*[("x", "")] * (PART_LIMIT - 1), ("text", FINISHED)).status_code == 413
    assert stored() == 1


@pytest.mark.parametrize("content", [b"", b" \r\n\n"])
def test_beside_an_empty_file_the_pasted_text_is_read_and_that_is_said(post, client, stored, content):
    answer = post(("text", FINISHED), file=content)
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "The file “my &lt;hand&gt;.pbn” is empty: the pasted text was read." in page
    assert stored() == 1


def test_an_empty_file_alone_is_named(post, stored):
    answer = post(("text", ""), file=b"")
    assert answer.status_code == 400
    assert "The file “my &lt;hand&gt;.pbn” is empty." in answer.text
    assert stored() == 0


def test_of_a_file_and_a_text_the_file_is_read_and_that_is_said_once(post, client):
    answer = post(("text", "nonsense"), file=FINISHED.encode())
    assert answer.status_code == 303
    said = "The file “my &lt;hand&gt;.pbn” was read, not the pasted text."
    assert said in client.get(answer.headers["Location"]).text
    assert said not in client.get(answer.headers["Location"]).text


def test_a_text_or_a_file_alone_needs_no_word(post, client):
    for answer in (post(("text", FINISHED)), post(("text", " \r\n"), file=FINISHED.encode())):
        assert 'class="notice"' not in client.get(answer.headers["Location"]).text


def test_what_was_pasted_stays_when_the_file_beside_it_is_faulty(post):
    answer = post(("text", "my own notes"), file=BAD.encode())
    assert answer.status_code == 400
    assert pasted(answer.text) == "my own notes"
    assert "was read, not the pasted text" in answer.text
    assert "Line 20, column 4" in answer.text


def test_the_text_of_a_faulty_file_alone_can_be_mended_in_the_form(post):
    assert pasted(post(("text", ""), file=BAD.encode()).text).startswith("% PBN 2.1")


def test_which_of_the_two_is_read_is_said_where_a_hand_is_to_be_chosen(post):
    answer = post(("text", "my own notes"), file=(FINISHED + "\n" + BAD).encode())
    assert answer.status_code == 200
    assert "was read, not the pasted text" in answer.text


def test_what_was_pasted_stays_when_the_file_beside_it_is_too_long(post, stored):
    answer = post(("text", "my own notes"), file=b"x" * 500_000)
    assert answer.status_code == 413
    assert pasted(answer.text) == "my own notes"
    assert "400,000 bytes (400 kB)" in answer.text
    assert stored() == 0


def test_a_text_over_the_limit_stays_in_the_form(post):
    answer = post(("text", "x" * 500_000))
    assert answer.status_code == 413
    assert len(pasted(answer.text)) == 500_000


@pytest.mark.parametrize("parts", [{"file": None}, {"file": BAD.encode()}])
def test_what_was_pasted_stays_when_the_form_has_grown_stale(post, stored, parts):
    answer = post(("text", "my own notes"), token="old", **parts)
    assert answer.status_code == 400
    assert "send it once more" in answer.text
    assert pasted(answer.text) == "my own notes"
    assert re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', answer.text).group(1) != "old"
    assert stored() == 0
