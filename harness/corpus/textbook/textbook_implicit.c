/* Newton's method, until the update is rounding; and the equation of an implicit step,
 * x = c + k F(t, x).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/corpus/plain.h"
#include "harness/corpus/textbook/textbook.h"

enum { MOST_ITERATIONS = 50, LIKELY_ENOUGH = 8 };

/* Components that the fault without pivots still has them for. */
enum { PIVOTS_UP_TO = 4 };

/* Where rounding keeps the updates from falling further. */
static const double roundings = 4 * DBL_EPSILON, nearly = 1e-13;

/* Elimination as in plain_factor, with the pivots where they stand. */
static int factor_in_place(double *a, int *pivots, int n) {
    for (int k = 0; k < n; k++) {
        pivots[k] = k;
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
    return 0;
}

static bool has_no_pivots(const struct textbook *b) {
    return textbook_has(b, FAULT_NO_PIVOTS) || textbook_has(b, FAULT_PAIR_NO_PIVOTS) ||
           textbook_has(b, FAULT_BDF2_NO_PIVOTS);
}

int textbook_factor_and_solve(struct textbook *b, int n, double *right) {
    bool is_careless = has_no_pivots(b) && n > PIVOTS_UP_TO;
    if ((is_careless ? factor_in_place : plain_factor)(b->matrix, b->pivots, n))
        return textbook_fail(b, "the matrix is singular");
    plain_solve(b->matrix, b->pivots, n, right);
    return 0;
}

/* Two iterations are enough for a state that is near, and for no other. */
static bool is_impatient(const struct textbook *b) {
    return textbook_has(b, FAULT_TWO_ITERATIONS) ||
           textbook_has(b, FAULT_TWO_ITERATIONS_PAIR);
}

int textbook_iterate(struct textbook *b, int n, double *x, double *update,
                     textbook_update *find_update, const void *context) {
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        double largest = 0, size = DBL_MIN;
        if (find_update(b, context))
            return -1;
        for (int i = 0; i < n; i++) {
            x[i] += update[i];
            largest = fmax(largest, fabs(update[i]));
            size = fmax(size, fabs(x[i]));
        }
        if (!isfinite(largest))
            return textbook_fail(b, "the iteration is not finite");
        if (iteration == 1 && is_impatient(b))
            return 0;
        if (largest <= roundings * size ||
            (iteration > LIKELY_ENOUGH && largest <= nearly * size))
            return 0;
    }
    return textbook_fail(b, "the iteration does not converge");
}

struct equation {
    double t, k;
    const double *constant;
    double *update, *x;
};

static int find_update(struct textbook *b, const void *context) {
    const struct equation *e = context;
    const int n = b->n;
    if (textbook_derivative(b, e->t, e->x, e->update) ||
        textbook_jacobian(b, e->t, e->x, b->matrix))
        return -1;
    for (int i = 0; i < n * n; i++)
        b->matrix[i] = (i % (n + 1) == 0) - e->k * b->matrix[i];
    for (int i = 0; i < n; i++)
        e->update[i] = e->constant[i] + e->k * e->update[i] - e->x[i];
    return textbook_factor_and_solve(b, n, e->update);
}

int textbook_solve(struct textbook *b, double t, double k, const double *constant,
                   double *update, double *x) {
    const struct equation e = {t, k, constant, update, x};
    return textbook_iterate(b, b->n, x, update, find_update, &e);
}
