"""Write what the README and docs/perturbations.md say of the registry, and the figures of docs/bench.txt,
docs/evaluation-bench.txt, docs/curation-bench.txt and docs/study-bench.txt.

`python cli.py bench --sentences FILE > docs/bench.txt && python -m docs.update_readme`
"""

from ast import get_docstring, parse
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from core.papers import PAPERS
from core.perturbations.registry import Perturbation, under_other_rules
from core.rewrite import Rewrite
from docs.curation_bench import curation_block
from pages.ui.catalogue.examples import example
from pages.ui.shared.marks import MarkedRun, all_runs
from pages.ui.shared.perturbation_words import all_severities, by_paper, severity_in_words

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "curation", "data", "pages")
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "perturbations.md"
BENCH = ROOT / "docs" / "bench.txt"
PRINTED = {  # a block of the README by its name: the command, and the file of what it printed last
    "evaluation": ("evaluate scale", "docs/evaluation-bench.txt"),
    "study": ("study", "docs/study-bench.txt"),
}
HEAD = """# The perturbations

Made by `python -m docs.update_readme` from the registry; the sentences are ours. <del>Struck through</del> is what
went, <ins>underlined</ins> what came. The page **Perturbations** of the app makes the same examples from any sentence.
"""
OTHER_RULES = """## By other rules

A plain name follows our rules: true severities, care with words. By those of its paper a perturbation does what the
paper's own program did, so that its texts may be set beside the printed figures; what that program merely damaged is
not rebuilt.
"""


def perturbation_table() -> str:
    """The names of all perturbations as Markdown, a row for each paper and kind of severity."""
    rows = ["| paper | severity | perturbations |", "|---|---|---|"]
    for paper, group in by_paper().items():
        rows += [f"| {paper.short} | {amount} | {', '.join(names)} |" for amount, names in _by_severity(group)]
    return "\n".join(rows)


def _by_severity(group: list[Perturbation]) -> Iterator[tuple[str, list[str]]]:
    def amount(perturbation: Perturbation) -> str:
        return all_severities(perturbation)

    for amounts, alike in groupby(sorted(group, key=amount), amount):
        yield amounts, [f"`{perturbation.name}`" for perturbation in alike]


def perturbations_page() -> str:
    """docs/perturbations.md: each perturbation with what it does and an example."""
    parts = [HEAD]
    for paper, group in by_paper().items():
        rows = "\n".join(map(_row, group))
        parts.append(
            f"## {paper.short}\n\n| name | what it does | severity | label | example |\n|---|---|---|---|---|\n{rows}\n"
        )
    rows = "\n".join(f"| `{p.name}` | {p.summary} |" for p in under_other_rules())
    parts.append(f"{OTHER_RULES}\n| name | what it does |\n|---|---|\n{rows}\n")
    return "\n".join(parts)


def _row(perturbation: Perturbation) -> str:
    label = "may change" if perturbation.alters_meaning else "stays"
    amounts = all_severities(perturbation)
    shown = example(perturbation)
    marked_example = (
        f"{_marked(shown.rewrite)} ({severity_in_words(shown.view.steps[0].severity)})" if shown.rewrite else ""
    )
    return f"| `{perturbation.name}` | {perturbation.summary} | {amounts} | {label} | {marked_example} |"


def _marked(rewrite: Rewrite) -> str:
    html = "".join(map(_run_html, all_runs(rewrite)))
    return html.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*")


def _run_html(run: MarkedRun) -> str:
    text = escape(run.text, quote=False)
    return f"<{run.mark}>{text}</{run.mark}>" if run.mark else run.text


def bench_block() -> str:
    """What the bench printed last, but for the rows of single perturbations, which docs/bench.txt keeps."""
    head, _, perturb = BENCH.read_text(encoding="utf-8").strip().partition("\n\nperturb\n")
    rows, _, rest = perturb.partition("\n\n")
    shown = f"{head}\n\nperturb\n{rows.splitlines()[-1]}\n\n{rest}"
    intro = "`python cli.py bench`, as printed last; [docs/bench.txt](docs/bench.txt) has a row for each perturbation:"
    return f"{intro}\n\n```\n{shown}\n```"


def printed_block(name: str) -> str:
    """What the benches of this block printed last, whole."""
    benches, file = PRINTED[name]
    shown = (ROOT / file).read_text(encoding="utf-8").strip()
    return f"`python cli.py bench {benches}`, as printed last ({file}):\n\n```\n{shown}\n```"


def papers_list() -> str:
    """The papers as a numbered Markdown list."""
    return "\n".join(f"{n}. {paper.reference}" for n, paper in enumerate(PAPERS.values(), 1))


def rooms_table() -> str:
    """Every folder of the code and the first line of its docstring, as a Markdown table."""
    folders = [ROOT / room for room in ROOMS]
    folders += [path.parent for room in ROOMS for path in (ROOT / room).glob("*/__init__.py") if room != "pages"]
    folders += [path.parent for path in (ROOT / "pages" / "ui").glob("**/__init__.py")]
    rows = [f"| `{folder.relative_to(ROOT).as_posix()}/` | {_purpose(folder)} |" for folder in sorted(folders)]
    return "\n".join(["| folder | what belongs there |", "|---|---|", *rows])


def _purpose(folder: Path) -> str:
    docstring = get_docstring(parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return docstring.split("\n")[0]


def filled(readme: str) -> str:
    """The README with its generated parts made again."""
    parts = {
        "perturbations": perturbation_table(),
        "bench": bench_block(),
        "curation": curation_block(),
        **{name: printed_block(name) for name in PRINTED},
        "rooms": rooms_table(),
        "papers": papers_list(),
    }
    for name, text in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, rest = readme.split(begin)
        readme = f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}"
    return readme


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
    PAGE.write_text(perturbations_page(), encoding="utf-8")
