"""Models: names of the catalogue, files, or texts in the model language.

SPDX-License-Identifier: BSD-2-Clause"""

import contextlib
import os
import pathlib
import re
import tempfile


class Model:
    """A model in the model language (problems/LANGUAGE.md), called `name` in results."""

    def __init__(self, text, name="model"):
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
            raise ValueError("a model's name is letters, digits and _: %r" % name)
        self.text, self.name = text, name

    def __repr__(self):
        return "halfstep.Model(%r, name=%r)" % (self.text, self.name)


def _place(model, folder):
    if isinstance(model, str) and "\n" in model:
        model = Model(model)
    if isinstance(model, Model):
        file = pathlib.Path(folder, model.name + ".model")
        if file.exists():
            raise ValueError("two models are called %r" % model.name)
        file.write_text(model.text, encoding="utf-8")
        return str(file)
    path = os.fspath(model)
    # A file beside is told from a name of the catalogue by a slash.
    return os.path.join(".", path) if isinstance(model, os.PathLike) else path


@contextlib.contextmanager
def places(models):
    """The words that name models to the program: one model, or several in a list or tuple. A str
    with a line end is a model's text."""
    several = models if isinstance(models, (list, tuple)) else [models]
    with tempfile.TemporaryDirectory(prefix="halfstep-") as folder:
        yield [_place(model, folder) for model in several]
