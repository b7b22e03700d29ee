"""Run as a program: threads that record decisions and tell, on standard output, the id of each acknowledged one.

python -m tests.data.store.kill_writer WORKSPACE ROUND
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

from core.records import Decision, Verdict
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL

WRITERS = 4


def write(store: Store, annotator: str, round_: str) -> None:
    """Decide samples one after another; every fifth decision goes out in a batch of three, every seventh is undone."""
    number = 0
    for item in store.desk(CELL, annotator, 100):
        batch = []
        for _ in range(3 if number % 5 == 0 else 1):
            number += 1
            made = Decision(
                f"{round_}-{annotator}-{number}", item.candidate.id, annotator, Verdict.KEEP, datetime.now(UTC)
            )
            batch.append(made)
        if number % 7 == 0:
            undo = Decision(
                f"{made.id}-undo", made.candidate_id, annotator, Verdict.UNDO, datetime.now(UTC), undoes=made.id
            )
            batch.append(undo)
        done = store.record(batch)
        os.write(1, "".join(f"{id_}\n" for id_ in sorted(done)).encode())


def main() -> None:
    store = Store.open(Workspace(Path(sys.argv[1])))
    os.write(1, b"open\n")
    threads = [Thread(target=write, args=(store, f"{sys.argv[2]}-{n}", sys.argv[2])) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
