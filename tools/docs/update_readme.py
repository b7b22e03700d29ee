"""Write docs/perturbations.md from the registry, the README's list of papers, and docs/benchmarks.md."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from core.papers import PAPERS
from core.perturbations.registry import Perturbation, under_other_rules
from core.rewrite import Rewrite
from data.workspace import PROJECT
from pages.ui.catalogue.table import example
from pages.ui.shared.marks import MarkedRun, all_runs
from pages.ui.shared.perturbation_words import all_severities, by_paper, severity_in_words
from tools.bench.printed import Printed
from tools.docs.benchmarks import BENCHMARKS, benchmarks_page, headlines

README = PROJECT / "README.md"
PAGE = PROJECT / "docs" / "perturbations.md"
HEAD = """# The perturbations

Made by `python -m tools.docs.update_readme` from the registry; the sentences are ours. <del>Struck through</del> is
what went, <ins>underlined</ins> what came. The page **Perturbations** of the app makes the same examples from any
sentence.

A severity is at most so many perturbations per sample (PPS), a percentage of the characters or words, a probability,
or a word class. A share that is not a whole number of characters is rounded up with the probability of its fraction, so
that the mean is the share asked for. Text that nobody edited comes back byte for byte. The same sample, perturbation,
severity and seed give the same bytes on any machine.
"""
LISTS = """## Lists of your own

The word lists are built by scripts in `data/lexicon` from stated sources and come with the project.
Some can be replaced:

| variable | names | used by |
|---|---|---|
| `FLINCH_GLOVE` | a GloVe text file | `swap_syn_word_embedding` |
| `FLINCH_TOKENIZER` | any Hugging Face tokenizer | the subword shuffles |
| `FLINCH_SPELLINGS` | a list such as nlpaug's `spelling_en.txt` | `spelling_error.paper` |
| `FLINCH_ABBREVIATIONS` | rules such as NL-Augmenter's `replacement_rules_en.txt` | `insert_abbreviation.paper` |
| `FLINCH_PARSER` | a spaCy pipeline with a parser | the orders of dependency trees |
| `NLTK_DATA` | the folder of NLTK's own tagger | `word_class_removal.paper`, else ours |
"""
PARSER = """## A parser

The orders of dependency trees read a spaCy pipeline: the one in `parser/` of the workspace, or the one that
`FLINCH_PARSER` names. None comes with the project, and nothing is downloaded. Only who names these orders gets them;
"all" is what any machine can make. `python cli.py doctor` says which pipeline is used. UD English EWT makes one:

```
pip install -r requirements-parser.txt
python -m tools.parser TRAIN.conllu DEV.conllu TEST.conllu
```

It prints and keeps what its pipeline is worth on the test part in percent: tags (XPOS), heads (UAS), heads with labels
(LAS), marks left out of both; and how many sentences it parses in a second. Beside it stands what spaCy publishes of
its own small pipeline, which learnt from another treebank. Ours, of {printed.date} ({printed.machine}):

```
{printed.text}
```
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
        rows += [f"| {paper} | {amount} | {', '.join(names)} |" for amount, names in _by_severity(group)]
    return "\n".join(rows)


def _by_severity(group: list[Perturbation]) -> Iterator[tuple[str, list[str]]]:
    def amount(perturbation: Perturbation) -> str:
        return all_severities(perturbation)

    for amounts, alike in groupby(sorted(group, key=amount), amount):
        yield amounts, [f"`{perturbation.name}`" for perturbation in alike]


def perturbations_page() -> str:
    """docs/perturbations.md: each perturbation with what it does and an example."""
    parts = [HEAD, f"{perturbation_table()}\n"]
    for paper, group in by_paper().items():
        rows = "\n".join(map(_row, group))
        parts.append(
            f"## {paper}\n\n| name | what it does | severity | label | example |\n|---|---|---|---|---|\n{rows}\n"
        )
    rows = "\n".join(f"| `{p.name}` | {p.summary} |" for p in under_other_rules())
    parts.append(f"{OTHER_RULES}\n| name | what it does |\n|---|---|\n{rows}\n")
    parts += [LISTS, PARSER.format(printed=Printed.read(PAGE.with_name("parser.txt")))]
    return "\n".join(parts)


def _row(perturbation: Perturbation) -> str:
    label = "may change" if perturbation.alters_meaning else "stays"
    amounts = all_severities(perturbation)
    if perturbation.optional:
        return f"| `{perturbation.name}` | {perturbation.summary} | {amounts} | {label} | needs a parser, below |"
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


def papers_list() -> str:
    """The papers as a numbered Markdown list."""
    return "\n".join(f"{n}. {paper.reference}" for n, paper in enumerate(PAPERS.values(), 1))


def filled(page: str) -> str:
    """The README with its figures and its list of papers made again."""
    for name, text in (("figures", headlines), ("papers", papers_list)):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, rest = page.split(begin)
        page = f"{head}{begin}\n{text()}\n{end}{rest.split(end)[1]}"
    return page


def write_all() -> None:
    """The README's generated parts, docs/perturbations.md and docs/benchmarks.md, as they are now."""
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
    PAGE.write_text(perturbations_page(), encoding="utf-8")
    BENCHMARKS.write_text(benchmarks_page(), encoding="utf-8")


if __name__ == "__main__":
    write_all()
