"""How the papers' own programs fine-tuned, as recipes that replace a model's usual one.

They are for pretrained models; a network that begins from nothing keeps its own. A recipe leaves the seed as it is:
batches are drawn in another order here, so that the programs' seeds (Romero 8888, Talman et al. 42) would mean nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.errors import BadInput
from core.models.registry import usual_spec
from core.models.spec import Keep, ModelSpec

PRETRAINED, ENDPOINT = "transformer", "endpoint"
XLNET_BATCH = 16  # Romero's for XLNet, 32 for the others


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """A choice of settings by name; `title` and `about` are for the forms."""

    name: str
    title: str
    about: str
    settings: Mapping[str, Any]

    def of(self, spec: ModelSpec) -> ModelSpec:
        """The spec by this recipe; one of a model that is not pretrained stays as it is."""
        if spec.kind != PRETRAINED:
            return spec
        made = replace(spec, **self.settings)
        smaller = self.name.startswith("romero") and "xlnet" in spec.path.lower()
        return replace(made, batch_size=XLNET_BATCH) if smaller else made


ROMERO: dict[str, Any] = {
    "batch_size": 32, "max_length": 512, "warm_up": 0.0, "weight_decay": 0.01, "keep": Keep.LAST, "restarts": 0,
}  # fmt: skip
USUAL = TrainingRecipe(
    "usual", "Each model's own", "Warm-up, even decay, the best epoch on dev, begun again if it collapses.", {}
)
RECIPES = (
    USUAL,
    TrainingRecipe(
        "romero",
        "Romero: the best of nine trainings",
        "Rates 1e-5, 5e-5, 1e-4 by 5, 7, 10 epochs, no warm-up, the last epoch; the best by 0.2 F1 on train + 0.8 on "
        "dev. In full precision, where the program took fp16.",
        ROMERO | {"search": "grid"},
    ),
    TrainingRecipe(
        "talman",
        "Talman et al.: 3 epochs at 2e-5",
        "Batches of 32, at most 128 tokens, no warm-up, no weight decay, the last epoch.",
        {
            "learning_rate": 2e-5, "epochs": 3, "batch_size": 32, "max_length": 128, "warm_up": 0.0,
            "weight_decay": 0.0, "keep": Keep.LAST, "restarts": 0,
        },
    ),
)  # fmt: skip


def recipe(name: str) -> TrainingRecipe:
    """The recipe of this name; raises BadInput that names those there are."""
    for known in RECIPES:
        if known.name == name:
            return known
    raise BadInput(f"There is no recipe {name!r}; choose {', '.join(known.name for known in RECIPES)}.")


def specs_of(names: Iterable[str], by: str = USUAL.name, **settings: Any) -> tuple[ModelSpec, ...]:
    """How each of these models, by short name or path, is to be trained: by this recipe, with these settings.

    Raises BadInput for an unknown model or recipe, and for a setting out of bounds.
    """
    return tuple(replace(recipe(by).of(usual_spec(name)), **settings) for name in names)


def asked_by(prompt: str, specs: Iterable[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The same models, endpoints among them asked by this prompt; "" for the usual."""
    return tuple(replace(spec, prompt=prompt) if spec.kind == ENDPOINT else spec for spec in specs)
