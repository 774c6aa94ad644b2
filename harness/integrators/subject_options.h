/* What an integrator under test is set to: the method, what all methods have, and what those
 * of one family have. Lists are the caller's, and copied where an integrator is made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_OPTIONS_H
#define HARNESS_SUBJECT_OPTIONS_H

#include <stdbool.h>

#include "fast/contact.h"
#include "fast/pair.h"
#include "fast/projected.h"
#include "harness/methods/method_row.h"

/* Of methods that project onto joints, as in struct projected_options. */
struct subject_joint_options {
    double tolerance; /* NaN: the accuracy / 10 */
    enum projected_projection projection;
    enum projected_norm norm;
    int units_count;     /* as many as the model has joints */
    const double *units; /* NULL: all 1 */
    double velocity_time_scale;
};

/* Of fast/projected.h alone. */
struct subject_mechanical_options {
    enum projected_method method;
    enum projected_form form;
    double time_scale;
    bool interpolate;
    int units_count, relative_flags_count; /* as many as the model has v and z together */
    const double *units;                   /* NULL: all 1 */
    const double *relative_flags;          /* 1: yes, 0: no; NULL: all yes */
};

/* What an option is that nobody has set: as the mode has it; and the two words of others. */
enum { SUBJECT_UNSET = -1, SUBJECT_YES = 0, SUBJECT_NO = 1 };

/* What comes of a step with a solve that could not be verified. */
enum subject_unverified { SUBJECT_ACCEPT_UNVERIFIED, SUBJECT_FAIL_UNVERIFIED };

/* Of fast/contact.h alone, as in struct contact_options. */
struct subject_contact_options {
    enum contact_restitution restitution;
    enum contact_induced induced;
    enum contact_projection projection;
    int solver; /* enum contact_method, or SUBJECT_UNSET: PLUS in faithful mode, else
                   proximal */
    int update; /* enum contact_update, or SUBJECT_UNSET: semi-explicit in faithful mode,
                   else trapezoidal */
    int locates_impacts; /* SUBJECT_YES, SUBJECT_NO, or SUBJECT_UNSET: in default mode */
    long max_induced, max_impacts; /* >= 1 */
    enum subject_unverified unverified;
    double capture_velocity, min_restitution_velocity,
        transition_velocity;      /* NaN: unset */
    double min_significant_force; /* NaN: Simbody's SignificantReal */
    double length;
    int units_count;     /* as many as the model has v and z together */
    const double *units; /* NULL: all 1 */
};

/* What the command line's --option may set. */
struct subject_options {
    enum subject_family family;
    enum pair_method method; /* of the pair */
    enum fast_mode mode;
    bool fixed_step; /* advance() and run() take fixed steps, without error control */
    double step;     /* of tell(), where steps are fixed; NaN: there is none */
    double accuracy; /* NaN: the method's own default */
    double relative, absolute; /* NaN: unset */
    double
        max_step; /* NaN: the step of advance() and run(); under error control the pair's
                        is 0.1 then, and the others have none */
    double min_step;        /* >= 0 */
    double initial_step;    /* NaN: the longest step, or what the method finds */
    bool throw_on_min_step; /* a step that would be shortened below min_step fails */
    enum pair_jacobian jacobian;
    enum pair_newton newton;
    int weights_v_count, weights_z_count; /* as many as the model has v and z */
    const double *weights_v, *weights_z;  /* NULL: all 1 */
    struct subject_joint_options joints;
    struct subject_mechanical_options mechanical;
    struct subject_contact_options contact;
    bool counts_calls;  /* the statistics have rates_calls: what the model was asked */
    bool only_declares; /* a plug-in says what it is, and no integrator is made */
    bool records_calls; /* a plug-in's calls of the rates are kept (subject.h) */
    /* advance() of a plug-in is told t_final and nothing nearer: whether it keeps to max_step,
     * which it is told of, is its own affair. */
    bool unlimited_advance;
    /* > 0: the first time that so many calls of the rates have been made since start(), this
     * one fails, or gives what is not a number (fails_by_nan). */
    long failing_call;
    bool fails_by_nan;
};

/* Velocity-implicit Euler in default mode, fixed steps; accuracy, tolerances, max_step and
 * initial_step unset, min_step 0, throw on min step, forward, reuse, weights 1, no call
 * fails. Of the other families: semi-explicit Euler in its gaming form, lazy projection, root
 * mean square, interpolation, time scales 0.1 (of the system) and 1 (of velocities), units 1. Of
 * contacts: Poisson, simultaneous, five rounds, bilateral, a thousand impacts in a step,
 * unverified steps accepted; thresholds and what depends on the mode unset. */
struct subject_options subject_default_options(void);

/* Sets family and method to those of a name on the command line. Nonzero: there is none of
 * that name, and nothing is changed. */
int subject_choose(struct subject_options *options, const char *name);

/* The name of the method chosen; static text. */
const char *subject_name(const struct subject_options *options);

/* Whether the method chosen takes models with joints; all such methods, separated by ", ". */
bool subject_takes_joints(const struct subject_options *options);
const char *subject_names_taking_joints(void);

/* The same of models with contacts. */
bool subject_takes_contacts(const struct subject_options *options);
const char *subject_names_taking_contacts(void);

/* The name of a method of the pair on the command line; static text. */
const char *subject_method_name(enum pair_method method);

/* *method := the method of the pair of that name. Nonzero: there is none. */
int subject_method_find(enum pair_method *method, const char *name);

#endif
