"""Tags predicted elsewhere: every form of them comes to the same run, and what does not fit is named by its sample."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.flips.counted import tallies
from data.flips.rows import GroupBy
from data.imported_predictions.importing import import_predictions
from data.reports.facts import facts
from data.reports.gate import checks
from data.reports.gate_lines import GateOutcome
from data.reports.gate_rules import GateRules
from data.reports.markdown import markdown_card
from data.runs.scores import flips, run_card, scores
from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace

SENTENCES = [
    ("Ada Byron lives in Paris", "B-PER I-PER O O B-LOC"),
    ("we met Alan again", "O O B-PER O"),
    ("nobody came home", "O O O"),
    ("Rome is far away", "B-LOC O O O"),
]
LABELS = ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")
Said = tuple[str, str, list[str], list[str]]  # (sample, variant, tokens, predicted tags)


@pytest.fixture
def grid(workspace: Workspace, tmp_path: Path) -> ExportedGrid:
    """Four tagged sentences under one deletion, as they are taken away."""
    samples = [
        Sample("names", "test", (TextField("text", text),), "", n, tuple(tags.split()))
        for n, (text, tags) in enumerate(SENTENCES)
    ]
    save_dataset(workspace, DatasetCard("names", Task.TAGGING, LABELS, ("text",), {}), samples)
    return perturb_dataset(
        "names", tmp_path / "away", perturbations=["word_deletion@1"], splits=["test"], workspace=workspace, workers=1
    )


def predicted(grid: ExportedGrid) -> list[Said]:
    """The gold tags, but that no place is found in the perturbed texts."""
    [file] = grid.files
    said: list[Said] = []
    for row in pq.read_table(file.path).to_pylist():
        said.append((row["id"], "original", row["original_text"].split(), row["original_tags"]))
        if row["perturbed"]:
            tags = ["O" if tag == "B-LOC" else tag for tag in row["tags"]]
            said.append((row["id"], file.condition.spelled, row["text"].split(), tags))
    return said


def as_jsonl(folder: Path, said: Sequence[Said]) -> list[Path]:
    rows = ({"sample_id": s, "variant": v, "predicted_tags": tags} for s, v, _, tags in said)
    (folder / "tags.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return [folder / "tags.jsonl"]


def as_parquet(folder: Path, said: Sequence[Said]) -> list[Path]:
    rows = [{"sample_id": s, "variant": v, "prediction": tags} for s, v, _, tags in said]
    pq.write_table(pa.Table.from_pylist(rows), folder / "tags.parquet")
    return [folder / "tags.parquet"]


def as_csv(folder: Path, said: Sequence[Said]) -> list[Path]:
    with (folder / "tags.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [["sample_id", "variant", "prediction"], *([s, v, " ".join(t)] for s, v, _, t in said)]
        )
    return [folder / "tags.csv"]


def as_numbers(folder: Path, said: Sequence[Said]) -> list[Path]:
    with (folder / "tags.csv").open("w", encoding="utf-8", newline="") as file:
        rows = [[s, v, str([LABELS.index(tag) for tag in tags])] for s, v, _, tags in said]
        csv.writer(file).writerows([["sample_id", "variant", "prediction"], *rows])
    return [folder / "tags.csv"]


def as_conll(folder: Path, said: Sequence[Said]) -> list[Path]:
    """A file a variant, in the grid's order, with a column between token and tag."""
    paths = []
    for variant in dict.fromkeys(v for _, v, _, _ in said):
        blocks = [
            "".join(f"{token}\tX\t{tag}\n" for token, tag in zip(tokens, tags, strict=True))
            for _, v, tokens, tags in said
            if v == variant
        ]
        paths.append(folder / f"{variant}.conll")
        paths[-1].write_text("-DOCSTART- -X- O\n\n" + "\n".join(blocks), encoding="utf-8")
    return paths


def as_named_conll(folder: Path, said: Sequence[Said]) -> list[Path]:
    """One file, in any order, each sentence with lines that name it."""
    blocks = [
        f"# id = {s}\n# variant = {v}\n" + "".join(f"{one} {tag}\n" for one, tag in zip(tokens, tags, strict=True))
        for s, v, tokens, tags in reversed(said)
    ]
    (folder / "all.txt").write_text("\n\n".join(blocks), encoding="utf-8")
    return [folder / "all.txt"]


@pytest.mark.parametrize("write", [as_jsonl, as_parquet, as_csv, as_numbers, as_conll, as_named_conll])
def test_every_form_comes_to_the_same_run(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, write: Callable[[Path, Sequence[Said]], list[Path]]
) -> None:
    done = import_predictions(workspace, write(tmp_path, predicted(grid)), "theirs", grid=grid.folder)
    assert not done.bad and not done.incomplete
    card = run_card(workspace, done.run)
    assert card.task is Task.TAGGING
    table = {(s.metric, s.perturbation): s for s in scores(workspace, done.run)}
    assert table["f1_entities", ""].value == 1
    found = flips(workspace, done.run, "theirs", grid.files[0].condition)
    assert [(flip.before, flip.after) for flip in found] == [("Paris LOC", "no entity")]  # "Rome" itself was deleted
    assert sum(row.flips for row in tallies(workspace, done.run)[GroupBy.EDITS]) == 1
    assert "Paris LOC → no entity" in markdown_card(facts(workspace, done.run)).replace("\\", "")
    lines = checks(workspace, done.run, GateRules(min_score=0.99, max_lost=0.0, strict=True))
    assert [line.outcome for line in lines] == [GateOutcome.FAILED] * 2


def test_a_whole_variant_in_the_grids_order_may_hold_unchanged_texts_too(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    said = predicted(grid)
    changed = {s for s, v, _, _ in said if v != "original"}
    spelled = grid.files[0].condition.spelled
    rest = [(s, spelled, tokens, tags) for s, v, tokens, tags in said if v == "original" and s not in changed]
    order = [s for s, v, _, _ in said if v == "original"]
    every = sorted([*(one for one in said if one[1] != "original"), *rest], key=lambda one: order.index(one[0]))
    done = import_predictions(
        workspace,
        as_conll(tmp_path, [*(one for one in said if one[1] == "original"), *every]),
        "theirs",
        grid=grid.folder,
    )
    assert not done.bad and not done.incomplete


def test_what_does_not_fit_is_named_by_its_sample(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    said = predicted(grid)
    (first, _, tokens, tags), second = said[0], next(one for one in said[1:] if one[1] == "original")
    wrong: list[Said] = [
        (first, "original", tokens, tags[:-1]), (second[0], "original", second[2], ["S-PER", *second[3][1:]]),
        ("nobody", "original", ["x"], ["O"]),
    ]  # fmt: skip
    with pytest.raises(BadInput, match="3 rows match nothing") as refused:
        import_predictions(workspace, as_jsonl(tmp_path, [*said, *wrong]), "theirs", grid=grid.folder)
    assert f"sample {first} has 5 tokens, but 4 predicted tags" in str(refused.value)
    assert f"sample {second[0]} has the unknown tag 'S-PER'; the tags are O, B-LOC" in str(refused.value)
    assert not list(workspace.runs.iterdir())
    other = [(s, v, ["Eve", *words[1:]] if s == first else words, t) for s, v, words, t in said]
    with pytest.raises(
        BadInput, match=f"token 1 of sample {first} is 'Eve' in the file, but 'Ada' in the text of the grid"
    ):
        import_predictions(workspace, as_named_conll(tmp_path, other), "theirs", grid=grid.folder)
    with pytest.raises(BadInput, match=r"'original.conll' has 3 sentences for the original texts; the grid has 4"):
        import_predictions(workspace, as_conll(tmp_path, said[2:]), "theirs", grid=grid.folder)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Ada\nByron\n", "line 1 has one column"),
        ("\n\n", "holds no rows"),
        ("id,perturbed\na,1\n", "can't tell which column of"),
    ],
)
def test_a_file_that_says_no_tags_is_refused_in_a_sentence(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, content: str, reason: str
) -> None:
    (tmp_path / "theirs").write_text(content)
    with pytest.raises(BadInput, match=reason):
        import_predictions(workspace, [tmp_path / "theirs"], "theirs", grid=grid.folder)
    with pytest.raises(BadInput, match="holds the gold label of each text in a grid"):
        import_predictions(workspace, [grid.files[0].path], "theirs", grid=grid.folder)


def test_a_grid_whose_data_set_is_not_here_is_known_by_its_tags(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = Workspace(tmp_path / "elsewhere").prepare()
    monkeypatch.setenv("FLINCH_WORKSPACE", str(elsewhere.root))
    paths = [str(path) for path in as_conll(tmp_path, predicted(grid))]
    done = CliRunner().invoke(app, ["import-predictions", *paths, "--model", "theirs", "--grid", str(grid.folder)])
    assert done.exit_code == 0, done.output
    assert "original\t4\t4" in done.output
    [run] = elsewhere.runs.iterdir()
    assert run_card(elsewhere, run.name).task is Task.TAGGING


def test_a_sentence_that_was_not_changed_keeps_the_tags_that_the_file_has(workspace: Workspace, tmp_path: Path) -> None:
    sentences = [*SENTENCES, ("Oslo", "B-LOC")]  # of one word, which is not deleted
    samples = [
        Sample("five", "test", (TextField("text", text),), "", n, tuple(tags.split()))
        for n, (text, tags) in enumerate(sentences)
    ]
    save_dataset(workspace, DatasetCard("five", Task.TAGGING, LABELS, ("text",), {}), samples)
    grid = perturb_dataset("five", tmp_path / "away", perturbations="word_deletion@1", workspace=workspace, workers=1)
    [row] = [row for row in pq.read_table(grid.files[0].path).to_pylist() if row["original_text"] == "Oslo"]
    assert not row["perturbed"]

    def of_cell(name: str, said: Sequence[Said]) -> tuple[float, float]:
        folder = tmp_path / name
        folder.mkdir()
        run = import_predictions(workspace, as_jsonl(folder, said), name, grid=grid.folder).run
        return tuple(
            next(
                s.value for s in scores(workspace, run, changed=changed) if s.metric == "f1_entities" and s.perturbation
            )
            for changed in (False, True)
        )  # type: ignore[return-value]

    silent = predicted(grid)
    otherwise: Said = (row["id"], grid.files[0].condition.spelled, ["Oslo"], ["O"])
    first, second = of_cell("silent", silent), of_cell("otherwise", [*silent, otherwise])
    assert second[0] < first[0] and second[1] == first[1]
