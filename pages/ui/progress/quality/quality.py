"""What a researcher may want to look at before trusting the decisions."""

from collections.abc import Sequence
from itertools import chain

from curation.quality.drift import drifts
from curation.quality.streaks import streaks
from curation.records import CellProgress
from data.store import Store
from pages.ui.progress.folding import folded
from pages.ui.progress.quality.drift import draw_drifts
from pages.ui.progress.quality.gold_samples import draw_gold
from pages.ui.progress.quality.streaks import draw_streaks


def draw_quality(opened: Store, cells: Sequence[CellProgress]) -> None:
    """Streaks and drift of everybody's decisions; nothing while nobody decided anything."""
    looks = list(chain.from_iterable(opened.timed_verdicts(cell.cell) for cell in cells if cell.checked))
    if not looks:
        return
    with folded("Decision quality"):
        draw_streaks(streaks(looks))
        draw_drifts(drifts(looks))
        draw_gold(opened, cells)
