"""Explicit Euler with dense output, in the line protocol: a straight line between the ends of a step.
"nan": of which the last component is not a number; "short": of which it is missing; "silent":
which it announces, and does not know.

SPDX-License-Identifier: BSD-2-Clause"""
import sys

fault = sys.argv[1] if len(sys.argv) > 1 else ""
t, x, before, h = 0.0, [], [], 0.0


def say(*words):
    print(*words, flush=True)


def interpolate(at):
    part = (at - (t - h)) / h
    told = [a + part * (b - a) for a, b in zip(before, x)]
    return told[:-1] + {"nan": ["nan"], "short": []}.get(fault, told[-1:])


for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 2 interpolate name interpolating")
    elif word == "start":
        t, *x = map(float, rest)
        h = 0.0
        say("ok")
    elif word == "step":
        h = float(rest[0])
        say("derivative", t, *x)
        rates = [float(number) for number in sys.stdin.readline().split()[1:]]
        before, x, t = x, [a + h * k for a, k in zip(x, rates)], t + h
        say("ok")
    elif word == "interpolate" and (h == 0 or fault == "silent"):
        say("fail")
    elif word == "interpolate":
        say("ok", *interpolate(float(rest[0])))
    elif word == "state":
        say("ok", t, *x)
    elif word == "end":
        break
    else:
        say("ok")
