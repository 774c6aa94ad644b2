/* What an integrator under test is set to when nobody says otherwise, and what the methods
 * of fast are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_options.h"

#include <math.h>
#include <stddef.h>

/* Simbody's usual scale of a system's time, in seconds: a tenth of it is the first step. */
static const double usual_time_scale = 0.1;

/* As many rounds as Simbody makes, and more impacts than a step of ordinary size has. */
enum { usual_induced = 5, usual_impacts = 1000 };

static struct subject_contact_options usual_contact_options(void) {
    return (struct subject_contact_options){
        .restitution = CONTACT_POISSON,
        .induced = CONTACT_SIMULTANEOUS,
        .projection = CONTACT_BILATERAL,
        .solver = SUBJECT_UNSET,
        .update = SUBJECT_UNSET,
        .locates_impacts = SUBJECT_UNSET,
        .max_induced = usual_induced,
        .max_impacts = usual_impacts,
        .unverified = SUBJECT_ACCEPT_UNVERIFIED,
        .capture_velocity = NAN,
        .min_restitution_velocity = NAN,
        .transition_velocity = NAN,
        .min_significant_force = NAN,
        .length = 1,
    };
}

struct subject_options subject_default_options(void) {
    struct subject_options options = {
        .family = SUBJECT_PAIR,
        .method = FAST_VELOCITY_IMPLICIT_EULER,
        .mode = FAST_DEFAULT,
        .fixed_step = true,
        .step = NAN,
        .accuracy = NAN,
        .relative = NAN,
        .absolute = NAN,
        .max_step = NAN,
        .min_step = 0,
        .initial_step = NAN,
        .throw_on_min_step = true,
        .jacobian = FAST_FORWARD,
        .newton = FAST_REUSE,
        .joints = {.tolerance = NAN,
                   .projection = PROJECTED_LAZY,
                   .norm = PROJECTED_ROOT_MEAN_SQUARE,
                   .velocity_time_scale = 1},
        .mechanical = {.method = PROJECTED_SEMI_EXPLICIT_EULER,
                       .form = PROJECTED_GAMING,
                       .time_scale = usual_time_scale,
                       .interpolate = true},
        .contact = usual_contact_options(),
    };
    return options;
}

int subject_choose(struct subject_options *options, const char *name) {
    const struct method_row *row = method_row_find(name);
    if (row == NULL)
        return -1;
    options->family = row->family;
    if (row->family == SUBJECT_PAIR)
        options->method = (enum pair_method)row->member;
    if (row->family == SUBJECT_MECHANICAL)
        options->mechanical.method = (enum projected_method)row->member;
    return 0;
}

static const struct method_row *row_of(const struct subject_options *options) {
    switch (options->family) {
    case SUBJECT_PAIR: return method_row_of(SUBJECT_PAIR, (int)options->method);
    case SUBJECT_MECHANICAL:
        return method_row_of(SUBJECT_MECHANICAL, (int)options->mechanical.method);
    default: return method_row_of(options->family, 0);
    }
}

const char *subject_name(const struct subject_options *options) {
    return row_of(options)->name;
}

bool subject_takes_joints(const struct subject_options *options) {
    return row_of(options)->joints;
}

const char *subject_names_taking_joints(void) {
    return method_row_names_taking_joints();
}

bool subject_takes_contacts(const struct subject_options *options) {
    return row_of(options)->contacts;
}

const char *subject_names_taking_contacts(void) {
    return method_row_names_taking_contacts();
}

const char *subject_method_name(enum pair_method method) {
    return method_row_of(SUBJECT_PAIR, (int)method)->name;
}

int subject_method_find(enum pair_method *method, const char *name) {
    const struct method_row *row = method_row_find(name);
    if (row == NULL || row->family != SUBJECT_PAIR)
        return -1;
    *method = (enum pair_method)row->member;
    return 0;
}
