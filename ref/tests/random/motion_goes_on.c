/* Whether a mode goes on from a state: all its watches are positive, those that are zero there
 * just behind it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_mpfr.h"
#include "ref/tests/random/motion_parts.h"

enum {
    NEAR_BITS = 20, /* a mode is looked at from 2^-20 to 2^-8 of the step */
    FAR_BITS = 8,
    NOISE_BITS = 10,
    CERTAIN = 5 /* so many of these places have to be clear of rounding */
};

/* Whether watch number w is positive just behind the state: 1, 0, -1 (cannot be told). */
static int holds(struct motion *f, int w) {
    mpfr_t s;
    mpfr_init2(s, f->bits);
    const int place = motion_watch_place(f, w), side = motion_watch_side(f, w);
    int verdict = 1;
    for (int k = FAR_BITS; k <= NEAR_BITS && verdict > 0; k++) {
        mpfr_set_ui_2exp(s, 1, -k, MPFR_RNDN);
        motion_look(f, s);
        const bool is_noise = !mpfr_number_p(f->out[place]) ||
                              motion_is_below(f, f->out[place], MOTION_TINY + NOISE_BITS);
        if (is_noise && k < FAR_BITS + CERTAIN)
            verdict = -1;
        else if (!is_noise && mpfr_sgn(f->out[place]) * side < 0)
            verdict = 0;
    }
    mpfr_clear(s);
    return verdict;
}

/* Evaluates the mode now at the state itself. */
void motion_look_at_start(struct motion *f) {
    eval_mpfr_run(f->now->exact, (const mpfr_t *)f->x, f->out);
}

/* Whether what closed contacts hold is zero: at a kink it may not be. */
static bool holds_contacts(const struct motion *f, enum motion_verdict *verdict) {
    for (int k = 0; k < f->now->helds; k++) {
        mpfr_srcptr value = f->out[f->now->first_held + k];
        if (motion_is_below(f, value, MOTION_TINY))
            continue;
        if (motion_is_below(f, value, MOTION_SMALL))
            *verdict = MOTION_TOGETHER;
        return false;
    }
    return true;
}

/* Whether the mode now goes on; *verdict: what is not sure. */
bool motion_goes_on(struct motion *f, enum motion_verdict *verdict) {
    motion_look_at_start(f);
    bool zero[MOTION_WATCHES];
    if (!holds_contacts(f, verdict))
        return false;
    for (int w = 0; w < f->now->watches; w++) {
        mpfr_srcptr value = f->out[motion_watch_place(f, w)];
        zero[w] = motion_is_below(f, value, MOTION_TINY);
        if (zero[w])
            continue;
        if (!mpfr_number_p(value) || mpfr_sgn(value) * motion_watch_side(f, w) < 0)
            return false;
        if (motion_is_below(f, value, MOTION_SMALL))
            *verdict = MOTION_TOGETHER;
    }
    if (!motion_step(f)) {
        *verdict = MOTION_MANY_STEPS;
        return false;
    }
    bool unknown = false;
    for (int w = 0; w < f->now->watches; w++) {
        const int own = zero[w] ? holds(f, w) : 1;
        if (own == 0)
            return false;
        unknown = unknown || own < 0;
    }
    if (unknown)
        *verdict = MOTION_NO_MODE;
    return true;
}
