"""A curated set says what people made of it, can be made again byte for byte, and is evaluated on another machine."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import datasets
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from curation.order import OrderStrategy
from curation.quality.gold import QualityRules
from data.curated.importing import import_set
from data.curated.manifest import NAME, read_manifest
from data.curated.rebuilding import rebuild_set
from data.curated.writing import SetFormat, SetRequest, WrittenSet, write_set
from data.demo import ensure_demo
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import curated_of


def written(store: Store, workspace: Workspace, out: Path, form: SetFormat = SetFormat.PARQUET) -> WrittenSet:
    return write_set(store, workspace, out, SetRequest("reviews", form))


@pytest.mark.parametrize("form", SetFormat)
def test_a_set_is_read_by_datasets_and_made_again_byte_for_byte(
    curated: Store, workspace: Workspace, tmp_path: Path, form: SetFormat
) -> None:
    done = written(curated, workspace, tmp_path / "set", form)
    kept = sum(cell.collected for cell in curated.cells())
    assert done.samples == kept > 8
    if form is SetFormat.DATASETS:
        loaded = datasets.load_from_disk(str(done.folder / "data/demo-sentiment/test"))
    else:
        cache = str(tmp_path / "cache")
        loaded = datasets.load_dataset(str(done.folder), "demo-sentiment", cache_dir=cache)["test"]
    assert loaded.num_rows == kept
    assert {"original_text", "perturbed_text", "gold_label", "label"} <= set(loaded.column_names)
    again = rebuild_set(workspace, done.folder / NAME, tmp_path / "again")
    assert again.otherwise == ()
    assert again.same == len(done.manifest.data_files()) > 0
    assert (tmp_path / "again" / "README.md").read_text() == (done.folder / "README.md").read_text()


def test_people_are_called_by_pseudonyms_everywhere(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    done = written(curated, workspace, tmp_path / "set", SetFormat.JSONL)
    everything = b"".join(path.read_bytes() for path in done.folder.rglob("*") if path.is_file())
    assert not [name for name in (b"Ann Alp", b"Bea", b"Cem", b"=Ann") if name in everything]
    card = json.loads((done.folder / "card.json").read_text())
    assert [person["name"] for person in card["people"]] == ["A1", "A2", "A3"]
    rows = [json.loads(line) for line in (done.folder / "data/demo-sentiment/test.jsonl").read_text().splitlines()]
    assert {who for row in rows for who in row["annotators"]} == {"A1", "A2", "A3"}
    assert {row["settled_by"] for row in rows} == {"", "A3"}
    named = write_set(curated, workspace, tmp_path / "named", SetRequest("reviews", SetFormat.CSV, names=True))
    assert "Ann Alp" in (named.folder / "README.md").read_text()
    assert "Ann Alp" in (named.folder / "data/demo-sentiment/test.csv").read_text()


def test_the_card_counts_as_the_store_does(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    done = written(curated, workspace, tmp_path / "set")
    card = json.loads((done.folder / "card.json").read_text())
    for told, cell in zip(card["cells"], curated.cells(), strict=True):
        assert (told["kept"], told["relabelled"], told["discarded"], told["disputed"], told["checked"]) == (
            cell.kept, cell.relabelled, cell.discarded, cell.disputed, cell.checked
        )  # fmt: skip
        assert told["checked_per_kept"] == cell.checked / cell.collected
    assert card["looked_at"] == len({one.candidate_id for one in curated.judgements(list(curated.orders()))})
    assert card["seeds"] == [3]
    assert card["discard_reasons"] == {"no sense": 6}
    assert card["agreement"]["overlap"] == 8
    assert card["versions"]["perturbations"]
    text = (done.folder / "README.md").read_text()
    assert "| demo-sentiment | test | negation | PPS 1 |" in text
    assert "licence of the source: " in text
    assert "Krippendorff's alpha" in text


def test_what_differs_is_named(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    done = written(curated, workspace, tmp_path / "set", SetFormat.CSV)
    path = done.folder / NAME
    manifest = json.loads(path.read_text())
    place = "data/demo-sentiment/test.csv"
    changed = manifest | {
        "versions": manifest["versions"] | {"pyarrow": "1.0"},
        "files": manifest["files"] | {place: "0"},
    }
    path.write_text(json.dumps(changed))
    [said] = rebuild_set(workspace, path, tmp_path / "again").otherwise
    assert said.startswith(f"{place} has changed: pyarrow was 1.0 and is ")
    for cell in manifest["cells"]:
        cell["recipe"] |= {"seed": 4, "samples": "others"}
        cell["file"] = "variants/gone.parquet"
    path.write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="can't be rebuilt: other samples in test; use the workspace"):
        rebuild_set(workspace, path, tmp_path / "again")
    (done.folder / "decisions.jsonl").write_text("")
    with pytest.raises(BadInput, match=r"decisions\.jsonl.* differs from the manifest"):
        rebuild_set(workspace, path, tmp_path / "again")


def test_texts_of_earlier_perturbations_are_taken_where_they_are_kept(
    curated: Store, workspace: Workspace, tmp_path: Path
) -> None:
    done = written(curated, workspace, tmp_path / "set")
    path = done.folder / NAME
    manifest = json.loads(path.read_text())
    manifest["cells"][0]["recipe"]["code"] = "earlier"
    manifest["cells"][0]["file"] = "variants/gone.parquet"
    path.write_text(json.dumps(manifest))
    assert rebuild_set(workspace, path, tmp_path / "again").otherwise == ()  # they came out the same all the same


def test_a_majority_and_an_order_are_part_of_the_set(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    curated.set_quality(QualityRules(majority=True))
    curated.set_way(curated.cells()[0].cell, OrderStrategy.BEST_FIRST)
    curated.set_quota(50)
    done = written(curated, workspace, tmp_path / "set")
    assert rebuild_set(workspace, done.folder, tmp_path / "again").otherwise == ()
    cards = [json.loads((tmp_path / name / "card.json").read_text()) for name in ("set", "again")]
    assert cards[0] == cards[1]


@pytest.mark.parametrize("known", [True, False], ids=["the data set is there", "it is not"])
def test_a_set_is_brought_into_another_workspace(
    curated: Store, workspace: Workspace, tmp_path: Path, known: bool
) -> None:
    done = written(curated, workspace, tmp_path / "set")
    other = Workspace(tmp_path / "other").prepare()
    if known:
        ensure_demo(other)
    with closing(Store.open(other)) as store:
        came = import_set(store, other, done.folder)
        assert came.new_datasets == (() if known else ("demo-sentiment",))
        here, there = curated_of(curated), curated_of(store)
        assert {id_: sample.label for id_, sample in there.items()} == {id_: one.label for id_, one in here.items()}
        assert store.people() == {"reviews A1", "reviews A2", "reviews A3"}
        again = import_set(store, other, done.folder)
        assert (again.brought.fresh, again.brought.known) == ((), len(came.brought.fresh))
        back = write_set(store, other, tmp_path / "back", SetRequest("reviews"))
    names = ["candidate_id", "label", "relabelled", "original_text", "perturbed_text", "annotators", "settled_by"]
    tables = [pq.read_table(one.folder / "data/demo-sentiment/test.parquet", columns=names) for one in (done, back)]
    assert tables[0].sort_by("candidate_id").to_pylist() == tables[1].sort_by("candidate_id").to_pylist()


def test_a_set_meets_what_is_there(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    done = written(curated, workspace, tmp_path / "set")
    with pytest.raises(BadInput, match="import the file under the same names"):
        import_set(curated, workspace, done.folder)  # the decisions themselves are here, under their people's names
    other = Workspace(tmp_path / "other").prepare()
    shutil.copytree(workspace.datasets / "demo-questions", other.datasets / "demo-sentiment")
    card = other.datasets / "demo-sentiment" / "card.json"
    card.write_text(card.read_text().replace("demo-questions", "demo-sentiment"))
    with closing(Store.open(other)) as store, pytest.raises(BadInput, match=r"does not have .* samples of the"):
        import_set(store, other, done.folder)


def test_nothing_is_written_over(curated: Store, workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years")
    with pytest.raises(BadInput, match="is not a curated set"):
        written(curated, workspace, tmp_path / "mine")
    with pytest.raises(BadInput, match="There is no curated set in"):
        read_manifest(tmp_path / "mine")
    with pytest.raises(BadInput, match="The data set 'x' has no prepared samples"):
        write_set(curated, workspace, tmp_path / "set", SetRequest(datasets=("x",)))
    first = written(curated, workspace, tmp_path / "set")
    assert written(curated, workspace, tmp_path / "set").manifest == first.manifest


def test_there_is_no_set_of_nothing(workspace: Workspace, tmp_path: Path) -> None:
    with closing(Store.open(workspace)) as store, pytest.raises(BadInput, match="Nobody has kept"):
        written(store, workspace, tmp_path / "set")
    assert not (tmp_path / "set").exists()
