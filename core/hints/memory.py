"""Equal texts are asked about once, in one batch with the other new ones."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """What was answered for the texts asked about lately; `ask` gets the new ones and answers each, in order."""

    def __init__(self, compute: Callable[[list[str]], Sequence[T]], size: int) -> None:
        self._compute = compute
        self._size = size
        self._known: OrderedDict[str, T] = OrderedDict()

    def of(self, texts: Iterable[str]) -> dict[str, T]:
        """The answer for each text; at most `size` of them are kept for later, those asked about last."""
        distinct = dict.fromkeys(texts)
        unknown = [text for text in distinct if text not in self._known]
        if unknown:
            self._known.update(zip(unknown, self._compute(unknown), strict=True))
        values = {text: self._known[text] for text in distinct}
        for text in distinct:
            self._known.move_to_end(text)
        while len(self._known) > self._size:
            self._known.popitem(last=False)
        return values
