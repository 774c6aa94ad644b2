"""A program that breaks the line protocol in the way that its argument names.

SPDX-License-Identifier: BSD-2-Clause"""
import os
import signal
import sys
import time

fault = sys.argv[1]
t, x = 0.0, []


def say(*words):
    print(*words, flush=True)


def step(h):
    global t, x
    if fault == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "exit":
        sys.exit(7)
    if fault == "raise":
        raise ValueError("an exception")
    if fault == "chatter":
        say("Now stepping.")
    if fault == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    if fault == "close":
        os.close(1)
        time.sleep(1000)
    if fault == "fail":
        say("fail because")
        return
    say("derivative", t, *(x[:-1] if fault == "short-question" else x))
    words = sys.stdin.readline().split()
    if words[0] != "ok":
        say("fail no rates")
        return
    x = [a + h * float(k) for a, k in zip(x, words[1:])]
    t += h
    say("ok\nok" if fault == "twice" else "ok")


for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 3 name misbehaving" if fault == "version" else
            "ok 1 wings name misbehaving" if fault == "feature" else
            "ok 1 estimate" if fault == "nameless" else "ok 1 statistics name misbehaving")
    elif word == "start":
        t, *x = map(float, rest)
        say("ok")
    elif word == "step":
        step(float(rest[0]))
    elif word == "state" and fault == "no-number":
        say("ok", t, "one", *x[1:])
    elif word == "state":
        say("ok", t, *x, *([0] if fault == "long-state" else []))
    elif word == "statistics":
        say("ok steps", 3.5 if fault != "no-counter" else "three")
    elif word == "end":
        break
    else:
        say("ok")
