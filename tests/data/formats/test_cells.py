"""Lines of CSV that a spreadsheet opens: texts are texts, figures have six digits."""

from math import nan

from data.formats.cells import csv_text


def test_texts_figures_and_what_is_not_known() -> None:
    rows = [("a, b", 0.1234567, 12_345_678, nan), ("=1+1", -1.0, 0, 1e-10)]
    assert csv_text(("name", "value", "n", "p"), rows) == (
        'name,value,n,p\n"a, b",0.123457,12345678,\n\'=1+1,-1,0,1e-10\n'
    )
