/* The matrix of an implicit form's iteration: the system's own derivative where it has
 * one and no constraints change it, else differences, a column at a time:
 *
 *     (F(u + d) - F(u))/d with d = eps^(1/2) of u's size where F has eps as its relative error,
 *     (F(u + d) - F(u - d))/2d with d = eps^(1/6) where it may have eps^(1/2) of it:
 *
 * each balances what F's error leaves, e/d, with the next term of the series, d or d^2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "fast/linear/vector.h"
#include "fast/projected/newton.h"
#include "fast/linear/pattern.h"

/* values' column j := (other - rates) / delta. */
static void store_column(struct projected_newton *newton, const double *rates, int j,
                         double delta) {
    const struct fast_pattern *pattern = newton->layout->pattern;
    const double *other = newton->other;
    if (pattern == NULL) {
        double *column = newton->values + (ptrdiff_t)j * newton->n;
        for (int i = 0; i < newton->n; i++)
            column[i] = (other[i] - rates[i]) / delta;
        return;
    }
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        newton->values[e] = (other[pattern->row[e]] - rates[pattern->row[e]]) / delta;
}

static enum fast_status
form_by_wide_differences(struct projected *m, const struct projected_equation *equation) {
    struct projected_newton *newton = m->newton;
    double *u = equation->u, *back = newton->minus;
    enum fast_status status = FAST_OK;
    for (int j = 0; j < newton->n && status == FAST_OK; j++) {
        const double here = u[j], reach = pow(DBL_EPSILON, 1.0 / 6) * fmax(1, fabs(here));
        u[j] = here - reach;
        const double behind = u[j];
        status = projected_evaluate_equation(m, equation, back);
        u[j] = here + reach;
        if (status == FAST_OK)
            status = projected_evaluate_equation(m, equation, newton->other);
        store_column(newton, back, j, u[j] - behind);
        u[j] = here;
    }
    return status;
}

static enum fast_status form_by_differences(struct projected *m,
                                            const struct projected_equation *equation) {
    struct projected_newton *newton = m->newton;
    double *u = equation->u;
    enum fast_status status = FAST_OK;
    for (int j = 0; j < newton->n && status == FAST_OK; j++) {
        const double here = u[j];
        u[j] = here + sqrt(DBL_EPSILON) * fmax(1, fabs(here));
        status = projected_evaluate_equation(m, equation, newton->other);
        store_column(newton, newton->rates, j, u[j] - here);
        u[j] = here;
    }
    return status;
}

bool projected_derivative_is_by_differences(const struct projected *m,
                                            const struct projected_equation *equation) {
    return equation->v != NULL || m->system.jacobian == NULL || m->system.joints > 0;
}

enum fast_status projected_form_derivative(struct projected *m,
                                           const struct projected_equation *equation) {
    const struct integrator_system *free = &m->system;
    if (projected_derivative_is_by_differences(m, equation))
        return equation->wide ? form_by_wide_differences(m, equation)
                              : form_by_differences(m, equation);
    int result = free->jacobian(free->context, equation->t, equation->x, m->newton->fq,
                                m->newton->values);
    if (result != 0)
        return FAST_CALLBACK;
    const int n = m->newton->n;
    const size_t entries = fast_entries(n, n, m->newton->layout->pattern);
    return fast_all_finite(entries, m->newton->values) ? FAST_OK : FAST_NOT_FINITE;
}

enum fast_status projected_evaluate_equation(struct projected *m,
                                             const struct projected_equation *equation,
                                             double *F) {
    if (equation->v == NULL)
        return projected_realize(m, equation->t, equation->x, F);
    if (projected_map(m, equation->u, equation->v, F) != FAST_OK)
        return FAST_CALLBACK;
    return projected_is_finite(m->newton->n, F) ? FAST_OK : FAST_NOT_FINITE;
}
