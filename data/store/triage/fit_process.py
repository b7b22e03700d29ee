"""Fits a model in a process of its own: scikit-learn takes seconds and 80 MB, which the app has no use for afterwards.

It reads a .npz of x, kept and groups from its input and writes [weights, bias, held-out chances] as JSON.
"""

import json
import sys
from io import BytesIO

import numpy as np

from curation.triage.fitting import fit


def main() -> None:
    """Fit what comes in, and write what came of it."""
    with np.load(BytesIO(sys.stdin.buffer.read()), allow_pickle=False) as held:
        fitted = fit(held["x"], held["kept"], held["groups"])
    print(json.dumps([fitted.weights, fitted.bias, fitted.held_out]))


if __name__ == "__main__":
    main()
