/* A probe's steps by an integrator in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/numbers/finite.h"
#include "harness/fingerprint/measure/measure_attempt.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

/* Roundings of the time that a step's end may show, in units of the last place. */
enum { TIME_ROUNDINGS = 4 };
static const double UNIT = 0x1p-52;

/* Below the rounding errors of states of size 1. */
static const double TIGHT_ACCURACY = 1e-14;

struct subject_options measure_options(const char *method) {
    struct subject_options options = subject_default_options();
    options.integrator.accuracy = TIGHT_ACCURACY;
    options.integrator.newton = FAST_FULL;
    options.integrator.jacobian = FAST_EXACT_JACOBIAN;
    if (method != NULL)
        subject_choose(&options, method);
    if (subject_family(&options) ==
        INTEGRATOR_PROJECTED) /* solves what it solves to round-off */
        options.integrator.accuracy = NAN;
    return options;
}

static bool none_is_number(const double *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isnan(x[i]))
            return false;
    return true;
}

static int make_steps(const struct subject *s, const struct probe *p, double t,
                      const double *x, struct diagnostic *d) {
    if (s->start(s->self, t, x) || subject_steps(s, p->h, p->steps))
        return message_set(d, "%s", s->why(s->self));
    double end = t + p->steps * p->h, reached = s->time(s->self);
    if (!(fabs(reached - end) <= TIME_ROUNDINGS * UNIT * (fabs(t) + fabs(end))))
        return message_set(d, "the step ended at %g, not at %g", reached, end);
    return 0;
}

static enum measure_status take_results(struct measure_end *end, const struct subject *s,
                                        struct diagnostic *d) {
    int nx = s->nq + s->nv + s->nz;
    const double *x = s->state(s->self);
    const double *e = s->estimate == NULL ? NULL : s->estimate(s->self);
    if (!are_finite(x, nx))
        return message_fail(MEASURE_AGAIN, d, "the state after the step is not finite");
    /* A plug-in that has no estimate for a step says so by what is not a number, all of it. */
    if (e != NULL && none_is_number(e, nx))
        e = NULL;
    end->has_estimate = e != NULL;
    if (e != NULL && !are_finite(e, nx))
        return message_fail(MEASURE_AGAIN, d,
                            "the error estimate of the step is not finite");
    for (int i = 0; i < nx; i++) {
        mpfr_set_d(end->x[i], x[i], MPFR_RNDN);
        mpfr_set_d(end->e[i], e == NULL ? 0 : e[i], MPFR_RNDN);
    }
    return MEASURE_OK;
}

enum measure_status measure_in_double(struct measure_end *end, const struct bench *b,
                                      struct model *m, const struct probe *p,
                                      struct diagnostic *d) {
    struct subject_options tight = measure_options(b->method);
    struct subject s;
    double t, *x = malloc((size_t)(m->nq + m->nv + m->nz + 1) * sizeof *x);
    if (x == NULL)
        return message_set(d, "out of memory"), MEASURE_FAILED;
    if (initial_in_double(m, &t, x, d) ||
        b->open_subject(b->context, m, b->options ? b->options : &tight, &s, d)) {
        free(x);
        return MEASURE_FAILED;
    }
    enum measure_status status = make_steps(&s, p, t, x, d) ? MEASURE_AGAIN : MEASURE_OK;
    const bool is_broken = s.is_broken != NULL && s.is_broken(s.self);
    if (b->gives_up != NULL)
        *b->gives_up = status == MEASURE_AGAIN && !is_broken;
    if (status == MEASURE_AGAIN && is_broken)
        status = MEASURE_FAILED;
    if (status == MEASURE_OK)
        status = take_results(end, &s, d);
    s.free(s.self);
    free(x);
    return status;
}
