/* Velocities and joints eliminated from contacts' laws, by Gauss for M and by Cholesky with
 * pivots for the joints, so that redundant ones share in minimum norm.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/elimination.h"
#include "ref/linear.h"
#include "ref/vector.h"

enum ref_status ref_elimination_init(struct ref_elimination *e, int nv, int rows,
                                     int joints, mpfr_prec_t work) {
    *e = (struct ref_elimination){.nv = nv, .rows = rows, .joints = joints, .work = work};
    mpfr_inits2(work, e->term, e->size, (mpfr_ptr)NULL);
    enum ref_status status = ref_semidefinite_init(&e->gram, joints, work, work / 2);
    e->R = room_numbers(&e->room, nv * joints, work);
    e->Y = room_numbers(&e->room, nv * rows, work);
    e->share = room_numbers(&e->room, joints * rows, work);
    e->v0 = room_numbers(&e->room, nv, work);
    e->lambda0 = room_numbers(&e->room, joints, work);
    e->v = room_numbers(&e->room, nv, work);
    e->lambda = room_numbers(&e->room, joints, work);
    if (e->room.is_short)
        return REF_NO_MEMORY;
    return status != REF_OK ? status : ref_linear_alloc(&e->mass, nv, work);
}

void ref_elimination_clear(struct ref_elimination *e) {
    room_clear(&e->room);
    ref_semidefinite_clear(&e->gram);
    ref_linear_free(e->mass);
    mpfr_clears(e->term, e->size, (mpfr_ptr)NULL);
}

/* sum += row i of a matrix of `rows` rows times x[n]. */
static void add_row_product(mpfr_ptr sum, const mpfr_t *matrix, int rows, int i,
                            const mpfr_t *x, int n) {
    for (int j = 0; j < n; j++)
        mpfr_fma(sum, matrix[j * rows + i], x[j], sum, MPFR_RNDN);
}

/* y += matrix x, by columns. */
static void add_product(mpfr_t *y, int n, const mpfr_t *matrix, int columns,
                        const mpfr_t *x) {
    for (int i = 0; i < n; i++)
        add_row_product(y[i], matrix, n, i, x, columns);
}

/* Each column of the result (nv x count) := M^-1 times a row of `matrix` (count x nv). */
static void solve_rows(struct ref_elimination *e, mpfr_t *result, const mpfr_t *matrix,
                       int count) {
    for (int j = 0; j < count; j++) {
        mpfr_t *column = result + j * e->nv;
        for (int i = 0; i < e->nv; i++)
            mpfr_set(column[i], matrix[i * count + j], MPFR_RNDN);
        ref_linear_solve(e->mass, column);
    }
}

static enum ref_status factor_mass(struct ref_elimination *e) {
    for (int i = 0; i < e->nv; i++)
        for (int j = 0; j < e->nv; j++)
            mpfr_set(ref_linear_entry(e->mass, i, j), e->M[j * e->nv + i], MPFR_RNDN);
    return ref_linear_factor(e->mass);
}

static enum ref_status factor_joints(struct ref_elimination *e) {
    for (int i = 0; i < e->joints; i++) {
        for (int j = 0; j < e->joints; j++) {
            mpfr_ptr entry = ref_semidefinite_entry(&e->gram, i, j);
            mpfr_set_zero(entry, 1);
            add_row_product(entry, e->G, e->joints, i, vector_const(e->R + j * e->nv),
                            e->nv);
        }
    }
    return ref_semidefinite_factor(&e->gram);
}

/* lambda := -(G R)^+ (G v + offset), v += R lambda. */
static enum ref_status hold_joints(struct ref_elimination *e, mpfr_t *v, mpfr_t *lambda,
                                   const mpfr_t *offset) {
    for (int i = 0; i < e->joints; i++) {
        mpfr_set_zero(lambda[i], 1);
        if (offset != NULL)
            mpfr_set(lambda[i], offset[i], MPFR_RNDN);
        add_row_product(lambda[i], e->G, e->joints, i, vector_const(v), e->nv);
    }
    enum ref_status status = ref_semidefinite_solve(&e->gram, lambda);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < e->joints; i++)
        mpfr_neg(lambda[i], lambda[i], MPFR_RNDN);
    add_product(v, e->nv, vector_const(e->R), e->joints, vector_const(lambda));
    return REF_OK;
}

enum ref_status ref_elimination_set(struct ref_elimination *e, const mpfr_t *M,
                                    const mpfr_t *J, const mpfr_t *G) {
    e->M = M;
    e->J = J;
    e->G = G;
    enum ref_status status = factor_mass(e);
    if (status != REF_OK)
        return status;
    solve_rows(e, e->R, G, e->joints);
    solve_rows(e, e->Y, J, e->rows);
    status = factor_joints(e);
    for (int j = 0; j < e->rows && status == REF_OK; j++)
        status = hold_joints(e, e->Y + j * e->nv, e->share + j * e->joints, NULL);
    return status;
}

void ref_elimination_product(struct ref_elimination *e, struct ref_cone *c) {
    for (int i = 0; i < e->rows; i++) {
        for (int j = 0; j < e->rows; j++) {
            mpfr_ptr entry = ref_cone_entry(c, i, j);
            mpfr_set_zero(entry, 1);
            add_row_product(entry, e->J, e->rows, i, vector_const(e->Y + j * e->nv),
                            e->nv);
        }
    }
}

/* Whether G v0 + offset = 0 to 2^-bits of its terms. */
static bool joints_hold(struct ref_elimination *e, const mpfr_t *offset,
                        mpfr_prec_t bits) {
    for (int i = 0; i < e->joints; i++) {
        mpfr_set(e->term, offset[i], MPFR_RNDN);
        mpfr_abs(e->size, offset[i], MPFR_RNDN);
        for (int k = 0; k < e->nv; k++) {
            mpfr_srcptr g = e->G[k * e->joints + i];
            mpfr_fma(e->term, g, e->v0[k], e->term, MPFR_RNDN);
            mpfr_t product;
            mpfr_init2(product, e->work);
            mpfr_mul(product, g, e->v0[k], MPFR_RNDN);
            mpfr_abs(product, product, MPFR_RNDN);
            mpfr_add(e->size, e->size, product, MPFR_RNDN);
            mpfr_clear(product);
        }
        mpfr_div_2si(e->size, e->size, bits, MPFR_RNDN);
        if (mpfr_cmpabs(e->term, e->size) > 0)
            return false;
    }
    return true;
}

enum ref_status ref_elimination_begin(struct ref_elimination *e, const mpfr_t *v_free,
                                      const mpfr_t *joint_offset, const mpfr_t *offset,
                                      struct ref_cone *c) {
    vector_set(e->v0, v_free, e->nv);
    enum ref_status status = hold_joints(e, e->v0, e->lambda0, joint_offset);
    if (status == REF_OK && !joints_hold(e, joint_offset, c->bits))
        status = REF_SINGULAR;
    for (int i = 0; i < e->rows && status == REF_OK; i++) {
        mpfr_set(c->b[i], offset[i], MPFR_RNDN);
        add_row_product(c->b[i], e->J, e->rows, i, vector_const(e->v0), e->nv);
    }
    return status;
}

void ref_elimination_end(struct ref_elimination *e, const struct ref_cone *c) {
    const mpfr_t *r = vector_const(c->r);
    vector_set(e->v, vector_const(e->v0), e->nv);
    add_product(e->v, e->nv, vector_const(e->Y), e->rows, r);
    vector_set(e->lambda, vector_const(e->lambda0), e->joints);
    add_product(e->lambda, e->joints, vector_const(e->share), e->rows, r);
}
