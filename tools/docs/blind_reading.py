"""Make docs/blind-reading.md from tests/sheets/blind_edits.tsv: `python -m tools.docs.blind_reading`."""

from collections import Counter

from core.metrics import Estimate
from core.metrics.share import share
from data.workspace import PROJECT
from tests.sheets import coverage
from tests.sheets.blind import earlier, found, rows

PAGE = PROJECT / "docs/blind-reading.md"
CAUSES = 3  # of a kind that are shown
HEAD = """# Blind reading

After this page you know what share of each perturbation's edits two readers found good.

Made by `python -m tools.docs.blind_reading` from `tests/sheets/blind_edits.tsv`. Two readers (language models in the
roles of a copy editor and a linguist) read edits without knowing our rules or each other's verdicts. The sentences come
from TREC, SST-5, MRPC, RTE and STS-B, and no rule was tuned on them. An edit is *good* if a careful native writer could
have written it and it does what its kind says (a synonym means the same here). An *odd* edit, which is understood but
sounds wrong, counts as not good. Readers judged whole sentences: a negation that makes the rest of its sentence
senseless is odd, and so are most negated questions. Readers were told whether each edit should reverse the meaning or
only change facts or time.

The later sheets cover ten data sets or more, and two other readers read the third and the fourth. They count a careful
negation that nobody would say ("the index did not rise 5 points") as not good. Few of TREC's questions get a careful
negation (see the table of careful rules below). The third sheet had 52 of these, and we used some to improve the
rules: 36 were good to both readers, and our rules now leave 15 of the other 16 alone.

These results show why people should judge the texts of `.broad`, and of plain `negation` and `verb_tense`, which change
every verb. Intervals are 95 %.

| edit | n | good, first reader | good, second reader | good to both | agreement | kappa |
|---|---|---|---|---|---|---|
"""


CURVE = """
## Sense against coverage

The rules of `synonym_replacement` are three points on a curve: the more texts get a synonym, the fewer synonyms are
good. You choose a point by its name. *Coverage* is the percentage of {texts:,} texts of {sets} data sets that get one
(`python -m tests.sheets.coverage SHARED`). *Good to both* is the percentage that both readers found good.

| rules | coverage, all | TREC test | SST-2 test | good to both | n |
|---|---|---|---|---|---|
"""
CAREFUL = f"""
## Texts that careful rules change

The percentage of texts that get an edit at one perturbation per text. Careful rules leave most questions alone.

| data set | texts | {" | ".join(coverage.CAREFUL)} |
|{"---|" * (2 + len(coverage.CAREFUL))}
"""
EARLIER = """
## Earlier sheets, read under rules that have changed since

| edit | n | good to both |
|---|---|---|
"""


def _curve() -> list[str]:
    counted, judged = coverage.rows(), found()
    sets = {row.dataset: row.texts for row in counted}
    lines = [CURVE.format(texts=sum(sets.values()), sets=len(sets)).rstrip("\n")]
    for rules in coverage.SYNONYMS:
        cells = [rules]
        for names in (set(sets), {"trec6"}, {"sst2"}):
            of_rules = [row for row in counted if row.rules == rules and row.dataset in names]
            cells.append(_percent(share(sum(row.changed for row in of_rules), sum(row.texts for row in of_rules))))
        row = judged.get(f"{rules}@1")
        cells += [_percent(row.both), str(row.n)] if row else ["not read yet", ""]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _careful_lines() -> list[str]:
    """The share of texts that careful rules change, beside that of the usual rules, by data set."""
    counted = {(row.rules, row.dataset): row for row in coverage.rows()}
    lines = [CAREFUL.rstrip("\n")]
    for dataset in dict.fromkeys(dataset for _, dataset in counted):
        of_set = [counted[rules, dataset] for rules in coverage.CAREFUL]
        shares = " | ".join(_percent(share(row.changed, row.texts)) for row in of_set)
        lines.append(f"| {dataset} | {of_set[0].texts} | {shares} |")
    return lines


def _earlier_lines() -> list[str]:
    before = found(earlier())
    return [EARLIER.rstrip("\n"), *(f"| {kind} | {row.n} | {_percent(row.both)} |" for kind, row in before.items())]


def page() -> str:
    """The page."""
    lines = [
        f"| {kind} | {row.n} | {_percent(row.first)} | {_percent(row.second)} | {_percent(row.both)} | "
        f"{100 * row.agreed.value:.0f} % | {row.kappa.value:.2f} |"
        for kind, row in found().items()
    ]
    causes: dict[str, Counter[str]] = {}
    for row in rows():
        if row.cause:
            causes.setdefault(row.kind, Counter())[row.cause] += 1
    examples = [
        f"- {kind}: {'; '.join(cause for cause, _ in counted.most_common(CAUSES))}"
        for kind, counted in sorted(causes.items())
    ]
    return HEAD + "\n".join(
        [
            *lines,
            *_curve(),
            *_careful_lines(),
            *(_earlier_lines() if earlier() else ()),
            "",
            "## Examples of edits that were not good, in the readers' words",
            "",
            *examples,
            "",
        ]
    )


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f} ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
