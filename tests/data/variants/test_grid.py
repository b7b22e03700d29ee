"""The grid of perturbed data sets: what is in the files, that the hub's library reads them, and what a kill leaves."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pyarrow.parquet as pq
import pytest

from core.design import Condition, order
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import find, perturbations
from core.records import DatasetCard, Sample, Task, TextField, candidate_id
from core.rewrite import Piece, Rewrite
from core.severity import Severity, Unit, pps
from core.text.entity_tags import followed
from data.datasets.stored import read_samples, save_dataset
from data.importing.files import import_file
from data.lexicon.resources import perturber
from data.variants.columns import rewrite_of, schema_of
from data.variants.export import FILES, perturb_dataset
from data.variants.files import finished
from data.variants.making import CHUNK_CHARACTERS, CHUNK_SAMPLES, chunks
from data.workspace import Workspace

ROOT = Path(__file__).parents[3]
TEXTS = (
    "Who wrote the long book about the sea?",
    "Where?",
    "It was a good film, and we don't regret the 12 dollars.",
    "the acting is really not bad at all .",
)


def single(n: int = 8, dataset: str = "ours", split: str = "test") -> list[Sample]:
    return [Sample(dataset, split, (TextField("text", f"{TEXTS[i % 4]} {i}"),), "yes") for i in range(n)]


def pairs(n: int = 6) -> list[Sample]:
    fields = [(TextField("first", TEXTS[i % 4]), TextField("second", f"{TEXTS[-1 - i % 4]} {i}")) for i in range(n)]
    return [Sample("pairs", "test", both, "no") for both in fields]


def tagged() -> list[Sample]:
    text, tags = "Anna Lee met Pierre near New York", ("B-PER", "I-PER", "O", "B-PER", "O", "B-LOC", "I-LOC")
    return [Sample("names", "test", (TextField("text", text),), "", i, tags) for i in range(5)]


def rows(folder: Path, name: str, severity: str, split: str = "test") -> list[dict[str, object]]:
    return pq.read_table(folder / name / severity / f"{split}.parquet").to_pylist()  # type: ignore[no-any-return]


def test_every_row_is_what_the_perturber_makes_of_the_sample(tmp_path: Path) -> None:
    samples = [*single(), *single(3, split="train")]
    grid = perturb_dataset(samples, tmp_path, perturbations=["word_deletion", "negation"], severities=[pps(2)])
    assert {file.place for file in grid.files} == {
        f"{name}/pps-2/{split}.parquet" for name in ("word_deletion", "negation") for split in ("test", "train")
    }
    for name in ("word_deletion", "negation"):
        for sample, row in zip(single(), rows(grid.folder, name, "pps-2"), strict=True):
            made = perturber().sample(sample, name, pps(2), 0)
            rewrite = made.rewrites[0].rewrite if made else Rewrite.of(sample.fields[0].text, ())
            assert row == {
                "id": sample.id,
                "order": order(sample.id, 0),
                "text": rewrite.perturbed,
                "original_text": sample.fields[0].text,
                "label": "yes",
                "perturbed": made is not None,
                "variant_id": candidate_id(sample.id, Condition(name, pps(2)), 0),
                "edits": len(rewrite.edits),
                "realised_severity": float(len(rewrite.edits)),
                "edits_text": [edit._asdict() for edit in rewrite.edits],
                "moved_text": [],
            }


def test_all_perturbations_at_their_papers_severities_and_every_row_adds_up(tmp_path: Path) -> None:
    grid = perturb_dataset(single(), tmp_path, workers=1)
    places = {f"{p.name}/{severity.key}/test.parquet" for p in perturbations() for severity in p.severities}
    assert {file.place for file in grid.files} == places
    for file in grid.files:
        read = rows(grid.folder, file.condition.perturbation, file.condition.severity.key)
        assert [row["id"] for row in read] == [sample.id for sample in single()]
        assert file.counts.perturbed == sum(row["perturbed"] is True for row in read)
        for row in read:
            source, edits = str(row["original_text"]), row["edits_text"]
            assert isinstance(edits, list)
            assert Rewrite.of(source, [Piece(**edit) for edit in edits]).perturbed == row["text"]
            assert row["perturbed"] == (row["text"] != source) == bool(edits)


def test_a_chain_is_one_condition(tmp_path: Path) -> None:
    chain = parse_condition("word_deletion@1,keyboard@10,word_order@1")
    grid = perturb_dataset(single(), tmp_path, perturbations=[chain.spelled], seed=4)
    [file] = grid.files
    assert file.condition == chain
    read = pq.read_table(grid.folder / file.place).to_pylist()
    for sample, row in zip(single(), read, strict=True):
        made = perturber().sample(sample, *chain, 4)
        assert row["text"] == (made.perturbed[0].text if made else sample.text)
        assert row["variant_id"] == candidate_id(sample.id, chain, 4)
        assert file_rewrite(row) == (made.rewrites[0].rewrite if made else Rewrite.of(sample.text, ()))


def file_rewrite(row: dict[str, object]) -> Rewrite:
    return rewrite_of(str(row["original_text"]), row["edits_text"], row["moved_text"])  # type: ignore[arg-type]


def test_moved_words_come_back_as_they_were_moved(tmp_path: Path) -> None:
    grid = perturb_dataset(single(), tmp_path, perturbations=["word_full_shuffle"], seed=2)
    severity = find("word_full_shuffle").severities[0]
    for sample, row in zip(single(), rows(grid.folder, "word_full_shuffle", severity.key), strict=True):
        made = perturber().sample(sample, "word_full_shuffle", severity, 2)
        assert file_rewrite(row) == (made.rewrites[0].rewrite if made else Rewrite.of(sample.text, ()))
        assert bool(row["moved_text"]) == (made is not None)


def test_pairs_are_perturbed_in_the_texts_that_are_named(tmp_path: Path) -> None:
    grid = perturb_dataset(pairs(), tmp_path / "both", perturbations="word_deletion")
    for severity in find("word_deletion").severities:
        for sample, row in zip(pairs(), rows(grid.folder, "word_deletion", severity.key), strict=True):
            made = perturber().sample(sample, "word_deletion", severity, 0)
            assert made is not None
            assert [row["first"], row["second"]] == [field.text for field in made.perturbed]
            assert row["edits"] == sum(len(rewrite.edits) for _, rewrite in made.rewrites)
    one = perturb_dataset(pairs(), tmp_path / "one", perturbations="word_deletion", fields=["second"])
    for row in rows(one.folder, "word_deletion", "pps-1"):
        assert row["first"] == row["original_first"]
        assert row["second"] != row["original_second"]


def test_what_both_texts_name_is_replaced_alike(tmp_path: Path) -> None:
    fields = (TextField("first", "Denver is in the west"), TextField("second", "Nobody left Denver with Mary Lawson."))
    sample = Sample("pairs", "test", fields, "no")
    for name in ("swap_named_entities", "prejudice"):
        grid = perturb_dataset([sample], tmp_path / name, perturbations=name)
        [row] = rows(grid.folder, name, find(name).severities[0].key)
        city = str(row["first"]).removesuffix(" is in the west")
        assert city != "Denver" and str(row["second"]).startswith(f"Nobody left {city} with ")
        made = perturber().sample(sample, name, find(name).severities[0], 0)
        assert made is not None and [row["first"], row["second"]] == [field.text for field in made.perturbed]


def test_tags_follow_and_the_old_ones_are_kept(tmp_path: Path) -> None:
    grid = perturb_dataset(tagged(), tmp_path, perturbations=["word_deletion"], seed=3)
    for sample, row in zip(tagged(), rows(grid.folder, "word_deletion", "pps-3"), strict=True):
        made = perturber().sample(sample, "word_deletion", pps(3), 3)
        assert made is not None
        assert row["tags"] == list(followed(made.rewrites[0].rewrite, sample.tags) or ())
        assert row["original_tags"] == list(sample.tags)
        assert len(str(row["text"]).split()) == 4


def test_tags_of_another_length_are_said_and_nothing_is_written(tmp_path: Path) -> None:
    short = Sample("names", "test", (TextField("text", "Anna Lee"),), "", tags=("B-PER",))
    with pytest.raises(BadInput, match="2 tokens has 1 tags"):
        perturb_dataset([*tagged(), short], tmp_path, perturbations=["word_deletion"])
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_realised_severity_is_the_share_that_changed(tmp_path: Path) -> None:
    percents = [p for p in perturbations() if p.unit in (Unit.PERCENT_CHARACTERS, Unit.PERCENT_WORDS)]
    wanted = percents[0]
    grid = perturb_dataset(single(200), tmp_path, perturbations=[wanted.name], severities=[wanted.severity(30)])
    [file] = grid.files
    read = rows(grid.folder, wanted.name, f"{wanted.unit}-30")
    told = [float(str(row["realised_severity"])) for row in read]
    assert file.counts.mean_severity == pytest.approx(sum(told) / len(told))
    assert all((severity > 0) == row["perturbed"] for severity, row in zip(told, read, strict=True))
    assert all(0 <= severity <= 100 for severity in told)


def test_a_larger_share_takes_in_the_samples_of_a_smaller_one(tmp_path: Path) -> None:
    def drawn(share: float) -> set[object]:
        grid = perturb_dataset(single(300), tmp_path / f"{share}", perturbations="word_deletion", share=share)
        [file, *_] = grid.files
        assert file.counts.samples == 300
        found = {row["id"] for row in rows(grid.folder, "word_deletion", "pps-1") if row["perturbed"]}
        assert file.counts.drawn == len(found)
        return found

    few, many = drawn(0.2), drawn(0.6)
    assert few < many
    assert 30 < len(few) < 90
    assert 140 < len(many) < 220


def test_two_processes_make_the_same_files_as_one(workspace: Workspace, tmp_path: Path) -> None:
    save_dataset(workspace, DatasetCard("ours", Task.CLASSIFICATION, ("yes",), ("text",), {}), single(2_500))
    asked = {"perturbations": ["word_deletion", "synonym_replacement"], "severities": [pps(1)], "seed": 5}
    one = perturb_dataset("ours", tmp_path / "one", workers=1, **asked)  # type: ignore[arg-type]
    two = perturb_dataset("ours", tmp_path / "two", workers=2, **asked)  # type: ignore[arg-type]
    assert [file.counts for file in one.files] == [file.counts for file in two.files]
    for file in one.files:
        assert pq.read_table(one.folder / file.place).equals(pq.read_table(two.folder / file.place))


def test_the_hubs_library_loads_every_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    samples = [*tagged(), *(Sample("names", "out-of.domain", s.fields, "", i, s.tags) for i, s in enumerate(tagged()))]
    grid = perturb_dataset(samples, tmp_path, perturbations=["word_deletion", "word_class_removal"])
    for file in grid.files:
        loaded = datasets.load_dataset(str(grid.folder), file.condition.key, cache_dir=str(tmp_path / "cache"))
        assert set(loaded) == {"test", "out_of_domain"}
        assert len(loaded["test"]) == 5
        assert loaded["test"].column_names == schema_of(["text"], tagging=True).names
    path = str(grid.folder / "word_deletion" / "pps-1" / "test.parquet")
    plain = datasets.load_dataset("parquet", data_files=path, cache_dir=str(tmp_path / "cache"))["train"]
    assert plain[0]["original_tags"] == list(tagged()[0].tags)
    assert plain[0]["edits_text"][0].keys() == {"start", "end", "text"}


def test_the_card_tells_how_it_was_made_and_where_few_samples_changed(workspace: Workspace, tmp_path: Path) -> None:
    card = DatasetCard("ours", Task.CLASSIFICATION, ("yes",), ("text",), {}, "Ours", "Somewhere 2020", "CC BY 4.0")
    save_dataset(workspace, card, single(40))
    grid = perturb_dataset("ours", tmp_path, perturbations=["word_deletion", "word_class_removal"])
    text = (grid.folder / "README.md").read_text(encoding="utf-8")
    assert 'license_name: "cc-by-4.0"' in text
    for said in ("Somewhere 2020", "CC BY 4.0", "Seed 0", "tagger.npz", "Flinch keeps a row unchanged"):
        assert said in text
    told = json.loads((grid.folder / "summary.json").read_text(encoding="utf-8"))
    cells = {cell["config"]: cell for cell in told["cells"]}
    assert len(cells) == 12
    assert cells["word_deletion-pps-1"]["share_perturbed"] == 1.0
    assert not cells["word_deletion-pps-1"]["few"]
    assert cells["word_class_removal-word-class-CONJ"]["few"]  # one text in four has one
    assert cells["word_class_removal-word-class-CONJ"]["mean_severity"] is None
    assert "| word_class_removal † | CONJ | test | 40 | 25.0% | few |" in text


def test_the_same_call_keeps_what_is_there_and_another_one_is_refused(tmp_path: Path) -> None:
    asked = {"perturbations": ["word_deletion"]}
    first = perturb_dataset(single(), tmp_path, **asked)  # type: ignore[arg-type]
    stamps = {path: path.stat().st_mtime_ns for path in first.folder.rglob("*") if path.is_file()}
    again = perturb_dataset(single(), tmp_path, **asked)  # type: ignore[arg-type]
    assert (first.added, again.added) == (4, 0)
    assert {path: path.stat().st_mtime_ns for path in first.folder.rglob("*") if path.is_file()} == stamps
    (first.folder / "word_deletion" / "pps-3" / "test.parquet").unlink()
    assert perturb_dataset(single(), tmp_path, **asked).added == 1  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="already exists, with seed 0, not 1"):
        perturb_dataset(single(), tmp_path, seed=1, **asked)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="already exists, with other samples in test"):
        perturb_dataset(single(9), tmp_path, **asked)  # type: ignore[arg-type]
    replaced = perturb_dataset(single(9), tmp_path, severities=[pps(1)], replace=True, **asked)  # type: ignore[arg-type]
    assert [file.place for file in replaced.files] == ["word_deletion/pps-1/test.parquet"]
    assert [file.place for file in finished(replaced.folder, FILES)] == ["word_deletion/pps-1/test.parquet"]
    more = perturb_dataset(single(9), tmp_path, perturbations=["negation"])
    assert len(more.files) == 5, "more perturbations join those that are there"
    assert (more.folder / "README.md").read_text(encoding="utf-8").count("config_name") == 5


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "thesis.txt").write_text("precious", encoding="utf-8")
    with pytest.raises(BadInput, match="already exists and has no grid made by Flinch"):
        perturb_dataset(single(), tmp_path, perturbations=["word_deletion"], replace=True)
    assert [path.name for path in tmp_path.rglob("*")] == ["ours", "thesis.txt"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"perturbations": ["word_deletio"]}, "did you mean word_deletion"),
        ({"perturbations": []}, "At least one perturbation"),
        ({"perturbations": ["word_deletion@1,word_case"], "limit": -1}, "The limit -1"),
        (
            {"severities": [Severity(Unit.PPS, 5)], "perturbations": ["word_deletion"]},
            "word_deletion can't have the severity 5; give pps",
        ),
        ({"severities": [pps(1)], "perturbations": ["word_class_removal"]}, "measured in word-class"),
        ({"fields": ["label"]}, "'ours' has no text field 'label'; its text fields are text"),
        ({"splits": ["train"]}, "'ours' has no split 'train'; its splits are test"),
        ({"share": 0}, "share 0 is not a probability"),
        ({"share": 1.5}, "share 1.5 is not a probability"),
        ({"workers": 0}, "0 workers"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_written(tmp_path: Path, asked: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        perturb_dataset(single(), tmp_path / "out", **asked)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_samples_that_cannot_be_written_down_are_named(tmp_path: Path) -> None:
    def failing(text: object) -> Iterator[Sample]:
        yield from single(2)
        yield Sample("ours", "test", (TextField("text", text),), "yes", id="third")  # type: ignore[arg-type]

    for text, said in ((3, "is 3, which is not text"), ("\ud800", "half of a character")):
        with pytest.raises(BadInput, match=said):
            perturb_dataset(failing(text), tmp_path / "out")
    with pytest.raises(BadInput, match="no samples"):
        perturb_dataset([], tmp_path / "out")
    with pytest.raises(BadInput, match="would exist twice"):
        perturb_dataset([Sample("ours", "test", (TextField("edits", "a b"),), "yes")], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_chunks_are_bounded_by_samples_and_by_characters() -> None:
    assert [len(chunk) for chunk in chunks(single(2 * CHUNK_SAMPLES + 1))] == [CHUNK_SAMPLES, CHUNK_SAMPLES, 1]
    long = [Sample("d", "s", (TextField("text", "a" * CHUNK_CHARACTERS),), "", i) for i in range(3)]
    assert [len(chunk) for chunk in chunks(long)] == [1, 1, 1]


@pytest.mark.slow
def test_a_kill_leaves_whole_files_only_and_the_same_call_goes_on(workspace: Workspace, tmp_path: Path) -> None:
    save_dataset(workspace, DatasetCard("ours", Task.CLASSIFICATION, ("yes",), ("text",), {}), single(3_000))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tests.data.variants.kill_grid", str(out)]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ) as process:
        until = monotonic() + 60
        while len(list(out.glob("ours/*/*/test.parquet"))) < 2 and monotonic() < until:
            sleep(0.01)
        while not list(workspace.variants.glob("*/.*.part")) and monotonic() < until:
            sleep(0.001)
        process.kill()
    there = list(out.glob("ours/*/*/test.parquet"))
    assert 2 <= len(there) < len(perturbations())
    assert all(pq.read_metadata(path).num_rows == 3_000 for path in there)
    [folder] = out.iterdir()
    names = [find(path.parts[-3]).name for path in there]
    grid = perturb_dataset("ours", out, perturbations=[*dict.fromkeys(names), "word_repetition"], workers=1)
    assert grid.added < len(grid.files)
    assert not list(folder.rglob(".*")) + list(workspace.variants.rglob(".*.part")), "what was left unfinished is gone"


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_samples(tmp_path: Path) -> None:
    def peaks(count: int) -> list[int]:
        command = [sys.executable, "-m", "tests.data.variants.grid_memory", str(count), str(tmp_path / f"{count}")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return [int(megabytes) for megabytes in done.stdout.split()]

    few, many = peaks(10_000), peaks(40_000)
    assert all(more < before + 25 for before, more in zip(few, many, strict=True)), (few, many)


REAL = {
    "sst": ("sst2/stsa.binary.test", Task.CLASSIFICATION, {}),
    "rte": ("rte_glue/dev.tsv", Task.PAIR_CLASSIFICATION, {"text_columns": ("sentence1", "sentence2")}),
    "wikigold": ("wikigold/wikigold.conll.txt", Task.TAGGING, {}),
}


MANY = {Task.CLASSIFICATION: 700, Task.PAIR_CLASSIFICATION: 300, Task.TAGGING: 15_000}  # lines


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_real_data_sets_through_every_perturbation(
    name: str, workspace: Workspace, shared: Path, tmp_path: Path
) -> None:
    file, task, columns = REAL[name]
    lines = (shared / "datasets" / file).read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / Path(file).name
    part.write_text("".join(lines[: MANY[task]]), encoding="utf-8")
    card = import_file(workspace, part, name, task, "test", **columns).card  # type: ignore[arg-type]
    steps = [f"{p.name}@{p.values[0]}" for p in perturbations()]
    grid = perturb_dataset(name, tmp_path / "out", perturbations=steps, workers=2)
    assert len(grid.files) == len(perturbations())
    samples = list(read_samples(workspace, name, "test"))
    originals = {field: [s.fields[i].text for s in samples] for i, field in enumerate(card.text_fields)}
    for made in grid.files:
        table = pq.read_table(grid.folder / made.place)
        assert table["id"].to_pylist() == [sample.id for sample in samples]
        changed = [False] * len(samples)
        for field, texts in originals.items():
            assert table[f"original_{field}"].to_pylist() == texts
            now = table[field].to_pylist()
            changed = [c or new != old for c, new, old in zip(changed, now, texts, strict=True)]
        assert table["perturbed"].to_pylist() == changed
        assert sum(changed) == made.counts.perturbed
        if task is Task.TAGGING:
            tokens = [len(text.split()) for text in table["text"].to_pylist()]
            assert [len(tags) for tags in table["tags"].to_pylist()] == tokens
    if name == "sst":
        told = {cell["perturbation"]: cell for cell in json.loads((grid.folder / "summary.json").read_text())["cells"]}
        assert told["swap_num"]["few"]
        assert told["swap_num"]["share_perturbed"] < 0.2


SCRIPT = """
from core.records import Sample, TextField
from data.variants.export import perturb_dataset

print("once")
fields = [(TextField("text", "Who wrote " + str(n) + " long books?"),) for n in range(1500)]
samples = [Sample("mine", "test", field, "human") for field in fields]
print(perturb_dataset(samples, {out!r}, perturbations=["keyboard@5"], workers=2).added)
"""


@pytest.mark.slow
def test_a_plain_script_may_ask_for_several_workers(tmp_path: Path) -> None:
    """The workers do not run it again, so that it needs no guard."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(out=str(tmp_path / "out")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.stdout.split() == ["once", "1"], done.stderr
