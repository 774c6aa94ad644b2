/* What solve asks of its times, and how it presents a state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/message.h"
#include "harness/solve.h"

/* More steps than anybody waits for: days, at the speed of the smallest models. */
static const double most_steps = 1e12;

static double steps_between(mpfr_srcptr begin, mpfr_srcptr until, mpfr_srcptr step) {
    mpfr_t count;
    mpfr_init2(count, mpfr_get_prec(step));
    mpfr_sub(count, until, begin, MPFR_RNDU);
    mpfr_div(count, count, step, MPFR_RNDU);
    double result = mpfr_get_d(count, MPFR_RNDU);
    mpfr_clear(count);
    return result;
}

static int check_samples(mpfr_srcptr begin, mpfr_srcptr until, int samples,
                         const mpfr_t *sample, const char *text, struct diagnostic *d) {
    for (int i = 0; i < samples; i++) {
        if (mpfr_less_p(sample[i], i == 0 ? begin : sample[i - 1]))
            return message_set(d,
                               "--at %s: the times must ascend from the start of the "
                               "model's span",
                               text);
        if (mpfr_greater_p(sample[i], until))
            return message_set(d, "--at %s: a time lies after --until", text);
    }
    return 0;
}

int solve_check_times(const struct solve_request *r, mpfr_srcptr begin, mpfr_srcptr step,
                      mpfr_srcptr until, int samples, const mpfr_t *sample,
                      struct diagnostic *d) {
    if (mpfr_sgn(step) <= 0)
        return message_set(d, "--step %s: a step must be positive", r->step);
    if (mpfr_less_p(until, begin))
        return message_set(d, "--until %s: lies before the start, %g", r->until,
                           mpfr_get_d(begin, MPFR_RNDN));
    double steps = steps_between(begin, until, step);
    if (r->settings.driver == DRIVER_SINGLE && samples > 0)
        return message_set(d,
                           "--at has no meaning with driver=single: it makes one step");
    if (r->settings.driver == DRIVER_SINGLE && steps > 1)
        return message_set(d,
                           "driver=single makes one step from the start to --until %s, "
                           "which is longer than --step %s",
                           r->until, r->step);
    if (steps > most_steps)
        return message_set(d, "--step %s: more than %g steps to --until %s", r->step,
                           most_steps, r->until);
    return check_samples(begin, until, samples, sample, r->at, d);
}

json_t *solve_split_state(json_t *all, const struct model *m) {
    const char *part[] = {"q", "v", "z"};
    int size[] = {m->nq, m->nv, m->nz};
    json_t *state = json_object();
    size_t i = 0;
    for (int p = 0; p < 3; p++) {
        json_t *array = json_array();
        for (int k = 0; k < size[p]; k++)
            json_array_append(array, json_array_get(all, i++));
        json_object_set_new(state, part[p], array);
    }
    json_decref(all);
    return state;
}
