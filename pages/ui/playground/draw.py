"""The results on the page, predictions and hints following when they are there."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.flip_search import other_label
from data.flips.answers import flips_of
from pages.ui.playground.cards import STYLE, Extras, sheet
from pages.ui.playground.extras import Wanted, engines_used, fetch_advice, known_advice
from pages.ui.playground.models import AskedModel, ask, known_answers
from pages.ui.playground.results import StepResult, results, tagged
from pages.ui.playground.verdict import Verdicts
from pages.ui.shared.literal import literally
from pages.ui.shared.view import View
from pages.ui.shell.session import workspace


def draw_results(view: View, entities: tuple[str, ...], wanted: Wanted, models: Sequence[AskedModel] = ()) -> None:
    """Draw what the steps make of the text at once; again when a model has said what it says of it, and when hints
    that are wanted and new have come."""
    step_results = results(view)
    count, place = st.empty(), st.empty()

    def draw(extras: Extras) -> None:
        count.caption(counted(step_results, extras))
        place.html(STYLE + sheet(step_results, extras))

    texts = [view.text, *(result.rewrite.perturbed for result in step_results if result.rewrite)]
    cached = known_advice(step_results) if wanted.hints else {}
    extras = Extras(
        advice=cached or {},
        tokens=tagged(texts[1:]) if wanted.tags else {},
        entities=entities,
        chained=view.chained,
        measures=wanted.measures,
        verdicts=tuple(_verdicts(asked, texts, alone=len(models) == 1) for asked in models),
    )
    draw(extras)
    for n, asked in enumerate(models):
        verdicts = extras.verdicts[n]
        if not verdicts.trouble and len(verdicts.answers) < len(set(texts)):
            updated = replace(verdicts, answers=ask(asked, texts))
            extras = replace(extras, verdicts=(*extras.verdicts[:n], updated, *extras.verdicts[n + 1 :]))
            draw(extras)
    if cached is None:
        fetch_advice(step_results, lambda advice: draw(replace(extras, advice=advice)))
    if wanted.hints and engines_used():
        st.caption(f"Hints: {engines_used()}.")


def _verdicts(asked: AskedModel, texts: Sequence[str], alone: bool) -> Verdicts:
    model, trouble = asked.model, asked.trouble
    if trouble:
        return Verdicts(asked.name, texts[0], model.labels, {}, other_label, trouble, alone)
    answers = known_answers(asked, texts)
    return Verdicts(asked.name, texts[0], model.labels, answers, flips_of(workspace(), model), trouble, alone)


def counted(step_results: Sequence[StepResult], extras: Extras) -> str:
    """How many steps changed the text, and how many of them what each model says."""
    rewrites = [result.rewrite for result in step_results if result.rewrite]
    text = f"Changed texts: {len(rewrites)} of {len(step_results)}{' (chained)' * extras.chained}"
    flips = [
        f"{'' if verdicts.alone else f'{literally(verdicts.model)} '}{sum(map(verdicts.flips, rewrites))}"
        for verdicts in extras.verdicts
        if verdicts.answers
    ]
    return f"{text}; flips: {', '.join(flips)}." if flips else f"{text}."
