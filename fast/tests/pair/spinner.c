/* An integrator with a past.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/pair/spinner.h"

#include "fast/tests/samples.h"

/* Of the attempts since listening began: how many, and the first one's h. */
struct attempts {
    int count;
    double first;
};

static void note_attempt(void *context, const struct pair_decision *decision) {
    struct attempts *attempts = context;
    if (decision->kind == PAIR_DECISION_ATTEMPT && attempts->count++ == 0)
        attempts->first = decision->h;
}

double first_attempt(struct pair *integrator) {
    struct attempts attempts = {0, NAN};
    pair_listen(integrator, note_attempt, &attempts);
    cr_assert(pair_advance(integrator, INFINITY, INFINITY, pair_time(integrator) + 1,
                           NULL) == FAST_OK);
    pair_listen(integrator, NULL, NULL);
    return attempts.first;
}

struct pair *make_spinner(struct integrator_options *options) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    static struct integrator_system system;
    system = sample_system(sample);
    *options = faithful_options();
    options->fixed_step = false;
    options->accuracy = 1e-3;
    options->max_step = 0.07;
    options->initial_step = 0.011;
    options->min_step = 1e-9;
    options->throw_on_min_step = false;
    options->jacobian = FAST_CENTRAL_DIFFERENCES;
    struct pair *integrator = start_integrator(&system, options, 0, sample->x0);
    const double weights[] = {2, 3, 4};
    cr_assert(pair_set_weights(integrator, weights, NULL) == FAST_OK);
    cr_assert(pair_initialize(integrator) == FAST_OK);
    cr_assert(pair_dense_start(integrator, 100) == FAST_OK);
    cr_assert(pair_run(integrator, 0.3) == FAST_OK);
    return integrator;
}
