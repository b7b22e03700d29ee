"""Plant faults in the rooms of tests/mutation/rooms.py and print how many the tests notice."""

import argparse
import importlib
import os
import sys
from collections import Counter

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.rooms import ROOMS, Room, drawn, every_mutant, stale
from tests.mutation.running import Verdict, unharmed, verdicts


def main() -> int:
    """0 when at least the share that was asked for was caught."""
    asked = _parser().parse_args()
    gone = stale()
    if gone:
        print("These stand in the list of mutants that mean the same, and are no mutants:", *sorted(gone), sep="\n  ")
        return 2
    os.environ["OMP_NUM_THREADS"] = "1"  # before torch is imported
    counts = Counter[Verdict]()
    for room in ROOMS:
        if room.folder in asked.rooms:
            counts += _room(room, asked)
    return 0 if _said("all", counts) >= asked.aim else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    names = [room.folder for room in ROOMS]
    parser.add_argument("rooms", nargs="*", default=names, choices=[*names, []], help="folders; all if none")
    parser.add_argument("--count", type=int, default=50, help="mutants a room, drawn by the seed (50); 0 takes all")
    parser.add_argument("--aim", type=float, default=0.85, help="the share that must be caught (0.85)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", help="ask these instead of the room's own")
    parser.add_argument("--only", default="", help="those whose name holds this")
    return parser


def _room(room: Room, asked: argparse.Namespace) -> Counter[Verdict]:
    for package in ("hypothesis.strategies", *room.packages):
        importlib.import_module(package)  # once, before the forks
    tests = asked.tests or room.tests
    reaches = unharmed(tests, room.folder)
    chosen = drawn(room, asked.count, asked.seed) if asked.count else every_mutant(room)
    chosen = [mutant for mutant in chosen if asked.only in mutant.name]
    counts = Counter[Verdict]()
    for mutant, verdict in verdicts(chosen, tests, reaches, asked.workers):
        counts[verdict] += 1
        if verdict is Verdict.SURVIVED:
            print(f"  survived: line {mutant.line} of {mutant.name}", flush=True)
    same = sum(name.startswith(room.folder) for name in EQUIVALENT)
    _said(f"{room.folder} ({len(every_mutant(room))} mutants, and {same} that mean the same)", counts)
    return counts


def _said(what: str, counts: Counter[Verdict]) -> float:
    caught, total = counts[Verdict.CAUGHT] + counts[Verdict.ENDLESS], counts.total()
    score = caught / total if total else 1.0
    print(
        f"{what}: {caught} of {total} caught, {score:.1%}, {counts[Verdict.ENDLESS]} of them without an end", flush=True
    )
    return score


if __name__ == "__main__":
    sys.exit(main())
