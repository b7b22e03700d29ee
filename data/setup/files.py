"""Whether each file of a workspace is as it was written: checks for the doctor, each with the way out of what it finds.

What can't be read raises BadInput where it is read, with a sentence "what; way out": the checks read everything and
collect these sentences.
"""

import stat
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pyarrow.parquet as pq

from core.errors import BadInput
from core.program import PROGRAM
from core.so_many import so_many
from curation.study.records import ParticipantState, StudyEventKind
from curation.study.steps import participant_of
from data.accounts.accounts import FILE as ACCOUNTS
from data.accounts.accounts import read_accounts
from data.accounts.records import Register
from data.append_log import AppendLog
from data.candidates.manifest import read_manifest
from data.datasets.stored import dataset_card, dataset_cards, read_samples, unreadable
from data.digests import NAME as DIGESTS
from data.digests import digest, noted_digests
from data.jobs.records import FILES as JOB_FILES
from data.jobs.records import JobEnd, JobSpec
from data.records_json import read_record
from data.runs.files import CARD as RUN_CARD
from data.runs.files import ELSEWHERE, RunCard, predictions_path
from data.secret import NAME as SECRET
from data.secret import check_secret
from data.store.health import Finding, finding, flaws_of
from data.store.settings.campaign_log import FILE as CAMPAIGNS
from data.store.settings.settings_log import FILE as SETTINGS
from data.store.snapshots.daily import newest_in_words
from data.store.snapshots.kept import Snapshot, snapshots
from data.store.snapshots.taking import CARD as SNAPSHOT_CARD
from data.store.snapshots.taking import FOLDER as SNAPSHOTS
from data.store.snapshots.taking import LOGS, SnapshotCard
from data.study.event_log import FileLog
from data.study.files import PARTICIPANTS, read_study
from data.study.gone import NAME as WITHDRAWN
from data.study.gone import Withdrawal, gone_from
from data.study.register import NAME as REGISTER
from data.study.register import read_register
from data.study_results.handling import FILE as HANDLING
from data.study_results.handling import HandlingSettings
from data.tables import damage_told
from data.workspace import Workspace

RESTORE = f"run `{PROGRAM} restore latest`"
AGAIN = {  # how what lies in a folder is made again
    "datasets": "import the data set again",
    "variants": "restore a copy, or remove the file and prepare its data set again",
    "jobs": "restore a copy, or run its job again",
    "runs": "restore a copy, or evaluate again",
}
PRIVATE = (ACCOUNTS, SECRET, WITHDRAWN, f"studies/*/{REGISTER}", f"studies/*/{PARTICIPANTS}/*.jsonl")
WRITTEN = ("*.json", "*.jsonl", "*.key", "*.duckdb", "datasets", "jobs", "runs", "variants", "studies", "snapshots")


def accounts(workspace: Workspace) -> Finding:
    """Whether people can sign in: the accounts can be read, are here where a snapshot has them, and one can invite."""
    path, register = workspace.root / ACCOUNTS, Register()
    flaws = flaws_of(read_accounts, path)
    if not flaws:
        register = read_accounts(path)
        if not path.exists() and any(ACCOUNTS in saved.card.files for saved in snapshots(workspace.root)):
            flaws = [f"{str(path)!r} is missing, but a snapshot has it; {RESTORE}"]
    return finding("accounts", flaws, so_many(len(register.accounts), "person", "people"))


def secret(workspace: Workspace) -> Finding:
    """Whether the secret that signs links and tickets is whole, and there where links were signed with it."""
    path = workspace.root / SECRET
    flaws = flaws_of(check_secret, workspace.root)
    if not path.exists() and any(_has_joined(folder) for folder in _studies(workspace)):
        lost = "people who joined a study by an open link can't continue"
        flaws = [f"{str(path)!r} is missing, so {lost}; restore a copy, or invite these people again"]
    return finding("secret", flaws, "unchanged" if path.exists() else "none yet; the app makes it")


def _has_joined(folder: Path) -> bool:
    try:
        return bool(read_register(folder).joined)
    except BadInput:
        return False


def handling(workspace: Workspace) -> Finding:
    """Whether what studies moved to people or to the machine can be read."""
    path = workspace.root / HANDLING
    flaws = flaws_of(read_record, path, HandlingSettings) if path.exists() else ()
    return finding(
        "handling", flaws, "Flinch can read the changes that studies made" if path.exists() else "no changes by studies"
    )


def campaigns(workspace: Workspace) -> Finding:
    """Whether the log of campaigns is whole."""
    return _log_finding(workspace, CAMPAIGNS, "campaigns")


def settings(workspace: Workspace) -> Finding:
    """Whether the log of settings is whole."""
    return _log_finding(workspace, SETTINGS, "settings")


def _log_finding(workspace: Workspace, name: str, subject: str) -> Finding:
    """Whether every line of this log is as it was written, and none is lacking that the newest snapshot has."""
    path, flaws = workspace.root / name, list[str]()
    there = set(AppendLog(path, LOGS[name]).read(flaws))
    for saved in snapshots(workspace.root)[:1]:
        if lacking := {*AppendLog(saved.path / name, LOGS[name]).read([])} - there:
            flaws.append(
                f"{str(path)!r} does not have {so_many(len(lacking), 'line')} that the newest snapshot has; {RESTORE}"
            )
    return finding(subject, flaws, so_many(len(there), "change"))


def withdrawn(workspace: Workspace) -> Finding:
    """Whether the list of who withdrew can be read, names studies that there are, and lacks nobody who left."""
    root = workspace.root
    flaws = flaws_of(gone_from, root)
    gone = frozenset() if flaws else gone_from(root)
    if not flaws:
        path, there = root / WITHDRAWN, {folder.name for folder in _studies(workspace)}
        study_ids = there | {entry.study for entry in gone if not entry.participant}
        strange = sorted({entry.study for entry in gone} - study_ids)
        left = {Withdrawal(folder.name, who) for folder in _studies(workspace) for who in _withdrawn_ids(folder)}
        way = f"restore a copy of the file or of the study: {RESTORE}"
        flaws = [f"{str(path)!r} names the study {study!r}, which is missing; {way}" for study in strange]
        flaws += [f"{str(path)!r} does not list {entry.participant}, who withdrew from study {entry.study}; "
                  "restore a copy of the file" for entry in sorted(left - gone)]  # fmt: skip
    return finding(
        "withdrawn",
        flaws,
        so_many(len(gone), "withdrawn participant or deleted study", "withdrawn participants or deleted studies"),
    )


def _withdrawn_ids(folder: Path) -> list[str]:
    try:
        items = read_study(folder).items
        files = sorted((folder / PARTICIPANTS).glob("P*.jsonl"))
        participants = [participant_of(path.stem, FileLog(path).read(), items) for path in files]
    except BadInput:
        return []
    return [person.id for person in participants if person.state is ParticipantState.WITHDREW]


def studies(workspace: Workspace) -> Finding:
    """Whether each study is as it was made, and everybody's answers can be read."""
    folders = _studies(workspace)
    flaws = [flaw for folder in folders for flaw in _flaws_of_study(folder)]
    return finding("studies", flaws, f"{so_many(len(folders), 'study', 'studies')}, with all participants")


def _flaws_of_study(folder: Path) -> Iterator[str]:
    flaws = flaws_of(read_study, folder) + flaws_of(read_register, folder)
    yield from (f"{flaw.rpartition('; ')[0]}; restore a copy: {RESTORE}" for flaw in flaws)
    if flaws:
        return
    register, study = read_register(folder), read_study(folder)
    for name, wanted in register.digests.items():
        if digest(folder / name) != wanted:
            yield f"{str(folder / name)!r} has been changed; restore a copy: {RESTORE}"
    strange = sorted({id_ for place in study.plan for id_ in place} - study.items.keys())
    if strange:
        yield f"the plan of {str(folder)!r} names missing samples, such as {strange[0]}; restore a copy: {RESTORE}"
    for number in range(1, register.named + 1):
        yield from flaws_of(_check_answers, folder / PARTICIPANTS / f"P{number:02}.jsonl")


def _check_answers(path: Path) -> None:
    events, held = FileLog(path).read(), path.read_bytes()
    kinds = (StudyEventKind.INVITED, StudyEventKind.WITHDREW)
    if not events or events[0].kind not in kinds or not held.endswith(b"\n"):
        raise BadInput(f"{str(path)!r} is incomplete; restore a copy: {RESTORE}")


def _studies(workspace: Workspace) -> list[Path]:
    return sorted((workspace.root / "studies").glob("[!.]*/"))


def datasets(workspace: Workspace) -> Finding:
    """Whether each data set's card can be read, and each split is there with so many samples as the card says."""
    cards = dataset_cards(workspace)
    flaws = unreadable(workspace)
    for card in cards:
        for split in card.splits:
            flaws += flaws_of(_check_split, workspace, card.name, split)
    return finding("data sets", flaws, so_many(len(cards), "data set"))


def _check_split(workspace: Workspace, name: str, split: str) -> None:
    path = workspace.datasets / name / f"{split}.parquet"
    wanted = dataset_card(workspace, name).splits[split]
    ids = [(sample.id, replace(sample, id="").id) for sample in islice(read_samples(workspace, name, split), 100)]
    if pq.read_metadata(path).num_rows != wanted or any(stored != made for stored, made in ids):
        raise BadInput(f"{str(path)!r} does not contain the {wanted:,} samples of its card.json; {AGAIN['datasets']}")


def texts(workspace: Workspace) -> Finding:
    """Whether every file of perturbed samples, hints and predictions can be read and is as it was written."""
    again = AGAIN.items()
    paths = [(path, how) for name, how in again for path in sorted((workspace.root / name).rglob("[!.]*.parquet"))]
    flaws = [flaw for path, how in paths for flaw in flaws_of(_check_parquet, path, how)]
    lists = [path.parent for name in AGAIN for path in sorted((workspace.root / name).rglob(DIGESTS))]
    flaws += [flaw for folder in lists for flaw in flaws_of(noted_digests, folder)]
    return finding("texts", flaws, f"{so_many(len(paths), 'file')} of samples, hints and predictions")


def _check_parquet(path: Path, remedy: str) -> None:
    """Raise BadInput unless this file can be read, and is as its digest says."""
    wanted = noted_digests(path.parent).get(path.name)
    with damage_told(path, "The table", remedy):
        if not path.is_file():
            raise BadInput(f"{str(path)!r} is missing; {remedy}")
        if wanted and digest(path) != wanted:
            raise BadInput(f"{str(path)!r} does not match its checksum in {DIGESTS!r}; {remedy}")
        with pq.ParquetFile(path, pre_buffer=False) as file:
            for _ in () if wanted else file.iter_batches(use_threads=False):
                pass


def jobs(workspace: Workspace) -> Finding:
    """Whether what was asked of each job, how it ended and which cells it made can be read."""
    folders = sorted(workspace.jobs.glob("[!.]*/"))
    flaws = [flaw for folder in folders for flaw in flaws_of(read_manifest, folder)]
    for kind in (JobSpec, JobEnd):
        paths = [folder / JOB_FILES[kind] for folder in folders]
        flaws += [flaw for path in paths if path.exists() for flaw in flaws_of(read_record, path, kind)]
    return finding("jobs", flaws, so_many(len(folders), "job"))


def runs(workspace: Workspace) -> Finding:
    """Whether each run's card can be read, and a finished run has the predictions of each model."""
    folders = sorted(workspace.runs.glob("[!.]*/"))
    flaws = [flaw for folder in folders for flaw in flaws_of(_check_run, folder)]
    return finding("runs", flaws, so_many(len(folders), "run"))


def _check_run(folder: Path) -> None:
    try:
        card = read_record(folder / RUN_CARD, RunCard)
    except BadInput as error:
        raise BadInput(f"{str(error).rpartition('; ')[0]}; {AGAIN['runs']}") from error
    wanted = noted_digests(folder).get(RUN_CARD)
    if card.finished and wanted and digest(folder / RUN_CARD) != wanted:
        raise BadInput(f"{str(folder / RUN_CARD)!r} does not match its checksum in {DIGESTS!r}; {AGAIN['runs']}")
    failed = {failure.model for failure in card.failures}
    for model in card.models if card.finished else ():
        for cell in (None, *map(card.cell, card.cells)):
            path = predictions_path(folder, model, cell)
            if cell and model.path == ELSEWHERE:
                continue  # only what was brought in is there
            if model.name not in failed and not path.exists():
                raise BadInput(f"{str(path)!r} is missing; {AGAIN['runs']}")


def snapshot(workspace: Workspace) -> Finding:
    """Whether each snapshot is as it was written."""
    folders = sorted((workspace.root / SNAPSHOTS).glob("[!.]*/"))
    flaws = [flaw for folder in folders for flaw in flaws_of(_check_snapshot, folder)]
    way = f"remove its folder, then run `{PROGRAM} snapshot`"
    flaws = [f"{flaw.rpartition('; ')[0]}; {way}" for flaw in flaws]
    none = f"none yet; the app takes one a day; `{PROGRAM} snapshot` takes one now"
    return finding("snapshots", flaws, newest_in_words(workspace.root) or none)


def _check_snapshot(folder: Path) -> None:
    Snapshot(folder, read_record(folder / SNAPSHOT_CARD, SnapshotCard)).check()


def permissions(workspace: Workspace) -> Finding:
    """Whether the app may read and write its files, and nobody else those that hold secrets or answers."""
    root = workspace.root
    flaws = [
        f"{str(path)!r} can be read by other users of this machine; run chmod go= {str(path)!r}"
        for pattern in PRIVATE
        for path in sorted(root.glob(pattern))
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ]
    for pattern in WRITTEN:
        for path in sorted(root.glob(pattern)):
            needed = stat.S_IRWXU if path.is_dir() else stat.S_IRUSR | stat.S_IWUSR
            if path.stat().st_mode & needed != needed:
                flaws.append(f"{str(path)!r} can't be read and written by its owner; run chmod u+rwX {str(path)!r}")
    return finding("permissions", flaws, "Flinch can use its files, and other users can't read private files")
