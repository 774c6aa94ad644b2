/* PLUS, successive pruning (Simbody 3.7, PLUSImpulseSolver): a direct solver of
 *
 *     A (p + e) = u + applied,   p_n <= 0,   |p_xy| <= mu |p_n + e_n|
 *
 * in sliding intervals. At the start of each all rows that take part are active, and friction
 * slides where the slip is faster than the rolling speed; then Newton's iteration and
 * pruning take turns until no bound is broken; then as much of the result is taken as no
 * sliding direction turns too far for, and the rest is another interval.
 *
 * Where the original returns without a word that Newton's iteration has not come to the
 * tolerance, has_converged is false here. Rows that always hold come last among the equations
 * and are never pruned; the original's time stepper has none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact/plus/plus_internal.h"

/* The original has no limit, and could go on for ever. Each interval turns a direction by
 * 30 degrees or ends a slip, so that more than these mean that it does. */
static const int MOST_INTERVALS = 10000;

struct plus *plus_alloc(int rows, double rolling_speed) {
    const size_t size = (size_t)(rows > 0 ? rows : 1), vectors = 10;
    struct plus *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->rolling_speed = rolling_speed;
    w->factors = least_squares_alloc(rows);
    w->active = calloc(2 * size, sizeof *w->active);
    w->jacobian = calloc(size * (size + vectors), sizeof *w->jacobian);
    if (w->factors == NULL || w->active == NULL || w->jacobian == NULL) {
        plus_free(w);
        return NULL;
    }
    w->place = w->active + size;
    double **part[] = {&w->left, &w->expand, &w->expansion, &w->total, &w->guess,
                       &w->p,    &w->error,  &w->rhs,       &w->saved, &w->change};
    for (size_t k = 0; k < vectors; k++)
        *part[k] = w->jacobian + size * (size + k);
    return w;
}

void plus_free(struct plus *w) {
    if (w == NULL)
        return;
    least_squares_free(w->factors);
    free(w->active);
    free(w->jacobian);
    free(w);
}

static void find_places(struct plus *w, int rows) {
    for (int i = 0; i < rows; i++)
        w->place[i] = -1;
    for (int k = 0; k < w->actives; k++)
        w->place[w->active[k]] = k;
}

static void expand(struct plus *w, const struct faithful_problem *problem) {
    const size_t rows = (size_t)problem->rows;
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < problem->expanders; k++) {
            const size_t j = (size_t)problem->expander[k];
            sum += problem->A[i * rows + j] * w->expansion[j];
        }
        w->expand[i] = -sum;
    }
}

static void classify_friction(const struct plus *w, struct faithful_contact *point) {
    point->normal_state = point->part == FAITHFUL_PARTICIPATING ? FAITHFUL_ACTIVE
                          : point->part == FAITHFUL_KNOWN       ? FAITHFUL_GIVEN
                                                                : FAITHFUL_OFF;
    point->friction_state = FAITHFUL_NO_FRICTION;
    if (point->part == FAITHFUL_OBSERVING || !point->has_friction)
        return;
    const double x = w->left[point->friction[0]], y = w->left[point->friction[1]];
    point->slip[0] = x;
    point->slip[1] = y;
    point->slip_speed = sqrt(x * x + y * y);
    point->friction_state =
        point->slip_speed > w->rolling_speed ? FAITHFUL_SLIDING : FAITHFUL_ROLLING;
}

/* Takes s of the interval's impulses, expansion and applied velocities. */
static void accept_part(struct plus *w, struct faithful_problem *problem, double s) {
    for (int k = 0; k < problem->expanders; k++) {
        double *e = &w->expansion[problem->expander[k]];
        *e -= s * *e;
    }
    for (int k = 0; k < w->actives; k++) {
        w->p[k] *= s;
        w->total[w->active[k]] += w->p[k];
    }
    for (int i = 0; i < problem->rows; i++)
        w->left[i] -= plus_row_times_active(w, problem, i, w->p) - s * w->expand[i];
    for (int i = 0; problem->applied != NULL && i < problem->rows; i++) {
        w->left[i] += s * problem->applied[i];
        problem->applied[i] -= s * problem->applied[i];
    }
}

/* One interval; the part of it that is taken. */
static double take_interval(struct plus *w, struct faithful_problem *problem) {
    const int rows = problem->rows;
    w->actives = problem->participants;
    memcpy(w->active, problem->participant, (size_t)w->actives * sizeof *w->active);
    expand(w, problem);
    memset(w->guess, 0, (size_t)rows * sizeof *w->guess);
    for (int k = 0; k < problem->contacts; k++)
        classify_friction(w, &problem->contact[k]);
    bool is_solved;
    do {
        find_places(w, rows);
        is_solved = plus_newton(w, problem);
    } while (w->actives > 0 && plus_prune(w, problem));
    problem->has_converged = problem->has_converged && is_solved;
    const double s = plus_interval(w, problem);
    accept_part(w, problem, s);
    return s;
}

static enum fast_status return_result(const struct plus *w,
                                      struct faithful_problem *problem) {
    for (int i = 0; i < problem->rows; i++) {
        if (!isfinite(w->total[i]) || !isfinite(w->left[i]))
            return FAST_NOT_FINITE;
        problem->impulse[i] = w->total[i];
        problem->velocity[i] = w->left[i];
    }
    return FAST_OK;
}

enum fast_status plus_solve(struct plus *w, struct faithful_problem *problem) {
    const size_t bytes = (size_t)problem->rows * sizeof(double);
    memcpy(w->left, problem->velocity, bytes);
    memcpy(w->expansion, problem->expansion, bytes);
    memset(w->total, 0, bytes);
    problem->has_converged = true;
    problem->iterations = problem->factorizations = 0;
    if (problem->participants == 0) {
        expand(w, problem);
        for (int i = 0; i < problem->rows; i++) {
            if (problem->applied != NULL)
                w->left[i] += problem->applied[i];
            w->left[i] += w->expand[i];
        }
        for (int k = 0; k < problem->contacts; k++)
            classify_friction(w, &problem->contact[k]);
        return return_result(w, problem);
    }
    double s = 0;
    for (int interval = 0; s < 1 && interval < MOST_INTERVALS; interval++)
        s = take_interval(w, problem);
    problem->has_converged = problem->has_converged && s >= 1;
    return return_result(w, problem);
}

enum fast_status plus_bilateral(struct plus *w, struct faithful_problem *problem) {
    const size_t rows = (size_t)problem->rows;
    const int n = problem->participants;
    memset(problem->impulse, 0, rows * sizeof(double));
    problem->has_converged = true;
    problem->iterations = problem->factorizations = 0;
    if (n == 0)
        return FAST_OK;
    for (int j = 0; j < n; j++) {
        const size_t row = (size_t)problem->participant[j];
        for (int i = 0; i < n; i++)
            w->jacobian[(size_t)j * (size_t)n + (size_t)i] =
                problem->A[row * rows + (size_t)problem->participant[i]];
        w->rhs[j] = problem->velocity[row];
    }
    least_squares_factor(w->factors, n, w->jacobian);
    least_squares_solve(w->factors, w->rhs, w->p);
    problem->iterations = problem->factorizations = 1;
    for (int i = 0; i < n; i++) {
        if (!isfinite(w->p[i]))
            return FAST_NOT_FINITE;
        problem->impulse[problem->participant[i]] = w->p[i];
    }
    return FAST_OK;
}
