"""What nlpaug's synonyms make of texts; it returns no rewrite, so the difference of the words stands in for one."""

import json
import re
import subprocess
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from core.rewrite import Piece, Rewrite
from tools.bench.environments import fill_nltk_data, install, variables
from tools.bench.output import Out
from tools.bench.peer_process import SCRIPTS

PEER_NAMES = ("nlpaug SynonymAug, 1 word", "nlpaug SynonymAug, 10 %")


def peer_synonyms(
    texts: Sequence[str], peers: Path | None, nltk_data: Path | None, out: Out
) -> Iterable[tuple[str, list[Rewrite]]]:
    """The rewrites of nlpaug's synonyms under their names; none, and a line that says why, where it can't be run."""
    if peers is None:
        return []
    refused = install(peers, "nlpaug")
    if refused:
        out(f"  nlpaug could not be installed: {refused}")
        return []
    home = peers / "nlpaug"
    for missing in fill_nltk_data(home, nltk_data):
        out(f"  {missing}")
    finished = subprocess.run(
        [str(home / "bin" / "python"), "-W", "ignore", str(SCRIPTS / "synonyms.py")],
        input=json.dumps(list(texts)),
        env=variables(home),
        capture_output=True,
        text=True,
    )
    if finished.returncode:
        out(f"  nlpaug failed: {(finished.stderr.strip().splitlines() or ['no reason given'])[-1]}")
        return []
    by_option = [json.loads(line) for line in finished.stdout.splitlines()]
    rewrites = ([compared(old, new) for old, new in zip(texts, news, strict=True) if old != new] for news in by_option)
    return list(zip(PEER_NAMES, rewrites, strict=True))


def compared(old: str, new: str) -> Rewrite:
    """The difference of two texts, by words between white space."""
    spans = [match.span() for match in re.finditer(r"\S+", old)]
    theirs = [match.span() for match in re.finditer(r"\S+", new)]
    words = [old[a:b] for a, b in spans], [new[a:b] for a, b in theirs]
    edits: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind != "equal":
            start = spans[a][0] if a < len(spans) else len(old)
            stop = spans[b - 1][1] if b > a else start
            text = new[theirs[c][0] : theirs[d - 1][1]] if d > c else ""
            put_in = f"{text} " if a < len(spans) else f" {text}"
            edits.append(Piece(start, stop, text if b > a else put_in))
    return Rewrite.of(old, edits)
