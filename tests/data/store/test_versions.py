"""A workspace of an earlier version opens with nothing lost; what a newer one wrote is left alone."""

import json
import re
import struct
import subprocess
import sys
from contextlib import closing

import duckdb
import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.campaigns.campaigns import Campaign
from curation.order import Order, OrderStrategy
from curation.quality.gold import QualityRules
from curation.resolve import CandidateStatus
from data.store import Store
from data.store.settings.campaign_log import FILE as CAMPAIGNS
from data.workspace import PROJECT, Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job

# What version 9 wrote: three decisions, a campaign, a quota, two orders.
DECISIONS = r"""
{"id":"d0","candidate_id":"8911b9eb448b24215566","annotator":"ann","verdict":"keep","at":"2026-01-01T00:00:00+00:00",\
"label":"","reason":"","note":"","milliseconds":0,"hints_visible":true,"undoes":"","second":false,"settles":false,\
"probe":false,"propensity":0.0,"drawn_from":0,"prev":"0000000000000000","sum":"a3849475b3489fa0"}
{"id":"d1","candidate_id":"8af07d171c7929e6b522","annotator":"ann","verdict":"discard",\
"at":"2026-01-01T00:00:00+00:00","label":"","reason":"no sense","note":"","milliseconds":0,"hints_visible":true,\
"undoes":"","second":false,"settles":false,"probe":false,"propensity":0.0,"drawn_from":0,"prev":"a3849475b3489fa0",\
"sum":"a5b68006197d7f6c"}
{"id":"d2","candidate_id":"ea32fa6b8e06e57d0f4b","annotator":"bob","verdict":"relabel",\
"at":"2026-01-01T00:00:00+00:00","label":"place","reason":"","note":"a \u00e9","milliseconds":0,"hints_visible":true,\
"undoes":"","second":true,"settles":false,"probe":false,"propensity":0.0,"drawn_from":0,"prev":"a5b68006197d7f6c",\
"sum":"e059b2442e4b9bc0"}
"""
CAMPAIGN = r"""{"name":"First","cells":["a3844b75d16a2718d960"],"quota":3,"judgements":1,"share":1.0,"seed":1,\
"hints":"shown","guidelines":"","state":"set up","archived":false}""".replace("\\\n", "")
VERSION = rf"""
{{"at":"2026-11-26T01:23:12.654254+00:00","by":"Ann","campaign":{CAMPAIGN},"prev":"0000000000000000",\
"sum":"8fd7da68ab666e81"}}
"""
SETTINGS = {
    "campaign 38883163f617d89ada6e": CAMPAIGN,
    "order of 5243f02b10c800359e41": "best first, not used yet",
    "order of a3844b75d16a2718d960": '{"best_first":false,"served":false,"triage":true,"triaged":false,"share":0.2}',
    "quality": '{"majority":true,"gold_percent":0,"gold_seed":0,"gold":{}}',
    "quota": "77",
}
OPEN = """
import sys
from pathlib import Path
from core.errors import BadInput
from data.store import Store
from data.workspace import Workspace
try:
    Store.open(Workspace(Path(sys.argv[1])))
except BadInput as error:
    print(error)
"""


def lines(text: str) -> str:
    return text.lstrip().replace("\\\n", "")


def write_earlier(workspace: Workspace) -> Workspace:
    """A workspace as version 9 left it: its files, and a database with migrations."""
    workspace.prepare()
    write_job(workspace, range(4))
    write_job(workspace, range(4), OTHER, "job-2")
    workspace.journal.write_text(lines(DECISIONS))
    (workspace.root / CAMPAIGNS).write_text(lines(VERSION))
    (workspace.root / "settings.json").write_text(json.dumps(SETTINGS))
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute("create table migrations (name varchar, applied timestamp)")
        connection.execute("insert into migrations values ('0001_tables', null), ('0009_propensity', null)")
        connection.execute("create table decisions (number bigint, id varchar primary key)")
    return workspace


SEAL = re.compile(r',"prev":"[0-9a-f]{16}","sum":"[0-9a-f]{16}"')


@pytest.fixture(params=["with checksums", "without"])
def earlier(workspace: Workspace, request: pytest.FixtureRequest) -> Workspace:
    """The same, for a test; and one whose logs are from before they had checksums."""
    written = write_earlier(workspace)
    if request.param == "without":
        for path in (written.journal, written.root / CAMPAIGNS):
            path.write_text(SEAL.sub("", path.read_text()))
    return written


def test_a_workspace_of_an_earlier_version_opens_with_nothing_lost(earlier: Workspace) -> None:
    for _ in range(2):
        with closing(Store.open(earlier)) as store:
            assert [(d.id, d.verdict, d.note, d.second) for d in store.decisions(CELL)] == [
                ("d0", Verdict.KEEP, "", False),
                ("d1", Verdict.DISCARD, "", False),
                ("d2", Verdict.RELABEL, "a é", True),
            ]
            outcomes = store.outcomes(OTHER)  # the same texts
            assert {one.standing for one in outcomes.values()} == {
                CandidateStatus.KEPT, CandidateStatus.DISCARDED, CandidateStatus.RELABELLED
            }  # fmt: skip
            assert (store.quota(), store.quality().majority) == (77, True)
            assert store.orders() == {CELL: Order(True), OTHER: Order(triage=True)}
            assert store.campaigns() == [Campaign("First", (OTHER.id,), quota=3)]
            assert [version.by for version in store.campaign_versions(store.campaign(OTHER))] == ["Ann"]
            assert store.orders()[OTHER].way is OrderStrategy.TRIAGE
    assert not (earlier.root / "settings.json").exists()
    [kept] = earlier.root.glob("flinch.replaced-*.duckdb")
    with duckdb.connect(str(kept)) as connection:
        assert connection.execute("select count(*) from migrations").fetchall() == [(2,)]


@pytest.mark.parametrize("said", ["", "nonsense", "[]", "null"])
def test_settings_of_an_earlier_version_that_are_damaged_are_not_passed_over(earlier: Workspace, said: str) -> None:
    (earlier.root / "settings.json").write_text(said)
    with pytest.raises(BadInput, match=r"settings\.json' can't be read .*; restore a copy or delete it"):
        Store.open(earlier)
    (earlier.root / "settings.json").write_text(
        '{"quota": "many", "quality": "{}", "mood": "good", "order of x": "none"}'
    )
    with closing(Store.open(earlier)) as store:
        assert (store.quota(), store.quality()) == (200, QualityRules())


def test_building_it_again_does_not_let_another_process_in(earlier: Workspace) -> None:
    with closing(Store.open(earlier)):
        tried = subprocess.run([sys.executable, "-c", OPEN, earlier.root], cwd=PROJECT, capture_output=True, text=True)
    assert "in use by another process" in tried.stdout, tried.stderr


@pytest.mark.parametrize(
    "newer",
    ["update layout set version = 9999", "drop table layout; create table migrations as select '9999_later' as name"],
)
def test_a_database_of_a_newer_version_is_left_alone(workspace: Workspace, newer: str) -> None:
    Store.open(workspace).close()
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute(newer)
    with pytest.raises(BadInput, match=r"newer Flinch \(version 9999 .*\); update"):
        Store.open(workspace)


def test_a_database_of_another_program_is_left_alone(workspace: Workspace) -> None:
    workspace.prepare()
    with duckdb.connect(str(workspace.database)) as connection:
        connection.execute("create table sales (id integer)")
    with pytest.raises(
        BadInput, match=r"is a database of another program; move it away, then run `python cli.py doctor --rebuild`"
    ):
        Store.open(workspace)


@pytest.fixture
def old(workspace: Workspace) -> Workspace:
    """A workspace with a decision in it, closed."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(3)))
        store.record([decision(candidate(0).id, id="kept")])
    return workspace


def test_a_file_of_a_newer_duckdb_is_left_alone(old: Workspace) -> None:
    with old.database.open("r+b") as file:
        header = bytearray(file.read(4096))
        header[12:20] = (9999).to_bytes(8, "little")  # the storage version, after the checksum and "DUCK"
        header[:8] = checksum(header[8:]).to_bytes(8, "little")
        file.seek(0)
        file.write(header)
    with pytest.raises(BadInput, match=r"newer DuckDB; update"):
        Store.open(old)


def checksum(block: bytes | bytearray) -> int:
    """DuckDB's own over one of its blocks: each 64-bit word times a constant, all of them xored."""
    total = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        total ^= word * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    return total
