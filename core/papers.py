"""The five papers that define the field: who wrote them, where they were published, and how strongly they perturb."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.rules import Rules
from core.severity import Unit


@dataclass(frozen=True, slots=True)
class PaperDesign:
    """The severities a paper compares in one unit, and where it says so.

    `paper_rules` are those under the paper's own rules, where they are others. `note` is what whoever reads the values
    under our rules must know of them.
    """

    unit: Unit
    values: tuple[float | str, ...]
    section: str
    paper_rules: tuple[float | str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper. `authors` are family names in printed order; `designs` has one entry for each unit the paper uses.

    `models` were evaluated, each trained `runs` times; 0 where the paper does not say how often.
    """

    authors: tuple[str, ...]
    year: int
    title: str
    venue: str
    designs: tuple[PaperDesign, ...]
    models: tuple[str, ...]
    runs: int = 0

    @property
    def short(self) -> str:
        """How a sentence cites it: "Romero 2023", "Moradi & Samwald 2021", "Zhang et al. 2022"."""
        names = f"{self.authors[0]} et al." if len(self.authors) > 2 else " & ".join(self.authors)
        return f"{names} {self.year}"

    @property
    def reference(self) -> str:
        """The whole reference in a line of Markdown."""
        *most, last = self.authors
        names = f"{', '.join(most)} & {last}" if most else last
        return f"{names} {self.year}, *{self.title}*, {self.venue}"

    def values(self, unit: Unit, rules: Rules = Rules.OURS) -> tuple[float | str, ...]:
        """The values it compares in this unit, () where it has no such severity."""
        design = self._design(unit)
        if design is None:
            return ()
        return (design.paper_rules if rules is Rules.PAPER else ()) or design.values

    def note(self, unit: Unit) -> str:
        """What whoever reads its values in this unit must know, under our rules; "" where there is nothing."""
        design = self._design(unit)
        return design.note if design else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(design.note for design in self.designs if design.note)

    def _design(self, unit: Unit) -> PaperDesign | None:
        return next((design for design in self.designs if design.unit is unit), None)


MORADI = Paper(
    ("Moradi", "Samwald"),
    2021,
    "Evaluating the Robustness of Neural Language Models to Input Perturbations",
    "EMNLP 2021",
    (PaperDesign(Unit.PPS, (1, 2, 3, 4), "5.1"),),
    ("BERT", "RoBERTa", "XLNet", "ELMo"),
    5,
)
ZHANG = Paper(
    ("Zhang", "Pan", "Tan", "Kan"),
    2022,
    "Interpreting the Robustness of Neural NLP Models to Textual Perturbations",
    "Findings of ACL 2022",
    (
        PaperDesign(
            Unit.PROBABILITY,
            (0.05, 0.1, 0.5, 1),  # at the others too few places would be hit
            "4.1",
            (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1),
            note="the probability is per position in a text; in the paper it is per sample",
        ),
    ),
    ("TextRNN", "BERT", "RoBERTa", "XLNet"),
    3,
)
ROMERO = Paper(
    ("Romero",),
    2023,
    "Model robustness under data distribution shifts",
    "bachelor's thesis, Universitat Politècnica de València",
    (
        PaperDesign(Unit.PERCENT_CHARACTERS, (1, 5, 10), "3.3.1"),
        PaperDesign(Unit.PERCENT_WORDS, (10, 20, 30), "3.3.2"),
    ),
    ("DistilBERT", "ELECTRA", "XLNet", "Funnel Transformer"),
)
CLOUATRE = Paper(
    ("Clouatre", "Parthasarathi", "Zouaq", "Chandar"),
    2021,
    "Demystifying Neural Language Models' Insensitivity to Word-Order",
    "arXiv 2107.13955",
    (PaperDesign(Unit.PROBABILITY, (0.2, 0.5, 0.8), "4", note="rho values are ours: the paper's own are unavailable"),),
    ("pretrained and other Transformers", "BiLSTM", "ConvNet"),
    5,
)
TALMAN = Paper(
    ("Talman", "Apidianaki", "Chatzikyriakidis", "Tiedemann"),
    2022,
    "How Does Data Corruption Affect Natural Language Understanding Models?",
    "StarSEM 2022",
    (PaperDesign(Unit.WORD_CLASS, ("ADJ", "ADV", "CONJ", "DET", "NOUN", "NUM", "PRON", "VERB"), "3"),),
    ("RoBERTa",),
)
PAPERS: Mapping[str, Paper] = MappingProxyType(
    {"moradi": MORADI, "zhang": ZHANG, "romero": ROMERO, "clouatre": CLOUATRE, "talman": TALMAN}
)
"""Each paper by the key that the data set catalogue has for it."""
