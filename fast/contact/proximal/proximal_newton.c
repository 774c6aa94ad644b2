/* Newton's method on the exact laws. kappa decides how far impulses that redundancy
 * leaves open may move: rows that contradict each other by delta move them by kappa delta
 * in an iteration, until one of the rows opens. With kappa = care S / E that is never
 * more than a part of S, and as E falls the convergence becomes quadratic all the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/proximal/proximal.h"

/* Where kappa begins without care, and its growth when an iteration gains nothing. */
static const double kappa_begin = 1e8, kappa_growth = 100;
/* With care it is at least this; at most, so that rounding of u times it is below the
 * speeds that go in. */
static const double kappa_least = 1e3, kappa_most = 1e12;
/* Speeds that tell nothing about a contact without impulse, of S_v. */
static const double tie = 1e-9;
/* Iterations with states that are given: as many as the slips' directions take. */
enum { held = 3 };
/* What counts as a gain. */
static const double gain = 0.5;

static void choose_kappa(struct proximal *s, double care, double error) {
    if (care > 0)
        s->kappa = fmin(fmax(care * proximal_scale(s) / error, kappa_least), kappa_most);
}

bool proximal_newton(struct proximal *s, const struct proximal_run *run,
                     const enum contact_state *states) {
    double error = proximal_evaluate(s), least = error;
    int idle = 0;
    s->kappa = kappa_begin;
    for (int i = 0; i < run->limit && idle < run->patience; i++) {
        choose_kappa(s, run->care, error);
        /* At rest everything that touches is taken to stay. */
        s->tie = i == 0 && !(run->care > 0) ? tie * s->free_speed : 0;
        proximal_linearize(s, i < held ? states : NULL);
        if (!proximal_factor(s))
            break;
        proximal_solve(s);
        proximal_step(s);
        s->iterations++;
        error = proximal_evaluate(s);
        if (!isfinite(error))
            break;
        const bool gains = error < gain * least;
        idle = gains ? 0 : idle + 1;
        least = error < least ? error : least;
        /* What is tight is refined to the floor: as long as that halves it. */
        if (!gains && proximal_is_tight(s))
            return true;
        if (!gains)
            s->kappa = fmin(s->kappa * kappa_growth, kappa_most);
    }
    return proximal_is_tight(s);
}
