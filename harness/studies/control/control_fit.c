/* A law through points, of one to three terms: through each few neighbours one, by elimination;
 * the one that most points are on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/control/control_points.h"

enum { LAGS = 3 };

/* Points nearer than this, in logarithms, do not tell a slope. */
static const double apart = 0.05;

/* No rule has a smaller exponent. */
static const double least_exponent = 0.02;

static int count_on_law(const struct control_points *p, int terms, const double *c) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        const struct control_point *point = &p->point[i];
        double law = c[0];
        if (!control_point_is_of_use(point, terms))
            continue;
        for (int k = 0; k < terms; k++)
            law += c[1 + k] * point->term[k];
        count += fabs(point->change - law) < control_on_law;
    }
    return count;
}

/* The equations of the slopes, a[terms][terms + 1], by elimination with pivots: x := the solution.
 * Returns the determinant. */
static double eliminate(double a[CONTROL_TERMS][CONTROL_TERMS + 1], int terms,
                        double *x) {
    double determinant = 1;
    for (int k = 0; k < terms; k++) {
        int pivot = k;
        for (int i = k + 1; i < terms; i++)
            pivot = fabs(a[i][k]) > fabs(a[pivot][k]) ? i : pivot;
        for (int j = 0; j <= terms && pivot != k; j++) {
            double other = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = other;
        }
        determinant *= a[k][k];
        for (int i = k + 1; i < terms; i++)
            for (int j = terms; j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
    for (int k = terms - 1; k >= 0; k--) {
        x[k] = a[k][terms];
        for (int j = k + 1; j < terms; j++)
            x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
    return determinant;
}

/* c := the law through terms + 1 points. Nonzero: they are too near. */
static int join(const struct control_point *const *point, int terms, double *c) {
    double a[CONTROL_TERMS][CONTROL_TERMS + 1];
    for (int i = 0; i < terms; i++) {
        for (int k = 0; k < terms; k++)
            a[i][k] = point[1 + i]->term[k] - point[0]->term[k];
        a[i][terms] = point[1 + i]->change - point[0]->change;
    }
    const double determinant = eliminate(a, terms, c + 1);
    c[0] = point[0]->change;
    for (int k = 0; k < terms; k++)
        c[0] -= c[1 + k] * point[0]->term[k];
    return !(fabs(determinant) > pow(apart, terms));
}

/* The next point of use after i, or p->count. */
static int next_of_use(const struct control_points *p, int i, int terms) {
    do
        i++;
    while (i < p->count && !control_point_is_of_use(&p->point[i], terms));
    return i;
}

/* The point i, and neighbours from k on. Nonzero: there are not enough. */
static int take_neighbours(const struct control_point **point,
                           const struct control_points *p, int i, int k, int terms) {
    point[0] = &p->point[i];
    for (int n = 1; n <= terms; n++, k = next_of_use(p, k, terms)) {
        if (k >= p->count)
            return -1;
        point[n] = &p->point[k];
    }
    return 0;
}

int control_fit(const struct control_points *p, int terms,
                double best[1 + CONTROL_TERMS]) {
    const struct control_point *point[1 + CONTROL_TERMS];
    int most = 0;
    for (int i = next_of_use(p, -1, terms); i < p->count; i = next_of_use(p, i, terms)) {
        int k = i;
        for (int lag = 0; lag < LAGS; lag++) {
            double c[1 + CONTROL_TERMS] = {0};
            k = next_of_use(p, k, terms);
            if (take_neighbours(point, p, i, k, terms))
                break;
            int failed = join(point, terms, c);
            int count =
                failed || !(c[1] < -least_exponent) ? 0 : count_on_law(p, terms, c);
            if (count > most) {
                most = count;
                memcpy(best, c, sizeof c);
            }
        }
    }
    return most;
}
