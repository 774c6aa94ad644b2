/* The loop for N positions (by_hand.h); before each inclusion N is defined, and NAME for the
 * loop's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/system.h"

#define JOIN_NAMES(what, name) what##_##name
#define JOIN(what, name) JOIN_NAMES(what, name)
#define SIZED(what) JOIN(what, NAME)

/* product := matrix b. */
static inline void SIZED(multiply)(const double *restrict matrix,
                                   const double *restrict b, double *restrict product) {
    enum { stride = N + N % 2 };
    double sum[stride];
    for (int i = 0; i < stride; i++)
        sum[i] = matrix[i] * b[0];
    for (int j = 1; j < N; j++)
        for (int i = 0; i < stride; i++)
            sum[i] += matrix[j * stride + i] * b[j];
    for (int i = 0; i < N; i++)
        product[i] = sum[i];
}

/* x := y + dy and q of it, for a step of h from xn. The largest |x - from|. */
static inline double SIZED(arrive)(double h, const double *xn, const double *from,
                                   const double *restrict dy, double *x) {
    double largest = 0;
    for (int i = 0; i < N; i++) {
        const double q = from[i], v = from[N + i];
        x[N + i] = v + dy[i];
        x[i] = xn[i] + h * x[N + i];
        const double dq = fabs(x[i] - q), dv = fabs(x[N + i] - v);
        largest = dq > largest ? dq : largest;
        largest = dv > largest ? dv : largest;
    }
    return largest;
}

/* The end x of a step of h from xn by the linear model about base, where h y' is `moved`. The
 * way from base. */
static inline double SIZED(follow)(const struct by_hand *b, const double *inverse,
                                   double h, const double *xn, const double *base,
                                   const double *moved, double *x) {
    double multiple[N], product[N], residual[N], dy[N];
    for (int i = 0; i < N; i++)
        multiple[i] = h * (xn[i] + h * base[N + i] - base[i]);
    SIZED(multiply)(b->fq, multiple, product);
    for (int i = 0; i < N; i++)
        residual[i] = xn[N + i] - base[N + i] + moved[i] + product[i];
    SIZED(multiply)(inverse, residual, dy);
    return SIZED(arrive)(h, xn, base, dy, x);
}

/* Newton's next x for a step of h from xn that ends at t. The update's size; negative: f has
 * failed. */
static inline double SIZED(iterate)(struct by_hand *b, const double *inverse, double t,
                                    double h, const double *xn, double *x) {
    double rates[N], residual[N], dy[N];
    b->evaluations++;
    if (b->system->rates(b->system->context, t, x, rates) != 0)
        return -1;
    for (int i = 0; i < N; i++)
        residual[i] = xn[N + i] - x[N + i] + h * rates[i];
    SIZED(multiply)(inverse, residual, dy);
    return SIZED(arrive)(h, xn, x, dy, x);
}

/* moved := factor times the change of y from a to x. */
static inline void SIZED(subtract)(double factor, const double *x, const double *a,
                                   double *moved) {
    for (int i = 0; i < N; i++)
        moved[i] = factor * (x[N + i] - a[N + i]);
}

/* error := large - small. Its largest; NaN where one is not finite, which a maximum would pass
 * over. */
static inline double SIZED(compare)(const double *large, const double *small,
                                    double *error) {
    double largest = 0, nothing = 0;
    for (int i = 0; i < 2 * N; i++) {
        error[i] = large[i] - small[i];
        const double size = fabs(error[i]);
        largest = size > largest ? size : largest;
        nothing += 0 * error[i];
    }
    return largest + nothing;
}

/* Solves for the large step; *estimate, how far its guess was moved, becomes its difference from
 * the small ones. */
static inline int SIZED(solve_large)(struct by_hand *b, double t, const double *x,
                                     const double *small, double *large,
                                     double *estimate) {
    const double h = b->h, cap = by_hand_part * b->accuracy;
    double last = *estimate, rate, update;
    int k = 0;
    do {
        update = SIZED(iterate)(b, b->whole, t + h, h, x, large);
        rate = update < last ? update / last : 1;
        last = update;
        if (k++ == 0)
            b->whole_rate = rate;
        *estimate = SIZED(compare)(large, small, b->error);
        if (update < 0 || k > by_hand_most)
            return -1;
    } while (
        !(by_hand_left(rate, last) <= by_hand_smaller(by_hand_part * *estimate, cap)));
    return 0;
}

/* One step from x at t, where h y' is `moved`, and half of it in the first half: both are those
 * of the next step then. */
static inline int SIZED(step)(struct by_hand *b, double t, double *x, double *moved,
                              double *last_estimate) {
    const double h = b->h, half = 0.5 * h, cap = by_hand_part * b->accuracy;
    double middle[2 * N], small[2 * N], large[2 * N], distance = 0, expected;
    struct by_hand_half first = {.k = 0}, second = {.k = 0};
    expected = by_hand_expected * *last_estimate;
    by_hand_age(b);
    first.last = SIZED(follow)(b, b->half, half, x, x, moved, middle);
    double estimate = expected, limit = cap;
    do {
        const double update = SIZED(iterate)(b, b->half, t + half, half, x, middle);
        if (!by_hand_judge(b, &first, update))
            return -1;
        limit = by_hand_smaller(cap, by_hand_part * expected);
        estimate = expected;
        if (first.error > cap)
            continue;
        SIZED(subtract)(1, middle, x, moved);
        distance = SIZED(follow)(b, b->half, half, middle, middle, moved, small);
        if (first.error <= limit)
            break;
        SIZED(subtract)(2, small, middle, moved);
        estimate = SIZED(follow)(b, b->whole, h, x, small, moved, large);
        limit = by_hand_smaller(cap, by_hand_part * estimate);
    } while (first.error > limit);

    second.last = distance;
    limit = by_hand_smaller(cap, by_hand_part * estimate);
    do {
        const double update = SIZED(iterate)(b, b->half, t + h, half, middle, small);
        if (!by_hand_judge(b, &second, update))
            return -1;
    } while (second.error > limit);

    SIZED(subtract)(2, small, middle, moved);
    estimate = SIZED(follow)(b, b->whole, h, x, small, moved, large);
    if (!by_hand_iterates_large(b, &first, &second, estimate, cap))
        estimate = SIZED(compare)(large, small, b->error);
    else if (SIZED(solve_large)(b, t, x, small, large, &estimate))
        return -1;
    if (!(first.error + second.error <= by_hand_tolerable * estimate))
        return -1;
    if (b->controls_error && !(by_hand_grows * estimate < b->accuracy))
        return -1;
    for (int i = 0; i < 2 * N; i++)
        x[i] = small[i];
    for (int i = 0; i < N; i++)
        moved[i] *= 0.5;
    *last_estimate = estimate;
    return 0;
}

static int SIZED(run)(struct by_hand *b, double t, int steps, double *x) {
    double moved[N], last_estimate = 0;
    int failed = 0;
    for (int i = 0; i < N; i++)
        moved[i] = 0.5 * b->h * b->rates[i];
    for (int i = 0; i < steps && !failed; i++) {
        failed = SIZED(step)(b, t, x, moved, &last_estimate);
        t += b->h;
    }
    b->steps += steps;
    return failed;
}

#undef JOIN_NAMES
#undef JOIN
#undef SIZED
#undef NAME
#undef N
