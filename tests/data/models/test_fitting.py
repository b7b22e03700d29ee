"""What an endpoint takes is learned from several requests at once."""

from io import BytesIO
from urllib.error import HTTPError

from data.models.fitting import FORMAT, Fitting, one_of

HELD = {FORMAT: one_of(("bad", "good"))}


def refusal() -> HTTPError:
    return HTTPError("http://here/v1", 400, "Bad Request", {}, BytesIO(b"the request is not understood"))  # type: ignore[arg-type]


def test_a_request_that_was_under_way_is_asked_again_as_another_has_learned_meanwhile() -> None:
    fitting = Fitting(HELD)
    assert fitting.after(HELD, refusal()) == {}
    fitting.took({})  # by the time that the next refusal comes
    assert fitting.after(HELD, refusal()) == {}
    assert fitting.after({}, refusal()) is None


def test_a_prompt_is_refused_where_others_were_held_to_the_labels() -> None:
    fitting = Fitting(HELD)
    fitting.took(HELD)
    assert fitting.after(HELD, refusal()) is None
