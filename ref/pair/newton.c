/* Newton's method for the equation of an implicit Euler step,
 *
 *     (I - h dF/dx) d = x0 + h F(t1, x) - x,     x := x + d,
 *
 * until the update is below the last bit of the result, and what is left at the rate of the last
 * two below that of the working precision (or in its rounding, where updates shrink no more). So
 * the result is the solution itself and depends neither on the guess nor on the iteration (where
 * the equation has several solutions, the guess chooses one).
 *
 * To 400 bits most solutions are found by way of doubles, with residuals in full precision
 * (nearby.c). What follows is for the others.
 *
 * The factors are kept while a few more iterations with them will do: an iteration with
 * factors from a point at distance e gains the factor O(h e), which late in the iteration
 * is most of the digits, at a small part of the cost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/pair/equation.h"

#include <limits.h>

enum {
    MAX_ITERATIONS = 100,
    /* Factors are renewed when more iterations than this would be needed with the old
     * ones: about the price of new ones, in evaluations and solutions, for 28 states. */
    MAX_ITERATIONS_AHEAD = 6,
    /* Before an update is below 2^-4 each is to be smaller than the one before, and after so
     * many iterations one is to be: or else the iteration wanders, and where it would come to
     * rest, if it did, may be far from the step's start. */
    MAX_WANDERING = 16,
    WANDERING_BITS = 4,
    /* An update below 2^-2 of the last bit is small. */
    SMALL_UPDATE_BITS = 2,
    /* An update is compared with the component, but at least with 2^-40 of the largest
     * one: one that is zero but for rounding cannot be found to a relative precision. */
    FLOOR_BITS = 40,
    /* With factors in double each iteration gains some 40 bits, or else it is not worth while;
     * beyond so many bits Newton's own doubling of the bits is less work. */
    LEAST_BITS_GAINED = 16,
    MOST_REFINEMENTS = 12,
    MOST_BITS_NEARBY = 400
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

/* x := x + the update by the factors in double; its size. */
static long refine_once(struct ref_equation *e) {
    if (ref_equation_residual(e) != REF_OK)
        return LONG_MAX;
    ref_nearby_correct(e->nearby, e->update);
    e->iterations++;
    for (int i = 0; i < e->nx; i++)
        mpfr_add(e->x[i], e->x[i], e->update[i], MPFR_RNDN);
    return measure_update(e);
}

/* Whether it is one: neither that of an update that is zero nor of one without a number. */
static bool is_size(long size) {
    return size != LONG_MIN && size != LONG_MAX;
}

/* The solution by way of doubles (nearby.c), until what is left at the rate of the last two
 * updates is below the working precision. False: the way is not quick enough, and x is the
 * guess again. */
static bool refine_nearby(struct ref_equation *e) {
    const long goal = -(long)ref_equation_bits(e->bits);
    if (e->nearby == NULL || e->bits > MOST_BITS_NEARBY ||
        !ref_nearby_approach(e->nearby, e))
        return false;
    vector_set(e->base, vector_const(e->x), e->nx);
    for (int i = 0; i < e->nx; i++)
        mpfr_set_d(e->x[i], ref_nearby_component(e->nearby, i), MPFR_RNDN);
    long before = refine_once(e), gained = LEAST_BITS_GAINED;
    for (int i = 0; is_size(before) && gained >= LEAST_BITS_GAINED; i++) {
        long size = refine_once(e);
        if (size == LONG_MIN || (is_size(size) && 2 * size - before <= goal))
            return true;
        gained = is_size(size) && i < MOST_REFINEMENTS ? before - size : 0;
        before = size;
    }
    if (before == LONG_MIN)
        return true;
    vector_set(e->x, vector_const(e->base), e->nx);
    return false;
}

/* Whether an update of this size after that one ends the iteration: with factors that are kept the
 * rest is as much smaller than the update as that is than the one before. */
static bool is_last(const struct ref_equation *e, long before, long size) {
    const long goal = -(long)e->bits - SMALL_UPDATE_BITS;
    const long work = -(long)ref_equation_bits(e->bits);
    if (size > goal || before == LONG_MAX)
        return size == LONG_MIN;
    return size >= before || size == LONG_MIN || 2 * size - before <= work;
}

enum ref_status ref_newton_solve(struct ref_equation *e) {
    if (refine_nearby(e))
        return REF_OK;
    const long work = -(long)ref_equation_bits(e->bits);
    long before = LONG_MAX, size = LONG_MAX;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        enum ref_status status = iterate_once(e, !factors_serve(before, size, work));
        if (status != REF_OK)
            return status;
        before = size;
        size = measure_update(e);
        if (is_last(e, before, size))
            return REF_OK;
        const bool is_far = size > -WANDERING_BITS;
        if (is_far && (i == MAX_WANDERING || (i > 0 && size >= before)))
            break;
    }
    return REF_NOT_CONVERGED;
}
