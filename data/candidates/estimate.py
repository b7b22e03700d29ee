"""How long making candidates takes: seconds until the first can be curated, and until every hint is there."""

from core.records import DatasetCard
from data.candidates.request import CandidatesRequest
from data.hints.engines import HintRequest
from data.jobs.pace import Expected, expected, paces
from data.workspace import Workspace

START = (4.0, 12.0)  # seconds: worker processes start, and hint engines
PERTURBED = (1_500.0, 10_000.0)  # texts a second on two cores, slowest and fastest, whatever the perturbation
HINTED = {1: (40.0, 300.0), 2: (15.0, 120.0)}  # candidates a second, by how many engines look at each
APPLICABLE = 0.5  # of the texts at least, where nothing is known


def work_of(hints: HintRequest) -> str:
    """What giving these hints is called among the paces."""
    return f"hints: {hints.similarity}, {hints.grammar}"


def time_expected(workspace: Workspace, card: DatasetCard, request: CandidatesRequest) -> Expected:
    """How long the whole job takes, unless some of it is there already."""
    design, hints = request.design, request.hints
    size = card.splits.get(design.split, 0)
    texts = min(size, design.limit or size) * len(design.conditions) * len(card.text_fields)
    first = START[0] + texts / PERTURBED[1], START[1] + texts / PERTURBED[0]
    if hints.none:
        return Expected(*first, 0)
    candidates = min(size, design.limit or size) * len(design.conditions)
    engines = (hints.similarity != "off") + (hints.grammar != "off")
    measured = paces(workspace, work_of(hints))
    return expected(measured, APPLICABLE * candidates, candidates, HINTED[engines]).after(*first)
