/* Newton's method for the equations of a step, with J = dF/dx at one point of it:
 *
 *     (D (x) 1 - 1 (x) h J) dz = h F - D z
 *
 * (Hairer, Wanner (1996), IV.8), until the updates are below the last bit of each
 * component.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"

#include <math.h>

enum {
    MAX_ITERATIONS = 100,
    /* Contraction is judged from this iteration on. */
    FIRST_JUDGED = 3,
    /* Updates are made smaller than the error allowed by this many bits. */
    NEWTON_BITS = 4
};

/* Slower iterations than this, in log2 of their ratio, are given up. */
static const double slowest_contraction = -0.6;

/* log2 |x|, to a fraction of a bit. */
static double take_logarithm(mpfr_srcptr x) {
    long exponent;
    double fraction = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);
    return log2(fabs(fraction)) + (double)exponent;
}

double ref_stages_measure(struct ref_stages *e, acb_srcptr b) {
    double size = -INFINITY;
    for (int i = 0; i < e->nx; i++) {
        arf_srcptr value = arb_midref(acb_realref(b + i));
        if (!arf_is_finite(value))
            return NAN;
        if (arf_is_zero(value))
            continue;
        arf_get_mpfr(e->term, value, MPFR_RNDN);
        size = fmax(size, take_logarithm(e->term) - take_logarithm(e->scale[i]));
    }
    return size;
}

/* z := z + update; log2 of the update relative to the scales. */
static double add_update(struct ref_stages *e) {
    double size = -INFINITY;
    for (int j = 0; j < e->radau->stages; j++) {
        for (int i = 0; i < e->nx; i++) {
            mpfr_ptr z = e->z[(j + 1) * e->nx + i];
            arf_get_mpfr(e->term, arb_midref(acb_realref(acb_mat_entry(e->update, j, i))),
                         MPFR_RNDN);
            mpfr_add(z, z, e->term, MPFR_RNDN);
        }
        double part = ref_stages_measure(e, e->update->rows[j]);
        if (isnan(part))
            return NAN;
        size = fmax(size, part);
    }
    return size;
}

/* Whether the iterations get to the goal, from the sizes of this update and of the one
 * two before. */
static bool goes_on(struct ref_stages *e, int i, const double *size, double goal) {
    if (i < FIRST_JUDGED)
        return true;
    e->contraction = (size[i] - size[i - 2]) / 2;
    return e->contraction < slowest_contraction &&
           i + (goal - size[i]) / e->contraction < MAX_ITERATIONS;
}

enum ref_status ref_stages_solve(struct ref_stages *e) {
    double size[MAX_ITERATIONS], goal = -(double)e->bits - NEWTON_BITS;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        enum ref_status status = ref_stages_residual(e);
        if (status != REF_OK)
            return status;
        ref_stages_correct(e);
        e->iterations++;
        size[i] = add_update(e);
        if (isnan(size[i]))
            return REF_NOT_FINITE;
        if (size[i] <= goal) {
            e->contraction = i > 0 ? (size[i] - size[0]) / i : -(double)e->bits;
            return REF_OK;
        }
        if (!goes_on(e, i, size, goal))
            return REF_NOT_CONVERGED;
    }
    return REF_NOT_CONVERGED;
}
