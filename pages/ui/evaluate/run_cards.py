"""A run's scores: a row for each model; and on request the data, settings and machine of the run."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from urllib.parse import urlencode

import streamlit as st

from core.design import Condition
from core.records import Score, Task
from core.so_many import so_many
from core.text.casing import capitalised
from data.jobs.jobs import JobStatus
from data.runs.files import ELSEWHERE, NO_LABELS, RunCard, read_card
from data.runs.headline import AGREEMENT, MAIN, Headline, figure_in_words, in_words, interval_in_words, main_metric
from data.runs.measures.registry import metrics
from data.runs.scores import has_scores
from data.runs.training_seen import earlier_in_words, trained_earlier, trainings, under_way
from pages.ui.evaluate.cells import draw_cells
from pages.ui.evaluate.curves import draw_training
from pages.ui.runs.dots import DOTS, line_html
from pages.ui.runs.headlines import headlines_of
from pages.ui.runs.inner_links import follow_links
from pages.ui.runs.names import told_apart, why_not_compared
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.html_table import Drawn, Text, draw_table
from pages.ui.shared.jobs import duration
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import workspace

WAYS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Heatmap", "heatmaps", {"view": "Heatmap", "of": "mine"}),
    ("Flips", "flips", {}),
    ("Samples", "samples", {}),
)
"""What the ways to pages that show a run are called, where they go, and what else they ask for."""
# What the ends of a line are, beside it.
ENDS = """<style>
.fl-from-to{display:flex;justify-content:flex-end;align-items:center;gap:.3rem;font-size:.7rem;line-height:1}
.fl-table .fl-from-to .fl-line{margin:0}
.fl-from-to::before{content:attr(data-low);opacity:.75}
.fl-from-to::after{content:attr(data-high);opacity:.75;min-width:2.2em;text-align:left}
@media (max-width:640px){.fl-table .fl-from-to .fl-line{width:8rem}.fl-from-to::after{min-width:0}}
</style>"""


def draw_run(job: JobStatus) -> None:
    """The figures of the run that this job makes; nothing while it has not begun."""
    folder = workspace().runs / job.id
    card = read_card(folder)
    if card is None:
        return
    draw_cells(card, live=not job.ended)
    if not job.ended:
        if job.total and (going := under_way(workspace(), card, job.arguments)):
            draw_training(going, f"training-{job.id}")
        return
    if not has_scores(workspace(), card):
        st.caption("No cell is done.")
        _draw_trainings(job, card)
        return
    draw_models([card])
    if elsewhere := [model.name for model in card.models if model.path == ELSEWHERE]:
        st.caption(f"Imported predictions: {literally(', '.join(elsewhere))}.")
    warn_of_unlearned(card, whole=True)
    if not card.labelled:
        st.caption(f"{NO_LABELS}.")
    draw_links(card)
    _draw_trainings(job, card)


def draw_links(card: RunCard, title: str = "") -> None:
    """The run's details, and the ways to the pages that show it, where it has scores. One of several runs has its
    `title` before them, without a way to a comparison."""
    key = f"{card.id}{'-of-two' * bool(title)}"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if title:
            st.caption(literally(title), width="content")
        details = st.popover(
            "Details", key=f"details-{key}", on_change="rerun", type="tertiary", icon=":material/info:"
        )
        for name, page, query in WAYS if has_scores(workspace(), card) else ():
            if st.button(name, key=f"{name.lower()}-{key}", type="tertiary", icon=":material/arrow_forward:"):
                st.switch_page(f"pages/{page}.py", query_params={**query, "run": card.id})
        if (
            not title
            and not why_not_compared(card)
            and st.button("Compare", key=f"compare-{card.id}", type="tertiary", icon=":material/compare_arrows:")
        ):
            query = {"view": "Compare", "with": "run", "run": card.id}
            st.switch_page("pages/heatmaps.py", query_params=query)
    if details.open:
        with details, st.container(gap="xxsmall", key=f"told-details-{key}"):
            for name, value in details_of(card).items():
                st.markdown(f"**{name}:** {literally(value)}")


def _draw_trainings(job: JobStatus, card: RunCard) -> None:
    """How each model was trained, folded; nothing where none was."""
    seen = trainings(workspace(), card, job.arguments)
    if not seen:
        return
    subject = "the model was" if len(seen) == 1 else "each model was"
    opened = st.expander(f"How {subject} trained", key=f"trained-{job.id}", on_change="rerun", type="compact")
    if opened.open:
        earlier = trained_earlier(workspace(), card)
        with opened:
            for number, training in enumerate(seen):
                draw_training(replace(training, earlier=earlier.get(training.model)), f"training-{job.id}-{number}")


def rows_of(card: RunCard, each: Mapping[str, Headline]) -> list[list[Text]]:
    """A row for each model with a score: its name, its main metric on the original texts, its lowest agreement and in
    which cell, each with its interval; on how many samples; and how long its training and predictions took."""
    rows: list[list[Text]] = []
    for name, own in each.items():
        if score := own.best or own.worst:
            rows.append([name, _best(own.best), _worst(card, own.worst, score.n), _on(score), _took(card, name)])
    return rows


def draw_models(cards: Sequence[RunCard]) -> None:
    """The models of these runs of one data set as a table, of several runs each with its run; a sentence where nothing
    is scored."""
    card, *others = cards
    rows = rows_of(card, headlines_of(card).each)
    if others:
        names = told_apart({run.id: run for run in cards})
        rows = [
            [(str(name), names[run.id]), *row] for run in cards for name, *row in rows_of(run, headlines_of(run).each)
        ]
    if not rows:
        st.markdown("No scores yet.")
        return
    main, agreement = in_words(main_metric(card.dataset, card.task)), in_words(AGREEMENT[card.task])
    head = ["Model", capitalised(main), f"Lowest {agreement}", "n", "Time"]
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    st.html(DOTS + ENDS)
    frame = f"models-{'-'.join(run.id for run in cards)}"
    with st.container(key=frame):
        draw_table(f"{head[1]} on original texts, lowest {agreement} (95 % intervals)", head, rows, wide=True)
    follow_links(frame, "heatmaps")


def details_of(card: RunCard) -> dict[str, str]:
    """On what, with what, where and for how long, and which epoch each model's weights are of."""
    models = (f"{m.name}{'' if m.dev_accuracy is None else f' {m.dev_accuracy:.2f}'}" for m in card.models)
    details = {
        "Data set": f"{card.dataset}{', demo' if card.ours else ''}",
        "Evaluated on": f"{card.split}, {so_many(card.samples, 'sample')}{'' if card.labelled else ' without labels'}",
        "Trained on": _trained_on(card),
        f"Models, {in_words(MAIN[card.task])} on dev": ", ".join(models),
        "Weights": "; ".join(f"{m.name}, {m.history.in_words}" for m in card.models if m.history.in_words),
        "Endpoints": "; ".join(f"{m.name}, {m.asked}" for m in card.models if m.asked),
        "Cells": f"{len(card.cells)}",
        "Failed cells": ", ".join(f"{failure.place} ({failure.reason})" for failure in card.failures),
        "Seeds": f"perturbations {card.seed}, training {', '.join(map(str, card.train_seeds))}",
        "Device": card.device,
        "Precision": "; ".join(f"{m.name}, {m.audit.in_words}" for m in card.models if m.audit.in_words),
        "Duration": _took_in_all(card) if card.finished else "not finished",
        "Software": ", ".join(f"{name} {version}" for name, version in card.versions.items()),
    }
    return {name: value for name, value in details.items() if value}


def _trained_on(card: RunCard) -> str:
    """ "train, 300 samples", each number where models were given unlike many; the split alone before any is known."""
    sizes = list(dict.fromkeys(model.trained_on for model in card.models if model.trained_on))
    if not sizes:
        return card.train_split
    *others, last = sizes
    return f"{card.train_split}, {' and '.join([*(f'{size:,}' for size in others), so_many(last, 'sample')])}"


def _best(score: Score | None) -> Text:
    if score is None:
        return ""
    return Drawn((_with_interval(score),), _line(score))


def _worst(card: RunCard, score: Score | None, n: int) -> Text:
    """The lowest agreement with a link to its cell, and on how many samples or tokens where these are not `n`."""
    if score is None or not score.severity:
        return ""
    cell = condition_in_words(Condition(score.perturbation, score.severity))
    severity = score.severity.key
    query = {"view": "Heatmap", "of": "mine", "run": card.id, "perturbation": f"{score.perturbation}@{severity}"}
    href = f"heatmaps?{urlencode({**query, 'model': score.model})}"
    of = " tokens" if card.task is Task.TAGGING else ""
    link = f'<small><a href="{escape(href)}">{escape(cell)}</a>{f", n = {score.n:,}{of}" * (score.n != n)}</small>'
    return Drawn((_with_interval(score),), _line(score) + link)


def _line(score: Score) -> str:
    """A line from nothing to the most that the metric can be; "" where the score or its interval goes below."""
    most = f"{metrics()[score.metric].unit.times}" + " %" * (score.metric == "accuracy")
    line = "" if score.low < 0 else line_html(score.value, score.low, score.high, (0.0, 1.0))
    return line and f'<span class="fl-from-to" data-low="0" data-high="{most}">{line}</span>'


def _took(card: RunCard, name: str) -> str:
    """How long the trainings of this model took together; how long the whole run, where that is not known of each."""
    seconds = [training.seconds for training in card.trained(name)]
    if all(seconds):
        return duration(sum(seconds))
    return duration(card.seconds) + " in all" * (len(card.trainings) > 1) if card.finished and card.seconds else ""


def _took_in_all(card: RunCard) -> str:
    """ "1 s (CNN trained earlier, 29 Nov 2026 16:21 UTC)"."""
    earlier = [f"{name} {earlier_in_words(when)}" for name, when in trained_earlier(workspace(), card).items()]
    return duration(card.seconds) + (f" ({'; '.join(earlier)})" if earlier else "")


def _on(score: Score) -> str:
    """What a score stands on: "100, mean of 5 trainings"."""
    return f"{score.n:,}" + (f", mean of {score.trainings} trainings" if score.trainings > 1 else "")


def _with_interval(score: Score) -> str:
    interval = interval_in_words(score)
    return figure_in_words(score) + (interval and f" ({interval})".replace(" ", "\xa0"))
