"""What is asked for when a whole paper is to be evaluated: by whose rules, with which models, on how many samples."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import PurePath
from typing import Any

from core.design import Condition
from core.identity import content_id
from core.models.spec import ModelSpec
from core.models.training.recipes import PRETRAINED, asked_by, specs_of, told_apart
from core.models.training.seeds import learns, seeded
from core.models.transformer.start import start_of
from core.perturbations.conditions import paper_conditions
from core.rules import Rules
from core.whole_papers import ELMO, PaperModel, PaperTask, WholePaper, whole_paper

WHERE = ("device", "workers", "ray")  # the same is asked, wherever it is done


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """A whole paper by its key. `models` stand in for the paper's, `recipe` for its way to fine-tune; "" is its own.

    `limit` and `train_limit` are samples of each data set, 0 for as many as the paper took; `device` auto, cpu or cuda;
    `workers`, `ray` and `precision` as in an evaluation; `seeds` is how often each model is trained, 0 as in the paper.
    `class_weights` weighs every label the same in training. Endpoints among the models are asked by `prompt`, for
    answers of at most `answer_tokens`; "" and 0 are the usual.
    """

    paper: str
    models: tuple[str, ...] = ()
    rules: Rules = Rules.PAPER
    recipe: str = ""
    limit: int = 0
    train_limit: int = 0
    seed: int = 0
    train_seed: int | None = None
    device: str = "auto"
    workers: int = 0
    ray: str = ""
    precision: str = "auto"
    seeds: int = 0
    class_weights: bool = False
    prompt: str = ""
    answer_tokens: int = 0

    @property
    def whole(self) -> WholePaper:
        """What the paper evaluated; raises BadInput for an unknown key."""
        return whole_paper(self.paper)

    @property
    def id(self) -> str:
        """The plan's id, which begins with the paper's key: the same is asked twice exactly when these are equal."""
        as_often = self.trainings == max(1, self.whole.paper.runs)
        settings = asdict(self) | {"models": self.names, "seeds": 0 if as_often else self.seeds}
        usual = {
            "precision": "auto",
            "seeds": 0,
            "train_seed": None,
            "class_weights": False,
            "prompt": "",
            "answer_tokens": 0,
        }  # says nothing, as in plans of before
        unusual = {key: value for key, value in settings.items() if key not in WHERE and usual.get(key) != value}
        return f"{self.paper}-{content_id(*(f'{key}={value}' for key, value in unusual.items()))[:8]}"

    @property
    def names(self) -> tuple[str, ...]:
        """The models, each once: those that stand in, or the paper's by their names on the hub."""
        return tuple(dict.fromkeys(self.models)) or tuple(model.path for model in self.whole.models)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The paper's perturbations at all its severities."""
        return paper_conditions(self.whole.paper, self.rules)

    def specs(self, task: PaperTask, names: Iterable[str]) -> tuple[ModelSpec, ...]:
        """How these models are trained on the task; raises BadInput for an unknown model or recipe."""
        limit = min(filter(None, (task.train_limit, self.train_limit)), default=0)  # 0 is none
        settings = {"seed": self.train_seed, "train_limit": limit, "class_weights": self.class_weights}
        usual = specs_of(names, self.recipe or self.whole.recipe, **settings)
        made = (replace(spec, **self._settings(spec, task)) for spec in usual)
        return seeded(told_apart(asked_by(self.prompt, self.answer_tokens, made)), self.trainings)

    @property
    def trainings(self) -> int:
        """How often each model is trained."""
        return self.seeds or max(1, self.whole.paper.runs)

    @property
    def without_settings(self) -> list[str]:
        """The models that are trained as usual, since the paper's tables of settings do not know them."""
        if self.recipe or not self.whole.settings:
            return []
        return [spec.name for spec in specs_of(self.names) if learns(spec) and not self._paper_model(spec)]

    def _settings(self, spec: ModelSpec, task: PaperTask) -> dict[str, Any]:
        """The paper's name of this model, and what it gives for it on this task, unless another recipe is asked for."""
        if (model := self._paper_model(spec)) is None:
            return {}
        published = {} if self.recipe else self.whole.settings.get((model.path, task.name), {})
        return {"name": model.name, **published}

    def _paper_model(self, spec: ModelSpec) -> PaperModel | None:
        """The paper's model that this one is: by its kind, by its hub name or, as in a folder, by the end of that."""
        start = start_of(spec.path)
        if spec.kind not in (PRETRAINED, ELMO) or start.about:
            return None
        own = ELMO if spec.kind == ELMO else _last_part(start.path)
        return next((model for model in self.whole.models if _last_part(model.path) == own), None)


def _last_part(path: str) -> str:
    return PurePath(path).name.lower()
