/* The Jacobian J = d ell / dy of ell(y) = f(t, qn + h N(qk) v, y), equations (7) and (8).
 * N stays at qk while y varies, so J = f_v + h f_q N(qk) in the columns of v and f_z in
 * those of z: J depends on h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/vector.h"
#include "fast/pair/base/internal.h"
#include "fast/linear/pattern.h"

/* How far a component of size up to 1 is moved: forward the square root of 1e-15, to both
 * sides its cube root. */
static const double forward_perturbation = 3.1622776601683792e-08;
static const double central_perturbation = 1e-5;

/* The place where J is formed. */
struct point {
    double t, h;
    const double *qn, *qk, *y;
};

static double perturbation_of(double perturbation, double y) {
    double relative = fabs(y) * perturbation;
    return relative > perturbation ? relative : perturbation;
}

/* Vectors are short: a call would cost more. */
static inline void copy_column(int n, const double *from, double *to) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

/* Sizes of a system, which are constants where the compiler is to know them. */
struct sizes {
    int nq, nv, ny;
    bool mapped; /* q' = N(q) v; or q' = v */
};

static struct sizes sizes_of(const struct pair *integrator) {
    return (struct sizes){integrator->nq, integrator->nv, integrator->ny,
                          integrator->system.map != NULL};
}

/* q := qn + h N(qk) v. */
static inline enum fast_status place(const struct sizes n, const struct pair *integrator,
                                     const struct point *at, const double *v, double *q) {
    const double *qdot = n.mapped ? integrator->qdot : v;
    if (n.mapped && fast_map(integrator, at->qk, v, integrator->qdot) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < n.nq; i++)
        q[i] = at->qn[i] + at->h * qdot[i];
    return FAST_OK;
}

/* probe := (qn + h N(qk) v, y), and base_position its position. */
static inline enum fast_status
move_probe_to(const struct sizes n, struct pair *integrator, const struct point *at) {
    double *base = integrator->base_position;
    enum fast_status status = place(n, integrator, at, at->y, base);
    copy_column(n.nq, base, integrator->probe);
    copy_column(n.ny, at->y, integrator->probe + n.nq);
    return status;
}

/* ydot := ell where component j of y has the given value; the probe is back where it was
 * afterwards. */
static inline enum fast_status evaluate_beside(const struct sizes n,
                                               struct pair *integrator,
                                               const struct point *at, int j,
                                               double value, double *ydot) {
    double *q = integrator->probe, *y = q + n.nq;
    const bool q_moves = j < n.nv;
    y[j] = value;
    if (q_moves && !n.mapped)
        q[j] = at->qn[j] + at->h * value;
    else if (q_moves && place(n, integrator, at, y, q) != FAST_OK)
        return FAST_CALLBACK;
    enum fast_status status = fast_evaluate(integrator, at->t, q, ydot);
    y[j] = at->y[j];
    if (q_moves && !n.mapped)
        q[j] = integrator->base_position[j];
    else if (q_moves)
        copy_column(n.nq, integrator->base_position, q);
    return status;
}

/* Where column j is to be evaluated: in J itself, unless it has a pattern. */
static inline double *place_of_column(const struct sizes n, struct pair *integrator,
                                      int j) {
    if (integrator->jacobian.pattern != NULL)
        return integrator->column;
    return integrator->jacobian.values + (size_t)j * (size_t)n.ny;
}

static inline enum fast_status difference_forward(const struct sizes n,
                                                  struct pair *integrator,
                                                  const struct point *at) {
    double *base = integrator->rates;
    enum fast_status status = move_probe_to(n, integrator, at);
    if (status == FAST_OK)
        status = fast_evaluate(integrator, at->t, integrator->probe, base);
    for (int j = 0; j < n.ny && status == FAST_OK; j++) {
        const double upper = at->y[j] + perturbation_of(forward_perturbation, at->y[j]);
        const double divisor = upper - at->y[j];
        double *column = place_of_column(n, integrator, j);
        status = evaluate_beside(n, integrator, at, j, upper, column);
        if (integrator->jacobian.pattern != NULL)
            fast_store_difference(integrator, j, divisor, base, column);
        else
            for (int i = 0; i < n.ny; i++)
                column[i] = (column[i] - base[i]) / divisor;
    }
    return status;
}

/* The smallest systems and one body whose orientation is a quaternion have code of their
 * own. */
static enum fast_status form_by_forward_differences(struct pair *integrator,
                                                    const struct point *at) {
    const struct sizes n = sizes_of(integrator);
    const bool plain = !n.mapped && n.nv == n.ny;
    if (plain && n.ny == 1)
        return difference_forward((struct sizes){1, 1, 1, false}, integrator, at);
    if (plain && n.ny == 2)
        return difference_forward((struct sizes){2, 2, 2, false}, integrator, at);
    if (n.nq == 0 && n.ny == 2)
        return difference_forward((struct sizes){0, 0, 2, false}, integrator, at);
    if (n.mapped && n.nq == 4 && n.nv == 3 && n.ny == 3)
        return difference_forward((struct sizes){4, 3, 3, true}, integrator, at);
    return difference_forward(n, integrator, at);
}

static enum fast_status form_by_central_differences(struct pair *integrator,
                                                    const struct point *at) {
    const struct sizes n = sizes_of(integrator);
    double *minus = integrator->rates;
    enum fast_status status = move_probe_to(n, integrator, at);
    for (int j = 0; j < n.ny && status == FAST_OK; j++) {
        double *column = place_of_column(n, integrator, j);
        double delta = perturbation_of(central_perturbation, at->y[j]);
        double upper = at->y[j] + delta, lower = at->y[j] - delta;
        status = evaluate_beside(n, integrator, at, j, upper, column);
        if (status == FAST_OK)
            status = evaluate_beside(n, integrator, at, j, lower, minus);
        fast_store_difference(integrator, j, upper - lower, minus, column);
    }
    return status;
}

static enum fast_status form_by_scheme(struct pair *integrator, const struct point *at) {
    switch (integrator->options.jacobian) {
    case FAST_FORWARD_DIFFERENCES: return form_by_forward_differences(integrator, at);
    case FAST_CENTRAL_DIFFERENCES: return form_by_central_differences(integrator, at);
    case FAST_EXACT_JACOBIAN: break;
    }
    enum fast_status status = move_probe_to(sizes_of(integrator), integrator, at);
    return status == FAST_OK ? fast_form_exactly(integrator, at->t, at->h, at->qk)
                             : status;
}

enum fast_status fast_form_jacobian(struct pair *integrator, double t, double h,
                                    const double *qn, const double *qk, const double *y) {
    struct pair_statistics *statistics = &integrator->statistics;
    const struct point at = {t, h, qn, qk, y};
    const bool whole = integrator->options.method == FAST_IMPLICIT_EULER;
    const struct fast_matrix *jacobian = &integrator->jacobian;
    long before = statistics->derivative_evals;
    statistics->jacobian_evals++;
    integrator->jacobians++;
    enum fast_status status =
        whole ? fast_form_whole_jacobian(integrator, t, y - integrator->nq)
              : form_by_scheme(integrator, &at);
    statistics->derivative_evals_for_jacobian += statistics->derivative_evals - before;
    integrator->has_jacobian = status == FAST_OK;
    integrator->jacobian_is_finite =
        status == FAST_OK &&
        fast_all_finite(
            fast_entries(jacobian->rows, jacobian->columns, jacobian->pattern),
            jacobian->values);
    integrator->jacobian_is_fresh = true;
    return status;
}
