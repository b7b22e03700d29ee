"""Why flips can't be counted: which reason comes first, and which conditions it names."""

from dataclasses import replace

from core.design import Condition
from core.records import CuratedSample
from core.severity import pps
from data.flips.rows import Counting
from data.flips.uncounted import uncounted
from data.runs.files import RunCard
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run

GONE = "are no longer in the workspace, so Flinch can't count flips by edit; evaluate again."
FIRST = Condition("word_deletion", pps(1))


def made(workspace: Workspace) -> RunCard:
    """Two perturbations at four severities each."""
    cells = four_severities("word_deletion") + four_severities("word_repetition")
    write_run(workspace, ["thing"], ["place"], cells, ["CNN"])
    return run_card(workspace, RUN)


def test_nothing_is_said_where_everything_is_counted(workspace: Workspace) -> None:
    card = made(workspace)
    kept = {"x": CuratedSample("x", "y", "thing", False, ("ann",))}
    for part in (Counting(), Counting(curated=kept), Counting(("CNN",), (FIRST,))):
        assert uncounted(workspace, card, part) == ""


def test_texts_that_are_gone_are_named_up_to_five_and_all_of_them_by_no_name(workspace: Workspace) -> None:
    card = made(workspace)
    paths = [workspace.variants / RUN / f"{cell.condition.key}.parquet" for cell in card.cells]
    names = [str(cell.condition) for cell in card.cells]
    for n, path in enumerate(paths, 1):
        path.unlink()
        more = f" and {n - 5} more" if n > 5 else ""
        which = "" if n == len(paths) else f" under {', '.join(names[: min(n, 5)])}{more}"
        assert uncounted(workspace, card, Counting()) == f"The texts of the run {RUN}{which} {GONE}"
        assert uncounted(workspace, card, Counting(conditions=(FIRST,))) == f"The texts of the run {RUN} {GONE}"


def test_the_first_reason_is_what_is_said(workspace: Workspace) -> None:
    card, nobody = made(workspace), Counting(curated={})
    assert (
        uncounted(workspace, card, nobody)
        == f"People have kept no text of the run {RUN}, so there is nothing to count."
    )
    for path in (workspace.variants / RUN).glob("*.parquet"):
        path.unlink()
    assert uncounted(workspace, card, nobody).endswith(GONE)
    still = replace(card, cells=tuple(replace(cell, applied=0) for cell in card.cells))
    nothing = f"The perturbations changed no text of the run {RUN}, so no prediction could flip."
    assert uncounted(workspace, still, nobody) == nothing
    for path in (workspace.runs / RUN).glob("predictions-*"):
        path.unlink()
    assert uncounted(workspace, still, nobody).endswith(
        "has predicted no perturbed text yet; resume this run, or choose another run."
    )
