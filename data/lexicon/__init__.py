"""The word lists and the tagger's weights that come with the project, and what loads them."""

from pathlib import Path

LEXICON = Path(__file__).parent
