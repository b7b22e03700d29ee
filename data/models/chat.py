"""Asking an endpoint that speaks the OpenAI chat protocol: each prompt once, several at a time, answers kept on disk.

The key, where one is needed, is the environment's FLINCH_API_KEY. It is sent to the endpoint and written nowhere.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.error import HTTPError

from core.errors import BadInput
from core.models.endpoint.prompt import after_thought
from core.models.predictor import Check
from data.models.answers import ChatAnswer, answers_in, keep_answer, keep_wait, prices
from data.models.wire import (
    FAILURES,
    KEY,
    SECONDS,
    in_clear,
    is_limit,
    key,
    lacks,
    misfits,
    passes,
    post,
    reason,
    wait,
    without_key,
)

AT_ONCE = 4  # requests under way
TRIES = 5
SLOWEST = 10.0  # tokens a second that are waited for beyond the usual seconds
PAUSE, LONGEST = 1.0, 60.0  # seconds before the second try, twice as long before each further one, and at most
TEMPERATURE, FORMAT = "temperature", "response_format"
LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"  # how servers call the most tokens of an answer
KEPT = 1000  # characters of an answer that are kept, from an endpoint that minds no limit
MOST_TOKENS = 1_000_000  # that one prompt is believed to have cost


@dataclass(slots=True)
class ChatEndpoint:
    """A model at an address, the folder that keeps its answers, and how many `tokens` they may have.

    Where there are `labels`, the endpoint is asked to answer with one of them and nothing else, as JSON.
    `pause` is in seconds; `settings` are what a request says beside the prompt, but what the endpoint does not take.
    """

    url: str
    model: str
    folder: Path
    tokens: int
    labels: tuple[str, ...] = ()
    pause: float = PAUSE
    settings: dict[str, Any] = field(init=False)
    learning: Lock = field(init=False, default_factory=Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.settings = {TEMPERATURE: 0, LIMIT: self.tokens} | ({FORMAT: one_of(self.labels)} if self.labels else {})

    def answers(self, prompts: Sequence[str], check: Check) -> list[str]:
        """The answer to each prompt, at temperature 0 where the endpoint takes one.

        What was answered before is not asked again. `check` is called before every few requests and may raise to stop;
        what came back by then is kept. Raises BadInput where the endpoint can't be reached, refuses, or does not speak
        the protocol.
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
        while True:
            settings = self.settings
            body = {"model": self.model, "messages": [{"role": "user", "content": prompt}], **settings}
            try:
                return self._read(prompt, self._posted(json.dumps(body).encode()))
            except HTTPError as error:
                with self.learning:  # what another request was refused for stays learned
                    if self.settings == settings:
                        self.settings = fitted(settings, error)
                if self.settings == settings:
                    raise

    def _posted(self, body: bytes) -> bytes:
        return post(f"{self.url.rstrip('/')}/chat/completions", body, SECONDS + self.tokens / SLOWEST)

    def _read(self, prompt: str, reply: bytes) -> ChatAnswer:
        try:
            said: dict[str, Any] = json.loads(reply)
            text = str(said["choices"][0]["message"]["content"] or "")
            usage = said.get("usage") or {}
            read, written = (int(usage.get(f"{name}_tokens") or 0) for name in ("prompt", "completion"))
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
            raise BadInput(f"{self.url} does not answer as the OpenAI chat protocol says; check the address.") from None
        read, written = (min(max(0, tokens), MOST_TOKENS) for tokens in (read, written))
        return ChatAnswer(prompt, without_key(after_thought(text))[:KEPT], read, written)

    def _refusal(self, error: Exception, tried: int) -> str:
        times = "once" if tried == 1 else f"{tried} times"
        return f"{self.url} was asked {times}: {reason(error)}; check the address, the model {self.model!r}, and {KEY}."


def one_of(labels: Sequence[str]) -> dict[str, Any]:
    """How the protocol asks for an answer that is one of these labels."""
    label = {"type": "string", "enum": list(labels)}
    shape = {"type": "object", "properties": {"label": label}, "required": ["label"], "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "label", "strict": True, "schema": shape}}


def fitted(settings: Mapping[str, Any], refusal: HTTPError) -> dict[str, Any]:
    """The settings without what the endpoint says it does not take, or else without what fewest endpoints take."""
    fitting = dict(settings)
    if LIMIT in fitting and lacks(refusal, NEWER_LIMIT):
        fitting[NEWER_LIMIT] = fitting.pop(LIMIT)
    elif TEMPERATURE in fitting and lacks(refusal, TEMPERATURE):
        print("It takes no temperature, so that its answers may differ from one time to the next.", flush=True)
        fitting.pop(TEMPERATURE)
    elif FORMAT in fitting and (lacks(refusal, FORMAT) or misfits(refusal)):
        print("It can't be held to the labels: what it answers is searched for one.", flush=True)
        fitting.pop(FORMAT)
    return fitting


def batches(prompts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Few enough that a stop is soon heard, enough that all places are busy."""
    return (prompts[at : at + 4 * AT_ONCE] for at in range(0, len(prompts), 4 * AT_ONCE))
