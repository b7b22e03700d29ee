"""Flinch where it was installed by `pip install -e`: the checkout's flinch.py, over its folders as one package."""

from pathlib import Path

from ._renaming import begin, renamed

_checkout = Path(__file__).parents[2]
__path__.append(str(_checkout))
begin()
exec(compile(renamed((_checkout / "flinch.py").read_text(encoding="utf-8")), _checkout / "flinch.py", "exec"))
