"""Where WordNet is looked for: as a folder or a zip, of the right version, in the places that its users set."""

import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.errors import MissingResource
from tools.lexicon.wordnet import copy_wordnet, find_wordnet

HEAD = "  14 WordNet 3.0 Copyright 2006 by Princeton University.\n"
OLD = HEAD.replace("3.0", "3.1")


def folder(path: Path, head: str = HEAD) -> Path:
    path.mkdir(parents=True)
    (path / "data.noun").write_text(head)
    (path / "noun.exc").write_text("mice mouse\n")
    return path


def zipped(path: Path, head: str = HEAD) -> Path:
    path.parent.mkdir(parents=True)
    with ZipFile(path, "w") as packed:
        packed.writestr("wordnet/", "")
        packed.writestr("wordnet/data.noun", head)
        packed.writestr("wordnet/lexnames", "its own")
    return path


def test_the_variables_of_wordnet_and_nltk_are_followed_in_this_order(tmp_path: Path) -> None:
    searched = folder(tmp_path / "searched")
    home = folder(tmp_path / "home" / "dict")
    packed = zipped(tmp_path / "nltk" / "corpora" / "wordnet.zip")
    environment = {
        "NLTK_DATA": os.pathsep.join([str(tmp_path / "absent"), str(tmp_path / "nltk")]),
        "WNHOME": str(tmp_path / "home"),
        "WNSEARCHDIR": str(searched),
    }
    for expected in (searched, home, packed):
        assert find_wordnet(environment=environment) == expected
        environment.popitem()


def test_a_folder_that_is_given_is_the_only_one_looked_in(tmp_path: Path) -> None:
    environment = {"WNSEARCHDIR": str(folder(tmp_path / "other"))}
    given = folder(tmp_path / "data" / "corpora" / "wordnet")
    assert find_wordnet(tmp_path / "data", environment) == given
    with pytest.raises(MissingResource, match=r"not found in '.*empty'; install Debian's package wordnet-base"):
        find_wordnet(tmp_path / "empty", environment)


@pytest.mark.parametrize("make", [folder, lambda path, head: zipped(path / "wordnet.zip", head)])
def test_another_version_and_a_broken_zip_are_passed_over(tmp_path: Path, make) -> None:
    make(tmp_path / "given", OLD)
    (tmp_path / "given" / "corpora").mkdir()
    (tmp_path / "given" / "corpora" / "wordnet.zip").write_bytes(b"no zip")
    with pytest.raises(MissingResource):
        find_wordnet(tmp_path / "given")


def test_a_copy_has_every_file_and_lexnames(tmp_path: Path) -> None:
    copy_wordnet(folder(tmp_path / "debian"), tmp_path / "one")
    assert {file.name for file in (tmp_path / "one").iterdir()} == {"data.noun", "noun.exc", "lexnames"}
    copy_wordnet(zipped(tmp_path / "nltk" / "wordnet.zip"), tmp_path / "two")
    assert {file.name for file in (tmp_path / "two").iterdir()} == {"data.noun", "lexnames"}
    assert (tmp_path / "two" / "lexnames").read_text() == "its own"
