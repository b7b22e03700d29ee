"""What an endpoint takes beside a prompt is learned from its refusals, in whatever order they come back."""

from http.client import HTTPMessage
from urllib.error import HTTPError

from data.models.fitting import FORMAT, LIMIT, TEMPERATURE, Fitting

FULL = {TEMPERATURE: 0, LIMIT: 32, FORMAT: {}}
FREE = {TEMPERATURE: 0, LIMIT: 32}


def refusal(said: str) -> HTTPError:
    return HTTPError("", 400, said, HTTPMessage(), None)


def test_a_refusal_that_names_nothing_is_tried_without_what_fewest_take() -> None:
    fitting = Fitting(FULL)
    assert fitting.after(FULL, refusal("odd")) == FREE
    assert fitting.now == FULL  # not known yet
    assert fitting.after(FREE, refusal("odd")) is None  # so it was not for that
    fitting.took(FREE)
    assert (fitting.now, fitting.left_out) == (FREE, [FORMAT])
    assert fitting.after(FULL, refusal("odd")) == FREE  # a request that was under way meanwhile


def test_what_was_taken_once_is_not_to_blame_for_a_refusal_that_does_not_name_it() -> None:
    fitting = Fitting(FULL)
    fitting.took(FULL)
    assert fitting.after(FULL, refusal("filtered by our policy")) is None
    assert fitting.after(FULL, refusal("no temperature, please")) == {LIMIT: 32, FORMAT: {}}
    assert (fitting.now, fitting.left_out) == ({LIMIT: 32, FORMAT: {}}, [TEMPERATURE])
