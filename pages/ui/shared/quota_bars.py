"""How far each cell is: a table of them all, and a line for each with the way to the desk."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby

import streamlit as st

from core.design import Condition
from core.perturbations.registry import broader
from core.records import Cell
from core.severity import Unit
from core.so_many import so_many
from curation.order import notes
from curation.reach import doubt, shortfall, unlikely, usable_of_all
from curation.records import CellProgress
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.folding import folded
from pages.ui.shared.link_rows import LINKS
from pages.ui.shared.link_rows import STYLE as LINK_STYLE
from pages.ui.shared.perturbation_words import condition_in_words, words
from pages.ui.shared.severity_matrix import severity_matrix
from pages.ui.shared.split_size import split_size
from pages.ui.shell.people import may_see

ABOUT = (
    "To go: how many samples people still have to judge for the quota, and how long this takes at the present speed. "
    "In brackets: 95 % prediction intervals. People judge a text in several cells only once: the line above has the "
    "total."
)
MOST = 6  # cells whose lines are shown without a table above them
TOO_FEW = "▲"
TOO_FEW_SAID = f" {TOO_FEW}: too few candidates for the quota."
STYLE = """<style>
.fl-quota{font-size:.875rem}
.fl-bar{height:.6rem;border-radius:99px;overflow:hidden;display:flex;background:rgba(128,136,150,.25)}
.fl-bar i{display:block;height:100%}
.fl-matrix .fl-bar{height:.35rem;margin-top:.15rem;min-width:3rem}
.fl-matrix .fl-of{opacity:.75;font-size:.8rem}
.fl-kept{background:light-dark(#2f8f63,#63c997)}
.fl-relabelled{background:repeating-linear-gradient(45deg,#d9a514 0 4px,#b98a06 4px 8px)}
@media (max-width:640px){[class*=st-key-links-quotas-] .stHorizontalBlock{gap:.1rem}}
</style>"""


def draw_quota_bars(cells: Sequence[CellProgress], ahead: Mapping[Cell, str]) -> None:
    """A box for each data set split with a line for each of its cells, whose name leads to the desk; many cells are in
    a table, and the lines folded. `ahead` says what is still to do, where that is known."""
    st.html(LINK_STYLE + STYLE)
    missing = {cell.cell: shortfall(cell, split_size(cell.cell)) for cell in cells}
    if len(cells) > 1 and len(reasons := {*missing.values()}) == 1 and (why := reasons.pop()):
        st.info(f"{why}.")
        missing = {}
    if len(cells) <= MOST:
        _draw_boxes(cells, ahead, missing)
        if legend := _colours(cells):
            st.caption(legend, help=ABOUT if ahead else None)
    else:
        for (dataset, split), group in by_split(cells):
            with st.container(border=True, gap="small"):
                st.markdown(f"**{dataset} ({split})**")
                st.html(_matrix(group, ahead, missing))
        if legend := _colours(cells) + TOO_FEW_SAID * any(map(unlikely, cells)):
            st.caption(legend.strip())
        with folded("Each cell", key="cells"):
            _draw_boxes(cells, ahead, missing)
            if ahead:
                st.caption(ABOUT)
    _draw_ways_to_more(cells)
    for note in notes(cell.order for cell in cells):
        st.caption(note)


def _draw_ways_to_more(cells: Sequence[CellProgress]) -> None:
    """A link to Prepare for each perturbation of a split that has too few candidates, with these cells chosen there:
    for more samples where those will do, else under broader rules that are not in use yet."""
    few: dict[tuple[str, str, str], list[Condition]] = {}
    prepared = {progress.cell for progress in cells}
    for progress in cells:
        cell, size = progress.cell, split_size(progress.cell)
        if not unlikely(progress) or progress.closed or cell.severity.unit is Unit.CHAIN:
            continue
        if not size or (progress.samples < size and usable_of_all(progress, size) >= progress.quota):
            few.setdefault((cell.dataset, cell.split, cell.perturbation), []).append(cell.condition)
        elif (broad := broader(cell.perturbation)) and replace(cell, perturbation=broad) not in prepared:
            few.setdefault((cell.dataset, cell.split, broad), []).append(Condition(broad, cell.severity))
    if not few or not may_see("prepare"):
        return
    several = len({(dataset, split) for dataset, split, _ in few}) > 1
    with st.container(horizontal=True, gap="small"):
        for (dataset, split, name), conditions in few.items():
            label = f"Prepare more: {words(name)}{f' ({dataset}, {split})' * several}"
            query = {"dataset": dataset, "split": split, "limit": "0"}
            query["steps"] = ",".join(condition.spelled for condition in conditions)
            st.page_link("pages/prepare.py", label=label, icon=":material/arrow_forward:", query_params=query)


def _colours(cells: Sequence[CellProgress]) -> str:
    """What the colours in the bars of these cells mean."""
    legend = {"Green: kept.": any(c.kept for c in cells), "Amber: relabelled.": any(c.relabelled for c in cells)}
    return " ".join(meaning for meaning, used in legend.items() if used)


def by_split(cells: Iterable[CellProgress]) -> Iterator[tuple[tuple[str, str], list[CellProgress]]]:
    """The cells of each data set split, in the order given."""
    for key, group in groupby(cells, key=lambda progress: (progress.cell.dataset, progress.cell.split)):
        yield key, list(group)


def _matrix(cells: Sequence[CellProgress], ahead: Mapping[Cell, str], missing: Mapping[Cell, str]) -> str:
    by_condition = {progress.cell.condition: progress for progress in cells}
    one_quota = len({progress.quota for progress in cells}) == 1

    def cell(condition: Condition) -> str:
        progress = by_condition[condition]
        label = in_words(progress, ahead.get(progress.cell, ""), missing.get(progress.cell, ""))
        of = "" if one_quota else f" of {progress.quota:,}"
        count = f'{progress.collected:,}<span class="fl-of">{of}{f" {TOO_FEW}" * unlikely(progress)}</span>'
        return f'<td title="{escape(label)}">{count}{bar([progress], label)}</td>'

    return severity_matrix(list(by_condition), f"Curated (of {cells[0].quota:,})" if one_quota else "Curated", cell)


def _draw_boxes(cells: Sequence[CellProgress], ahead: Mapping[Cell, str], missing: Mapping[Cell, str]) -> None:
    for (dataset, split), group in by_split(cells):
        with st.container(border=True, gap="small", key=f"{LINKS}quotas-{dataset}-{split}"):
            st.markdown(f"**{dataset} ({split})**")
            for progress in group:
                _draw_line(progress, ahead.get(progress.cell, ""), missing.get(progress.cell, ""))


def in_words(cell: CellProgress, ahead: str = "", missing: str = "") -> str:
    """ "116 kept + 20 relabelled of 200 · 171 checked, 14 of them carried over · about 80 to go [70–94]".

    `ahead` says what is still to do, `missing` why the quota can't be reached.
    """
    carried = f", {cell.carried} of them carried over" if cell.carried else ""
    parts = [f"{cell.kept} kept + {cell.relabelled} relabelled of {cell.quota}", f"{cell.checked} checked{carried}"]
    if cell.campaign:
        parts.insert(0, f"campaign “{cell.campaign}”")
    if cell.halted:
        parts.append(cell.halted.rpartition("” ")[2].rstrip("."))
    if cell.pending:
        parts.append(f"{cell.pending} to be judged by more people")
    if cell.closed:
        parts.append("quota reached")
        parts += [f"{cell.extra} extra, judged later"] if cell.extra else []
    elif not cell.out_of_reach and (to_go := ahead or doubt(cell)):
        parts.append(to_go)
    elif cell.expected_to_check is not None and not cell.out_of_reach and not cell.order.estimates:
        parts.append(f"at least {cell.expected_to_check} to go")
    if cell.disputed:
        parts.append(f"{cell.disputed} disputed")
    if cell.settled or cell.by_majority:
        by = [(cell.by_majority, "by majority"), (cell.settled, "by a person")]
        parts.append("settled: " + ", ".join(f"{n} {how}" for n, how in by if n))
    if cell.doubted:
        parts.append(f"{cell.doubted} doubted by a second opinion")
    if not cell.order.estimates:
        parts.append(cell.order.name)
    return " · ".join([*parts, missing] if missing else parts)


def quota_sentence(cells: Sequence[CellProgress]) -> str:
    """ "**8 of 2,400 samples curated**, 0 of 12 cells complete."."""
    quotas = sum(cell.quota for cell in cells)
    curated = sum(min(cell.collected, cell.quota) for cell in cells)
    closed = sum(cell.closed for cell in cells)
    wanted, all_cells = so_many(quotas, "sample"), so_many(len(cells), "cell")
    return f"**{curated:,} of {wanted} curated**, {closed} of {all_cells} complete."


def _draw_line(progress: CellProgress, ahead: str, missing: str) -> None:
    name, beside = st.columns([1, 3], gap="medium", vertical_alignment="center")
    with name:
        cell = progress.cell
        label = condition_in_words(cell.condition)
        st.page_link("pages/curate.py", label=label, query_params={OPEN: cell.id})
    beside.html(f'<div class="fl-quota">{bar([progress])}{escape(in_words(progress, ahead, missing))}</div>')


def bar(cells: Sequence[CellProgress], label: str = "") -> str:
    """The bar of these cells together, which says this where no words stand beside it; needs STYLE."""
    attributes = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    quota = sum(cell.quota for cell in cells)
    kept = 100 * sum(min(cell.kept, cell.quota) for cell in cells) / quota
    curated = 100 * sum(min(cell.collected, cell.quota) for cell in cells) / quota
    return (
        f'<div class="fl-bar" {attributes}><i class="fl-kept" style="width:{kept:.1f}%"></i>'
        f'<i class="fl-relabelled" style="width:{curated - kept:.1f}%"></i></div>'
    )
