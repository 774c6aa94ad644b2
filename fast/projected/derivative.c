/* The matrix of an implicit form's iteration: the system's own derivative where it has
 * one and no constraints change it, else forward differences, a column at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>

#include "fast/linear/vector.h"
#include "fast/projected/newton.h"
#include "fast/linear/pattern.h"

/* values' column j := (other - rates) / delta. */
static void store_column(struct projected_newton *newton, int j, double delta) {
    const struct fast_pattern *pattern = newton->layout->pattern;
    const double *rates = newton->rates, *other = newton->other;
    if (pattern == NULL) {
        double *column = newton->values + (ptrdiff_t)j * newton->n;
        for (int i = 0; i < newton->n; i++)
            column[i] = (other[i] - rates[i]) / delta;
        return;
    }
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        newton->values[e] = (other[pattern->row[e]] - rates[pattern->row[e]]) / delta;
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
        store_column(newton, j, u[j] - here);
        u[j] = here;
    }
    return status;
}

enum fast_status projected_form_derivative(struct projected *m,
                                           const struct projected_equation *equation) {
    const struct integrator_system *free = &m->system;
    if (equation->v != NULL || free->jacobian == NULL || m->system.joints > 0)
        return form_by_differences(m, equation);
    int result = free->jacobian(free->context, equation->t, equation->x, m->newton->fq,
                                m->newton->values);
    if (result != 0)
        return FAST_CALLBACK;
    const int n = m->newton->n;
    const size_t entries = fast_entries(n, n, m->newton->layout->pattern);
    return fast_all_finite(entries, m->newton->values) ? FAST_OK : FAST_NOT_FINITE;
}
