/* What solve asks of its times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/solve/solve.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/ref.h"

/* More steps than anybody waits for: days, at the speed of the smallest models. */
static const double most_steps = 1e12;

enum { double_bits = 53 };

static double steps_between(mpfr_srcptr begin, mpfr_srcptr until, mpfr_srcptr step) {
    mpfr_t count;
    mpfr_init2(count, mpfr_get_prec(step));
    mpfr_sub(count, until, begin, MPFR_RNDU);
    mpfr_div(count, count, step, MPFR_RNDU);
    double result = mpfr_get_d(count, MPFR_RNDU);
    mpfr_clear(count);
    return result;
}

/* How messages call the end. */
static const char *until_text(const struct solve_request *r) {
    return r->until != NULL ? r->until : "(the end of the model's span)";
}

static int refuse_span(const struct solve_request *r, struct diagnostic *d) {
    return message_set(d, "%s: the end of the span is not a finite number",
                       r->model->name);
}

int solve_read_until(mpfr_ptr until, const struct solve_request *r,
                     struct diagnostic *d) {
    const struct model *m = r->model;
    if (r->until != NULL)
        return number_read(until, r->until, "--until", d);
    return expr_constant(m->graph, m->span_end, until) == PROBLEM_OK ? 0
                                                                     : refuse_span(r, d);
}

static int read_until_double(double *until, const struct solve_request *r,
                             struct diagnostic *d) {
    const struct model *m = r->model;
    if (r->until != NULL)
        return number_read_double(until, r->until, "--until", d);
    return expr_constant_double(m->graph, m->span_end, until) == PROBLEM_OK
               ? 0
               : refuse_span(r, d);
}

/* Nor are steps longer than max-step, if that is set. */
static int check_longest(const struct solve_request *r, mpfr_srcptr begin,
                         mpfr_srcptr until, struct diagnostic *d) {
    mpfr_t longest;
    if (!isfinite(r->settings.subject.integrator.max_step))
        return 0;
    mpfr_init2(longest, double_bits);
    mpfr_set_d(longest, r->settings.subject.integrator.max_step, MPFR_RNDN);
    double steps = steps_between(begin, until, longest);
    mpfr_clear(longest);
    if (steps > most_steps)
        return message_set(d, "option 'max-step' is %g: more than %g steps to --until %s",
                           r->settings.subject.integrator.max_step, most_steps,
                           until_text(r));
    return 0;
}

static int check_step(const struct solve_request *r, mpfr_srcptr begin, mpfr_srcptr step,
                      mpfr_srcptr until, struct diagnostic *d) {
    double steps = steps_between(begin, until, step);
    if (r->settings.driver == DRIVER_SINGLE && steps > 1)
        return message_set(d,
                           "driver=single makes one step from the start to --until %s, "
                           "which is longer than --step %s",
                           until_text(r), r->step);
    if (steps > most_steps)
        return message_set(d, "--step %s: more than %g steps to --until %s", r->step,
                           most_steps, until_text(r));
    return check_longest(r, begin, until, d);
}

int solve_check_times(const struct solve_request *r, mpfr_srcptr begin, mpfr_srcptr step,
                      mpfr_srcptr until, struct diagnostic *d) {
    if (step != NULL && mpfr_sgn(step) <= 0)
        return message_set(d, "--step %s: a step must be positive", r->step);
    if (mpfr_less_p(until, begin))
        return message_set(d, "--until %s: lies before the start, %g", until_text(r),
                           mpfr_get_d(begin, MPFR_RNDN));
    if (r->settings.driver == DRIVER_SINGLE && r->at != NULL)
        return message_set(d,
                           "--at has no meaning with driver=single: it makes one step");
    return step == NULL ? check_longest(r, begin, until, d)
                        : check_step(r, begin, step, until, d);
}

int solve_read_times(struct solve_times *t, const struct solve_request *r, double begin,
                     struct diagnostic *d) {
    mpfr_t from, step, until;
    t->begin = begin;
    t->step = INFINITY;
    if ((r->step != NULL && number_read_double(&t->step, r->step, "--step", d)) ||
        read_until_double(&t->until, r, d))
        return -1;
    mpfr_inits2(double_bits, from, step, until, (mpfr_ptr)0);
    mpfr_set_d(from, t->begin, MPFR_RNDN);
    mpfr_set_d(step, t->step, MPFR_RNDN);
    mpfr_set_d(until, t->until, MPFR_RNDN);
    int failed = solve_check_times(r, from, r->step == NULL ? NULL : step, until, d);
    mpfr_clears(from, step, until, (mpfr_ptr)0);
    return failed;
}

void solve_add_times(const struct solve_times *t, json_t *settings) {
    json_object_set_new(settings, "step", json_number(t->step));
    json_object_set_new(settings, "until", json_number(t->until));
}

int solve_read_replay_times(struct solve_times *times, const struct solve_request *r,
                            mpfr_ptr t, mpfr_t *x, mpfr_ptr until, struct diagnostic *d) {
    if (ref_initial(r->model, EVAL_DOUBLE_CONSTANTS, t, x) != REF_OK)
        return message_set(d, "%s: the initial state is not finite", r->model->name);
    if (solve_read_times(times, r, mpfr_get_d(t, MPFR_RNDN), d))
        return -1;
    mpfr_set_d(until, times->until, MPFR_RNDN);
    return 0;
}
