"""The results on the page, predictions and hints following when they are there."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from data.runs.stored_models import StoredModel
from pages.ui.playground.cards import STYLE, Extras, sheet
from pages.ui.playground.extras import Wanted, engines_used, fetch_advice, known_advice, tokens_of
from pages.ui.playground.models import ask, known_said
from pages.ui.playground.results import StepResult, results
from pages.ui.playground.verdict import Verdicts
from pages.ui.shared.view import View


def draw_results(view: View, entities: tuple[str, ...], wanted: Wanted, model: StoredModel | None = None) -> None:
    """Draw what the steps make of the text at once; again when the model has said what it says of it, and when hints
    that are wanted and new have come."""
    shown = results(view)
    tokens = tokens_of(shown) if wanted.tags else {}
    extras = Extras(tokens=tokens, entities=entities, chained=view.chained, measures=wanted.measures)
    count, place = st.empty(), st.empty()

    def draw(extras: Extras) -> None:
        count.caption(counted(shown, extras))
        place.html(STYLE + sheet(shown, extras))

    if model:
        texts = [view.text, *(result.rewrite.perturbed for result in shown if result.rewrite)]
        extras = replace(extras, verdicts=Verdicts(model.name, view.text, model.labels, known_said(model, texts)))
    known = known_advice(shown) if wanted.hints else {}
    extras = replace(extras, advice=known or {})
    draw(extras)
    if model and extras.verdicts and len(extras.verdicts.said) < len(set(texts)):
        extras = replace(extras, verdicts=replace(extras.verdicts, said=ask(model, texts)))
        draw(extras)
    if known is None:
        fetch_advice(shown, lambda advice: draw(replace(extras, advice=advice)))
    if wanted.hints and engines_used():
        st.caption(f"Hints: {engines_used()}.")


def counted(shown: Sequence[StepResult], extras: Extras) -> str:
    """How many steps changed the text, and how many of them the label."""
    rewrites = [result.rewrite for result in shown if result.rewrite]
    said = f"{len(rewrites)} of {len(shown)} changed the text{', one after another' * extras.chained}"
    if extras.verdicts and extras.verdicts.said:
        flips = sum(extras.verdicts.flips(rewrite.perturbed) for rewrite in rewrites)
        said += f", {flips or 'none'} the label"
    return f"{said}."
