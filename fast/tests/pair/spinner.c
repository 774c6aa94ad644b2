/* An integrator with a past.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/pair/spinner.h"

/* Of the attempts since listening began: how many, and the first one's h. */
struct attempts {
    int count;
    double first;
};

static void note_attempt(void *context, const struct fast_decision *decision) {
    struct attempts *attempts = context;
    if (decision->kind == FAST_DECISION_ATTEMPT && attempts->count++ == 0)
        attempts->first = decision->h;
}

double first_attempt(fast *integrator) {
    struct attempts attempts = {0, NAN};
    fast_listen(integrator, note_attempt, &attempts);
    cr_assert(fast_advance(integrator, INFINITY, INFINITY, fast_time(integrator) + 1,
                           NULL) == FAST_OK);
    fast_listen(integrator, NULL, NULL);
    return attempts.first;
}

fast *make_spinner(struct fast_options *options) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    static struct fast_system system;
    system = sample_system(sample);
    *options = faithful_options();
    options->fixed_step = false;
    options->accuracy = 1e-3;
    options->max_step = 0.07;
    options->initial_step = 0.011;
    options->min_step = 1e-9;
    options->throw_on_min_step = false;
    options->jacobian = FAST_CENTRAL;
    fast *integrator = start_integrator(&system, options, 0, sample->x0);
    const double weights[] = {2, 3, 4};
    cr_assert(fast_set_weights(integrator, weights, NULL) == FAST_OK);
    cr_assert(fast_initialize(integrator) == FAST_OK);
    cr_assert(fast_dense_start(integrator, 100) == FAST_OK);
    cr_assert(fast_run(integrator, 0.3) == FAST_OK);
    return integrator;
}
