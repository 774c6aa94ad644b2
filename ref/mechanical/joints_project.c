/* The nearest consistent state: the change of velocities, and of positions along q' = N v, of
 * least Euclidean norm,
 *
 *     dn = -G^T (G G^T)^+ g,   q := q + N(q) dn,   until g = 0 to the last bits,
 *     v := v - G^T (G G^T)^+ (G v + g_t)
 *
 * and quaternions of norm 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/joints.h"
#include "ref/vector.h"

#include <math.h>

#include "problems/model.h"
#include "problems/readers/eval_mpfr.h"

enum {
    MAX_ITERATIONS = 100,
    /* A change so many bits above the last bit of the result is the last one but one, as
     * Newton's method doubles the digits, or gains them all at the next. */
    SPARE_BITS = 8,
    /* Off the constraints rows that follow from others do so only nearly, and Newton's method
     * creeps or leaps. Where its changes do not shrink to an eighth from the third on, those are
     * taken for dependent whose part beside the others is less than 2^-16 (of squares). So they
     * are where the rank changes on the way: which change is made with which rank hangs on the
     * precision. */
    TAME_ITERATIONS = 2,
    NEARLY_DEPENDENT_BITS = 16,
    MAX_WANDERING = 16,
    /* A start that is 2^-22 of its size away, which is more than it is rounded by at any
     * precision, is to end less than 2^-11 away, or where the changes lead hangs on the
     * precision: far off, each of them can turn bodies round many times. */
    NUDGE_BITS = 22,
    SENSITIVE_BITS = 11
};

/* After MAX_WANDERING changes one is to be below this part of the first, or they wander: where they
 * would come to rest is not nearby, and depends on the precision. */
static const double wandering_part = 0x1p-4;

/* change[nv] := -G^T (G G^T)^+ error, G being given by its entries. */
static enum ref_status find_change(ref_joints *j, struct ref_semidefinite *s,
                                   const struct expr_matrix *pattern, mpfr_t *G,
                                   mpfr_t *error) {
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->n; k++)
            mpfr_set_zero(ref_semidefinite_entry(s, i, k), 1);
    for (int a = 0; a < pattern->count; a++) {
        for (int b = 0; b < pattern->count; b++) {
            if (pattern->column[a] != pattern->column[b])
                continue;
            mpfr_ptr entry = ref_semidefinite_entry(s, pattern->row[a], pattern->row[b]);
            mpfr_mul(j->term, G[a], G[b], MPFR_RNDN);
            mpfr_add(entry, entry, j->term, MPFR_RNDN);
        }
    }
    enum ref_status status = ref_semidefinite_factor(s);
    if (status == REF_OK)
        status = ref_semidefinite_solve(s, error);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < j->nv; i++)
        mpfr_set_zero(j->change[i], 1);
    for (int a = 0; a < pattern->count; a++) {
        mpfr_mul(j->term, G[a], error[pattern->row[a]], MPFR_RNDN);
        mpfr_ptr out = j->change[pattern->column[a]];
        mpfr_sub(out, out, j->term, MPFR_RNDN);
    }
    return REF_OK;
}

/* x += N(q) change; norm := the largest change. */
static void move_positions(ref_joints *j, mpfr_t *x) {
    vector_set(j->in + 1, vector_const(x), j->nq);
    for (int i = 0; i < j->nv; i++)
        mpfr_set(j->in[1 + j->nq + i], j->change[i], MPFR_RNDN);
    eval_mpfr_run(j->map.eval, vector_const(j->in + 1), j->map.out);
    vector_norm(j->norm, vector_const(j->map.out), j->nq);
    for (int i = 0; i < j->nq; i++)
        mpfr_add(x[i], x[i], j->map.out[i], MPFR_RNDN);
}

static void normalise_quaternions(ref_joints *j, mpfr_t *x) {
    for (int k = 0; k < j->model->quaternions; k++) {
        const int *position = j->model->quaternion[k].position;
        mpfr_set_zero(j->norm, 1);
        for (int i = 0; i < 4; i++) {
            mpfr_sqr(j->term, x[position[i]], MPFR_RNDN);
            mpfr_add(j->norm, j->norm, j->term, MPFR_RNDN);
        }
        mpfr_sqrt(j->norm, j->norm, MPFR_RNDN);
        for (int i = 0; i < 4; i++)
            mpfr_div(x[position[i]], x[position[i]], j->norm, MPFR_RNDN);
    }
}

static bool is_last_change(ref_joints *j, const mpfr_t *x) {
    vector_norm(j->previous, x, j->nq);
    mpfr_div_2si(j->previous, j->previous, j->bits + SPARE_BITS, MPFR_RNDN);
    return mpfr_lessequal_p(j->norm, j->previous);
}

/* Tame: as long as changes shrink as they should, and the rank is the same. */
static enum ref_status project_positions(ref_joints *j, mpfr_srcptr t, bool tame,
                                         mpfr_t *x) {
    double first = INFINITY, last = INFINITY;
    int rank = 0;
    normalise_quaternions(j, x);
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        ref_joints_run(j, &j->position, t, vector_const(x));
        int outputs = j->holonomic + j->position_matrix.count;
        if (!vector_is_finite(vector_const(j->position.out), outputs))
            return REF_NOT_FINITE;
        enum ref_status status =
            find_change(j, &j->positions, &j->position_matrix,
                        j->position.out + j->holonomic, j->position.out);
        if (status != REF_OK)
            return status;
        move_positions(j, x);
        const double change = mpfr_get_d(j->norm, MPFR_RNDN);
        const bool done = is_last_change(j, vector_const(x));
        normalise_quaternions(j, x);
        if (k == 0) {
            rank = j->positions.rank;
            first = change;
        }
        if (tame && j->positions.rank != rank)
            break;
        if (done)
            return REF_OK;
        if (tame && k >= TAME_ITERATIONS && !(change <= last / 8))
            break;
        if (k == MAX_WANDERING && !(change <= wandering_part * first))
            break;
        last = change;
    }
    return REF_NOT_CONVERGED;
}

/* other := x, its positions moved by 2^-NUDGE_BITS of the largest, to either side in turn. */
static void nudge(ref_joints *j, const mpfr_t *x, mpfr_t *other) {
    vector_norm(j->norm, x, j->nq);
    mpfr_div_2ui(j->norm, j->norm, NUDGE_BITS, MPFR_RNDN);
    vector_set(other, x, j->nx);
    for (int i = 0; i < j->nq; i++) {
        if (i % 2 == 0)
            mpfr_add(other[i], other[i], j->norm, MPFR_RNDN);
        else
            mpfr_sub(other[i], other[i], j->norm, MPFR_RNDN);
    }
}

/* Whether positions that were projected from x to `trial` are those of x, and not of its last
 * digits. */
static bool is_well_determined(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                               const mpfr_t *trial) {
    nudge(j, x, j->nudged);
    if (project_positions(j, t, false, j->nudged) != REF_OK)
        return false;
    for (int i = 0; i < j->nq; i++)
        mpfr_sub(j->nudged[i], j->nudged[i], trial[i], MPFR_RNDN);
    vector_norm(j->norm, vector_const(j->nudged), j->nq);
    vector_norm(j->previous, x, j->nq);
    mpfr_div_2ui(j->previous, j->previous, SENSITIVE_BITS, MPFR_RNDN);
    return mpfr_less_p(j->norm, j->previous);
}

/* trial := x projected however many changes it takes. */
static enum ref_status project_far(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                   mpfr_t *trial) {
    vector_set(trial, x, j->nx);
    enum ref_status status = project_positions(j, t, false, trial);
    if (status != REF_OK || is_well_determined(j, t, x, vector_const(trial)))
        return status;
    return REF_NOT_CONVERGED;
}

/* trial := x projected, changes shrinking as they should. */
static enum ref_status project_tamely(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                      mpfr_t *trial) {
    vector_set(trial, x, j->nx);
    return project_positions(j, t, true, trial);
}

/* trial := x projected: tamely, so with nearly dependent rows, and as far as it takes. */
static enum ref_status project_in_turn(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                       mpfr_t *trial) {
    const long digits = j->positions.digits;
    enum ref_status status = project_tamely(j, t, x, trial);
    if (status != REF_NOT_CONVERGED)
        return status;
    j->positions.digits = NEARLY_DEPENDENT_BITS;
    status = project_tamely(j, t, x, trial);
    if (status != REF_OK)
        status = project_far(j, t, x, trial);
    j->positions.digits = digits;
    return status == REF_OK ? REF_OK : project_far(j, t, x, trial);
}

static enum ref_status project_velocities(ref_joints *j, mpfr_srcptr t, mpfr_t *x) {
    ref_joints_run(j, &j->velocity, t, vector_const(x));
    int outputs = j->rows + j->velocity_matrix.count;
    if (!vector_is_finite(vector_const(j->velocity.out), outputs))
        return REF_NOT_FINITE;
    enum ref_status status = find_change(j, &j->all, &j->velocity_matrix,
                                         j->velocity.out + j->rows, j->velocity.out);
    for (int i = 0; i < j->nv && status == REF_OK; i++)
        mpfr_add(x[j->nq + i], x[j->nq + i], j->change[i], MPFR_RNDN);
    return status;
}

enum ref_status ref_joints_project(ref_joints *j, mpfr_srcptr t, mpfr_t *x) {
    mpfr_t *trial = j->trial;
    vector_set(trial, vector_const(x), j->nx);
    enum ref_status status = REF_NOT_FINITE;
    if (mpfr_number_p(t) && vector_is_finite(vector_const(trial), j->nx))
        status = project_in_turn(j, t, vector_const(x), trial);
    if (status == REF_OK)
        status = project_velocities(j, t, trial);
    if (status == REF_OK && !vector_is_finite(vector_const(trial), j->nx))
        status = REF_NOT_FINITE;
    if (status == REF_OK)
        vector_set(x, vector_const(trial), j->nx);
    return status;
}
