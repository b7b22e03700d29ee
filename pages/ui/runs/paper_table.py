"""A table to put into a paper: LaTeX with booktabs, or Markdown, in the layout of the papers' own tables."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import streamlit as st

from pages.ui.shell.guard import while_admitted

_SPECIAL = re.compile(r"[&%$#_{}~^\\<>|]")
_SPELLED = {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
_SPELLED |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # other signs in LaTeX's usual font
_SIGNS = {"−": "$-$", "→": r"$\rightarrow$", "–": "--", "±": r"$\pm$"}


@dataclass(frozen=True, slots=True)
class PaperCell:
    """What stands in a cell; the best of its row is written bold."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table with a caption. `groups` names the part of the table that each column stands in, "" for none.

    `names` columns at the left name the rows, the others hold figures.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[PaperCell]]
    names: int = 1
    groups: Sequence[str] = ()


def draw_table_downloads(csv: str, table: Callable[[], PaperTable], name: str, key: str) -> None:
    """What the buttons are for, and those for the figures as CSV, LaTeX and Markdown."""
    st.caption("Download", width="content")
    st.download_button("CSV", csv, f"{name}.csv", "text/csv", key=f"{key}-csv", on_click="ignore")
    draw_paper_downloads(table, name, key)


def draw_paper_downloads(table: Callable[[], PaperTable], name: str, key: str) -> None:
    """Two buttons that hand the table over; it is made when one is pressed."""
    for label, write, ending, kind in (
        ("LaTeX", to_latex, "tex", "application/x-tex"),
        ("Markdown", to_markdown, "md", "text/markdown"),
    ):
        made = while_admitted(partial(_written, write, table))
        st.download_button(label, made, f"{name}.{ending}", kind, key=f"{key}-{ending}", on_click="ignore")


def _written(write: Callable[[PaperTable], str], table: Callable[[], PaperTable]) -> str:
    return write(table())


def to_markdown(table: PaperTable) -> str:
    """The table in GitHub's Markdown; groups of columns, which that has not, stand before the columns' names."""
    groups = table.groups or [""] * len(table.head)
    head = [f"{group}: {name}" if group else name for group, name in zip(groups, table.head, strict=True)]
    rule = [":--" if place < table.names else "--:" for place in range(len(head))]
    lines = [[_marked_down(name) for name in head], rule, *([_cell_down(cell) for cell in row] for row in table.rows)]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{body}\n\n{_marked_down(table.caption)}\n"


def to_latex(table: PaperTable) -> str:
    """The table for a document that loads booktabs, as its first line says."""
    columns = "l" * table.names + "r" * (len(table.head) - table.names)
    body = "\n".join(f"{' & '.join(map(_cell_tex, row))} \\\\" for row in table.rows)
    return (
        "% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n"
        f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{''.join(_groups(table))}"
        f"{' & '.join(map(_tex, table.head))} \\\\\n\\midrule\n{body}\n\\bottomrule\n\\end{{tabular}}\n"
        f"\\caption{{{_tex(table.caption)}}}\n\\end{{table}}\n"
    )


def _groups(table: PaperTable) -> Iterator[str]:
    """A line with the title of each group over its columns, and the rules below them."""
    if not any(table.groups):
        return
    spans, rules, at = [], [], 1
    for group, members in groupby(table.groups):
        wide = len(list(members))
        spans.append(f"\\multicolumn{{{wide}}}{{c}}{{{_tex(group)}}}" if group else " & ".join([""] * wide))
        rules += [f"\\cmidrule(lr){{{at}-{at + wide - 1}}}"] * bool(group)
        at += wide
    yield f"{' & '.join(spans)} \\\\\n{' '.join(rules)}\n"


def _cell_tex(cell: PaperCell) -> str:
    return f"\\textbf{{{_tex(cell.text)}}}" if cell.bold else _tex(cell.text)


def _cell_down(cell: PaperCell) -> str:
    return f"**{_marked_down(cell.text)}**" if cell.bold else _marked_down(cell.text)


def _tex(text: str) -> str:
    escaped = _SPECIAL.sub(lambda match: _SPELLED.get(match[0], f"\\{match[0]}"), text)
    for sign, spelled in _SIGNS.items():
        escaped = escaped.replace(sign, spelled)
    return escaped


def _marked_down(text: str) -> str:
    return re.sub(r"([\\`*_|<])", r"\\\1", " ".join(text.split()))
