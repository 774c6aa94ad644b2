/* Curves of cost over error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_curve.h"

#include <math.h>
#include <stdlib.h>

/* Falling error; of equal ones the cheaper comes last. */
static int compare(const void *one, const void *other) {
    const struct peers_point *a = one, *b = other;
    if (a->error != b->error)
        return a->error > b->error ? -1 : 1;
    return (a->cost < b->cost) - (a->cost > b->cost);
}

int peers_curve_tidy(struct peers_point *point, int count) {
    int good = 0, kept = 0;
    for (int i = 0; i < count; i++)
        if (isfinite(point[i].error) && isfinite(point[i].cost) && point[i].error > 0 &&
            point[i].cost > 0)
            point[good++] = point[i];
    qsort(point, (size_t)good, sizeof *point, compare);
    for (int i = 0; i < good; i++) {
        while (kept > 0 && point[kept - 1].cost >= point[i].cost)
            kept--;
        point[kept++] = point[i];
    }
    return kept;
}

/* Levels are computed by logarithms, and the ends are points. */
static const double rounding = 1e-12;

double peers_curve_cost(const struct peers_point *point, int count, double error) {
    for (int i = 0; i < count; i++) {
        const struct peers_point *p = &point[i];
        if (fabs(log(p->error / error)) <= rounding)
            return p->cost;
        if (i + 1 < count && p->error > error && point[i + 1].error < error) {
            double part = log(p->error / error) / log(p->error / point[i + 1].error);
            return p->cost * pow(point[i + 1].cost / p->cost, part);
        }
    }
    return NAN;
}

int peers_curve_levels(double level[PEERS_LEVELS], const struct peers_point *a,
                       int a_count, const struct peers_point *b, int b_count) {
    if (a_count == 0 || b_count == 0)
        return -1;
    const double largest = fmin(a[0].error, b[0].error);
    const double smallest = fmax(a[a_count - 1].error, b[b_count - 1].error);
    if (!(largest >= smallest))
        return -1;
    for (int i = 0; i < PEERS_LEVELS; i++)
        level[i] = largest * pow(smallest / largest, (double)i / (PEERS_LEVELS - 1));
    return 0;
}

double peers_curve_ratio(const double level[PEERS_LEVELS], const struct peers_point *a,
                         int a_count, const struct peers_point *b, int b_count) {
    double sum = 0;
    for (int i = 0; i < PEERS_LEVELS; i++)
        sum += log(peers_curve_cost(b, b_count, level[i]) /
                   peers_curve_cost(a, a_count, level[i]));
    return exp(sum / PEERS_LEVELS);
}
