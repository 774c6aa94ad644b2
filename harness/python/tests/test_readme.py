"""The README's examples run as they stand, in one session.

SPDX-License-Identifier: BSD-2-Clause"""

import pathlib
import re


def test_the_examples_of_the_readme_run(capsys):
    readme = pathlib.Path(__file__).parents[1] / "README.md"
    blocks = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.S)
    session = {}
    for block in blocks:
        exec(block, session)
    assert len(blocks) == 3 and session["study"].passed
    said = re.search(r"diagnosis\)\s+# (.*)", blocks[2]).group(1)
    assert capsys.readouterr().out.strip() == said
    assert round(session["study"].value(), 5) == float(re.search(r"True, ([\d.]+)", blocks[0])[1])
