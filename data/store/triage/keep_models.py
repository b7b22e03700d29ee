"""The model of what people keep, at hand: fitted again as decisions come, never while somebody waits."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from threading import RLock, Thread
from time import monotonic

import numpy as np

from core.errors import BadInput
from core.records import Cell
from curation.resolve import resolve
from curation.triage.features import Features, Numbers
from curation.triage.fitting import too_few
from curation.triage.keep_model import KeepModel
from data.store.database import Database
from data.store.intake import Intake
from data.store.statements import decision_of
from data.store.triage.fitting import fitted
from data.store.triage.traits import CandidateFeatures, traits_of

EVERY = 20  # decisions after which the model is fitted again
PAUSE = 10.0  # seconds between the beginnings of two fits, however fast decisions come
DECIDED_CELLS = "select distinct c.cell from candidates c join decisions d on d.candidate_id = c.id order by c.cell"


@dataclass(frozen=True, slots=True)
class CurrentModel:
    """The model there is, or why there is none; `fitting` while another is being made."""

    model: KeepModel | None = None
    lacking: str = ""
    fitting: bool = False


class KeepModels:
    """Keeps the model and what it says of the cells that somebody asked for; every method may be called from any
    thread."""

    def __init__(self, database: Database, intake: Intake, lock: RLock) -> None:
        self._database = database
        self._intake = intake
        self._lock = lock
        self._model: KeepModel | None = None
        self._lacking = ""
        self._known: dict[str, CandidateFeatures] = {}
        self._rankings: dict[str, Sequence[str]] = {}
        self._news = EVERY  # decisions since the last fit began; at first enough for one
        self._begun = -PAUSE
        self._thread: Thread | None = None
        self._closed = False

    @property
    def current(self) -> CurrentModel:
        """What there is at this moment."""
        with self._lock:
            return CurrentModel(self._model, self._lacking, self._thread is not None)

    def decided(self, decisions: int) -> None:
        """So many more decisions were made."""
        with self._lock:
            self._news += decisions

    def forget(self) -> None:
        """There are other candidates or hints."""
        with self._lock:
            self._known.clear()
            self._rankings.clear()

    def refresh(self) -> CurrentModel:
        """What there is, and have it fitted again where enough has been decided since; nobody waits for that."""
        with self._lock:
            due = self._news >= EVERY and monotonic() - self._begun >= PAUSE
            if due and self._thread is None and not self._closed:
                self._news, self._begun = 0, monotonic()
                self._thread = Thread(target=self._fit, name="triage", daemon=True)
                self._thread.start()
            return self.current

    def wait(self) -> CurrentModel:
        """What there is once the fit that was begun is done."""
        with self._lock:
            thread = self._thread
        if thread:
            thread.join()
        return self.current

    def close(self) -> None:
        """The database is given back: a fit that is under way reads no more of it."""
        with self._lock:
            self._closed = True

    def ranking(self, cell: Cell) -> Sequence[str]:
        """The cell's candidates from the likeliest to be kept on; () while there is no model."""
        with self._lock:
            model = self.refresh().model
            if model and cell.id not in self._rankings:
                features, chances = self._keep_chances(model, cell)
                self._rankings[cell.id] = tuple(features.ids[place] for place in np.argsort(-chances, kind="stable"))
            return self._rankings.get(cell.id, ())

    def chances(self, cell: Cell) -> dict[str, float]:
        """The chance (0-1) of each of the cell's candidates to be kept or relabelled; {} while there is no model."""
        with self._lock:
            if not self._model:
                return {}
            features, chances = self._keep_chances(self._model, cell)
            return dict(zip(features.ids, chances.tolist(), strict=True))

    def _keep_chances(self, model: KeepModel, cell: Cell) -> tuple[CandidateFeatures, Numbers]:
        if cell.id not in self._known:
            self._known[cell.id] = traits_of(self._database, self._intake, cell)
        features = self._known[cell.id]
        return features, model.chances(features.traits)

    def _fit(self) -> None:
        try:
            model, lacking = self._fit_model()
            with self._lock:
                if model:
                    self._model = model
                    self._rankings.clear()
                self._lacking = lacking
        except BadInput as error:
            logging.getLogger(__name__).warning("%s", error)
            with self._lock:
                self._lacking = str(error)
        finally:
            with self._lock:
                self._thread = None

    def _fit_model(self) -> tuple[KeepModel | None, str]:
        """The model of all decisions, or why there is none. The lock is given back between cells."""
        kept, parts = dict[str, bool](), list[CandidateFeatures]()
        for cell in self._decided_cells(kept):
            with self._lock:
                if self._closed:
                    return None, ""
                parts.append(traits_of(self._database, self._intake, cell, judged=True))
        places = [[place for place, id_ in enumerate(part.ids) if id_ in kept] for part in parts]
        pairs = [(part, place) for part, own in zip(parts, places, strict=True) for place in own]
        collected = tuple(kept[part.ids[place]] for part, place in pairs)
        if lacking := too_few(collected):
            return None, lacking
        traits = Features.joined([part.traits.some(own) for part, own in zip(parts, places, strict=True)])
        return fitted(traits, collected, tuple(part.groups[place] for part, place in pairs)), ""

    def _decided_cells(self, kept: dict[str, bool]) -> list[Cell]:
        """The cells with decisions; whether each candidate that people agree on was kept goes into `kept`."""
        with self._lock:
            if self._closed:
                return []
            cells = [self._intake.cells[number] for (number,) in self._database.rows(DECIDED_CELLS)]
            rows = self._database.rows("select * from decisions order by number")
        outcomes = resolve(map(decision_of, rows))
        kept.update({id_: outcome.collected for id_, outcome in outcomes.items() if outcome.agreed})
        return cells
