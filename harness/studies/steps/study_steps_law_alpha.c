/* The step of a generalised-alpha method (harness/fingerprint/laws/generalized_alpha.h) whose
 * acceleration, which nobody tells, follows from the states:
 *
 *     a_n = (f of the mixed states or forces - alpha_m a_{n-1}) / (1 - alpha_m),   a_0 = f(t_0, x_0).
 *
 * With the a_n of the state that was reached its equations give that state, but for rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/steps/study_steps_law.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* Of each line of the law and of the iteration that has solved it. */
enum { ROUNDINGS = 32 };

/* rate[nv], error[nv] += share times the rates at (t, x), and what they may be off by. */
static void add_rates(struct law_steps *l, double t, const double *x, double share,
                      double *rate, double *error) {
    struct tableau_step *step = &l->c->step;
    struct roundoff *r = l->c->bound.roundoff;
    const int nv = step->nq;
    mpfr_set_d(step->in[0], t, MPFR_RNDN);
    vector_set_doubles(step->in + 1, x, step->nx);
    eval_mpfr_run(step->field, vector_const(step->in), step->result);
    roundoff_set(r, t, x, 2 * ROUNDOFF_UNIT);
    roundoff_run(r);
    for (int i = 0; i < nv; i++) {
        rate[i] += share * mpfr_get_d(step->result[nv + i], MPFR_RNDN);
        error[i] += fabs(share) * r->bound[nv + i];
    }
}

void law_steps_begin_alpha(struct law_steps *l) {
    const size_t size = (size_t)l->c->step.nx * sizeof(double);
    memset(l->acceleration, 0, size);
    memset(l->acceleration_error, 0, size);
    add_rates(l, l->t[0], l->x[0], 1, l->acceleration, l->acceleration_error);
}

/* from, error := f as the method takes it on the way to (t, x). */
static void mix(struct law_steps *l, double t, const double *x) {
    const struct generalized_alpha *m = &l->alpha;
    const size_t nx = (size_t)l->c->step.nx;
    const double old = m->alpha_f, new = 1 - m->alpha_f;
    double *point = l->rate_error[LAW_STEPS_PAST - 1]; /* which is taken anew next */
    memset(l->from, 0, nx * sizeof(double));
    memset(l->error, 0, nx * sizeof(double));
    if (m->mixes_forces) {
        add_rates(l, t, x, new, l->from, l->error);
        add_rates(l, l->t[0], l->x[0], old, l->from, l->error);
        return;
    }
    for (size_t k = 0; k < nx; k++)
        point[k] = new *x[k] + old * l->x[0][k];
    add_rates(l, new *t + old * l->t[0], point, 1, l->from, l->error);
}

void law_steps_make_alpha(struct law_steps *l, double t, const double *x, double h) {
    const struct generalized_alpha *m = &l->alpha;
    struct tableau_comparison *c = l->c;
    const int nv = c->step.nq;
    const double keep = 1 - m->alpha_m;
    mix(l, t, x);
    for (int i = 0; i < nv; i++) {
        const double q = l->x[0][i], v = l->x[0][nv + i], a0 = l->acceleration[i];
        const double e0 = l->acceleration_error[i];
        const double a1 = (l->from[i] - m->alpha_m * a0) / keep;
        const double largest = fmax(fabs(a0), fmax(fabs(a1), fabs(l->from[i] / keep)));
        const double e1 = (l->error[i] + fabs(m->alpha_m) * e0) / fabs(keep) +
                          ROUNDINGS * ROUNDOFF_UNIT * largest;
        const double off = ROUNDINGS * ROUNDOFF_UNIT * largest + e0 + e1;
        mpfr_set_d(c->step.result[i],
                   q + h * v + h * h * ((0.5 - m->beta) * a0 + m->beta * a1), MPFR_RNDN);
        mpfr_set_d(c->step.result[nv + i], v + h * ((1 - m->gamma) * a0 + m->gamma * a1),
                   MPFR_RNDN);
        c->bound.result[i] =
            ROUNDINGS * ROUNDOFF_UNIT * (fabs(q) + h * fabs(v)) + h * h * off;
        c->bound.result[nv + i] = ROUNDINGS * ROUNDOFF_UNIT * fabs(v) + h * off;
        l->acceleration[i] = a1;
        l->acceleration_error[i] = e1;
    }
}
