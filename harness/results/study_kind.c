/* The table of the studies.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/study_kind.h"

#include <stddef.h>
#include <string.h>

#include "harness/integrators/subject.h"

/* Studies of structure are about semi-explicit Euler and its relatives, those of steps and
 * counters about all methods but the one for contacts, which has its own, those of orders about
 * all; the others, about the pair. */
enum {
    OF_PAIR = 1 << INTEGRATOR_PAIR,
    OF_PROJECTED = 1 << INTEGRATOR_PROJECTED,
    OF_CONTACT = 1 << INTEGRATOR_CONTACT,
    OF_STEPS = OF_PAIR | OF_PROJECTED,
    OF_PROJECTING = OF_PROJECTED | 1 << INTEGRATOR_BDF,
    OF_SMOOTH = OF_PAIR | OF_PROJECTING,
    OF_ALL = OF_SMOOTH | OF_CONTACT
};
enum { EACH = false, TOGETHER = true, OF_MODELS = false, ALONE = true };
enum { SCENES = false, EQUATIONS = true };

#define STUDY(kind, name, function, ...) {name, __VA_ARGS__, false},
#define STUDY_WITH_COMMAND(kind, name, function, methods, sharing, subject, hands, ...)  \
    {name, methods, sharing, subject, hands, true},
static const struct study_kind_info infos[STUDY_KINDS] = {
#include "harness/results/studies.def"
};

const struct study_kind_info *study_kind_info(enum study_kind kind) {
    return &infos[kind];
}

const struct study_kind_info *study_kind_find(const char *name) {
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        if (strcmp(infos[kind].name, name) == 0)
            return &infos[kind];
    return NULL;
}

bool study_knows(enum study_kind kind, const char *method) {
    struct subject_options options = subject_default_options();
    return subject_choose(&options, method) == 0 &&
           (infos[kind].methods & 1u << subject_family(&options)) != 0;
}
