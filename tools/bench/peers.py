"""Our perturbations beside those of other libraries: each takes its turn at the same block of sentences.

On a machine with other work to do a process is slower from one second to the next, so that two runs, one after the
other, say little. Two turns at one block, some milliseconds apart, meet the same machine; the median of their ratios
over many blocks is what is printed, with the quartiles.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from core.errors import BadInput
from core.perturbations.perturber import Perturber
from core.perturbations.registry import find
from tools.bench.environments import INSTALLS, fill_nltk_data, install
from tools.bench.output import Out, Spread
from tools.bench.peer_process import PeerFailed, PeerPerturbation, PeerProcess, peer_process
from tools.bench.throughput import cpu_seconds, forgetful, prepared, remembering

BLOCK = 500  # sentences
FEWEST = 8  # blocks, however long they take
LONGEST = 6.0  # CPU-seconds of a peer; what is left of the sentences then is left out
SHORTEST = 1e-9


@dataclass(frozen=True, slots=True)
class BlockTimes:
    """CPU-seconds for one block of so many texts: ours with new texts, ours with texts analysed before, the peer's."""

    texts: int
    cold: float
    cached: float
    peer: float


def run(sentences: Sequence[str], out: Out = print, peers: Path | None = None, nltk_data: Path | None = None) -> None:
    """Print what other libraries do in a second, beside ours, and the ratios.

    `peers` is a folder for the environments of the libraries, and `nltk_data` one with NLTK's tagger as a zip, for
    those that need it. A library that can't be installed or run says why. Raises BadInput without that folder.
    """
    if peers is None:
        raise BadInput("There is no folder for the other libraries; name one by --peers-env.")
    out(f"  each pair takes turns at blocks of {BLOCK} sentences; times: the median of the blocks, and its quartiles")
    out(
        f"  {'perturbation':24} {'cold':>9} {'cached':>9}   {'peer':36} {'sentences':>9}   {'cold, times':19} "
        f"{'cached, times':19} blocks"
    )
    with remembering(sentences) as warm:
        for library in INSTALLS:
            refused = install(peers, library)
            if refused:
                out(f"  {library} could not be installed: {refused}")
                continue
            for line in compared(peers / library, library, nltk_data, sentences, warm):
                out(f"  {line}")


def compared(
    home: Path, library: str, nltk_data: Path | None, sentences: Sequence[str], warm: Perturber
) -> Iterator[str]:
    """A row for each perturbation of a library, and a line for whatever it lacks."""
    if library == "nlpaug":
        yield from fill_nltk_data(home, nltk_data)
    with peer_process(home, library) as process:
        try:
            listed = process.perturbations()
        except PeerFailed as error:
            yield f"{library} could not be run: {error}"
            return
        for peer in listed:
            try:
                yield row(peer, list(turns(process, peer, sentences, warm)))
            except PeerFailed as error:
                yield f"{peer.ours:24} {'-':>9} {'-':>9}   {peer.name:36} {'failed':>9}   {error}"


def turns(
    process: PeerProcess, peer: PeerPerturbation, sentences: Sequence[str], warm: Perturber
) -> Iterator[BlockTimes]:
    """The times of one block after another, until the peer has had its seconds; who is first changes each time.

    The texts of ours are decoded for the block as the peer's are, so that neither has anything of them at hand.
    """
    perturbation = find(peer.ours)
    cold, cached = prepared(forgetful(), perturbation), prepared(warm, perturbation)
    process.cpu_seconds(peer, sentences[:1])  # what the peer loads, it loads before
    spent = 0.0
    for number, start in enumerate(range(0, len(sentences), BLOCK)):
        if number >= FEWEST and spent > LONGEST:
            return
        block = sentences[start : start + BLOCK]
        new: list[str] = json.loads(json.dumps(block))
        if number % 2:
            again, theirs, first = cpu_seconds(cached, block), process.cpu_seconds(peer, block), cpu_seconds(cold, new)
        else:
            first, theirs, again = cpu_seconds(cold, new), process.cpu_seconds(peer, block), cpu_seconds(cached, block)
        spent += theirs
        yield BlockTimes(len(block), *(max(seconds, SHORTEST) for seconds in (first, again, theirs)))


def row(peer: PeerPerturbation, blocks: Sequence[BlockTimes]) -> str:
    """The medians over the blocks: sentences per CPU-second of both, and how many times as fast as the peer ours is."""
    if not blocks:
        return f"{peer.ours:24} {'-':>9} {'-':>9}   {peer.name:36} {'-':>9}   no sentences"
    ours = f"{peer.ours:24} {_texts_a_second(blocks, 'cold')} {_texts_a_second(blocks, 'cached')}"
    times = [
        f"{spread.median:6.2f} ({spread.low:.2f}-{spread.high:.2f})"
        for spread in (ratios(blocks, "cold"), ratios(blocks, "cached"))
    ]
    return f"{ours}   {peer.name:36} {_texts_a_second(blocks, 'peer')} {times[0]:20} {times[1]:20} {len(blocks):5}"


def ratios(blocks: Sequence[BlockTimes], ours: str) -> Spread:
    """The spread over the blocks of how many times as fast ours, "cold" or "cached", is as the peer."""
    return Spread.of([block.peer / getattr(block, ours) for block in blocks])


def _texts_a_second(blocks: Sequence[BlockTimes], whose: str) -> str:
    return f"{median(block.texts / getattr(block, whose) for block in blocks):9,.0f}"
