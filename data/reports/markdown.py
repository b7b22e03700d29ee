"""The robustness card as Markdown, its front matter as the hub of Hugging Face reads it."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import isnan
from typing import Any

from core.design import Condition
from core.metrics import UNSCORED
from core.metrics.share import share
from core.models.tasks import LABELLING
from core.records import Score, Task
from core.rewrite import Rewrite
from core.rounding import percent, rounded
from core.so_many import so_many
from data.flips.rows import Tally
from data.reports.facts import RunFacts
from data.runs.files import ELSEWHERE
from data.runs.headline import MAIN, in_words
from data.runs.measures.flip import Flip
from data.runs.measures.own import OWN
from data.runs.measures.registry import Compares, RunMetric, find_metric, metrics
from data.runs.measures.scoring import LOST
from data.runs.scores import offered
from data.variants.card import CATEGORIES

SEVERAL = (
    "± is the standard deviation over trainings with different seeds. Intervals are also valid for other texts "
    "and trainings; a test over the trainings is valid only for these texts."
)
OF_DRAWS = "“± over draws” is the standard deviation over {} draws of the perturbations."
STANDS_ON = (
    "The last column is the share of samples that the perturbation changed. Unchanged samples keep their prediction, "
    "so any model looks robust where this share is small."
)
OF_CHANGED = "The last column is the share of samples that the perturbation changed; only these are scored."
COSTS = "Loss of {} on the same samples (original minus perturbed), with its paired 95 % interval."
FLIPS = (
    "Each row counts the predictions on the changed texts that are in its group or have its edit. A text with several "
    "edits can count in several rows. Texts of one sample often flip together; the intervals allow for this."
)
DRAWS = (
    "Each draw perturbs every text again, with another seed. A sample is kept if no draw changes its predicted label. "
    "A sample is right if its label is right on the original text and under every draw (robust accuracy). Scores above "
    "are means over draws."
)
DRAWS_HEAD = ["model", "perturbation", "kept under one", "kept under all", "right under all"]
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:])")


def markdown_card(facts: RunFacts) -> str:
    """The card: front matter with `model-index`, then what was measured, where it is worst, and how to do it again."""
    return f"---\n{front_matter(facts)}---\n\n" + "\n".join(_body(facts)) + "\n"


def front_matter(facts: RunFacts) -> str:
    """YAML whose values are written as JSON, which is YAML."""
    index = [{"name": model.name, "results": list(_results(facts, model.name))} for model in facts.models]
    lines = {"tags": ["robustness", "flinch"], "model-index": index}
    return "".join(f"{key}: {_as_yaml(value)}\n" for key, value in lines.items())


def _as_yaml(value: object) -> str:
    """JSON that YAML reads the same: there two escapes do not make one character, and some may only stand escaped."""
    whole = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", whole)


def _results(facts: RunFacts, model: str) -> Iterator[dict[str, Any]]:
    run = facts.run
    for condition in (None, *facts.run.conditions):
        scores = [facts.score(name, model, condition) for name in offered(run) if name not in LOST.values()]
        figures = [
            {"type": s.metric, "name": metrics()[s.metric].full, "value": round(s.value, 6)}
            for s in scores
            if s and not isnan(s.value)
        ]
        if figures:
            config = condition.spelled if condition else "original"
            name = f"{run.dataset}, {config}" + (", kept by people" if facts.kept_only and condition else "")
            dataset = {"type": run.dataset, "name": name, "config": config, "split": run.split}
            yield {"task": {"type": CATEGORIES[facts.task]}, "dataset": dataset, "metrics": figures}


def _body(facts: RunFacts) -> Iterator[str]:
    yield f"# Robustness of {', '.join(plain(model.name) for model in facts.models)}\n"
    yield f"{plain(facts.counted)}\n"
    yield from (f"**{plain(line)}**\n" for line in facts.warnings)
    yield f"## {facts.agreement.capitalize()}\n\n{agreement_in_words(facts)}\n"
    yield from _table(agreement_head(facts), kappa_rows(facts))
    if lost := lost_rows(facts):
        yield f"\n## Loss on perturbed texts\n\n{COSTS.format(in_words(facts.main))}\n"
        yield from _table(["perturbation", *(model.name for model in facts.models)], lost)
    for metric in changes(facts):
        yield f"\n## {plain(metric.title)}\n\n{plain(metric.told)}\n"
        yield from _table(agreement_head(facts), rows_of(facts, metric.name))
    yield "\n## Worst cells\n"
    yield from _table(["model", "perturbation", facts.agreement, "n"], worst_rows(facts))
    yield f"\n## Which edits flip predictions\n\n{plain(facts.uncounted) or f'{facts.rule.told} {FLIPS}'}"
    for by, rows in facts.counted_flips.items():
        yield f"\n### By {facts.rule.table(by)}\n"
        yield from _table(["", "flip rate", "95 %", "flips", "n"], map(tally_row, rows))
    if facts.worst_draws:
        yield f"\n## Worst of {facts.run.draws} draws\n"
        yield f"{plain(DRAWS)}\n"
        yield from _table(DRAWS_HEAD, draws_rows(facts))
    if facts.examples:
        yield "\n## Flips of the worst cell\n"
        for opened in facts.examples:
            texts = " / ".join(_diff_html(rewrite) for _, rewrite in opened.flip.rewrites)
            yield f"- {plain(flip_in_words(opened.flip))}: {texts}"
    yield "\n## Kept by people\n"
    yield from kept_lines(facts)
    yield "\n## How the run was made\n"
    yield from (f"- {plain(line)}" for line in provenance_lines(facts))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", facts.command)), default=0))
    yield f"\n{fence}sh\n{facts.command}\n{fence}"


def draws_rows(facts: RunFacts) -> Iterator[list[str]]:
    """A row for each model and condition: what holds under one draw, and under all."""
    for worst in facts.worst_draws:
        kept, right = worst.kept[-1], worst.right[-1] if worst.right else UNSCORED
        under_all = f"{percent(kept.value)} ({percent(kept.low)} to {percent(kept.high)})"
        of_right = "" if isnan(right.value) else percent(right.value)
        yield [worst.model, str(worst.conditions[0]), percent(worst.kept[0].value), under_all, of_right]


def agreement_in_words(facts: RunFacts, metric: str = "") -> str:
    """What the run's agreement is between, or what another metric is, and of what."""
    sentence = find_metric(metric).told if metric else metrics()[facts.agreement].sentences[facts.run.task]
    over = "people kept" if facts.kept_only else "the perturbation changed" if facts.only_changed else ""
    sentence = sentence.replace("over all samples", f"over the samples that {over}") if over else sentence
    counted = "n counts what people kept." if facts.kept_only else OF_CHANGED if facts.only_changed else STANDS_ON
    several = [SEVERAL] * (facts.trainings > 1)
    of_draws = [OF_DRAWS.format(facts.run.draws)] * (facts.run.draws > 1 and not facts.kept_only)
    return " ".join((sentence, counted, *several, *of_draws))


def agreement_head(facts: RunFacts) -> list[str]:
    return ["perturbation", *(model.name for model in facts.models), "n" if facts.kept_only else "samples changed"]


def kappa_rows(facts: RunFacts) -> Iterator[list[str]]:
    """A row for each condition, a cell for each model, and what they stand on; above them the main metric on the
    original texts.
    """
    name = f"original, {in_words(facts.main)}"
    times = metrics()[facts.main].unit.times
    yield [name, *(score_text(facts.score(facts.main, model.name), times) for model in facts.models), ""]
    yield from rows_of(facts, facts.agreement)


def changes(facts: RunFacts) -> list[RunMetric]:
    """The metrics beside the agreement that compare predictions on original and perturbed texts, and a user's own."""
    others = (metrics()[name] for name in offered(facts.run) if name != facts.agreement)
    return [metric for metric in others if metric.of is Compares.PREDICTIONS or metric.name in OWN]


def rows_of(facts: RunFacts, metric: str) -> Iterator[list[str]]:
    """A row for each condition, a cell for each model, and what they stand on; above them the original texts where the
    metric is known of them.
    """
    times = metrics()[metric].unit.times
    for condition in (None, *facts.run.conditions):
        scores = [facts.score(metric, model.name, condition) for model in facts.models]
        if condition or any(scores):
            name, beside = (str(condition), facts.stands_on(condition)) if condition else ("original", "")
            yield [name, *(score_text(score, times) for score in scores), beside]


def lost_rows(facts: RunFacts) -> list[list[str]]:
    """A row for each condition of which it is known what it costs, in the main metric."""
    lost = LOST.get(facts.main, "")
    rows = ((c, [facts.score(lost, model.name, c) for model in facts.models]) for c in facts.run.conditions)
    times = metrics()[facts.main].unit.times
    return [[str(c), *(score_text(s, times) for s in scores)] for c, scores in rows if any(s and s.n for s in scores)]


def worst_rows(facts: RunFacts) -> Iterator[list[str]]:
    """The cells with the lowest agreement."""
    for score in facts.worst:
        assert score.severity is not None
        yield [score.model, str(Condition(score.perturbation, score.severity)), score_text(score), f"{score.n:,}"]


def tally_row(row: Tally) -> list[str]:
    rate, low, high = (percent(value) for value in (row.rate.value, row.rate.low, row.rate.high))
    return [
        row.value,
        f"{rate}{' (few)' if row.few else ''}",
        f"{low.removesuffix(' %')} to {high.removesuffix(' %')}",
        f"{row.flips:,}",
        f"{row.rate.n:,}",
    ]


def kept_lines(facts: RunFacts) -> Iterator[str]:
    """What people made of each condition, in sentences."""
    if facts.kept is None:
        yield "Not known: the decisions could not be read when this card was made."
    elif not facts.kept:
        yield "Nobody has judged whether the perturbed texts keep their meaning and label."
    for condition, (kept, judged) in (facts.kept or {}).items():
        kept_share = share(kept, judged)
        yield (
            f"- {plain(str(condition))}: {percent(kept_share.value)} kept or relabelled "
            f"({percent(kept_share.low)} to {percent(kept_share.high)}), of {judged:,} judged."
        )


def provenance_lines(facts: RunFacts) -> Iterator[str]:
    """Rules, versions and circumstances, a line each."""
    run = facts.run
    yield f"perturbed with seed {run.seed}, predicted {_device_phrase(facts)}, {run.started[:10]}"
    yield from (f"{model.name}: {model.audit.in_words}" for model in run.models if model.audit.in_words)
    yield from (f"{model.name}: {model.asked}" for model in run.models if model.asked)
    yield from (f"{model.name}: {_training_phrase(facts, model.name)}" for model in facts.models)
    rules = facts.other_rules
    yield "rules: Flinch's own" if not rules else "rules other than Flinch's own:"
    yield from (f"{name}: {summary}" for name, summary in rules)
    yield "versions: " + ", ".join(f"{name} {version}" for name, version in facts.versions.items())


def _device_phrase(facts: RunFacts) -> str:
    """ "on CPU, 2 threads", "elsewhere", or each of the models that were asked elsewhere by its name."""
    theirs = [model.name for model in facts.models if model.path == ELSEWHERE]
    if len(theirs) == len(facts.models):
        return ELSEWHERE
    return f"on {facts.run.device}" + (f" (but {', '.join(theirs)} {ELSEWHERE})" if theirs else "")


def score_text(score: Score | None, times: int = 1) -> str:
    """ "0.81 (0.78 to 0.84)", of several trainings "0.81 ± 0.02 (0.76 to 0.85)", a dash where there is none.

    Shown `times` 100 it is "81.0 (78.0 to 84.0)". Of several draws a second line says "± 0.03 over draws".
    """
    if score is None or isnan(score.value):
        return "–"
    digits = 2 if times == 1 else 1
    value, low, high = (
        rounded(times * figure, digits, (-times, times)) for figure in (score.value, score.low, score.high)
    )
    interval = "" if isnan(score.low) else f"({low} to {high})"
    spread, of_draws = ("" if isnan(sd) else f"± {times * sd:z.{digits}f}" for sd in (score.sd, score.draws_sd))
    text = " ".join(filter(None, (value, spread, interval)))
    return f"{text}\n{of_draws} over draws" if of_draws else text


def plain(text: str) -> str:
    """The Markdown that shows this text as it is, on one line: no mark-up and no HTML in it."""
    return _SPECIAL.sub(r"\\\1", escape(" ".join(text.split()), quote=False))


def _training_phrase(facts: RunFacts, name: str) -> str:
    model = next(model for model in facts.models if model.name == name)
    seeds = [str(model.seed) for model in facts.run.trainings.get(name, ())]
    trained = "" if model.trained_on is None else f"trained on {so_many(model.trained_on, 'sample')}"
    right = "accuracy" if facts.run.task in LABELLING else in_words(MAIN[facts.run.task])
    dev = "" if model.dev_accuracy is None else f"{model.dev_accuracy:.3f} {right} on dev"
    times = f"{len(seeds)} trainings with seeds {', '.join(seeds)}" if len(seeds) > 1 else ""
    return ", ".join(filter(None, (times, trained, dev))) or "predictions only"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table; a cell may have several of its own."""
    yield f"| {' | '.join(map(plain, head))} |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    yield from (f"| {' | '.join(map(_cell, row))} |" for row in rows)


def _cell(text: str) -> str:
    return "<br>".join(map(plain, text.split("\n")))


def flip_in_words(flip: Flip) -> str:
    """ "NUM → DESC (gold NUM)", of numbers "4.50 → 2.00 (gold 5)"; both golds where people relabelled it."""
    sides = (flip.before, flip.after)
    before, after = (f"{float(side):.2f}" for side in sides) if flip.task is Task.SIMILARITY else sides
    gold = f"gold {flip.gold}" if flip.gold else "no gold"
    again = f", {flip.gold_after} after perturbation" if flip.gold_after not in ("", flip.gold) else ""
    return f"{before} → {after} ({gold}{again})"


def _diff_html(rewrite: Rewrite) -> str:
    parts = []
    for old, new in rewrite.segments:
        if old == new:
            parts.append(_spaced(new))
        else:
            parts.append((f"<del>{_spaced(old)}</del>" if old else "") + (f"<ins>{_spaced(new)}</ins>" if new else ""))
    return "".join(parts)


def _spaced(text: str) -> str:
    """`plain`, but for the spaces at both ends."""
    core = plain(text)
    return (" " if text[:1].isspace() else "") + core + (" " if core and text[-1:].isspace() else "")
