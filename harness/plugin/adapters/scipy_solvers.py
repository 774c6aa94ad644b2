#!/usr/bin/python3
"""SciPy's solvers of initial value problems as an integrator, in the line protocol
(../PROTOCOL.md), with nothing to compile:

    ./halfstep fingerprint --integrator harness/plugin/adapters/scipy_solvers.py \\
        --option method=BDF

Python 3 with SciPy 1.10 (Debian: python3-scipy). method is RK23, RK45, DOP853, Radau, BDF or
LSODA. SciPy has no fixed steps. A step here is therefore the first one of a new solver, of the
size that it is told, with tolerances so wide that the error test passes, and in Radau and BDF
with a criterion so narrow that Newton's method ends within accuracy (1 + |x_i|); LSODA's
corrector has no criterion of its own, so that its step is that of wide tolerances. The
explicit solvers, which remember nothing but a derivative, go on while the size is the same.
The Jacobian is exact. In advance a solver is its own master, with tolerances of accuracy
(1 + |x_i|).

Estimates, computed minus true, are read where the solvers keep what they are made of: RK23,
RK45 and BDF. DOP853 mixes two of them in a way that is not linear, Radau and LSODA keep none.

SPDX-License-Identifier: BSD-2-Clause"""
import sys
import warnings

try:
    import numpy
    from scipy import integrate
except ImportError:
    sys.exit("scipy_solvers.py: this Python has no SciPy (apt-get install python3-scipy)")

METHODS = {"RK23": integrate.RK23, "RK45": integrate.RK45, "DOP853": integrate.DOP853,
           "Radau": integrate.Radau, "BDF": integrate.BDF, "LSODA": integrate.LSODA}
IMPLICIT = ("Radau", "BDF", "LSODA")
WIDE = 1e20  # a tolerance that every error test passes


class Failure(Exception):
    """What cannot be done; the bench is told why."""


def say(*words):
    print(*words, flush=True)


def ask(function, t, x):
    """The value of one of the bench's functions."""
    say(function, repr(float(t)), *(repr(float(a)) for a in x))
    answer = sys.stdin.readline().split()
    if not answer or answer[0] != "ok":
        raise Failure("the system's functions failed")
    return numpy.array([float(word) for word in answer[1:]])


def positive(text):
    number = float(text)
    if not number > 0:
        raise Failure(text + " is not positive")
    return number


class Adapter:
    def __init__(self):
        self.method = "RK45"
        self.accuracy = 1e-12
        self.longest = numpy.inf
        self.start(0.0, [])

    def option(self, name, value):
        if name == "method" and value in METHODS:
            self.method = value
        elif name == "accuracy":
            self.accuracy = positive(value)
        elif name == "max-step":
            self.longest = positive(value)
        else:
            raise Failure("method is one of " + " ".join(METHODS))

    def start(self, t, x):
        self.t, self.x, self.error = t, numpy.array(x), numpy.zeros(len(x))
        self.counters = dict.fromkeys(("steps", "evaluations", "jacobians", "factorizations"), 0)
        self.solver = None
        self.size = None  # of the steps that the solver has been made for; None: of advance

    def make(self, end, tolerance, **settings):
        if self.method in IMPLICIT:
            n = len(self.x)
            settings["jac"] = lambda t, x: ask("jacobian", t, x).reshape(n, n)
        self.solver = METHODS[self.method](lambda t, x: ask("derivative", t, x), self.t,
                                           self.x, end, rtol=tolerance, atol=tolerance,
                                           **settings)
        self.counted = 0, 0, 0  # of the solver's evaluations, Jacobians, factorizations

    def step(self, h):
        if self.size != h or self.method in IMPLICIT:
            least = {"min_step": h} if self.method == "LSODA" else {}
            self.make(self.t + 2 * h if self.method == "LSODA" else numpy.inf, WIDE,
                      first_step=h, max_step=h, **least)
            self.solver.newton_tol = self.accuracy / WIDE
            self.size = h
        self.move()
        solver = self.solver
        if abs(solver.t - (self.t + h)) > 4e-16 * max(abs(self.t), abs(solver.t)):
            self.size = None
            raise Failure("the solver cut its step: Newton's method did not converge")
        self.accept()

    def advance(self, end):
        """A solver goes on from call to call; its end is moved."""
        if self.solver is None or self.size is not None:
            self.make(end, self.accuracy, max_step=self.longest)
            self.size = None
        self.solver.t_bound, self.solver.status = end, "running"
        if self.method == "LSODA":  # which hands its end on to the compiled code
            self.solver._lsoda_solver._integrator.rwork[0] = end
        self.move()
        self.accept()

    def move(self):
        """One step of the solver; after a failure there is none to go on with."""
        solver, self.solver = self.solver, None
        size, self.size = self.size, None
        message = solver.step()
        if solver.status == "failed":
            raise Failure(message or "the solver failed")
        self.solver, self.size = solver, size

    def accept(self):
        solver = self.solver
        self.t, self.x = float(solver.t), numpy.array(solver.y)
        self.error = None
        if self.method in ("RK23", "RK45"):
            # Its own is the embedded result minus the one that goes on.
            self.error = -numpy.dot(solver.K.T, solver.E) * (solver.t - solver.t_old)
        elif self.method == "BDF" and solver.n_equal_steps > 0:
            # Where order and size have not changed since, the differences are the step's.
            self.error = solver.error_const[solver.order] * solver.D[solver.order + 1]
        self.counters["steps"] += 1
        now = solver.nfev, solver.njev, solver.nlu
        for name, after, before in zip(("evaluations", "jacobians", "factorizations"), now,
                                       self.counted):
            self.counters[name] += after - before
        self.counted = now

    def estimate(self):
        if self.error is None:
            raise Failure("this method gives no estimate")
        return self.error


def answer(adapter, word, rest):
    """What is said after ok."""
    if word == "halfstep":
        return ["1 estimate advance options statistics name SciPy"]
    if word == "option":
        adapter.option(*rest)
    elif word == "start":
        adapter.start(float(rest[0]), [float(a) for a in rest[1:]])
    elif word == "step":
        adapter.step(float(rest[0]))
    elif word == "advance":
        adapter.advance(float(rest[0]))
    elif word == "state":
        return [repr(adapter.t), *(repr(float(a)) for a in adapter.x)]
    elif word == "estimate":
        return [repr(float(a)) for a in adapter.estimate()]
    elif word == "statistics":
        return [f"{name} {value}" for name, value in adapter.counters.items()]
    elif word != "create":
        raise Failure("there is no " + word)
    return []


def converse():
    adapter = Adapter()
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "end":
            break
        if word == "create":
            adapter = Adapter()
        try:
            say("ok", *answer(adapter, word, rest))
        except Exception as reason:  # whatever a solver throws, its step has failed
            say("fail", str(reason).replace("\n", " "))


warnings.simplefilter("ignore")
converse()
