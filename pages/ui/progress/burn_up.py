"""The samples curated by the end of each day, as a line on the way to the quotas."""

from collections.abc import Sequence

import streamlit as st

from curation.burn_up import burn_up
from curation.records import CellProgress
from data.store import Store

STYLE = """<style>
.fl-burn{margin:.25rem 0 0}
.fl-burn svg{display:block;width:100%;height:5rem;border-bottom:1px solid rgba(128,136,150,.5)}
.fl-burn .fl-curated{fill:light-dark(#2f8f6333,#63c99733);stroke:light-dark(#2f8f63,#63c997)}
.fl-burn .fl-curated{stroke-width:2;vector-effect:non-scaling-stroke}
.fl-burn .fl-wanted{stroke:currentColor;stroke-dasharray:4 4;opacity:.6;vector-effect:non-scaling-stroke}
.fl-burn figcaption{display:flex;justify-content:space-between;font-size:.8rem;opacity:.75}
</style>"""


def draw_burn_up(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The line, with the sum of the quotas dashed above it; nothing where all was curated on one day."""
    days = burn_up((opened.outcomes(cell.cell).values(), cell.quota) for cell in cells)
    if len(days) < 2:
        return
    wanted, (first, begin), (last, end) = sum(cell.quota for cell in cells), days[0], days[-1]
    points = [(100 * n / (len(days) - 1), 100 - 96 * count / wanted) for n, (_, count) in enumerate(days)]
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in [(0, 100), *points, (100, 100)])
    said = f"Curated samples: {begin:,} on {first:%-d %b}, {end:,} on {last:%-d %b %Y}, of {wanted:,}"
    st.header("Curated samples per day")
    st.html(
        f'{STYLE}<figure class="fl-burn"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{said}"><line class="fl-wanted" x1="0" x2="100" y1="4" y2="4"/>'
        f'<polygon class="fl-curated" points="{line}"/></svg><figcaption><span>{first:%-d %b}: {begin:,}</span>'
        f"<span>dashed: all quotas, {wanted:,}</span><span>{last:%-d %b}: {end:,}</span></figcaption></figure>"
    )
