"""How much of a perturbation: severities with their units, and the one rule by which a share becomes a count."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import BadInput
from core.randomness import Draws


class Unit(StrEnum):
    """What a severity counts."""

    PPS = "pps"  # perturbations per sample, at most (Moradi & Samwald 2021, section 5.1)
    PERCENT_CHARACTERS = "percent-characters"  # Romero 2023
    PERCENT_WORDS = "percent-words"  # Romero 2023
    PROBABILITY = "probability"  # Zhang et al. 2022
    WORD_CLASS = "word-class"  # Talman et al. 2022
    CHAIN = "chain"  # the keys of several severities, one for each step of a chain of perturbations


@dataclass(frozen=True, slots=True, order=True)
class Severity:
    """How much of a perturbation: `Severity(Unit.PPS, 2)` is at most two perturbations per sample."""

    unit: Unit
    value: float | str

    @property
    def written(self) -> str:
        """Its value without its unit: "2", "0.05", "ADJ+ADV"."""
        return f"{self.value:g}" if isinstance(self.value, int | float) else self.value

    def __str__(self) -> str:
        value = self.written
        match self.unit:
            case Unit.PPS:
                return f"PPS {value}"
            case Unit.PERCENT_CHARACTERS | Unit.PERCENT_WORDS:
                return f"{value} %"
            case Unit.PROBABILITY:
                return f"p {value}"
            case Unit.WORD_CLASS:
                return value
            case Unit.CHAIN:
                return ", ".join(str(Severity.parse(part)) for part in value.split(","))

    @property
    def key(self) -> str:
        """A stable spelling for ids, file names and columns: "pps-2"."""
        return f"{self.unit}-{self.written}"

    @classmethod
    def parse(cls, key: str) -> "Severity":
        """The severity whose key this is; raises BadInput for any other text."""
        for unit in sorted(Unit, key=len, reverse=True):
            if key.startswith(f"{unit}-"):
                raw = key[len(unit) + 1 :]
                if unit is Unit.CHAIN:
                    return cls(unit, ",".join(Severity.parse(part).key for part in raw.split(",")))
                if unit is Unit.WORD_CLASS:
                    return cls(unit, raw)
                try:
                    number = float(raw)
                except ValueError:
                    break
                return cls(unit, int(number) if number.is_integer() else number)
        raise BadInput(f"{key!r} is not a severity; write the unit, a hyphen and the value, such as pps-2.")


def pps(n: int) -> Severity:
    """At most n perturbations per sample."""
    return Severity(Unit.PPS, n)


def rounded(percent: float, total: int, draws: Draws) -> int:
    """How many of `total` characters or words a percentage is: rounded up with the probability of its fraction.

    This is the one rule for all perturbations by percentage. It is unbiased: 1 % of 150 characters is 1 or 2, each half
    of the time, so that the mean share over a data set is the share asked for, which rounding to the nearest, or to at
    least one, would miss by far in short texts (Romero 2023, section 3.3.1, says "around 2 characters" for 10 % of 20).
    """
    exact = percent * total / 100
    whole = int(exact)
    return whole + (draws.uniform() < exact - whole)
