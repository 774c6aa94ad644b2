#!/bin/sh
# Makes shard_costs.c from what jobs have cost: on standard output.
#
#     halfstep gate --json gate.json
#     halfstep report --shard 1/1 --out all
#     sh harness/program/shard/costs.sh gate.json all/results.json >harness/program/run/shard_costs.c
#
# Shards of one plan have to be made by one table: their plans have it in them, as the share of
# each job.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
[ $# -eq 2 ] || { echo 'usage: costs.sh GATE.json REPORT.json' >&2; exit 2; }

cat <<'HEAD'
/* The recorded costs of jobs (shard_cost.h), made by costs.sh.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_cost.h"

#include <stddef.h>

const struct shard_cost shard_costs[] = {
HEAD

# A line for each job: effort study model method milliseconds. A key has a line of its own.
list_jobs() {
    awk -v effort="$1" '
        function text(line) { sub(/^[^:]*: *"/, "", line); sub(/",?$/, "", line); return line }
        /^ *"(jobs|done)": \[/ { inside = 1 }
        !inside { next }
        /"study":/ { study = text($0) }
        /"model":/ { model = text($0) }
        /"methods": \[/ { getline; method = $0; gsub(/[ ",]/, "", method)
                          if (method == "]") method = "" }
        /"processor_seconds":/ && study != "" {
            split($0, part, ": "); print effort, study, model, method, 1000 * (part[2] + 0)
            study = "" }' "$2"
}

# Where one job studies all methods, whichever comes first names it: no method is in the table.
# What is known in one effort only is guessed in the other by the usual ratio.
{ list_jobs gate "$1"; list_jobs report "$2"; } | awk '
    NF == 5 { key = $2 " " $3; if (!(key in seen)) seen[key] = $4
              if (seen[key] != $4) several[key] = 1
              cost[$1, key, $4] = $5; known[key " " $4] = 1 }
    NF == 4 { key = $2 " " $3; seen[key] = ""; cost[$1, key, ""] = $4; known[key " "] = 1 }
    END {
        usual = 4; least_gate = 100; least_report = 400
        for (name in known) {
            split(name, part, " "); key = part[1] " " part[2]
            gate = cost["gate", key, part[3]]; report = cost["report", key, part[3]]
            if (gate == "") gate = report / usual
            if (report == "") report = gate * usual
            if (gate < least_gate && report < least_report) continue
            printf "    {\"%s\", \"%s\", \"%s\", %d, %d},\n", part[1], part[2],
                key in several ? part[3] : "", gate, report
        }
    }' | LC_ALL=C sort -u

cat <<'TAIL'
    {NULL, NULL, NULL, 0, 0},
};
TAIL
