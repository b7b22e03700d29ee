"""Items whose right answer is known: each question needs an option that there is."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from curation.study.design import KnownItem
from tests.data.study.study_data import small_design


@pytest.mark.parametrize("field", ["own_checks", "own_gold"])
def test_the_right_option_is_one_of_those_there_are(field: str) -> None:
    part = small_design().parts[0]
    for right in (0, 1):
        replace(part, **{field: (KnownItem("Read.", "Say so.", {"same": right}),)}).check()
    for wrong in ({}, {"same": -1}, {"same": 2}, {"other": 0}):
        with pytest.raises(BadInput, match="needs the number of the right option for the question 'same', from 0 to 1"):
            replace(part, **{field: (KnownItem("Read.", "Say so.", wrong),)}).check()
