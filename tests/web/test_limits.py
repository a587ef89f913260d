"""Texts over 400,000 bytes: the right status, a page naming the limit, nothing stored."""

import http.client
from urllib.parse import urlsplit

import pytest

from tests.web.texts import FINISHED

LIMIT = 400_000


def padded(size: int, *, wide: bool = False) -> str:
    """A finished hand, a comment after it, *size* bytes of UTF-8 in all."""
    start = FINISHED + "\n; "
    room = size - len(start.encode())
    return start + ("ä" * (room // 2) + "x" * (room % 2) if wide else "x" * room)


@pytest.mark.parametrize("size", [LIMIT - 1, LIMIT])
@pytest.mark.parametrize("wide", [False, True])
def test_a_text_up_to_the_limit_is_read(send, stored, size, wide):
    assert send(padded(size, wide=wide)).status_code == 303
    assert stored() == 1


@pytest.mark.parametrize("size", [LIMIT + 1, 499_999, 600_000, 1_300_000, 20_000_000])
def test_a_longer_text_is_refused_with_the_limit_named_and_nothing_stored(send, stored, size):
    answer = send(padded(size))
    assert answer.status_code == 413
    assert "400,000 bytes (400 kB)" in answer.text
    assert stored() == 0


def test_characters_of_two_bytes_count_as_two(send, stored):
    assert send(padded(LIMIT + 2, wide=True)).status_code == 413
    assert stored() == 0


def test_line_ends_that_the_browser_adds_do_not_count(send, stored):
    text = FINISHED + "\n" * (LIMIT - len(FINISHED.encode()))
    assert send(text.replace("\n", "\r\n")).status_code == 303
    assert stored() == 1


@pytest.mark.parametrize("size", [LIMIT + 1, 600_000, 20_000_000])
def test_a_longer_file_is_refused(upload, stored, size):
    answer = upload(padded(size).encode())
    assert answer.status_code == 413
    assert "400,000 bytes (400 kB)" in answer.text
    assert stored() == 0


def test_a_file_up_to_the_limit_is_read(upload, stored):
    assert upload(padded(LIMIT).encode()).status_code == 303
    assert stored() == 1


@pytest.mark.parametrize("address", ["/api/v1/records", "/api/v1/review"])
@pytest.mark.parametrize("size", [LIMIT + 1, 600_000, 20_000_000])
def test_the_api_refuses_a_longer_text(client, stored, address, size):
    answer = client.post(address, data=padded(size))
    assert answer.status_code == 413
    assert answer.json["errors"][0]["code"] == "request-entity-too-large"
    assert "400,000" in answer.json["errors"][0]["message"]
    assert stored() == 0


@pytest.mark.parametrize("size", [LIMIT - 1, LIMIT])
def test_the_api_reads_a_text_up_to_the_limit(client, stored, size):
    assert client.post("/api/v1/records", data=padded(size)).status_code == 201
    assert stored() == 1


def test_over_a_real_connection_the_refusal_arrives_even_when_the_sender_is_slow_to_read(server):
    connection = http.client.HTTPConnection(urlsplit(server).netloc)
    connection.request("POST", "/api/v1/records", body=b"x" * 20_000_000, headers={"Content-Type": "text/plain"})
    answer = connection.getresponse()
    assert answer.status == 413
    assert b"400,000 bytes" in answer.read()
    connection.close()
