/* Profiles of the gate. In the quick one the studies that take long are about few models, which
 * bear, taken together, every tag of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/profile.h"

#include <string.h>

#include "harness/commands/message.h"
#include "harness/commands/nearest.h"

static const char *const a_model_for_each_tag[] = {
    "discontinuous_spring", "driven_pendulum", "friction_block", "heavy_top",
    "pendulum_generic",     "quadratic",       "robertson",      NULL};

/* Minutes of the standard studies would be spent on these large or very stiff ones. */
static const char *const too_dear[] = {"outer_solar", "outer_solar6", "planar_chain10",
                                       "pleiades", NULL};

static const struct profile_row quick_rows[] = {
    {"fingerprint", STUDY_GATE, NULL},
    {"originals", STUDY_GATE, NULL},
    {"pinned", STUDY_GATE, NULL},
    {"control", STUDY_GATE, NULL},
    {"determinism", STUDY_GATE, NULL},
    {"gap", STUDY_GATE, a_model_for_each_tag},
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
    {"quick", "the strongest studies on few models, under 10 s", quick_rows, too_dear,
     false},
    {"standard", "every study on the catalogue but its dearest models, under 60 s",
     standard_rows, too_dear, false},
    {"full", "the same on all of it, with a report's effort", full_rows, NULL, true},
    {NULL, NULL, NULL, NULL, false},
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

static bool has_name(const char *const *names, const char *name) {
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

bool profile_takes(const struct profile *p, const struct profile_row *row,
                   const char *model) {
    return !has_name(p->left_out, model) &&
           (row->models == NULL || has_name(row->models, model));
}
