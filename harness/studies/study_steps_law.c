/* Steps of a linear multistep method against its law, from its own earlier states. With
 *
 *     c = sum_j a_j x_{n-j} + h sum_{j>=1} b_j F(t_{n-j}, x_{n-j})
 *
 * the step is x_n = c + h b_0 F(t_n, x_n): one of implicit Euler of the length h b_0 from c, which
 * has a bound on its rounding errors (tableau_bound.h). Those of c go into it as M^-1 does with any.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/laws/law.h"
#include "harness/studies/study_foreign.h"
#include "harness/studies/study_steps_tableau.h"
#include "harness/studies/vector.h"

/* The span over a step; steps that begin the method, and steps compared. */
static const double divisor[] = {229, 4093};
enum {
    SIZES = sizeof divisor / sizeof *divisor,
    BEGINNING = 6,
    COMPARED = 6,
    STATES = 4
};

/* Where coefficients follow the grid, one step after the other. */
static const double part[] = {1, 0.83, 1.21};
enum { PARTS = sizeof part / sizeof *part };

/* Roundings of a sum of 2 k terms whose coefficients are rounded, too. */
enum { ROUNDINGS_EACH = 4, MORE_ROUNDINGS = 8, PAST = MULTISTEP_MOST + 1 };

struct law_steps {
    struct tableau_comparison *c;
    const struct law_row *row;
    bool varies;
    double t[PAST], size[PAST];         /* of the step that led there */
    double *x[PAST], *rate_error[PAST]; /* the latest first (size nx) */
    mpfr_t *rate[PAST];
    mpfr_t *sum; /* c (size nx) */
    double *error, *from;
};

static int allocate(struct law_steps *l) {
    const size_t n = (size_t)l->c->step.nx;
    int failed = 0;
    for (int j = 0; j < PAST; j++) {
        failed |= (l->x[j] = calloc(n, sizeof(double))) == NULL;
        failed |= (l->rate_error[j] = calloc(n, sizeof(double))) == NULL;
        failed |= (l->rate[j] = vector_alloc((int)n, l->c->step.bits)) == NULL;
    }
    l->sum = vector_alloc((int)n, l->c->step.bits);
    l->error = calloc(n, sizeof(double));
    l->from = calloc(n, sizeof(double));
    return failed || l->sum == NULL || l->error == NULL || l->from == NULL;
}

static void clear(struct law_steps *l) {
    for (int j = 0; j < PAST; j++) {
        free(l->x[j]);
        free(l->rate_error[j]);
        vector_free(l->rate[j], l->c->step.nx);
    }
    vector_free(l->sum, l->c->step.nx);
    free(l->error);
    free(l->from);
}

/* The state that the integrator has reached becomes the latest. */
static void take_state(struct law_steps *l, double size) {
    struct tableau_step *step = &l->c->step;
    struct tableau_bound *b = &l->c->bound;
    const struct subject *s = &l->c->subject;
    double *x = l->x[PAST - 1], *error = l->rate_error[PAST - 1];
    mpfr_t *rate = l->rate[PAST - 1];
    memmove(l->t + 1, l->t, (PAST - 1) * sizeof *l->t);
    memmove(l->size + 1, l->size, (PAST - 1) * sizeof *l->size);
    l->size[0] = size;
    memmove(l->x + 1, l->x, (PAST - 1) * sizeof *l->x);
    memmove(l->rate_error + 1, l->rate_error, (PAST - 1) * sizeof *l->rate_error);
    memmove(l->rate + 1, l->rate, (PAST - 1) * sizeof *l->rate);
    l->t[0] = b->in[0] = s->time(s->self);
    l->x[0] = x;
    l->rate_error[0] = error;
    l->rate[0] = rate;
    memcpy(x, s->state(s->self), (size_t)step->nx * sizeof *x);
    memcpy(b->in + 1, x, (size_t)step->nx * sizeof *x);
    mpfr_set_d(step->in[0], l->t[0], MPFR_RNDN);
    vector_set_doubles(step->in + 1, x, step->nx);
    eval_mpfr_run(step->field, vector_const(step->in), rate);
    for (int k = 0; k <= step->nx; k++)
        b->in_error[k] = ROUNDOFF_UNIT * fabs(b->in[k]);
    roundoff_run(b->roundoff, b->in, b->in_error, b->field, error, b->branch);
}

/* Sizes are those asked for: differences of times are rounded. */
static void find_coefficients(const struct law_steps *l, struct multistep *m, double h) {
    double time[PAST] = {0, -1};
    for (int j = 2; j < PAST; j++)
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

static void compare(struct law_steps *l, double h) {
    struct tableau_comparison *c = l->c;
    const double t = c->subject.time(c->subject.self);
    struct multistep m;
    find_coefficients(l, &m, h);
    add_up(l, &m, h);
    if (!make_step(l, &m, t, h)) {
        c->unclear++;
        return;
    }
    c->compared++;
    tableau_comparison_hold(c, l->t[0], l->x[0], h);
}

static void run(struct law_steps *l, double size) {
    struct tableau_comparison *c = l->c;
    const struct subject *s = &c->subject;
    if (s->start(s->self, c->t, c->x)) {
        c->failed++;
        return;
    }
    take_state(l, 0);
    for (int n = 0; n < BEGINNING + COMPARED; n++) {
        double h = l->varies ? size * part[n % PARTS] : size;
        if (s->step(s->self, h)) {
            c->failed++;
            message_set(&c->why, "%s", s->why(s->self));
            return;
        }
        if (n >= BEGINNING)
            compare(l, h);
        take_state(l, h);
    }
}

static int compare_all(struct law_steps *l, const char *title, json_t *results) {
    struct tableau_comparison *c = l->c;
    if (allocate(l))
        return -1;
    bool going = true;
    for (int state = 0; state < STATES && going; state++) {
        for (int k = 0; k < c->step.nx; k++) {
            c->scale[k] = fmax(c->scale[k], c->x[k] == 0 ? DBL_MIN : fabs(c->x[k]));
            c->reach[k] = TABLEAU_KINK_REACH * c->scale[k];
        }
        for (int i = 0; i < SIZES; i++)
            run(l, c->span / divisor[i]);
        going = tableau_comparison_go_on(c, STATES);
    }
    struct multistep m;
    multistep_uniform(&m, l->row->family, l->row->steps);
    c->step.is_explicit = m.b[0] == 0; /* then no iteration excuses a difference */
    return tableau_comparison_append(c, STEP_RESULT, "step-roundoff", title, results);
}

int study_steps_law(const struct study *s, json_t *results, struct diagnostic *d) {
    const json_t *law = study_law(s);
    const char *key = json_string_value(json_object_get(law, "key"));
    const char *ratio = json_string_value(json_object_get(law, "ratio"));
    const struct law_row *row = key != NULL ? law_row_find(key) : NULL;
    struct tableau_comparison c;
    if (row == NULL || row->family == MULTISTEP_PREDICTS)
        return 0;
    int failed = tableau_comparison_init(&c, s, "backward-euler", d);
    struct law_steps l = {
        .c = &c, .row = row, .varies = ratio != NULL && strcmp(ratio, "followed") == 0};
    c.judges_estimate = false;
    if (!failed && compare_all(&l, row->title, results))
        failed = message_set(d, "%s: out of memory", s->model->name);
    clear(&l);
    tableau_comparison_clear(&c);
    return failed;
}
