"""Jobs and runs of version 0.1: what they were asked becomes a design, and their perturbed samples become variants."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.design import Design
from core.perturbations.conditions import design_arguments, paired, parse_condition
from core.records import Cell
from core.severity import Severity
from data.candidates.manifest import NAME, CellVariants, write_manifest
from data.durable import lock_file, unwritable, write_text
from data.migration.packed import read_packed
from data.variants.writing import write_candidates
from data.workspace import Workspace

KEPT = "kept-from-0.1"  # what was changed or taken away lies here as it was
EARLIER = "version 0.1"
DESIGN = ("dataset", "split", "perturbations", "severities", "steps", "seed", "limit")


def migrate_files(workspace: Workspace) -> None:
    """Bring jobs and runs up to date, once; does nothing in a workspace of this version.

    What was done before an interruption is not done again. Raises BadInput for a place that can't be written.
    """
    done = workspace.root / ".layout"
    if done.exists():
        return
    try:
        with lock_file(workspace.root / ".migrating.lock"):
            if done.exists():  # by whoever held the lock meanwhile
                return
            for spec in sorted(workspace.jobs.glob("*/spec.json")):
                _migrate_job(workspace, spec)
            for card in sorted(workspace.runs.glob("*/run.json")):
                _migrate_run(workspace, card)
            write_text(done, "2")
    except OSError as error:
        raise unwritable(done, error) from error


def _migrate_job(workspace: Workspace, spec_path: Path) -> None:
    spec = _json(spec_path)
    arguments = spec.get("arguments", {})
    if "dataset" not in arguments or "perturbations" not in arguments:
        return
    folder = spec_path.parent
    if spec["kind"] == "candidates":
        _migrate_parts(workspace, folder)
    _keep(workspace, spec_path)
    rest = {key: value for key, value in arguments.items() if key not in DESIGN}
    spec["arguments"] = {"design": design_arguments(_design(arguments)), **rest}
    write_text(spec_path, json.dumps(spec, indent=1))


def _design(arguments: Mapping[str, Any]) -> Design:
    if arguments.get("steps"):
        conditions = parse_condition(arguments["steps"]).steps
    else:
        severities = [Severity.parse(key) for key in arguments["severities"]]
        conditions = paired(arguments["perturbations"], severities)
        conditions = tuple(sorted(conditions, key=lambda condition: severities.index(condition.severity)))
    seed, limit = int(arguments.get("seed") or 0), int(arguments.get("limit") or 0)
    return Design(arguments["dataset"], arguments["split"], conditions, seed, limit)


def _migrate_parts(workspace: Workspace, folder: Path) -> None:
    """The candidates of a job become files of variants, which its manifest names."""
    counts = {_cell(row).id: row for row in _json_list(folder / NAME)}
    entries = []
    for cell_id, row in counts.items():
        parts = sorted(folder.glob(f"candidates-{cell_id}-*.parquet"))
        candidates = read_packed(parts)
        if candidates:
            file = write_candidates(workspace.variants / folder.name, candidates, EARLIER, row["not_applicable"])
            place = CellVariants.of(file, workspace.root).file
            entries.append(CellVariants(_cell(row), place, row["samples"], row["not_applicable"]))
    if counts:
        _keep(workspace, folder / NAME)
        write_manifest(folder, entries)
    for part in folder.glob("candidates-*.parquet"):
        _keep(workspace, part, move=True)


def _migrate_run(workspace: Workspace, card_path: Path) -> None:
    card = _json(card_path)
    parts = sorted(card_path.parent.glob("candidates-*.parquet"))
    if card.get("variants") or not parts:
        return
    for part in parts:
        if candidates := read_packed([part]):
            write_candidates(workspace.variants / card_path.parent.name, candidates, EARLIER)
    _keep(workspace, card_path)
    write_text(card_path, json.dumps(card | {"variants": card_path.parent.name}, indent=1))
    for part in parts:
        _keep(workspace, part, move=True)


def _keep(workspace: Workspace, path: Path, move: bool = False) -> None:
    """Put a copy of the file where what was is kept; the file itself when it is no longer needed."""
    target = workspace.root / KEPT / path.relative_to(workspace.root)
    target.parent.mkdir(parents=True, exist_ok=True)
    if move:
        path.replace(target)
    elif not target.exists():
        shutil.copy2(path, target)


def _cell(row: Mapping[str, Any]) -> Cell:
    return Cell(row["dataset"], row["split"], row["perturbation"], Severity.parse(row["severity"]))


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _json_list(path: Path) -> list[dict[str, Any]]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return value if isinstance(value, list) else []
