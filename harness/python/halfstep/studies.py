"""Studies: what was measured, and how it was judged.

SPDX-License-Identifier: BSD-2-Clause"""

import json

import numpy

from . import notebook
from .bench import subject
from .model import places
from .program import VERDICT, ask, options, run

COLUMNS = ("study", "model", "method", "quantity", "value", "low", "high", "expected", "verdict",
           "reason")


class Study:
    """`results`, a list of dictionaries as `halfstep list quantities --schema` describes them;
    `passed`, and `document`, all that the program said."""

    def __init__(self, document):
        self.document, self.results = document, document["results"]

    @property
    def passed(self):
        """Whether no result fails, and there is one that is decided: of an integrator that makes no
        step all are undecided."""
        return not self.failures and any(
            r["verdict"] != "not-asymptotic" for r in self.results)

    @property
    def failures(self):
        """The results that fail without being accepted."""
        return [r for r in self.results if r["verdict"] == "fail" and not r.get("accepted")]

    def find(self, quantity, model=None, method=None):
        """The first result of this quantity; KeyError: there is none."""
        for r in self.results:
            if r["quantity"] == quantity and model in (None, r["model"]) and method in (
                    None, r["method"]):
                return r
        raise KeyError(quantity)

    def value(self, quantity="order", model=None, method=None):
        """Its value, as the fitted order of accuracy."""
        return self.find(quantity, model, method)["value"]

    def points(self, quantity="order", model=None, method=None):
        """What it was measured from: h (n) and the errors (n)."""
        points = self.find(quantity, model, method)["points"]
        return tuple(numpy.array([p[k] for p in points]) for k in ("h", "error"))

    def frame(self):
        """A pandas frame with a row for each result."""
        import pandas
        return pandas.DataFrame([[r.get(c) for c in COLUMNS] for r in self.results], columns=COLUMNS)

    def _curves(self):
        return {"%s, %s" % (r["model"], r["method"]): [[p[k] for p in r["points"]] for k in
                                                       ("h", "error")]
                for r in self.results if r["quantity"] in ("order", "error-order") and r["points"]}

    def __repr__(self):
        return "<halfstep.Study %s: %d results, %d fail>" % (
            self.document["command"], len(self.results), len(self.failures))

    def _repr_html_(self):
        rows = [[r.get(c) for c in COLUMNS] for r in self.results]
        return notebook.figure(self._curves(), "h", "error", True) + notebook.table(
            COLUMNS, rows, self.document["command"])


class Fingerprint:
    """What an integrator is: `name`, `diagnosis` in a sentence, `fault` (or None), `order`, and
    `trees`, the elementary weights; `document`, all that the program said."""

    def __init__(self, document):
        self.document = document
        first = document["fingerprints"][0]
        self.name, self.diagnosis, self.fault = first["name"], first["diagnosis"], first["fault"]
        self.order, self.trees = first["convergence"]["order"], first["trees"]

    def __repr__(self):
        return "<halfstep.Fingerprint: %s>" % self.diagnosis


def study(name, models=(), method=None, integrator=None, set=None, options_of_integrator=None):
    """A study by its name ("order", "gap", "statistics", ...) of one model or several; of none: of
    the whole catalogue. A verdict that fails is no exception: ask `passed`."""
    words = options("set", set) + options("option", options_of_integrator)
    with places(models) as names, subject(method, integrator) as chosen:
        return Study(ask(name, *names, *chosen, *words, accept=(0, VERDICT)))


def order(models=(), **named):
    """The fitted order of accuracy, with its interval and a verdict: see `study`."""
    return study("order", models, **named)


def gap(models=(), **named):
    """Error, estimate and their gap: see `study`."""
    return study("gap", models, **named)


def gate(models=(), method=None, integrator=None, profile="quick", expect=None):
    """All studies of a profile; `expect` is the file of what is declared."""
    words = ["--profile", profile] + (["--expect", expect] if expect else [])
    with places(models) as names, subject(method, integrator) as chosen:
        return Study(json.loads(run("gate", *names, *chosen, *words, "--json", "-",
                                    accept=(0, VERDICT))))


def fingerprint(method=None, integrator=None, **named):
    """Which method an integrator really is, or what is wrong with it."""
    words = options("option", {k.replace("_", "-"): v for k, v in named.items()})
    with subject(method, integrator) as chosen:
        return Fingerprint(ask("fingerprint", *chosen, *words, accept=(0, VERDICT)))
