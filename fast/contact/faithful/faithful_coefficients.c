/* Restitution and friction coefficients of a step in faithful mode, and what restitution does
 * with them (Simbody 3.7, SemiExplicitEulerTimeStepper): Poisson's law gives back e times the
 * impulse of compression, unless that is insignificant, Newton's e times the velocity. What is
 * insignificant is a constant there: the smallest significant force that is set decides of
 * friction whose bound is known, which contacts here have not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

static const double SIGNIFICANT = 0x1.6a09e667f3bcdp-46; /* (2^-52)^(7/8) */

/* With the transition velocity that was set, not the one in use: unless it is set, static
 * friction holds at no slip at all. */
void faithful_set_friction(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    const double set = c->options.transition_velocity;
    const double transition = isnan(set) ? 0 : set;
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->contact[k];
        if (!point->has_friction)
            continue;
        const double x = f->u[point->friction[0]], y = f->u[point->friction[1]];
        point->mu = contact_effective_friction(c, point->contact, sqrt(x * x + y * y),
                                               transition);
    }
}

void faithful_set_restitution(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    const bool is_off = c->options.restitution == CONTACT_NO_RESTITUTION;
    const double tolerance = c->thresholds.constraint_tolerance;
    for (int k = 0; k < f->contacts; k++) {
        const double u = f->u[f->contact[k].normal];
        const bool is_slow = u >= -tolerance;
        f->contact[k].restitution =
            is_off || is_slow
                ? 0
                : contact_effective_restitution(c, f->contact[k].contact, -u);
    }
}

bool faithful_set_addition(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    bool is_any = false;
    memset(f->addition, 0, (size_t)f->rows * sizeof *f->addition);
    if (c->options.restitution != CONTACT_NEWTON)
        return false;
    for (int k = 0; k < f->contacts; k++) {
        const struct faithful_contact *point = &f->contact[k];
        if (point->restitution > 0) {
            f->addition[point->normal] = point->restitution * f->u[point->normal];
            is_any = true;
        }
    }
    return is_any;
}

bool faithful_set_expansion(struct contact_stepper *c, const double *compression) {
    struct faithful *f = c->faithful;
    bool is_any = false;
    memset(f->expansion, 0, (size_t)f->rows * sizeof *f->expansion);
    if (c->options.restitution == CONTACT_NEWTON)
        return false;
    for (int k = 0; k < f->contacts; k++) {
        const struct faithful_contact *point = &f->contact[k];
        const double p = compression[point->normal];
        if (point->is_impacting && point->restitution > 0 && fabs(p) >= SIGNIFICANT) {
            f->expansion[point->normal] = p * point->restitution;
            is_any = true;
        }
    }
    return is_any;
}
