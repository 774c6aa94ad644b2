/* What an integrator under test is set to when nobody says otherwise, and what the methods
 * of fast are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_options.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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

static const char *const pair_name[] = {
    [FAST_VELOCITY_IMPLICIT_EULER] = "velocity-implicit-euler",
    [FAST_IMPLICIT_EULER] = "implicit-euler",
};
static const char *const mechanical_name[] = {
    [PROJECTED_SEMI_EXPLICIT_EULER] = "semi-explicit-euler",
    [PROJECTED_SEMI_EXPLICIT_EULER_2] = "semi-explicit-euler-2",
    [PROJECTED_EXPLICIT_EULER] = "explicit-euler",
    [PROJECTED_RUNGE_KUTTA_MERSON] = "runge-kutta-merson",
};
static const char bdf_name[] = "bdf", contact_name[] = "contact-stepper";

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The place of a name in a list, or -1. */
static int find_name(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

int subject_choose(struct subject_options *options, const char *name) {
    int of_pair = find_name(pair_name, COUNT(pair_name), name);
    int of_mechanical = find_name(mechanical_name, COUNT(mechanical_name), name);
    if (of_pair >= 0) {
        options->family = SUBJECT_PAIR;
        options->method = (enum pair_method)of_pair;
    } else if (of_mechanical >= 0) {
        options->family = SUBJECT_MECHANICAL;
        options->mechanical.method = (enum projected_method)of_mechanical;
    } else if (strcmp(name, bdf_name) == 0) {
        options->family = SUBJECT_BDF;
    } else if (strcmp(name, contact_name) == 0) {
        options->family = SUBJECT_CONTACT;
    } else {
        return -1;
    }
    return 0;
}

const char *subject_name(const struct subject_options *options) {
    switch (options->family) {
    case SUBJECT_PAIR: return pair_name[options->method];
    case SUBJECT_MECHANICAL: return mechanical_name[options->mechanical.method];
    case SUBJECT_CONTACT: return contact_name;
    case SUBJECT_BDF: break;
    }
    return bdf_name;
}

bool subject_takes_joints(const struct subject_options *options) {
    return options->family != SUBJECT_PAIR;
}

const char *subject_names_taking_joints(void) {
    return "semi-explicit-euler, semi-explicit-euler-2, explicit-euler, "
           "runge-kutta-merson, bdf, contact-stepper";
}

bool subject_takes_contacts(const struct subject_options *options) {
    return options->family == SUBJECT_CONTACT;
}

const char *subject_names_taking_contacts(void) {
    return contact_name;
}

const char *subject_method_name(enum pair_method method) {
    return pair_name[method];
}

int subject_method_find(enum pair_method *method, const char *name) {
    int i = find_name(pair_name, COUNT(pair_name), name);
    if (i < 0)
        return -1;
    *method = (enum pair_method)i;
    return 0;
}
