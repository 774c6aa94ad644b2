/* The orthogonal factor of a matrix, in double, by Householder's reflections, its columns
 * taken from the longest to the shortest: the first column of Q then has the direction in
 * which the set is longest. What it is used for needs no accuracy; columns that vanish, and
 * entries that are no numbers, are passed over.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/enclosure/enclosure.h"

/* pick := the columns of g, longest first. */
static void sort_columns(int *pick, double *norm, const double *g, int n) {
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum = hypot(sum, g[i * n + j]);
        int place = j;
        for (; place > 0 && norm[pick[place - 1]] < sum; place--)
            pick[place] = pick[place - 1];
        pick[place] = j;
        norm[j] = sum;
    }
}

/* v := the vector of the reflection that takes x to its first direction; x has n - k
 * numbers, `stride` apart. False: x has no direction. */
static bool find_reflection(double *v, const double *x, int stride, int count) {
    double largest = 0, square = 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(x[i * stride]));
    if (!(largest > 0) || !isfinite(largest))
        return false;
    for (int i = 0; i < count; i++) {
        v[i] = x[i * stride] / largest;
        square += v[i] * v[i];
    }
    v[0] += copysign(sqrt(square), v[0]);
    square = 0;
    for (int i = 0; i < count; i++)
        square += v[i] * v[i];
    for (int i = 0; i < count; i++)
        v[i] /= sqrt(square);
    return true;
}

/* x := x - 2 v (v . x), for x of `count` numbers `stride` apart. */
static void reflect(double *x, int stride, const double *v, int count) {
    double dot = 0;
    for (int i = 0; i < count; i++)
        dot += v[i] * x[i * stride];
    for (int i = 0; i < count; i++)
        x[i * stride] -= 2 * dot * v[i];
}

void enclosure_frame_rotation(double *q, double *g, double *norm, int *pick, int n) {
    double *v = norm; /* once the columns are sorted */
    sort_columns(pick, norm, g, n);
    for (int i = 0; i < n * n; i++)
        q[i] = i % (n + 1) == 0;
    for (int k = 0; k < n; k++) {
        if (!find_reflection(v, g + k * n + pick[k], n, n - k))
            continue;
        for (int j = k; j < n; j++)
            reflect(g + k * n + pick[j], n, v, n - k);
        for (int i = 0; i < n; i++)
            reflect(q + i * n + k, 1, v, n - k);
    }
}
