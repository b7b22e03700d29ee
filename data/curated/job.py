"""The job "curated-set": a set made beside the app, from a copy of the tables, with a zip of it to take away."""

import re
from dataclasses import asdict
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from core.errors import BadInput
from core.so_many import so_many
from data.curated.writing import SetRequest, write_set
from data.durable import written_whole
from data.jobs.job import Job
from data.jobs.jobs import going, submit
from data.records_json import decode, encode
from data.store.readable import read_tables
from data.store.reading import Reading
from data.workspace import Workspace

KIND = "curated-set"
TABLES = "tables.duckdb"  # in the job's folder, until the set is there
LONGEST_NAME = 60
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9 ._-]{{0,{LONGEST_NAME - 1}}}(?<![ .])")


def start(store: Reading, workspace: Workspace, request: SetRequest) -> str:
    """Have a worker make this set of what people decided until now, as exports/<name>; the job's id, of the one
    under way where the same is being made.

    Raises BadInput for a name that can't be a folder's, for a folder that is there and is no set, and where the tables
    can't be copied.
    """
    free_place(workspace, request.name)
    if already := going(workspace, KIND, asdict(request)):
        return already
    title = f"Curated set {request.name}"
    return submit(workspace, KIND, title, asdict(request), lambda job: store.copy_to(job / TABLES))


def run(job: Job) -> None:
    """Make the set and its zip; raises BadInput with what keeps it from being made."""
    request = decode(encode(job.arguments), SetRequest)
    out = place_of(job.workspace, request.name)

    def report(done: int, total: int, what: str) -> None:
        job.check()
        job.report(done, total + 1, what)

    tables = job.folder / TABLES
    if not tables.is_file():
        raise BadInput("The copied decisions for this set are missing; make the set again on the page Progress.")
    with read_tables(tables, job.workspace) as store:
        written = write_set(store, job.workspace, out, request, report)
    _zip(out, zip_of(job.folder, request.name))
    tables.unlink(missing_ok=True)
    job.report(1, 1, f"{so_many(written.samples, 'sample')} in {out}")


def place_of(workspace: Workspace, name: str) -> Path:
    """The folder of the set of this name. Raises BadInput for a name that can't be a folder's."""
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{name[:40]!r} can't be the name of a set; use letters, digits, spaces, dots and hyphens (at most "
            f"{LONGEST_NAME} characters), and begin with a letter or digit."
        )
    return workspace.exports / name


def free_place(workspace: Workspace, name: str) -> Path:
    """The same where a set of this name may be written. Raises BadInput too for a folder that is there and is no
    set."""
    out = place_of(workspace, name)
    if out.exists() and not (out / "manifest.json").exists():
        raise BadInput(f"{str(out)!r} exists and is not a curated set; give the set another name.")
    return out


def zip_of(job: Path, name: str) -> Path:
    """Where the zip of the set of this name lies that the job in this folder made."""
    return job / f"{name}.zip"


def _zip(folder: Path, path: Path) -> None:
    """All files of this folder, under its name."""
    with written_whole(path) as out, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, f"{folder.name}/{file.relative_to(folder).as_posix()}")
