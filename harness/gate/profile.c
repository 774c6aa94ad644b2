/* Profiles of the gate. In the quick one the studies that take long are about few models, which
 * bear, taken together, every tag of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/profile.h"

#include <string.h>

#include "harness/commands/message.h"
#include "harness/commands/nearest.h"

static const char *const a_model_for_each_tag[] = {"discontinuous_spring",
                                                   "friction_block",
                                                   "heavy_top",
                                                   "pendulum_generic",
                                                   "quadratic",
                                                   "robertson",
                                                   NULL};

static const struct profile_row quick_rows[] = {
    {"fingerprint", STUDY_GATE, NULL},
    {"originals", STUDY_GATE, NULL},
    {"pinned", STUDY_GATE, NULL},
    {"control", STUDY_GATE, NULL},
    {"determinism", STUDY_GATE, NULL},
    {"gap", STUDY_GATE, NULL},
    {"robustness", STUDY_GATE, NULL},
    {"statistics", STUDY_GATE, a_model_for_each_tag},
    {"order", STUDY_GATE, a_model_for_each_tag},
    {"invariants", STUDY_GATE, a_model_for_each_tag},
    {NULL, STUDY_GATE, NULL},
};

static const struct profile_row standard_rows[] = {
    {"fingerprint", STUDY_GATE, NULL}, {"originals", STUDY_GATE, NULL},
    {"pinned", STUDY_GATE, NULL},      {"control", STUDY_GATE, NULL},
    {"determinism", STUDY_GATE, NULL}, {"gap", STUDY_GATE, NULL},
    {"statistics", STUDY_GATE, NULL},  {"order", STUDY_GATE, NULL},
    {"invariants", STUDY_GATE, NULL},  {"robustness", STUDY_GATE, NULL},
    {NULL, STUDY_GATE, NULL},
};

static const struct profile_row full_rows[] = {
    {"fingerprint", STUDY_REPORT, NULL}, {"originals", STUDY_REPORT, NULL},
    {"pinned", STUDY_REPORT, NULL},      {"control", STUDY_REPORT, NULL},
    {"determinism", STUDY_REPORT, NULL}, {"gap", STUDY_REPORT, NULL},
    {"statistics", STUDY_REPORT, NULL},  {"order", STUDY_REPORT, NULL},
    {"invariants", STUDY_REPORT, NULL},  {"robustness", STUDY_REPORT, NULL},
    {"long-run", STUDY_REPORT, NULL},    {NULL, STUDY_REPORT, NULL},
};

static const struct profile profiles[] = {
    {"quick", "the strongest studies on few models, under 10 s", quick_rows, false},
    {"standard", "every study on the whole catalogue, under 60 s", standard_rows, false},
    {"full", "the same with a report's effort", full_rows, true},
    {NULL, NULL, NULL, false},
};

const struct profile *profile_table(void) {
    return profiles;
}

const struct profile *profile_usual(void) {
    return &profiles[1];
}

const struct profile *profile_find(const char *name, struct diagnostic *d) {
    struct nearest n = nearest_start(name);
    for (const struct profile *p = profiles; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0)
            return p;
        nearest_try(&n, p->name);
    }
    message_set(d, "unknown profile '%s'; %s%s%sthere are quick, standard and full", name,
                n.name != NULL ? "did you mean '" : "", n.name != NULL ? n.name : "",
                n.name != NULL ? "'? " : "");
    return NULL;
}

int profile_rank(const struct profile *p, const char *study) {
    for (int i = 0; p->rows[i].study != NULL; i++)
        if (strcmp(p->rows[i].study, study) == 0)
            return i;
    return -1;
}

bool profile_row_takes(const struct profile_row *row, const char *model) {
    for (int i = 0; row->models != NULL && row->models[i] != NULL; i++)
        if (strcmp(row->models[i], model) == 0)
            return true;
    return row->models == NULL;
}
