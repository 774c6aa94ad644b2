/* Events: a watch changes its sign between two samples of a step, or between closer ones around
 * a minimum that a parabola would take below zero. The place is found by bisection.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/tests/random/motion_parts.h"

enum { CLOSER = 64, FIRST_PLACE_BITS = 20 };

static const double GRAZE = 1e-6; /* of the largest value in the step */
static const double NOISE =
    1e-14; /* of the state: what rounding makes of zero in double */

/* A value between two places of opposite signs. */
struct bracket {
    double low, high;
};

static double value_at(const struct motion *f, int watch, int k) {
    return f->sampled[k * f->outputs + motion_watch_place(f, watch)] *
           motion_watch_side(f, watch);
}

static double value_near(const struct motion *f, int watch, double s) {
    double out[MOTION_OUTPUTS + MOTION_SWITCHES + 8];
    motion_look_near(f, s, out, NULL);
    return out[motion_watch_place(f, watch)] * motion_watch_side(f, watch);
}

/* Looks closer between two places with positive values; *least is the least of what is seen. */
static bool look_closer(const struct motion *f, int watch, double low, double high,
                        struct bracket *b, double *least) {
    *least = INFINITY;
    for (int k = 1; k < CLOSER; k++) {
        const double s = low + (high - low) * k / CLOSER, w = value_near(f, watch, s);
        if (w < 0) {
            *b = (struct bracket){low + (high - low) * (k - 1) / CLOSER, s};
            return true;
        }
        *least = fmin(*least, w);
    }
    return false;
}

/* Whether sample k is a minimum that may hide a smaller value beside it. */
static bool is_suspect(const struct motion *f, int watch, int k) {
    const double w = value_at(f, watch, k);
    const double before = k > 0 ? value_at(f, watch, k - 1) : w;
    const double after = k < MOTION_SAMPLES ? value_at(f, watch, k + 1) : w;
    return w <= before && w <= after && w < 2 * (fmax(before, after) - w);
}

/* A place beside the start where the watch is positive: it may be zero at the start. */
static double first_place(struct motion *f, int watch) {
    mpfr_t s;
    mpfr_init2(s, f->bits);
    mpfr_set_ui_2exp(s, 1, -FIRST_PLACE_BITS, MPFR_RNDN);
    motion_look(f, s);
    const int sign = mpfr_sgn(f->out[motion_watch_place(f, watch)]);
    const double place = mpfr_get_d(s, MPFR_RNDN);
    mpfr_clear(s);
    return sign * motion_watch_side(f, watch) > 0 ? place : 0;
}

/* The first bracket of a watch; or, not sure, b->low: where it is nearly zero. */
static enum motion_verdict search(struct motion *f, int watch, struct bracket *b,
                                  bool *found) {
    double most = GRAZE * motion_size(f);
    *found = false;
    for (int k = 0; k <= MOTION_SAMPLES; k++)
        most = fmax(most, fabs(value_at(f, watch, k)));
    const bool begins_at_zero = value_at(f, watch, 0) < NOISE * motion_size(f);
    for (int k = 0; k <= MOTION_SAMPLES; k++) {
        const double place = (double)k / MOTION_SAMPLES, apart = 1.0 / MOTION_SAMPLES;
        if (k == 0 && begins_at_zero)
            continue;
        if (!(value_at(f, watch, k) >= 0)) {
            *b = (struct bracket){place - apart, place};
            if (k <= 1)
                b->low = first_place(f, watch);
            *found = true;
            return MOTION_SURE;
        }
        if (!is_suspect(f, watch, k) || (k == 1 && begins_at_zero))
            continue;
        double least;
        *found = look_closer(f, watch, fmax(place - apart, 0), fmin(place + apart, 1), b,
                             &least);
        if (*found)
            return MOTION_SURE;
        if (least < GRAZE * most) {
            b->low = place - apart;
            return MOTION_GRAZES;
        }
    }
    return MOTION_SURE;
}

/* s := the zero in a bracket, to the working precision, and not before it: what is evaluated there
 * is on the other side. */
static void bisect(struct motion *f, int watch, const struct bracket *b, mpfr_ptr s) {
    mpfr_t low, high;
    mpfr_inits2(f->bits, low, high, (mpfr_ptr)NULL);
    mpfr_set_d(low, b->low, MPFR_RNDN);
    mpfr_set_d(high, b->high, MPFR_RNDN);
    for (mpfr_prec_t k = 0; k < f->bits - 16; k++) {
        mpfr_add(s, low, high, MPFR_RNDN);
        mpfr_div_2ui(s, s, 1, MPFR_RNDN);
        motion_look(f, s);
        const int sign = mpfr_sgn(f->out[motion_watch_place(f, watch)]);
        mpfr_set(sign * motion_watch_side(f, watch) > 0 ? low : high, s, MPFR_RNDN);
    }
    mpfr_set(s, high, MPFR_RNDN);
    mpfr_clears(low, high, (mpfr_ptr)NULL);
}

/* Of two places of events the first; what cannot be told apart is not sure, but for what is the
 * same to working precision: one surface met twice in the formulas. */
static enum motion_verdict take_first(struct motion *f, mpfr_ptr s, mpfr_srcptr other,
                                      bool found) {
    const double SAME = ldexp(1, -MOTION_TINY), CLOSE = 1e-10;
    mpfr_t apart;
    mpfr_init2(apart, f->bits);
    mpfr_sub(apart, s, other, MPFR_RNDN);
    const double distance = fabs(mpfr_get_d(apart, MPFR_RNDN));
    mpfr_clear(apart);
    if (!found || mpfr_less_p(other, s))
        mpfr_set(s, other, MPFR_RNDN);
    return found && distance > SAME && distance < CLOSE ? MOTION_TOGETHER : MOTION_SURE;
}

enum motion_verdict motion_find_event(struct motion *f, bool *found, mpfr_ptr s) {
    enum motion_verdict verdict = MOTION_SURE;
    double first_graze = INFINITY;
    mpfr_t other;
    mpfr_init2(other, f->bits);
    *found = false;
    for (int w = 0; w < f->now->watches && verdict == MOTION_SURE; w++) {
        struct bracket b;
        bool crosses;
        const enum motion_verdict own = search(f, w, &b, &crosses);
        if (own != MOTION_SURE)
            first_graze = fmin(first_graze, b.low);
        if (!crosses)
            continue;
        if (*found && b.low > mpfr_get_d(s, MPFR_RNDN) + 1.0 / MOTION_SAMPLES)
            continue;
        bisect(f, w, &b, other);
        verdict = take_first(f, s, other, *found);
        *found = true;
    }
    mpfr_clear(other);
    if (verdict == MOTION_SURE && first_graze <= 1 &&
        (!*found || first_graze <= mpfr_get_d(s, MPFR_RNDN)))
        return MOTION_GRAZES;
    return verdict;
}
