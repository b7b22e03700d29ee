"""A grid's data card: README.md as the hub reads it, and summary.json for programs."""

import json
import re
from collections.abc import Iterable, Sequence
from math import isnan
from pathlib import Path
from typing import Any

from core.perturbations.registry import find
from core.records import DatasetCard, Task
from core.rules import Rules
from core.severity import Unit
from data.durable import write_text
from data.records_json import encode
from data.variants.files import VariantFile, in_order
from data.variants.gold import SUMMARY, GridGold

FEW = 0.5  # below this share of perturbed samples Romero 2023 marks a result
CATEGORIES = {  # what the hub of Hugging Face calls the tasks
    Task.CLASSIFICATION: "text-classification",
    Task.PAIR_CLASSIFICATION: "text-classification",
    Task.SIMILARITY: "sentence-similarity",
    Task.TAGGING: "token-classification",
}
COLUMNS = """
| column | what it holds |
|---|---|
| `id` | the sample, the same in every file |
| `order` | its place in the seeded order: people see samples in this order, and a limit takes the first samples |
| {texts} | the text, perturbed where `perturbed` is true |
| {originals} | the original text |
| `label`{tags} | as in the source; not checked again after perturbation |
| `perturbed` | whether any text of the row changed |
| `edits` | how many edits were made |
| `realised_severity` | percentage of characters or words changed, or number of edits for a severity in PPS; else NaN |
| `variant_id` | the id of this row in people's decisions |
| {edits} | what changed: `original[start:end]` now reads `text` |
| {moved} | where a perturbation moves words or characters: all pieces of the text in their new order; else empty |

Flinch keeps a row unchanged, with `perturbed` false, if it was not drawn or the perturbation does not apply to it. So
all files have the same samples in the same order. "perturbed" in the table is the share of the drawn samples that
changed; below {few:.0%} the table says *few*, because a score means little if few samples changed.
"edits" is the mean per perturbed sample; "mean severity" is over all drawn samples, 0 where nothing applied.
Perturbations marked with † can change the meaning of a text: people should check it before you trust its label.
"""


def write_card(
    folder: Path, card: DatasetCard, files: Iterable[VariantFile], versions: dict[str, Any], numbered: bool = True
) -> None:
    """Put README.md and summary.json in place, each whole; files in the order of perturbation, severity and split.

    `numbered` where the order of the card's labels is the data set's own.
    """
    ordered = in_order(files)
    content = summary(card, ordered, versions) | {"gold": json.loads(encode(GridGold.of(card, numbered)))}
    write_text(folder / SUMMARY, json.dumps(content, indent=1))
    write_text(folder / "README.md", _front_matter(card, ordered) + _body(card, ordered, versions))


def summary(card: DatasetCard, files: Sequence[VariantFile], versions: dict[str, Any]) -> dict[str, Any]:
    """What the table says, and how it was made, as plain values; null where a number is not defined."""
    first = files[0].recipe
    fields = list(first.fields or card.text_fields)
    made = {"dataset": card.name, "seed": first.seed, "share": first.share, "limit": first.limit, "fields": fields}
    return made | {"versions": versions, "cells": [_condition(file) for file in files]}


def _condition(file: VariantFile) -> dict[str, Any]:
    condition, counts = file.condition, file.counts
    steps = [find(step.perturbation) for step in condition.steps]
    return {
        "config": file.condition.key,
        "perturbation": condition.perturbation,
        "severity": condition.severity.key,
        "split": file.recipe.split,
        "file": file.place,
        "samples": counts.samples,
        "drawn": counts.drawn,
        "perturbed": counts.perturbed,
        "share_perturbed": _number(counts.share),
        "few": counts.share < FEW,
        "mean_edits": counts.edits / counts.perturbed if counts.perturbed else None,
        "mean_severity": _number(counts.mean_severity),
        "rules": sorted({step.rules.value for step in steps}),
        "alters_meaning": any(step.alters_meaning for step in steps),
        "source": "; ".join(dict.fromkeys(step.source for step in steps)),
    }


def _number(value: float) -> float | None:
    return None if isnan(value) else value


def _front_matter(card: DatasetCard, files: Sequence[VariantFile]) -> str:
    """YAML front matter; every value is written as JSON, which is YAML."""
    lines = [
        f"pretty_name: {json.dumps(f'{card.title or card.name}, perturbed')}",
        "license: other",
        f"license_name: {json.dumps(re.sub(r'[^a-z0-9.]+', '-', card.licence.lower()).strip('-') or 'unknown')}",
        f"task_categories: {json.dumps([CATEGORIES[card.task]])}",
        'tags: ["robustness", "flinch"]',
        "configs:",
    ]
    config = ""
    for file in files:
        if file.condition.key != config:
            config = file.condition.key
            lines += [f"- config_name: {json.dumps(config)}", "  data_files:"]
        split = re.sub(r"\W", "_", file.recipe.split)  # the hub knows letters, digits and underscores
        lines += [f"  - split: {json.dumps(split)}", f"    path: {json.dumps(file.place)}"]
    return "---\n" + "\n".join(lines) + "\n---\n\n"


def _body(card: DatasetCard, files: Sequence[VariantFile], versions: dict[str, Any]) -> str:
    first = files[0].recipe
    source = f"Source: {card.source or 'unknown'}. Licence of the source: {card.licence or 'unknown'}."
    ours = " Demo data written by the Flinch project." if card.ours else ""
    kinds = len({file.condition.perturbation for file in files})
    words = "; the sources and licences of the word lists are in Flinch's data/lexicon/LICENCES.md."
    columns = COLUMNS.format(
        texts=_names(card.text_fields, ""),
        originals=_names(card.text_fields, "original_"),
        edits=_names(card.text_fields, "edits_"),
        moved=_names(card.text_fields, "moved_"),
        tags=", `tags` (adapted to the perturbed text), `original_tags`" if card.task is Task.TAGGING else "",
        few=FEW,
    )
    sampled = "every sample" if first.share >= 1 else f"each sample with probability {first.share:g}"
    return "\n".join(
        [
            f"# {card.title or card.name}, perturbed",
            "",
            f"The data set `{card.name}` under {kinds} perturbations, made by Flinch. {source}{ours} The "
            f"perturbed texts keep this licence{words}",
            "",
            "```python",
            "from datasets import load_dataset",
            "",
            f'load_dataset("path/of/this/folder", "{files[0].condition.key}")',
            "```",
            columns,
            f"Seed {first.seed}; {sampled} was drawn; perturbed texts: {_names(first.fields or card.text_fields, '')}.",
            "",
            *[f"- {what}: {value}" for what, value in versions.items()],
            "",
            "| perturbation | severity | split | samples | perturbed | | edits | mean severity |",
            "|---|---|---|---:|---:|---|---:|---:|",
            *map(_row, files),
            "",
            *_rules(files),
        ]
    )


def _rules(files: Sequence[VariantFile]) -> list[str]:
    """What is said of perturbations under other rules than ours, as a list in Markdown; none where all follow ours."""
    steps = dict.fromkeys(step.perturbation for file in files for step in file.condition.steps)
    others = [p for p in map(find, steps) if p.rules is not Rules.OURS]
    if not others:
        return []
    lines = [f"- `{p.name}` ({p.source}): {p.summary}" for p in others]
    return ["These perturbations follow rules other than Flinch's own:", "", *lines, ""]


def _row(file: VariantFile) -> str:
    condition, counts, severity = file.condition, file.counts, file.condition.severity
    edits = f"{counts.edits / counts.perturbed:.2f}" if counts.perturbed else "–"
    percent = severity.unit in (Unit.PERCENT_CHARACTERS, Unit.PERCENT_WORDS)
    mean = "–" if isnan(counts.mean_severity) else f"{counts.mean_severity:.2f}{' %' if percent else ''}"
    share = f"{counts.share:.1%}" if counts.drawn else "–"
    few = "few" if counts.share < FEW else ""
    alters = any(find(step.perturbation).alters_meaning for step in condition.steps)
    name = f"{condition.perturbation}{' †' if alters else ''}"
    samples = f"{counts.samples:,}" if counts.drawn == counts.samples else f"{counts.drawn:,} of {counts.samples:,}"
    return f"| {name} | {severity} | {file.recipe.split} | {samples} | {share} | {few} | {edits} | {mean} |"


def _names(fields: Sequence[str], before: str) -> str:
    return ", ".join(f"`{before}{field}`" for field in fields)
