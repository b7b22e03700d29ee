"""A model of what people keep, fitted in a process of its own."""

import json
import os
import subprocess
import sys
from io import BytesIO

import numpy as np

from core.errors import BadInput
from core.program import PACKAGE
from curation.triage.features import Encoding, Features
from curation.triage.fitting import Fitted
from curation.triage.keep_model import KeepModel
from data.workspace import START

PROGRAM = f"{PACKAGE}data.store.triage.fit_process"
LONGEST = 120  # seconds
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # as polite as a background task is


def fitted(traits: Features, kept: tuple[bool, ...], groups: tuple[int, ...]) -> KeepModel:
    """The model of these decisions, of which there are enough; raises BadInput when it can't be fitted."""
    encoding = Encoding.of(traits)
    given = BytesIO()
    np.savez(given, x=encoding.matrix(traits), kept=np.array(kept, bool), groups=np.array(groups, np.int64))
    try:
        done = subprocess.run(
            [sys.executable, "-m", PROGRAM], input=given.getvalue(), capture_output=True, cwd=START,
            env=os.environ | ONE_THREAD, timeout=LONGEST, check=True,
        )  # fmt: skip
        weights, bias, held_out = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        stderr = getattr(error, "stderr", b"") or b""
        why = stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or [str(error)]
        raise BadInput(f"The model that predicts what people keep can't be fitted ({why[0]:.200}).") from error
    return KeepModel(encoding, Fitted(tuple(weights), bias, tuple(held_out)), kept, tuple(traits.perturbations))
