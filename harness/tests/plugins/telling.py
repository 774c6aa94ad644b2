"""Explicit Euler in the line protocol, which tells with each step where it leads: time and state,
and its estimate. "state": no estimate; "short": a number too few; "moved": a step that fails leaves
another state. What is told is not asked for:
asked for the state after a step, or for the estimate of one that told it, it answers nothing.

SPDX-License-Identifier: BSD-2-Clause"""
import sys

how = sys.argv[1] if len(sys.argv) > 1 else ""
t, x, is_started = 0.0, [], False


def say(*words):
    print(*words, flush=True)


for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 1 estimate name telling")
    elif word == "start":
        t, *x = map(float, rest)
        is_started = True
        say("ok")
    elif word == "step" and float(rest[0]) > 1:
        is_started = True  # a step that fails has told nothing
        x = [a + (how == "moved") for a in x]
        say("fail too long")
    elif word == "step":
        h = float(rest[0])
        say("derivative", t, *x)
        rates = [float(number) for number in sys.stdin.readline().split()[1:]]
        x, t, is_started = [a + h * k for a, k in zip(x, rates)], t + h, False
        estimate = [h * k for k in rates] if how != "state" else []
        say("ok", t, *x, *estimate[how == "short":])
    elif word == "state" and is_started:
        say("ok", t, *x)
    elif word == "estimate" and how == "state":
        say("ok", *([0.5] * len(x)))
    elif word in ("state", "estimate"):
        pass
    elif word == "end":
        break
    else:
        say("ok")
