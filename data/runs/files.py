"""What a run leaves on disk: a card and each model's predictions.

`runs/<id>/run.json`, `predictions-<model>-original.parquet`, `predictions-<model>-<cell>.parquet` (rows only for
samples that the perturbation applied to), and beside each the counts that scores rest on (`data/runs/counts.py`). Where
predictions that were brought in say of an unchanged text something else than of its original, that lies in
`unchanged-<model>-<cell>.parquet`. The perturbed samples lie with the workspace's variants; the card says where.
What belongs to a further draw of the perturbations lies under the same names in `draw-<n>/`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.models.predicting.precision import NOTHING, Audit
from core.models.training.history import History
from core.records import Bounds, Cell, Prediction, Task
from core.severity import Severity
from core.so_many import so_many
from core.whole_papers import scored_on_changed
from data.digests import note_digest
from data.durable import write_text
from data.html_table import html_table
from data.records_json import decode, encode, record_or_none
from data.tables import damage_told
from data.workspace import Workspace

CARD = "run.json"
DRAW = "draw-"
COUNTS = "counts-"  # what scores rest on, counted; how their names begin
NO_LABELS = "This split has no labels, so there is kappa but no accuracy"
PREDICTIONS = pa.schema(
    [
        ("candidate_id", pa.string()),
        ("sample_id", pa.string()),
        ("gold", pa.string()),
        ("label", pa.string()),
        ("probabilities", pa.list_(pa.float64())),
        ("read", pa.binary()),  # what the model read, by the first bytes of its digest; null where that is not known
    ]
)
READ = 8  # bytes
ELSEWHERE = "elsewhere"  # in place of a path: the model's predictions were made elsewhere and brought in
UNTRAINED = History()
UNIT = b"flinch.unit"  # a key in a file's footer
AUDIT = b"flinch.audit"  # another


@dataclass(frozen=True, slots=True)
class RunCell:
    """A perturbation and severity of a run; `applied` of the run's samples were changed by it.

    `came_to` is the percentage of characters or words that changed, or the number of edits for a PPS, as the mean over
    all samples, unchanged ones too; None where the severity has no such number.
    """

    perturbation: str
    severity: Severity
    applied: int
    came_to: float | None = None

    @property
    def condition(self) -> Condition:
        return Condition(self.perturbation, self.severity)


@dataclass(frozen=True, slots=True)
class RunModel:
    """A model of a run. `file` names its files; `dev_accuracy` and `trained_on` are None until it was trained.

    `trained_on` counts samples. `seed` is its training's, None in runs of versions that had one seed for everything.
    `history` says how the training went, epoch by epoch, and whether it began again;
    `digest` is the trained model's folder. `asked` says what an endpoint's answers cost, `audit` what
    bf16 was worth where the model predicted in it. `training_of` names the model that this is one of several trainings
    of, "" where it is the only one. `seconds` is how long its training and predictions took in the run, 0 where that is
    not known.
    """

    name: str
    path: str
    file: str
    dev_accuracy: float | None = None
    trained_on: int | None = None
    seed: int | None = None
    digest: str = ""
    history: History = UNTRAINED
    asked: str = ""
    audit: Audit = NOTHING
    training_of: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CellFailure:
    """A cell of the run that a model could not be brought to predict: its condition ("" for the originals), and why."""

    model: str
    condition: str
    reason: str

    @property
    def place(self) -> str:
        """Which cell it is, for people."""
        return f"{self.model} on {self.condition or 'the original texts'}"


@dataclass(frozen=True, slots=True)
class RunDraw:
    """A further draw of the run's perturbations: its cells, and the folder of variants that holds its texts."""

    cells: tuple[RunCell, ...]
    variants: str


@dataclass(frozen=True, slots=True)
class RunCard:
    """What was run, on what, with what. `labels` give the order of all probabilities; times are ISO 8601, UTC.

    `seed` is that of the perturbations, and of which samples a limit takes; each model says the seed of its training.
    """

    id: str
    title: str
    dataset: str
    split: str
    train_split: str
    labels: tuple[str, ...]
    samples: int
    seed: int
    device: str
    models: tuple[RunModel, ...]
    cells: tuple[RunCell, ...]
    started: str
    seconds: float
    finished: bool
    versions: Mapping[str, str]
    ours: bool = False  # the data set is demo data written by this project
    labelled: bool = True  # the split has gold labels, so that accuracy is known
    variants: str = ""  # the folder of the workspace's variants that holds the perturbed samples
    task: Task = Task.CLASSIFICATION  # of one text or of pairs, in runs of before
    plan: str = ""  # the plan of a whole paper that the run is a part of: runs of one plan belong side by side
    failures: tuple[CellFailure, ...] = ()
    scale: Bounds | None = None  # of numbers, where the run knows it by itself; else its data set's
    further_draws: tuple[RunDraw, ...] = ()  # of the same cells, each by the next seed
    numbered: bool = True  # the labels stand in the data set's own order, so that a number names one

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(cell.condition for cell in self.cells)

    def cells_of(self, conditions: Sequence[Condition]) -> list[RunCell]:
        """The cells of these conditions, each once, all for (); raises BadInput for one that the run does not have."""
        known = {cell.condition: cell for cell in self.cells}
        if odd := next((condition for condition in conditions if condition not in known), None):
            has = ", ".join(condition.spelled for condition in known)
            raise BadInput(f"The run {self.id} has no {odd.spelled}; its perturbations are {has}.")
        return [known[condition] for condition in dict.fromkeys(conditions or known)]

    @property
    def trainings(self) -> Mapping[str, tuple[RunModel, ...]]:
        """The models by name, each with its trainings: itself where it was trained once."""
        by_name: dict[str, tuple[RunModel, ...]] = {}
        for model in self.models:
            name = model.training_of or model.name
            by_name[name] = (*by_name.get(name, ()), model)
        return by_name

    @property
    def draws(self) -> int:
        """How often every text was perturbed anew."""
        return 1 + len(self.further_draws)

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.draws)

    def variants_path(self, workspace: Workspace, condition: Condition) -> Path:
        """Where the texts under this condition lie."""
        return workspace.variants / self.variants / f"{condition.key}.parquet"

    def of_draw(self, draw: int) -> "RunCard":
        """The card as if only this draw had been made, counted from 0."""
        if not draw:
            return replace(self, further_draws=())
        further = self.further_draws[draw - 1]
        return replace(self, seed=self.seed + draw, cells=further.cells, variants=further.variants, further_draws=())

    def over_changed(self, asked: bool | None, kept_only: bool) -> bool:
        """Whether a cell is scored over the samples that it changed: as `asked`, None for what the run's paper does.

        Of what people kept it is scored over all.
        """
        return not kept_only and (scored_on_changed(self.plan) if asked is None else asked)

    @property
    def train_seeds(self) -> tuple[int, ...]:
        """The seeds that models were trained with, each once."""
        return tuple(sorted({self.seed if model.seed is None else model.seed for model in self.models}))

    def model(self, name: str) -> RunModel:
        """The run's model of this name; raises BadInput that lists those there are."""
        for model in self.models:
            if model.name == name:
                return model
        raise BadInput(
            f"The run {self.id} has no model {name!r}; its models are {', '.join(m.name for m in self.models)}."
        )

    def trained(self, name: str) -> tuple[RunModel, ...]:
        """The trainings of the model of this name, or the one of this name; raises BadInput where there is none."""
        return self.trainings.get(name) or (self.model(name),)

    def models_of(self, names: Iterable[str]) -> list[RunModel]:
        """The trainings of the models of these names, each once, all for (); raises BadInput as `trained` does."""
        return list({model.name: model for name in names for model in self.trained(name)}.values()) or [*self.models]

    def averaged(self, name: str) -> RunModel:
        """The model of this name as one, of several trainings with their mean accuracy on dev."""
        trainings = self.trained(name)
        accuracies = [model.dev_accuracy for model in trainings if model.dev_accuracy is not None]
        return replace(trainings[0], name=name, dev_accuracy=sum(accuracies) / len(accuracies) if accuracies else None)

    def after(self, model: RunModel, seconds: float) -> "RunCard":
        """The card with what is now known of a model, and so many seconds more."""
        timed = replace(model, seconds=model.seconds + seconds)
        models = tuple(timed if earlier.name == model.name else earlier for earlier in self.models)
        return replace(self, models=models, seconds=self.seconds + seconds)

    def _repr_html_(self) -> str:
        """How a notebook draws it: what was asked, and how much each condition changed."""
        summary = f"{self.title}: {so_many(self.samples, 'sample')} of {self.split}, {', '.join(self.trainings)}"
        state = f", the first of {self.draws} draws" * (self.draws > 1) + ("" if self.finished else ", not finished")
        rows = (
            (cell.perturbation, str(cell.severity), f"{cell.applied:,}",
             "" if cell.came_to is None else f"{cell.came_to:.1f}")
            for cell in self.cells
        )  # fmt: skip
        table = html_table(("perturbation", "severity", "changed", "mean severity"), rows)
        return f"<p>{escape(summary)}{state}. Run {escape(self.id)}</p>{table}"

    def cell(self, cell: RunCell) -> Cell:
        """The curation cell that this cell of the run belongs to."""
        return Cell(self.dataset, self.split, cell.perturbation, cell.severity)


def failures_in_words(card: RunCard) -> str:
    """Which cells failed and why, the first few of them; "" where none did."""
    if not card.failures:
        return ""
    some = (f"{failure.place} ({failure.reason})" for failure in card.failures[:3])
    more = len(card.failures) - 3
    cells = so_many(len(card.failures), "cell")
    return f"{cells} failed: {', '.join(some)}{f' and {more} more' if more > 0 else ''}; run the job again to continue."


def write_card(folder: Path, card: RunCard) -> None:
    """Put the card in place whole; of a finished run its digest is noted."""
    write_text(folder / CARD, encode(card, indent=1))
    if card.finished:
        note_digest(folder / CARD)


def read_card(folder: Path) -> RunCard | None:
    """The run's card, None when there is none that can be read."""
    return record_or_none(folder / CARD, RunCard)


def rename_run(folder: Path, title: str) -> None:
    """Give the run in this folder another title; nothing where there is no run."""
    if card := read_card(folder):
        write_card(folder, replace(card, title=title))


def newest_file(folder: Path) -> int:
    """When a file of the run that scores depend on was last written, in nanoseconds since 1970."""
    files = (path for at in (folder, *folder.glob(f"{DRAW}*")) for path in at.iterdir())
    return max(path.stat().st_mtime_ns for path in files if not path.name.startswith(COUNTS))


def predictions_of(folder: Path, model: RunModel) -> list[Path]:
    """Every file of a model's predictions in the run in this folder, of all its draws."""
    name = f"predictions-{model.file}-*.parquet"
    return sorted([*folder.glob(name), *folder.glob(f"{DRAW}*/{name}")])


def draw_folder(folder: Path, draw: int) -> Path:
    """Where in the folder of a run the predictions of this draw lie, counted from 0."""
    return folder / f"{DRAW}{draw}" if draw else folder


def run_folder(folder: Path) -> Path:
    """The folder of the run that a folder of one of its draws, or that very folder, belongs to."""
    return folder.parent if folder.name.startswith(DRAW) else folder


def predictions_path(folder: Path, model: RunModel, cell: Cell | None) -> Path:
    """Where a model's predictions on a cell, or on the original texts, lie; every draw has the same original texts."""
    if cell is None:
        return run_folder(folder) / f"predictions-{model.file}-original.parquet"
    return folder / f"predictions-{model.file}-{cell.id}.parquet"


def unchanged_path(folder: Path, model: RunModel, cell: Cell) -> Path:
    """Where a model's answers lie to texts that the cell left unchanged, and that it answered otherwise."""
    return folder / f"unchanged-{model.file}-{cell.id}.parquet"


def unchanged_labels(folder: Path, model: RunModel, cell: Cell | None) -> dict[str, str]:
    """The label of each sample in such a file; {} where there is none, as a model of ours answers equal texts alike."""
    path = unchanged_path(folder, model, cell) if cell else None
    return {row.sample_id: row.label for row in read_predictions(path)} if path else {}


def predictions_table(
    predictions: Iterable[tuple[Prediction, str]], read: Sequence[bytes] = (), audit: Audit = NOTHING
) -> pa.Table:
    """A row for each (prediction, gold label); `read` is what the model read of each, () where that is not known,
    `audit` says what bf16 was worth."""
    columns: list[list[Any]] = [[], [], [], [], []]
    for prediction, gold in predictions:
        row = (prediction.candidate_id, prediction.sample_id, gold, prediction.label, prediction.probabilities)
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    columns.append([digest[:READ] for digest in read] or [None] * len(columns[0]))
    arrays = [pa.array(c, f.type) for c, f in zip(columns, PREDICTIONS, strict=True)]
    return pa.Table.from_arrays(arrays, schema=PREDICTIONS).replace_schema_metadata(footer_of(audit))


def footer_of(audit: Audit) -> dict[bytes, str]:
    """The audit as a file's footer has it; nothing where there was none."""
    return {AUDIT: encode(audit)} if audit != NOTHING else {}


def audit_in(footer: Mapping[bytes, bytes] | None) -> Audit:
    """The audit in a file's footer, or in the metadata of a table."""
    encoded = (footer or {}).get(AUDIT)
    return decode(encoded, Audit) if encoded else NOTHING


def audit_of(paths: Iterable[Path]) -> Audit:
    """What these files of predictions say of bf16, in all."""
    return sum((audit_in(pq.read_metadata(path).metadata) for path in paths if path.exists()), NOTHING)


def unit_in(path: Path) -> str | None:
    """Whose predictions this file holds, None where it does not say."""
    unit = (pq.read_metadata(path).metadata or {}).get(UNIT)
    return None if unit is None else unit.decode()


def predictions_in(path: Path, column_names: Sequence[str] = ()) -> pa.Table:
    """Those of these columns that a predictions file has, () for all (older files know less); BadInput where it is
    damaged."""
    with damage_told(path, "The predictions", "copy the run again."):
        columns = [name for name in column_names if name in pq.read_schema(path).names] if column_names else None
        return pq.read_table(path, columns=columns, use_threads=False)


def with_ids(table: pa.Table, candidate_ids: Mapping[str, str]) -> pa.Table:
    """The rows of predictions of these samples, each as that of another candidate: `sample id -> candidate id`."""
    rows = table.filter(pc.is_in(table["sample_id"], pa.array([*candidate_ids], pa.string())))
    ids = [candidate_ids[sample] for sample in rows["sample_id"].to_pylist()]
    at = rows.schema.get_field_index("candidate_id")
    return rows.set_column(at, rows.schema.field(at), pa.array(ids, pa.string())).replace_schema_metadata(None)


@dataclass(frozen=True, slots=True)
class Predicted:
    """One row of a predictions file, without probabilities. Of equal `read` the model read the same; b"" is unknown."""

    candidate_id: str
    sample_id: str
    gold: str
    label: str
    read: bytes = b""


def read_predictions(path: Path) -> list[Predicted]:
    """The rows of a predictions file, [] when it is not there yet; raises BadInput for a damaged one."""
    if not path.exists():
        return []
    rows = zip(*(column.to_pylist() for column in predictions_in(path, Predicted.__slots__).columns), strict=True)
    return [Predicted(*row[:4], *(digest or b"" for digest in row[4:])) for row in rows]
