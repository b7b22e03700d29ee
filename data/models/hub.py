"""Whether the model hub can be reached: asked once, where the library itself would try for most of a minute."""

from urllib.error import HTTPError
from urllib.request import urlopen

HUB_SECONDS = 5.0


def answers() -> bool:
    """True also when the hub answers with an error: then the library says more."""
    from huggingface_hub import constants

    try:
        with urlopen(constants.ENDPOINT, timeout=HUB_SECONDS):
            return True
    except HTTPError:
        return True
    except (OSError, ValueError):
        return False
