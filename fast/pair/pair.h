/* The pair: options and settings, an attempt at a step, error control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PAIR_INTERNAL_H
#define FAST_PAIR_INTERNAL_H

#include <string.h>

#include "fast/pair/default/default_mode.h"
#include "fast/pair/newton/newton.h"

/* options.c */
enum fast_status fast_check_options(const struct integrator_options *options);
/* Whether min_step <= initial_step, the first step's target, <= max_step, one of the two
 * being set. */
bool fast_steps_fit(const struct integrator_options *options, double initial_step);
bool fast_accuracy_fits(double accuracy);
bool fast_step_fits(double step);     /* max_step and initial_step; NaN: unset */
bool fast_min_step_fits(double step); /* min_step */
bool fast_tolerances_fit(double relative, double absolute);
bool fast_jacobian_is_known(enum pair_jacobian jacobian);
bool fast_newton_is_known(enum pair_newton newton);
double fast_accuracy_in_use(double accuracy);

/* settings.c: takes options' weights over; false if one is negative or not finite. */
bool fast_take_weights(struct pair *integrator, const double *weights_v,
                       const double *weights_z);
/* The accuracy in use, and Newton's tolerance from it. */
void fast_use_accuracy(struct pair *integrator, double accuracy);

/* pair.c: one attempt at a step h >= 0 from t and state in faithful mode: large, small and their
 * deviation, which is finite. */
enum fast_status fast_attempt_faithfully(struct pair *integrator, double h);

/* pair.c: fast_attempt where somebody listens, there is dense output or default mode's step is
 * not worth iterating, and fast_accept with dense output. */
enum fast_status fast_attempt_any(struct pair *integrator, double h);
enum fast_status fast_record_accepted(struct pair *integrator, double h);

/* One attempt at a step h >= 0 from t and state, counted but for the step itself. On success
 * large, small and their deviation are finite; t and state stay. */
static inline enum fast_status fast_attempt(struct pair *integrator, double h) {
    const struct fast_default *default_mode = integrator->default_mode;
    if (integrator->record != NULL || integrator->listener != NULL)
        return fast_attempt_any(integrator, h);
    if (default_mode == NULL)
        return fast_attempt_faithfully(integrator, h);
    if (h < fast_working_minimum(integrator->t, integrator->options.min_step))
        return fast_attempt_any(integrator, h);
    const enum fast_status status = default_mode->sized.attempt(integrator, h);
    if (status != FAST_OK)
        fast_after_rejected(integrator, h, status);
    return status;
}

/* Takes over what the last attempt, a success, has led to. */
static inline enum fast_status fast_accept(struct pair *integrator, double h) {
    if (integrator->record != NULL) {
        const enum fast_status status = fast_record_accepted(integrator, h);
        if (status != FAST_OK)
            return status;
    }
    enum { few = 6 }; /* which take less time than calls */
    const int nx = integrator->nx;
    double *error_estimate = integrator->error_estimate, *state = integrator->state;
    if (nx > few) {
        memcpy(error_estimate, integrator->deviation, (size_t)nx * sizeof *state);
        memcpy(state, integrator->small, (size_t)nx * sizeof *state);
    } else {
        const double *deviation = integrator->deviation, *small = integrator->small;
        for (int i = 0; i < nx; i++) {
            error_estimate[i] = deviation[i];
            state[i] = small[i];
        }
    }
    integrator->t += h;
    if (integrator->default_mode != NULL)
        fast_after_accepted(integrator->default_mode, h);
    return FAST_OK;
}

/* control.c */
/* One step of at most h_max, of the size that keeps the error below its limit; counted but
 * for the step itself. *whole: it was h_max. */
enum fast_status fast_step_with_control(struct pair *integrator, double h_max,
                                        bool *whole);
/* Whether a step h with an error err is accepted (*accepted), and the size of the next one.
 * *at_minimum: the step has been raised to the working minimum; carried from one attempt to
 * the next. FAST_BELOW_MIN_STEP: the size would fall below it. */
enum fast_status fast_adjust_step(const struct pair *integrator, double err, double limit,
                                  double h, bool *at_minimum, bool *accepted,
                                  double *next);

/* Whether an attempt of h that has failed so may succeed with a shorter step: not if a
 * callback gave up, nor if there were no equations to solve. */
bool fast_halving_may_help(const struct pair *integrator, enum fast_status status,
                           double h);

#endif
