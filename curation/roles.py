"""What people of a team may do."""

from enum import StrEnum


class TeamRole(StrEnum):
    """A researcher may do everything; an annotator judges samples and looks at how far they are."""

    RESEARCHER = "researcher"
    ANNOTATOR = "annotator"


OF_ANNOTATORS = frozenset({"curate", "perturbations", "playground"})
"""The pages an annotator may open; all others are a researcher's."""


def may_open(role: TeamRole, page: str) -> bool:
    """Whether people of this role may open this page."""
    return role is TeamRole.RESEARCHER or page in OF_ANNOTATORS
