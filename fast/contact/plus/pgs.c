/* Projected Gauss-Seidel with successive over-relaxation (Simbody 3.7, PGSImpulseSolver): from
 * p = 0 in sweeps over the rows that always hold, all normals, then all frictions,
 *
 *     p_i += sor (rhs_i - (A p)_i) / A_ii,
 *
 * a normal then bounded by 0, friction scaled back to mu |p_n + e_n|. Enforced are rows that
 * no bound has moved; their errors before their updates are the residual, a root mean
 * square over all rows that take part. Whenever that has grown, sor shrinks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/plus/faithful.h"

static const double TOLERANCE = 1e-6; /* of the residual, in m/s */
static const int MOST_SWEEPS = 100;
static const double OVER_RELAXATION = 1.2;
static const double LEAST_RELAXATION = 0.1;
static const double SHRINKAGE = 0.8;

static double form_error(const struct faithful_problem *problem, int row) {
    const double *entry =
        problem->A + (size_t)row * (size_t)problem->rows; /* symmetric */
    double sum = 0;
    for (int k = 0; k < problem->participants; k++) {
        const int column = problem->participant[k];
        sum += entry[column] * problem->impulse[column];
    }
    return problem->velocity[row] - sum;
}

static void relax(struct faithful_problem *problem, int row, double sor, double error) {
    const double diagonal = problem->A[(size_t)row * (size_t)problem->rows + (size_t)row];
    if (diagonal > 0)
        problem->impulse[row] += sor * error / diagonal;
}

/* The squared error that counts. */
static double update_normal(struct faithful_problem *problem,
                            struct faithful_contact *point, double sor) {
    if (point->part != FAITHFUL_PARTICIPATING)
        return 0;
    double *p = &problem->impulse[point->normal];
    const double error = form_error(problem, point->normal);
    relax(problem, point->normal, sor, error);
    point->normal_state = *p > 0 ? FAITHFUL_OFF : FAITHFUL_ACTIVE;
    if (*p > 0)
        *p = 0;
    return point->normal_state == FAITHFUL_ACTIVE ? error * error : 0;
}

static double update_friction(struct faithful_problem *problem,
                              struct faithful_contact *point, double sor) {
    if (point->part == FAITHFUL_OBSERVING || !point->has_friction)
        return 0;
    const int *row = point->friction;
    const double error[2] = {form_error(problem, row[0]), form_error(problem, row[1])};
    relax(problem, row[0], sor, error[0]);
    relax(problem, row[1], sor, error[1]);
    const double limit = point->mu * fabs(problem->impulse[point->normal] +
                                          problem->expansion[point->normal]);
    double *x = &problem->impulse[row[0]], *y = &problem->impulse[row[1]];
    const double size = *x * *x + *y * *y;
    point->friction_state = size <= limit * limit ? FAITHFUL_ROLLING : FAITHFUL_SLIDING;
    if (point->friction_state == FAITHFUL_ROLLING)
        return error[0] * error[0] + error[1] * error[1];
    const double scale = sqrt(limit * limit / size);
    *x *= scale;
    *y *= scale;
    return 0;
}

static double sweep(struct faithful_problem *problem, double sor) {
    double sum = 0;
    for (int k = 0; k < problem->unconditional; k++) {
        const double error = form_error(problem, problem->unconditional_row[k]);
        relax(problem, problem->unconditional_row[k], sor, error);
        sum += error * error;
    }
    for (int k = 0; k < problem->contacts; k++)
        sum += update_normal(problem, &problem->contact[k], sor);
    for (int k = 0; k < problem->contacts; k++)
        sum += update_friction(problem, &problem->contact[k], sor);
    return sum;
}

static double sweep_bilaterally(struct faithful_problem *problem, double sor) {
    double sum = 0;
    for (int k = 0; k < problem->participants; k++) {
        const double error = form_error(problem, problem->participant[k]);
        relax(problem, problem->participant[k], sor, error);
        sum += error * error;
    }
    return sum;
}

static enum fast_status
sweep_until_converged(struct faithful_problem *problem,
                      double (*sweep_over)(struct faithful_problem *, double)) {
    double sor = OVER_RELAXATION, residual = INFINITY;
    problem->has_converged = problem->participants == 0;
    problem->iterations = problem->factorizations = 0;
    while (!problem->has_converged && problem->iterations < MOST_SWEEPS) {
        const double before = residual;
        residual = sqrt(sweep_over(problem, sor) / problem->participants);
        problem->iterations++;
        if (residual / before > 1 && sor > LEAST_RELAXATION)
            sor = fmax(SHRINKAGE * sor, LEAST_RELAXATION);
        problem->has_converged = residual < TOLERANCE;
    }
    for (int i = 0; i < problem->rows; i++)
        if (!isfinite(problem->impulse[i]))
            return FAST_NOT_FINITE;
    return FAST_OK;
}

/* velocity -= A x, of the columns listed. */
static void subtract_columns(struct faithful_problem *problem, int columns,
                             const int *column, const double *x) {
    const size_t rows = (size_t)problem->rows;
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < columns; k++)
            sum += problem->A[(size_t)column[k] * rows + i] * x[column[k]];
        problem->velocity[i] -= sum;
    }
}

enum fast_status pgs_solve(struct faithful_problem *problem) {
    memset(problem->impulse, 0, (size_t)problem->rows * sizeof(double));
    for (int i = 0; problem->applied != NULL && i < problem->rows; i++)
        problem->velocity[i] += problem->applied[i];
    subtract_columns(problem, problem->expanders, problem->expander, problem->expansion);
    enum fast_status status = sweep_until_converged(problem, sweep);
    if (status == FAST_OK)
        subtract_columns(problem, problem->participants, problem->participant,
                         problem->impulse);
    return status;
}

enum fast_status pgs_bilateral(struct faithful_problem *problem) {
    memset(problem->impulse, 0, (size_t)problem->rows * sizeof(double));
    return sweep_until_converged(problem, sweep_bilaterally);
}
