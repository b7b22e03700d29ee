"""bf16 that changes no label: what it leaves unsure is asked again in float32, by a margin that is measured.

The margin is calibrated on the run's own texts, asked both ways: SAFETY times the largest movement of a centred logit
so far. Two labels that are further apart than twice that movement can't change places. A share of all texts, drawn by
their content, is asked both ways to the end; that widens the margin where need be, and says how often bf16 erred.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.models.predicting.reading import Encoded
from core.so_many import so_many

SAFETY = 3.0  # times the largest movement: two labels that each move by it, and half as much again
LEAST = 0.01  # in logits: a margin is never below
AUDITED = 0.02  # of the texts
CALIBRATED = 256  # texts asked both ways before the share is all that is
AT_ONCE = 64  # of them from one batch of questions, so that they come from several cells


@dataclass(frozen=True, slots=True)
class Audit:
    """What a model was asked in bf16, in different sequences of tokens.

    `asked` in bf16, `openvino` of them by OpenVINO and the others by torch; `again` in float32 too because two labels
    were closer than the margin, `audited` whatever their margin was; of these `wrong` would have stood with another
    label. `moved` is the largest movement of a centred logit.
    """

    asked: int = 0
    again: int = 0
    audited: int = 0
    wrong: int = 0
    moved: float = 0.0
    openvino: int = 0

    def __add__(self, other: "Audit") -> "Audit":
        return Audit(
            self.asked + other.asked,
            self.again + other.again,
            self.audited + other.audited,
            self.wrong + other.wrong,
            max(self.moved, other.moved),
            self.openvino + other.openvino,
        )

    @property
    def in_words(self) -> str:
        """What was found, in a sentence; "" where nothing was asked in bf16."""
        if not self.asked:
            return ""
        changed = f"bf16 would have changed {so_many(self.wrong, 'label')}"
        audit = f"in an audit of {self.audited:,} sequences, {changed}" if self.audited else "too few for an audit"
        how = f" ({self.openvino:,} by OpenVINO)" if self.openvino else ""
        return (
            f"{self.asked:,} token sequences in bf16{how}, {self.again:,} of them repeated in float32; {audit} "
            f"(largest change of a logit: {self.moved:.3f})"
        )


NOTHING = Audit()


@dataclass(slots=True)
class Calibration:
    """What is known of a network's bf16 so far."""

    moved: float = 0.0
    seen: int = 0
    audit: Audit = NOTHING

    @property
    def margin(self) -> float:
        """Two labels that bf16 puts closer than this, in logits, may be the other way round in float32."""
        return max(LEAST, SAFETY * self.moved)

    def sample(self, read: Sequence[Encoded]) -> list[Encoded]:
        """Those of these that are asked both ways: a share by their content, and at first enough to calibrate by."""
        ordered = sorted(read, key=lambda encoded: encoded.key)  # digests: in their order nothing else has a part
        share = [encoded for encoded in ordered if int.from_bytes(encoded.key[:4]) < AUDITED * 2**32]
        wanted = min(AT_ONCE, CALIBRATED - self.seen)
        return share if len(share) >= wanted else ordered[:wanted]

    def learn(self, half: Any, exact: Any) -> Audit:
        """Compare the logits [texts, labels] of a sample, asked both ways."""
        if not len(half):
            return NOTHING
        moved = float((_centred(half) - _centred(exact)).abs().max())
        changed = (half.argmax(-1) != exact.argmax(-1)).tolist()
        wrong = sum(differs and gap >= self.margin for differs, gap in zip(changed, gaps(half), strict=True))
        audited, wrong = (len(half), wrong) if self.seen else (0, 0)  # without a margin yet nothing would have stood
        self.moved, self.seen = max(self.moved, moved), self.seen + len(half)
        return Audit(audited=audited, wrong=wrong, moved=moved)


def _centred(logits: Any) -> Any:
    return logits - logits.mean(-1, keepdim=True)


def gaps(logits: Any) -> list[float]:
    """How far apart the two likeliest labels of each text are, of tags those of the word where they are nearest.

    Infinite where there is but one output.
    """
    from math import inf

    if logits.shape[-1] < 2:
        return [inf] * len(logits)
    first, second = logits.topk(2).values.unbind(-1)
    apart = (first - second).nan_to_num(inf)  # of words that are none, -inf less -inf
    smallest: list[float] = (apart if apart.ndim == 1 else apart.amin(-1)).tolist()
    return smallest
