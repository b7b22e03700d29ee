"""What an endpoint takes beside a prompt: servers of the protocol differ, and are asked until it is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from data.endpoints.answers import TEMPERATURE
from data.endpoints.client import EndpointError

FORMAT = "response_format"
LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"  # how servers call the most tokens of an answer
SAID = {
    TEMPERATURE: "The endpoint accepts no temperature, so its answers may differ from one request to the next.",
    FORMAT: "The endpoint can't limit answers to labels, so Flinch looks for a label in each answer.",
}
Settings = Mapping[str, Any]


@dataclass(slots=True)
class AcceptedSettings:
    """The settings of requests as far as the endpoint takes them; `taken` once it answered to some.

    `left_out` are those of `SAID` that it refused.
    """

    now: Settings
    taken: bool = False
    left_out: list[str] = field(default_factory=list)
    _lock: Lock = field(init=False, default_factory=Lock, repr=False, compare=False)

    def after(self, used: Settings, refusal: EndpointError) -> Settings | None:
        """What to ask with next once these were refused; None where it is not for the settings.

        A refusal that names none is tried without what fewest endpoints take, unless that was taken before.
        """
        with self._lock:
            if fewer := _without_refused(used, refusal):
                if self.now == used:  # another request may have learned it meanwhile
                    self._learn(fewer)
                return fewer
            takes = self.taken and FORMAT in self.now  # else another request may have learned meanwhile that it is not
            if FORMAT in used and refusal.is_bad_request and not takes:
                return _drop_setting(used, FORMAT)
            return None

    def accept(self, used: Settings) -> None:
        """These were answered: so later requests are asked."""
        with self._lock:
            if not self.taken:
                self.taken = True
                self._learn(used)

    def _learn(self, settings: Settings) -> None:
        for name in SAID:
            if name in self.now and name not in settings:
                print(SAID[name], flush=True)
                self.left_out.append(name)
        self.now = settings


def one_of(labels: Sequence[str]) -> dict[str, Any]:
    """How the protocol asks for an answer that is one of these labels."""
    label = {"type": "string", "enum": list(labels)}
    shape = {"type": "object", "properties": {"label": label}, "required": ["label"], "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "label", "strict": True, "schema": shape}}


def _without_refused(settings: Settings, refusal: EndpointError) -> Settings | None:
    """The settings without, or with another name for, the one that the endpoint says it does not take."""
    if LIMIT in settings and (refusal.lacks(NEWER_LIMIT) or refusal.lacks(LIMIT)):
        return {**_drop_setting(settings, LIMIT), NEWER_LIMIT: settings[LIMIT]}
    return next((_drop_setting(settings, name) for name in SAID if name in settings and refusal.lacks(name)), None)


def _drop_setting(settings: Settings, name: str) -> Settings:
    return {key: value for key, value in settings.items() if key != name}
