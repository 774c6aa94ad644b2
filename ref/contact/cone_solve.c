/* Which way leads to the impulses: Lemke's method where there is no friction, all patterns of
 * states where they are few, and else, or where that will do, Newton's method on the natural
 * map from a fixed-point iteration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/cone.h"

static bool is_frictionless(const struct ref_cone *c) {
    for (int i = 0; i < c->contacts; i++)
        if (ref_cone_has_friction(c, i))
            return false;
    return true;
}

static enum ref_status solve_near_start(struct ref_cone *c) {
    enum ref_status status = ref_cone_start(c);
    if (status == REF_OK)
        status = ref_cone_newton(c, true);
    if (status == REF_OK && !ref_cone_is_solved(c))
        status = REF_NOT_CONVERGED;
    return status;
}

static enum ref_status find_impulses(struct ref_cone *c, long most, int *solutions) {
    *solutions = 0;
    if (is_frictionless(c)) {
        *solutions = 1;
        return ref_cone_lemke(c);
    }
    long patterns = ref_cone_patterns(c, REF_MOST_PATTERNS);
    enum ref_status status = patterns <= most ? REF_NOT_CONVERGED : solve_near_start(c);
    if (status == REF_NOT_CONVERGED && patterns > REF_MOST_PATTERNS)
        return REF_TOO_LONG;
    return status == REF_NOT_CONVERGED ? ref_cone_enumerate(c, solutions) : status;
}

/* What is left of rounding below zero. */
static void cut_pulls(struct ref_cone *c) {
    for (int i = 0; i < c->contacts; i++)
        if (mpfr_sgn(c->r[c->first[i]]) < 0)
            mpfr_set_zero(c->r[c->first[i]], 1);
}

enum ref_status ref_cone_solve(struct ref_cone *c, long most, int *solutions) {
    ref_cone_prepare(c);
    enum ref_status status = find_impulses(c, most, solutions);
    if (status != REF_OK)
        return status;
    if (!ref_cone_is_solved(c))
        return REF_NOT_CONVERGED;
    if (c->rows > 0) {
        ref_cone_classify(c);
        ref_cone_share(c);
    }
    cut_pulls(c);
    bool solved = ref_cone_is_solved(c);
    ref_cone_classify(c);
    return solved ? REF_OK : REF_NOT_CONVERGED;
}
