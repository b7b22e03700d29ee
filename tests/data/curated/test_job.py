"""A set is made by a worker beside the app: from the decisions of that moment, while people work on."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.campaigns.campaigns import Campaign
from data.curated.job import KIND, TABLES, place_of, start, zip_of
from data.curated.manifest import read_manifest
from data.curated.rebuilding import rebuild_set
from data.curated.writing import SetFormat, SetRequest, set_facts, write_set
from data.jobs.job import Job, work
from data.jobs.jobs import create, jobs, status
from data.jobs.records import JobState
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import decision, ids_of

REQUEST = SetRequest("reviews 1", SetFormat.CSV)


def asked(store: Store, workspace: Workspace, request: SetRequest = REQUEST, **more: object) -> str:
    """The job as `start` leaves it, without its worker."""
    arguments = {"name": request.name, "form": request.form.value, "datasets": [], "campaigns": [], "names": False}
    id_ = create(workspace, KIND, request.name, arguments | more)
    store.copy_to(workspace.jobs / id_ / TABLES)
    return id_


def test_the_set_is_what_was_decided_when_it_was_asked_for(
    curated: Store, workspace: Workspace, tmp_path: Path
) -> None:
    before = write_set(curated, workspace, tmp_path / "now", REQUEST)
    job = asked(curated, workspace)
    cell = curated.cells()[0].cell
    curated.record([decision(ids_of(curated, cell)[20], Verdict.KEEP, "Dan", id="later")])  # while it is made
    seen: list[str] = []
    assert work(Job(workspace.jobs / job, lambda done, total, what: seen.append(what))) is JobState.DONE
    folder, manifest = read_manifest(workspace.exports / "reviews 1")
    assert manifest.files == before.manifest.files
    assert status(workspace, job).message == f"{before.samples} samples in {folder}"
    assert len(seen) > 8 and not (workspace.jobs / job / TABLES).exists()
    with ZipFile(zip_of(workspace.jobs / job, "reviews 1")) as archive:
        names = {name.removeprefix("reviews 1/") for name in archive.namelist()}
        assert names == {*manifest.files, "manifest.json"}
        assert archive.testzip() is None


def test_what_keeps_a_set_from_being_made_is_said(curated: Store, workspace: Workspace) -> None:
    gone = asked(curated, workspace)
    (workspace.jobs / gone / TABLES).unlink()
    strange = asked(curated, workspace, datasets=["nowhere"])
    mine = workspace.exports / "reviews 1"
    mine.mkdir(parents=True)
    (mine / "thesis.txt").write_text("years")
    taken = asked(curated, workspace)
    said = {}
    for job in (gone, strange, taken):
        assert work(Job(workspace.jobs / job)) is JobState.FAILED
        said[job] = status(workspace, job).error
    assert said[gone].startswith("The copied decisions for this set are missing; make the set again")
    assert said[strange] == "The data set 'nowhere' has no prepared samples; leave the data set out."
    assert "is not a curated set" in said[taken]
    with pytest.raises(BadInput, match="is not a curated set; give the set another name"):
        start(curated, workspace, REQUEST)
    assert (mine / "thesis.txt").read_text() == "years"


def test_two_clicks_make_one_set(curated: Store, workspace: Workspace) -> None:
    waiting = asked(curated, workspace)  # queued: nobody works on it yet
    assert start(curated, workspace, REQUEST) == waiting
    assert len(jobs(workspace)) == 1


@pytest.mark.parametrize("name", ["", "..", "../out", "/tmp/x", "a/b", ".hidden", "x" * 61, "ends.", "a\nb", "a\x00b"])
def test_a_set_lies_in_exports_and_nowhere_else(curated: Store, workspace: Workspace, name: str) -> None:
    there = len(jobs(workspace))
    with pytest.raises(BadInput, match="can't be the name of a set"):
        start(curated, workspace, replace(REQUEST, name=name))
    with pytest.raises(BadInput, match="can't be the name of a set"):
        place_of(workspace, name)
    assert len(jobs(workspace)) == there


def test_a_set_of_a_campaign_has_its_cells_and_its_quota(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    first, second = (progress.cell for progress in curated.cells())
    curated.set_campaign(Campaign("spring", (first.id,), quota=3))
    request = replace(REQUEST, campaigns=("Spring",))
    done = write_set(curated, workspace, tmp_path / "set", request)
    assert done.samples == curated.progress(first).collected
    assert [source.perturbation for source in done.manifest.cells] == [first.perturbation]
    facts = set_facts(curated, workspace, request)
    assert [progress.cell for progress in facts.cells] == [first]
    card = json.loads((done.folder / "card.json").read_text())
    assert card["cells"][0]["quota"] == 3
    assert rebuild_set(workspace, done.folder, tmp_path / "again").otherwise == ()
    assert (tmp_path / "again" / "card.json").read_text() == (done.folder / "card.json").read_text()
    with pytest.raises(BadInput, match="There is no campaign 'autumn'; campaigns: 'spring'"):
        write_set(curated, workspace, tmp_path / "other", replace(request, campaigns=("autumn",)))
    both = replace(request, datasets=(second.dataset,))
    assert write_set(curated, workspace, tmp_path / "both", both).samples > done.samples


Break = Callable[[Path, Workspace], None]


def _cut_judged(folder: Path, workspace: Workspace) -> None:
    path = next((folder / "judged").rglob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-40])


def _lose_samples(folder: Path, workspace: Workspace) -> None:
    next((folder / "samples").rglob("*.parquet")).unlink()


def _scribble_manifest(folder: Path, workspace: Workspace) -> None:
    (folder / "manifest.json").write_text('{"name": "x"}')


def _climb_out(folder: Path, workspace: Workspace) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"files": {"../../etc": "0"}}))


def _add_line(folder: Path, workspace: Workspace) -> None:
    with (folder / "decisions.jsonl").open("a") as file:
        file.write('{"id": "forged"}\n')


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_cut_judged, "differs from the manifest"),
        (_lose_samples, "differs from the manifest"),
        (_scribble_manifest, "manifest.json"),
        (_climb_out, "is outside the set"),
        (_add_line, "decisions.jsonl' differs from the manifest"),
    ],
)
def test_a_damaged_set_is_refused_and_nothing_is_left_behind(
    curated: Store, workspace: Workspace, tmp_path: Path, harm: Break, said: str
) -> None:
    done = write_set(curated, workspace, tmp_path / "set", REQUEST)
    harm(done.folder, workspace)
    with pytest.raises(BadInput, match=said):
        rebuild_set(workspace, done.folder, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert not list(workspace.root.glob(".set-*"))


def test_texts_that_are_gone_or_cut_are_named_when_a_set_is_written(
    curated: Store, workspace: Workspace, tmp_path: Path
) -> None:
    path = curated.files(curated.cells()[0].cell)[0]
    whole = path.read_bytes()
    for content in (whole[: len(whole) // 2], b"", None):
        path.write_bytes(content) if content is not None else path.unlink()
        with pytest.raises(BadInput, match=str(path.name)):
            write_set(curated, workspace, tmp_path / "set", REQUEST)
        assert not (tmp_path / "set").exists()
    path.write_bytes(whole)
    done = write_set(curated, workspace, tmp_path / "set", REQUEST)
    path.unlink()  # the same design makes it again
    assert rebuild_set(workspace, done.folder, tmp_path / "again").otherwise == ()


def test_a_set_is_made_again_where_the_database_was_lost(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    done = write_set(curated, workspace, tmp_path / "set", REQUEST)
    curated.close()
    workspace.database.write_bytes(b"garbage" * 5000)
    Store.rebuild(workspace)
    with closing(Store.open(workspace)) as store:
        assert write_set(store, workspace, tmp_path / "later", REQUEST).manifest.files == done.manifest.files
