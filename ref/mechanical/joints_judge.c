/* What is a contradiction to a replay: rows that depend on others ask for the same accelerations
 * only where the constraints hold, and elsewhere for such as differ by about their errors. With
 * the lengths l_i of the rows of G, distances d_i = |g_i| / l_i and d the largest,
 *
 *     |b - G R lambda|_i / l_i  <=  c(d) max_j (|bias_j| + |G_j| |a|) / l_j,   b = G a + bias,
 *     c(d) = max(10 d, sqrt(rows eps^(7/8))),   at most 1/10 where d <= tolerance
 *
 * is taken for the same; and c(tolerance) wherever the state is, since the original has no check.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/readers/eval_mpfr.h"
#include "ref/mechanical/joints.h"
#include "ref/vector.h"

static const double ERRORS = 10, SUREST = 0.1;

int ref_joints_worst(const mpfr_t *value, int rows) {
    int worst = 0;
    for (int i = 1; i < rows; i++)
        if (mpfr_cmpabs(value[i], value[worst]) > 0)
            worst = i;
    return worst;
}

/* length[i] := of G's rows; one of zeros counts as long as the longest. */
static void measure_lengths(ref_joints *j, const mpfr_t *G, mpfr_t *length) {
    const struct expr_matrix *m = &j->matrix;
    for (int i = 0; i < j->rows; i++)
        mpfr_set_zero(length[i], 1);
    for (int k = 0; k < m->count; k++) {
        mpfr_sqr(j->term, G[k], MPFR_RNDN);
        mpfr_add(length[m->row[k]], length[m->row[k]], j->term, MPFR_RNDN);
    }
    for (int i = 0; i < j->rows; i++)
        mpfr_sqrt(length[i], length[i], MPFR_RNDN);
    const int longest = ref_joints_worst(vector_const(length), j->rows);
    if (mpfr_zero_p(length[longest]))
        mpfr_set_ui(length[longest], 1, MPFR_RNDN);
    for (int i = 0; i < j->rows; i++)
        if (mpfr_zero_p(length[i]))
            mpfr_set(length[i], length[longest], MPFR_RNDN);
}

static void divide(ref_joints *j, const mpfr_t *length, mpfr_t *value) {
    for (int i = 0; i < j->rows; i++)
        mpfr_div(value[i], value[i], length[i], MPFR_RNDN);
}

/* size[i] := (|bias_i| + |G_i| |a|) / length[i] */
static void measure_terms(ref_joints *j, const mpfr_t *length, mpfr_t *size) {
    const struct expr_matrix *m = &j->matrix;
    const mpfr_t *a = vector_const(j->dynamics.out), *bias = a + j->ny;
    const mpfr_t *G = bias + j->rows;
    for (int i = 0; i < j->rows; i++)
        mpfr_abs(size[i], bias[i], MPFR_RNDN);
    for (int k = 0; k < m->count; k++) {
        mpfr_mul(j->term, G[k], a[m->column[k]], MPFR_RNDN);
        mpfr_abs(j->term, j->term, MPFR_RNDN);
        mpfr_add(size[m->row[k]], size[m->row[k]], j->term, MPFR_RNDN);
    }
    divide(j, length, size);
}

static double allowed_part(const ref_joints *j, double distance) {
    const double part = fmax(ERRORS * distance, sqrt(j->rows * ref_significant));
    return distance > j->tolerance ? part : fmin(part, SUREST);
}

/* The largest distance at (t, x); NaN: there is none. */
static double find_distance(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                            const mpfr_t *length) {
    double distance = 0;
    ref_joints_run(j, &j->position, t, x);
    if (!vector_is_finite(vector_const(j->position.out), j->holonomic))
        return NAN;
    for (int i = 0; i < j->holonomic; i++) {
        mpfr_div(j->term, j->position.out[i], length[i], MPFR_RNDN);
        distance = fmax(distance, fabs(mpfr_get_d(j->term, MPFR_RNDN)));
    }
    return distance;
}

enum ref_status ref_joints_judge(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                 const mpfr_t *b) {
    mpfr_t *length = j->length, *size = j->size, *rest = j->rest;
    measure_lengths(j, vector_const(j->dynamics.out + j->ny + j->rows), length);
    measure_terms(j, vector_const(length), size);
    ref_semidefinite_residual(&j->all, b, vector_const(j->multiplier), rest);
    divide(j, vector_const(length), rest);
    const int worst = ref_joints_worst(vector_const(rest), j->rows);
    const int largest = ref_joints_worst(vector_const(size), j->rows);
    double distance = j->tolerance;
    for (int round = 0; round < 2; round++) {
        mpfr_mul_d(j->term, size[largest], allowed_part(j, distance), MPFR_RNDN);
        if (mpfr_cmpabs(rest[worst], j->term) <= 0)
            return REF_OK;
        distance = round == 0 ? find_distance(j, t, x, vector_const(length)) : distance;
        if (isnan(distance))
            return REF_NOT_FINITE;
    }
    j->failed_row = worst;
    return REF_CONTRADICTORY;
}

void ref_joints_run(ref_joints *j, struct ref_function *f, mpfr_srcptr t,
                    const mpfr_t *x) {
    mpfr_set(j->in[0], t, MPFR_RNDN);
    vector_set(j->in + 1, x, j->nx);
    eval_mpfr_run(f->eval, vector_const(j->in), f->out);
}
