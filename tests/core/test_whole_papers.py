"""The evaluations of whole papers: as large as the papers say, of models and data sets that exist by name."""

import pytest

from core.errors import BadInput
from core.models.training.recipes import recipe
from core.perturbations.conditions import paper_conditions
from core.rules import Rules
from core.whole_papers import WHOLE_PAPERS, WholePaper, whole_paper


@pytest.mark.parametrize("whole", WHOLE_PAPERS.values(), ids=WHOLE_PAPERS)
def test_a_whole_paper_has_the_papers_models_and_a_recipe_that_exists(whole: WholePaper) -> None:
    assert tuple(model.name for model in whole.models) == whole.paper.models
    assert len(whole.tasks) == 5 and len({task.dataset for task in whole.tasks}) == 5
    assert recipe(whole.recipe).name == whole.recipe
    assert {path for path, _ in whole.settings} <= {model.path for model in whole.models}
    assert {task for _, task in whole.settings} <= {task.name for task in whole.tasks}


def test_the_grids_are_as_large_as_printed() -> None:
    moradi, romero = whole_paper("moradi"), whole_paper("romero")
    # 14 perturbations at 4 PPS; 26 rows, of which by its own program three are draws of one thing.
    assert len(paper_conditions(moradi.paper, Rules.PAPER)) == len(paper_conditions(moradi.paper, Rules.OURS)) == 14 * 4
    assert len(paper_conditions(romero.paper, Rules.OURS)) == 26
    assert (
        len(paper_conditions(romero.paper, Rules.PAPER)) == 24 and "three of them are draws" in romero.conditions_note
    )
    assert moradi.paper.runs == 5


def test_appendix_a_is_read_off_by_model_and_task() -> None:
    settings = whole_paper("moradi").settings
    assert len(settings) == 4 * 5
    assert dict(settings["FacebookAI/roberta-large", "SS"]) == {
        "learning_rate": 2e-5, "epochs": 20, "max_length": 64, "batch_size": 12, "warm_up": 0.05, "weight_decay": 0.01,
    }  # fmt: skip
    assert dict(settings["google-bert/bert-large-cased", "QA"]) == {
        "learning_rate": 3e-5, "epochs": 10, "max_length": 256, "batch_size": 2,
    }  # fmt: skip
    # 6,000 steps of 8 on TREC's 5,000 questions are 9.6 epochs.
    assert settings["xlnet/xlnet-large-cased", "TC"]["epochs"] == 10


def test_an_unknown_paper_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="moradi or romero"):
        whole_paper("talman")
