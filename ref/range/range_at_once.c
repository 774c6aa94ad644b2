/* A whole step proved at once, from the series about its start: these need not be moved to
 * another middle, and fall with their orders as fast as those of the run, so that their balls
 * may have as many bits less. About the middle they would fall faster, and twice that part of
 * the solution's radius of convergence would do; a step of Taylor's method is shorter.
 *
 * A relative error 2^-b of the coefficient of order k of p' is one of 2^-b |p'_k| h^k of the
 * residual. The taper takes b for errors 2^-bits sup |p'|, and puts 24 bits on top; 18 of them
 * do, since what is allowed is far above the rounding of the polynomials.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/range/range.h"

enum { MOST_WAITING = 63, BITS_ON_TOP = 6 };

/* The terms of p' that the polynomial's end leaves out, over the last one that it has. */
static const double beyond = 16;

static mag_srcptr sizes(const struct ref_range *r, int i) {
    return r->size + (slong)i * (r->order + 1);
}

/* log2 of the largest and of the last term of p', over what residual of it is allowed, at |s| = h =
 * 2^length; both grow. */
static void add_terms(double *most, double *last, const struct ref_range *r, int residual,
                      double length) {
    const double allowed = mag_get_d_log2_approx(r->allowed + residual);
    double term = -INFINITY;
    for (int k = 1; k <= r->order; k++) {
        mag_srcptr size = sizes(r, r->derivative_of[residual]) + k;
        term = mag_is_zero(size) ? -INFINITY
                                 : mag_get_d_log2_approx(size) + log2((double)k) +
                                       (double)(k - 1) * length - allowed;
        *most = fmax(*most, term);
    }
    *last = fmax(*last, term);
}

/* Whether the polynomials end where little is left of them; bits := what the residuals ask for. */
static bool find_bits(double *bits, const struct ref_range *r, double length) {
    double last = -INFINITY;
    *bits = 0;
    for (int i = 0; i < r->residuals; i++) {
        if (r->derivative_of[i] < 0 || mag_is_zero(r->allowed + i))
            return false;
        add_terms(bits, &last, r, i, length);
    }
    return isfinite(*bits) && last + log2(beyond) <= 0;
}

/* Whether an attempt is worth it: after each that failed the next 1, 3, 7, .. steps go without. */
static bool is_due(struct ref_range *r) {
    if (r->waiting == 0)
        return true;
    r->waiting--;
    return false;
}

static void note_outcome(struct ref_range *r, bool proved) {
    r->patience = proved ? 0 : 2 * r->patience + 1;
    if (r->patience > MOST_WAITING)
        r->patience = MOST_WAITING;
    r->waiting = r->patience;
}

bool ref_range_at_once(struct ref_range *r) {
    double bits;
    if (r->watches > 0 || !is_due(r))
        return false;
    arf_t start;
    mag_t length;
    arf_init(start);
    mag_init(length);
    arf_get_mag(length, r->length);
    ref_range_shift(r, start);
    r->taper.pace = mag_get_d_log2_approx(length);
    bool proved = find_bits(&bits, r, r->taper.pace);
    if (proved) {
        r->taper.off = false;
        r->taper.bits = (mpfr_prec_t)ceil(bits) - BITS_ON_TOP;
        proved = ref_range_solves(r, start, length);
        r->taper.off = true;
    }
    arf_clear(start);
    mag_clear(length);
    note_outcome(r, proved);
    return proved;
}
