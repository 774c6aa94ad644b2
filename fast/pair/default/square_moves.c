/* The moves with matrices of five rows and more. What is stored two numbers at a time can be
 * loaded so at once: a load of two numbers that have been stored one by one waits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/square_moves.h"

#include "fast/linear/vector.h"

/* y := from's + inverse residual, and q of it. The scaled move. */
static inline double arrive(const int n, double h, const double *restrict xn,
                            const double *restrict from, const double *restrict inverse,
                            const double *restrict residual, const double *restrict scale,
                            double *restrict x) {
    const int stride = fast_inverse_stride(n);
    double dy[fast_most_square];
    for (int i = 0; i < stride; i++)
        dy[i] = inverse[i] * residual[0];
    for (int j = 1; j < n; j++)
        for (int i = 0; i < stride; i++)
            dy[i] += inverse[j * stride + i] * residual[j];
    for (int i = 0; i < n; i++)
        x[n + i] = from[n + i] + dy[i];
    for (int i = 0; i < n; i++)
        x[i] = xn[i] + h * x[n + i];
    return fast_scaled_move(2 * n, scale, x, from);
}

static inline double follow(const int n, double h, const double *restrict xn,
                            const double *restrict base, const double *restrict rates,
                            const double *restrict fq, const double *restrict inverse,
                            const double *restrict scale, double *restrict x) {
    double multiple[fast_most_square], residual[fast_most_square];
    for (int i = 0; i < n; i++)
        multiple[i] = h * (xn[i] + h * base[n + i] - base[i]);
    for (int i = 0; i < n; i++)
        residual[i] = xn[n + i] - base[n + i] + h * rates[i];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            residual[i] += fq[j * n + i] * multiple[j];
    return arrive(n, h, xn, base, inverse, residual, scale, x);
}

static inline double iterate(const int n, double h, const double *restrict xn,
                             const double *restrict before, const double *restrict rates,
                             const double *restrict inverse, const double *restrict scale,
                             double *restrict x, double *restrict change) {
    double residual[fast_most_square];
    for (int i = 0; i < n; i++)
        residual[i] = xn[n + i] - before[n + i] + h * rates[i];
    const double moved = arrive(n, h, xn, before, inverse, residual, scale, x);
    for (int i = 0; i < 2 * n; i++)
        change[i] = x[i] - before[i];
    return moved;
}

static inline void find_rates(const int n, double h, const double *restrict xn,
                              const double *restrict x, double *restrict rates) {
    for (int i = 0; i < n; i++)
        rates[i] = (x[n + i] - xn[n + i]) / h;
}

/* With the number as a constant, for which loops are written out. */
#define EACH(CASE)                                                                       \
    switch (n) {                                                                         \
        CASE(5)                                                                          \
        CASE(6)                                                                          \
        CASE(7)                                                                          \
        CASE(8)                                                                          \
        CASE(9)                                                                          \
        CASE(10)                                                                         \
        CASE(11)                                                                         \
        CASE(12)                                                                         \
        CASE(13)                                                                         \
        CASE(14)                                                                         \
        CASE(15)                                                                         \
    }
#define FOLLOW(n)                                                                        \
    case n:                                                                              \
        return follow(n, h, xn, base, rates, fq, inverse, scale, x);
#define ITERATE(n)                                                                       \
    case n:                                                                              \
        return iterate(n, h, xn, before, rates, inverse, scale, x, change);
#define FIND_RATES(n)                                                                    \
    case n: find_rates(n, h, xn, x, rates); return;

double fast_follow_square(int n, double h, const double *xn, const double *base,
                          const double *rates, const double *fq, const double *inverse,
                          const double *scale, double *x) {
    EACH(FOLLOW)
    return follow(fast_most_square, h, xn, base, rates, fq, inverse, scale, x);
}

double fast_iterate_square(int n, double h, const double *xn, const double *before,
                           const double *rates, const double *inverse,
                           const double *scale, double *x, double *change) {
    EACH(ITERATE)
    return iterate(fast_most_square, h, xn, before, rates, inverse, scale, x, change);
}

void fast_rates_square(int n, double h, const double *xn, const double *x,
                       double *rates) {
    EACH(FIND_RATES)
    find_rates(n, h, xn, x, rates);
}

bool fast_compare_square(int n, const double *restrict large,
                         const double *restrict small, double *restrict deviation) {
    double zero[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) {
            const double difference = large[i + k] - small[i + k];
            zero[k] += 0 * difference;
            deviation[i + k] = difference;
        }
    for (; i < n; i++) {
        deviation[i] = large[i] - small[i];
        zero[0] += 0 * deviation[i];
    }
    return (zero[0] + zero[1]) + (zero[2] + zero[3]) == 0;
}
