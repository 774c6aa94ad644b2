/* The mode that goes on from a state. Kinks whose switching function is zero may be on either
 * side; contacts with gap and normal velocity zero may be open or closed, and, closed with
 * friction and without slip, stick or slide either way. Each combination is integrated for a
 * while: one that goes on has all its watches positive just behind the state. One has to, and no
 * other may.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "problems/model.h"
#include "ref/tests/random/motion_parts.h"

enum {
    SIDES_MOST = 5, /* of kinks that may be on either side */
    ROUNDS_MOST = 8,
    SHORTER = 4 /* times that the step is made 2^-7 as long where no mode goes on */
};

struct choice {
    struct motion *f;
    enum motion_state option[MOTION_CONTACTS][5];
    int options[MOTION_CONTACTS];
    struct motion_mode *found;
    int holding;
    double h;
};

/* The mode now := that of these states of contacts, with each kink on the side that it has at the
 * state; those of either[] stay where they are, and those that may be on both come to them. What
 * one select decides may decide another. */
static enum motion_verdict settle_sides(struct motion *f,
                                        const enum motion_state *contact,
                                        signed char *side, bool *either) {
    for (int round = 0; round < ROUNDS_MOST; round++) {
        bool changed = false;
        f->now = motion_find_mode(f, contact, side);
        if (f->now == NULL)
            return MOTION_TOO_COMPLEX;
        if (f->now->whole == NULL)
            return MOTION_SURE;
        motion_look_at_start(f);
        for (int k = 0; k < f->now->whole->switches; k++) {
            mpfr_srcptr value = f->out[f->now->first_switch + k];
            signed char own = mpfr_sgn(value) < 0 ? -1 : 1;
            if (either[k])
                own = side[k];
            either[k] = either[k] || motion_is_below(f, value, MOTION_TINY);
            changed = changed || side[k] != own;
            side[k] = own;
        }
        if (!changed)
            return MOTION_SURE;
    }
    return MOTION_TOO_COMPLEX;
}

/* Tries the mode with side[] for the kinks of either[], the other ones as they follow. */
static enum motion_verdict try_sides(struct choice *c, const enum motion_state *contact,
                                     const signed char *side, const bool *either) {
    struct motion *f = c->f;
    signed char own[MOTION_SWITCHES];
    bool free[MOTION_SWITCHES];
    memcpy(own, side, sizeof own);
    memcpy(free, either, sizeof free);
    enum motion_verdict verdict = settle_sides(f, contact, own, free);
    if (verdict != MOTION_SURE || f->now->whole == NULL ||
        memcmp(free, either, sizeof free) != 0)
        return MOTION_TOO_COMPLEX;
    f->h = c->h;
    if (motion_goes_on(f, &verdict)) {
        c->holding++;
        c->found = f->now;
    }
    return verdict;
}

/* Tries the contacts' states with all sides. */
static enum motion_verdict try_contacts(struct choice *c,
                                        const enum motion_state *contact) {
    struct motion *f = c->f;
    signed char side[MOTION_SWITCHES] = {0};
    bool either[MOTION_SWITCHES] = {false};
    int which[MOTION_SWITCHES], eithers = 0;
    enum motion_verdict verdict = settle_sides(f, contact, side, either);
    if (verdict != MOTION_SURE || f->now->whole == NULL)
        return verdict;
    for (int k = 0; k < MOTION_SWITCHES; k++)
        if (either[k])
            which[eithers++] = k;
    if (eithers > SIDES_MOST)
        return MOTION_TOO_COMPLEX;
    for (int k = 0; k < 1 << eithers && verdict == MOTION_SURE; k++) {
        for (int i = 0; i < eithers; i++)
            side[which[i]] = k >> i & 1 ? 1 : -1;
        verdict = try_sides(c, contact, side, either);
    }
    return verdict;
}

static void add(struct choice *c, int i, enum motion_state state) {
    c->option[i][c->options[i]++] = state;
}

/* What contact i may do; touches: its gap is zero. Where its rows have kinks each mode has own
 * ones: all states are tried. */
static enum motion_verdict list_options(struct choice *c, int i, bool touches) {
    struct motion *f = c->f;
    add(c, i, MOTION_OPEN);
    if (touches && f->scene.program->switches > 0) {
        const bool rubs = motion_has_friction(f->m, i);
        for (enum motion_state k = rubs ? MOTION_STICKS : MOTION_SMOOTH;
             k <= (rubs ? MOTION_BACK : MOTION_SMOOTH); k++)
            add(c, i, k);
        return MOTION_SURE;
    }
    if (!touches || !motion_is_below(f, motion_row_speed(f, 2 * i), MOTION_TINY)) {
        const bool is_slow =
            touches && motion_is_below(f, motion_row_speed(f, 2 * i), MOTION_SMALL);
        return is_slow ? MOTION_GRAZES : MOTION_SURE;
    }
    if (!motion_has_friction(f->m, i)) {
        add(c, i, MOTION_SMOOTH);
        return MOTION_SURE;
    }
    mpfr_srcptr slip = motion_row_speed(f, 2 * i + 1);
    const bool rests = motion_is_below(f, slip, MOTION_TINY);
    if (rests)
        add(c, i, MOTION_STICKS);
    if (rests || mpfr_sgn(slip) > 0)
        add(c, i, MOTION_FORTH);
    if (rests || mpfr_sgn(slip) < 0)
        add(c, i, MOTION_BACK);
    return !rests && motion_is_below(f, slip, MOTION_SMALL) ? MOTION_GRAZES : MOTION_SURE;
}

static enum motion_verdict try_once(struct choice *c) {
    enum motion_verdict verdict = MOTION_SURE;
    int all = 1;
    for (int i = 0; i < c->f->m->contacts; i++)
        all *= c->options[i];
    for (int k = 0; k < all && verdict == MOTION_SURE; k++) {
        enum motion_state contact[MOTION_CONTACTS] = {MOTION_OPEN};
        int rest = k;
        for (int i = 0; i < c->f->m->contacts; i++) {
            contact[i] = c->option[i][rest % c->options[i]];
            rest /= c->options[i];
        }
        verdict = try_contacts(c, contact);
    }
    if (verdict != MOTION_SURE)
        return verdict;
    c->f->now = c->found;
    c->f->h = c->h;
    return c->holding == 1   ? MOTION_SURE
           : c->holding == 0 ? MOTION_NO_MODE
                             : MOTION_NOT_UNIQUE;
}

/* What no mode does for a step, one may do for a shorter one: the next event is close. */
static enum motion_verdict try_all(struct choice *c) {
    enum motion_verdict verdict = MOTION_NO_MODE;
    for (int k = 0; k < SHORTER && verdict == MOTION_NO_MODE; k++) {
        c->holding = 0;
        verdict = try_once(c);
        c->h = ldexp(c->h, -7);
    }
    return verdict;
}

/* Which contacts touch, and whether one of them is struck. */
static enum motion_verdict find_touching(struct motion *f, bool *touches, bool *struck) {
    *struck = false;
    motion_scene_look(f);
    for (int i = 0; i < f->m->contacts; i++) {
        mpfr_srcptr gap = motion_gap(f, i), speed = motion_row_speed(f, 2 * i);
        touches[i] = motion_is_below(f, gap, MOTION_TINY);
        if (!touches[i] && mpfr_sgn(gap) < 0)
            return MOTION_INSIDE;
        if (!touches[i] && motion_is_below(f, gap, MOTION_SMALL))
            return MOTION_TOGETHER;
        *struck = *struck || (touches[i] && mpfr_sgn(speed) < 0 &&
                              !motion_is_below(f, speed, MOTION_TINY));
    }
    return MOTION_SURE;
}

enum motion_verdict motion_choose_mode(struct motion *f) {
    struct choice c = {.f = f, .h = f->h};
    bool touches[MOTION_CONTACTS], struck;
    enum motion_verdict verdict = find_touching(f, touches, &struck);
    if (verdict == MOTION_SURE && struck) {
        f->result->impacts++;
        verdict = motion_strike(f, touches);
        motion_scene_look(f);
    }
    for (int i = 0; i < f->m->contacts && verdict == MOTION_SURE; i++)
        verdict = list_options(&c, i, touches[i]);
    return verdict == MOTION_SURE ? try_all(&c) : verdict;
}
