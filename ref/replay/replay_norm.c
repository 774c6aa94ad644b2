/* The size of an error e = (e_q, e_v, e_z),
 *
 *     max(|N W N+ e_q|, |W e_v| tau, |W_z e_z|)        each the maximum norm, tau = 1,
 *
 * so that a weight belongs to a velocity and to what it moves; N+ e_q = (N^T N)^-1 N^T
 * e_q (Drake's base class of integrators, on weights; they are absolute: the relative
 * ones of that text are not in use).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/linear.h"
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

/* norm := max(norm, |a|), NaN if either is. */
static void take_larger(mpfr_ptr norm, mpfr_srcptr a) {
    if (mpfr_nan_p(norm) || mpfr_nan_p(a))
        mpfr_set_nan(norm);
    else if (mpfr_cmpabs(a, norm) > 0)
        mpfr_abs(norm, a, MPFR_RNDN);
}

/* sum += a b */
static void add_product(ref_replay *r, mpfr_ptr sum, mpfr_srcptr a, mpfr_srcptr b) {
    mpfr_mul(r->product, a, b, MPFR_RNDN);
    mpfr_add(sum, sum, r->product, MPFR_RNDN);
}

/* velocity := N+ e; false when N^T N cannot be divided by. */
static bool invert_map(ref_replay *r, const mpfr_t *e) {
    const mpfr_t *map = vector_const(r->map_matrix);
    int nv = r->nv;
    for (int i = 0; i < nv; i++) {
        mpfr_set_zero(r->velocity[i], 1);
        for (int k = 0; k < r->nq; k++)
            add_product(r, r->velocity[i], map[k * nv + i], e[k]);
        for (int j = 0; j < nv; j++) {
            mpfr_ptr entry = ref_linear_entry(r->normal, i, j);
            mpfr_set_zero(entry, 1);
            for (int k = 0; k < r->nq; k++)
                add_product(r, entry, map[k * nv + i], map[k * nv + j]);
        }
    }
    if (ref_linear_factor(r->normal) != REF_OK)
        return false;
    ref_linear_solve(r->normal, r->velocity);
    return true;
}

/* position := N W N+ e */
static void weigh_positions(ref_replay *r, const mpfr_t *q, const mpfr_t *e) {
    ref_replay_map_matrix(r, q);
    bool inverted = invert_map(r, e);
    for (int i = 0; i < r->nq; i++) {
        mpfr_set_zero(r->position[i], 1);
        for (int j = 0; j < r->nv && inverted; j++) {
            mpfr_mul_d(r->tolerance, r->velocity[j], r->weights[j], MPFR_RNDN);
            add_product(r, r->position[i], r->map_matrix[i * r->nv + j], r->tolerance);
        }
        if (!inverted)
            mpfr_set_nan(r->position[i]);
    }
}

void ref_replay_norm(ref_replay *r, const mpfr_t *q, const mpfr_t *e, mpfr_ptr norm) {
    mpfr_set_zero(norm, 1);
    if (r->normal != NULL)
        weigh_positions(r, q, e);
    else
        for (int i = 0; i < r->nq; i++)
            mpfr_mul_d(r->position[i], e[i], r->weights[i], MPFR_RNDN);
    for (int i = 0; i < r->nq; i++)
        take_larger(norm, r->position[i]);
    for (int i = r->nq; i < r->nx; i++) {
        mpfr_mul_d(r->tolerance, e[i], r->weights[i - r->nq], MPFR_RNDN);
        take_larger(norm, r->tolerance);
    }
}

/* squares[k] += update_i^2 */
static void add_square(ref_replay *r, int k, int i) {
    mpfr_sqr(r->product, r->update[i], MPFR_RNDN);
    mpfr_add(r->squares[k], r->squares[k], r->product, MPFR_RNDN);
}

/* In the order of the original's matrix library (Eigen, in pairs of doubles). */
void ref_replay_measure_euclidean(ref_replay *r) {
    const int n = r->nx, fours = n - n % 4;
    for (int k = 0; k < 4; k++)
        mpfr_set_zero(r->squares[k], 1);
    for (int i = 0; i < fours; i++)
        add_square(r, i % 4, i);
    for (int k = 0; k < 2; k++) {
        mpfr_add(r->squares[k], r->squares[k], r->squares[k + 2], MPFR_RNDN);
        if (n - fours >= 2)
            add_square(r, k, fours + k);
    }
    mpfr_add(r->squares[0], r->squares[0], r->squares[1], MPFR_RNDN);
    if (n % 2 == 1)
        add_square(r, 0, n - 1);
    mpfr_sqrt(r->size, r->squares[0], MPFR_RNDN);
}
