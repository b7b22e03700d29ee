"""How the papers fine-tuned, as recipes that replace a model's usual one: what they state, and nothing they do not.

They are for pretrained models; a network that begins from nothing keeps its own, but by Clouatre et al., who state what
they took for those, and Zhang et al.'s TextRNN, which is their toolkit's. docs/recipes.md says what is as printed.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from core.errors import BadInput
from core.models.registry import usual_spec
from core.models.spec import Batches, KeptEpoch, ModelSpec
from core.models.transformer.start import AS_IS, start_of
from core.whole_papers import BERT, ROBERTA, XLNET, whole_paper

PRETRAINED, ENDPOINT, CALLED = "transformer", "endpoint", "function"
NOT_TAUGHT = frozenset({ENDPOINT, CALLED, AS_IS})
FROM_HUB = frozenset({PRETRAINED, AS_IS})  # or from a folder
HOST = re.compile("//([^/#]+)")  # of an address, with its port
OF_CHARACTERS = frozenset({"char-cnn", "char-textrnn", "char-bilstm"})
FROM_NOTHING = frozenset({"cnn", "textrnn", "bilstm"}) | OF_CHARACTERS


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """A choice of settings by name; `title` and `about` are for the forms.

    `named` are those of models whose path has this word in it, the first that fits; `from_nothing` those of networks
    that are not pretrained, `of_kind` what is other for some of those. `seed` is the one that the paper's program took.
    """

    name: str
    title: str
    about: str
    settings: Mapping[str, Any]
    named: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    from_nothing: Mapping[str, Any] = field(default_factory=dict)
    of_kind: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: int | None = None

    def of(self, spec: ModelSpec) -> ModelSpec:
        """The spec by this recipe; what it says nothing of stays as it is."""
        if spec.kind in FROM_NOTHING or start_of(spec.path).untrained:
            stated = {**self.from_nothing, **self.of_kind.get(spec.kind, {})}
            return replace(spec, **stated)
        if spec.kind != PRETRAINED:
            return spec
        own = next((settings for word, settings in self.named.items() if word in spec.path.lower()), {})
        one_rate = {"head_rate": 0.0} if self.settings or own else {}  # in all programs the head learns like the rest
        seed = {} if self.seed is None else {"seed": self.seed}
        return replace(spec, **{**one_rate, **self.settings, **own, **seed})


def _moradi(task: str) -> dict[str, Mapping[str, Any]]:
    """By the name of the model, its settings on this task of the paper; BERT's for those that it did not train."""
    settings = whole_paper("moradi").settings
    return {word: settings[path, task] for word, path in (("roberta", ROBERTA), ("xlnet", XLNET), ("", BERT))}


ROMERO: dict[str, Any] = {
    "batch_size": 32, "max_length": 512, "warm_up": 0.0, "weight_decay": 0.01, "keep": KeptEpoch.LAST, "restarts": 0,
    "batches": Batches.CHANCE,
}  # fmt: skip
CLOUATRE: dict[str, Any] = {"max_length": 512, "warm_up": 0.06, "patience": 2, "restarts": 0}
OF_ROBERTA: dict[str, Any] = {"embedding": 768, "hidden": 768, "dropout": 0.1}  # RoBERTa-base's, for networks
MORADI_ABOUT = (
    "BERT, RoBERTa and XLNet use the settings in the paper's tables. Other models use the settings of BERT. A text has "
    "at most 64 tokens, a batch 12 texts (XLNet: 128 tokens, 8 texts). Other settings, such as which epoch is kept, "
    "are the usual ones."
)
USUAL = TrainingRecipe(
    "usual", "Each model's own", "Warm-up, linear decay, best epoch on dev, restart if training collapses.", {}
)
RECIPES = (
    USUAL,
    TrainingRecipe(
        "romero",
        "Romero: the best of nine trainings",
        "Learning rates 1e-5, 5e-5, 1e-4 with 5, 7, 10 epochs, no warm-up, last epoch kept. The best training has "
        "the highest score: 0.2 F1 on train + 0.8 F1 on dev. Full precision (Romero's program used fp16).",
        ROMERO | {"search": "grid"},
        {"xlnet": {"batch_size": 16}},
        seed=8888,
    ),
    TrainingRecipe(
        "talman",
        "Talman et al.: 3 epochs at 2e-5",
        "Batches of 32, at most 128 tokens, no warm-up, no weight decay, last epoch kept.",
        {
            "learning_rate": 2e-5, "epochs": 3, "batch_size": 32, "max_length": 128, "warm_up": 0.0,
            "weight_decay": 0.0, "keep": KeptEpoch.LAST, "restarts": 0, "batches": Batches.CHANCE,
        },
        seed=42,
    ),
    TrainingRecipe(
        "clouatre",
        "Clouatre et al.: at most 3 epochs at 2e-5",
        "Batches of 32, weight decay 0.1, 6 % warm-up, stopped after two epochs without gain on dev. Networks "
        "from scratch: at most 50 epochs, learning rate 1e-4, batches of 128, RoBERTa-base's sizes.",
        CLOUATRE | {"learning_rate": 2e-5, "epochs": 3, "batch_size": 32, "weight_decay": 0.1},
        from_nothing=CLOUATRE | {"learning_rate": 1e-4, "epochs": 50, "batch_size": 128, "weight_decay": 1e-6},
        of_kind={
            **dict.fromkeys(("cnn", "textrnn", "bilstm"), OF_ROBERTA),
            **dict.fromkeys(OF_CHARACTERS, OF_ROBERTA | {"max_length": 2048}),
        },
    ),
    TrainingRecipe(
        "zhang",
        "Zhang et al.: their toolkit's TextRNN",
        "TextRNN, 5 epochs, learning rate 8e-3, batches of 64, as in NeuralClassifier. The paper gives no other "
        "settings.",
        {},
        of_kind={
            "textrnn": {
                "learning_rate": 8e-3, "epochs": 5, "batch_size": 64, "max_length": 256, "warm_up": 0.0,
                "weight_decay": 0.0, "restarts": 0, "batches": Batches.CHANCE,
            }
        },
    ),
    TrainingRecipe(
        "moradi",
        "Moradi & Samwald: 20 epochs at 1e-5 or 2e-5",
        f"For classifying questions. {MORADI_ABOUT}",
        {},
        _moradi("TC"),
    ),
    TrainingRecipe(
        "moradi-sentiment",
        "Moradi & Samwald: 15 epochs at 1e-5 (sentiment)",
        f"For predicting sentiment. {MORADI_ABOUT}",
        {},
        _moradi("SA"),
    ),
)  # fmt: skip


def recipe(name: str) -> TrainingRecipe:
    """The recipe of this name; raises BadInput that names those there are."""
    for entry in RECIPES:
        if entry.name == name:
            return entry
    raise BadInput(f"There is no recipe {name!r}; choose {', '.join(entry.name for entry in RECIPES)}.")


def specs_of(names: Iterable[str], by: str = USUAL.name, **settings: Any) -> tuple[ModelSpec, ...]:
    """How each of these models, by short name or path, is to be trained: by this recipe, with these settings.

    A setting that is None stays the recipe's. Raises BadInput for an unknown model or recipe, and for a setting out of
    bounds.
    """
    own = {name: value for name, value in settings.items() if value is not None}
    return told_apart(replace(recipe(by).of(usual_spec(name)), **own) for name in names)


def told_apart(specs: Iterable[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The same models, those that share a name but not a path called by where they are too: "m (localhost:8000)" for an
    endpoint, "best (runs/a)" for what lies in runs/a/best."""
    models = tuple(specs)
    paths: dict[str, list[PurePath]] = {}
    for spec in models:
        if spec.path:
            paths.setdefault(spec.name, []).append(_place(spec))
    return tuple(
        replace(spec, name=f"{spec.name} ({where})")
        if spec.path and len(set(paths[spec.name])) > 1 and (where := _distinguishing_place(spec, paths[spec.name]))
        else spec
        for spec in models
    )


def _place(spec: ModelSpec) -> PurePath:
    return PurePath(start_of(spec.path).path)


def _distinguishing_place(spec: ModelSpec, others: Iterable[PurePath]) -> str:
    """An endpoint's host; of others as many of the folders above it as tell all these paths apart, "" for none."""
    if spec.kind == ENDPOINT:
        return host[1] if (host := HOST.search(spec.path)) else ""
    above = {path: path.parts[:-1] for path in others}
    deepest = max(map(len, above.values()))
    many = next((n for n in range(1, deepest) if len({parts[-n:] for parts in above.values()}) == len(above)), deepest)
    return PurePath(*above[_place(spec)][-many:]).as_posix() if above[_place(spec)] else ""


def left_as_usual(names: Iterable[str], by: str) -> str:
    """A sentence on those of these models that are trained as usual, for the recipe says nothing of them; "" for none.

    Raises BadInput for an unknown model or recipe.
    """
    chosen, specs = recipe(by), map(usual_spec, names)
    own = [spec.name for spec in specs if spec.kind not in NOT_TAUGHT and chosen.of(spec) == spec]
    if chosen is USUAL or not own:
        return ""
    keep, them = ("uses its own settings", "it") if len(own) == 1 else ("use their own settings", "them")
    return f"{', '.join(own)} {keep}, because the recipe {by} does not cover {them}."


def asked_by(prompt: str, answer_tokens: int, specs: Iterable[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The same models, endpoints among them asked by this prompt for so long answers; "" and 0 for the usual."""
    return tuple(
        replace(spec, prompt=prompt, answer_tokens=answer_tokens) if spec.kind == ENDPOINT else spec for spec in specs
    )


def trusted(specs: Iterable[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The same models, those of the hub or a folder allowed to run the program code that comes with their weights."""
    return tuple(replace(spec, remote_code=True) if spec.kind in FROM_HUB else spec for spec in specs)
