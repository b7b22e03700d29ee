"""The run that predictions of a grid become: its card, and the texts that it is of."""

from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from core.records import Task
from data.datasets.stored import card_or_none
from data.durable import copy_whole
from data.imported_predictions.grid_gold import gold_of_grid
from data.imported_predictions.texts import Texts
from data.runs.files import ELSEWHERE, RunCard
from data.runs.inputs import run_cell
from data.variants.export import FILES
from data.variants.files import VariantFile, finished, in_order
from data.workspace import Workspace


def files_of(workspace: Workspace, card: RunCard) -> list[VariantFile]:
    """The files of variants of a run's cells; raises BadInput where they are gone."""
    there = {file.condition: file for file in finished(workspace.variants / card.variants)}
    files = [there.get(cell.condition) for cell in card.cells]
    if not files or None in files:
        raise BadInput(
            "The texts of that run are no longer in the workspace; import the predictions for a grid instead."
        )
    return [file for file in files if file]


def card_of_grid(workspace: Workspace, grid: Path) -> RunCard:
    """The card of a run on this grid, whose files come to lie in the workspace too.

    Raises BadInput for what holds no grid of one split, and where its labels can't be told.
    """
    files = in_order([*finished(grid, FILES), *finished(grid)]) if grid.is_dir() else ()
    recipes = {file.recipe for file in files}
    if len(recipes) != 1:
        what = (
            "has no grid made by Flinch"
            if not recipes
            else "has several splits; name the folder of one split, or a run"
        )
        raise BadInput(f"{str(grid)!r} {what}.")
    [recipe] = recipes
    for file in files:
        copy_whole(file.path, workspace.variants / recipe.folder / f"{file.condition.key}.parquet")
    texts, card = Texts.of(files[:1]), card_or_none(workspace, recipe.dataset)
    gold = gold_of_grid(workspace, grid, recipe.dataset, texts)
    return RunCard(
        id="",
        title=f"{recipe.dataset}: predictions made elsewhere",
        dataset=recipe.dataset,
        split=recipe.split,
        train_split="",
        labels=gold.labels,
        samples=files[0].counts.samples,
        seed=recipe.seed,
        device=ELSEWHERE,
        models=(),
        cells=tuple(map(run_cell, files)),
        started=datetime.now(UTC).isoformat(),
        seconds=0.0,
        finished=True,
        versions={},
        ours=bool(card and card.ours),
        labelled=any(texts.gold.values()) or gold.task is Task.TAGGING,
        variants=recipe.folder,
        task=gold.task,
        scale=gold.scale,
        numbered=gold.numbered,
    )
