/* The step of a linear multistep method from the states before. With
 *
 *     c = sum_j a_j x_{n-j} + h sum_{j>=1} b_j F(t_{n-j}, x_{n-j})
 *
 * the step is x_n = c + h b_0 F(t_n, x_n): one of implicit Euler of the length h b_0 from c,
 * which has a bound on its rounding errors (tableau_bound.h). Those of c go into it as M^-1 does
 * with any. With a predictor it is c + h b_0 F(t_n, p), p = sum_j q_j x_{n-j} + h sum_j p_j
 * F_{n-j}.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/steps/study_steps_law.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* Roundings of a sum of 2 k terms whose coefficients are rounded, too. */
enum { ROUNDINGS_EACH = 4, MORE_ROUNDINGS = 8 };

/* Sizes are those asked for: differences of times are rounded. */
static void find_coefficients(const struct law_steps *l, struct multistep *m, double h) {
    double time[LAW_STEPS_PAST] = {0, -1};
    for (int j = 2; j < LAW_STEPS_PAST; j++)
        time[j] = time[j - 1] - l->size[j - 2] / h;
    if (l->varies)
        multistep_on_grid(m, l->row->family, l->row->steps, time);
    else
        multistep_uniform(m, l->row->family, l->row->steps);
}

/* sum := c, error := what rounding may make of it. */
static void add_up(struct law_steps *l, const struct multistep *m, double h) {
    mpfr_ptr term = l->c->step.scratch;
    for (int k = 0; k < l->c->step.nx; k++) {
        double terms = 0, of_rates = 0;
        mpfr_set_zero(l->sum[k], 1);
        for (int j = 1; j <= m->steps; j++) {
            mpfr_set_d(term, m->a[j], MPFR_RNDN);
            mpfr_mul_d(term, term, l->x[j - 1][k], MPFR_RNDN);
            terms += fabs(mpfr_get_d(term, MPFR_RNDN));
            mpfr_add(l->sum[k], l->sum[k], term, MPFR_RNDN);
            mpfr_mul_d(term, l->rate[j - 1][k], h, MPFR_RNDN);
            mpfr_mul_d(term, term, m->b[j], MPFR_RNDN);
            terms += fabs(mpfr_get_d(term, MPFR_RNDN));
            mpfr_add(l->sum[k], l->sum[k], term, MPFR_RNDN);
            of_rates += h * fabs(m->b[j]) * l->rate_error[j - 1][k];
        }
        l->from[k] = mpfr_get_d(l->sum[k], MPFR_RNDN);
        l->error[k] =
            (ROUNDINGS_EACH * m->steps + MORE_ROUNDINGS) * ROUNDOFF_UNIT * terms +
            of_rates;
    }
}

/* The law's step and its bound; false: there is none. */
static bool make_step(struct law_steps *l, const struct multistep *m, double t,
                      double h) {
    struct tableau_comparison *c = l->c;
    const int n = c->step.nx;
    const double length = h * m->b[0];
    if (m->b[0] == 0) {
        vector_set(c->step.result, vector_const(l->sum), n);
        memcpy(c->bound.result, l->error, (size_t)n * sizeof *l->error);
        return true;
    }
    if (tableau_step_make(&c->step, t - length, l->from, length) != REF_OK ||
        !tableau_bound_find(&c->bound, t - length, l->from, length, c->reach))
        return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c->bound.result[i] +=
                fabs(gsl_matrix_get(c->bound.inverse, (size_t)i, (size_t)j)) *
                l->error[j];
    return true;
}

/* The same with a predictor; what the prediction's rounding makes of its rate is in the bound. */
static void make_predicted_step(struct law_steps *l, const struct multistep *m, double t,
                                double h) {
    struct tableau_step *step = &l->c->step;
    struct roundoff *r = l->c->bound.roundoff;
    struct multistep predictor = {.steps = m->steps};
    memcpy(predictor.a, m->q, sizeof predictor.a);
    memcpy(predictor.b, m->p, sizeof predictor.b);
    add_up(l, &predictor, h);
    mpfr_set_d(step->in[0], t, MPFR_RNDN);
    vector_set(step->in + 1, vector_const(l->sum), step->nx);
    eval_mpfr_run(step->field, vector_const(step->in), step->result);
    roundoff_set(r, t, l->from, ROUNDOFF_UNIT);
    memcpy(r->in_error + 1, l->error, (size_t)step->nx * sizeof *l->error);
    roundoff_run(r);
    add_up(l, m, h);
    for (int k = 0; k < step->nx; k++) {
        mpfr_mul_d(step->result[k], step->result[k], h, MPFR_RNDN);
        mpfr_mul_d(step->result[k], step->result[k], m->b[0], MPFR_RNDN);
        const double term = fabs(mpfr_get_d(step->result[k], MPFR_RNDN));
        mpfr_add(step->result[k], step->result[k], l->sum[k], MPFR_RNDN);
        l->c->bound.result[k] = l->error[k] + h * fabs(m->b[0]) * r->bound[k] +
                                (ROUNDINGS_EACH + MORE_ROUNDINGS) * ROUNDOFF_UNIT * term;
    }
}

bool law_steps_make_multistep(struct law_steps *l, double t, double h) {
    struct multistep m;
    find_coefficients(l, &m, h);
    if (m.predicts) {
        make_predicted_step(l, &m, t, h);
        return true;
    }
    add_up(l, &m, h);
    return make_step(l, &m, t, h);
}
