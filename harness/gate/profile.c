/* Profiles of the gate. In the quick one the studies that take long are about few models, which
 * bear, taken together, every tag of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/profile.h"

#include <string.h>

#include "harness/base/message.h"
#include "problems/language/suggest.h"

static const char *const a_model_for_each_tag[] = {
    "discontinuous_spring", "driven_pendulum", "friction_block", "heavy_top",
    "pendulum_generic",     "quadratic",       "robertson",      NULL};

/* Minutes of the standard studies would be spent on these large or very stiff ones; of the two
 * stacks the twins of generic numbers stay, of the two chains the one in absolute angles. */
static const char *const too_dear[] = {
    "chain_bodies", "hunt_crossley_stack", "kelvin_voigt_stack", "outer_solar",
    "outer_solar6", "planar_chain10",      "pleiades",           NULL};

/* Separable, with forces that depend on velocities, and with a map that is not the identity. */
static const char *const for_geometry[] = {"damped_pendulum", "heavy_top", "henon_heiles",
                                           "kepler",          "pendulum",  NULL};

/* One joint, a closed loop, a moving one, redundant ones, and one of velocities. */
static const char *const for_drift[] = {
    "andrews", "car_axis", "double_pendulum_cartesian", "doubled_rod", "rod_pendulum",
    "skate",   NULL};

/* With a damper, explicit time, a map that is not the identity; joints of positions, that move,
 * of velocities. */
static const char *const for_mechanical[] = {"damped_pendulum",
                                             "driven_pendulum",
                                             "free_rotation",
                                             "rod_pendulum",
                                             "rotating_wire",
                                             "skate",
                                             NULL};
static const char *const few_for_mechanical[] = {"driven_pendulum", "rod_pendulum", NULL};

/* Bounces, a stop, stick and slip, a wall; an impact at several contacts, and one with friction;
 * stacks on a line, of balls, of bricks. */
static const char *const of_order[] = {"block_on_belt", "bouncing_ball", "sliding_block",
                                       "wall_pendulum", NULL};
static const char *const of_restitution[] = {"cradle", "kane_pendulum", "rod_flat",
                                             "rod_impact", NULL};
static const char *const of_settling[] = {"brick_stack", "slider_stack", "sphere_stack",
                                          NULL};
static const char *const few_of_order[] = {"bouncing_ball", NULL};
static const char *const few_of_budget[] = {"bouncing_ball", "brick_stack",
                                            "pendulum_on_floor", NULL};
static const char *const few_of_restitution[] = {"cradle", "rod_impact", NULL};
static const char *const few_of_settling[] = {"slider_stack", NULL};

static const struct profile_row quick_rows[] = {
    {"fingerprint", STUDY_GATE, NULL, NULL, NULL},
    {"originals", STUDY_GATE, NULL, NULL, NULL},
    {"pinned", STUDY_GATE, NULL, NULL, NULL},
    {"control", STUDY_GATE, NULL, NULL, NULL},
    {"conditions", STUDY_GATE, NULL, NULL, NULL},
    {"determinism", STUDY_GATE, NULL, NULL, NULL},
    {"gap", STUDY_GATE, a_model_for_each_tag, few_for_mechanical, NULL},
    {"robustness", STUDY_GATE, NULL, NULL, NULL},
    {"statistics", STUDY_GATE, a_model_for_each_tag, few_for_mechanical, NULL},
    {"order", STUDY_GATE, a_model_for_each_tag, few_for_mechanical, few_of_order},
    {"invariants", STUDY_GATE, a_model_for_each_tag, NULL, NULL},
    {"stability", STUDY_GATE, NULL, NULL, NULL},
    {"geometry", STUDY_GATE, for_geometry, NULL, NULL},
    {"drift", STUDY_GATE, for_drift, NULL, NULL},
    {"budget", STUDY_GATE, few_of_budget, NULL, NULL},
    {"restitution", STUDY_GATE, few_of_restitution, NULL, NULL},
    {"settling", STUDY_GATE, few_of_settling, NULL, NULL},
    {NULL, STUDY_GATE, NULL, NULL, NULL},
};

static const struct profile_row standard_rows[] = {
    {"fingerprint", STUDY_GATE, NULL, NULL, NULL},
    {"originals", STUDY_GATE, NULL, NULL, NULL},
    {"pinned", STUDY_GATE, NULL, NULL, NULL},
    {"control", STUDY_GATE, NULL, NULL, NULL},
    {"conditions", STUDY_GATE, NULL, NULL, NULL},
    {"determinism", STUDY_GATE, NULL, NULL, NULL},
    {"gap", STUDY_GATE, NULL, for_mechanical, NULL},
    {"statistics", STUDY_GATE, NULL, for_mechanical, NULL},
    {"order", STUDY_GATE, NULL, for_mechanical, of_order},
    {"invariants", STUDY_GATE, NULL, NULL, NULL},
    {"robustness", STUDY_GATE, NULL, NULL, NULL},
    {"stability", STUDY_GATE, NULL, NULL, NULL},
    {"geometry", STUDY_GATE, for_geometry, NULL, NULL},
    {"drift", STUDY_GATE, for_drift, NULL, NULL},
    {"budget", STUDY_GATE, NULL, NULL, NULL},
    {"restitution", STUDY_GATE, of_restitution, NULL, NULL},
    {"settling", STUDY_GATE, of_settling, NULL, NULL},
    {NULL, STUDY_GATE, NULL, NULL, NULL},
};

static const struct profile_row full_rows[] = {
    {"fingerprint", STUDY_REPORT, NULL, NULL, NULL},
    {"originals", STUDY_REPORT, NULL, NULL, NULL},
    {"pinned", STUDY_REPORT, NULL, NULL, NULL},
    {"control", STUDY_REPORT, NULL, NULL, NULL},
    {"conditions", STUDY_REPORT, NULL, NULL, NULL},
    {"determinism", STUDY_REPORT, NULL, NULL, NULL},
    {"gap", STUDY_REPORT, NULL, for_mechanical, NULL},
    {"statistics", STUDY_REPORT, NULL, for_mechanical, NULL},
    {"order", STUDY_REPORT, NULL, for_mechanical, NULL},
    {"invariants", STUDY_REPORT, NULL, NULL, NULL},
    {"robustness", STUDY_REPORT, NULL, NULL, NULL},
    {"long-run", STUDY_REPORT, NULL, NULL, NULL},
    {"stability", STUDY_REPORT, NULL, NULL, NULL},
    {"geometry", STUDY_REPORT, NULL, NULL, NULL},
    {"drift", STUDY_REPORT, NULL, NULL, NULL},
    {"budget", STUDY_REPORT, NULL, NULL, NULL},
    {"restitution", STUDY_REPORT, NULL, NULL, NULL},
    {"settling", STUDY_REPORT, NULL, NULL, NULL},
    {NULL, STUDY_REPORT, NULL, NULL, NULL},
};

static const struct profile profiles[] = {
    {"quick", quick_rows, too_dear, false, false},
    {"standard", standard_rows, too_dear, false, false},
    {"full", full_rows, NULL, true, false},
    {"every", full_rows, NULL, true, true}, /* of every name of the list, variants too */
    {NULL, NULL, NULL, false, false},
};

const struct profile *profile_table(void) {
    return profiles;
}

const struct profile *profile_usual(void) {
    return &profiles[1];
}

const struct profile *profile_find(const char *name, struct diagnostic *d) {
    struct suggestion n = suggest_start(name);
    for (const struct profile *p = profiles; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0)
            return p;
        suggest_consider(&n, p->name);
    }
    message_set(d,
                "unknown profile '%s'; %s%s%sthere are quick, standard, full and every",
                name, n.best != NULL ? "did you mean '" : "",
                n.best != NULL ? n.best : "", n.best != NULL ? "'? " : "");
    return NULL;
}

int profile_option(double *value, const struct option_definition *o, const char *text,
                   struct diagnostic *d) {
    const struct profile *p = profile_find(text, d);
    (void)o;
    if (p == NULL)
        return -1;
    *value = (double)(p - profiles);
    return 0;
}

const char *profile_option_word(int i) {
    return profiles[i].name;
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

bool profile_takes_mechanical(const struct profile *p, const struct profile_row *row,
                              const char *model) {
    if (p->is_whole || row->of_mechanical == NULL)
        return profile_takes(p, row, model);
    return has_name(row->of_mechanical, model);
}

bool profile_takes_contact(const struct profile *p, const struct profile_row *row,
                           const char *model) {
    if (p->is_whole || row->of_contact == NULL)
        return profile_takes(p, row, model);
    return has_name(row->of_contact, model);
}
