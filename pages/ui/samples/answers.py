"""A sample on the page: its original, then what each condition made of it, each with every model's answer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape
from itertools import groupby
from math import isnan

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition
from core.models.tasks import LABELLING
from core.records import Task
from core.severity import Unit
from core.so_many import so_many
from core.text.entity_tags import entities_in_words
from data.flips.samples import AnsweredSample, AnsweredVariant, ModelAnswer, answered_sample, beside_each_other
from data.runs.scores import run_card
from pages.ui.runs.controls import choose
from pages.ui.runs.flip import told_label
from pages.ui.runs.names import distinct
from pages.ui.samples.choice import ChosenSample
from pages.ui.samples.side_by_side import SideRow, draw_side_by_side
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import field_html
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import heading, severities_and, severities_in_words, severity_in_words, words
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What one text, made by these conditions of a perturbation, shows; `flipped` are the models that flip on it."""

    conditions: tuple[Condition, ...]
    body: str
    flipped: tuple[str, ...]
    variant: AnsweredVariant


def draw_sample(chosen: ChosenSample, detail: DeltaGenerator, below: DeltaGenerator) -> None:
    """In these places the sample's original with the models' answers, and after it its perturbed texts: all, or those
    with a flip. Those of several runs are a table, `below` all else.

    Those that a row of Flips counts stand alone, those with the flip that was looked for first.
    """
    sample = _answered(chosen)
    labels = chosen.run.task in LABELLING
    judged = sample.gold if labels else ""  # a number is hardly ever just the gold one
    listed = entries(sample, judged, chosen.conditions)
    with detail:
        st.header("The original")
        answers = "" if chosen.beside else _list(_original_spoken(sample), {}, judged, ())
        st.html(f'{DIFF_STYLE}{STYLE}<div class="fl-sample">{_texts(sample)}{answers}</div>')
        st.caption(_explained(sample, bool(judged), probabilities=not chosen.beside))
    with below if chosen.beside else detail:
        st.header("Perturbed texts")
        what = "" if labels else f" {sample.rule.told}"
        finished = all(run_card(workspace(), id_).finished for id_ in chosen.beside or [chosen.run.id])
        alone = "" if chosen.row else left_alone(sample, finished)
        st.caption(f"{_counted(listed)}{alone}{what}")
        shown = _sought_first(sample, _shown(listed, chosen), chosen)
        if not shown:
            st.info("No prediction flipped on this sample." if listed else "Nothing could be changed in this sample.")
        elif chosen.beside:
            _draw_beside(sample, shown, judged)
        else:
            _draw_articles(shown[:MOST])
            if more := shown[MOST:]:
                with st.expander(so_many(len(more), "more text"), key="samples-more"):
                    _draw_articles(more)


def _draw_beside(sample: AnsweredSample, shown: Sequence[Entry], gold: str) -> None:
    rows = [SideRow("<h3>The original</h3>", _labels(_original_spoken(sample)), ())]
    for entry in shown:
        answers = _spoken(sample, entry.variant.answers, _perturbed(entry.variant))
        rows.append(SideRow(f"{_heading(entry)}{_changed(entry.variant)}", _labels(answers), entry.flipped))
    st.html(DIFF_STYLE)
    draw_side_by_side(tuple(sample.answers), rows, gold)


def _labels(answers: Mapping[str, ModelAnswer]) -> dict[str, str]:
    return {model: answer.label for model, answer in answers.items()}


def _of_models(sample: AnsweredSample, models: Collection[str]) -> AnsweredSample:
    """The sample with the answers of these models alone, () for all."""

    def of(answers: Mapping[str, ModelAnswer]) -> dict[str, ModelAnswer]:
        return {name: answer for name, answer in answers.items() if name in models}

    if not models:
        return sample
    variants = tuple(replace(variant, answers=of(variant.answers)) for variant in sample.variants)
    return replace(sample, answers=of(sample.answers), variants=variants)


def _answered(chosen: ChosenSample) -> AnsweredSample:
    """What the chosen models of the run said of the sample, or those of all its runs, each run named by when it
    began."""

    def of(run: str, id_: str) -> AnsweredSample:
        return _of_models(answered_sample(workspace(), run, id_), chosen.models)

    if not chosen.beside:
        return of(chosen.run.id, chosen.id)
    began = {id_: f"{datetime.fromisoformat(run_card(workspace(), id_).started):%-d %b %H:%M}" for id_ in chosen.beside}
    names = distinct(began)
    return beside_each_other({names[run]: of(run, id_) for run, id_ in chosen.beside.items()})


def _counted(listed: Sequence[Entry]) -> str:
    flipped = sum(bool(entry.flipped) for entry in listed)
    return f"{so_many(len(listed), 'distinct text')}, {flipped:,} with a flip." if listed else ""


def _shown(listed: Sequence[Entry], chosen: ChosenSample) -> Sequence[Entry]:
    if chosen.row:
        st.caption(f"Only texts {literally(chosen.row)} are shown.")
        return listed
    texts = {"": ALL, "turned": TURNED}
    choice = choose(st.segmented_control, "Texts", "texts", "samples-shown", texts, ALL, required=True)
    return [entry for entry in listed if entry.flipped] if choice == TURNED else listed


def _sought_first(sample: AnsweredSample, shown: Sequence[Entry], chosen: ChosenSample) -> Sequence[Entry]:
    """The entries, those first in which a model that was looked for flips as was looked for."""

    def matches(entry: Entry) -> bool:
        answers = entry.variant.answers
        pairs = (f"{sample.answers[model].label} → {answers[model].label}" for model in entry.flipped)
        return chosen.direction in pairs

    first = sum(map(matches, shown)) if chosen.direction else 0
    if first:
        what = "text has" if first == 1 else f"{first} texts have"
        st.caption(f"The first {what} the flip {literally(chosen.direction)}.")
    return sorted(shown, key=matches, reverse=True)


def _draw_articles(listed: Sequence[Entry]) -> None:
    st.html(f'{DIFF_STYLE}{STYLE}<div class="fl-sample">{"".join(map(_article, listed))}</div>')


def _explained(sample: AnsweredSample, judged: bool, probabilities: bool) -> str:
    what = {Task.SIMILARITY: "score", Task.TAGGING: "entities"}.get(sample.task, "label")
    gold = told_label(sample.gold, sample.task)
    if sample.task is Task.TAGGING:
        gold = entities_in_words(_original(sample), gold.split())
    sentence = f"Gold {what}{':' * (what == 'entities')} {gold}." if gold else f"No gold {what}."
    known = " The number is the probability of the predicted label, where known." * probabilities
    return sentence + (f" ✓ right, ✗ wrong.{known}" if judged else "")


def _original(sample: AnsweredSample) -> str:
    """The text whose tokens are tagged."""
    return next(iter(sample.texts.values()), "")


def _spoken(sample: AnsweredSample, answers: Mapping[str, ModelAnswer], text: str) -> Mapping[str, ModelAnswer]:
    """The answers as they are read: scores with two digits, tags as the entities that they say are in the text."""

    def readable(label: str) -> str:
        tags = sample.task is Task.TAGGING and text
        return entities_in_words(text, label.split()) if tags else told_label(label, sample.task)

    return {model: ModelAnswer(readable(answer.label), answer.probability) for model, answer in answers.items()}


def _original_spoken(sample: AnsweredSample) -> Mapping[str, ModelAnswer]:
    return _spoken(sample, sample.answers, _original(sample))


def left_alone(sample: AnsweredSample, finished: bool) -> str:
    """A sentence on the conditions without an answer here, and why, by whether the run is `finished`; "" where all have
    one."""
    severities: dict[tuple[str, Unit], list[float | str]] = {}
    for variant in sample.variants:
        if not variant.answers:
            (name, severity) = variant.condition
            severities.setdefault((name, severity.unit), []).append(severity.value)
    conditions = (f"{words(name)} {severities_in_words(values, unit)}" for (name, unit), values in severities.items())
    why = "the text has nothing to change" if finished else "nothing to change, or the run has not finished"
    return f" No result for {'; '.join(conditions)}: {why}." if severities else ""


def _texts(sample: AnsweredSample) -> str:
    several = len(sample.texts) > 1
    return "".join(
        f'<p class="fl-text">{f"<small>{escape(name)}</small>" if several else ""}{escape(text)}</p>'
        for name, text in sample.texts.items()
    )


def entries(sample: AnsweredSample, judged: str, only: Collection[Condition] | None = None) -> list[Entry]:
    """An entry for each changed text, of `only` these conditions; one for several severities in a row that made it."""
    chosen = (variant for variant in sample.variants if variant.answers and (only is None or variant.condition in only))
    bodies = [(variant, _body(sample, variant, judged)) for variant in chosen]

    def same(pair: tuple[AnsweredVariant, str]) -> tuple[object, ...]:
        (name, severity), body = pair[0].condition, pair[1]
        return name, severity.unit, body, None if pair[0].rewrites else severity  # whose text is gone stands alone

    return [_entry(sample, list(group)) for _, group in groupby(bodies, same)]


def _entry(sample: AnsweredSample, group: Sequence[tuple[AnsweredVariant, str]]) -> Entry:
    first, body = group[0]
    return Entry(tuple(variant.condition for variant, _ in group), body, tuple(sample.flipped(first)), first)


def _article(entry: Entry) -> str:
    return f"<article>{_heading(entry)}{entry.body}</article>"


def _heading(entry: Entry) -> str:
    """The entry's perturbation and severities: "PPS 2, 3 and 4 (same text)"."""
    name, severity = entry.conditions[0]
    values = [condition.severity.value for condition in entry.conditions]
    amount = f"{severities_and(values, severity.unit)} (same text)" if len(values) > 1 else severity_in_words(severity)
    return f"<h3>{escape(heading(name))} <span>{escape(amount)}</span></h3>"


def _body(sample: AnsweredSample, variant: AnsweredVariant, judged: str) -> str:
    turned = sample.flipped(variant)
    before = _original_spoken(sample)
    if sample.task is Task.TAGGING:  # other words of the same entities are no other answer
        before = {model: answer for model, answer in before.items() if model in turned}
    answers = _list(_spoken(sample, variant.answers, _perturbed(variant)), before, judged, turned)
    return f"{_changed(variant)}{answers}"


def _changed(variant: AnsweredVariant) -> str:
    """The variant's texts with what changed in them, as HTML; a sentence where they are gone."""
    if not variant.rewrites:
        return '<p class="fl-unchanged">The text is no longer in the workspace.</p>'
    return "".join(field_html(field, len(variant.rewrites) > 1) for field in variant.rewrites)


def _perturbed(variant: AnsweredVariant) -> str:
    """The text whose tokens are tagged, once perturbed."""
    return variant.rewrites[0].rewrite.perturbed if variant.rewrites else ""


def _list(
    answers: Mapping[str, ModelAnswer], before: Mapping[str, ModelAnswer], gold: str, turned: Collection[str]
) -> str:
    """Each model's answer; one that is other than before says from what it came, and is marked where it turned."""
    items = []
    for model, answer in answers.items():
        was = before.get(model, answer).label
        label = escape(answer.label) if was == answer.label else f"{escape(was)} → {escape(answer.label)}"
        mark = f" {'✓' if answer.label == gold else '✗'}" if gold else ""
        sure = "" if isnan(answer.probability) else f" <span>{answer.probability:.2f}</span>"
        kind = " class=fl-turned" if model in turned else ""
        items.append(f"<li{kind}>{escape(model)} <b>{label}</b>{mark}{sure}</li>")
    return f'<ul class="fl-said">{"".join(items)}</ul>'
