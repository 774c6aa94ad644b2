/* How many bits of a coefficient count.
 *
 * With h near the last step's, let term_k = |x_k| h^k. A relative error 2^-b of x_k is one of
 * 2^-b term_k of the sum, which is to have an error of 2^-bits max_j term_j at most. So
 *
 *     b = bits + GUARD_BITS + log2(term_k) - log2(max_j term_j),
 *
 * the least that suits every component, by its own terms. The coefficients of order k of F and
 * of what it is made of fall as those of x do, but for powers of k, which GUARD_BITS cover. By a
 * symmetry all but one coefficient in four may vanish: the largest of four is taken.
 *
 * With p orders a step longer by a factor f has terms larger by f^p: it is cut at 2^stretch,
 * for which the guard suffices, or prepared anew with all bits. Where the series lose more than
 * that all the same, they do not solve the equation to `bits`, and defect.c shortens the step.
 *
 * Where large terms cancel in F its coefficients lose more. Then they do not solve the equation,
 * which the flow sees in defect.c and the enclosure in the bounds d_k, and the taper is put off.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "ref/taper.h"

enum { GUARD_BITS = 24, RECENT = 4 };

/* log2 of how much longer a step may be than the last one. */
static const double stretch = 0.25;

/* log2 of how much longer than that a step is rather cut than prepared anew. */
static const double patience = 0.5;

enum ref_status ref_taper_init(struct ref_taper *t, int nx, mpfr_prec_t bits) {
    t->nx = nx;
    t->bits = bits;
    t->pace = NAN;
    t->off = false;
    t->largest = calloc((size_t)nx + 1, sizeof *t->largest);
    return t->largest == NULL ? REF_NO_MEMORY : REF_OK;
}

void ref_taper_clear(struct ref_taper *t) {
    free(t->largest);
}

/* The largest of the components' terms of order k, each over its own largest so far, log2. */
static double measure(struct ref_taper *t, int k,
                      double (*exponent)(void *context, int i, int k), void *context) {
    double most = -INFINITY;
    for (int i = 0; i < t->nx; i++) {
        double term = exponent(context, i, k) + k * t->pace;
        if (k == 0)
            t->largest[i] = -INFINITY;
        if (isinf(term))
            continue;
        t->largest[i] = fmax(t->largest[i], term);
        most = fmax(most, term - t->largest[i]);
    }
    return most;
}

long ref_taper_bits(struct ref_taper *t, int k,
                    double (*exponent)(void *context, int i, int k), void *context) {
    if (isnan(t->pace) || t->off)
        return LONG_MAX;
    double most = -INFINITY;
    t->recent[k % RECENT] = measure(t, k, exponent, context);
    for (int j = 0; j < RECENT; j++)
        most = fmax(most, t->recent[j]);
    if (k < RECENT || isinf(most))
        return LONG_MAX;
    return (long)t->bits + GUARD_BITS + (long)ceil(most);
}

double ref_taper_limit(const struct ref_taper *t) {
    return isnan(t->pace) || t->off ? INFINITY : t->pace + stretch;
}

bool ref_taper_accept(struct ref_taper *t, double suggested) {
    double limit = ref_taper_limit(t);
    bool accepted = isinf(limit) || suggested <= limit + patience;
    t->pace = accepted && isfinite(suggested) ? fmin(suggested, limit) : NAN;
    return accepted;
}
