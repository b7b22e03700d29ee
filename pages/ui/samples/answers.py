"""A sample on the page: its original, then what each condition made of it, each with every model's answer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from math import isnan

import streamlit as st

from core.design import Condition
from core.models.tasks import LABELLING
from core.records import Task
from core.so_many import so_many
from core.text.entity_tags import entities_in_words
from data.flips.samples import AnsweredSample, AnsweredVariant, ModelAnswer, answered_sample
from data.runs.files import RunCard
from pages.ui.runs.controls import choose
from pages.ui.runs.flip import field_html, told_label
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.perturbation_words import heading, severity_in_words, words
from pages.ui.shell.session import workspace

STYLE = """<style>
.fl-sample{max-width:56rem}
.fl-sample article{border-top:1px solid rgba(128,136,150,.28);padding:.8rem 0 .6rem}
.fl-sample h3{font-size:.95rem;font-weight:600;margin:0 0 .4rem;padding:0}
.fl-sample h3 span{font-weight:400;opacity:.75}
.fl-sample ul.fl-said[class]{padding-left:0;margin-left:0}
.fl-said{display:flex;flex-wrap:wrap;gap:.3rem .5rem;list-style:none;margin:0;padding:0;font-size:.875rem}
.fl-sample .fl-said li[class],.fl-sample .fl-said li{margin-left:0}
.fl-said li{border:1px solid rgba(128,136,150,.4);border-radius:6px;padding:.1rem .5rem;margin:0}
.fl-said li.fl-turned{border-color:light-dark(#b54708,#f5b35c);background:light-dark(#fff4e5,#3a2a12)}
.fl-said b{font-weight:600}
.fl-said span{opacity:.75;font-variant-numeric:tabular-nums}
.fl-unchanged{opacity:.75;font-size:.875rem}
</style>"""
MOST = 6  # texts that are shown unasked
TURNED, ALL = "Flipped only", "All"


def draw_sample(run: RunCard, sample_id: str, only: frozenset[Condition] | None = None) -> None:
    """The sample's original with the models' answers, and below it the variants: all, those that changed a mind, or
    those of `only` these conditions.
    """
    sample = answered_sample(workspace(), run.id, sample_id)
    labels = run.task in LABELLING
    judged = sample.gold if labels else ""  # a number is hardly ever just the gold one
    turned = [variant for variant in sample.variants if sample.flipped(variant)]
    applied = [variant for variant in sample.variants if variant.answers]
    st.header("The original")
    said = _list(_spoken(sample, sample.answers, _original(sample)), {}, judged, ())
    st.html(f'{DIFF_STYLE}{STYLE}<div class="fl-sample">{_texts(sample)}{said}</div>')
    st.caption(_explained(sample, bool(judged)))
    st.header("Under the run's perturbations")
    what = "" if labels else f" {sample.rule.told}"
    st.caption(f"{len(turned)} of {len(applied)} changed texts flipped a prediction.{left_alone(sample)}{what}")
    drawn = articles(sample, _shown(applied, turned, only), judged)
    if drawn:
        _draw_articles(drawn[:MOST])
        if more := drawn[MOST:]:
            with st.expander(so_many(len(more), "more text"), key="samples-more"):
                _draw_articles(more)
    else:
        st.info("No prediction flipped on this sample." if applied else "Nothing could be changed in this sample.")


def _shown(
    applied: Sequence[AnsweredVariant], turned: Sequence[AnsweredVariant], only: frozenset[Condition] | None
) -> Sequence[AnsweredVariant]:
    if only is not None:
        st.caption("Only the texts of the row of Flips are shown.")
        return [variant for variant in applied if variant.condition in only]
    texts = {"": ALL, "turned": TURNED}
    shown = choose(st.segmented_control, "Texts", "texts", "samples-shown", texts, ALL, required=True)
    return turned if shown == TURNED else applied


def _draw_articles(drawn: Sequence[str]) -> None:
    st.html(f'{DIFF_STYLE}{STYLE}<div class="fl-sample">{"".join(drawn)}</div>')


def _explained(sample: AnsweredSample, judged: bool) -> str:
    what = {Task.SIMILARITY: "score", Task.TAGGING: "entities"}.get(sample.task, "label")
    gold = told_label(sample.gold, sample.task)
    if sample.task is Task.TAGGING:
        gold = entities_in_words(_original(sample), gold.split())
    told = f"Gold {what}{':' * (what == 'entities')} {gold}." if gold else f"No gold {what}."
    marks = " ✓ right, ✗ wrong. The number is the probability of the predicted label, where known."
    return told + (marks if judged else "")


def _original(sample: AnsweredSample) -> str:
    """The text whose tokens are tagged."""
    return next(iter(sample.texts.values()), "")


def _spoken(sample: AnsweredSample, answers: Mapping[str, ModelAnswer], text: str) -> Mapping[str, ModelAnswer]:
    """The answers as they are read: scores with two digits, tags as the entities that they say are in the text."""

    def told(label: str) -> str:
        tags = sample.task is Task.TAGGING and text
        return entities_in_words(text, label.split()) if tags else told_label(label, sample.task)

    return {model: ModelAnswer(told(answer.label), answer.probability) for model, answer in answers.items()}


def left_alone(sample: AnsweredSample) -> str:
    """A sentence on the conditions without an answer here, "" where all have one."""
    found: dict[str, list[str]] = {}
    for variant in sample.variants:
        if not variant.answers:
            found.setdefault(words(variant.condition.perturbation), []).append(
                severity_in_words(variant.condition.severity)
            )
    named = (f"{name} {first}{_others(others)}" for name, (first, *others) in found.items())
    why = "the text offers nothing to change, or the run has not finished"
    return f" No result for {'; '.join(named)}: {why}." if found else ""


def _others(severities: Sequence[str], between: str = ", ") -> str:
    """What follows the first severity of a perturbation: its unit stands there."""
    return "".join(f"{between}{one.removeprefix('PPS ')}" for one in severities)


def _texts(sample: AnsweredSample) -> str:
    several = len(sample.texts) > 1
    return "".join(
        f'<p class="fl-text">{f"<small>{escape(name)}</small>" if several else ""}{escape(text)}</p>'
        for name, text in sample.texts.items()
    )


def articles(sample: AnsweredSample, variants: Iterable[AnsweredVariant], judged: str) -> list[str]:
    """An entry for each variant; one for several severities in a row that made the same text: "PPS 2 = 3 = 4"."""
    bodies = [(variant, _body(sample, variant, judged)) for variant in variants]

    def same(one: tuple[AnsweredVariant, str]) -> tuple[object, ...]:
        (name, severity), body = one[0].condition, one[1]
        return name, severity.unit, body, None if one[0].rewrites else severity  # whose text is gone stands alone

    found = ([(variant.condition, body) for variant, body in group] for _, group in groupby(bodies, same))
    return [_article([condition for condition, _ in group], group[0][1]) for group in found]


def _article(conditions: Sequence[Condition], body: str) -> str:
    first, *others = (severity_in_words(condition.severity) for condition in conditions)
    head = f"{escape(heading(conditions[0].perturbation))} <span>{escape(first + _others(others, ' = '))}</span>"
    return f"<article><h3>{head}</h3>{body}</article>"


def _body(sample: AnsweredSample, variant: AnsweredVariant, judged: str) -> str:
    texts = "".join(field_html(field, len(variant.rewrites) > 1) for field in variant.rewrites)
    text = variant.rewrites[0].rewrite.perturbed if variant.rewrites else ""
    turned = sample.flipped(variant)
    before = _spoken(sample, sample.answers, _original(sample))
    if sample.task is Task.TAGGING:  # other words of the same entities are no other answer
        before = {model: answer for model, answer in before.items() if model in turned}
    said = _list(_spoken(sample, variant.answers, text), before, judged, turned)
    gone = "" if variant.rewrites else '<p class="fl-unchanged">The text is no longer in the workspace.</p>'
    return f"{texts}{gone}{said}"


def _list(
    answers: Mapping[str, ModelAnswer], before: Mapping[str, ModelAnswer], gold: str, turned: Collection[str]
) -> str:
    """Each model's answer; one that is other than before says from what it came, and is marked where it turned."""
    items = (_item(model, answer, before.get(model), gold, model in turned) for model, answer in answers.items())
    return f'<ul class="fl-said">{"".join(items)}</ul>'


def _item(model: str, answer: ModelAnswer, before: ModelAnswer | None, gold: str, turned: bool) -> str:
    other = before is not None and before.label != answer.label
    label = f"{escape(before.label)} → {escape(answer.label)}" if before and other else escape(answer.label)
    mark = f" {'✓' if answer.label == gold else '✗'}" if gold else ""
    sure = "" if isnan(answer.probability) else f" <span>{answer.probability:.2f}</span>"
    return f"<li{' class=fl-turned' if turned else ''}>{escape(model)} <b>{label}</b>{mark}{sure}</li>"
