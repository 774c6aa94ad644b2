/* Constraints in MPFR: making the workspace, the errors, and the field of reduced index,
 *
 *     q' = N v,   v' = a - R lambda,   G R lambda = G a + bias
 *
 * where R = M^-1 G^T, and G v' + bias = 0 is the constraints' second derivative by time. Rows
 * that depend on others leave lambda undetermined; it is the one of minimum norm.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/joints.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

/* Beyond the result's precision, besides as many bits again: rank is decided at half of the
 * working precision, and the normal equations square the condition. */
enum { JOINTS_GUARD_BITS = 64 };

static enum ref_status make_function(struct ref_function *f, ref_joints *j,
                                     struct program *program, int outputs,
                                     enum eval_constants constants) {
    f->program = program;
    f->out = room_numbers(&j->room, outputs, j->inner);
    if (program == NULL || f->out == NULL)
        return REF_NO_MEMORY;
    return ref_from_problem_status(
        eval_mpfr_alloc(&f->eval, j->model->graph, program, j->inner, constants));
}

static enum ref_status make_functions(ref_joints *j, enum eval_constants constants) {
    struct model *m = j->model;
    struct program *dynamics = model_dynamics_program(m, &j->matrix, &j->response);
    struct program *position = model_position_program(m, &j->position_matrix);
    struct program *velocity = model_velocity_program(m, &j->velocity_matrix);
    enum ref_status status[] = {
        make_function(&j->dynamics, j, dynamics,
                      j->ny + j->rows + j->matrix.count + j->response.count, constants),
        make_function(&j->position, j, position, j->holonomic + j->position_matrix.count,
                      constants),
        make_function(&j->velocity, j, velocity, j->rows + j->velocity_matrix.count,
                      constants),
        make_function(&j->map, j, model_map_program(m), j->nq, constants),
    };
    for (size_t i = 0; i < sizeof status / sizeof status[0]; i++)
        if (status[i] != REF_OK)
            return status[i];
    return REF_OK;
}

static enum ref_status make_vectors(ref_joints *j) {
    j->in = room_numbers(&j->room, 1 + j->nx, j->work);
    j->trial = room_numbers(&j->room, j->nx, j->work);
    j->nudged = room_numbers(&j->room, j->nx, j->work);
    mpfr_t **const of_rows[] = {&j->multiplier, &j->right, &j->length, &j->size,
                                &j->rest};
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
        *of_rows[i] = room_numbers(&j->room, j->rows, j->work);
    j->change = room_numbers(&j->room, j->nx, j->work);
    const long digits = j->work / 2;
    enum ref_status status = ref_semidefinite_init(&j->all, j->rows, j->work, digits);
    enum ref_status other =
        ref_semidefinite_init(&j->positions, j->holonomic, j->work, digits);
    j->all.angles = j->positions.angles = j->inner == j->work;
    if (j->room.is_short)
        return REF_NO_MEMORY;
    return status != REF_OK ? status : other;
}

enum ref_status ref_joints_make(ref_joints **made, struct model *m, mpfr_prec_t bits,
                                bool rounding, enum eval_constants constants) {
    *made = NULL;
    if (!ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    ref_joints *j = calloc(1, sizeof *j);
    if (j == NULL)
        return REF_NO_MEMORY;
    *j = (ref_joints){.model = m,
                      .nq = m->nq,
                      .nv = m->nv,
                      .nx = ref_state_size(m),
                      .ny = m->nv + m->nz,
                      .rows = m->joints,
                      .holonomic = m->holonomic,
                      .bits = bits,
                      .work = 2 * bits + JOINTS_GUARD_BITS,
                      .tolerance = NAN,
                      .failed_row = -1};
    j->inner = rounding ? bits : j->work;
    mpfr_inits2(j->work, j->term, j->norm, j->previous, (mpfr_ptr)NULL);
    mpfr_init2(j->rounded, j->inner);
    enum ref_status status = make_vectors(j);
    if (status == REF_OK)
        status = make_functions(j, constants);
    if (status == REF_OK)
        *made = j;
    else
        ref_joints_free(j);
    return status;
}

void ref_joints_replay(ref_joints *j, double tolerance) {
    enum { SIGNIFICANT_EIGHTHS = 7 };
    j->tolerance = tolerance;
    j->all.digits = j->positions.digits = j->bits * SIGNIFICANT_EIGHTHS / 8;
}

enum ref_status ref_joints_alloc(ref_joints **made, struct model *m, mpfr_prec_t bits,
                                 enum eval_constants constants) {
    return ref_joints_make(made, m, bits, false, constants);
}

static void clear_function(struct ref_function *f) {
    eval_mpfr_free(f->eval);
    program_free(f->program);
}

void ref_joints_free(ref_joints *j) {
    if (j == NULL)
        return;
    clear_function(&j->dynamics);
    clear_function(&j->position);
    clear_function(&j->velocity);
    clear_function(&j->map);
    struct expr_matrix *const matrices[] = {&j->matrix, &j->response, &j->position_matrix,
                                            &j->velocity_matrix};
    for (size_t i = 0; i < sizeof matrices / sizeof matrices[0]; i++)
        expr_matrix_clear(matrices[i]);
    ref_semidefinite_clear(&j->all);
    ref_semidefinite_clear(&j->positions);
    room_clear(&j->room);
    mpfr_clears(j->term, j->norm, j->previous, j->rounded, (mpfr_ptr)NULL);
    free(j);
}

/* x := x in the precision of what the linear algebra is given. */
static void round_number(ref_joints *j, mpfr_ptr x) {
    mpfr_set(j->rounded, x, MPFR_RNDN);
    mpfr_set(x, j->rounded, MPFR_RNDN);
}

/* S and b in that precision, S as symmetric as it is. */
static void round_equations(ref_joints *j, mpfr_t *b) {
    struct ref_semidefinite *s = &j->all;
    for (int k = 0; k < j->rows && j->inner < j->work; k++) {
        round_number(j, b[k]);
        for (int i = k; i < j->rows; i++) {
            round_number(j, ref_semidefinite_entry(s, i, k));
            mpfr_set(ref_semidefinite_entry(s, k, i), ref_semidefinite_entry(s, i, k),
                     MPFR_RNDN);
        }
    }
}

/* S := G R. */
static void form_product(ref_joints *j, mpfr_t *G, mpfr_t *R) {
    struct ref_semidefinite *s = &j->all;
    for (int i = 0; i < j->rows; i++)
        for (int k = 0; k < j->rows; k++)
            mpfr_set_zero(ref_semidefinite_entry(s, i, k), 1);
    for (int a = 0; a < j->matrix.count; a++) {
        for (int b = 0; b < j->response.count; b++) {
            if (j->matrix.column[a] != j->response.row[b])
                continue;
            mpfr_ptr entry =
                ref_semidefinite_entry(s, j->matrix.row[a], j->response.column[b]);
            mpfr_mul(j->term, G[a], R[b], MPFR_RNDN);
            mpfr_add(entry, entry, j->term, MPFR_RNDN);
        }
    }
}

/* multiplier := S^-1 multiplier, or what is nearest; a replay looks at that only if rows depend
 * on each other, as its original knows then. */
static enum ref_status solve_equations(ref_joints *j, mpfr_srcptr t, const mpfr_t *x) {
    enum ref_status status = ref_semidefinite_factor(&j->all);
    if (status != REF_OK)
        return status;
    if (isnan(j->tolerance)) {
        status = ref_semidefinite_solve(&j->all, j->multiplier);
        return status == REF_SINGULAR ? REF_CONTRADICTORY : status;
    }
    vector_set(j->right, vector_const(j->multiplier), j->rows);
    ref_semidefinite_solve_nearly(&j->all, j->multiplier);
    return j->all.rank < j->rows ? ref_joints_judge(j, t, x, vector_const(j->right))
                                 : REF_OK;
}

/* multiplier := G a + bias, then lambda. */
static enum ref_status find_multipliers(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                        mpfr_t *a, mpfr_t *bias, mpfr_t *G, mpfr_t *R) {
    form_product(j, G, R);
    vector_set(j->multiplier, vector_const(bias), j->rows);
    for (int k = 0; k < j->matrix.count; k++) {
        mpfr_mul(j->term, G[k], a[j->matrix.column[k]], MPFR_RNDN);
        mpfr_ptr b = j->multiplier[j->matrix.row[k]];
        mpfr_add(b, b, j->term, MPFR_RNDN);
    }
    round_equations(j, j->multiplier);
    return solve_equations(j, t, x);
}

enum ref_status ref_joints_field(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_t *xdot, mpfr_t *lambda, int *rank) {
    j->failed_row = -1;
    ref_joints_run(j, &j->dynamics, t, x);
    mpfr_t *a = j->dynamics.out, *bias = a + j->ny, *G = bias + j->rows;
    mpfr_t *R = G + j->matrix.count;
    if (!vector_is_finite(vector_const(a),
                          j->ny + j->rows + j->matrix.count + j->response.count))
        return REF_NOT_FINITE;
    enum ref_status status = find_multipliers(j, t, x, a, bias, G, R);
    if (status != REF_OK)
        return status;
    for (int k = 0; k < j->response.count; k++) {
        mpfr_mul(j->term, R[k], j->multiplier[j->response.column[k]], MPFR_RNDN);
        mpfr_ptr rate = a[j->response.row[k]];
        mpfr_sub(rate, rate, j->term, MPFR_RNDN);
    }
    eval_mpfr_run(j->map.eval, vector_const(j->in + 1), j->map.out);
    if (!vector_is_finite(vector_const(j->map.out), j->nq))
        return REF_NOT_FINITE;
    vector_set(xdot, vector_const(j->map.out), j->nq);
    vector_set(xdot + j->nq, vector_const(a), j->ny);
    if (lambda != NULL)
        vector_set(lambda, vector_const(j->multiplier), j->rows);
    if (rank != NULL)
        *rank = j->all.rank;
    return REF_OK;
}

enum ref_status ref_joints_errors(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                  mpfr_t *error, mpfr_t *rate) {
    ref_joints_run(j, &j->position, t, x);
    ref_joints_run(j, &j->velocity, t, x);
    if (!vector_is_finite(vector_const(j->position.out), j->holonomic) ||
        !vector_is_finite(vector_const(j->velocity.out), j->rows))
        return REF_NOT_FINITE;
    for (int i = 0; i < j->rows; i++) {
        if (i < j->holonomic)
            mpfr_set(error[i], j->position.out[i], MPFR_RNDN);
        else
            mpfr_set_zero(error[i], 1);
        mpfr_set(rate[i], j->velocity.out[i], MPFR_RNDN);
    }
    return REF_OK;
}
