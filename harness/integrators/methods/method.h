/* Methods by name, and their options: those of fast/options.h, and those of a run. From here
 * `list` is printed and --option is read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_H
#define HARNESS_METHOD_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "harness/integrators/subject_options.h"

struct diagnostic;        /* problems/base/status.h */
struct integrator_option; /* fast/options.h */
struct method;            /* harness/methods/method_row.h */

/* In which arithmetic an option has a meaning. */
enum method_reach {
    METHOD_IN_DOUBLE,
    METHOD_REPLAYED,  /* also where the original's algorithm is replayed in MPFR */
    METHOD_EVERYWHERE /* also where the discrete equations are solved to the last bit */
};

enum method_driver { DRIVER_MULTIPLE, DRIVER_SINGLE };

/* As many lists as a method has options that are lists. */
enum { METHOD_LISTS = 5 };

/* What the options of `solve` come to. */
struct method_settings {
    struct subject_options subject;
    enum method_driver driver;
    long step_limit;   /* between two times that are told; 0: none */
    double time_limit; /* seconds; NaN: none */
    bool mode_is_given;
    /* Options that were set and have no meaning where the discrete equations are solved to
     * the last bit, and where the original's algorithm is replayed; NULL: none. */
    const char *of_iteration, *of_double;
    void *list[METHOD_LISTS]; /* what subject refers to */
};

/* The rows of methods/methods.def; ends with a NULL name. */
const struct method *method_table(void);
/* What all of them take, and an integrator from outside with them: the limits of a run. */
const struct method *method_of_limits(void);
bool method_is_limit(const char *assignment); /* "step-limit=5" */

/* The i-th option of a method, or NULL. Options of a run have no bits in `methods`, and are
 * stored in struct method_settings. */
const struct integrator_option *method_option(const struct method *method, int i);

/* What kind of value an option has, for a person: "one of", "number". */
const char *method_option_type(const struct integrator_option *option);

/* In which arithmetic an option of a method has a meaning. */
enum method_reach method_reach(const struct method *method,
                               const struct integrator_option *option);

/* Where in struct method_settings an option is stored, and (an int) how many entries a list
 * has: offsets. */
size_t method_option_place(const struct integrator_option *option);
size_t method_option_count(const struct integrator_option *option);

/* The method of that name, or NULL and *d says which there are. */
const struct method *method_find(const char *name, struct diagnostic *d);

/* Nothing allocated yet; freed with method_settings_clear in any case. */
struct method_settings method_default_settings(const struct method *method);
void method_settings_clear(struct method_settings *settings);

/* Takes one NAME=VALUE into account. Nonzero: *d says why. */
int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d);

/* Reads an accuracy: a number > 0. */
int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d);

/* Adds the settings to an object, by the names of the method's options: those that have a
 * meaning at least so far. */
void method_tell_settings(const struct method *method,
                          const struct method_settings *settings, enum method_reach least,
                          json_t *into);

/* Whether the settings fit together. Nonzero: *d says why not. */
int method_check(const struct method_settings *settings, struct diagnostic *d);

#endif
