/* Newton's method for u = u0 + h F(u), to round-off: (I - h F') du = u0 + h F(u) - u,
 * with F' formed once, and again where the iteration is slow with it.
 *
 * Where F' is known by differences and F to few digits, as accelerations of ill-conditioned
 * joints are, a narrow difference is noise, and an iteration with it wanders until it meets any
 * solution of the equations. One that is not near a solution soon is therefore lost: it begins
 * again with wide differences, and one that is lost with these, or with the system's own
 * derivative, has failed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "fast/projected/newton.h"
#include "fast/linear/pattern.h"

static const int most_iterations = 50;
/* An update of so many units of rounding is the last. */
static const double last_update = 2 * DBL_EPSILON;
/* Updates that no longer fall are rounding errors below this, and a failure above. */
static const double rounding_level = 1e-10;
/* A slower iteration than the first needs another F'; round-off stops one that is slower than
 * the second. */
static const double slow_rate = 0.1, no_longer_falling = 0.5;
/* An update of a larger part is large. Newton's method near a solution has few of them; an
 * iteration that has more than so many is lost. */
static const double large_update = 0.1;
static const int most_large_updates = 10;
/* Components are measured by themselves, but not below this part of the largest. */
static const double smallest_part = 1e-8;
/* Nor below this, where numbers begin to have fewer digits than others. */
static const double least_size = DBL_MIN / DBL_EPSILON;

static bool is_of_velocity(const struct projected *m) {
    return m->options.form == PROJECTED_VELOCITY_IMPLICIT;
}

static bool needs_newton(const struct projected *m) {
    if (m->options.method != PROJECTED_SEMI_EXPLICIT_EULER)
        return false;
    return is_of_velocity(m) ||
           (m->options.form == PROJECTED_POSITION_IMPLICIT && m->system.map != NULL);
}

static enum fast_status allocate_matrices(struct projected *m,
                                          struct projected_newton *newton) {
    const struct integrator_system *free = &m->system;
    const bool is_free = m->system.joints == 0 && is_of_velocity(m);
    const struct fast_pattern *pattern = is_free ? free->fy_pattern : NULL;
    const size_t n = (size_t)newton->n;
    enum fast_status status = fast_layout_alloc(&newton->layout, newton->n, pattern);
    if (status == FAST_OK)
        status = fast_factors_alloc(&newton->factors, newton->layout);
    if (status != FAST_OK)
        return status;
    newton->values =
        calloc(fast_entries(newton->n, newton->n, pattern) + 1, sizeof(double));
    newton->rates = calloc(6 * n + 1, sizeof(double));
    if (is_free && free->jacobian != NULL)
        newton->fq =
            calloc(fast_entries(m->ny, m->nq, free->fq_pattern) + 1, sizeof(double));
    if (newton->values == NULL || newton->rates == NULL ||
        (is_free && free->jacobian != NULL && newton->fq == NULL))
        return FAST_NO_MEMORY;
    newton->other = newton->rates + n;
    newton->change = newton->other + n;
    newton->minus = newton->change + n;
    newton->first = newton->minus + n;
    newton->first_rates = newton->first + n;
    return FAST_OK;
}

enum fast_status projected_newton_alloc(struct projected *m) {
    if (!needs_newton(m))
        return FAST_OK;
    m->newton = calloc(1, sizeof *m->newton);
    if (m->newton == NULL)
        return FAST_NO_MEMORY;
    m->newton->n = is_of_velocity(m) ? m->ny : m->nq;
    return allocate_matrices(m, m->newton);
}

void projected_newton_free(struct projected_newton *newton) {
    if (newton == NULL)
        return;
    fast_factors_free(newton->factors);
    fast_layout_free(newton->layout);
    free(newton->values);
    free(newton->rates);
    free(newton->fq);
    free(newton);
}

static enum fast_status form_matrix(struct projected *m,
                                    const struct projected_equation *equation) {
    enum fast_status status = projected_form_derivative(m, equation);
    m->statistics.factorizations += status == FAST_OK;
    if (status != FAST_OK)
        return status;
    return fast_factors_form(m->newton->factors, equation->h, m->newton->values);
}

/* u += du. The largest part of a component that it changes; NaN if there is none. */
static double update(struct projected *m, const struct projected_equation *equation) {
    struct projected_newton *newton = m->newton;
    const double *u0 = equation->u0;
    double *u = equation->u, largest = 0, size = 0, sum = 0;
    for (int i = 0; i < newton->n; i++)
        newton->minus[i] = u0[i] + equation->h * newton->rates[i] - u[i];
    fast_factors_solve(newton->factors, newton->minus, newton->change);
    for (int i = 0; i < newton->n; i++) {
        u[i] += newton->change[i];
        largest = fmax(largest, fmax(fabs(u[i]), fabs(u0[i])));
    }
    for (int i = 0; i < newton->n && largest > 0; i++) {
        const double own = fmax(fabs(u[i]), fabs(u0[i]));
        const double part = fabs(newton->change[i]) /
                            fmax(fmax(own, smallest_part * largest), least_size);
        size = fmax(size, part);
        sum += part;
    }
    return isfinite(sum) ? size : NAN;
}

/* Newton's iteration from u, where F is newton->rates. */
static enum fast_status iterate(struct projected *m,
                                const struct projected_equation *equation) {
    double last = INFINITY;
    int large = 0;
    enum fast_status status = form_matrix(m, equation);
    for (int i = 0; i < most_iterations && status == FAST_OK; i++) {
        const double size = update(m, equation);
        m->statistics.iterations++;
        large += size > large_update;
        if (isnan(size) || large > most_large_updates)
            return FAST_NOT_CONVERGED;
        const bool is_slow = size > slow_rate * last;
        if (size <= last_update ||
            (size > no_longer_falling * last && size <= rounding_level))
            return FAST_OK;
        last = size;
        status = projected_evaluate_equation(m, equation, m->newton->rates);
        if (status == FAST_OK && is_slow)
            status = form_matrix(m, equation);
    }
    return status == FAST_OK ? FAST_NOT_CONVERGED : status;
}

/* The same, once more with wide differences where F' is known by them. */
static enum fast_status solve_form(struct projected *m,
                                   struct projected_equation *equation) {
    struct projected_newton *newton = m->newton;
    const size_t size = (size_t)newton->n * sizeof(double);
    memcpy(newton->first, equation->u, size);
    memcpy(newton->first_rates, newton->rates, size);
    enum fast_status status = iterate(m, equation);
    if (status != FAST_NOT_CONVERGED ||
        !projected_derivative_is_by_differences(m, equation))
        return status;
    memcpy(equation->u, newton->first, size);
    memcpy(newton->rates, newton->first_rates, size);
    equation->wide = true;
    return iterate(m, equation);
}

enum fast_status projected_solve_velocity(struct projected *m, double t, double h,
                                          const double *y0, double *x) {
    struct projected_equation equation = {
        .t = t, .h = h, .u0 = y0, .x = x, .u = x + m->nq};
    projected_copy(m->ny, m->newton->rates, m->slope + m->nq);
    return solve_form(m, &equation);
}

enum fast_status projected_solve_position(struct projected *m, double h, const double *q0,
                                          const double *v0, double *q1) {
    struct projected_equation equation = {.h = h, .u0 = q0, .v = v0, .x = q1, .u = q1};
    enum fast_status status = projected_evaluate_equation(m, &equation, m->newton->rates);
    return status == FAST_OK ? solve_form(m, &equation) : status;
}
