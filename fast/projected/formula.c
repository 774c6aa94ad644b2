/* What is particular to each method: its attempt, and the order of its error estimate in
 * step control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

static struct projected_formula find_form(enum projected_form form) {
    struct projected_formula formula = {.is_linear = true, .order = 1};
    switch (form) {
    case PROJECTED_POSITION_IMPLICIT:
        formula.attempt = projected_attempt_position_implicit;
        break;
    case PROJECTED_VELOCITY_IMPLICIT:
        formula.attempt = projected_attempt_velocity_implicit;
        formula.needs_slope = true;
        break;
    case PROJECTED_GAMING:
        formula.attempt = projected_attempt_gaming;
        formula.needs_slope = true;
        break;
    }
    return formula;
}

struct projected_formula
projected_find_formula(const struct integrator_options *options) {
    static const struct projected_formula doubling = {.attempt =
                                                          projected_attempt_gaming_2,
                                                      .has_estimate = true,
                                                      .is_linear = true,
                                                      .needs_slope = true,
                                                      .pumps = true,
                                                      .order = 2};
    const struct projected_formula euler = {.attempt = projected_attempt_explicit_euler,
                                            .has_estimate = true,
                                            .is_linear = options->mode == FAST_FAITHFUL,
                                            .needs_slope = true,
                                            .pumps = true,
                                            .order = 2};
    static const struct projected_formula merson = {.attempt = projected_attempt_merson,
                                                    .has_estimate = true,
                                                    .needs_slope = true,
                                                    .order = 4};
    switch (options->method) {
    case PROJECTED_SEMI_EXPLICIT_EULER_2: return doubling;
    case PROJECTED_EXPLICIT_EULER: return euler;
    case PROJECTED_RUNGE_KUTTA_MERSON: return merson;
    default: return find_form(options->form);
    }
}
