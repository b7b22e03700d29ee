"""What the columns of a file of predictions say, by their names."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from core.errors import BadInput

NAMED = 12  # columns that a message names


class Role(StrEnum):
    """What a column says."""

    SAMPLE = "sample"
    ROW = "row"
    VARIANT = "variant"
    SEVERITY = "severity"
    LABEL = "label"
    PROBABILITIES = "probabilities"


PREDICTED = (
    "prediction",
    "predicted_label",
    "predicted_tags",
    "predicted",
    "pred",
    "y_pred",
    "pred_label",
    "pred_tags",
)
GOLD = ("gold", "gold_label", "label", "target", "true_label", "y_true", "true")  # beside what was predicted
NAMES = {  # the first that a file has is taken
    Role.LABEL: (*PREDICTED, "label", "tags"),
    Role.SAMPLE: ("sample_id", "sample", "id", "guid", "uid", "variant_id", "candidate_id"),
    Role.ROW: ("row", "row_number", "idx", "index", "line"),
    Role.VARIANT: ("variant", "condition", "config", "perturbation", "variant_id", "candidate_id"),
    Role.SEVERITY: ("severity",),
    Role.PROBABILITIES: ("probabilities", "probs", "scores"),
}
COLUMN_NAMES = {name for names in NAMES.values() for name in names}
PLACES = (Role.SAMPLE, Role.ROW, Role.VARIANT)  # each says of which sample a row is; a variant's id does
OF_GRID = {"perturbed", "realised_severity"}  # columns of our grids, whose "label" and "tags" are gold


def roles_of(path: Path, columns: Sequence[str], chosen: Mapping[Role, str], labels: int) -> dict[Role, str]:
    """Which column says what, `chosen` or by its name; `labels` is how many there are.

    Raises BadInput for a chosen column that is not there, and where none holds what was predicted, or of which sample.
    """
    for role, column in chosen.items():
        if column not in columns:
            raise BadInput(
                f"{path.name!r} has no column {column!r} for the {role}; its columns are {_listed_names(columns)}."
            )
    if not chosen and all(name.isdigit() for name in columns):
        has_variant = len(columns) not in (2, 2 + labels)
        roles = dict(zip((Role.SAMPLE, *[Role.VARIANT] * has_variant, Role.LABEL), columns, strict=False))
    else:
        roles = {role: name for role, names in NAMES.items() if (name := _first_match(columns, names))} | dict(chosen)
    column = roles.get(Role.LABEL, "").lower()
    if column in ("label", "tags") and {name.lower() for name in columns} >= OF_GRID and Role.LABEL not in chosen:
        reason = f"The column {column!r} of {path.name!r} holds the gold {column} of each text in a grid"
        raise BadInput(f"{reason}; name the column of your predictions 'prediction'.")
    if Role.LABEL not in roles:
        return _refuse_missing(path, columns, Role.LABEL)
    return roles if set(PLACES) & set(roles) else _refuse_missing(path, columns, Role.SAMPLE)


def find_column(file: str, columns: Sequence[str], names: Sequence[str], role: str) -> str:
    """The first column with one of these names, in capitals or not; raises BadInput where there is none."""
    column = _first_match(columns, names)
    if column is None:
        raise BadInput(
            f"{file!r} has no known column for the {role}; its columns are {_listed_names(columns)}. Name the right "
            f"column with --column {role}=NAME."
        )
    return column


def _first_match(columns: Sequence[str], names: Sequence[str]) -> str | None:
    lower = {name.lower(): name for name in reversed(columns)}
    return next((lower[name] for name in names if name in lower), None)


def _refuse_missing(path: Path, columns: Sequence[str], role: Role) -> dict[Role, str]:
    raise BadInput(
        f"Flinch can't tell which column of {path.name!r} holds the {role}; name one of {_listed_names(columns)}."
    )


def _listed_names(columns: Sequence[str]) -> str:
    others = [f"{len(columns) - NAMED:,} more"] if len(columns) > NAMED else []
    return ", ".join([*(name[:40] for name in columns[:NAMED]), *others])


def chances_of(columns: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """The columns of probabilities by label; unnamed columns behind the label by number."""
    by_label = {}
    for label in labels:
        for name in (f"prob_{label}", f"p_{label}", f"probability_{label}", label):
            if name in columns:
                by_label[label] = name
                break
    if not by_label and all(name.isdigit() for name in columns) and len(columns) >= 2 + len(labels):
        by_label = {f"{i}": name for i, name in enumerate(columns[-len(labels) :])}
    return by_label if len(by_label) == len(labels) else {}
