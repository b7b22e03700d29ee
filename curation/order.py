"""In which order a cell's candidates are handed out, and what that makes of the share that people keep."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import BadInput
from curation.triage.drawing import SHARE

NOTE = "Best first: people saw the best candidates first, so the share kept is no estimate for the whole cell."
TRIAGE_NOTE = (
    "Triage: candidates that a model expects people to keep come first. The quota then holds other samples than in "
    "random order. The share kept among the judged candidates is no estimate for all candidates."
)


class OrderStrategy(StrEnum):
    """How candidates are handed out: drawn by the seed, by their hints, or by what a model learnt of the decisions."""

    RANDOM = "random"
    BEST_FIRST = "best first"
    TRIAGE = "triage"


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a cell: drawn by the seed, as in Moradi & Samwald 2021, section 5.1, unless it is another.

    `best_first`, the best have the word nearest to the replaced one in its context; where no words are exchanged the
    fewest new grammar issues and then the highest similarity. In `triage` those come first that people will most likely
    keep, but for a `share` (0-1) that chance draws. `served` and `triaged` say that some were handed out so, now or
    before.
    """

    best_first: bool = False
    served: bool = False
    triage: bool = False
    triaged: bool = False
    share: float = SHARE

    @property
    def way(self) -> OrderStrategy:
        """How candidates are handed out now."""
        return (
            OrderStrategy.TRIAGE
            if self.triage
            else OrderStrategy.BEST_FIRST
            if self.best_first
            else OrderStrategy.RANDOM
        )

    @property
    def name(self) -> str:
        """ "random", "best first", "triage", or "partly best first" where it was so for a time."""
        partly = [
            way for way, was in ((OrderStrategy.BEST_FIRST, self.served), (OrderStrategy.TRIAGE, self.triaged)) if was
        ]
        if self.way is OrderStrategy.RANDOM:
            return f"partly {' and '.join(partly)}" if partly else self.way
        others = [way for way in partly if way is not self.way]
        return f"{self.way}, partly {others[0]}" if others else self.way

    @property
    def estimates(self) -> bool:
        """Whether the share that people keep so far is an estimate for all candidates of the cell."""
        return not (self.best_first or self.served or self.triage or self.triaged)

    def chosen(self, way: OrderStrategy, share: float | None = None) -> "Order":
        """The order from now on; raises BadInput for a share that is none."""
        if share is not None and not 0 < share <= 1:
            raise BadInput(f"The share can't be {share:g}; give a number above 0 and at most 1, such as 0.2.")
        kept = self.share if share is None else share
        return replace(self, best_first=way is OrderStrategy.BEST_FIRST, triage=way is OrderStrategy.TRIAGE, share=kept)

    @property
    def used(self) -> "Order":
        """The same once a candidate was handed out in it."""
        return replace(self, served=self.served or self.best_first, triaged=self.triaged or self.triage)


BY_SEED = Order()


def notes(orders: Iterable[Order]) -> list[str]:
    """What must be said where shares kept in these orders are shown."""
    given = list(orders)
    best = [NOTE] if any(order.best_first or order.served for order in given) else []
    return best + ([TRIAGE_NOTE] if any(order.triage or order.triaged for order in given) else [])
