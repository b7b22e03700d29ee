"""What is asked: which samples of which data set, and what is done to each of them.

One record for everything that perturbs a data set: candidates for people, evaluations, exported grids, labs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import NamedTuple

from core.errors import BadInput
from core.identity import content_id
from core.randomness import Draws
from core.rules import plain_name, rules_in_words
from core.severity import Severity, Unit

SHOWN = 4  # conditions named in a title


class Condition(NamedTuple):
    """A perturbation with its severity; or a chain: names joined by commas, and as many severities (`Unit.CHAIN`).

    Each step of a chain perturbs what the steps before it left.
    """

    perturbation: str
    severity: Severity

    @classmethod
    def chain(cls, steps: "Sequence[Condition]") -> "Condition":
        """One condition of these steps, in order; the step itself where there is just one.

        Raises BadInput for no step.
        """
        if not steps:
            raise BadInput("A condition needs at least one perturbation; name one, such as keyboard@5.")
        if len(steps) == 1:
            return steps[0]
        parts = [part for step in steps for part in step.steps]
        keys = ",".join(part.severity.key for part in parts)
        return cls(",".join(part.perturbation for part in parts), Severity(Unit.CHAIN, keys))

    @property
    def steps(self) -> "tuple[Condition, ...]":
        """The perturbations in order, each with its own severity; just this one unless it is a chain."""
        if self.severity.unit is not Unit.CHAIN:
            return (self,)
        keys = str(self.severity.value).split(",")
        return tuple(Condition(n, Severity.parse(k)) for n, k in zip(self.perturbation.split(","), keys, strict=True))

    @property
    def key(self) -> str:
        """A stable name for ids, files and configurations: "keyboard-percent-characters-5"."""
        return f"{self.perturbation}-{self.severity.key}"

    @property
    def spelled(self) -> str:
        """As people write it: "keyboard@5,negation@1", which `parse_condition` reads."""
        return ",".join(f"{name}@{severity.written}" for name, severity in self.steps)

    def __str__(self) -> str:
        names = ", ".join(_words(name) for name in self.perturbation.split(","))
        return f"{names} · {self.severity}"


@dataclass(frozen=True, slots=True)
class Design:
    """Conditions under which the samples of one split are perturbed.

    `limit` takes that many samples, the first in the seeded order in which people see them; 0 takes all. `share` is
    the probability that a sample is perturbed at all (Zhang et al. 2022, section 2). `fields` names the texts to
    perturb; () means all of them. `draw` counts the draws of the same samples, from 0.
    """

    dataset: str
    split: str
    conditions: tuple[Condition, ...]
    seed: int = 0
    limit: int = 0
    share: float = 1.0
    fields: tuple[str, ...] = ()
    draw: int = 0

    @property
    def perturbing_seed(self) -> int:
        """The seed of the perturbations: each draw has the next one. Which samples are taken goes by `seed` alone."""
        return self.seed + self.draw

    @property
    def id(self) -> str:
        """A content id: the same is asked twice exactly when these are equal."""
        conditions = (part for name, severity in self.conditions for part in (name, severity.key))
        numbers = (str(self.seed), str(self.limit), f"{self.share:g}", *[str(self.draw)] * bool(self.draw))
        return content_id("design", self.dataset, self.split, *numbers, *self.fields, "conditions", *conditions)

    @property
    def title(self) -> str:
        """For people: data set, split and the first perturbations."""
        names = list(dict.fromkeys(_words(condition.perturbation) for condition in self.conditions))
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"{self.dataset} ({self.split}): {', '.join(names[:SHOWN])}{more}"

    def check(self) -> None:
        """Raise BadInput for no condition, one that is there twice, and for a limit or share out of bounds."""
        if not self.conditions:
            raise BadInput("No condition is given; name at least one perturbation and one severity.")
        if twice := next((c for c in self.conditions if self.conditions.count(c) > 1), None):
            raise BadInput(f"{twice.spelled} is asked for twice; name each condition once.")
        if not isinstance(self.limit, Integral):
            raise BadInput(
                f"The limit {self.limit!r} is not a whole number; give a number of samples, or 0 for all of them."
            )
        if self.limit < 0:
            raise BadInput(f"The limit {self.limit} is below 0; give a number of samples, or 0 for all of them.")
        if not 0 < self.share <= 1:
            raise BadInput(f"The share {self.share:g} is not a probability; give a number above 0, at most 1.")


def _words(name: str) -> str:
    return plain_name(name).replace("_", " ") + rules_in_words(name)


def order(sample_id: str, seed: int) -> int:
    """The place of a sample in the seeded order in which people see samples, and of which a limit takes the first.

    Each sample draws its own, from its id and the seed, so that it does not depend on the file or the other samples;
    in [0, 2**64). Equal places are settled by the id.
    """
    return Draws.seeded("order", sample_id, seed).bits()
