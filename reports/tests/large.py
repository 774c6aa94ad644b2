"""large.py DIR: results of 300 problems with 12 methods, with a failure and hostile names.

SPDX-License-Identifier: BSD-2-Clause"""
import json
import os
import sys

HOSTILE = ["</script><script>document.title='evil'</script>", "\"><img src=x onerror=\"document.title='evil'",
           "a\u202eb", "'`${1}`"]


def result(model, method, order):
    points = [{"h": 2.0 ** -i, "error": 2.0 ** (-i * order), "used": True} for i in range(1, 9)]
    return {"model": model, "method": method, "arithmetic": "double", "study": "order",
            "quantity": "order", "value": order, "low": order, "high": order, "expected": 1.0,
            "tolerance": 0.1, "verdict": "pass" if order > 0.9 else "fail", "grade": "certified",
            "required": True, "reason": "fitted over all steps", "points": points}


names = [f"problem_{i:03d}" for i in range(300 - len(HOSTILE))] + HOSTILE
methods = [f"method-number-{k}" for k in range(12)]
document = {"format": 1, "halfstep": "0", "command": "report", "methods": methods,
            "studies": [{"name": "order", "about": "the global error", "command": True}],
            "models": [{"name": n, "title": n, "tags": ["smooth", "odd" if i % 2 else "even"], "why": n,
                        "span": ["0", "3*pi"], "truth": {"grade": "certified" if i % 3 else "closed-form"}}
                       for i, n in enumerate(names)],
            "results": [result(n, m, 0.5 if (i, k) == (7, 3) else 1.0)
                        for i, n in enumerate(names) for k, m in enumerate(methods)]}
folder = os.path.join(sys.argv[1], "large")
os.makedirs(folder)
with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
    json.dump(document, file)
