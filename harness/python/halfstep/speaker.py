"""The line protocol (harness/plugin/PROTOCOL.md), for one integrator.

SPDX-License-Identifier: BSD-2-Clause"""

import numpy

from . import several


class NoValue(ArithmeticError):
    """The model has no value where it was asked for one."""


class System:
    """x' = f(t, x): f(t, x) is the derivative (nx), f.jacobian(t, x) its derivative by x (nx, nx),
    f.rates(t, x) those of v and z alone (nv + nz); nq, nv, nz the sizes of x = (q, v, z)."""

    def __init__(self, ask, nq, nv, nz):
        self._ask, self.nq, self.nv, self.nz = ask, nq, nv, nz

    def __call__(self, t, x):
        return self._ask("derivative", t, x)

    def rates(self, t, x):
        return self._ask("rates", t, x)

    def jacobian(self, t, x):
        n = self.nq + self.nv + self.nz
        return self._ask("jacobian", t, x).reshape(n, n)


def _text(number, *arrays):
    """The numbers of a line, all digits of each."""
    return " ".join(map(repr, [float(number), *(a for array in arrays for a in array.tolist())]))


def _array(words):
    return numpy.array(list(map(float, words)))


class Speaker:
    """Answers what the bench asks on `said`, in lines of bytes, on `out`; where it may fork, each
    system in a process of its own."""

    def __init__(self, integrator, said, out, forks=False):
        self.integrator, self.said, self.out, self.forks = integrator, said, out, forks
        self.child = None
        self.system, self.t, self.x, self.error = None, 0.0, numpy.zeros(0), None

    def say(self, line):
        self.out.write(line.encode() + b"\n")
        self.out.flush()

    def ask(self, function, t, x):
        x = numpy.asarray(x)
        if x.shape != self.x.shape or x.dtype.kind == "c":
            raise TypeError("a state is %s numbers, not an array of the type %s and the shape %s" % (
                self.x.size, x.dtype, x.shape))
        self.say(function + " " + _text(t, x.astype(float, copy=False)))
        answer = self.said.readline().split()
        if not answer or answer[0] != b"ok":
            raise NoValue("the system has no value at t = %r" % float(t))
        return _array(answer[1:])

    def step(self, h):
        """Time and state are what they were unless the whole step succeeds."""
        made = self.integrator.step(self.system, self.t, self.x.copy(), h)
        x, error = made if isinstance(made, tuple) else (made, None)
        if numpy.iscomplexobj(x):
            raise TypeError("the step's state is complex")
        x = numpy.array(x, dtype=float)
        if x.shape != self.x.shape:
            raise ValueError("the step's state has the shape %s, not %s" % (x.shape, self.x.shape))
        if error is not None:
            error = numpy.array(error, dtype=float)
            if error.shape != x.shape:
                raise ValueError("the step's error has the shape %s, not %s" % (error.shape, x.shape))
        self.t, self.x, self.error = self.t + h, x, error

    def answer(self, word, rest):
        if word == "halfstep":
            return "ok 1 estimate %sname %s" % ("several " if self.forks else "", self.integrator.name)
        if word == "create":
            self.system = System(self.ask, *map(int, rest[:3]))
        elif word == "start":
            self.t, self.x, self.error = float(rest[0]), _array(rest[1:]), None
        elif word == "step":
            self.step(float(rest[0]))
            estimate = () if self.error is None else (self.error,)
            return "ok " + _text(self.t, self.x, *estimate)
        elif word == "state":
            return "ok " + _text(self.t, self.x)
        elif word == "estimate":
            if self.error is None:
                return "fail the step has no error estimate"
            return "ok " + _text(self.error[0], self.error[1:])
        elif word != "leave":
            return "fail there is no " + word
        return "ok"

    def talk(self):
        """Until the bench says `end` or is silent for good."""
        for line in iter(self.said.readline, b""):
            word, *rest = line.decode().split() or [""]
            if word == "end":
                return
            if word == "create" and self.forks:
                self.child = several.serve()
                if self.child is None:
                    self.say("ok")  # to `leave`
                    continue
                self.forks = False
            if word == "leave" and self.child is not None:
                return self.child.leave()
            try:
                answer = self.answer(word, rest)
            except Exception as failure:  # whatever the user's function raises is its failure
                answer = " ".join(("fail %s: %s" % (type(failure).__name__, failure)).split())
            self.say(answer)
