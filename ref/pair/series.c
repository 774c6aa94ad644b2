/* The four power series in h of one model at one point: storage, access, and the sum of
 * the exact solution's. The recurrences are in expansion.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/pair/series.h"

#include <limits.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/ref.h"

/* Bits of the arithmetic beyond those asked for: sums of some hundred terms lose seven or
 * eight of them. */
enum { SERIES_GUARD_BITS = 32, MAX_ORDER = 100000 };

/* Temporaries of the summation. */
enum { POWER, TERM, NORM, SMALL_TERMS, SCRATCH };

static int count_coefficients(const ref_series *s) {
    return s->nx * (s->order + 1);
}

static enum ref_status init_series(ref_series *s, struct model *m,
                                   enum eval_constants constants) {
    mpfr_prec_t work = s->bits + SERIES_GUARD_BITS;
    for (int e = 0; e < EXPANSIONS; e++) {
        s->coefficient[e] = vector_alloc(count_coefficients(s), work);
        if (s->coefficient[e] == NULL)
            return REF_NO_MEMORY;
    }
    s->sum = vector_alloc(s->nx, work);
    s->scratch = vector_alloc(SCRATCH, work);
    s->program = model_field_program(m);
    if (s->sum == NULL || s->scratch == NULL || s->program == NULL)
        return REF_NO_MEMORY;
    return ref_from_problem_status(
        eval_jet_alloc(&s->jet, m->graph, s->program, work, s->order, constants));
}

enum ref_status ref_series_alloc(ref_series **s, struct model *m, mpfr_prec_t bits,
                                 int order, enum eval_constants constants) {
    *s = NULL;
    if (!ref_precision_is_usable(bits) || order < 1 || order > MAX_ORDER ||
        ref_state_size(m) > INT_MAX / (order + 1))
        return REF_BAD_ARGUMENT;
    ref_series *series = calloc(1, sizeof *series);
    if (series == NULL)
        return REF_NO_MEMORY;
    series->nx = ref_state_size(m);
    series->order = order;
    series->bits = bits;
    enum ref_status status = init_series(series, m, constants);
    if (status == REF_OK)
        *s = series;
    else
        ref_series_free(series);
    return status;
}

void ref_series_free(ref_series *s) {
    if (s == NULL)
        return;
    eval_jet_free(s->jet);
    program_free(s->program);
    for (int e = 0; e < EXPANSIONS; e++)
        vector_free(s->coefficient[e], count_coefficients(s));
    vector_free(s->sum, s->nx);
    vector_free(s->scratch, SCRATCH);
    free(s);
}

static const mpfr_t *read_coefficients(const ref_series *s, enum ref_expansion e, int i) {
    return vector_const(s->coefficient[e] + i * (s->order + 1));
}

const mpfr_t *ref_series_flow(const ref_series *s, int i) {
    return read_coefficients(s, FLOW_SERIES, i);
}

const mpfr_t *ref_series_large(const ref_series *s, int i) {
    return read_coefficients(s, LARGE_SERIES, i);
}

const mpfr_t *ref_series_half(const ref_series *s, int i) {
    return read_coefficients(s, HALF_SERIES, i);
}

const mpfr_t *ref_series_small(const ref_series *s, int i) {
    return read_coefficients(s, SMALL_SERIES, i);
}

/* sum := x_i(h) by Horner's rule. */
static void sum_component(const ref_series *s, mpfr_srcptr h, int i, mpfr_ptr sum) {
    const mpfr_t *c = ref_series_flow(s, i);
    mpfr_set(sum, c[s->order], MPFR_RNDN);
    for (int k = s->order - 1; k >= 0; k--) {
        mpfr_mul(sum, sum, h, MPFR_RNDN);
        mpfr_add(sum, sum, c[k], MPFR_RNDN);
    }
}

/* largest := max over i of |x_i's term of h^k|, if that is larger. */
static void include_terms(const ref_series *s, mpfr_srcptr h, int k, mpfr_ptr largest) {
    mpfr_ptr power = s->scratch[POWER], term = s->scratch[TERM];
    mpfr_pow_ui(power, h, (unsigned long)k, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++) {
        mpfr_mul(term, power, ref_series_flow(s, i)[k], MPFR_RNDN);
        if (mpfr_cmpabs(term, largest) > 0)
            mpfr_abs(largest, term, MPFR_RNDN);
    }
}

enum ref_status ref_series_flow_at(const ref_series *s, mpfr_srcptr h, mpfr_t *x) {
    if (!mpfr_number_p(h))
        return REF_NOT_FINITE;
    for (int i = 0; i < s->nx; i++)
        sum_component(s, h, i, s->sum[i]);
    mpfr_ptr norm = s->scratch[NORM], terms = s->scratch[SMALL_TERMS];
    vector_norm(norm, vector_const(s->sum), s->nx);
    mpfr_div_2ui(norm, norm, (unsigned long)s->bits, MPFR_RNDN);
    mpfr_set_zero(terms, 1);
    include_terms(s, h, s->order - 1, terms);
    include_terms(s, h, s->order, terms);
    if (!mpfr_lessequal_p(terms, norm))
        return REF_NOT_CONVERGED;
    vector_set(x, vector_const(s->sum), s->nx);
    return REF_OK;
}
