"""What an endpoint takes is learned from several requests at once."""

from data.endpoints.client import EndpointError
from data.endpoints.settings import FORMAT, AcceptedSettings, one_of

HELD = {FORMAT: one_of(("bad", "good"))}


def refusal() -> EndpointError:
    return EndpointError("the request is not understood", code=400)


def test_a_request_that_was_under_way_is_asked_again_as_another_has_learned_meanwhile() -> None:
    accepted = AcceptedSettings(HELD)
    assert accepted.after(HELD, refusal()) == {}
    accepted.accept({})  # by the time that the next refusal comes
    assert accepted.after(HELD, refusal()) == {}
    assert accepted.after({}, refusal()) is None


def test_a_prompt_is_refused_where_others_were_held_to_the_labels() -> None:
    accepted = AcceptedSettings(HELD)
    accepted.accept(HELD)
    assert accepted.after(HELD, refusal()) is None
