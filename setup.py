"""Builds the package `flinch` of this project's folders, which keep their names here; the rest is in pyproject.toml."""

import sys
from pathlib import Path
from shutil import rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "installed" / "flinch"))

from _renaming import FILES, FOLDERS, PACKAGE, renamed  # noqa: E402  it lies beside us only now

READ = ("pyproject.toml", "requirements.txt", ".streamlit/config.toml", "docs/glossary.md")  # when the program runs


class Renamed(build_py):  # type: ignore[misc]  # setuptools has no types
    """Makes flinch.py, app.py, cli.py and the folders one package, with what they read, and their imports renamed."""

    def run(self) -> None:
        """For `pip install -e`, whose package renames as it imports, only type checkers get renamed sources."""
        super().run()
        if self.editable_mode:
            self.write_stubs(ROOT / "installed" / f"{PACKAGE}-stubs")
            return
        package = Path(self.build_lib) / PACKAGE
        (package / "_renaming.py").unlink()
        for path, name in self.project_files():
            target = package / name
            target.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes()
            target.write_bytes(renamed(content.decode()).encode() if path.suffix == ".py" else content)

    def write_stubs(self, folder: Path) -> None:
        """The sources as stubs (PEP 561), as they are now: types that change need `pip install -e` again."""
        rmtree(folder, ignore_errors=True)
        for path, name in self.project_files():
            if path.suffix == ".py":
                target = (folder / name).with_suffix(".pyi")
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")

    def project_files(self) -> list[tuple[Path, str]]:
        """Each file, and where it goes within the package."""
        inside = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
        files = [ROOT / name for name in (*FILES, *READ)]
        kept = [(path, path.relative_to(ROOT).as_posix()) for path in (*files, *inside) if path.suffix != ".pyc"]
        return [(ROOT / "flinch.py", "__init__.py"), *kept]


setup(cmdclass={"build_py": Renamed})
