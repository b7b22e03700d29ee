"""Predictions made elsewhere become a run, or another model of a run, with all that can be read off one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from core.design import Condition
from core.errors import BadInput
from core.records import Task
from core.so_many import so_many
from data.datasets.stored import card_or_none
from data.formats.rows import BadRow
from data.imported_predictions.columns import Role
from data.imported_predictions.conll import tag_rows
from data.imported_predictions.gold_taken import check_no_gold
from data.imported_predictions.grid_gold import name_check, predicted_labels
from data.imported_predictions.grid_run import card_of_grid, files_of
from data.imported_predictions.matching import VariantNames, match_predictions
from data.imported_predictions.reading import PredictedRow, plain_name, read_rows, unfolded
from data.imported_predictions.texts import Texts
from data.imported_predictions.warnings import warnings
from data.imported_predictions.writing import check_name, imported_labels, write_model
from data.runs.files import RunCard
from data.runs.named import run_named
from data.workspace import Workspace

LONGEST_NAME = 200  # characters
NAMED = 20  # rows that are named one by one


class UnmatchedRows(BadInput):
    """Rows that match no text. How they are left out, whoever asks people says in words of their own."""

    def __init__(self, bad: Sequence[BadRow], many: int) -> None:
        self.bad, self.many = bad, many
        super().__init__(self.told("leave them out"))

    def told(self, how: str) -> str:
        """How many there are, `how` they are left out, and the first of them, a line each."""
        many = so_many(self.many, "row matches", "rows match")
        return "\n".join([f"{many} nothing; {how}, or correct them:", *map(str, self.bad[:NAMED])])


@dataclass(frozen=True, slots=True)
class ImportedPredictions:
    """What came of it. `cells` are (condition, predictions, how many there should be); incomplete ones stayed outside.

    `bad` are the first of the `many_bad` rows that match nothing. `otherwise` counts answers to unchanged texts that
    differ from those to the originals: such a model's answer depends on more than the text. `warnings` are sentences on
    what is odd.
    """

    run: str
    model: str
    cells: tuple[tuple[Condition | None, int, int], ...]
    bad: tuple[BadRow, ...]
    otherwise: int
    warnings: tuple[str, ...] = ()
    many_bad: int = 0

    @property
    def incomplete(self) -> list[tuple[Condition | None, int, int]]:
        """The conditions of which some predictions are missing."""
        return [cell for cell in self.cells if cell[1] < cell[2]]

    @property
    def told(self) -> list[str]:
        """What is odd, a line each: rows that were left out, unchanged texts with another label, and `warnings`."""
        more = self.many_bad - len(self.bad)
        return [
            *(f"left out: {row}" for row in self.bad),
            *[f"left out: {more:,} more rows"] * bool(more),
            *[f"{self.otherwise:,} unchanged texts have a different prediction from their originals"]
            * bool(self.otherwise),
            *self.warnings,
        ]


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
    softmax: bool = False,
) -> ImportedPredictions:
    """Import files of predictions on the texts of a run, or of a grid: an exported folder, or one of the workspace's.

    `variant` is the condition of rows that name none; otherwise the name of their file may say it, else they are of the
    original texts; `names` are those of the files, where they were uploaded. `softmax` makes probabilities of logits.
    Rows that match nothing are refused by UnmatchedRows, or with `skip` left out. The originals must have a prediction
    each; a condition comes in when every text that it changed has one, now or later: a model of a run that was brought
    in takes more conditions. Raises BadInput for what does not fit; nothing is written then.
    """
    model = _checked_name(model)
    if not run and grid is None:
        raise BadInput("Name a run, or the folder of a grid.")
    card = card_of_grid(workspace, grid) if grid and not run else run_named(workspace, run)
    files = files_of(workspace, card)
    check_name(card, model)
    texts = Texts.of(files)
    variants = VariantNames(texts)
    if variant:
        _check_variant(variant, variants, texts)
    file_names = [plain_name(Path(name)) for name in names or paths]
    with unfolded(paths) as plain:
        read = [
            (of := variant or _variant_in_name(name, variants), _Rows(path, name.name, of, card, texts, columns))
            for path, name in zip(plain, file_names, strict=True)
        ]
        if not card.labels and card.task is not Task.SIMILARITY:  # of unlabelled texts: the labels are what is said
            card = replace(card, labels=predicted_labels(row for _, rows in read for row in rows()))
            read = [(of, replace(rows, card=card)) for of, rows in read]
        before = imported_labels(workspace.runs / card.id, card, model) if run else ()
        matches = match_predictions(read, texts, card.labels, card.task, softmax, before, name_check(card, skip))
        if matches.bad and not skip:
            raise UnmatchedRows(matches.bad, matches.many_bad)
        conditions = (None, *texts.changed)
        cells = [(c, len(matches.places(c)), int(texts.wanted(c).sum())) for c in conditions]
        _check(cells)
        conll = card.task is Task.TAGGING and any(row.tokens for _, rows in read for row in islice(rows(), 1))
        if not conll:
            check_no_gold(matches, texts, card, dict(zip(plain, file_names, strict=True)), columns)
    dataset = card_or_none(workspace, card.dataset)
    odd = tuple(warnings(matches, texts, card, card.scale or (dataset.scale if dataset else None)))
    run_id = write_model(workspace, card, model, texts, matches, new=not run)
    otherwise = sum(len(matches.otherwise(condition)) for condition in texts.changed)
    return ImportedPredictions(run_id, model, tuple(cells), tuple(matches.bad), otherwise, odd, matches.many_bad)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a file of this name, read again at each call; `of` is the variant of those that name none."""

    path: Path
    name: str
    of: str
    card: RunCard
    texts: Texts
    columns: Mapping[Role, str] | None

    def __call__(self) -> Iterable[PredictedRow]:
        if self.card.task is Task.TAGGING:
            return tag_rows(self.path, self.of, self.texts, self.columns, self.name)
        return read_rows(self.path, self.card.labels, self.columns, self.name)


def _checked_name(model: str) -> str:
    """The model's name without spaces around; raises BadInput for none, and for what tables can't show on a line."""
    name = model.strip()
    if not name:
        raise BadInput("The model has no name; give the model a name.")
    if len(name) > LONGEST_NAME or not name.isprintable():
        problem = f"{name[:40]!r} can't be a model's name"
        raise BadInput(f"{problem}; give a name of at most {LONGEST_NAME} characters, without line breaks and tabs.")
    return name


def _check_variant(name: str, variants: VariantNames, texts: Texts) -> None:
    try:
        variants.condition(name)
    except BadInput:
        names = ", ".join(condition.spelled for condition in list(texts.changed)[:NAMED])
        raise BadInput(f"There is no variant {name[:80]!r}; write original or one of {names}.") from None


def _variant_in_name(path: Path, variants: VariantNames) -> str:
    """The variant that the file's name says, "" where it says none."""
    for name in ("/".join((*path.parts[-3:-1], path.stem)), path.stem):  # a grid's own names have folders
        try:
            variants.condition(name)
        except BadInput:
            continue
        return name
    return ""


def _check(cells: Sequence[tuple[Condition | None, int, int]]) -> None:
    (_, originals, samples), *_ = cells
    if originals < samples:
        raise BadInput(
            f"Only {originals:,} of {samples:,} original texts have a prediction; predict all of them. These texts are "
            "in the column original_<text> of any file of the grid; give their predictions the variant 'original'."
        )
