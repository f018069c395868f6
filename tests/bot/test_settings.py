"""Settings: accepted values, and errors for invalid ones."""

from pathlib import Path

import pytest

from bot import settings
from bot.settings import SettingsError
from bot.store import address

NAMES = (
    "HALMA_SHARDS",
    "HALMA_FOLDER",
    "DISCORD_TOKEN",
    "HALMA_DATABASE",
    "HALMA_COMPUTERS",
    "HALMA_LOG_LEVEL",
    "HALMA_LOG_FORMAT",
    "HALMA_METRICS",
    "HALMA_OPERATOR",
    "HALMA_CONTACT",
)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_every_setting_has_a_default() -> None:
    loaded = settings.load_settings()
    assert loaded.token is None
    assert loaded.database == "sqlite+aiosqlite:///data/halma.sqlite3"
    assert loaded.log_level == "info"
    assert loaded.computers == 1


def test_settings_are_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " abc.def-ghi_j \n")
    monkeypatch.setenv("HALMA_DATABASE", str(tmp_path / "my games?.db"))
    monkeypatch.setenv("HALMA_LOG_LEVEL", "WARNING")
    monkeypatch.setenv("HALMA_COMPUTERS", "0")
    loaded = settings.load_settings()
    assert loaded.token == "abc.def-ghi_j"
    assert loaded.database == address(tmp_path / "my games?.db")
    assert loaded.log_level == "warning"
    assert loaded.computers == 0


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        (" [::1]:80 ", ("::1", 80)),
        ("OFF", None),
        ("", None),
    ],
)
def test_an_address_for_metrics_is_parsed(
    monkeypatch: pytest.MonkeyPatch, message: str, place: tuple[str, int] | None
) -> None:
    monkeypatch.setenv("HALMA_METRICS", message)
    assert settings.load_settings().metrics == place


@pytest.mark.parametrize(
    ("message", "shards", "sign"),
    [
        ("", None, "halma.sqlite3"),
        ("0/1", ((0,), 1), "halma.sqlite3-0"),
        ("4-6,1/8", ((1, 4, 5, 6), 8), "halma.sqlite3-1"),
    ],
)
def test_the_shards_of_a_process_are_parsed(
    monkeypatch: pytest.MonkeyPatch, message: str, shards: object, sign: str
) -> None:
    monkeypatch.setenv("HALMA_SHARDS", message)
    loaded = settings.load_settings()
    assert (loaded.shards, loaded.heartbeat_path.name) == (shards, sign)


@pytest.mark.parametrize(
    "contact",
    ["ada.lovelace+halma@mail.example.org", "https://discord.gg/aBc12", "https://example.org"],
)
def test_the_operator_and_their_address_are_read(
    monkeypatch: pytest.MonkeyPatch, contact: str
) -> None:
    monkeypatch.setenv("HALMA_OPERATOR", " Halma-Club Zürich & Söhne ")
    monkeypatch.setenv("HALMA_CONTACT", contact)
    assert settings.load_settings().run_by == ("Halma-Club Zürich & Söhne", contact)


def test_an_empty_setting_is_the_same_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "  ")
    assert settings.load_settings() == settings.Settings()
    assert settings.load_settings().token is None


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_around_a_value_are_removed(monkeypatch: pytest.MonkeyPatch, quote: str) -> None:
    """As Compose and systemd do; `docker run --env-file` hands them over."""
    monkeypatch.setenv("DISCORD_TOKEN", f"{quote}abc.def{quote}")
    monkeypatch.setenv("HALMA_DATABASE", f"{quote}{quote}")
    loaded = settings.load_settings()
    assert loaded.token == "abc.def"
    assert loaded.path == Path("data/halma.sqlite3")


def test_the_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "s3cret")
    assert "s3cret" not in repr(settings.load_settings())


def test_a_variable_may_be_named_in_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("halma_computers", "3")
    assert settings.load_settings().computers == 3


def test_a_home_folder_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALMA_DATABASE", "~/halma.sqlite3")
    assert settings.load_settings().path == Path.home() / "halma.sqlite3"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_database_server_can_be_used_and_its_password_is_never_printed(
    monkeypatch: pytest.MonkeyPatch, scheme: str, tmp_path: Path
) -> None:
    monkeypatch.setenv(
        "HALMA_DATABASE", f"{scheme}://halma:s3cret@db.example/games?sslmode=require"
    )
    monkeypatch.setenv("HALMA_FOLDER", str(tmp_path))
    loaded = settings.load_settings()
    assert loaded.database == f"{scheme}://halma:s3cret@db.example/games?sslmode=require"
    assert loaded.path == tmp_path / "games"
    assert "s3cret" not in repr(loaded)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "s3cret two words"),
        ("DISCORD_TOKEN", "s3cret\x1b[2J"),
        ("DISCORD_TOKEN", "s3crét"),
        ("HALMA_DATABASE", "mysql://s3cret@host/db"),
        ("HALMA_DATABASE", "postgresql://s3cret\n@host/db"),
        ("HALMA_FOLDER", "s3\ncret"),
        ("HALMA_SHARDS", "s3cret"),
        ("HALMA_SHARDS", "0-4/4"),
        ("HALMA_SHARDS", "3-2/4"),
        ("HALMA_SHARDS", "0"),
        ("HALMA_SHARDS", "/4"),
        ("HALMA_FOLDER", "file://s3cret"),
        ("HALMA_DATABASE", "s3cret/"),
        ("HALMA_DATABASE", "a\ns3cret"),
        ("HALMA_DATABASE", "~nobody-of-that-name-s3cret/x"),
        ("HALMA_DATABASE", ":memory:"),
        ("HALMA_LOG_LEVEL", "s3cret"),
        ("HALMA_COMPUTERS", "s3cret"),
        ("HALMA_COMPUTERS", "-1"),
        ("HALMA_LOG_FORMAT", "s3cret"),
        ("HALMA_METRICS", "s3cret"),
        ("HALMA_METRICS", "s3cret:9464"),
        ("HALMA_METRICS", "127.0.0.1:99999"),
        ("HALMA_METRICS", "127.0.0.1"),
        ("HALMA_OPERATOR", "s3cret\nclub"),
        ("HALMA_OPERATOR", "s3cret" * 17),
        ("HALMA_CONTACT", "s3cret"),
        ("HALMA_CONTACT", "http://s3cret.example"),
        ("HALMA_CONTACT", "https://s3cret"),
        ("HALMA_CONTACT", "https://s3cret.example/>@everyone"),
        ("HALMA_CONTACT", "https://s3cret.example/`"),
        ("HALMA_CONTACT", "s3cret`@example.org"),
        ("HALMA_CONTACT", "s3cret@example.org and more"),
        ("HALMA_CONTACT", "s3cret@" + "example." * 30 + "org"),
    ],
)
def test_an_invalid_setting_is_named_without_repeating_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        settings.load_settings()
    message = str(refused.value)
    assert message.startswith(f"{name} ")
    assert message.endswith(".")
    assert "s3cret" not in message
    assert refused.value.__context__ is None


def test_all_invalid_settings_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "no good\n/")
    with pytest.raises(SettingsError) as refused:
        settings.load_settings()
    assert all(name in str(refused.value) for name in NAMES)


@pytest.mark.parametrize("mark", ["\ufeff", "\udcef\udcbb\udcbf"])
@pytest.mark.parametrize(
    ("name", "value"),
    [("DISCORD_TOKEN", "abc"), ("HALMA_SHARDS", "0/2"), ("HALMA_DATABASE", "d.db")],
)
def test_a_byte_order_mark_before_the_first_variable_is_skipped(
    monkeypatch: pytest.MonkeyPatch, mark: str, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    expected = settings.load_settings()
    monkeypatch.delenv(name)
    assert settings.load_settings() != expected
    monkeypatch.setenv(mark + name, value)
    assert settings.load_settings() == expected


@pytest.mark.parametrize(
    "text",
    ["0-9999999/10000000", "0-10000/10001", "0-99999999999/4", "0/10000000", f"0-{10**30}/4"],
)
def test_more_than_ten_thousand_shards_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("HALMA_SHARDS", text)
    with pytest.raises(SettingsError, match="HALMA_SHARDS"):
        settings.load_settings()


@pytest.mark.parametrize("password", ["x@Secretpart", "100%Secretpart", "Secret part", "a/Secret"])
def test_a_password_that_is_not_encoded_is_refused_with_what_to_write(
    monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    monkeypatch.setenv("HALMA_DATABASE", f"postgresql://halma:{password}@localhost/halma")
    with pytest.raises(SettingsError) as refused:
        settings.load_settings()
    assert "write @ as %40" in str(refused.value)
    assert "ecret" not in str(refused.value)


def test_a_file_sets_what_the_environment_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "env"
    file.write_bytes(
        b"\xef\xbb\xbf# settings\nDISCORD_TOKEN=abc.def\nHALMA_LOG_LEVEL='debug'\n"
        b"HALMA_COMPUTERS=\nHALMA_DATABASE=postgresql://halma:p%23$x@db/halma\n"
    )
    monkeypatch.setenv("HALMA_LOG_LEVEL", "error")
    for name in ("DISCORD_TOKEN", "HALMA_DATABASE"):
        monkeypatch.setenv(name, " ")
    assert settings.differing_names(file) == ["DISCORD_TOKEN", "HALMA_LOG_LEVEL", "HALMA_DATABASE"]
    assert settings.use_file(file) is None
    read = settings.load_settings()
    assert read.token == "abc.def"
    assert read.log_level == "error"
    assert read.where == "postgresql://halma:p%23$x@db/halma"
    assert settings.differing_names(file) == ["HALMA_LOG_LEVEL"]


def test_an_unreadable_file_of_settings_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "none") in str(settings.use_file(tmp_path / "none"))
    (tmp_path / "odd").write_bytes(b"HALMA_OPERATOR=\xff\xfe")
    assert "cannot be read" in str(settings.use_file(tmp_path / "odd"))


def test_a_file_cannot_switch_the_c_module_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "env"
    file.write_text("HALMA_SPEEDUPS=0\n", "utf-8")
    monkeypatch.delenv("HALMA_SPEEDUPS", raising=False)
    assert "only in the environment" in str(settings.use_file(file))
    monkeypatch.setenv("HALMA_SPEEDUPS", "0")
    assert settings.use_file(file) is None
