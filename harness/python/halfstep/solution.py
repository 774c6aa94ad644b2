"""One solution.

SPDX-License-Identifier: BSD-2-Clause"""

import numpy

from . import notebook
from .bench import subject
from .model import places
from .program import HalfstepError, VERDICT, ask, number, options


class Solution:
    """Times and states: `t` (n), `q` (n, nq), `v` (n, nv), `z` (n, nz) and x = (q, v, z), in double;
    `decimals`, the states as the program wrote them; `names` of the components of x,
    `error_estimate` of the last step (nx; None: the method has none), `statistics`, `settings`,
    and `document`, all that the program said."""

    def __init__(self, document, names):
        points = document.get("steps") or document["samples"]
        if not points:
            points = [{"t": document["t"], "state": document["state"]}]
        self.document, self.names = document, names
        self.t = numpy.array([float(p["t"]) for p in points])
        self.decimals = [p["state"] for p in points]
        self.q, self.v, self.z = (
            numpy.array([[float(a) for a in p["state"][part]] for p in points])
            .reshape(len(points), -1) for part in "qvz")
        self.x = numpy.hstack((self.q, self.v, self.z))
        error = document["error_estimate"] or {"q": [None], "v": [], "z": []}
        parts = [a for part in "qvz" for a in error[part]]
        self.error_estimate = None if None in parts else numpy.array(parts, dtype=float)
        self.statistics, self.settings = document["statistics"], document["settings"]

    def frame(self):
        """A pandas frame: a row for each time, a column for each component."""
        import pandas
        return pandas.DataFrame(self.x, index=pandas.Index(self.t, name="t"), columns=self.names)

    def __repr__(self):
        return "<halfstep.Solution of %s by %s: %d times to t = %g>" % (
            self.document["model"], self.document["method"], len(self.t), self.t[-1])

    def _repr_html_(self):
        caption = "%s by %s" % (self.document["model"], self.document["method"])
        curves = {name: (self.t, self.x[:, i]) for i, name in enumerate(self.names)}
        return notebook.figure(curves, "t", caption) + notebook.table(
            ["t", *self.names], numpy.column_stack((self.t, self.x)).tolist(), caption)


def solve(model, method=None, until=None, step=None, accuracy=None, at=None, integrator=None,
          arithmetic="double", set=None, options_of_method=None, **named):
    """Solves a model to the time `until`, or to the end of its span, by steps of `step` or under
    error control to `accuracy`, by a method of the program or an integrator of yours (a place, or
    what @halfstep.integrator makes). Without the times `at`, one row for each step, where the program
    tells them. `set` changes parameters; further arguments are options of the method, with _
    for -: newton="full", max_step=0.1. Raises HalfstepError; where the numerics fail, its
    `solution` is what was reached."""
    words = ["--arithmetic", arithmetic]
    words += ["--until", number(until)] if until is not None else []
    words += ["--step", number(step)] if step is not None else []
    words += ["--accuracy", number(accuracy)] if accuracy is not None else []
    words += ["--at", ",".join(map(number, at))] if at is not None else []
    words += ["--steps"] if at is None and method and arithmetic == "double" else []
    words += options("set", set) + options("option", options_of_method)
    words += options("option", {k.replace("_", "-"): v for k, v in named.items()})
    with places(model) as names, subject(method, integrator) as chosen:
        document = ask("solve", *names, *chosen, *words, accept=(0, VERDICT))
        states = ask("show", *names, *options("set", set))["states"]
    found = Solution(document, states)
    if document["status"] != "ok":
        error = HalfstepError(document["why"], VERDICT)
        error.solution = found
        raise error
    return found
