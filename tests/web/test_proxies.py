"""Reverse proxies: a visitor's address and the way to them are believed of as many as the settings name, no more."""

import pytest
from click.testing import CliRunner
from flask import Flask, request

from tests.web.conftest import close
from tests.web.people.test_people import PASSWORD, register, token
from tests.web.test_serving import free_port
from tutor import store
from tutor.cli import cli
from tutor.web import create_app
from tutor.web.settings import SettingError


@pytest.fixture
def make(tmp_path):
    """Make the app with settings of its own."""
    url = f"sqlite:///{tmp_path}/tutor.sqlite3"
    store.upgrade(url)
    made = []

    def do(**settings) -> Flask:
        own = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATABASE": url, "INSTANCE_PATH": str(tmp_path)}
        app = create_app({**own, **settings})
        app.add_url_rule("/address", view_func=lambda: f"{request.remote_addr} {request.scheme} {request.host}")
        made.append(app)
        return app

    yield do
    for app in made:
        close(app)


def seen(app: Flask, forwarded: str, **headers: str) -> str:
    """What the app takes for address, scheme and host of a request with this ``X-Forwarded-For``."""
    return app.test_client().get("/address", headers={"X-Forwarded-For": forwarded, **headers}).text


OTHERS = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}


def test_by_default_no_header_about_a_proxy_is_believed(make):
    assert seen(make(), "192.0.2.7", Forwarded="for=192.0.2.7;proto=https", **OTHERS) == "127.0.0.1 http localhost"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (1, "192.0.2.7", "192.0.2.7"),
        (1, "198.51.100.1, 192.0.2.7", "192.0.2.7"),
        (1, "198.51.100.1, 203.0.113.9, 2001:db8::7", "2001:db8::7"),
        (2, "198.51.100.1, 192.0.2.7, 203.0.113.9", "192.0.2.7"),
        (2, "192.0.2.7", "127.0.0.1"),
    ],
)
def test_of_each_proxy_that_is_named_one_address_is_believed_counted_from_the_last(make, proxies, forwarded, address):
    assert seen(make(PROXIES=proxies), forwarded).split()[0] == address


def test_of_a_proxy_the_way_is_believed_and_never_the_host(make):
    assert seen(make(PROXIES=1), "192.0.2.7", **OTHERS) == "192.0.2.7 https localhost"


def guess(app: Flask, forwarded: str, name: str) -> int:
    """Try a wrong password with a header about the address; gives the status."""
    client = app.test_client()
    fields = {"csrf_token": token(client), "name": name, "password": "wrong password"}
    return client.post("/people/sign-in", data=fields, headers={"X-Forwarded-For": forwarded}).status_code


def test_a_made_up_address_escapes_no_limit(make):
    app = make(SIGN_IN_LIMIT="3 per 15 minutes")
    assert [guess(app, f"192.0.2.{n}", f"Nobody {n}") for n in range(5)] == [422, 422, 422, 429, 429]


def test_behind_a_proxy_visitors_count_each_by_themselves_and_a_made_up_address_before_theirs_does_not_help(make):
    app = make(SIGN_IN_LIMIT="3 per 15 minutes", PROXIES=1)
    assert [guess(app, f"198.51.100.{n}, 192.0.2.7", f"Nobody {n}") for n in range(4)] == [422, 422, 422, 429]
    assert guess(app, "192.0.2.8", "Nobody 9") == 422


def test_addresses_of_one_network_of_ipv6_count_together_and_an_embedded_one_as_what_it_is(make):
    app = make(SIGN_IN_LIMIT="2 per 15 minutes", PROXIES=1)
    household = ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:1::3")
    assert [guess(app, address, f"Nobody {n}") for n, address in enumerate(household)] == [422, 422, 429]
    assert guess(app, "2001:db8:0:2::1", "Nobody 4") == 422
    mapped = ("::ffff:192.0.2.7", "192.0.2.7", "::ffff:192.0.2.7")
    assert [guess(app, address, f"Somebody {n}") for n, address in enumerate(mapped)] == [422, 422, 429]
    assert guess(app, "::ffff:192.0.2.8", "Somebody 4") == 422


def test_what_is_no_address_counts_as_one(make):
    app = make(SIGN_IN_LIMIT="1 per 15 minutes", PROXIES=1)
    assert [guess(app, "nonsense", f"Nobody {n}") for n in range(2)] == [422, 429]


@pytest.mark.parametrize(("proxies", "way", "secure"), [(0, "https", False), (1, "http", False), (1, "https", True)])
def test_the_cookie_is_for_encrypted_ways_alone_where_it_was_given_on_one(make, proxies, way, secure):
    client = make(PROXIES=proxies).test_client()
    cookie = client.get("/people/sign-in", headers={"X-Forwarded-Proto": way}).headers["Set-Cookie"]
    assert ("Secure" in cookie) is secure
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_on_an_encrypted_way_a_form_is_taken_from_this_site_alone(make):
    client = make(PROXIES=1).test_client()
    headers = {"X-Forwarded-Proto": "https"}
    register(make().test_client())
    page = client.get("/people/sign-in", headers=headers, base_url="https://localhost").text
    given = page.split('name="csrf_token" value="')[1].split('"')[0]
    fields = {"csrf_token": given, "name": "Nora", "password": PASSWORD}
    for referrer, status in (("https://evil.example/", 400), ("https://localhost/people/sign-in", 303)):
        answer = client.post(
            "/people/sign-in", data=fields, headers={**headers, "Referer": referrer}, base_url="https://localhost"
        )
        assert answer.status_code == status
    page = client.get("/", headers=headers, base_url="https://localhost").text
    assert "<bdi>Nora</bdi>" in page


@pytest.mark.parametrize("value", ["-1", "10", "8000", "1.5", "true", "null", "yes", "", "127.0.0.1", '"1"', "[1]"])
def test_what_is_no_number_of_proxies_is_refused(make, monkeypatch, value):
    monkeypatch.setenv("DRAWBRIDGE_PROXIES", value)
    with pytest.raises(SettingError, match="DRAWBRIDGE_PROXIES is the number of reverse proxies"):
        make()


def test_the_number_of_proxies_is_read_from_the_environment(make, monkeypatch):
    monkeypatch.setenv("DRAWBRIDGE_PROXIES", "1")
    assert seen(make(), "192.0.2.7").split()[0] == "192.0.2.7"


@pytest.mark.parametrize("name", ["SIGN_IN_LIMIT", "SIGN_IN_NAME_LIMIT", "REGISTER_LIMIT", "PASSWORD_LIMIT"])
@pytest.mark.parametrize("value", ["lots", "15", "15 per 15 minutes; nonsense", ""])
def test_a_limit_that_cannot_be_read_is_refused_and_not_ignored(make, monkeypatch, name, value):
    monkeypatch.setenv(f"DRAWBRIDGE_{name}", value)
    with pytest.raises(SettingError, match=f"DRAWBRIDGE_{name} is a limit in words"):
        make()


@pytest.mark.parametrize("key", ["secret", "0", "123456789012345"])
def test_a_secret_key_that_can_be_guessed_is_refused_without_repeating_it(make, monkeypatch, key):
    monkeypatch.setenv("DRAWBRIDGE_SECRET_KEY", key)
    with pytest.raises(SettingError) as refused:
        make()
    assert str(refused.value) == "DRAWBRIDGE_SECRET_KEY has 16 characters or more, drawn at random."


def test_the_command_says_in_one_line_which_setting_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", f"sqlite:///{tmp_path}/tutor.sqlite3")
    monkeypatch.setenv("DRAWBRIDGE_PROXIES", "nginx")
    result = CliRunner().invoke(cli, ["serve", "--port", str(free_port())])
    assert result.exit_code == 1
    assert result.stderr == (
        "tutor serve: DRAWBRIDGE_PROXIES is the number of reverse proxies before the program, 0 to 9.\n"
    )
