/* J in two parts, df/dq and df/dy, so that I - h (df/dy + h df/dq N) is exact
 * for every h. By differences at a point where f is known already: nq + ny
 * evaluations forward.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/vector.h"
#include "fast/pair/default/default_mode.h"
#include "fast/pair/base/difference.h"
#include "fast/linear/pattern.h"

/* How far a component is moved, relative to its size: forward the square root
 * of 1e-15, to both sides its cube root. */
static const double forward_step = 3.1622776601683792e-08, central_step = 1e-5;
/* Smaller components are moved as if they had the size of the errors that are
 * accepted: far less than 1, or the curvature of f between a small value and 1
 * would spoil J (Robertson's problem); but not so little that the rounding of f
 * does. */
static const double least_size = 1e-6, most_size = 1;

/* What the balances' derivatives and two sparse factorisations take, in evaluations of f: as
 * measured with a chain of 400 bodies. */
static const double cost_of_balances = 25;

static double typical_size(const struct pair *integrator) {
    const struct integrator_options *options = &integrator->options;
    double size = integrator->statistics.accuracy_in_use;
    if (fast_has_tolerances(integrator))
        size = options->absolute / options->relative;
    return fmin(fmax(size, least_size), most_size); /* also if relative is 0 */
}

/* df/dx_j for the columns that begin with x[first]. */
static enum fast_status difference(struct pair *integrator, double t, const double *x,
                                   const double *rates, int first,
                                   const struct fast_groups *groups,
                                   const struct fast_matrix *matrix) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_difference what = {.first = first,
                                         .rows = matrix->rows,
                                         .columns = matrix->columns,
                                         .pattern = matrix->pattern,
                                         .groups = groups,
                                         .delta = default_mode->delta + first,
                                         .probe = integrator->probe,
                                         .upper = integrator->column,
                                         .lower = default_mode->update};
    const bool central = integrator->options.jacobian == FAST_CENTRAL_DIFFERENCES;
    return fast_difference(integrator, &what, t, x, central ? NULL : rates,
                           matrix->values);
}

static enum fast_status form_by_differences(struct pair *integrator, double t,
                                            const double *x, const double *rates) {
    const bool central = integrator->options.jacobian == FAST_CENTRAL_DIFFERENCES;
    const double step = central ? central_step : forward_step;
    const double size = typical_size(integrator);
    struct fast_default *default_mode = integrator->default_mode;
    for (int j = 0; j < integrator->nx; j++)
        default_mode->delta[j] = step * (fabs(x[j]) > size ? fabs(x[j]) : size);
    enum fast_status status = difference(integrator, t, x, rates, 0,
                                         default_mode->fq_groups, &default_mode->fq);
    if (status == FAST_OK)
        status = difference(integrator, t, x, rates, integrator->nq,
                            default_mode->fy_groups, &default_mode->fy);
    return status;
}

static enum fast_status form_exactly(struct pair *integrator, double t, const double *x) {
    const struct integrator_system *system = &integrator->system;
    struct fast_default *default_mode = integrator->default_mode;
    integrator->statistics.derivative_evals++;
    int failed = system->jacobian(system->context, t, x, default_mode->fq.values,
                                  default_mode->fy.values);
    return failed ? FAST_CALLBACK : FAST_OK;
}

/* fqn := fq N(q), N being read out column by column. */
static enum fast_status multiply_by_columns(struct pair *integrator, const double *q) {
    struct fast_default *default_mode = integrator->default_mode;
    double *unit = integrator->unit, *qdot = integrator->qdot;
    for (int j = 0; j < integrator->nv; j++) {
        unit[j] = 1;
        enum fast_status status = fast_map(integrator, q, unit, qdot);
        unit[j] = 0;
        if (status != FAST_OK)
            return status;
        for (int k = 0; k < integrator->nq; k++)
            fast_matrix_add_column(&default_mode->fqn, 0, j, qdot[k], &default_mode->fq,
                                   k);
    }
    return FAST_OK;
}

/* fqn := fq N(q). */
static enum fast_status multiply_by_map(struct pair *integrator, const double *q) {
    struct fast_default *default_mode = integrator->default_mode;
    enum fast_status status = FAST_OK;
    fast_matrix_clear(&default_mode->fqn);
    if (integrator->system.map == NULL)
        for (int j = 0; j < integrator->nv; j++)
            fast_matrix_add_column(&default_mode->fqn, 0, j, 1, &default_mode->fq, j);
    else if (integrator->map.values == NULL)
        status = multiply_by_columns(integrator, q);
    else if ((status = fast_read_map(integrator, q)) == FAST_OK)
        fast_matrix_add_product(&default_mode->fqn, 0, 0, &default_mode->fq, 1,
                                &integrator->map);
    return status;
}

static size_t entries_of(const struct fast_matrix *matrix) {
    return fast_entries(matrix->rows, matrix->columns, matrix->pattern);
}

static bool is_finite(const struct fast_matrix *matrix) {
    return fast_all_finite(entries_of(matrix), matrix->values);
}

static enum fast_status form_balance(struct pair *integrator, double t, const double *x) {
    integrator->statistics.derivative_evals++;
    return fast_balance_form(integrator, integrator->default_mode->balance, t, x);
}

static enum fast_status form_parts(struct pair *integrator, double t, const double *x,
                                   const double *rates) {
    enum fast_status status = integrator->options.jacobian == FAST_EXACT_JACOBIAN
                                  ? form_exactly(integrator, t, x)
                                  : form_by_differences(integrator, t, x, rates);
    return status == FAST_OK ? multiply_by_map(integrator, x) : status;
}

enum fast_status fast_form_split(struct pair *integrator, double t, const double *x,
                                 const double *rates) {
    struct pair_statistics *statistics = &integrator->statistics;
    struct fast_default *default_mode = integrator->default_mode;
    const long before = statistics->derivative_evals;
    statistics->jacobian_evals++;
    integrator->has_jacobian = false;
    default_mode->half.is_current = default_mode->whole.is_current = false;
    default_mode->half.inverse = default_mode->whole.inverse = NULL;
    enum fast_status status = default_mode->balance != NULL
                                  ? form_balance(integrator, t, x)
                                  : form_parts(integrator, t, x, rates);
    long evaluations = statistics->derivative_evals - before;
    statistics->derivative_evals_for_jacobian += evaluations;
    if (status == FAST_OK &&
        !(is_finite(&default_mode->fqn) && is_finite(&default_mode->fy)))
        status = FAST_NOT_FINITE;
    integrator->has_jacobian = status == FAST_OK;
    default_mode->cost =
        default_mode->balance != NULL ? cost_of_balances : (double)evaluations;
    default_mode->extra = 0;
    default_mode->is_worn_out = false;
    return status;
}

/* sum := df/dy + h df/dq N. */
static void add_parts(struct fast_default *default_mode, double h) {
    const size_t entries = entries_of(&default_mode->sum);
    double *sum = default_mode->sum.values;
    if (default_mode->sum.pattern == NULL && default_mode->fy.pattern == NULL) {
        for (size_t e = 0; e < entries; e++)
            sum[e] = default_mode->fy.values[e];
    } else {
        fast_matrix_clear(&default_mode->sum);
        fast_matrix_add(&default_mode->sum, 0, 0, &default_mode->fy);
    }
    for (size_t e = 0; e < entries; e++)
        sum[e] += h * default_mode->fqn.values[e];
}

static enum fast_status form_factors(struct fast_default *default_mode,
                                     struct fast_factors *factors, double h) {
    if (default_mode->balance != NULL)
        return fast_balance_factor(default_mode->balance, factors, h);
    add_parts(default_mode, h);
    return fast_factors_form(factors, h, default_mode->sum.values);
}

enum fast_status fast_factor_split(struct pair *integrator, struct fast_factored *matrix,
                                   double h) {
    integrator->statistics.factorizations++;
    matrix->inverse = NULL;
    enum fast_status status = form_factors(integrator->default_mode, matrix->factors, h);
    matrix->is_current = status == FAST_OK;
    matrix->h = h;
    if (status == FAST_OK && integrator->controls_error &&
        fast_factors_turn(matrix->factors)) {
        matrix->is_current = false;
        status = FAST_NOT_CONVERGED;
    }
    return status;
}

void fast_solve_split(const struct fast_default *default_mode,
                      struct fast_factors *factors, const double *b, double *x) {
    if (default_mode->balance != NULL)
        fast_balance_solve(default_mode->balance, factors, b, x);
    else
        fast_factors_solve(factors, b, x);
}

enum fast_status fast_factor_for(struct pair *integrator, struct fast_factored *matrix,
                                 double h) {
    return fast_is_factored(matrix, h) ? FAST_OK
                                       : fast_factor_split(integrator, matrix, h);
}

enum fast_status fast_solve_update(struct pair *integrator, struct fast_factored *matrix,
                                   double h) {
    enum fast_status status = fast_factor_for(integrator, matrix, h);
    if (status != FAST_OK)
        return status;
    struct fast_default *default_mode = integrator->default_mode;
    default_mode->solves++;
    fast_solve_split(default_mode, matrix->factors, default_mode->residual,
                     default_mode->update);
    fast_find_inverse(matrix, h);
    return FAST_OK;
}
