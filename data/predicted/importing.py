"""Predictions made elsewhere become a run, or another model of a run, with all that can be read off one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from core.design import Condition
from core.errors import BadInput
from core.records import Bounds, Task
from core.so_many import so_many
from data.datasets.catalogue import scale_of
from data.datasets.stored import dataset_card
from data.formats.rows import BadRow
from data.predicted.columns import Role
from data.predicted.conll import placed, tag_rows
from data.predicted.doubts import doubts
from data.predicted.gold_taken import check_no_gold
from data.predicted.grid_gold import check_names, names_said
from data.predicted.grid_run import card_of_grid, files_of
from data.predicted.matching import Matched, Texts, VariantNames, matched, variant_of_file
from data.predicted.reading import PredictedRow, read_rows
from data.predicted.writing import check_name, write_model
from data.runs.files import RunCard
from data.runs.named import run_named
from data.workspace import Workspace

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
    originals: such a model's answer depends on more than the text. `doubts` are sentences on what is odd.
    """

    run: str
    model: str
    cells: tuple[tuple[Condition | None, int, int], ...]
    bad: tuple[BadRow, ...]
    otherwise: int
    doubts: tuple[str, ...] = ()

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
    if not run and grid is None:
        raise BadInput("Name a run, or the folder of a grid.")
    card = card_of_grid(workspace, grid) if grid and not run else run_named(workspace, run)
    files = files_of(workspace, card)
    check_name(card, model)
    texts = Texts.of(files)
    if variant:
        _check_variant(variant, texts)
    named = [Path(name) for name in names] or paths
    rows = [_read(path, of, variant, card, texts, columns) for path, of in zip(paths, named, strict=True)]
    if not card.labels and card.task is not Task.SIMILARITY:  # of unlabelled texts: the labels are what is said
        card = replace(card, labels=names_said(chain.from_iterable(read for _, read in rows)))
        rows = [_read(path, of, variant, card, texts, columns) for path, of in zip(paths, named, strict=True)]
    check_names(card, chain.from_iterable(read for _, read in rows), skip)
    found = matched(rows, texts, card.labels, card.task)
    if found.bad and not skip:
        raise UnmatchedRows(found.bad)
    cells = _counts(found, texts)
    _check(cells)
    if card.task is not Task.TAGGING or not any(row.tokens for _, read in rows for row in read):
        check_no_gold(found, texts, card, dict(zip(paths, named, strict=True)), columns)
    odd = tuple(doubts(found, card, _scale(workspace, card)))
    done = write_model(workspace, card, model, texts, found, new=not run)
    return ImportedPredictions(done, model, tuple(cells), tuple(found.bad), found.otherwise, odd)


def _scale(workspace: Workspace, card: RunCard) -> Bounds | None:
    """The scale of the run's scores, None where nothing says it."""
    try:
        return card.scale or scale_of(dataset_card(workspace, card.dataset))
    except BadInput:
        return None


def _read(
    path: Path, named: Path, variant: str, card: RunCard, texts: Texts, columns: Mapping[Role, str] | None
) -> tuple[str, list[PredictedRow]]:
    """The variant that a file of this name is of, "" where nothing says it, and its rows."""
    of = variant or _variant_named(named, texts)
    tags = card.task is Task.TAGGING
    read = tag_rows(path, columns) if tags else read_rows(path, card.labels, columns)
    read = [replace(row, file=named.name) for row in read]
    return of, placed(read, of, texts) if tags else read


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
