/* The options of a subject as those of fast/contact.h, and the values in use.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "harness/integrators/subject_parts.h"

/* Fixed steps are as long as they are told to be; the size here is that of tell(). */
static double find_fixed_step(const struct subject_options *o) {
    if (!o->fixed_step)
        return NAN;
    return isnan(o->step) ? 1
                          : fmin(o->step, isnan(o->max_step) ? INFINITY : o->max_step);
}

static void set_laws(struct contact_options *its, const struct subject_options *o) {
    const struct subject_contact_options *c = &o->contact;
    its->restitution = c->restitution;
    its->induced = c->induced;
    its->max_induced = (int)c->max_induced;
    its->projection = c->projection;
    if (c->solver != SUBJECT_UNSET)
        its->solver = (enum contact_method)c->solver;
    if (c->update != SUBJECT_UNSET)
        its->update = (enum contact_update)c->update;
    if (c->locates_impacts != SUBJECT_UNSET)
        its->locates_impacts = c->locates_impacts == SUBJECT_YES;
    its->max_impacts = (int)c->max_impacts;
    its->accepts_unverified = c->unverified == SUBJECT_ACCEPT_UNVERIFIED;
}

static void set_thresholds(struct contact_options *its, const struct subject_options *o) {
    const struct subject_contact_options *c = &o->contact;
    its->constraint_tolerance = o->joints.tolerance;
    its->capture_velocity = c->capture_velocity;
    its->min_restitution_velocity = c->min_restitution_velocity;
    its->transition_velocity = c->transition_velocity;
    if (!isnan(c->min_significant_force))
        its->min_significant_force = c->min_significant_force;
    its->length = c->length;
}

struct contact_options subject_contact_settings(const struct subject_options *o) {
    const double step = find_fixed_step(o);
    struct contact_options its = o->mode == FAST_FAITHFUL ? contact_faithful_options(step)
                                                          : contact_default_options();
    its.fixed_step = step;
    its.accuracy = isnan(o->accuracy) ? its.accuracy : o->accuracy;
    set_laws(&its, o);
    set_thresholds(&its, o);
    its.initial_step = o->initial_step;
    its.min_step = o->min_step;
    its.max_step = isnan(o->max_step) ? its.max_step : o->max_step;
    its.units = o->contact.units;
    return its;
}

void subject_contact_take_use(struct subject_options *o,
                              const struct contact_options *its,
                              const struct contact_thresholds *in_use) {
    struct subject_contact_options *c = &o->contact;
    c->solver = (int)its->solver;
    c->update = (int)its->update;
    c->locates_impacts = its->locates_impacts ? SUBJECT_YES : SUBJECT_NO;
    o->accuracy = in_use->accuracy;
    o->joints.tolerance = in_use->constraint_tolerance;
    c->capture_velocity = in_use->capture_velocity;
    c->min_restitution_velocity = in_use->min_restitution_velocity;
    c->transition_velocity = in_use->transition_velocity;
    c->min_significant_force = in_use->min_significant_force;
}
