"""costs.py GATE.json REPORT.json [NAMED.json ...]: shard_costs.c from what jobs have cost, on standard output.
NAMED.json are reports of models by name, which have jobs that the whole catalogue leaves out.

    halfstep gate --json gate.json
    halfstep report --out all
    python3 harness/program/shard/costs.py gate.json all/results.json >harness/program/run/shard_costs.c

Shards of one plan have to be made by one table: their plans have it in them, as the share of each
job.

SPDX-License-Identifier: BSD-2-Clause"""
import json
import statistics
import sys

LEAST = 100  # milliseconds: cheaper jobs are not in the table

HEAD = """/* The recorded costs of jobs (shard_cost.h), made by costs.py.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_cost.h"

#include <stddef.h>

const struct shard_cost shard_costs[] = {"""


def read(name):
    """{(study, model): {first method: milliseconds}} of a document."""
    found = {}
    with open(name, encoding="utf-8") as file:
        for job in json.load(file)["jobs"]:
            method = (job["methods"] or [""])[0]
            found.setdefault((job["study"], job["model"]), {})[method] = 1000 * job["processor_seconds"]
    return found


def alone(known, key):
    """A job that studies all methods is named by none of them."""
    costs = known.get(key, {})
    return {"": next(iter(costs.values()))} if len(costs) == 1 else costs


def ratios(gate, report):
    """How many times as much a report takes, study by study, of what both have."""
    both = {}
    for key, costs in gate.items():
        for method, cost in costs.items():
            other = report.get(key, {}).get(method)
            if other and cost:
                both.setdefault(key[0], []).append(other / cost)
    return {study: statistics.median(list) for study, list in both.items()}


if len(sys.argv) < 3:
    sys.exit(__doc__.split("\n\n")[0])
try:
    gate, report, *named = (read(name) for name in sys.argv[1:])
except (OSError, ValueError, KeyError, TypeError) as error:
    sys.exit("costs.py: a document that cannot be read, or has no jobs: %s" % error)
for jobs in named:
    report.update({key: costs for key, costs in jobs.items() if key not in gate and key not in report})
times = ratios(gate, report)
if not times:
    sys.exit("costs.py: %s and %s have no job in common" % (sys.argv[1], sys.argv[2]))
usual = statistics.median(times.values())
print(HEAD)
for key in sorted(gate.keys() | report.keys()):
    one, other = alone(gate, key), alone(report, key)
    if ("" in one) != ("" in other) and one and other:  # several in one of them
        one, other = gate[key], report[key]
    for method in sorted(one.keys() | other.keys()):
        ratio = times.get(key[0], usual)
        cost = one.get(method, other.get(method, 0) / ratio)
        full = other.get(method, one.get(method, 0) * ratio)
        if max(cost, full) >= LEAST:
            print('    {"%s", "%s", "%s", %d, %d},' % (*key, method, max(cost, 1), max(full, 1)))
print("    {NULL, NULL, NULL, 0, 0},\n};")
