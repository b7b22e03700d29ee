"""The samples curated by the end of each day, as an area on the way to the quotas."""

from collections.abc import Sequence

import streamlit as st

from curation.burn_up import burn_up
from curation.records import CellProgress
from data.store import Store

STYLE = """<style>
.fl-burn{margin:.25rem 0 0}
.fl-burn div{height:5rem;border-top:1px dashed;border-bottom:1px solid rgba(128,136,150,.5)}
.fl-burn i{display:block;height:100%;background:light-dark(#2f8f63,#63c997)}
.fl-burn figcaption{display:flex;justify-content:space-between;gap:.5rem;font-size:.8rem;opacity:.75}
</style>"""


def draw_burn_up(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The area, with the sum of the quotas dashed above it; nothing where all was curated on one day."""
    days = burn_up((opened.outcomes(cell.cell).values(), cell.quota) for cell in cells)
    if len(days) < 2:
        return
    wanted, (first, begin), (last, end) = sum(cell.quota for cell in cells), days[0], days[-1]
    points = [(100 * n / (len(days) - 1), 100 - 100 * count / wanted) for n, (_, count) in enumerate(days)]
    area = ", ".join(f"{x:.2f}% {y:.2f}%" for x, y in [(0, 100), *points, (100, 100)])
    label = f"Curated samples: {begin:,} on {first:%-d %b}, {end:,} on {last:%-d %b %Y}, of {wanted:,}"
    st.header("Curated samples over time")
    st.html(  # clipped, for Streamlit takes drawings (svg) out of HTML
        f'{STYLE}<figure class="fl-burn"><div role="img" aria-label="{label}"><i style="clip-path:polygon({area})"></i>'
        f"</div><figcaption><span>{first:%-d %b}: {begin:,}</span><span>dashed: all quotas, {wanted:,}</span>"
        f"<span>{last:%-d %b}: {end:,}</span></figcaption></figure>"
    )
