"""An evaluation to look at before one's own: two small networks on demo sentences."""

from core.design import Design
from core.models.registry import usual_spec
from core.perturbations.conditions import parse_conditions
from data.datasets.stored import dataset_cards
from data.runs.evaluation import Evaluation
from data.workspace import Workspace

DATASET = "demo-sentiment"
CELLS = ("word_deletion", "negation@1", "synonym_replacement.broad@1", "synonym_replacement.broad@2", "keyboard")


def example(workspace: Workspace) -> Evaluation | None:
    """The example; None where the demo data set is not at hand."""
    if DATASET not in [card.name for card in dataset_cards(workspace)]:
        return None
    design = Design(DATASET, "test", parse_conditions(CELLS))
    return Evaluation(design, (usual_spec("cnn"), usual_spec("bilstm")))
