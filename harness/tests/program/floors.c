/* The parts of the folders in their order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/program/floors.h"

#include <stddef.h>
#include <string.h>

const struct floors floors[floors_count] = {
    {"problems",
     {"base", "graph", "balls", "program", "readers", "language", "typeset", "",
      "elaboration", "elaboration/joints", "elaboration/bodies", "elaboration/model",
      "catalogue"}},
    {"fast",
     {"",
      "linear",
      "system",
      "constraint",
      "pair/base",
      "pair/newton",
      "pair/default",
      "pair",
      "projected",
      "lanes",
      "bdf",
      "contact/team",
      "contact/scene",
      "contact/judge",
      "contact/proximal",
      "contact",
      "contact/plus",
      "contact/faithful",
      "contact/stepper",
      "contact/run"}},
    {"ref",
     {"", "enclosure", "range", "pair", "mechanical", "contact", "crossing",
      "crossing/mode", "crossing/exact", "crossing/impact", "crossing/rest",
      "crossing/event", "crossing/run", "certificate", "replay", "taylor", "collocation",
      "flight", "truth"}},
    {"harness",
     {"methods",
      "base/numbers",
      "base/screen",
      "base",
      "base/record",
      "quantities",
      "jobs",
      "integrators/bind",
      "integrators",
      "integrators/peers",
      "integrators/methods",
      "results",
      "results/files",
      "plugin",
      "plugin/guest",
      "plugin/host",
      "plugin/adapters",
      "plugin/linked",
      "plugin/native",
      "plugin/examples",
      "engines",
      "truth/record",
      "truth/document",
      "truth",
      "session",
      "solve",
      "league",
      "fingerprint/laws",
      "fingerprint/trees",
      "fingerprint/known",
      "fingerprint/measure",
      "fingerprint/evidence",
      "fingerprint/name",
      "fingerprint/fault",
      "fingerprint/diagnosis",
      "fingerprint",
      "genericity",
      "motion",
      "studies/common",
      "studies/steps",
      "studies/order",
      "studies/gap",
      "studies/statistics",
      "studies/geometry",
      "studies/stability",
      "studies/contact",
      "studies/drift",
      "studies/robustness",
      "studies/originals",
      "studies/control",
      "studies/conditions",
      "gate",
      "corpus",
      "corpus/textbook",
      "corpus/mutants",
      "program/run",
      "program/gate",
      "program/shard",
      "sweep",
      "speed/measure",
      "speed/hand",
      "speed/benchmarks",
      "speed/timing",
      "speed/print",
      "speed/peers",
      "speed/goals",
      "speed/compare",
      "speed/self_test",
      "speed/history",
      "speed/exchange",
      "packaging",
      "commands/list",
      "commands"}},
    {"reports", {"", "site"}},
};

const struct floors *floors_of(const char *folder) {
    for (int i = 0; i < floors_count; i++)
        if (strcmp(floors[i].folder, folder) == 0)
            return &floors[i];
    return NULL;
}

int floor_of(const struct floors *in, const char *path) {
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - path);
    for (int i = 0; in->parts[i] != NULL; i++)
        if (strlen(in->parts[i]) == length && strncmp(in->parts[i], path, length) == 0)
            return i;
    return -1;
}
