/* The methods without fault: backward Euler, explicit Euler, the midpoint and
 * trapezoid rules, the semi-explicit forms (gaming: v1 = v0 + h f(t0, q0, v0), q1 = q0
 * + h N(q0) v1; position implicit: q1 = q0 + h N(q1) v0, v1 = v0 + h f(q1, v0);
 * velocity implicit: v1 = v0 + h f(q0, v1), q1 = q0 + h N(q0) v1, both with f at t0 +
 * h), two of them doubled, and explicit Runge-Kutta methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/scheme.h"

#include <string.h>

static const struct rule ALL_OLD = {.map_share = 1, .force_share = 1};
static const struct rule ALL_NEW = {1, 1, 1, 1, 1, 1, 1};
static const struct rule MIDDLE = {0.5, 0.5, 0.5, 0.5, 0.5, 1, 1};
static const struct rule TRAPEZOID = {1, 1, 1, 1, 1, 0.5, 0.5};
static const struct rule GAMING = {0, 1, 0, 0, 0, 1, 1};
static const struct rule POSITION_IMPLICIT = {1, 0, 1, 0, 1, 1, 1};
static const struct rule VELOCITY_IMPLICIT = {0, 1, 0, 1, 1, 1, 1};

static void set_rule(struct scheme *r, struct rule rule) {
    for (int part = 0; part < PARTS; part++)
        r->rule[part] = rule;
}

static void double_step(struct scheme *r) {
    r->doubled = r->has_estimate = true;
    r->minuend = STATE_LARGE;
    r->subtrahend = STATE_SMALL;
    r->control_order = 2;
}

static void set_velocity_implicit_euler(struct scheme *r) {
    set_rule(r, ALL_NEW);
    double_step(r);
}

static void set_backward_euler(struct scheme *r) {
    set_rule(r, ALL_NEW);
}

static void set_explicit_euler(struct scheme *r) {
    set_rule(r, ALL_OLD);
}

static void set_gaming(struct scheme *r) {
    set_rule(r, GAMING);
}

static void set_position_implicit(struct scheme *r) {
    set_rule(r, POSITION_IMPLICIT);
}

static void set_velocity_implicit(struct scheme *r) {
    set_rule(r, VELOCITY_IMPLICIT);
}

static void set_semi_explicit_euler_2(struct scheme *r) {
    set_rule(r, GAMING);
    double_step(r);
}

static void set_midpoint(struct scheme *r) {
    set_rule(r, MIDDLE);
}

static void set_trapezoid(struct scheme *r) {
    set_rule(r, TRAPEZOID);
}

static void set_table(struct scheme *r, void (*set)(struct table *), int control_order) {
    set(&r->table);
    r->has_estimate = true;
    r->control_order = control_order;
}

static void set_heun(struct scheme *r) {
    set_table(r, table_heun, 2);
}

static void set_kutta_3(struct scheme *r) {
    set_table(r, table_kutta_3, 3);
}

static void set_bogacki_shampine(struct scheme *r) {
    set_table(r, table_bogacki_shampine, 3);
}

static void set_runge_kutta_4(struct scheme *r) {
    table_runge_kutta_4(&r->table);
}

static void set_merson(struct scheme *r) {
    set_table(r, table_merson, 4);
}

static void set_dormand_prince(struct scheme *r) {
    set_table(r, table_dormand_prince, 5);
}

const struct scheme_method *scheme_methods(void) {
    static const struct scheme_method METHOD[METHODS] = {
        {"velocity-implicit-euler", set_velocity_implicit_euler},
        {"backward-euler", set_backward_euler},
        {"explicit-euler", set_explicit_euler},
        {"semi-explicit-euler-gaming", set_gaming},
        {"semi-explicit-euler-position-implicit", set_position_implicit},
        {"semi-explicit-euler-velocity-implicit", set_velocity_implicit},
        {"semi-explicit-euler-2", set_semi_explicit_euler_2},
        {"implicit-midpoint", set_midpoint},
        {"trapezoid", set_trapezoid},
        {"heun", set_heun},
        {"kutta-3", set_kutta_3},
        {"bogacki-shampine", set_bogacki_shampine},
        {"runge-kutta-4", set_runge_kutta_4},
        {"runge-kutta-merson", set_merson},
        {"dormand-prince", set_dormand_prince},
    };
    return METHOD;
}

int scheme_find(struct scheme *r, const char *name) {
    const struct scheme_method *method = scheme_methods();
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(method[i].name, name) != 0)
            continue;
        *r = (struct scheme){.iteration = {.jacobian_factor = 1, .map_refreshes = -1},
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
        r->iteration.trials = 1;
        method[i].set(r);
        return 0;
    }
    return -1;
}
