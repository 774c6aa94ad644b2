/* The methods and their options: one table, from which `list` is printed, --option is read,
 * and what is not available yet is refused by name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_H
#define HARNESS_METHOD_H

#include <stdbool.h>

#include "harness/integrators/subject.h"

struct method_option {
    const char *name;
    const char *type; /* for a person: "one of", "number", "numbers", "yes or no" */
    const char
        *values; /* the words allowed, separated by '|'; NULL: a number, or several */
    const char *initial; /* the default, as one would write it */
    const char *meaning;
};

struct method {
    const char *name, *title, *source;
    enum fast_method integrator;
    const struct method_option *options; /* ends with a NULL name */
};

/* Ends with a NULL name. */
const struct method *method_table(void);

/* The names of all methods, separated by ", "; static text. */
const char *method_names(void);

/* What the documentation names and this version does not have: methods, options. */
bool method_is_to_come(const char *name);
bool method_option_is_to_come(const char *name);

/* The method of that name, or NULL and *d says which there are. */
const struct method *method_find(const char *name, struct diagnostic *d);

enum method_driver { DRIVER_MULTIPLE, DRIVER_SINGLE };

/* What the options of `solve` come to. */
struct method_settings {
    struct subject_options subject;
    enum method_driver driver;
    bool mode_is_given;
    const char
        *of_iteration; /* an option that was set and has no meaning where the discrete
                                 equations are solved to the last bit; NULL: none */
    double *weights_v, *weights_z; /* what subject refers to */
};

/* Nothing allocated yet; freed with method_settings_clear in any case. */
struct method_settings method_default_settings(const struct method *method);
void method_settings_clear(struct method_settings *settings);

/* Takes one NAME=VALUE into account. Nonzero: *d says why. */
int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d);

/* Reads an accuracy: a number > 0. */
int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d);

/* Whether the settings fit together. Nonzero: *d says why not. */
int method_check(const struct method_settings *settings, struct diagnostic *d);

#endif
