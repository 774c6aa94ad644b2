/* The methods and their options: one table, from which `list` is printed, --option is read,
 * and what is not available yet is refused by name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_H
#define HARNESS_METHOD_H

#include <stdbool.h>

#include "harness/subject.h"

struct method_option {
    const char *name;
    const char *type;    /* for a person: "one of", "number", "yes or no" */
    const char *values;  /* the words allowed, separated by '|'; NULL: a number */
    const char *initial; /* the default, as one would write it */
    const char *meaning;
};

struct method {
    const char *name, *title, *source;
    const struct method_option *options; /* ends with a NULL name */
};

/* Ends with a NULL name. */
const struct method *method_table(void);

/* The method of that name, or NULL and *d says which there are. */
const struct method *method_find(const char *name, struct diagnostic *d);

enum method_driver { DRIVER_MULTIPLE, DRIVER_SINGLE };

/* What the options of `solve` come to. */
struct method_settings {
    struct subject_options subject;
    enum method_driver driver;
    bool in_double_only; /* an option was set that has a meaning in double only */
    const char *which;   /* the name of that option */
};

struct method_settings method_default_settings(void);

/* Takes one NAME=VALUE into account. Nonzero: *d says why. */
int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d);

/* Reads an accuracy: a number > 0. */
int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d);

#endif
