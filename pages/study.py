"""A participant's way through a user study: reached by their link alone, without an account and without a name."""

from pages.ui.shell.navigation import framed_apart
from pages.ui.study.page import participate

framed_apart()
participate()
