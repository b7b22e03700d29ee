"""Every file of a workspace is damaged in many ways: the doctor calls none ok, and names the file and a way out."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest
from argon2 import PasswordHasher

from core.metrics.estimate import Estimate
from curation.campaigns.campaigns import Campaign
from curation.roles import TeamRole
from curation.study.results.needs import Handling
from data.accounts.accounts import Accounts
from data.secret import secret
from data.setup.doctor import WORKSPACE, looked
from data.store import Store
from data.store.health import Finding
from data.store.snapshots.daily import take_snapshot
from data.study.register import digest
from data.study_results.handling import StudyEvidence, move
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job
from tests.data.study.study_data import new_study, save_toy, walked
from tests.pages.heatmaps.finished_run import write_run

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with something of everything, all of it whole."""
    workspace = Workspace(tmp_path_factory.mktemp("made") / "workspace").prepare()
    save_toy(workspace)
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(30), hints=[hint(n, 0.5) for n in range(30)]))
        store.ingest(write_job(workspace, range(5), OTHER, "job-2"))
        store.record([decision(candidate(n).id, id=f"d{n}") for n in range(10)])
        store.set_quota(77)
        store.set_campaign(Campaign("Spring", (CELL.id,)), "Ada")
    write_run(workspace, ["thing"] * 4, ["thing", "place", "", "thing"])
    people = Accounts(workspace.root, hasher=CHEAP)
    people.join(people.set_up(), "Ada", "correct horse battery")
    people.join(people.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", "correct horse battery")
    move(workspace, "word_repetition", StudyEvidence(
        Handling.CURATE, "abc", "A study", Estimate(0.62, 80, 0.5, 0.73), datetime(2026, 3, 2, tzinfo=UTC)
    ))  # fmt: skip
    secret(workspace.root)
    study = new_study(workspace)
    for invited in study.invite(2):
        session = study.session(invited.token)
        assert session
        walked(session, 6)
    study.withdraw("P02")
    study.join(digest(study.open_link(1)), "a" * 32)
    take_snapshot(workspace)
    return workspace.root


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Workspace:
    """A copy of it under the same name, to be damaged."""
    shutil.copytree(made, tmp_path / "workspace")
    return Workspace(tmp_path / "workspace")


def findings(workspace: Workspace) -> list[Finding]:
    return [looked(check, workspace) for check in WORKSPACE]


def test_a_whole_workspace_has_nothing_wrong_with_it(copy: Workspace) -> None:
    assert [finding for finding in findings(copy) if not finding.ok or finding.remedy] == []


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def foreign(path: Path) -> None:
    path.write_bytes(PNG)


def flipped(path: Path) -> None:
    """One bit in the middle."""
    held = bytearray(path.read_bytes())
    held[len(held) // 2] ^= 1
    path.write_bytes(held)


def removed(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def unreadable(path: Path) -> None:
    path.chmod(0o000)


def for_everybody(path: Path) -> None:
    path.chmod(0o644)


def of_sqlite(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table decisions (id)")


def of_another_program(path: Path) -> None:
    path.unlink()
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table sales (id integer)")


def told(statement: str) -> Callable[[Path], None]:
    """The database after this statement, which DuckDB itself finds nothing wrong with."""

    def damage(path: Path) -> None:
        with duckdb.connect(str(path)) as connection:
            connection.execute(statement)

    return damage


def instead(old: str, new: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        told = path.read_text()
        assert old in told
        path.write_text(told.replace(old, new, 1))

    return damage


def of_a_sibling(path: Path) -> None:
    """The contents of another file of its kind."""
    other = next(one for one in sorted(path.parent.glob(f"*{path.suffix}")) if one != path)
    path.write_bytes(other.read_bytes())


ANY = (emptied, halved, foreign, flipped, a_folder)
FILES = {  # each file, and what is done to it beside the usual
    "accounts.json": (removed, for_everybody, unreadable, instead("annotator", "researcher")),
    "settings.jsonl": (removed, instead("77", "78"), unreadable),
    "handling.json": (instead("curate", "automatic"),),
    "withdrawn.jsonl": (removed, for_everybody),
    "campaigns.jsonl": (removed, unreadable),
    "secret.key": (removed, for_everybody),
    "decisions.jsonl": (removed, unreadable),
    "flinch.duckdb": (
        removed,
        unreadable,
        of_sqlite,
        of_another_program,
        told("update layout set version = 99"),
        told("delete from candidates where row_number = 3"),
        told("delete from candidates"),
        told("update candidates set sample_id = 'sample-1' where row_number = 3"),
        told("update candidates set gold_label = 'place' where row_number = 3"),
        told("delete from hints where part > 0"),
        told("delete from cells"),
        told("delete from files"),
        told("delete from decisions"),
        told("drop table decisions"),
    ),
    "datasets/toy/card.json": (removed, instead('"test": 60', '"test": 61')),
    "datasets/toy/test.parquet": (removed,),
    "datasets/toy/.sha256": (),
    "variants/job-1/*.parquet": (removed,),
    "runs/*/run.json": (removed,),
    "runs/*/predictions-cnn-original.parquet": (removed, of_a_sibling),
    "jobs/job-1/cells.json": (),
    "jobs/job-1/hints-*.parquet": (),
    "studies/*/study.toml": (removed, instead("Do you agree?", "Do you agre?")),
    "studies/*/items.jsonl": (removed,),
    "studies/*/assignment.json": (removed,),
    "studies/*/register.json": (removed, for_everybody, instead('"state": "open"', '"state": "closed"')),
    "studies/*/participants/P01.jsonl": (removed, for_everybody),
    "snapshots/*/snapshot.json": (removed,),
    "snapshots/*/decisions.jsonl": (removed,),
    "snapshots/*/accounts.json": (removed,),
    "snapshots/*/studies/*/items.jsonl": (removed,),
    "snapshots/*/studies/digests.json": (removed,),
}
DAMAGES = [
    pytest.param(
        name,
        damage,
        marks=() if damage is flipped or (name == "flinch.duckdb" and damage not in ANY) else pytest.mark.slow,
        id=f"{name} {damage.__name__} {n}",
    )
    for name, more in FILES.items()
    for n, damage in enumerate((*ANY, *more))
]


def test_there_are_forty_kinds_of_damage_and_more() -> None:
    assert len([damage for damage in DAMAGES if not damage.marks]) >= 40
    assert len(DAMAGES) >= 180


@pytest.mark.parametrize(("name", "damage"), DAMAGES)
def test_no_damage_is_called_ok(copy: Workspace, name: str, damage: Callable[[Path], None]) -> None:
    [path] = copy.root.glob(name) if "*" in name else [copy.root / name]
    damage(path)
    bad = [finding for finding in findings(copy) if not finding.ok]
    assert bad
    assert any(path.name in finding.summary + finding.remedy for finding in bad)
    assert all(finding.remedy for finding in bad)
