/* Newton's iteration of PLUS on the active rows (Simbody 3.7, PLUSImpulseSolver): normals and
 * rolling friction are linear, (A p)_i = rhs_i; friction along a slip velocity d is
 *
 *     |d| p_xy + mu d (min(p_n, 0) + e_n) = 0
 *
 * where d is what it was at the start of the interval for a sliding contact, and for an
 * impending one A_xy (p + e) - applied, at every p anew. That is the velocity that is lost,
 * the opposite of the slip: impending friction drives what it should brake. And the equation
 * has the root d = 0 with any p_xy: friction may end outside its cone. The original does not
 * see either; both are in the residuals here.
 * In the derivative, and only there, min is a smooth function.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/plus/plus_internal.h"

/* Of the norm of errors, in which m/s and m/s times impulse are mixed: absolute. */
static const double TOLERANCE = 1e-10;
static const int MOST_ITERATIONS = 20;
/* Backtracking halves the step until the error falls, or the step is as short as this. */
static const double SHORTEST_BACK = 0.01;
static const double BACK_FACTOR = 0.5;
/* From the third iteration on, one that leaves more of the error than this is the last. */
static const int PATIENCE = 3;
static const double POOR_PROGRESS = 0.95;
/* min(z, 0) is smoothed to (z - sqrt(z^2 + smoothness)) / 2: sqrt(2^-52). */
static const double SMOOTHNESS = 0x1p-26;
/* Slip below 2^-52^(5/4) has no direction. */
static const double TINY = 0x1p-65;
/* The normals' first guess: on the branch where min is not constant. */
static const double FIRST_GUESS = 0.01;

double plus_row_times_active(const struct plus *w, const struct faithful_problem *problem,
                             int row, const double *p) {
    const double *column = problem->A + (size_t)row * (size_t)problem->rows;
    double sum = 0;
    for (int k = 0; k < w->actives; k++)
        sum += column[w->active[k]] * p[k];
    return sum;
}

static double form_norm(int n, const double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static bool has_curved_equation(const struct faithful_contact *point) {
    return point->normal_state != FAITHFUL_OFF &&
           (point->friction_state == FAITHFUL_SLIDING ||
            point->friction_state == FAITHFUL_IMPENDING);
}

static void set_right_hand_side(struct plus *w, const struct faithful_problem *problem) {
    const size_t rows = (size_t)problem->rows;
    for (int j = 0; j < w->actives; j++) {
        const size_t row = (size_t)w->active[j];
        for (int i = 0; i < w->actives; i++)
            w->jacobian[(size_t)j * (size_t)w->actives + (size_t)i] =
                problem->A[row * rows + (size_t)w->active[i]];
        w->rhs[j] = w->left[row] + w->expand[row];
        if (problem->applied != NULL)
            w->rhs[j] += problem->applied[row];
        w->p[j] = w->guess[row];
    }
    for (int k = 0; k < problem->contacts; k++) {
        const struct faithful_contact *point = &problem->contact[k];
        if (point->normal_state != FAITHFUL_ACTIVE)
            continue;
        const int z = w->place[point->normal];
        w->p[z] = FIRST_GUESS * ((w->rhs[z] > 0) - (w->rhs[z] < 0));
    }
}

/* The velocity that the impulses p produce at a row: A (p + e) - applied. */
static double form_produced_slip(const struct plus *w,
                                 const struct faithful_problem *problem, int row) {
    double slip = plus_row_times_active(w, problem, row, w->p) - w->expand[row];
    if (problem->applied != NULL)
        slip -= problem->applied[row];
    return slip;
}

static void replace_friction_errors(struct plus *w,
                                    const struct faithful_problem *problem,
                                    struct faithful_contact *point) {
    const int x = w->place[point->friction[0]], y = w->place[point->friction[1]];
    if (point->friction_state == FAITHFUL_IMPENDING) {
        for (int i = 0; i < 2; i++)
            point->slip[i] = form_produced_slip(w, problem, point->friction[i]);
        point->slip_speed = form_norm(2, point->slip);
    }
    const double mu = point->mu, given = w->expansion[point->normal];
    w->error[x] = point->slip_speed * w->p[x] + mu * point->slip[0] * given;
    w->error[y] = point->slip_speed * w->p[y] + mu * point->slip[1] * given;
    if (point->normal_state == FAITHFUL_ACTIVE) {
        const double pushing = fmin(w->p[w->place[point->normal]], 0);
        w->error[x] += mu * point->slip[0] * pushing;
        w->error[y] += mu * point->slip[1] * pushing;
    }
}

/* The norm of the equations' errors at p, and the directions of impending slip there. */
static double form_errors(struct plus *w, struct faithful_problem *problem) {
    for (int i = 0; i < w->actives; i++)
        w->error[i] = plus_row_times_active(w, problem, w->active[i], w->p) - w->rhs[i];
    for (int k = 0; k < problem->contacts; k++)
        if (has_curved_equation(&problem->contact[k]))
            replace_friction_errors(w, problem, &problem->contact[k]);
    return form_norm(w->actives, w->error);
}

static double *entry(struct plus *w, int i, int j) {
    return &w->jacobian[(size_t)j * (size_t)w->actives + (size_t)i];
}

/* The rows of friction whose direction moves with p: by all active impulses, through d. */
static void differentiate_impending(struct plus *w,
                                    const struct faithful_problem *problem,
                                    const struct faithful_contact *point, int x, int y,
                                    double pushing) {
    const size_t rows = (size_t)problem->rows;
    const double *Ax = problem->A + (size_t)point->friction[0] * rows;
    const double *Ay = problem->A + (size_t)point->friction[1] * rows;
    const bool has_direction = point->slip_speed > TINY;
    const double hat_x = has_direction ? point->slip[0] / point->slip_speed : 0;
    const double hat_y = has_direction ? point->slip[1] / point->slip_speed : 0;
    const double mu = point->mu, normal = w->expansion[point->normal] + pushing;
    for (int i = 0; i < w->actives; i++) {
        const int row = w->active[i];
        const double along = hat_x * Ax[row] + hat_y * Ay[row];
        *entry(w, x, i) = along * w->p[x] + mu * Ax[row] * normal;
        *entry(w, y, i) = along * w->p[y] + mu * Ay[row] * normal;
    }
}

static void differentiate_contact(struct plus *w, const struct faithful_problem *problem,
                                  const struct faithful_contact *point) {
    const int x = w->place[point->friction[0]], y = w->place[point->friction[1]];
    const bool is_active = point->normal_state == FAITHFUL_ACTIVE;
    const double z = is_active ? w->p[w->place[point->normal]] : 0;
    const double root = sqrt(z * z + SMOOTHNESS);
    for (int i = 0; i < w->actives; i++)
        *entry(w, x, i) = *entry(w, y, i) = 0;
    if (point->friction_state == FAITHFUL_IMPENDING)
        differentiate_impending(w, problem, point, x, y, is_active ? (z - root) / 2 : 0);
    *entry(w, x, x) += point->slip_speed;
    *entry(w, y, y) += point->slip_speed;
    if (is_active) {
        const double slope = (1 - z / root) / 2;
        const int normal = w->place[point->normal];
        *entry(w, x, normal) += point->mu * point->slip[0] * slope;
        *entry(w, y, normal) += point->mu * point->slip[1] * slope;
    }
}

static void differentiate(struct plus *w, const struct faithful_problem *problem) {
    for (int k = 0; k < problem->contacts; k++)
        if (has_curved_equation(&problem->contact[k]))
            differentiate_contact(w, problem, &problem->contact[k]);
}

/* One step with backtracking; the error after it, even where that has grown. */
static double step_back_until_better(struct plus *w, struct faithful_problem *problem,
                                     double before) {
    memcpy(w->saved, w->p, (size_t)w->actives * sizeof *w->p);
    for (double back = 1;; back *= BACK_FACTOR) {
        for (int i = 0; i < w->actives; i++)
            w->p[i] = w->saved[i] - back * w->change[i];
        const double norm = form_errors(w, problem);
        if (norm < before || back <= SHORTEST_BACK)
            return norm;
    }
}

bool plus_newton(struct plus *w, struct faithful_problem *problem) {
    set_right_hand_side(w, problem);
    double norm = form_errors(w, problem);
    differentiate(w, problem);
    for (int iteration = 1; norm > TOLERANCE; iteration++) {
        const double before = norm;
        least_squares_factor(w->factors, w->actives, w->jacobian);
        least_squares_solve(w->factors, w->error, w->change);
        problem->factorizations++;
        problem->iterations++;
        norm = step_back_until_better(w, problem, before);
        if (norm < TOLERANCE ||
            (iteration >= PATIENCE && norm > POOR_PROGRESS * before) ||
            iteration >= MOST_ITERATIONS)
            break;
        differentiate(w, problem);
    }
    return norm <= TOLERANCE;
}
