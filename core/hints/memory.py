"""Equal texts are asked about once, in one batch with the other new ones."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
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
        unknown = self.unknown(distinct)
        if unknown:
            self._known.update(zip(unknown, self._compute(unknown), strict=True))
        values = {text: self._known[text] for text in distinct}
        self.learn(values)
        return values

    def unknown(self, texts: Iterable[str]) -> list[str]:
        """Those of the texts that would be asked about, each once."""
        return [text for text in dict.fromkeys(texts) if text not in self._known]

    def learn(self, values: Mapping[str, T]) -> None:
        """Keep what somebody has found out already, as if it had been asked about just now."""
        for text, value in values.items():
            self._known[text] = value
            self._known.move_to_end(text)
        while len(self._known) > self._size:
            self._known.popitem(last=False)
