/* Newton's method for the equation of an implicit Euler step,
 *
 *     (I - h dF/dx) d = x0 + h F(t1, x) - x,     x := x + d,
 *
 * until the update is below the last bit of the result, and once more. So the result is
 * the solution itself and depends neither on the guess nor on the iteration (where the
 * equation has several solutions, the guess chooses one).
 *
 * The factors are kept while a few more iterations with them will do: an iteration with
 * factors from a point at distance e gains the factor O(h e), which late in the iteration
 * is most of the digits, at a small part of the cost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/internal.h"

#include <limits.h>

enum {
    MAX_ITERATIONS = 100,
    /* Factors are renewed when more iterations than this would be needed with the old
     * ones: about the price of new ones, in evaluations and solutions, for 28 states. */
    MAX_ITERATIONS_AHEAD = 6,
    /* An update below 2^-2 of the last bit is small. */
    SMALL_UPDATE_BITS = 2,
    /* An update is compared with the component, but at least with 2^-40 of the largest
     * one: one that is zero but for rounding cannot be found to a relative precision. */
    FLOOR_BITS = 40
};

/* An upper bound of log2 max_i |d_i| / max(|x_i|, |x0_i|, 2^-40 |x|): LONG_MIN for d =
 * 0. */
static long measure_update(const struct ref_equation *e) {
    long floor = LONG_MIN, size = LONG_MIN;
    for (int i = 0; i < e->nx; i++) {
        long exponent = ref_exponent(e->x[i]);
        if (exponent != LONG_MIN && exponent - FLOOR_BITS > floor)
            floor = exponent - FLOOR_BITS;
    }
    for (int i = 0; i < e->nx; i++) {
        long d = ref_exponent(e->update[i]), scale = floor;
        if (ref_exponent(e->x[i]) > scale)
            scale = ref_exponent(e->x[i]);
        if (ref_exponent(e->start[i]) > scale)
            scale = ref_exponent(e->start[i]);
        if (d == LONG_MIN)
            continue;
        if (scale == LONG_MIN)
            return LONG_MAX;
        if (d - scale + 1 > size)
            size = d - scale + 1;
    }
    return size;
}

/* Whether factors that took the update from 2^before to 2^size bring it below 2^goal
 * soon. */
static bool factors_serve(long before, long size, long goal) {
    if (size <= goal)
        return true;
    if (before == LONG_MAX || size == LONG_MAX || size >= before)
        return false;
    return (size - goal) / (before - size) < MAX_ITERATIONS_AHEAD;
}

static enum ref_status iterate_once(struct ref_equation *e, bool factor) {
    enum ref_status status = ref_equation_residual(e);
    if (status == REF_OK && factor)
        status = ref_equation_factor(e);
    if (status != REF_OK)
        return status;
    ref_equation_correct(e);
    for (int i = 0; i < e->nx; i++)
        mpfr_add(e->x[i], e->x[i], e->update[i], MPFR_RNDN);
    return REF_OK;
}

enum ref_status ref_newton_solve(struct ref_equation *e) {
    long goal = -(long)e->bits - SMALL_UPDATE_BITS;
    long before = LONG_MAX, size = LONG_MAX;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        enum ref_status status = iterate_once(e, !factors_serve(before, size, goal));
        if (status != REF_OK)
            return status;
        if (size <= goal)
            return REF_OK;
        before = size;
        size = measure_update(e);
    }
    return REF_NOT_CONVERGED;
}
