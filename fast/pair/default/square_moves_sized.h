/* The moves of square_moves.h for each number of velocities, which is a constant here, so that
 * loops are written out. What is stored several numbers at a time can be loaded so at once, and
 * so can one of them; a load of several that have been stored one by one waits. That is why
 * residuals, of rates that f has stored, come from elsewhere, and each is loaded alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/vector.h"
#include "fast/pair/default/square_moves.h"

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

static inline double go_on(const int n, double h_before, const double *restrict before,
                           double h, const double *restrict xn,
                           const double *restrict base, double *restrict rates,
                           const double *restrict fq, const double *restrict inverse,
                           const double *restrict scale, double *restrict x) {
    for (int i = 0; i < n; i++)
        rates[i] = (base[n + i] - before[n + i]) / h_before;
    return follow(n, h, xn, base, rates, fq, inverse, scale, x);
}

static inline double iterate(const int n, double h, const double *restrict xn,
                             const double *restrict residual,
                             const double *restrict inverse, const double *restrict scale,
                             double *restrict x, double *restrict before) {
    for (int i = 0; i < 2 * n; i++)
        before[i] = x[i];
    return arrive(n, h, xn, before, inverse, residual, scale, x);
}

static inline double distance(const int n, const double *restrict scale,
                              const double *restrict a, const double *restrict b) {
    double largest[4] = {0};
    for (int i = 0; i < n; i += 4)
        for (int k = 0; k < 4 && i + k < n; k++) {
            const double one = fabs(scale[i + k] * (a[i + k] - b[i + k]));
            largest[k] = one > largest[k] ? one : largest[k];
        }
    for (int k = 1; k < 4; k++)
        largest[0] = largest[k] > largest[0] ? largest[k] : largest[0];
    return largest[0];
}

static inline bool compare(const int n, const double *restrict large,
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

#define EACH(MAKE)                                                                       \
    MAKE(5)                                                                              \
    MAKE(6)                                                                              \
    MAKE(7)                                                                              \
    MAKE(8)                                                                              \
    MAKE(9)                                                                              \
    MAKE(10)                                                                             \
    MAKE(11)                                                                             \
    MAKE(12)                                                                             \
    MAKE(13)                                                                             \
    MAKE(14)                                                                             \
    MAKE(15)                                                                             \
    MAKE(16)
#define MOVES(n)                                                                         \
    static double follow_##n(double h, const double *xn, const double *base,             \
                             const double *rates, const double *fq,                      \
                             const double *inverse, const double *scale, double *x) {    \
        return follow(n, h, xn, base, rates, fq, inverse, scale, x);                     \
    }                                                                                    \
    static double go_on_##n(double h_before, const double *before, double h,             \
                            const double *xn, const double *base, double *rates,         \
                            const double *fq, const double *inverse,                     \
                            const double *scale, double *x) {                            \
        return go_on(n, h_before, before, h, xn, base, rates, fq, inverse, scale, x);    \
    }                                                                                    \
    static double iterate_##n(double h, const double *xn, const double *residual,        \
                              const double *inverse, const double *scale, double *x,     \
                              double *before) {                                          \
        return iterate(n, h, xn, residual, inverse, scale, x, before);                   \
    }                                                                                    \
    static double distance_##n(const double *scale, const double *a, const double *b) {  \
        return distance(2 * n, scale, a, b);                                             \
    }                                                                                    \
    static bool compare_##n(const double *large, const double *small,                    \
                            double *deviation) {                                         \
        return compare(2 * n, large, small, deviation);                                  \
    }
EACH(MOVES)

#define ENTRY(n) {follow_##n, go_on_##n, iterate_##n, distance_##n, compare_##n},
static const struct fast_square_moves moves[] = {EACH(ENTRY)};
