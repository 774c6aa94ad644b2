/* Coordinate projection as Simbody 3.7 carries it out (SimbodyMatterSubsystemRep::projectQ,
 * projectU), weights 1:
 *
 *     positions   (G N+) dw = g, q := q - N N+ dw, until || g || <= 0.1 tolerance,
 *                 G formed anew in each of at most 20 iterations;
 *     velocities  (G S) ds = G v + g_t, v := v - S ds, S_i = max(1, |v_i|), the same in at
 *                 most 7 iterations, with the matrix of the first one,
 *
 * dw and ds of minimum norm. With local_only an iteration that makes it worse is undone and ends
 * them. Within the tolerance in the end is success, and kept, though it were better before, but
 * for what has been rounding; what is not is kept where it is better. What of the error lies
 * along the last matrix's rows is removed. Quaternions are normalised after the positions, if
 * these have changed, or if their own errors ask for it; constraints do not depend on their
 * norms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/model.h"
#include "ref/mechanical/replay.h"
#include "ref/vector.h"

enum { MAX_POSITION_ITERATIONS = 20, MAX_VELOCITY_ITERATIONS = 7 };
static const double OVERSHOOT = 0.1;

/* One of the two kinds: its rows, their matrix, and how many unknowns it has. */
struct kind {
    int rows, unknowns, most_iterations;
    bool of_positions, factors_once;
    struct ref_function *function;
    const struct expr_matrix *pattern;
    struct ref_semidefinite *solver;
    long *projections;
};

static struct kind positions_of(ref_mechanical *r) {
    ref_joints *j = r->joints;
    return (struct kind){.rows = j->holonomic,
                         .unknowns = r->nq,
                         .most_iterations = MAX_POSITION_ITERATIONS,
                         .of_positions = true,
                         .function = &j->position,
                         .pattern = &j->position_matrix,
                         .solver = &j->positions,
                         .projections = &r->count.q_projections};
}

static struct kind velocities_of(ref_mechanical *r) {
    ref_joints *j = r->joints;
    return (struct kind){.rows = j->rows,
                         .unknowns = r->nv,
                         .most_iterations = MAX_VELOCITY_ITERATIONS,
                         .factors_once = true,
                         .function = &j->velocity,
                         .pattern = &j->velocity_matrix,
                         .solver = &j->all,
                         .projections = &r->count.u_projections};
}

/* norm := || errors || at (t, x), left in the function's outputs. */
static enum ref_status find_error(ref_mechanical *r, const struct kind *k, mpfr_srcptr t,
                                  const mpfr_t *x, mpfr_ptr norm) {
    ref_joints_run(r->joints, k->function, t, x);
    const mpfr_t *out = vector_const(k->function->out);
    if (!vector_is_finite(out, k->rows + k->pattern->count))
        return REF_NOT_FINITE;
    ref_mechanical_group_norm(r, out, k->rows, norm);
    return REF_OK;
}

/* a := S_i = max(1, |v_i|). */
static void find_scale(ref_mechanical *r, const mpfr_t *x, int i) {
    mpfr_abs(r->a, x[r->nq + i], MPFR_RNDN);
    if (mpfr_cmp_ui(r->a, 1) < 0)
        mpfr_set_ui(r->a, 1, MPFR_RNDN);
}

static mpfr_ptr matrix_entry(ref_mechanical *r, const struct kind *k, int i, int j) {
    return r->matrix[i * k->unknowns + j];
}

/* entry += a b; nothing where a factor is zero, as most are. */
static void add_product(ref_mechanical *r, mpfr_ptr entry, mpfr_srcptr a, mpfr_srcptr b) {
    if (mpfr_zero_p(a) || mpfr_zero_p(b))
        return;
    mpfr_mul(r->a, a, b, MPFR_RNDN);
    mpfr_add(entry, entry, r->a, MPFR_RNDN);
}

/* matrix += G N+, of one coordinate after the other. */
static void add_positions(ref_mechanical *r, const struct kind *k, const mpfr_t *x) {
    const struct expr_matrix *p = k->pattern;
    const mpfr_t *G = vector_const(k->function->out + k->rows);
    for (int j = 0; j < k->unknowns; j++) {
        for (int i = 0; i < r->nq; i++)
            mpfr_set_ui(r->small[i], i == j, MPFR_RNDN);
        ref_mechanical_unmap(r, x, vector_const(r->small), r->small);
        for (int a = 0; a < p->count; a++) {
            if (mpfr_zero_p(r->small[p->column[a]]))
                continue;
            mpfr_ptr entry = matrix_entry(r, k, p->row[a], j);
            mpfr_fma(entry, G[a], r->small[p->column[a]], entry, MPFR_RNDN);
        }
    }
}

/* matrix += G S. */
static void add_velocities(ref_mechanical *r, const struct kind *k, const mpfr_t *x) {
    const struct expr_matrix *p = k->pattern;
    const mpfr_t *G = vector_const(k->function->out + k->rows);
    for (int a = 0; a < p->count; a++) {
        mpfr_ptr entry = matrix_entry(r, k, p->row[a], p->column[a]);
        find_scale(r, x, p->column[a]);
        mpfr_fma(entry, G[a], r->a, entry, MPFR_RNDN);
    }
}

/* matrix := A, that is G N+ of positions, G S of velocities; the factors of A A^T. */
static enum ref_status factor(ref_mechanical *r, const struct kind *k, const mpfr_t *x) {
    struct ref_semidefinite *s = k->solver;
    for (int a = 0; a < k->rows * k->unknowns; a++)
        mpfr_set_zero(r->matrix[a], 1);
    if (k->of_positions)
        add_positions(r, k, x);
    else
        add_velocities(r, k, x);
    for (int i = 0; i < s->n; i++) {
        for (int l = 0; l < s->n; l++)
            mpfr_set_zero(ref_semidefinite_entry(s, i, l), 1);
        for (int j = 0; j < k->unknowns; j++)
            for (int l = 0; l < s->n && !mpfr_zero_p(matrix_entry(r, k, i, j)); l++)
                add_product(r, ref_semidefinite_entry(s, i, l), matrix_entry(r, k, i, j),
                            matrix_entry(r, k, l, j));
    }
    return ref_semidefinite_factor(s);
}

/* small[unknowns] := A^T (A A^T)^+ row, however far errors that are hardly more than rounding
 * contradict each other. */
static void find_correction(ref_mechanical *r, const struct kind *k) {
    ref_semidefinite_solve_nearly(k->solver, r->row);
    for (int j = 0; j < k->unknowns; j++) {
        mpfr_set_zero(r->small[j], 1);
        for (int i = 0; i < k->rows; i++)
            add_product(r, r->small[j], matrix_entry(r, k, i, j), r->row[i]);
    }
}

/* target -= N N+ small at the positions of x, or S small. scale is x when the matrix was
 * formed. */
static void subtract(ref_mechanical *r, const struct kind *k, const mpfr_t *x,
                     const mpfr_t *scale, mpfr_t *target) {
    if (k->of_positions) {
        ref_mechanical_unmap(r, x, vector_const(r->small), r->small);
        ref_mechanical_map(r, x, vector_const(r->small), r->small);
        for (int i = 0; i < r->nq; i++)
            mpfr_sub(target[i], target[i], r->small[i], MPFR_RNDN);
        return;
    }
    for (int i = 0; i < r->nv; i++) {
        find_scale(r, scale, i);
        mpfr_mul(r->a, r->a, r->small[i], MPFR_RNDN);
        mpfr_sub(target[r->nq + i], target[r->nq + i], r->a, MPFR_RNDN);
    }
}

/* error -= what would remove the rows' part of it, G e (of positions G N+ e_q) with G where the
 * iterations have ended, by the last factors. */
static void correct_error(ref_mechanical *r, const struct kind *k, const mpfr_t *x,
                          const mpfr_t *scale, mpfr_t *error) {
    const mpfr_t *e = vector_const(error + r->nq);
    if (k->of_positions) {
        ref_mechanical_unmap(r, x, vector_const(error), r->small);
        e = vector_const(r->small);
    }
    for (int i = 0; i < k->rows; i++)
        mpfr_set_zero(r->row[i], 1);
    const mpfr_t *G = vector_const(k->function->out + k->rows);
    for (int a = 0; a < k->pattern->count; a++) {
        mpfr_mul(r->a, G[a], e[k->pattern->column[a]], MPFR_RNDN);
        mpfr_ptr out = r->row[k->pattern->row[a]];
        mpfr_add(out, out, r->a, MPFR_RNDN);
    }
    find_correction(r, k);
    subtract(r, k, x, scale, error);
}

/* The iterations. norm is the error's at first and in the end. */
static enum ref_status iterate(ref_mechanical *r, const struct kind *k, mpfr_srcptr t,
                               mpfr_t *x, bool local_only, mpfr_ptr norm) {
    double target = fmax(OVERSHOOT * r->tolerance, ref_significant);
    mpfr_t next;
    mpfr_init2(next, r->bits);
    enum ref_status status = REF_OK;
    for (int i = 0; i < k->most_iterations && status == REF_OK; i++) {
        if (i == 0 || !k->factors_once)
            status = factor(r, k, vector_const(x));
        for (int l = 0; l < k->rows; l++)
            mpfr_set(r->row[l], k->function->out[l], MPFR_RNDN);
        if (status != REF_OK)
            break;
        find_correction(r, k);
        vector_set(r->iterate_before, vector_const(x), r->nx);
        subtract(r, k, vector_const(r->iterate_before), vector_const(r->entry_state), x);
        status = find_error(r, k, t, vector_const(x), next);
        if (status != REF_OK)
            break;
        if (local_only && i > 0 && mpfr_greater_p(next, norm)) {
            vector_set(x, vector_const(r->iterate_before), r->nx);
            break;
        }
        mpfr_set(norm, next, MPFR_RNDN);
        if (mpfr_cmp_d(norm, target) <= 0)
            break;
    }
    mpfr_clear(next);
    return status;
}

/* b := the k-th quaternion's length. */
static void measure_quaternion(ref_mechanical *r, const mpfr_t *x, int k) {
    const int *position = r->model->quaternion[k].position;
    mpfr_set_zero(r->b, 1);
    for (int i = 0; i < 4; i++) {
        mpfr_sqr(r->a, x[position[i]], MPFR_RNDN);
        mpfr_add(r->b, r->b, r->a, MPFR_RNDN);
    }
    mpfr_sqrt(r->b, r->b, MPFR_RNDN);
}

/* norm := || lengths - 1 ||. */
static void find_quaternion_error(ref_mechanical *r, const mpfr_t *x, mpfr_ptr norm) {
    for (int k = 0; k < r->model->quaternions; k++) {
        measure_quaternion(r, x, k);
        mpfr_sub_ui(r->small[k], r->b, 1, MPFR_RNDN);
    }
    ref_mechanical_group_norm(r, vector_const(r->small), r->model->quaternions, norm);
}

/* REF_NOT_CONVERGED: one is zero. */
static enum ref_status normalise(ref_mechanical *r, mpfr_t *x) {
    for (int k = 0; k < r->model->quaternions; k++) {
        const int *position = r->model->quaternion[k].position;
        measure_quaternion(r, vector_const(x), k);
        if (mpfr_zero_p(r->b))
            return REF_NOT_CONVERGED;
        for (int i = 0; i < 4; i++)
            mpfr_div(x[position[i]], x[position[i]], r->b, MPFR_RNDN);
    }
    return REF_OK;
}

/* error -= its part along each quaternion, which is normal to the constraint |quaternion| = 1. */
static void correct_quaternions(ref_mechanical *r, const mpfr_t *x, mpfr_t *error) {
    for (int k = 0; k < r->model->quaternions; k++) {
        const int *position = r->model->quaternion[k].position;
        mpfr_set_zero(r->b, 1);
        for (int i = 0; i < 4; i++) {
            mpfr_mul(r->a, x[position[i]], error[position[i]], MPFR_RNDN);
            mpfr_add(r->b, r->b, r->a, MPFR_RNDN);
        }
        for (int i = 0; i < 4; i++) {
            mpfr_mul(r->a, x[position[i]], r->b, MPFR_RNDN);
            mpfr_sub(error[position[i]], error[position[i]], r->a, MPFR_RNDN);
        }
    }
}

/* Whether the errors are so large that nothing is tried. */
static bool exceeds(mpfr_srcptr norm, double limit) {
    return mpfr_cmp_d(norm, limit) > 0;
}

/* Whether an error that is within the tolerance is removed because every error is. */
static bool is_forced(const ref_mechanical *r, const struct ref_projection *how,
                      mpfr_srcptr norm) {
    bool is_chosen = r->options.negligible != REF_NEGLIGIBLE_AS_FOUND &&
                     mpfr_cmp_d(norm, ref_significant) <= 0;
    return how->forced && (is_chosen ? r->options.negligible == REF_NEGLIGIBLE_PROJECTED
                                     : !mpfr_zero_p(norm));
}

/* By the errors that the function has told last. */
static enum ref_status refuse(ref_mechanical *r, const struct kind *k) {
    r->joints->failed_row = ref_joints_worst(vector_const(k->function->out), k->rows);
    return REF_NOT_CONVERGED;
}

static enum ref_status project_rows(ref_mechanical *r, const struct kind *k,
                                    mpfr_srcptr t, mpfr_t *x,
                                    const struct ref_projection *how, mpfr_t *error,
                                    bool *changed) {
    mpfr_t norm, at_entry;
    mpfr_inits2(r->bits, norm, at_entry, (mpfr_ptr)NULL);
    enum ref_status status = find_error(r, k, t, vector_const(x), norm);
    if (status == REF_OK && exceeds(norm, how->limit))
        status = refuse(r, k);
    bool wanted = status == REF_OK &&
                  (mpfr_cmp_d(norm, r->tolerance) > 0 || is_forced(r, how, norm));
    if (wanted) {
        mpfr_set(at_entry, norm, MPFR_RNDN);
        vector_set(r->entry_state, vector_const(x), r->nx);
        status = iterate(r, k, t, x, how->local_only, norm);
        const bool is_better = status == REF_OK && mpfr_less_p(norm, at_entry);
        if (status == REF_OK && mpfr_cmp_d(norm, r->tolerance) > 0)
            status = refuse(r, k);
        *changed =
            status == REF_OK && (is_better || mpfr_cmp_d(at_entry, ref_significant) > 0);
        if (!*changed && !is_better)
            vector_set(x, vector_const(r->entry_state), r->nx);
        ref_joints_run(r->joints, k->function, t, vector_const(x));
        if (status == REF_OK && error != NULL)
            correct_error(r, k, vector_const(x), vector_const(r->entry_state), error);
    }
    mpfr_clears(norm, at_entry, (mpfr_ptr)NULL);
    return status;
}

static enum ref_status count(ref_mechanical *r, const struct kind *k,
                             enum ref_status status, bool changed) {
    if (status == REF_OK && changed)
        ++*k->projections;
    if (status != REF_OK)
        r->count.projection_failures++;
    return status;
}

/* Positions, then their quaternions. */
static enum ref_status project_positions(ref_mechanical *r, mpfr_srcptr t, mpfr_t *x,
                                         const struct ref_projection *how, mpfr_t *error,
                                         bool *changed) {
    const struct kind positions = positions_of(r);
    enum ref_status status = REF_OK;
    mpfr_t off;
    mpfr_init2(off, r->bits);
    find_quaternion_error(r, vector_const(x), off);
    bool due = how->forced || mpfr_cmp_d(off, r->tolerance) > 0;
    if (exceeds(off, how->limit))
        status = REF_NOT_CONVERGED;
    if (status == REF_OK && positions.rows > 0)
        status = project_rows(r, &positions, t, x, how, error, changed);
    if (status == REF_OK && r->model->quaternions > 0 && (due || *changed)) {
        status = normalise(r, x);
        *changed = true;
        if (status == REF_OK && error != NULL)
            correct_quaternions(r, vector_const(x), error);
    }
    mpfr_clear(off);
    return count(r, &positions, status, *changed);
}

enum ref_status ref_mechanical_project(ref_mechanical *r, mpfr_srcptr t, mpfr_t *x,
                                       const struct ref_projection *how, mpfr_t *error,
                                       bool *changed) {
    const struct kind velocities = velocities_of(r);
    bool q_changed = false, u_changed = false;
    r->joints->failed_row = -1;
    enum ref_status status = project_positions(r, t, x, how, error, &q_changed);
    if (status == REF_OK && velocities.rows > 0) {
        status = project_rows(r, &velocities, t, x, how, error, &u_changed);
        status = count(r, &velocities, status, u_changed);
    }
    *changed = q_changed || u_changed;
    return status;
}
