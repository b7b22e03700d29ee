"""In which order a cell's candidates are handed out, and what that makes of the share that people keep."""

from dataclasses import dataclass, replace

RANDOM, BEST_FIRST, PARTLY = "random", "best first", "partly best first"
NOTE = "Best first: people were given the likeliest candidates first, so the share they keep is no estimate for all."


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a cell: drawn by the seed, as in Moradi & Samwald 2021, section 5.1, unless it is `best_first`.

    The best have the word nearest to the replaced one in its context; where no words are exchanged the fewest new
    grammar issues and then the highest similarity. `served` says that some were handed out so, now or before.
    """

    best_first: bool = False
    served: bool = False

    @property
    def name(self) -> str:
        """ "random", "best first", or "partly best first" where it was so for a time."""
        return BEST_FIRST if self.best_first else PARTLY if self.served else RANDOM

    @property
    def estimates(self) -> bool:
        """Whether the share that people keep so far is an estimate for all candidates of the cell."""
        return self == Order()

    def chosen(self, best_first: bool) -> "Order":
        """The order from now on."""
        return replace(self, best_first=best_first)


BY_SEED = Order()
