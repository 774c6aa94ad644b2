/* Closed forms of a model's solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/solution/agreement.h"
#include "harness/solution/closed_form.h"
#include "harness/studies/vector.h"
#include "problems/readers/eval_mpfr.h"

static const double bits_per_digit = 3.3219280948873626; /* log2(10) */

/* Bits beyond the digits wanted, at first; between two evaluations; and how often the
 * precision is doubled: cancellation of 40 times the digits wanted is survived. */
enum { bits_beyond = 64, bits_between = 64, most_doublings = 6 };

static enum ref_status evaluate(struct model *m, const struct program *p,
                                mpfr_prec_t bits, mpfr_srcptr t, mpfr_t *x) {
    struct eval_mpfr *e;
    mpfr_t in[1];
    if (eval_mpfr_alloc(&e, m->graph, p, bits, EVAL_EXACT_CONSTANTS) != PROBLEM_OK)
        return REF_NO_MEMORY;
    mpfr_init2(in[0], mpfr_get_prec(t));
    mpfr_set(in[0], t, MPFR_RNDN);
    eval_mpfr_run(e, vector_const(in), x);
    mpfr_clear(in[0]);
    eval_mpfr_free(e);
    for (int i = 0; i < m->nq + m->nv + m->nz; i++)
        if (!mpfr_number_p(x[i]))
            return REF_NOT_FINITE;
    return REF_OK;
}

enum ref_status closed_form_evaluate(struct model *m, mpfr_prec_t bits, mpfr_srcptr t,
                                     mpfr_t *x) {
    static const int time_variable = 0;
    struct program *p =
        program_alloc(m->graph, 1, &time_variable, m->nq + m->nv + m->nz, m->solution);
    if (p == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = evaluate(m, p, bits, t, x);
    program_free(p);
    return status;
}

/* radius := |x - y|_inf */
static void set_radius(struct closed_form *f, const mpfr_t *y) {
    mpfr_t difference;
    mpfr_init2(difference, mpfr_get_prec(f->radius));
    mpfr_set_zero(f->radius, 1);
    for (int i = 0; i < f->nx; i++) {
        mpfr_sub(difference, f->x[i], y[i], MPFR_RNDA);
        mpfr_abs(difference, difference, MPFR_RNDN);
        mpfr_max(f->radius, f->radius, difference, MPFR_RNDN);
    }
    mpfr_clear(difference);
}

/* Evaluates with `bits` bits and with more. */
static enum ref_status evaluate_twice(struct closed_form *f, struct model *m,
                                      mpfr_srcptr t, mpfr_prec_t bits) {
    mpfr_t *less = vector_alloc(f->nx, bits);
    vector_free(f->x, f->nx);
    f->x = vector_alloc(f->nx, bits + bits_between);
    enum ref_status status = less != NULL && f->x != NULL ? REF_OK : REF_NO_MEMORY;
    if (status == REF_OK)
        status = closed_form_evaluate(m, bits, t, less);
    if (status == REF_OK)
        status = closed_form_evaluate(m, bits + bits_between, t, f->x);
    if (status == REF_OK) {
        set_radius(f, vector_const(less));
        f->digits = agreement_least(vector_const(less), vector_const(f->x), f->nx,
                                    (double)bits / bits_per_digit);
    }
    vector_free(less, f->nx);
    return status;
}

enum ref_status closed_form_find(struct closed_form *f, struct model *m, mpfr_srcptr t,
                                 int digits) {
    mpfr_prec_t bits = (mpfr_prec_t)ceil(digits * bits_per_digit) + bits_beyond;
    f->nx = m->nq + m->nv + m->nz;
    f->x = NULL;
    mpfr_init2(f->radius, bits_between);
    for (int i = 0; i <= most_doublings; i++, bits *= 2) {
        enum ref_status status = evaluate_twice(f, m, t, bits);
        if (status != REF_OK || f->digits >= digits)
            return status;
    }
    return REF_UNABLE;
}

void closed_form_clear(struct closed_form *f) {
    vector_free(f->x, f->nx);
    mpfr_clear(f->radius);
}
