"""What a candidates job is asked: a design, and which hint engines to use."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from core.design import Design
from core.errors import BadInput
from core.perturbations.conditions import design_arguments, parse_design
from data.hints.engines import HintRequest


@dataclass(frozen=True, slots=True)
class CandidatesRequest:
    """What a candidates job is asked: a cell for each condition of the design, and hints on its candidates."""

    design: Design
    hints: HintRequest = field(default_factory=HintRequest)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of a job of the kind "candidates"."""
        return {"design": design_arguments(self.design), "hints": asdict(self.hints)}

    def check(self) -> None:
        """Raise BadInput for what is out of bounds or does not exist."""
        self.design.check()
        self.hints.check()


def parse_request(arguments: Mapping[str, Any]) -> CandidatesRequest:
    """The request in a job's arguments; raises BadInput for what is missing, unknown or out of bounds."""
    try:
        request = CandidatesRequest(parse_design(arguments["design"]), HintRequest(**arguments.get("hints", {})))
    except (KeyError, TypeError) as error:
        raise BadInput(f"The arguments of a candidates job are incomplete or unknown: {error}.") from error
    request.check()
    return request
