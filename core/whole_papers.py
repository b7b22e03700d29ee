"""The evaluations of whole papers: on which tasks, with which models, how trained, how often, and by what statistics.

Which perturbations and severities belong to a paper is the registry's to say (`paper_conditions`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.errors import BadInput
from core.papers import MORADI, ROMERO, Paper

STAND_INS = ("dev", "validation")  # evaluated on where a data set has no test split at hand


@dataclass(frozen=True, slots=True)
class PaperTask:
    """A task by the paper's abbreviation and the catalogue's name of its data set.

    `split` was evaluated, a model trained on `train_limit` samples (0: all) of the training split. `note` says in
    what the catalogue's data set is not the paper's.
    """

    name: str
    dataset: str
    train_limit: int = 0
    note: str = ""
    split: str = "test"


@dataclass(frozen=True, slots=True)
class PaperModel:
    """A model by the paper's name and by its name on the hub; `needs` says how to get one that is not there."""

    name: str
    path: str
    needs: str = ""


@dataclass(frozen=True, slots=True)
class WholePaper:
    """All that a paper evaluated. `recipe` is the one that fine-tunes as its program did.

    `settings` are those of a model (by its path) on a task (by its abbreviation) that the recipe does not have. Each
    model was trained `paper.runs` times. `conditions_note` says why the cells are not as many as are printed.
    `only_changed`: it scores no sample that a perturbation left as it was.
    """

    paper: Paper
    tasks: tuple[PaperTask, ...]
    models: tuple[PaperModel, ...]
    recipe: str
    statistics: str
    settings: Mapping[tuple[str, str], Mapping[str, Any]]
    conditions_note: str = ""
    only_changed: bool = False


BERT, ROBERTA, XLNET = "google-bert/bert-large-cased", "FacebookAI/roberta-large", "xlnet/xlnet-large-cased"
ELMO = "elmo"


_Row = tuple[float, ...]  # learning rate, epochs; where the paper gives them also warm-up and weight decay


def _appendix(path: str, length: int, batch: int, rows: Mapping[str, _Row]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """A model's settings by task; question answering has longer texts and batches of two."""
    settings = dict[tuple[str, str], Mapping[str, Any]]()
    for task, (rate, epochs, *more) in rows.items():
        sizes = {"max_length": 256, "batch_size": 2} if task == "QA" else {"max_length": length, "batch_size": batch}
        others = dict(zip(("warm_up", "weight_decay"), more, strict=False))
        settings[path, task] = MappingProxyType({"learning_rate": rate, "epochs": int(epochs), **sizes, **others})
    return settings


# Moradi & Samwald 2021, Appendix A, Tables 6-9; of XLNet it gives steps, here the epochs that come to as many.
_MORADI_SETTINGS = {
    **_appendix(
        BERT, 64, 12, {"TC": (2e-5, 20), "SA": (1e-5, 15), "QA": (3e-5, 10), "NER": (1e-5, 20), "SS": (2e-5, 20)}
    ),
    **_appendix(
        ROBERTA, 64, 12,
        {
            "TC": (1e-5, 20, 0.06, 0.1), "SA": (1e-5, 15, 0.06, 0.1), "QA": (1.5e-5, 10, 0.06, 0.01),
            "NER": (2e-5, 20, 0.05, 0.1), "SS": (2e-5, 20, 0.05, 0.01),
        },
    ),
    **_appendix(XLNET, 128, 8, {"TC": (2e-5, 10), "SA": (2e-5, 6), "QA": (2e-5, 4), "NER": (1e-5, 3), "SS": (1e-5, 8)}),
    **{(ELMO, task): MappingProxyType({"epochs": 20, "batch_size": 128}) for task in ("TC", "SA", "NER", "SS")},
    (ELMO, "QA"): MappingProxyType({"epochs": 10, "batch_size": 256}),
}  # fmt: skip

WHOLE_PAPERS: Mapping[str, WholePaper] = MappingProxyType(
    {
        "romero": WholePaper(
            ROMERO,
            (
                PaperTask("GC", "cola"),
                PaperTask(
                    "HSOL",
                    "hsol",
                    note="56 % train, 24 % dev, 20 % test, same label shares in each, as in the thesis",
                ),
                PaperTask("NLI", "mnli", 15_000),
                PaperTask("SA", "sst2", 15_000),
                PaperTask("SS", "paws", 15_000),
            ),
            (
                PaperModel("DistilBERT", "distilbert/distilbert-base-cased"),
                PaperModel("ELECTRA", "google/electra-base-discriminator"),
                PaperModel("XLNet", "xlnet/xlnet-base-cased"),
                PaperModel("Funnel Transformer", "funnel-transformer/small"),
            ),
            "romero",
            "Cohen's kappa over all samples, unchanged samples included, and its mean weighted by the share perturbed",
            MappingProxyType({}),
            "The thesis prints 26 rows; three of them are draws of the same perturbation, a swap of named entities",
        ),
        "moradi": WholePaper(
            MORADI,
            (
                PaperTask("TC", "trec", note="the catalogue has the 6 coarse labels; the paper uses 50 fine ones"),
                PaperTask("SA", "sst5"),
                PaperTask("NER", "conll2003"),
                PaperTask("SS", "stsb"),
                PaperTask(
                    "QA",
                    "wikiqa",
                    note="the paper counts 2,117 training questions, the catalogue has one row per sentence; "
                    "XLNet's number of epochs follows the paper's count",
                ),
            ),
            (
                PaperModel("BERT", BERT),
                PaperModel("RoBERTa", ROBERTA),
                PaperModel("XLNet", XLNET),
                PaperModel("ELMo", ELMO, "give the folder of its options file and its weights, as elmo:FOLDER"),
            ),
            "usual",
            "each task's own score on the changed samples, as the mean of five runs, and a t-test over them",
            MappingProxyType(_MORADI_SETTINGS),
            only_changed=True,
        ),
    }
)
"""Those that can be evaluated in one go, by the key that the catalogue of data sets has for the paper."""


def scored_on_changed(plan: str) -> bool:
    """Whether the paper that a plan of this id is of scores changed samples alone; not so for "", which is no plan."""
    paper = WHOLE_PAPERS.get(plan.partition("-")[0])
    return bool(paper and paper.only_changed)


def whole_paper(key: str) -> WholePaper:
    """The paper of this key; raises BadInput that names those there are."""
    if key not in WHOLE_PAPERS:
        raise BadInput(f"There is no paper {key!r} to evaluate as a whole; choose {' or '.join(sorted(WHOLE_PAPERS))}.")
    return WHOLE_PAPERS[key]
