"""A program whose step asks each question of the line protocol once; the state that it tells
afterwards has one number of each answer.

SPDX-License-Identifier: BSD-2-Clause"""
import sys


def say(*words):
    print(*words, flush=True)


def ask(*words):
    say(*words)
    answer = sys.stdin.readline().split()
    assert answer[0] == "ok", answer
    return [float(word) for word in answer[1:]]


def hexadecimal(numbers):
    return [number.hex() for number in numbers]


t, x = 0.0, []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 1 name asking")
    elif word == "create":
        nq, nv, nz, identity = map(int, rest)
        say("ok")
    elif word == "start":
        t, *x = map(float, rest)
        say("ok")
    elif word == "step":
        q, v = hexadecimal(x[:nq]), hexadecimal(x[nq:nq + nv])
        derivative = ask("derivative", t, *x)
        rates = ask("rates", t.hex(), *hexadecimal(x))
        mapped = ask("map", *q, *v)
        unmapped = ask("unmap", *q, *mapped)
        jacobian = ask("jacobian", t, *x)
        assert len(jacobian) == len(x) ** 2
        assert len(rates) == nv + nz and len(mapped) == nq and len(unmapped) == nv
        x = [derivative[0], rates[0], mapped[1], unmapped[0], jacobian[-1]][:len(x)]
        t += float(rest[0])
        say("ok")
    elif word == "state":
        say("ok", t, *x)
    elif word == "end":
        break
