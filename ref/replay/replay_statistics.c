/* What a replay has counted, and whom it tells of its decisions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

#include <math.h>

void ref_replay_clear_statistics(ref_replay *r) {
    r->total = r->halves = (struct ref_effort){0};
    r->steps = r->rejections = r->failures = 0;
    mpfr_set_nan(r->initial_step);
    mpfr_set_nan(r->largest_step);
    mpfr_set_nan(r->smallest_step);
}

void ref_replay_count_step(ref_replay *r, mpfr_srcptr h) {
    r->steps++;
    if (r->steps == 1)
        mpfr_set(r->initial_step, h, MPFR_RNDN);
    if (r->steps == 1 || mpfr_greater_p(h, r->largest_step))
        mpfr_set(r->largest_step, h, MPFR_RNDN);
    mpfr_set(r->previous_step, h, MPFR_RNDN);
}

void ref_replay_count_half(ref_replay *r, struct ref_effort before) {
    struct ref_effort *halves = &r->halves;
    const struct ref_effort *total = &r->total;
    halves->evaluations += total->evaluations - before.evaluations;
    halves->jacobian_evaluations +=
        total->jacobian_evaluations - before.jacobian_evaluations;
    halves->jacobians += total->jacobians - before.jacobians;
    halves->factorizations += total->factorizations - before.factorizations;
    halves->iterations += total->iterations - before.iterations;
}

struct ref_statistics ref_replay_statistics(const ref_replay *r) {
    const struct ref_effort *total = &r->total, *halves = &r->halves;
    return (struct ref_statistics){
        .steps_taken = r->steps,
        .derivative_evals = total->evaluations,
        .derivative_evals_for_jacobian = total->jacobian_evaluations,
        .jacobian_evals = total->jacobians,
        .factorizations = total->factorizations,
        .newton_iters = total->iterations,
        .ee_derivative_evals = total->evaluations - halves->evaluations,
        .ee_derivative_evals_for_jacobian =
            total->jacobian_evaluations - halves->jacobian_evaluations,
        .ee_jacobian_evals = total->jacobians - halves->jacobians,
        .ee_factorizations = total->factorizations - halves->factorizations,
        .ee_newton_iters = total->iterations - halves->iterations,
        .shrink_error_control = r->rejections,
        .shrink_substep_failure = r->failures,
        .substep_failures = r->failures,
        .actual_initial_step = mpfr_get_d(r->initial_step, MPFR_RNDN),
        .largest_step = mpfr_get_d(r->largest_step, MPFR_RNDN),
        .smallest_adapted_step = mpfr_get_d(r->smallest_step, MPFR_RNDN),
        .previous_step = mpfr_get_d(r->previous_step, MPFR_RNDN),
        .ideal_next_step = mpfr_get_d(r->ideal_step, MPFR_RNDN),
        .accuracy_in_use = r->accuracy};
}

void ref_replay_listen(ref_replay *r, ref_listener *listener, void *context) {
    r->listener = listener;
    r->context = context;
}

void ref_replay_tell(ref_replay *r, enum ref_decision_kind kind, int outcome,
                     mpfr_srcptr t, mpfr_srcptr h, mpfr_srcptr value, double limit) {
    if (r->listener == NULL)
        return;
    struct ref_decision decision = {.kind = kind,
                                    .outcome = outcome,
                                    .t = mpfr_get_d(t, MPFR_RNDN),
                                    .h = mpfr_get_d(h, MPFR_RNDN),
                                    .value = value == NULL ? NAN
                                                           : mpfr_get_d(value, MPFR_RNDN),
                                    .limit = limit};
    r->listener(r->context, &decision);
}
