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

static void add_word(json_t *into, const char *name, const char *word) {
    json_object_set_new(into, name, json_string(word));
}

void subject_add_contact_in_use(json_t *into, const struct contact_options *its,
                                const struct contact_thresholds *in_use) {
    add_word(into, "mode", its->mode == FAST_FAITHFUL ? "faithful" : "default");
    add_word(into, "restitution", contact_restitution_name(its->restitution));
    add_word(into, "induced", contact_induced_name(its->induced));
    json_object_set_new(into, "max-induced", json_integer(its->max_induced));
    add_word(into, "projection", contact_projection_name(its->projection));
    add_word(into, "solver", contact_method_name(its->solver));
    add_word(into, "update", contact_update_name(its->update));
    add_word(into, "locate-impacts", its->locates_impacts ? "yes" : "no");
    subject_add_measure(into, "accuracy", in_use->accuracy);
    subject_add_measure(into, "constraint-tolerance", in_use->constraint_tolerance);
    subject_add_measure(into, "capture-velocity", in_use->capture_velocity);
    subject_add_measure(into, "min-cor-velocity", in_use->min_restitution_velocity);
    subject_add_measure(into, "friction-transition-velocity",
                        in_use->transition_velocity);
    subject_add_measure(into, "min-significant-force", in_use->min_significant_force);
}
