"""Find a flip: the chosen edits drawn with one seed after the other until the model says something else."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from time import monotonic

import streamlit as st

from core.design import Condition
from core.errors import BadInput, MissingResource
from core.flip_search import FlipSearch, FoundFlip, flip_search
from core.rewrite import Rewrite
from core.so_many import so_many
from data.runs.model_process import predictions_by
from data.runs.stored_models import StoredModel
from pages.ui.playground.state import SEED
from pages.ui.playground.verdict import Verdicts
from pages.ui.shared.diff import inline_html
from pages.ui.shared.perturbation_words import heading, severity_in_words
from pages.ui.shared.perturbing import ONE_AT_A_TIME, perturb_text
from pages.ui.shared.view import View
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

_SEARCH = "playground-search"
STRETCH, PAUSE = 0.4, 0.1  # seconds: a press is heard between two stretches of a search
MEASURE = "the fewest words, then the fewest characters, of the flips that were drawn together"


def search_button() -> bool:
    """The button that starts a search; whether it was pressed."""
    about = "Draws the chosen edits with this seed and the ones after it, until the model says something else."
    return st.button("Find a flip", key="playground-find", icon=":material/search:", help=about)


def draw_search(view: View, model: StoredModel, pressed: bool) -> None:
    """Search where the button was pressed; else what the last search for this text, edits and model found."""
    asked = (view.text, view.steps, view.chained, model.digest)
    if pressed:
        st.session_state[_SEARCH] = RunningSearch(asked, _searching(view, model))
    search = st.session_state.get(_SEARCH)
    if search is None or search.asked != asked:
        return
    if not search.over:
        _draw_running(model.name)
    elif search.trouble:
        st.warning(search.trouble, icon=":material/warning:")
    elif search.so_far:
        _draw(search.so_far, model)


@dataclass
class RunningSearch:
    """A search for what was `asked`, as far as it is; `trouble` says why it failed."""

    asked: object
    searching: Iterator[FlipSearch]
    so_far: FlipSearch | None = None
    over: bool = False
    trouble: str = ""

    def go_on(self, seconds: float) -> None:
        """Search for about so many seconds, or to the end."""
        until = monotonic() + seconds
        try:
            while not self.over and monotonic() < until:
                self.so_far = next(self.searching)
                self.over = self.so_far.ended
        except (BadInput, MissingResource) as error:
            self.trouble, self.over = str(error), True


def _searching(view: View, model: StoredModel) -> Iterator[FlipSearch]:
    conditions = [Condition.chain(view.steps)] if view.chained else list(view.steps)
    home = workspace()

    def rewriting(condition: Condition, seed: int) -> Rewrite | None:
        try:
            with ONE_AT_A_TIME:
                return perturb_text(view.text, condition, seed)
        except MissingResource:  # said beside the step itself
            return None

    return flip_search(
        view.text, conditions, rewriting, lambda texts: predictions_by(home, model, texts), seed=view.seed
    )


@st.fragment(run_every=PAUSE)
@guarded
def _draw_running(name: str) -> None:
    """How far the search is, and a button that stops it; it goes on a little with each run of this fragment."""
    search: RunningSearch = st.session_state[_SEARCH]
    so_far = search.so_far
    said = f"{so_far.drawn} of {so_far.budget} draws, no flip yet" if so_far else f"Asking {name} …"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(so_far.drawn / so_far.budget if so_far else 0.0, said)
        st.button("Stop", key="playground-stop", on_click=_stop)
    search.go_on(STRETCH)
    if search.over:
        st.rerun()


@guarded
def _stop() -> None:
    st.session_state[_SEARCH].over = True


def _draw(search: FlipSearch, model: StoredModel) -> None:
    draws = f"{so_many(search.drawn, 'draw')}, {so_many(search.texts, 'different text')}"
    if search.smallest is None:
        said = "No flip in" if search.ended else "Stopped without a flip after"
        st.info(f"{said} {draws}. Choose more edits, or stronger ones.", icon=":material/search_off:")
        return
    with st.container(border=True, gap="xsmall"):
        st.html(flip_html(search.smallest, model, draws))
        seed = search.smallest.seed
        if st.session_state[SEED] != seed:
            st.button(f"Go to seed {seed}", key="playground-to-flip", on_click=_go_to, args=(seed,))


def flip_html(flip: FoundFlip, model: StoredModel, draws: str) -> str:
    """The smallest flip as a section of the sheet: the change, what was said before and after, its size."""
    source, perturbed = flip.rewrite.source, flip.rewrite.perturbed
    verdicts = Verdicts(model.name, source, model.labels, {source: flip.before, perturbed: flip.after})
    steps = ", ".join(f"{heading(one.perturbation)}, {severity_in_words(one.severity)}" for one in flip.condition.steps)
    size = f"{so_many(flip.words, 'word')}, {so_many(flip.characters, 'character')}"
    return (
        f'<div class="fl-play fl-smallest"><section><header><h2>The smallest flip found</h2>'
        f"<span>{escape(draws)}</span></header>"
        f'<p class="fl-text">{inline_html(flip.rewrite)}</p>{verdicts.html(perturbed)}'
        f'<p class="fl-figures"><b>{escape(steps)}</b><span><i>seed</i> {flip.seed}</span>'
        f"<span><i>touched</i> {escape(size)}</span><i>{MEASURE}</i></p></section></div>"
    )


@guarded
def _go_to(seed: int) -> None:
    st.session_state[SEED] = seed
