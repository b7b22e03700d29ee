"""Asking an endpoint that speaks the OpenAI chat protocol: each prompt once, several at a time, answers kept on disk.

The key, where one is needed, is the environment's FLINCH_API_KEY. It is sent to the endpoint and written nowhere.
"""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.models.predictor import Check
from data.models.answers import ChatAnswer, answers_in, keep_answer, keep_wait, prices
from data.models.wire import FAILURES, KEY, in_clear, is_limit, key, passes, post, reason, wait, without_key

AT_ONCE = 4  # requests under way
TRIES = 5
PAUSE, LONGEST = 1.0, 60.0  # seconds before the second try, twice as long before each further one, and at most
TOKENS = 32  # that an answer may have: a label has fewer
KEPT = 1000  # characters of an answer that are kept, from an endpoint that minds no limit
MOST_TOKENS = 1_000_000  # that one prompt is believed to have cost


@dataclass(frozen=True, slots=True)
class ChatEndpoint:
    """A model at an address, and the folder that keeps its answers. `pause` in seconds."""

    url: str
    model: str
    folder: Path
    pause: float = PAUSE

    def answers(self, prompts: Sequence[str], check: Check) -> list[str]:
        """The answer to each prompt, at temperature 0; what was answered before is not asked again.

        `check` is called before every few requests and may raise to stop; what came back by then is kept. Raises
        BadInput where the endpoint can't be reached, refuses, or does not speak the protocol.
        """
        known = {answer.prompt: answer.text for answer in answers_in(self.folder)}
        new = [prompt for prompt in dict.fromkeys(prompts) if prompt not in known]
        if new:
            key()  # what is wrong with the settings is said before anything is asked
            prices()
            if in_clear(self.url):
                print(
                    f"Warning: the key goes to {self.url} unencrypted; use https where the endpoint has it.", flush=True
                )
            print(f"{self.model}: prompts to ask: {len(new):,}, answered before: {len(known):,}.", flush=True)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for some in batches(new):
                check()
                for answer in pool.map(self._ask, some):
                    keep_answer(self.folder, answer)
                    known[answer.prompt] = answer.text
        return [known[prompt] for prompt in prompts]

    def _ask(self, prompt: str) -> ChatAnswer:
        for tried in range(1, TRIES + 1):
            try:
                return self._answered(prompt)
            except BadInput:
                raise
            except FAILURES as error:
                if tried == TRIES or not passes(error):
                    raise BadInput(self._refusal(error, tried)) from None
                self._wait(error, wait(error, self.pause * 2 ** (tried - 1), LONGEST))
        raise AssertionError("a try returns or raises")

    def _wait(self, error: Exception, seconds: float) -> None:
        if is_limit(error):
            keep_wait(self.folder, seconds)
        print(f"{self.model}: {reason(error)}; asked again in {seconds:.0f} s.", flush=True)
        time.sleep(seconds)

    def _answered(self, prompt: str) -> ChatAnswer:
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": TOKENS,
        }
        return self._read(prompt, post(f"{self.url.rstrip('/')}/chat/completions", json.dumps(body).encode()))

    def _read(self, prompt: str, reply: bytes) -> ChatAnswer:
        try:
            said: dict[str, Any] = json.loads(reply)
            text = str(said["choices"][0]["message"]["content"] or "")
            usage = said.get("usage") or {}
            read, written = (int(usage.get(f"{name}_tokens") or 0) for name in ("prompt", "completion"))
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
            raise BadInput(f"{self.url} does not answer as the OpenAI chat protocol says; check the address.") from None
        read, written = (min(max(0, tokens), MOST_TOKENS) for tokens in (read, written))
        return ChatAnswer(prompt, without_key(text)[:KEPT], read, written)

    def _refusal(self, error: Exception, tried: int) -> str:
        times = "once" if tried == 1 else f"{tried} times"
        return f"{self.url} was asked {times}: {reason(error)}; check the address, the model {self.model!r}, and {KEY}."


def batches(prompts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Few enough that a stop is soon heard, enough that all places are busy."""
    return (prompts[at : at + 4 * AT_ONCE] for at in range(0, len(prompts), 4 * AT_ONCE))
