/* What an iteration that follows a map N(q) leaves of the equations of study_steps_bound.c, (1)
 * and (2).
 *
 * Newton's matrix is that of the velocities and other states alone, A = I - k Fy - k^2 Fq N,
 * which takes q to follow v as k N. With a map N(q) it follows as (I - k G)^-1 k N,
 * G = d(N v)/dq, so that the iteration converges linearly, and a last update dy leaves
 *
 *     |r| <= k |Fq| |(I - k G)^-1 - I| k |N| |dy|                                       (3)
 *
 * of the equations unsolved. The stop rule takes the last update's rate of convergence for
 * that of the next one. The first update's may be much smaller, as it has begun from a guess
 * of second order, and says nothing of (3). What the rule says of dy itself is
 * |dy|^2 <= 2 kappa accuracy |y - x|, as no update before it is longer than the step, or that
 * it is rounding, 10 eps max(1, |y|).
 *
 * The original's velocity-implicit method makes q = x + k N(q of the iterate before) v instead,
 * and solves for v with just that q: it leaves no (3), but dq is as long as the stop rule lets
 * it be. The rule's rate is that of the whole iterate, which falls fast as long as v's error,
 * squared in each iteration, is larger than q's, which falls by k G, and slowly afterwards: so
 * one good rate may end the iteration with k |G| |dq| far above kappa accuracy. From
 * |dx|^2 / (|dx before| - |dx|) < kappa accuracy, asked from the third iteration on, and updates
 * that do not grow any more by then,
 *
 *     |dq|^2 <= kappa accuracy |dx_2|,
 *     |dx_2| <= 2 |e_1|,   |e_1| <= |M^-1| k (|J(y) - J(x)| + |G|) |y - x|              (4)
 *
 * with e_1 the error after the first update from x (or from a better guess): Newton's own, by
 * the change of J = dF/dx over the step, and the lag of that update. The second update goes no
 * further than the distance of both its ends, twice the first one's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps.h"

#include <float.h>
#include <math.h>

#include "problems/model.h"

/* Drake's stop rule: the last update is below this, relative to max(1, |x|), or expected to be
 * wrong by less than kappa times the accuracy. */
#define LAST_UPDATE (10 * DBL_EPSILON)

/* |e_1| of (4); dF/dx at y and at x are in entry and entry_at_x. */
static double first_error(struct step_bound *b, const struct sub_step *step) {
    double sum = 0;
    for (int i = 0; i < b->nx; i++)
        b->residual[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        bool of_map = row < b->model->nq && column < b->model->nq;
        double change = fabs(b->entry[e] - b->entry_at_x[e]);
        b->residual[row] += step->k * (change + (of_map ? fabs(b->entry[e]) : 0)) *
                            fabs(step->y[column] - step->x[column]);
    }
    for (int i = 0; i < b->nx; i++)
        sum = hypot(sum, step_bound_carry(b, i));
    return sum;
}

void step_bound_find_lag(struct step_bound *b, const struct sub_step *step,
                         double accuracy) {
    double by_rate = 0;
    if (b->lags && !b->model->map_is_identity)
        by_rate = sqrt(step_bound_left * accuracy * first_error(b, step));
    for (int i = 0; i < b->nx; i++)
        b->lag[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        double update = fmax(by_rate, LAST_UPDATE * fmax(1, fabs(step->y[column])));
        if (row < b->model->nq && column < b->model->nq)
            b->lag[row] += step->k * fabs(b->entry[e]) * update;
    }
}

/* How long the last update of component i may be. */
static double last_update(const struct sub_step *step, int nx, int i, double accuracy) {
    double way = 0;
    for (int k = 0; k < nx; k++)
        way = hypot(way, step->y[k] - step->x[k]);
    return fmax(sqrt(step_bound_left * accuracy * way),
                LAST_UPDATE * fmax(1, fabs(step->y[i])));
}

/* follow := k |N| |dy|, contraction := the sums of the rows of k |G|. The largest of both. */
static void find_follow(struct step_bound *b, const struct sub_step *step,
                        double accuracy, double *largest, double *norm) {
    int nq = b->model->nq;
    *largest = *norm = 0;
    for (int i = 0; i < nq; i++)
        b->follow[i] = b->contraction[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row >= nq)
            continue;
        double size = step->k * fabs(b->entry[e]);
        if (column < nq)
            b->contraction[row] += size;
        else
            b->follow[row] += size * last_update(step, b->nx, column, accuracy);
    }
    for (int i = 0; i < nq; i++) {
        *largest = fmax(*largest, b->follow[i]);
        *norm = fmax(*norm, b->contraction[i]);
    }
}

bool step_bound_add_neglected(struct step_bound *b, const struct sub_step *step,
                              double accuracy) {
    int nq = b->model->nq;
    double largest, norm;
    if (b->model->map_is_identity)
        return true;
    find_follow(b, step, accuracy, &largest, &norm);
    if (!(norm < 1))
        return false;
    for (int i = 0; i < nq; i++)
        b->shift[i] = b->contraction[i] * norm / (1 - norm) * largest;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row < nq && column < nq)
            b->shift[row] += step->k * fabs(b->entry[e]) * b->follow[column];
    }
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row >= nq && column < nq)
            b->residual[row] += step->k * fabs(b->entry[e]) * b->shift[column];
    }
    return true;
}

double step_bound_carry(const struct step_bound *b, int i) {
    double sum = 0;
    for (int j = 0; j < b->nx; j++)
        sum += gsl_matrix_get(b->inverse, (size_t)i, (size_t)j) * b->residual[j];
    return sum;
}
