"""A whole paper in one choice: the plan, what is not at hand, and the button that starts the rest."""

from collections.abc import Mapping
from enum import StrEnum

import streamlit as st

from core.models.registry import catalogue, usual_spec
from core.models.training.recipes import RECIPES
from core.models.training.seeds import MOST
from core.rules import Rules
from core.so_many import so_many
from core.whole_papers import WHOLE_PAPERS
from data.plans.request import PaperRequest
from data.setup.device_seen import gpus_seen
from pages.ui.evaluate.address import asked_of_form, write_form
from pages.ui.evaluate.plan import draw_plan
from pages.ui.evaluate.settings import MOST_SAMPLES, Setting, between, changed, one_of, question, taken
from pages.ui.evaluate.training import LIMITED, choose_question, count, device_sentence, is_endpoint
from pages.ui.shared.address import follow, known
from pages.ui.shared.models import choose_models
from pages.ui.shared.presets import FOLLOWED
from pages.ui.shell.guard import put

WHAT, PAPER, MODELS, RULES = "evaluate-what", "paper-key", "paper-models-{}", "paper-rules"
LIMIT, TRAIN_LIMIT, RECIPE = "paper-limit", "paper-train-limit", "paper-recipe"
CHOOSE_MODELS = (
    "Choose models, or type a model and press Enter: the hub name or folder of a Hugging Face model, or an endpoint of "
    "the OpenAI chat protocol as endpoint:https://host/v1#model."
)
SEEDS = "paper-seeds-{}"


class EvaluationScope(StrEnum):
    """What is to be evaluated."""

    ONE = "One data set"
    PAPER = "A whole paper"


def choose_what() -> EvaluationScope:
    """What people want to evaluate; an address that names a paper asks for a whole one, any other for one data set."""
    if query := asked_of_form():
        st.session_state[WHAT] = EvaluationScope.PAPER if "paper" in query else EvaluationScope.ONE
    st.session_state.setdefault(WHAT, EvaluationScope.ONE)
    chosen = st.segmented_control(
        "What to evaluate",
        tuple(EvaluationScope),
        key=WHAT,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    return EvaluationScope(chosen or EvaluationScope.ONE)


def draw_whole_paper() -> None:
    """The controls, and under them what they come to."""
    follow(_take)
    request = _choose()
    _write(request)
    draw_plan(request)


def _choose() -> PaperRequest:
    titles = {key: whole.paper.short for key, whole in WHOLE_PAPERS.items()}
    st.session_state.setdefault(PAPER, next(iter(titles)))
    key = st.pills(
        "Preset from paper",
        tuple(titles),
        format_func=titles.__getitem__,
        key=PAPER,
        required=True,
        persist_state="session",
    )
    key = key or next(iter(titles))
    st.session_state.setdefault(RULES, True)
    rules = Rules.PAPER if st.toggle("Use the paper's own rules", key=RULES, persist_state="session") else Rules.OURS
    st.caption(f"{FOLLOWED[rules]} Measured by {WHOLE_PAPERS[key].statistics}.")
    models = _choose_models(key)
    left, right = st.columns(2)
    limit = count(left, LIMITED, LIMIT, step=100)
    most = count(right, "Training samples, at most (0: all)", TRAIN_LIMIT, step=100)
    recipe = _choose_recipe(key)
    usual = _usual_trainings(key)
    st.session_state.setdefault(SEEDS.format(key), usual)
    about = f"The seeds are 0, 1 and so on. The paper has {so_many(usual, 'training')} per model."
    seeds = count(st, "Trainings per model", SEEDS.format(key), 1, MOST, help=about)
    elsewhere = [is_endpoint(model) for model in models]
    prompt, tokens = choose_question("paper") if any(elsewhere) else ("", 0)
    if not elsewhere or not all(elsewhere):
        st.caption(device_sentence("auto", gpus_seen()))
    return PaperRequest(key, models, rules, recipe, limit, most, seeds=seeds, prompt=prompt, answer_tokens=tokens)


def _choose_models(key: str) -> tuple[str, ...]:
    """The paper's models or those that stand in for them, and two buttons that take all of either."""
    papers = {model.path: f"{model.name} ({model.path})" for model in WHOLE_PAPERS[key].models}
    field = MODELS.format(key)
    chosen = choose_models(field, list(papers), CHOOSE_MODELS, papers)
    with st.container(horizontal=True, gap="small"):
        st.button("Use the paper's models", key="paper-models-theirs", on_click=put, args=(field, list(papers)))
        at_hand = [entry.name for entry in catalogue() if entry.at_first]
        st.button("Use available models", key="paper-models-ours", on_click=put, args=(field, at_hand))
    return tuple(chosen)


def _choose_recipe(key: str) -> str:
    own = next(recipe.title for recipe in RECIPES if recipe.name == WHOLE_PAPERS[key].recipe)
    settings = ", with the paper's learning rates, epochs and lengths" if WHOLE_PAPERS[key].settings else ""
    titles = {"": f"The paper's recipe: {own}{settings}"} | {recipe.name: recipe.title for recipe in RECIPES}
    return str(
        st.selectbox("Recipe", tuple(titles), format_func=titles.__getitem__, key=RECIPE, persist_state="session") or ""
    )


def _take(query: Mapping[str, str]) -> None:
    """Choose what the address asks for; raises BadInput, before anything is chosen, for what does not exist.

    An address that names no paper is that of one data set.
    """
    if "paper" not in query:
        return
    key = known(query, "paper", tuple(WHOLE_PAPERS)) or ""
    rules = known(query, "rules", tuple(Rules))
    models = [usual_spec(model) and model for model in query.get("models", "").split(",") if model]
    st.session_state.update(taken(_settings(key), query))
    st.session_state[PAPER] = key
    if models:
        st.session_state[MODELS.format(key)] = models
    st.session_state[RULES] = rules != Rules.OURS


def _write(request: PaperRequest) -> None:
    query = {"paper": request.paper, "models": ",".join(request.models)}
    rules = {"rules": Rules.OURS} if request.rules is Rules.OURS else {}
    write_form(query | rules | changed(_settings(request.paper), any(map(is_endpoint, request.models))))


def _settings(key: str) -> tuple[Setting, ...]:
    """How a paper's models are trained, and on how much, as the address names it."""
    return (
        Setting("limit", LIMIT, 0, between(int, 0, MOST_SAMPLES)),
        Setting("train", TRAIN_LIMIT, 0, between(int, 0, MOST_SAMPLES)),
        Setting("recipe", RECIPE, "", one_of([recipe.name for recipe in RECIPES])),
        Setting("trainings", SEEDS.format(key), _usual_trainings(key), between(int, 1, MOST)),
        *question("paper"),
    )


def _usual_trainings(key: str) -> int:
    return max(1, WHOLE_PAPERS[key].paper.runs)
