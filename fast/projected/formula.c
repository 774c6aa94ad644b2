/* What is particular to each method: its attempt, and the order of its error estimate in
 * step control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

static struct mechanical_formula find_form(enum mechanical_form form) {
    struct mechanical_formula formula = {.is_linear = true, .order = 1};
    switch (form) {
    case MECHANICAL_POSITION_IMPLICIT:
        formula.attempt = mechanical_attempt_position_implicit;
        break;
    case MECHANICAL_VELOCITY_IMPLICIT:
        formula.attempt = mechanical_attempt_velocity_implicit;
        formula.needs_slope = true;
        break;
    case MECHANICAL_GAMING:
        formula.attempt = mechanical_attempt_gaming;
        formula.needs_slope = true;
        break;
    }
    return formula;
}

struct mechanical_formula
mechanical_find_formula(const struct mechanical_options *options) {
    static const struct mechanical_formula doubling = {.attempt =
                                                           mechanical_attempt_gaming_2,
                                                       .has_estimate = true,
                                                       .is_linear = true,
                                                       .needs_slope = true,
                                                       .pumps = true,
                                                       .order = 2};
    static const struct mechanical_formula euler = {.attempt =
                                                        mechanical_attempt_explicit_euler,
                                                    .has_estimate = true,
                                                    .needs_slope = true,
                                                    .pumps = true,
                                                    .order = 2};
    static const struct mechanical_formula merson = {.attempt = mechanical_attempt_merson,
                                                     .has_estimate = true,
                                                     .needs_slope = true,
                                                     .order = 4};
    switch (options->method) {
    case MECHANICAL_SEMI_EXPLICIT_EULER: break;
    case MECHANICAL_SEMI_EXPLICIT_EULER_2: return doubling;
    case MECHANICAL_EXPLICIT_EULER: return euler;
    case MECHANICAL_RUNGE_KUTTA_MERSON: return merson;
    }
    return find_form(options->form);
}
