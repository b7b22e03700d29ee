"""Asking an endpoint that speaks the OpenAI chat protocol: each prompt once, several at a time, answers kept on disk.

The key, where one is needed, is the environment's FLINCH_API_KEY, or the host's own in FLINCH_API_KEYS. It is sent to
the endpoint and written nowhere.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from typing import Any

from core.errors import BadInput
from core.models.endpoint.prompt import after_thought
from core.models.predictor import Check
from data.endpoints.answers import TEMPERATURE, ChatAnswer, RateLimitWait, Refusal, keep, keep_left_out, kept, prices
from data.endpoints.client import SECONDS, EndpointError, post, reason_in
from data.endpoints.keys import KEY, in_clear, key, without_key
from data.endpoints.settings import FORMAT, LIMIT, AcceptedSettings, Settings, one_of

AT_ONCE = 4  # requests under way
TRIES = 5
LIMITED = 9  # tries where the endpoint says that it is asked too often: three minutes, where it says no more
SLOWEST = 10.0  # tokens a second that are waited for beyond the usual seconds
PAUSE, LONGEST = 1.0, 60.0  # seconds before the second try, twice as long before each further one, and at most
PATIENCE = 600.0  # seconds that are waited for an endpoint that asks for them
KEPT, EACH = 1000, 8  # characters of an answer that are kept, more where its tokens, of so many each, may have more
MOST_TOKENS = 1_000_000  # that one prompt is believed to have cost
NO_CHAT = "the endpoint's answer does not follow the OpenAI chat protocol"
IN_A_ROW = 100  # prompts that may be refused without an answer between them


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
    settings: AcceptedSettings = field(init=False)
    keeping: Lock = field(init=False, default_factory=Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        held = {FORMAT: one_of(self.labels)} if self.labels else {}
        self.settings = AcceptedSettings({TEMPERATURE: 0, LIMIT: self.tokens} | held)

    def answers(self, prompts: Sequence[str], check: Check) -> list[str]:
        """The answer to each prompt, at temperature 0 where the endpoint takes one; "" for a prompt that it refuses.

        What was answered before is not asked again. `check` is called before every few requests, and every second that
        they take, and may raise to stop; what came back by then is kept. Raises BadInput where the endpoint can't be
        reached, does not speak the protocol, or refuses whatever it is asked.
        """
        answered = {answer.prompt: answer.text for answer in kept(self.folder, ChatAnswer)}
        new = [prompt for prompt in dict.fromkeys(prompts) if prompt not in answered]
        if new:
            self._announce(len(new), len(answered))
            refused = self._ask_all(new, answered, check)
            for prompt, why in refused.items():
                keep(self.folder, Refusal(prompt, why))
                answered[prompt] = ""
        return [answered[prompt] for prompt in prompts]

    def _announce(self, new: int, answered: int) -> None:
        key(self.url)  # what is wrong with the settings is said before anything is asked
        prices()
        if in_clear(self.url):
            print(
                f"Warning: Flinch sends the key to {self.url} unencrypted; use https if the endpoint has it.",
                flush=True,
            )
        print(f"{self.model}: prompts to ask: {new:,}, already answered: {answered:,}.", flush=True)

    def _ask_all(self, prompts: Sequence[str], answered: dict[str, str], check: Check) -> dict[str, str]:
        """Add the answers to `answered`; those that the endpoint refuses, and why."""
        refused, in_a_row, stop = dict[str, str](), 0, Event()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                for some in batches(prompts):
                    check()
                    futures = [pool.submit(self._ask, prompt, stop) for prompt in some]
                    while (so_far := wait(futures, timeout=1, return_when=FIRST_EXCEPTION)).not_done:
                        check()
                        for future in so_far.done:
                            future.result()
                    for prompt, answer in zip(some, (future.result() for future in futures), strict=True):
                        if isinstance(answer, EndpointError):
                            refused[prompt], in_a_row = f"{answer}", in_a_row + 1
                        else:
                            answered[prompt], in_a_row = answer.text, 0
                    keep_left_out(self.folder, self.settings.left_out)
                    if in_a_row >= IN_A_ROW:
                        raise BadInput(self._refusal(refused[prompt], in_a_row)) from None
                if in_a_row:
                    self._see_that_it_answers(answered, refused[prompt])
            except BaseException:
                stop.set()
                pool.shutdown(cancel_futures=True)
                raise
        return refused

    def _see_that_it_answers(self, answered: dict[str, str], why: str) -> None:
        """Raise BadInput unless the endpoint answers what it answered before: then it refuses more than a prompt."""
        before = next(iter(answered), None)
        if before is None or isinstance(self._ask(before, Event()), EndpointError):
            raise BadInput(self._refusal(why, 1)) from None

    def _ask(self, prompt: str, stop: Event) -> ChatAnswer | EndpointError:
        """The answer, kept; or why the endpoint refuses this prompt."""
        for tried in range(1, LIMITED + 1):
            try:
                answer = self._answer_prompt(prompt)
            except EndpointError as error:
                if error.refuses_prompt:
                    return error
                failure = error
            else:
                with self.keeping:
                    keep(self.folder, answer)
                return answer
            self._wait(failure, tried, stop)
        raise AssertionError("a try returns or raises")

    def _wait(self, error: EndpointError, tried: int, stop: Event) -> None:
        """Wait until the next try; raises BadInput where there is none."""
        if tried == (LIMITED if error.is_limit else TRIES) or not error.passes:
            raise BadInput(self._refusal(f"{error}", tried)) from None
        if error.wait is not None and error.wait > PATIENCE:
            later = f"{error}; the endpoint asks Flinch to wait {error.wait:,.0f} seconds"
            raise BadInput(self._refusal(later, tried)) from None
        seconds = min(self.pause * 2 ** (tried - 1), LONGEST) if error.wait is None else error.wait
        with self.keeping:
            if error.is_limit:
                keep(self.folder, RateLimitWait(seconds))
            print(f"{self.model}: {error}; Flinch asks again in {seconds:.0f} s.", flush=True)
        if stop.wait(seconds):
            raise BadInput(self._refusal(f"{error}", tried)) from None

    def _answer_prompt(self, prompt: str) -> ChatAnswer:
        used = self.settings.now
        while True:
            try:
                answer = self._read(prompt, self._post_prompt(prompt, used))
            except EndpointError as error:
                following = self.settings.after(used, error)
                if following is None:
                    raise
                used = following
            else:
                self.settings.accept(used)
                return answer

    def _post_prompt(self, prompt: str, settings: Settings) -> bytes:
        body = {"model": self.model, "messages": [{"role": "user", "content": prompt}], **settings}
        address = f"{self.url.rstrip('/')}/chat/completions"
        return post(address, json.dumps(body).encode(), SECONDS + self.tokens / SLOWEST)

    def _read(self, prompt: str, reply: bytes) -> ChatAnswer:
        try:
            body: dict[str, Any] = json.loads(reply)
            if "choices" not in body and (why := reason_in(body)):
                raise EndpointError(f"{NO_CHAT}: {why}", passes=True)
            text, usage = _text(body["choices"][0]["message"].get("content")), body.get("usage")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise EndpointError(NO_CHAT, passes=True) from None
        read, written = (_tokens(usage, f"{name}_tokens") for name in ("prompt", "completion"))
        longest = max(KEPT, EACH * self.tokens)
        return ChatAnswer(prompt, without_key(after_thought(text))[:longest], read, written)

    def _refusal(self, why: str, tried: int) -> str:
        times = "once" if tried == 1 else f"{tried} times"
        why = why.rstrip(".")
        return f"A request to {self.url} failed {times}: {why}; check the address, the model {self.model!r}, and {KEY}."


def batches(prompts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Few enough that a stop is soon heard, enough that all places are busy."""
    return (prompts[at : at + 4 * AT_ONCE] for at in range(0, len(prompts), 4 * AT_ONCE))


def _text(content: Any) -> str:
    """What a message says: its text, or that of its parts, without those in which the model thinks."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    return str(content or "")


def _tokens(usage: Any, name: str) -> int:
    """A count of tokens, 0 where the endpoint says none that can be."""
    n = usage.get(name) if isinstance(usage, dict) else None
    return int(min(max(0, n), MOST_TOKENS)) if isinstance(n, int | float) and n == n else 0
