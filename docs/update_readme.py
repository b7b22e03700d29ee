"""Write the README's generated parts: the table of perturbations, and the figures of docs/bench.txt.

`python cli.py bench --sentences FILE > docs/bench.txt && python -m docs.update_readme`
"""

from pathlib import Path

from core.perturbations.registry import perturbations

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BENCH = ROOT / "docs" / "bench.txt"


def perturbation_table() -> str:
    """A Markdown row for each registered perturbation."""
    rows = ["| name | what it does | severity | may alter meaning | from |", "|---|---|---|---|---|"]
    for p in perturbations():
        meaning = "yes: people look at it" if p.alters_meaning else "no"
        rows.append(
            f"| `{p.name}` | {p.summary} | {p.unit}: {', '.join(map(str, p.values))} | {meaning} | {p.source} |"
        )
    return "\n".join(rows)


def bench_block() -> str:
    """What the bench printed last, word for word."""
    return f"`python cli.py bench`, as it was printed last:\n\n```\n{BENCH.read_text(encoding='utf-8').strip()}\n```"


def filled(readme: str) -> str:
    """The README with its generated parts made again."""
    for name, text in (("perturbations", perturbation_table()), ("bench", bench_block())):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, rest = readme.split(begin)
        readme = f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}"
    return readme


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
