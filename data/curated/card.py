"""The card of a curated set as Markdown, with the front matter by which `datasets` finds its files."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.program import PROGRAM
from core.so_many import so_many
from curation.checked import as_read
from data.curated.facts import SetFacts, per_kept

FORMS = {"csv": "csv", "jsonl": "json", "parquet": "parquet"}


def markdown(facts: SetFacts, files: Mapping[tuple[str, str], str], form: str) -> str:
    """The whole of README.md; `files` are those of the data by data set and split."""
    parts = (_front_matter(files, form), _head(facts, files, form), _cells(facts), _people(facts), _provenance(facts))
    return "\n".join(line for part in parts for line in part) + "\n"


def _front_matter(files: Mapping[tuple[str, str], str], form: str) -> Iterator[str]:
    """YAML; every value is written as JSON, which is YAML."""
    yield "---"
    if form in FORMS:
        yield "configs:"
        for dataset in dict.fromkeys(name for name, _ in files):
            yield f"- config_name: {json.dumps(dataset)}"
            yield "  data_files:"
            for (name, split), path in files.items():
                if name == dataset:
                    yield f"  - split: {json.dumps(re.sub(r'[^a-zA-Z0-9_]', '_', split))}"
                    yield f"    path: {json.dumps(path)}"
    yield 'tags: ["robustness", "flinch", "curated"]'
    yield "license: other"
    yield "---"


def _head(facts: SetFacts, files: Mapping[tuple[str, str], str], form: str) -> Iterator[str]:
    total = facts.total("kept") + facts.total("relabelled")
    yield from ("", f"# {_text(facts.name)}", "")
    count = so_many(total, "perturbed text")
    yield f"{count} that people kept or relabelled, out of {facts.looked_at:,} that people judged."
    yield "Made with Flinch. `label` is the label people gave the perturbed text; `gold_label` is the label of the"
    yield "source."
    yield from ("", "```python")
    dataset, split = next(iter(files), ("", ""))
    if form in FORMS:
        yield f'datasets.load_dataset("path/of/this/folder", {json.dumps(dataset)})'
    else:
        yield f'datasets.load_from_disk("path/of/this/folder/{files.get((dataset, split), "")}")'
    yield from ("```", "")
    for name, card in facts.cards.items():
        source, licence = (card.source, card.licence) if card else ("", "")
        yield f"- `{name}`: source {_text(source) or 'unknown'}; licence of the source: {_text(licence) or 'unknown'}."
    yield "  The licences of the sources apply to the texts here."


def _cells(facts: SetFacts) -> Iterator[str]:
    yield from ("", "## What people judged", "")
    yield "*carried*: texts that got the verdict on an identical text; *until quota*: texts checked until the quota was"
    yield "reached, as in Tables 10-12 of Moradi & Samwald 2021."
    yield ""
    rows = [
        (
            progress.cell.dataset, progress.cell.split, progress.cell.perturbation, str(progress.cell.severity),
            progress.checked, progress.carried, progress.kept, progress.relabelled, progress.discarded,
            progress.disputed, _number(per_kept(progress)), as_read(progress), progress.order.name,
        )
        for progress in facts.cells
    ]  # fmt: skip
    names = (
        "data set",
        "split",
        "perturbation",
        "severity",
        "checked",
        "carried",
        "kept",
        "relabelled",
        "discarded",
        "disputed",
    )
    yield from _table((*names, "checked per kept", "until quota", "order"), rows)
    yield from ("", "## Why samples were discarded", "")
    yield from _table(("reason", "discards"), list(facts.reasons.items()))


def _people(facts: SetFacts) -> Iterator[str]:
    yield from ("", "## Who decided", "")
    if facts.pseudonyms:
        yield "People are called A1, A2 … in the order of their first decisions; their notes are left out."
        yield ""
    rows = [
        (who.name, who.decided, who.kept, who.relabelled, who.discarded, _seconds(who.median_milliseconds))
        for who in facts.people
    ]
    yield from _table(("who", "verdicts", "kept", "relabelled", "discarded", "median time"), rows)
    agreed = facts.agreement
    yield from ("", "## Agreement between people", "")
    was = "was" if agreed.overlap == 1 else "were"
    yield f"{agreed.overlap:,} of {so_many(agreed.judged, 'judged text')} {was} judged by at least two people."
    if agreed.undefined:
        yield f"Kappa and alpha are not defined: {agreed.undefined}."
    yield ""
    measures = [("percent agreement", agreed.equal), ("Fleiss' kappa", agreed.fleiss)]
    measures += [("Krippendorff's alpha (nominal)", agreed.alpha)]
    measures += [(f"Cohen's kappa, {pair.one} and {pair.other}", pair.kappa) for pair in agreed.pairs]
    figures = [(name, _number(of.value), f"{_number(of.low)} to {_number(of.high)}", of.n) for name, of in measures]
    yield from _table(("measure", "value", "95 % interval", "n"), figures)
    yield from ("", "## How disputes were settled", "")
    for who, times in facts.settled.items():
        yield f"- {so_many(times, 'curated sample')} by {_text(who)}"
    disputed, doubted = facts.total("disputed"), facts.total("doubted")
    yield f"- {so_many(disputed, 'sample is', 'samples are')} still disputed, and not in the set."
    yield f"- {so_many(doubted, 'sample has', 'samples have')} a second opinion that disagrees (`doubted_by`)."


def _provenance(facts: SetFacts) -> Iterator[str]:
    yield from ("", "## How it was made", "")
    yield f"Seeds: {', '.join(map(str, facts.seeds)) or 'none'}. `{PROGRAM} rebuild-set manifest.json` makes the"
    yield f"same files again from the data set, the designs and the decisions; `{PROGRAM} import-set` imports the"
    yield "set into another workspace, to evaluate models there."
    yield ""
    yield from (f"- {what}: {value}" for what, value in facts.versions.items())


def _table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield f"| {' | '.join(_text(str(value)) for value in row)} |"


def _text(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _number(value: float | None) -> str:
    return "undefined" if value is None or value != value else f"{value:.3f}"


def _seconds(milliseconds: float | None) -> str:
    return "not measured" if milliseconds is None else f"{milliseconds / 1000:.1f} s"
