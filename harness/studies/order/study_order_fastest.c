/* How long the steps of a ladder are beside the fastest motion of the problem: the largest
 * modulus of an eigenvalue of J = dF/dx along the truth. For x' = lambda x an implicit step is
 * 1/(1 - lambda h), a power series in h for |lambda| h < 1 alone (E. Hairer, G. Wanner, Solving
 * Ordinary Differential Equations II, IV.3): beyond, what is extrapolated to h = 0 says nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "ref/truth.h"

/* Of larger systems no eigenvalues are sought. */
enum { MOST_STATES = 100 };

/* Of seven steps up to this |lambda| h the last term that an extrapolation knows is 1e-6 of the
 * first. */
static const double SLOW_SERIES = 0.125;

struct spectrum {
    int nx;
    struct expr_matrix pattern;
    struct program *program;
    struct eval_double *eval;
    double *in, *entry; /* t, x; the entries of J */
    gsl_matrix *jacobian;
    gsl_vector_complex *value;
    gsl_eigen_nonsymm_workspace *room;
};

static bool open_spectrum(struct spectrum *s, const struct order_truth *o) {
    const size_t n = (size_t)o->nx;
    *s = (struct spectrum){.nx = o->nx};
    s->program = model_jacobian_program(o->model, &s->pattern);
    if (s->program == NULL ||
        eval_double_alloc(&s->eval, o->model->graph, s->program) != PROBLEM_OK)
        return false;
    s->in = calloc(n + 1, sizeof *s->in);
    s->entry = calloc((size_t)s->pattern.count + 1, sizeof *s->entry);
    s->jacobian = gsl_matrix_calloc(n, n);
    s->value = gsl_vector_complex_alloc(n);
    s->room = gsl_eigen_nonsymm_alloc(n);
    return s->in && s->entry && s->jacobian && s->value && s->room;
}

static void close_spectrum(struct spectrum *s) {
    if (s->room != NULL)
        gsl_eigen_nonsymm_free(s->room);
    if (s->value != NULL)
        gsl_vector_complex_free(s->value);
    if (s->jacobian != NULL)
        gsl_matrix_free(s->jacobian);
    free(s->entry);
    free(s->in);
    eval_double_free(s->eval);
    program_free(s->program);
    expr_matrix_clear(&s->pattern);
}

/* The largest modulus at s->in; 0 where it is not found. */
static double find_largest(struct spectrum *s) {
    double largest = 0;
    eval_double_run(s->eval, s->in, s->entry);
    gsl_matrix_set_zero(s->jacobian);
    for (int k = 0; k < s->pattern.count; k++) {
        if (!isfinite(s->entry[k]))
            return 0;
        gsl_matrix_set(s->jacobian, (size_t)s->pattern.row[k],
                       (size_t)s->pattern.column[k], s->entry[k]);
    }
    if (gsl_eigen_nonsymm(s->jacobian, s->value, s->room) != GSL_SUCCESS)
        return 0;
    for (int i = 0; i < s->nx; i++)
        largest =
            fmax(largest, gsl_complex_abs(gsl_vector_complex_get(s->value, (size_t)i)));
    return largest;
}

double order_fastest(const struct order_truth *o) {
    struct spectrum s;
    double fastest = 0;
    if (o->nx > MOST_STATES || o->truth == NULL)
        return 0;
    if (open_spectrum(&s, o))
        for (int j = 0; j < ORDER_TIMES; j++) {
            s.in[0] = o->begin + o->horizon * (j + 1) / ORDER_TIMES;
            for (int i = 0; i < o->nx; i++)
                s.in[1 + i] = mpfr_get_d(o->truth->state[j * o->nx + i], MPFR_RNDN);
            fastest = fmax(fastest, find_largest(&s));
        }
    close_spectrum(&s);
    return fastest;
}

bool order_is_beyond_series(const struct order_ladder *l, const struct order_truth *o,
                            const struct ladder_order *order, enum verdict verdict,
                            double *reach) {
    if (verdict == VERDICT_PASS)
        return false;
    const int first = order_constant_first(order->first, order->last);
    *reach = order_step(l, first) * order_fastest(o);
    return *reach > (verdict == VERDICT_FAIL ? 1 : SLOW_SERIES);
}
