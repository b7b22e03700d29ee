"""The builder of the parser, from end to end on a treebank of three sentences of ours."""

from pathlib import Path

import pytest

from core.perturbations.conditions import parse_condition
from core.perturbations.perturber import Perturber
from data.lexicon.resources import resources, tagger

TREEBANK = """# text = She bought red apples.
1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tbought\tbuy\tVERB\tVBD\t_\t0\troot\t_\t_
3\tred\tred\tADJ\tJJ\t_\t4\tamod\t_\t_
4\tapples\tapple\tNOUN\tNNS\t_\t2\tobj\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# text = Birds sing.
1\tBirds\tbird\tNOUN\tNNS\t_\t2\tnsubj\t_\t_
2\tsing\tsing\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


@pytest.mark.slow
def test_a_treebank_becomes_a_pipeline_whose_figures_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.parser import measured, table, texts, trained  # spaCy takes seconds, which not every worker needs

    file, folder = tmp_path / "all.conllu", tmp_path / "parser"
    file.write_text(TREEBANK * 40, encoding="utf-8")
    assert [len(text) for text in texts(file, 2)][:2] == [8, 8]
    parts = texts(file, 1)
    trained(parts, parts, folder, steps=150)
    found = measured(folder, parts[:2])
    assert found["LAS"] > 90 and found["TAG"] > 90 and found["sentences/s"] > 0  # it has seen these very sentences
    assert "2 test sentences" in next(table(found, 2))
    monkeypatch.setenv("FLINCH_PARSER", str(folder))
    made = Perturber(tagger(), resources()).text("She bought red apples.", *parse_condition("tree_postorder"), 0)
    assert made and made.perturbed == "red apples She bought."


def test_a_missing_treebank_is_told(tmp_path: Path) -> None:
    from tools.parser import texts

    with pytest.raises(SystemExit, match=r"There is no file .* name a part of UD English EWT"):
        texts(tmp_path / "none.conllu", 1)
