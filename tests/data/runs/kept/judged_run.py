"""A data set that one person curated, and a run over it whose predictions were written by hand."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Design
from core.perturbations.conditions import parse_condition
from core.records import Bounds, DatasetCard, Decision, Prediction, Sample, Task, TextField, Verdict
from data.candidates.manifest import CellVariants, write_manifest
from data.datasets.stored import save_dataset
from data.runs.files import RunCard, RunCell, RunModel, predictions_path, predictions_table, write_card
from data.store import Store
from data.tables import write_parquet
from data.variants.files import VariantFile
from data.variants.making import variants
from data.variants.reading import read_variants
from data.workspace import Workspace

NAME, RUN, MODEL = "mine", "20260101-000000-abcdef", RunModel("by hand", "path", "file")
START = datetime(2026, 3, 1, tzinfo=UTC)


def dataset(task: Task, rows: Sequence[tuple[tuple[str, ...], str]]) -> tuple[DatasetCard, list[Sample]]:
    """A data set of these texts and golds, tags where the task is to tag."""
    tags = task is Task.TAGGING
    fields = ("text",) if len(rows[0][0]) == 1 else ("one", "other")
    samples = [
        Sample(
            NAME, "test", tuple(TextField(*pair) for pair in zip(fields, texts, strict=True)), "" if tags else gold,
            tags=tuple(gold.split()) if tags else (),
        )
        for texts, gold in rows
    ]  # fmt: skip
    names = sorted({tag for _, gold in rows for tag in gold.split()} if tags else {gold for _, gold in rows})
    numbers = task is Task.SIMILARITY
    return DatasetCard(
        NAME, task, () if numbers else tuple(names), fields, {}, scale=Bounds(0, 5) if numbers else None
    ), samples


def prepared(workspace: Workspace, card: DatasetCard, samples: Sequence[Sample], spelled: str) -> VariantFile:
    """The samples perturbed, and taken in as candidates by whoever opens the store and ingests the job "job"."""
    save_dataset(workspace.prepare(), card, samples)
    design = Design(NAME, "test", (parse_condition(spelled),))
    [file] = variants(workspace, design, workers=1)
    (workspace.jobs / "job").mkdir()
    write_manifest(workspace.jobs / "job", [CellVariants.of(file, workspace.root)])
    return file


def decide(store: Store, file: VariantFile, verdicts: Mapping[str, str]) -> None:
    """Keep ("keep"), discard ("discard") or relabel (to anything else) the variant of each of these samples."""
    of = {variant.sample_id: variant.variant_id for variant in read_variants(file)}
    made = []
    for number, (sample, said) in enumerate(verdicts.items()):
        verdict = Verdict(said) if said in ("keep", "discard") else Verdict.RELABEL
        more = {Verdict.DISCARD: {"reason": "no sense"}, Verdict.RELABEL: {"label": said}}.get(verdict, {})
        made.append(Decision(f"d{number}", of[sample], "Ada", verdict, START + timedelta(minutes=number), **more))
    store.record(made)


def run_of(
    workspace: Workspace, card: DatasetCard, file: VariantFile, before: Mapping[str, str], after: Mapping[str, str]
) -> RunCard:
    """A run of one model that said so of each sample's text before and after."""
    found = {variant.sample_id: variant for variant in read_variants(file)}
    cell = RunCell(*file.condition, len(found), 1.0)
    run = RunCard(
        RUN, "by hand", NAME, "test", "", card.labels, len(before), 0, "cpu", (MODEL,), (cell,),
        "2026-01-01T00:00:00+00:00", 1.0, True, {}, variants=file.path.parent.name, task=card.task,
    )  # fmt: skip
    folder = workspace.runs / RUN
    folder.mkdir(parents=True)
    write_card(folder, run)
    golds = {variant.sample_id: variant.label for variant in found.values()}
    rows = [(Prediction(RUN, MODEL.name, id_, said, (), ""), _gold(card, file, id_)) for id_, said in before.items()]
    write_parquet(predictions_path(folder, MODEL, None), predictions_table(rows))
    rows = [
        (Prediction(RUN, MODEL.name, id_, said, (), found[id_].variant_id), golds[id_]) for id_, said in after.items()
    ]
    write_parquet(predictions_path(folder, MODEL, run.cell(cell)), predictions_table(rows))
    return run


def _gold(card: DatasetCard, file: VariantFile, sample: str) -> str:
    column = "original_tags" if card.task is Task.TAGGING else "label"
    [gold] = [row[column] for row in pq.read_table(file.path).to_pylist() if row["id"] == sample]
    return gold if isinstance(gold, str) else " ".join(gold)


def elsewhere(workspace: Workspace, file: VariantFile, folder: str, changed: Mapping[str, str]) -> VariantFile:
    """The file again in another folder, as another version of the perturbations makes it: the variants of these
    samples read otherwise."""
    table = pq.read_table(file.path)
    field = "text" if "text" in table.column_names else "other"
    texts = [changed.get(row["id"], row[field]) for row in table.to_pylist()]
    table = table.set_column(table.column_names.index(field), field, pa.array(texts, pa.string()))
    path: Path = workspace.variants / folder / file.path.name
    path.parent.mkdir()
    pq.write_table(table, path)
    return VariantFile(path, file.condition, file.recipe, file.counts)
