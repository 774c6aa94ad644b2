/* The table of the studies.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/study_kind.h"

#include <stddef.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"

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
enum { SCENES = false, EQUATIONS = true, OURS = false, ANYONES = true };

#define STUDY(kind, name, about, function, ...) {name, about, __VA_ARGS__, false},
#define STUDY_WITH_COMMAND(kind, name, about, function, methods, sharing, subject,       \
                           hands, whose, ...)                                            \
    {name, about, methods, sharing, subject, hands, whose, true},
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

const char *study_kind_needs(enum study_kind kind) {
    switch (kind) {
    case STUDY_DRIFT: return "models with joints";
    case STUDY_BUDGET: return "models with contacts";
    case STUDY_RESTITUTION: return "models with contacts, in which something strikes";
    case STUDY_SETTLING: return "stacks that start at rest, whose size --set changes";
    case STUDY_GEOMETRY: return "models with positions, without joints and contacts";
    default: return NULL;
    }
}

/* Studies by other names, whose commands are not those of the table. */
static const struct {
    const char *name, *about;
    bool has_command;
} others[] = {
    {"timing", "what a step costs", true},
    {"declared", "whether it is what is declared", false},
    {"expect", "failures that are accepted", false},
};

static int add_study(json_t *list, const char *name, const char *about, bool command) {
    return json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "name", name, "about",
                                                 about, "command", command));
}

json_t *study_kinds_tell(void) {
    json_t *list = json_array();
    int failed = list == NULL;
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        failed |= add_study(list, infos[kind].name, infos[kind].about,
                            infos[kind].has_command || kind == STUDY_FINGERPRINT);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        failed |= add_study(list, others[i].name, others[i].about, others[i].has_command);
    if (!failed)
        return list;
    json_decref(list);
    return NULL;
}

bool study_knows(enum study_kind kind, const char *method) {
    struct subject_options options = subject_default_options();
    return subject_choose(&options, method) == 0 &&
           (infos[kind].methods & 1u << subject_family(&options)) != 0;
}
