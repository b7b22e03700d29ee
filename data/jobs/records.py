"""The files of a job's folder that hold a record each: what was asked, how far it is, who works on it, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from data.durable import write_text
from data.records_json import encode, record_or_none


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"  # its worker is gone; `resume` starts another


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class JobSpec:
    """What was asked. `arguments` is the handler's own business."""

    kind: str
    title: str
    arguments: Mapping[str, Any]
    created: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class JobProgress:
    """`done` of `total` steps; `eta_seconds` is None while nothing can be said; `waiting` for another job to end."""

    done: int
    total: int
    message: str
    waiting: bool = False
    eta_seconds: float | None = None
    at: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class JobWorker:
    """The process that works on it; its time of birth (seconds since 1970) tells it from a later one of its number."""

    pid: int
    create_time: float


@dataclass(frozen=True, slots=True)
class JobEnd:
    """How it ended; `error` is a sentence for people, "" unless it failed."""

    state: JobState
    error: str = ""


FILES: Mapping[type, str] = {
    JobSpec: "spec.json",
    JobProgress: "progress.json",
    JobWorker: "worker.json",
    JobEnd: "ended.json",
}
JobFile = TypeVar("JobFile", JobSpec, JobProgress, JobWorker, JobEnd)


def write_file(folder: Path, record: JobSpec | JobProgress | JobWorker | JobEnd) -> None:
    """Put the record's file in place whole; raises OSError where that can't be."""
    write_text(folder / FILES[type(record)], encode(record, indent=1))


def read_file(folder: Path, kind: type[JobFile]) -> JobFile | None:
    """The job's record of this kind, None while it is absent or can't be read."""
    return record_or_none(folder / FILES[kind], kind)
