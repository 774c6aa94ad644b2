#!/usr/bin/env python3
"""The explicit midpoint rule, of second order, with the difference from Euler's method as its
error estimate, as a program that speaks Halfstep's line protocol (../PROTOCOL.md):

    k1 = F(t, x),   x := x + h F(t + h/2, x + (h/2) k1)

    halfstep gate --integrator "python3 midpoint.py"

SPDX-License-Identifier: BSD-2-Clause"""
import sys


def say(*words):
    print(*words, flush=True)


def numbers(*values):
    return " ".join(map(repr, values))


def derivative(t, x):
    """Asks the bench for F(t, x); None when it has no value there."""
    say("derivative", numbers(t, *x))
    answer = sys.stdin.readline().split()
    return [float(word) for word in answer[1:]] if answer[0] == "ok" else None


t, x, error = 0.0, [], []


def step(h):
    global t, x, error
    k1 = derivative(t, x)
    middle = k1 and derivative(t + h / 2, [a + h / 2 * k for a, k in zip(x, k1)])
    if not middle:
        return "fail the rates have no value"
    x = [a + h * k for a, k in zip(x, middle)]
    error = [h * (m - k) for k, m in zip(k1, middle)]
    t += h
    return "ok " + numbers(t, *x, *error)  # the bench need not ask for them


for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 1 estimate name midpoint")
    elif word == "create":
        say("ok")
    elif word == "start":
        t, *x = map(float, rest)
        say("ok")
    elif word == "step":
        say(step(float(rest[0])))
    elif word == "state":
        say("ok", numbers(t, *x))
    elif word == "estimate":
        say("ok", numbers(*error))
    elif word == "end":
        break
    else:
        say("fail there is no", word)
