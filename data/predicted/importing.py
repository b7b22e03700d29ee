"""Predictions made elsewhere become a run, or another model of a run, with all that can be read off one."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import isnan
from pathlib import Path

from core.design import Condition
from core.errors import BadInput
from core.identity import content_id
from core.records import Prediction, Task
from core.so_many import so_many
from curation.answers import tag_set
from data.datasets.stored import dataset_card
from data.formats.rows import BadRow
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.predicted.conll import placed, tag_rows
from data.predicted.matching import Answer, Matched, Texts, VariantNames, matched, variant_of_file
from data.predicted.reading import Role, read_rows
from data.runs.files import RunCard, RunCell, RunModel, predictions_path, predictions_table, read_card, write_card
from data.runs.named import run_named
from data.tables import write_parquet
from data.variants.export import FILES
from data.variants.files import VariantFile, finished, in_order
from data.workspace import Workspace

KIND = "import-predictions"
ELSEWHERE = "elsewhere"
LONGEST_NAME = 200  # characters
NAMED = 20  # rows that are named one by one


class UnmatchedRows(BadInput):
    """Rows that match no text. How they are left out, whoever asks people says in words of their own."""

    def __init__(self, bad: Sequence[BadRow]) -> None:
        self.bad = bad
        super().__init__(self.told("leave them out"))

    def told(self, how: str) -> str:
        """How many there are, `how` they are left out, and the first of them, a line each."""
        many = so_many(len(self.bad), "row matches", "rows match")
        return "\n".join([f"{many} nothing; {how}, or put them right:", *map(str, self.bad[:NAMED])])


@dataclass(frozen=True, slots=True)
class ImportedPredictions:
    """What came of it. `cells` are (condition, predictions, how many there should be); incomplete ones stayed outside.

    `bad` are the rows that match nothing. `otherwise` counts answers to unchanged texts that differ from those to the
    originals: such a model's answer depends on more than the text.
    """

    run: str
    model: str
    cells: tuple[tuple[Condition | None, int, int], ...]
    bad: tuple[BadRow, ...]
    otherwise: int

    @property
    def incomplete(self) -> list[tuple[Condition | None, int, int]]:
        """The conditions of which some predictions are missing."""
        return [cell for cell in self.cells if cell[1] < cell[2]]


def import_predictions(
    workspace: Workspace,
    paths: Sequence[Path],
    model: str,
    run: str = "",
    grid: Path | None = None,
    variant: str = "",
    columns: Mapping[Role, str] | None = None,
    skip: bool = False,
    names: Sequence[str] = (),
) -> ImportedPredictions:
    """Import files of predictions on the texts of a run, or of a grid: an exported folder, or one of the workspace's.

    `variant` is the condition of rows that name none; otherwise the name of their file may say it, else they are of the
    original texts; `names` are those of the files, where they were uploaded. Rows that match nothing are refused by
    UnmatchedRows, or with `skip` left out. A condition comes in when every text that it changed has a prediction; the
    originals must. Raises BadInput for what does not fit; nothing is written then.
    """
    model = _named(model)
    card = run_named(workspace, run) if run else _new_card(workspace, grid)
    files = _files(workspace, card)
    if model in [known.name for known in card.models]:
        raise BadInput(f"The run {card.id} has a model {model!r} already; give this one another name.")
    texts = Texts.of(files)
    if variant:
        _check_variant(variant, texts)
    rows = []
    for number, path in enumerate(paths):
        named = Path(names[number]) if names else path
        of = variant or _variant_named(named, texts)
        tags = card.task is Task.TAGGING
        read = tag_rows(path, columns) if tags else read_rows(path, card.labels, columns)
        read = [replace(row, file=named.name) for row in read]
        rows.append((of, placed(read, of, texts) if tags else read))
    found = matched(rows, texts, card.labels, card.task)
    if found.bad and not skip:
        raise UnmatchedRows(found.bad)
    cells = _counts(found, texts)
    _check(cells)
    done = _write(workspace, card, model, texts, found, new=not run)
    return ImportedPredictions(done, model, tuple(cells), tuple(found.bad), found.otherwise)


def _named(model: str) -> str:
    """The model's name without spaces around; raises BadInput for none, and for what tables can't show on a line."""
    name = model.strip()
    if not name:
        raise BadInput("The model needs a name; give it one.")
    if len(name) > LONGEST_NAME or not name.isprintable():
        said = f"{name[:40]!r} can't be a model's name"
        raise BadInput(f"{said}; give it one of at most {LONGEST_NAME} characters, without line ends and tabs.")
    return name


def _check_variant(name: str, texts: Texts) -> None:
    try:
        VariantNames(texts).condition(name)
    except BadInput:
        known = ", ".join(condition.spelled for condition in list(texts.variants)[:NAMED])
        raise BadInput(f"There is no variant {name[:80]!r}; write original or one of {known}.") from None


def _variant_named(path: Path, texts: Texts) -> str:
    """The variant that the file's name says, "" where it says none."""
    names = VariantNames(texts)
    for name in (variant_of_file(path), path.stem):
        try:
            names.condition(name)
        except BadInput:
            continue
        return name
    return ""


def _counts(found: Matched, texts: Texts) -> list[tuple[Condition | None, int, int]]:
    wanted: list[tuple[Condition | None, int]] = [(None, len(texts.ids))]
    wanted += [(condition, len(ids)) for condition, ids in texts.variants.items()]
    return [(condition, len(found.answers.get(condition, {})), n) for condition, n in wanted]


def _check(cells: Sequence[tuple[Condition | None, int, int]]) -> None:
    (_, originals, samples), *rest = cells
    if originals < samples:
        raise BadInput(
            f"{originals:,} of {samples:,} original texts have a prediction; predict all of them, the column "
            "original_<text> of any file of the grid, as the variant 'original'."
        )
    if not any(given == wanted for _, given, wanted in rest if wanted):
        told = ", ".join(f"{condition} {given:,} of {wanted:,}" for condition, given, wanted in rest[:NAMED])
        raise BadInput(f"No variant has a prediction for each text that it changed: {told}.")


def _write(workspace: Workspace, card: RunCard, name: str, texts: Texts, found: Matched, new: bool) -> str:
    model = RunModel(name, ELSEWHERE, content_id(name, ELSEWHERE))
    if new:
        job = create(workspace, KIND, card.title, {"model": name, "variants": card.variants})
        card = replace(card, id=job)
    folder = workspace.runs / card.id
    folder.mkdir(parents=True, exist_ok=True)
    for cell in (None, *card.cells):
        condition = card.cell(cell).condition if cell else None
        ids = texts.variants[condition] if condition else dict.fromkeys(texts.ids, "")
        answers = found.answers.get(condition, {})
        if len(answers) == len(ids):
            rows = [
                (_prediction(card.id, name, id_, ids[id_], answers[id_]), texts.gold_of(condition, id_)) for id_ in ids
            ]
            path = predictions_path(folder, model, card.cell(cell) if cell else None)
            write_parquet(path, predictions_table(rows))
    now = read_card(folder) or card
    write_card(folder, replace(now, models=(*now.models, model)))
    if new:
        end(workspace.jobs / card.id, JobState.DONE)
    return card.id


def _prediction(run: str, model: str, sample: str, variant: str, answer: Answer) -> Prediction:
    return Prediction(run, model, sample, answer.label, answer.probabilities, variant)


def _files(workspace: Workspace, card: RunCard) -> list[VariantFile]:
    """The files of variants of a run's cells."""
    there = {file.condition: file for file in finished(workspace.variants / card.variants)}
    files = [there.get(card.cell(cell).condition) for cell in card.cells]
    if not files or None in files:
        raise BadInput("The texts of that run are no longer in the workspace; import into a grid instead.")
    return [file for file in files if file]


def _new_card(workspace: Workspace, grid: Path | None) -> RunCard:
    """The card of a run on this grid, whose files come to lie in the workspace too."""
    files = in_order([*finished(grid, FILES), *finished(grid)]) if grid and grid.is_dir() else ()
    recipes = {file.recipe for file in files}
    if len(recipes) != 1:
        what = "holds no grid of Flinch" if not recipes else "holds several splits; name the folder of one, or a run"
        raise BadInput(f"{str(grid)!r} {what}.")
    [recipe] = recipes
    for file in files:
        _bring(file, workspace.variants / recipe.folder / f"{file.condition.key}.parquet")
    try:
        known = dataset_card(workspace, recipe.dataset)
        labels, ours, task = known.labels, known.ours, known.task
    except BadInput:
        (labels, task), ours = _guessed(Texts.of(files[:1])), False
    cells = tuple(
        RunCell(*f.condition, f.counts.perturbed, None if isnan(f.counts.mean_severity) else f.counts.mean_severity)
        for f in files
    )
    return RunCard(
        id="",
        title=f"{recipe.dataset}: predictions made elsewhere",
        dataset=recipe.dataset,
        split=recipe.split,
        train_split="",
        labels=labels,
        samples=files[0].counts.samples,
        seed=recipe.seed,
        device=ELSEWHERE,
        models=(),
        cells=cells,
        started=datetime.now(UTC).isoformat(),
        seconds=0.0,
        finished=True,
        versions={},
        ours=ours,
        variants=recipe.folder,
        task=task,
    )


def _guessed(texts: Texts) -> tuple[tuple[str, ...], Task]:
    """(the labels, the task) of a grid whose data set is not in the workspace: of tags where its samples have some."""
    tags = {tag for said in texts.tagged.gold.get(None, {}).values() for tag in said.split()}
    if tags:
        return tag_set(sorted(tags)), Task.TAGGING
    return tuple(sorted(set(texts.gold.values()))), Task.CLASSIFICATION


def _bring(file: VariantFile, target: Path) -> None:
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    shutil.copyfile(file.path, part)
    part.replace(target)
