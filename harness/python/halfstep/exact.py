"""The exact solution.

SPDX-License-Identifier: BSD-2-Clause"""

import numpy

from . import notebook
from .model import places
from .program import ask, number, options


class Truth:
    """The exact solution at times `t` (n): `q`, `v`, `z` (n, ...) and x rounded to double,
    `decimals`, the same with all digits as texts, `radius` (n; the error of the decimals, at
    most), `digits`, `grade` ("closed-form" and "certified": proved; "converged": two runs agree),
    `names`, and `document`, all that the program said."""

    def __init__(self, document, names):
        rows = document["truth"]
        self.document, self.names = document, names
        self.t = numpy.array([float(r["t"]) for r in rows])
        self.decimals = [r["state"] for r in rows]
        self.q, self.v, self.z = (
            numpy.array([[float(a) for a in s[part]] for s in self.decimals])
            .reshape(len(rows), -1) for part in "qvz")
        self.x = numpy.hstack((self.q, self.v, self.z))
        self.radius = numpy.array([float(r["radius"]) for r in rows])
        self.digits = numpy.array([r["digits"] for r in rows])
        self.grade = [r["grade"] for r in rows]

    def frame(self):
        """A pandas frame: a row for each time, a column for each component, then the radius."""
        import pandas
        frame = pandas.DataFrame(self.x, index=pandas.Index(self.t, name="t"), columns=self.names)
        return frame.assign(radius=self.radius, grade=self.grade)

    def __repr__(self):
        return "<halfstep.Truth at %d times, %s>" % (len(self.t), ", ".join(sorted(set(self.grade))))

    def _repr_html_(self):
        rows = [[t, *(s[p][i] for p in "qvz" for i in range(len(s[p]))), "%.1e" % r, g]
                for t, s, r, g in zip(self.t, self.decimals, self.radius, self.grade)]
        return notebook.table(["t", *self.names, "radius", "grade"], rows, "exact solution")


def truth(model, at=None, digits=None, grade=None, set=None):
    """The exact solution of a model at the times `at` (default: those of published values, and the
    end of its span), to `digits` decimal digits, of this grade at least."""
    words = ["--at", ",".join(map(number, at))] if at is not None else []
    words += ["--digits", int(digits)] if digits is not None else []
    words += ["--grade", grade] if grade is not None else []
    words += options("set", set)
    with places(model) as names:
        return Truth(ask("truth", *names, *words), ask("show", *names, *options("set", set))["states"])
