"""Asking an endpoint that speaks the OpenAI chat protocol: each prompt once, several at a time, answers kept on disk.

The key, where one is needed, is the environment's FLINCH_API_KEY. It is sent to the endpoint and written nowhere.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from core.errors import BadInput
from core.models.predictor import Check

KEY = "FLINCH_API_KEY"
ANSWERS = "answers.jsonl"
AT_ONCE = 4  # requests under way
TRIES = 5
PAUSE, LONGEST = 1.0, 60.0  # seconds before the second try, twice as long before each further one, and at most
SECONDS = 120.0  # until a request is given up
TOKENS = 32  # that an answer may have: a label has fewer


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the endpoint said to a prompt; tokens as it counted them, 0 where it does not say."""

    prompt: str
    text: str
    read: int
    written: int


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
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for some in batches(new):
                check()
                for answer in pool.map(self._ask, some):
                    self._keep(answer)
                    known[answer.prompt] = answer.text
        return [known[prompt] for prompt in prompts]

    def _keep(self, answer: ChatAnswer) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        row = [answer.prompt, answer.text, answer.read, answer.written]
        with (self.folder / ANSWERS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def _ask(self, prompt: str) -> ChatAnswer:
        for tried in range(1, TRIES + 1):
            try:
                return self._answered(prompt)
            except (OSError, HTTPException) as error:
                if tried == TRIES or not _passes(error):
                    raise BadInput(self._refusal(error, tried)) from None
                time.sleep(_wait(error, self.pause * 2 ** (tried - 1)))
        raise AssertionError("a try returns or raises")

    def _answered(self, prompt: str) -> ChatAnswer:
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": TOKENS,
        }
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY, "").strip():
            headers["Authorization"] = f"Bearer {key}"
        request = Request(f"{self.url.rstrip('/')}/chat/completions", json.dumps(body).encode(), headers)
        with build_opener(_Nowhere).open(request, timeout=SECONDS) as reply:
            return self._read(prompt, reply.read())

    def _read(self, prompt: str, reply: bytes) -> ChatAnswer:
        try:
            said: dict[str, Any] = json.loads(reply)
            text = said["choices"][0]["message"]["content"] or ""
            usage = said.get("usage") or {}
            return ChatAnswer(
                prompt, str(text), *(int(usage.get(f"{n}_tokens") or 0) for n in ("prompt", "completion"))
            )
        except (ValueError, LookupError, TypeError, AttributeError):
            raise BadInput(f"{self.url} does not answer as the OpenAI chat protocol says; check the address.") from None

    def _refusal(self, error: OSError | HTTPException, tried: int) -> str:
        what = f"{error.code} ({error.reason})" if isinstance(error, HTTPError) else _reason(error)
        times = "once" if tried == 1 else f"{tried} times"
        return f"{self.url} was asked {times}: {what}; check the address, the model {self.model!r}, and {KEY}."


class _Nowhere(HTTPRedirectHandler):
    """Follows no redirection, which would take the key to another host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


def answers_in(folder: Path) -> Iterator[ChatAnswer]:
    """The answers that are kept in this folder; a line that a crash cut short is left out."""
    path = folder / ANSWERS
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            yield ChatAnswer(*json.loads(line))
        except (ValueError, TypeError):
            continue


def asked_in_words(folder: Path, names_label: Callable[[str], bool]) -> str:
    """What the answers of this model cost so far and how many named no label, in a sentence; "" for no answers."""
    held = list(answers_in(folder))
    if not held:
        return ""
    unnamed = sum(not names_label(answer.text) for answer in held)
    tokens = f"{sum(a.read for a in held):,} tokens read, {sum(a.written for a in held):,} written"
    return f"{len(held):,} prompts answered so far, {tokens}; {unnamed:,} answers named no label and count as the first"


def batches(prompts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Few enough that a stop is soon heard, enough that all places are busy."""
    return (prompts[at : at + 4 * AT_ONCE] for at in range(0, len(prompts), 4 * AT_ONCE))


def _passes(error: OSError | HTTPException) -> bool:
    """Whether it may go well a little later."""
    return not isinstance(error, HTTPError) or error.code == 429 or error.code >= 500


def _wait(error: OSError | HTTPException, usual: float) -> float:
    """Seconds until the next try: as the endpoint says, where it says so."""
    said = error.headers.get("Retry-After", "") if isinstance(error, HTTPError) and error.headers else ""
    return min(float(said) if said.isdigit() else usual, LONGEST)


def _reason(error: OSError | HTTPException) -> str:
    return str(error.reason if isinstance(error, URLError) else error) or type(error).__name__
