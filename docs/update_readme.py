"""Write what the README and docs/perturbations.md say of the registry, and the figures of docs/bench.txt.

`python cli.py bench --sentences FILE > docs/bench.txt && python -m docs.update_readme`
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from core.perturbations.registry import Perturbation
from core.rewrite import Rewrite
from pages.ui.examples import example
from pages.ui.perturbation_words import by_paper, counted, severity_said

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "perturbations.md"
BENCH = ROOT / "docs" / "bench.txt"
HEAD = """# The perturbations

Made by `python -m docs.update_readme` from the registry; the sentences are ours. <del>Struck through</del> is what
went, <ins>underlined</ins> what came. The page **Perturbations** of the app makes the same examples from any sentence.
"""


def perturbation_table() -> str:
    """The names of all perturbations as Markdown, a row for each paper and kind of severity."""
    rows = ["| paper | severity | perturbations |", "|---|---|---|"]
    for paper, group in by_paper().items():
        rows += [f"| {paper} | {amount} | {', '.join(names)} |" for amount, names in _by_severity(group)]
    return "\n".join(rows)


def _by_severity(group: list[Perturbation]) -> Iterator[tuple[str, list[str]]]:
    def amount(perturbation: Perturbation) -> str:
        return counted(perturbation.values, perturbation.unit)

    for said, alike in groupby(sorted(group, key=amount), amount):
        yield said, [f"`{perturbation.name}`" for perturbation in alike]


def perturbations_page() -> str:
    """docs/perturbations.md: each perturbation with what it does and an example."""
    parts = [HEAD]
    for paper, group in by_paper().items():
        rows = "\n".join(map(_row, group))
        parts.append(
            f"## {paper}\n\n| name | what it does | severity | label | example |\n|---|---|---|---|---|\n{rows}\n"
        )
    return "\n".join(parts)


def _row(perturbation: Perturbation) -> str:
    label = "may change" if perturbation.alters_meaning else "stays"
    amounts = counted(perturbation.values, perturbation.unit)
    shown = example(perturbation)
    made = f"{_marked(shown.rewrite)} ({severity_said(shown.view.steps[0].severity)})" if shown.rewrite else ""
    return f"| `{perturbation.name}` | {perturbation.summary} | {amounts} | {label} | {made} |"


def _marked(rewrite: Rewrite) -> str:
    told = "".join(
        segment.new
        if segment.kept
        else f"<del>{escape(segment.old, quote=False)}</del>" * bool(segment.old)
        + f"<ins>{escape(segment.new, quote=False)}</ins>" * bool(segment.new)
        for segment in rewrite.segments
    )
    return told.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*")


def bench_block() -> str:
    """What the bench printed last, but for the rows of single perturbations, which docs/bench.txt keeps."""
    head, _, perturb = BENCH.read_text(encoding="utf-8").strip().partition("\n\nperturb\n")
    rows, _, rest = perturb.partition("\n\n")
    shown = f"{head}\n\nperturb\n{rows.splitlines()[-1]}\n\n{rest}"
    told = "`python cli.py bench`, as printed last; [docs/bench.txt](docs/bench.txt) has a row for each perturbation:"
    return f"{told}\n\n```\n{shown}\n```"


def filled(readme: str) -> str:
    """The README with its generated parts made again."""
    for name, text in (("perturbations", perturbation_table()), ("bench", bench_block())):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, rest = readme.split(begin)
        readme = f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}"
    return readme


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
    PAGE.write_text(perturbations_page(), encoding="utf-8")
