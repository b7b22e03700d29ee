"""Write docs/perturbations.md from the registry, the README's list of papers, and docs/benchmarks.md."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from core.papers import PAPERS
from core.perturbations.registry import Perturbation, under_other_rules
from core.rewrite import Rewrite
from data.workspace import PROJECT
from pages.ui.perturbations.table import example
from pages.ui.shared.marks import MarkedRun, all_runs
from pages.ui.shared.perturbation_words import all_severities, by_paper, severity_in_words
from tools.bench.printed import Printed
from tools.docs.benchmarks import BENCHMARKS, benchmarks_page, headlines

README = PROJECT / "README.md"
PAGE = PROJECT / "docs" / "perturbations.md"
HEAD = """# The perturbations

After this page you know what each perturbation does, in which unit its severity is, and which paper it is from.

`python -m tools.docs.update_readme` makes this page from the registry; the example sentences are ours.
<del>Struck-through</del> text was removed, <ins>underlined</ins> text was added. The app's page **Perturbations** makes
such examples from any sentence.

A severity is the largest number of perturbations per sample (PPS), a percentage of the characters or words, a
probability, or a word class. If a percentage is not a whole number of characters, Flinch rounds the number up or down
at random (up with the probability of its fraction). So the mean is the percentage that you chose. Text outside the
edits stays the same, byte for byte. The same sample, perturbation, severity and seed give the same bytes on any
machine.
"""
LISTS = """## Lists of your own

The word lists come with the project, in `data/lexicon`. Scripts in `tools/lexicon` build them from stated sources; a
few are written by hand. You can replace some lists:

| variable | names | used by |
|---|---|---|
| `FLINCH_GLOVE` | a GloVe text file | `swap_syn_word_embedding` |
| `FLINCH_TOKENIZER` | any Hugging Face tokenizer | the subword shuffles |
| `FLINCH_SPELLINGS` | a list such as nlpaug's `spelling_en.txt` | `spelling_error.paper` |
| `FLINCH_ABBREVIATIONS` | rules such as NL-Augmenter's `replacement_rules_en.txt` | `insert_abbreviation.paper` |
| `FLINCH_PARSER` | a spaCy pipeline with a parser | the orders of dependency trees |
| `NLTK_DATA` | the folder of NLTK's own tagger | `word_class_removal.paper`; without it, our tagger |
"""
PARSER = """## A parser

The perturbations of dependency-tree order need a spaCy pipeline: the one in `parser/` of the workspace, or the one that
`FLINCH_PARSER` names. No pipeline comes with the project, and Flinch downloads none. You get these perturbations only
if you name them: "all" means the perturbations that any machine can make. `python cli.py doctor` says which pipeline is
used. You can train a pipeline on the treebank UD English EWT:

```
pip install -r requirements-parser.txt
python -m tools.parser TRAIN.conllu DEV.conllu TEST.conllu
```

The script prints and saves the accuracy of its pipeline on the test part, in percent: tags (XPOS), heads (UAS) and
heads with labels (LAS). The last two leave out punctuation marks. It also says how many sentences the pipeline parses
in a second. The second column has the published figures of spaCy's small pipeline, which was trained on another
treebank. Our figures of {printed.date} ({printed.machine}):

```
{printed.text}
```
"""
OTHER_RULES = """## By other rules

A plain name follows our rules: true severities, and words chosen with care. A name with `.paper` does what the paper's
own program did, so that you can compare results with the printed figures. If that program has a fault that only damages
texts, we do not copy the fault.
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
    case = example(perturbation)
    marked = f"{_marked_html(case.rewrite)} ({severity_in_words(case.view.steps[0].severity)})" if case.rewrite else ""
    return f"| `{perturbation.name}` | {perturbation.summary} | {amounts} | {label} | {marked} |"


def _marked_html(rewrite: Rewrite) -> str:
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
