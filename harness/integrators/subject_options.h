/* What an integrator under test is set to: the options of fast (fast/options.h), and what the
 * studies want besides. Lists are the caller's, and copied where an integrator is made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_OPTIONS_H
#define HARNESS_SUBJECT_OPTIONS_H

#include <stdbool.h>

#include "fast/options.h"

struct subject_options {
    struct integrator_options integrator; /* what the command line's --option may set */
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

/* The defaults of fast for velocity-implicit Euler, but with fixed steps; no call fails. */
struct subject_options subject_default_options(void);

/* Sets the method to that of a name on the command line. Nonzero: there is none of
 * that name, and nothing is changed. */
int subject_choose(struct subject_options *options, const char *name);

/* The family of the method chosen, and its name; static text. */
enum integrator_family subject_family(const struct subject_options *options);
const char *subject_name(const struct subject_options *options);

/* Whether the method chosen takes models with joints; with contacts. */
bool subject_takes_joints(const struct subject_options *options);
bool subject_takes_contacts(const struct subject_options *options);

/* The name of a method of the pair on the command line; static text. */
const char *subject_method_name(enum integrator_method method);

/* *method := the method of the pair of that name. Nonzero: there is none. */
int subject_method_find(enum integrator_method *method, const char *name);

#endif
