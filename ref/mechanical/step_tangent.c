/* The derivative of a step by the state it begins at, by differentiating its equations:
 *
 *     gaming, the explicit methods    d(x + h F(t, x)) = (I + h F_x) dx
 *     an implicit block u             (I - h dF_u/du) du = dbase + h dF_u/dw dw
 *
 * with w the rest of the state. Matrices are nx x nx by columns; each column is a direction.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/linear.h"
#include "ref/mechanical/step.h"
#include "ref/vector.h"

struct rows {
    int first, end;
};

static const struct rows none = {0, 0};

static bool contains(struct rows r, int i) {
    return i >= r.first && i < r.end;
}

static enum ref_status make_matrices(ref_step *s) {
    if (s->tangent != NULL)
        return REF_OK;
    mpfr_t **list[STEP_SLOPES + 2];
    for (int i = 0; i < STEP_SLOPES; i++)
        list[i] = &s->slope_tangent[i];
    list[STEP_SLOPES] = &s->point_tangent;
    list[STEP_SLOPES + 1] = &s->tangent; /* last: it tells that all are there */
    for (int i = 0; i < STEP_SLOPES + 2; i++) {
        if (*list[i] == NULL)
            *list[i] = vector_alloc(s->nx * s->nx, s->work);
        if (*list[i] == NULL)
            return REF_NO_MEMORY;
    }
    return REF_OK;
}

static void copy_rows(const ref_step *s, struct rows rows, const mpfr_t *from,
                      mpfr_t *to) {
    for (int c = 0; c < s->nx; c++)
        for (int i = rows.first; i < rows.end; i++)
            mpfr_set(to[c * s->nx + i], from[c * s->nx + i], MPFR_RNDN);
}

/* out += h F_x in, of some rows, without the columns of F_x that are left out. */
static void add_rates(ref_step *s, mpfr_srcptr h, struct rows rows, struct rows left_out,
                      const mpfr_t *in, mpfr_t *out) {
    for (int k = 0; k < s->pattern.count; k++) {
        int i = s->pattern.row[k], j = s->pattern.column[k];
        if (!contains(rows, i) || contains(left_out, j))
            continue;
        for (int c = 0; c < s->nx; c++) {
            mpfr_mul(s->term, s->entry[k], in[c * s->nx + j], MPFR_RNDN);
            mpfr_mul(s->term, s->term, h, MPFR_RNDN);
            mpfr_add(out[c * s->nx + i], out[c * s->nx + i], s->term, MPFR_RNDN);
        }
    }
}

/* Of a gaming step from (t, x), which made result: tangent := its derivative times tangent. */
static enum ref_status differentiate_gaming(ref_step *s, mpfr_srcptr t, mpfr_srcptr h,
                                            const mpfr_t *x, const mpfr_t *result) {
    const struct rows positions = {0, s->nq}, others = {s->nq, s->nx};
    copy_rows(s, (struct rows){0, s->nx}, vector_const(s->tangent), s->point_tangent);
    enum ref_status status = ref_step_jacobian(s, t, x);
    if (status != REF_OK)
        return status;
    add_rates(s, h, others, none, vector_const(s->tangent), s->point_tangent);
    vector_set(s->point, x, s->nq);
    for (int i = s->nq; i < s->nx; i++)
        mpfr_set(s->point[i], result[i], MPFR_RNDN);
    status = ref_step_jacobian(s, t, vector_const(s->point));
    if (status != REF_OK)
        return status;
    copy_rows(s, others, vector_const(s->point_tangent), s->tangent);
    add_rates(s, h, positions, none, vector_const(s->point_tangent), s->tangent);
    return REF_OK;
}

/* Of form 1 (the block is the positions) or 2 (the others): the rates of all rows are taken
 * at point, with the block as it is after the step. */
static enum ref_status differentiate_implicit(ref_step *s, mpfr_srcptr t, mpfr_srcptr h,
                                              struct rows block, struct rows rest) {
    enum ref_status status = ref_step_jacobian(s, t, vector_const(s->point));
    if (status == REF_OK)
        status = ref_step_factor_block(s, h, block.first, block.end - block.first);
    if (status != REF_OK)
        return status;
    copy_rows(s, (struct rows){0, s->nx}, vector_const(s->tangent), s->point_tangent);
    add_rates(s, h, block, block, vector_const(s->tangent), s->point_tangent);
    for (int c = 0; c < s->nx; c++)
        ref_linear_solve(s->matrix, s->point_tangent + c * s->nx);
    copy_rows(s, block, vector_const(s->point_tangent), s->tangent);
    add_rates(s, h, rest, none, vector_const(s->point_tangent), s->tangent);
    return REF_OK;
}

static enum ref_status differentiate_explicit_euler(ref_step *s) {
    enum ref_status status = ref_step_jacobian(s, s->t, vector_const(s->start));
    if (status != REF_OK)
        return status;
    copy_rows(s, (struct rows){0, s->nx}, vector_const(s->tangent), s->point_tangent);
    add_rates(s, s->h, (struct rows){0, s->nx}, none, vector_const(s->point_tangent),
              s->tangent);
    return REF_OK;
}

/* The derivative of slope i is F_x at its point times that of the point. */
static enum ref_status differentiate_merson(ref_step *s) {
    const int size = s->nx * s->nx;
    mpfr_t one;
    mpfr_init2(one, s->work);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    enum ref_status status = REF_OK;
    for (int i = 0; i < STEP_SLOPES && status == REF_OK; i++) {
        const struct merson_row *row = &merson_rows[i];
        merson_combine(row, s->h, vector_const(s->start), s->slope, s->nx, s->point,
                       s->term, s->norm);
        merson_time(row, s->t, s->h, s->t1);
        status = ref_step_jacobian(s, s->t1, vector_const(s->point));
        merson_combine(row, s->h, vector_const(s->tangent), s->slope_tangent, size,
                       s->point_tangent, s->term, s->norm);
        for (int k = 0; k < size; k++)
            mpfr_set_zero(s->slope_tangent[i][k], 1);
        add_rates(s, one, (struct rows){0, s->nx}, none, vector_const(s->point_tangent),
                  s->slope_tangent[i]);
    }
    merson_combine(&merson_rows[STEP_SLOPES], s->h, vector_const(s->tangent),
                   s->slope_tangent, size, s->point_tangent, s->term, s->norm);
    vector_set(s->tangent, vector_const(s->point_tangent), size);
    mpfr_clear(one);
    return status;
}

static enum ref_status differentiate_two_halves(ref_step *s) {
    enum ref_status status = differentiate_gaming(
        s, s->t, s->half_h, vector_const(s->start), vector_const(s->middle));
    if (status != REF_OK)
        return status;
    mpfr_add(s->t1, s->t, s->half_h, MPFR_RNDN);
    return differentiate_gaming(s, s->t1, s->half_h, vector_const(s->middle),
                                vector_const(s->result));
}

/* tangent, which is I, becomes that of the step just taken. */
static enum ref_status differentiate(ref_step *s) {
    const struct rows positions = {0, s->nq}, others = {s->nq, s->nx};
    switch (s->method) {
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
        return differentiate_implicit(s, s->t1, s->h, positions, others);
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT:
        return differentiate_implicit(s, s->t, s->h, others, positions);
    case REF_SEMI_EXPLICIT_EULER_2: return differentiate_two_halves(s);
    case REF_EXPLICIT_EULER: return differentiate_explicit_euler(s);
    case REF_RUNGE_KUTTA_MERSON: return differentiate_merson(s);
    default:
        return differentiate_gaming(s, s->t, s->h, vector_const(s->start),
                                    vector_const(s->result));
    }
}

enum ref_status ref_step_tangent(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_srcptr h, mpfr_t *x1, mpfr_t *D) {
    enum ref_status status = make_matrices(s);
    if (status == REF_OK)
        status = ref_step_take(s, t, x, h, s->update, NULL);
    if (status != REF_OK)
        return status;
    for (int k = 0; k < s->nx * s->nx; k++)
        mpfr_set_si(s->tangent[k], k % (s->nx + 1) == 0, MPFR_RNDN);
    mpfr_add(s->t1, s->t, s->h, MPFR_RNDN);
    status = differentiate(s);
    if (status == REF_OK && !vector_is_finite(vector_const(s->tangent), s->nx * s->nx))
        status = REF_NOT_FINITE;
    if (status != REF_OK)
        return status;
    vector_set(D, vector_const(s->tangent), s->nx * s->nx);
    vector_set(x1, vector_const(s->result), s->nx);
    return REF_OK;
}
