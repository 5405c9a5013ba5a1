"""A campaign whose record and views are in PostgreSQL: every command, two people, every failure."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.campaigns import copy_of
from tests.cli.shell import EXAMPLES, HALL, Shell, campaign
from tests.console import surroundings
from tests.servers import Local


@pytest.fixture
def shell(tmp_path: Path, postgres: str) -> Shell:
    """A campaign of Ash and Iron on a server: 13 lines."""
    return on_server(tmp_path, postgres)


def on_server(folder: Path, url: str) -> Shell:
    """A campaign of Ash and Iron on a server."""
    done(Shell(folder), f"new Winter --game mortisphere --ledger '{url}'")
    shell = Shell(folder / "winter")
    for crew in ("ash", "iron"):
        done(shell, f"crew import '{EXAMPLES / crew}.toml'")
    return shell


def done(shell: Shell, line: str, **env: str) -> str:
    """What a command prints that must end well."""
    came = shell(line, **env)
    assert came.code == 0, came.err
    return came.out


@pytest.fixture
def battle(shell: Shell) -> Shell:
    """That campaign with a battle open and its first Clash fought."""
    done(shell, f"battle open last-granary Ash Iron {HALL}")
    shell.do("c sura vs unit; rd unit; 5 3")
    return shell


def test_the_folder_holds_neither_record_nor_views(shell: Shell, postgres: str) -> None:
    """Settings and keys; the server has two schemas for the campaign."""
    assert sorted(path.name for path in shell.folder.iterdir()) == ["acta.toml", "keys"]
    assert f'ledger = "{postgres}"' in (shell.folder / "acta.toml").read_text("utf-8")
    assert done(shell, "status").splitlines()[1] == f"ledger: {postgres}, 13 lines · Ana acts"


def test_a_battle_is_played_as_it_is_in_a_file(battle: Shell, tmp_path: Path) -> None:
    """The same lines come of the same words, to the byte of what is told."""
    (tmp_path / "file").mkdir()
    file = campaign(tmp_path / "file", f"last-granary Ash Iron {HALL}")
    file.do("c sura vs unit; rd unit; 5 3")
    for each in (battle, file):
        done(each, "undo")
        done(each, "redo")
        each.do("hold kiln")
    for question in (
        "log --all", "crew list", "crew show ash", "member show sura", "standings", "season",
        "next", "battle show", "battle list", "log --dice", "replay", "house list", "audit",
        "export replay --as text", "crew show ash --json", "stats", "stats --crew ash --json",
        "stats --battle 1", "records", "export csv --table members",
        "export csv --table deeds", "export csv --table parts",
    ):  # fmt: skip
        assert done(battle, question) == done(file, question), question


def test_views_are_kept_on_the_server(battle: Shell, server: Local) -> None:
    """Each reading catches up; what was taken back is forgotten; they may be dropped."""
    before = done(battle, "member show unit")
    done(battle, "undo")
    assert "battles 1" in done(battle, "member show unit")
    done(battle, "redo")
    assert done(battle, "member show unit") == before
    ((schema,),) = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '_views$'")
    crews = f"SELECT name FROM {schema}.crews ORDER BY 1"  # noqa: S608  a name of ours
    assert server.execute(crews) == [("Ash",), ("Iron",)]
    server.execute(f"DROP SCHEMA {schema} CASCADE")
    came = battle("member show unit")
    assert (came.code, came.out) == (0, before)
    assert "has been made anew from the ledger" in came.err
    assert done(battle, "rebuild").startswith("views made anew from")


def test_a_view_that_somebody_changed_is_stale(battle: Shell, server: Local) -> None:
    """The audit compares those on the server with a rebuild, and changes nothing."""
    done(battle, "standings")
    ((schema,),) = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '_views$'")
    changed = f"UPDATE {schema}.sides SET rating = 99 WHERE name = 'Ash'"  # noqa: S608  ours
    server.execute(changed)
    came = battle("audit --json").json()
    assert came["verdict"] == "clean, with notes"
    assert [each["kind"] for each in came["findings"]] == ["StaleView"]
    found = f"SELECT rating FROM {schema}.sides WHERE name = 'Ash'"  # noqa: S608  ours
    assert server.execute(found) == [(99,)]


def test_the_searched_view_is_audited_too(battle: Shell, server: Local) -> None:
    """It is there once somebody searched; `acta rebuild` mends it."""
    done(battle, "search ash")
    ((schema,),) = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '_views$'")
    server.execute(f"DELETE FROM {schema}.sought_lines")  # noqa: S608  ours
    assert "StaleView at search" in done(battle, "audit")
    done(battle, "rebuild")
    assert done(battle, "audit").startswith("clean: ")


def test_receipts_bundles_and_backups(battle: Shell, tmp_path: Path) -> None:
    """The record leaves the server, and comes in again elsewhere, to the byte."""
    short = done(battle, "sign --short").strip()
    assert "holds" in done(battle, f"audit --receipt '{short}'")
    done(battle, f"export bundle -o '{tmp_path / 'b.bundle'}'")
    made = done(Shell(tmp_path), f"import '{tmp_path / 'b.bundle'}' --at copy --yes")
    assert made.startswith("made the campaign in copy:")
    copy = Shell(tmp_path / "copy")
    assert done(copy, "log --all") == done(battle, "log --all")
    backup = done(battle, f"backup '{tmp_path / 'backup.db'}' --json")
    shutil.copy(tmp_path / "backup.db", tmp_path / "copy" / "ledger.db")
    assert done(copy, "log --all") == done(battle, "log --all")
    assert json.loads(done(copy, "backup x.db --json"))["root"] == json.loads(backup)["root"]
    copy.do("hold kiln")
    done(copy, f"export bundle -o '{tmp_path / 'c.bundle'}'")
    assert "it would add:" in done(battle, f"import '{tmp_path / 'c.bundle'}'")
    done(battle, f"import '{tmp_path / 'c.bundle'}' --yes")
    assert done(copy, "log --all") == done(battle, "log --all")


def test_a_bundle_makes_a_campaign_on_a_server(tmp_path: Path, postgres: str) -> None:
    """With --ledger; where a campaign is already, it is moved, not made."""
    file = campaign(tmp_path)
    done(file, "export bundle -o ../b.bundle")
    done(Shell(tmp_path), f"import b.bundle --at there --ledger '{postgres}' --yes")
    there = Shell(tmp_path / "there")
    assert done(there, "log") == done(file, "log")
    assert not (tmp_path / "there" / "ledger.db").exists()
    came = file(f"import ../b.bundle --ledger '{postgres}'")
    assert (came.code, "hint: acta move-ledger URL" in came.err) == (2, True)


def test_the_doctor_knows_the_server(shell: Shell) -> None:
    """Its version, whether lines outlive a power cut (this one's may not), what guards them."""
    came = shell("doctor")
    signs = dict(row.split(": ", 1) for row in came.lines)
    assert signs["server"].startswith("PostgreSQL ")
    assert signs["! durable"] == "fsync or full_page_writes is off"
    assert (signs["guards"], signs["links"], signs["lines"]) == ("hold", "hold", "13")
    assert signs["psycopg"]
    assert "journal" not in signs


# Two people


def test_two_folders_of_one_campaign(battle: Shell, tmp_path: Path) -> None:
    """Ben copies `acta.toml` into a folder of his own: each sees what the other records."""
    (tmp_path / "ben").mkdir()
    shutil.copy(battle.folder / "acta.toml", tmp_path / "ben" / "acta.toml")
    ben = Shell(tmp_path / "ben", by="Ben")
    ben.do("hold kiln")
    assert done(battle, "log --all --json") == done(ben, "log --all --json")
    assert json.loads(done(battle, "log 1 --json"))[-1]["by"] == "Ben"
    assert done(ben, "crew list") == done(battle, "crew list")
    assert dict(row.split(": ", 1) for row in ben("doctor").lines)["key"].startswith("none here")
    done(ben, "sign --short")
    assert "holds" in done(battle, "audit")


# Passwords and rights


@pytest.fixture
def locked(server: Local, postgres: str) -> Iterator[str]:
    """The URL of a user who is asked for a password: `s3cr:t@`."""
    assert postgres
    yield server.user("ana", "s3cr:t@")
    server.forget("ana")


def test_a_password_is_stored_nowhere(locked: str, tmp_path: Path) -> None:
    """It serves the command it was typed in; then PGPASSWORD or ~/.pgpass does."""
    typed = locked.replace("ana@", "ana:s3cr%3At%40@")
    came = Shell(tmp_path)(f"new Winter --game mortisphere --ledger '{typed}'")
    assert came.code == 0, came.err
    assert "the password of the URL is not stored" in came.err
    shell = Shell(tmp_path / "winter")
    files = [path for path in shell.folder.rglob("*") if path.is_file()]
    assert not [path for path in files if b"s3cr" in path.read_bytes()]
    assert "s3cr" not in came.out + came.err
    assert f"ledger: {locked}, 1 line" in done(shell, "status", PGPASSWORD="s3cr:t@")
    home = tmp_path / "home"
    home.mkdir()
    (home / ".pgpass").write_text(r"*:*:*:ana:s3cr\:t@" + "\n", "utf-8")
    (home / ".pgpass").chmod(0o600)
    done(shell, "crew list", HOME=str(home))


def test_a_wrong_password_and_none(locked: str, tmp_path: Path) -> None:
    """One sentence, a hint, exit 5; nothing is left of the folder."""
    shell = Shell(tmp_path)
    line = f"new Winter --game mortisphere --ledger '{locked}'"
    wrong = shell(line, PGPASSWORD="wrong", HOME=str(tmp_path))
    assert (wrong.code, wrong.out) == (5, "")
    assert wrong.err == (
        f"{locked} does not take this password\nhint: PGPASSWORD, or a row in ~/.pgpass\n"
    )
    none = shell(line, HOME=str(tmp_path))
    assert none.err.startswith(f"{locked} asks for a password\nhint: PGPASSWORD")
    assert none.code == 5
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_not_sent_in_the_clear(server: Local, postgres: str, tmp_path: Path) -> None:
    """Whoever's server asks for it so."""
    assert postgres
    url = server.user("bo", "secret", how="password")
    came = Shell(tmp_path)(f"new Winter --game mortisphere --ledger '{url}'", PGPASSWORD="secret")
    server.forget("bo")
    assert (came.code, "wants the password in the clear" in came.err) == (5, True)


def test_a_password_in_acta_toml_is_refused(shell: Shell) -> None:
    """Somebody typed it there: it is not used, and not shown."""
    path = shell.folder / "acta.toml"
    path.write_text(path.read_text("utf-8").replace("postgres@", "postgres:s3cret@"), "utf-8")
    came = shell("status")
    assert came.code == 2
    assert "holds a password, which is not used" in came.err
    assert "s3cret" not in came.out + came.err


def test_who_may_only_read_reads(shell: Shell, server: Local) -> None:
    """Views are made in memory then; a write is refused with a sentence."""
    url = server.user("eve", "eve", how="trust")
    schemas = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '^acta_'")
    for (schema,) in schemas:
        server.execute(
            f'GRANT USAGE ON SCHEMA "{schema}" TO eve',
            f'GRANT SELECT ON ALL TABLES IN SCHEMA "{schema}" TO eve',
        )
    path = shell.folder / "acta.toml"
    path.write_text(path.read_text("utf-8").replace("postgres@", "eve@", 1), "utf-8")
    came = shell("standings")
    assert (came.code, "the views were made in memory, for now" in came.err) == (0, True)
    came = shell("crew found Rust --player Eve")
    assert (came.code, "does not let this user do that; nothing was saved" in came.err) == (5, True)
    assert url.startswith("postgresql://eve@")
    server.forget("eve")


def test_two_users_share_views(shell: Shell, server: Local) -> None:
    """Whoever is granted the owner's role writes as the owner does."""
    server.user("ben", "ben", how="trust")
    server.execute("GRANT postgres TO ben")
    path = shell.folder / "acta.toml"
    before = path.read_text("utf-8")
    path.write_text(before.replace("postgres@", "ben@", 1), "utf-8")
    done(shell, "crew found Rust --player Ben")
    came = shell("standings")
    assert (came.code, came.err) == (0, "")
    path.write_text(before, "utf-8")
    done(shell, "crew found Dust --player Ana")
    came = shell("standings")
    assert (came.code, came.err) == (0, "")
    server.forget("ben")


# What went wrong, in one sentence


@pytest.mark.parametrize(
    ("url", "said", "hint"),
    [
        ("postgresql://ana@/db?host=/nowhere", "no server answers at ", "is the server running"),
        ("postgresql://127.0.0.1:1/db", "no server answers at ", "is the server running"),
        ("postgresql://nowhere.invalid/db", "there is no host as ", "is the server running"),
    ],
)
def test_a_server_that_is_away(tmp_path: Path, url: str, said: str, hint: str) -> None:
    """Exit 5; no folder is left."""
    came = Shell(tmp_path)(f"new Winter --game mortisphere --ledger '{url}'")
    assert (came.code, came.out) == (5, "")
    assert came.err.startswith(said)
    assert f"\nhint: {hint}" in came.err
    assert list(tmp_path.iterdir()) == []


def test_a_database_or_user_that_is_not_there(tmp_path: Path, server: Local) -> None:
    """The sentence says which; as JSON too."""
    shell = Shell(tmp_path)
    came = shell(f"new Winter --game mortisphere --ledger '{server.url_of('nothing')}'")
    assert (came.code, "has no such database" in came.err) == (5, True)
    url = server.url_of("postgres", "nobody")
    came = shell(f"new Winter --game mortisphere --ledger '{url}' --json")
    assert came.code == 5
    assert came.json()["error"]["kind"] == "storage"
    assert "knows no such user" in came.json()["error"]["message"]


def test_a_campaign_that_is_not_on_its_server(shell: Shell, server: Local) -> None:
    """Dropped by somebody, or another database: exit 5."""
    server.clear()
    for line in ("log", "crew list", "crew found Rust --player Cy", "audit"):
        came = shell(line)
        assert (came.code, "has no ledger of this campaign" in came.err) == (5, True), line


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("''", "is no URL of a PostgreSQL database"),
        ("mysql://host/db", "is no URL of a PostgreSQL database"),
        ("postgresql://host/a/b", "is no URL of a PostgreSQL database"),
        ("'postgresql://host/a\"b'", "is no URL of a PostgreSQL database"),
        ("'postgresql://host/db?options=-cfsync=off'", "a ledger does not say options"),
        ("'postgresql://host/db?passfile=/tmp/x'", "a ledger does not say passfile"),
        ("'postgresql://host/db?service=x'", "a ledger does not say service"),
    ],
)
def test_a_url_that_leads_nowhere(tmp_path: Path, url: str, said: str) -> None:
    """Exit 2: nothing was made."""
    came = Shell(tmp_path)(f"new Winter --game mortisphere --ledger {url}")
    assert (came.code, came.out) == (2, "")
    assert said in came.err
    assert list(tmp_path.iterdir()) == []


def test_without_the_driver(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra: the hint says how to get it."""
    monkeypatch.setitem(sys.modules, "domain.ledger.on_server", None)
    came = shell("log")
    assert came.code == 5
    assert came.err == (
        "a ledger in PostgreSQL needs the driver psycopg, which is not installed\n"
        "hint: pip install 'acta-mortis[postgres]'\n"
    )


# Following


@contextmanager
def following(folder: Path, words: str) -> Iterator[subprocess.Popen[str]]:
    """A program that follows the log."""
    program = subprocess.Popen(
        ["acta", *words.split()],
        cwd=folder,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


@pytest.mark.parametrize("kept", ["in a file", "on a server"])
def test_the_log_is_followed(kept: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """What there is, then each line as it comes, one line a line; Ctrl-C is exit 130."""
    file = kept == "in a file"
    shell = campaign(tmp_path) if file else request.getfixturevalue("shell")
    words = "log campaign --follow --json" if file else "log --follow --json"
    with following(shell.folder, words) as program:
        assert program.stdout is not None
        first = json.loads(program.stdout.readline())
        assert first["address"] == "campaign/1"
        there = len(shell(words.replace(" --follow", "")).json())
        for _ in range(there - 1):
            program.stdout.readline()
        done(shell, "crew found Rust --player Cy")
        said = [json.loads(program.stdout.readline()) for _ in range(1 if file else 2)]
        told = [line["told"] for line in said]
        assert told[-1] == "Rust, led by Cy, is in the campaign's list."
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
        assert (program.returncode, out) == (130, "")
        assert err.strip() == "interrupted; nothing was half written"


# Moving


def test_a_record_moves_to_the_server_and_back(tmp_path: Path, postgres: str) -> None:
    """Shown first, then done; every digest stays; the old ledger takes nothing more."""
    shell = campaign(tmp_path, f"last-granary Ash Iron {HALL}")
    note = done(shell, "sign --short").strip()
    path = shell.folder / "acta.toml"
    path.write_text(path.read_text("utf-8") + 'as = "Eva" # hers\n', "utf-8")
    before = path.read_text("utf-8")
    root = json.loads(done(shell, "backup b.db --json"))["root"]
    told = done(shell, "log --all --json")
    shown = done(shell, f"move-ledger '{postgres}'")
    assert "it would move 29 lines and 1 receipt" in shown
    assert path.read_text("utf-8") == before
    moved = json.loads(done(shell, f"move-ledger '{postgres}' --yes --json"))
    assert (moved["lines"], moved["added"], moved["receipts"]) == (29, 29, 1)
    assert (moved["root"], moved["done"]) == (root, True)
    assert path.read_text("utf-8") == before.replace('"ledger.db"', f'"{postgres}"')
    assert done(shell, "log --all --json") == told
    assert "holds" in done(shell, f"audit --receipt '{note}'")
    shell.do("c sura vs unit; rd unit; 5 3")
    (tmp_path / "late").mkdir()
    shutil.copytree(shell.folder, tmp_path / "late", dirs_exist_ok=True)
    (tmp_path / "late" / "acta.toml").write_text(before, "utf-8")
    late = Shell(tmp_path / "late")
    came = late("do c sura vs unit")
    assert (came.code, "is no longer written to" in came.err) == (5, True)
    done(late, f"move-ledger '{postgres}' --yes")
    assert done(late, "log --all") == done(shell, "log --all")
    back = done(shell, "move-ledger . --yes")
    assert "29 of the lines were there already" in back
    assert path.read_text("utf-8") == before
    assert "clean" in done(shell, "audit")
    came = late("undo")
    assert (came.code, "no longer written to" in came.err) == (5, True)


@pytest.mark.long
def test_numbers_and_data_of_a_season_are_those_of_its_file(tmp_path: Path, postgres: str) -> None:
    """Given twenty battles in a file; when moved to a server; then all data are the same bytes."""
    shell = copy_of("mortisphere", tmp_path / "year")
    looks = ("export json", "stats --json", "records --json", "standings --json", "stats --as html")
    before = [done(shell, look) for look in looks]
    done(shell, f"move-ledger '{postgres}' --yes")
    assert [done(shell, look) for look in looks] == before


def test_where_a_record_cannot_go(shell: Shell, tmp_path: Path, postgres: str) -> None:
    """Where it is, out of its folder, onto another record: nothing is moved."""
    came = shell(f"move-ledger '{postgres}'")
    assert (came.code, "is at " in came.err) == (2, True)
    came = shell(f"move-ledger '{tmp_path}'")
    assert (came.code, "is no folder of this campaign" in came.err) == (2, True)
    (shell.folder / "ledger.db").write_text("mine", "utf-8")
    came = shell("move-ledger . --yes")
    assert (came.code, "is no ledger" in came.err) == (5, True)
    assert (shell.folder / "ledger.db").read_text("utf-8") == "mine"
    done(shell, "crew found Rust --player Cy")


def test_a_chronicle_is_told_from_a_server(battle: Shell) -> None:
    """Deeds are kept in the views' schema: the battle is told, and audit and rebuild know them."""
    told = done(battle, "export chronicle --battle 1")
    assert "The campaign opened with “The Last Granary”: Ash met Iron" in told
    assert done(battle, "audit").startswith("clean")
    done(battle, "rebuild")
    assert done(battle, "export chronicle --battle 1") == told
