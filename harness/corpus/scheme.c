/* The methods without fault: backward Euler, explicit Euler, the midpoint and
 * trapezoid rules, the semi-explicit forms (gaming: v1 = v0 + h f(t0, q0, v0), q1 = q0
 * + h N(q0) v1; position implicit: q1 = q0 + h N(q1) v0, v1 = v0 + h f(q1, v0);
 * velocity implicit: v1 = v0 + h f(q0, v1), q1 = q0 + h N(q0) v1, both with f at t0 +
 * h), two of them doubled, and explicit Runge-Kutta methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/scheme.h"

#include <stddef.h>
#include <string.h>

static const struct rule ALL_OLD = {.map_share = 1, .force_share = 1};
static const struct rule ALL_NEW = {1, 1, 1, 1, 1, 1, 1};
static const struct rule MIDDLE = {0.5, 0.5, 0.5, 0.5, 0.5, 1, 1};
static const struct rule TRAPEZOID = {1, 1, 1, 1, 1, 0.5, 0.5};
static const struct rule GAMING = {0, 1, 0, 0, 0, 1, 1};
static const struct rule POSITION_IMPLICIT = {1, 0, 1, 0, 1, 1, 1};
static const struct rule VELOCITY_IMPLICIT = {0, 1, 0, 1, 1, 1, 1};

enum { ONE_STEP, DOUBLED };

static const struct method {
    const char *name;
    const struct rule *rule; /* of all parts; NULL: there is a table */
    int is_doubled;
    const struct table *table;
    int control_order; /* 0: no estimate */
} METHOD[METHODS] = {
    {"velocity-implicit-euler", &ALL_NEW, DOUBLED, NULL, 2},
    {"backward-euler", &ALL_NEW, ONE_STEP, NULL, 0},
    {"explicit-euler", &ALL_OLD, ONE_STEP, NULL, 0},
    {"semi-explicit-euler-gaming", &GAMING, ONE_STEP, NULL, 0},
    {"semi-explicit-euler-position-implicit", &POSITION_IMPLICIT, ONE_STEP, NULL, 0},
    {"semi-explicit-euler-velocity-implicit", &VELOCITY_IMPLICIT, ONE_STEP, NULL, 0},
    {"semi-explicit-euler-2", &GAMING, DOUBLED, NULL, 2},
    {"implicit-midpoint", &MIDDLE, ONE_STEP, NULL, 0},
    {"trapezoid", &TRAPEZOID, ONE_STEP, NULL, 0},
    {"heun", NULL, ONE_STEP, &heun_table, 2},
    {"kutta-3", NULL, ONE_STEP, &kutta_3_table, 3},
    {"bogacki-shampine", NULL, ONE_STEP, &bogacki_shampine_table, 3},
    {"runge-kutta-4", NULL, ONE_STEP, &runge_kutta_4_table, 0},
    {"runge-kutta-merson", NULL, ONE_STEP, &merson_table, 4},
    {"dormand-prince", NULL, ONE_STEP, &dormand_prince_table, 5},
};

const char *scheme_name(int i) {
    return METHOD[i].name;
}

/* What all methods begin with. */
static const struct scheme PLAIN = {
    .iteration = {.jacobian_factor = 1, .map_refreshes = -1, .trials = 1},
    .half = 0.5,
    .second_length = 0.5,
    .second_start = 0.5,
    .second_from = STATE_MIDDLE,
    .position_factor = 1,
    .rate_factor = 1,
    .force_factor = 1,
    .later_force_factor = 1,
    .time_factor = 1,
    .frozen_entry = -1};

static void set_method(struct scheme *r, const struct method *method) {
    *r = PLAIN;
    for (int part = 0; part < PARTS && method->rule != NULL; part++)
        r->rule[part] = *method->rule;
    if (method->table != NULL)
        r->table = *method->table;
    r->has_estimate = method->control_order > 0;
    r->control_order = method->control_order;
    if (!method->is_doubled)
        return;
    r->doubled = true;
    r->minuend = STATE_LARGE;
    r->subtrahend = STATE_SMALL;
}

int scheme_find(struct scheme *r, const char *name) {
    for (int i = 0; i < METHODS; i++)
        if (strcmp(METHOD[i].name, name) == 0) {
            set_method(r, &METHOD[i]);
            return 0;
        }
    return -1;
}
