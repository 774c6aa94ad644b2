/* The methods and their options: one table, from which `list` is printed and --option is
 * read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_H
#define HARNESS_METHOD_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/integrators/subject.h"

/* What an option's value is, and what it is stored as. */
enum method_kind {
    METHOD_WORD,      /* one of its values: an enum, which counts them from 0, or an int,
                         which is negative until it is set */
    METHOD_YES_OR_NO, /* bool */
    METHOD_POSITIVE,  /* double */
    METHOD_ZERO_TOO,  /* double >= 0 */
    METHOD_COUNT,     /* long >= 0 */
    METHOD_FROM_ONE,  /* long >= 1 */
    METHOD_WEIGHTS,   /* const double *, each >= 0, and int: how many */
    METHOD_UNITS,     /* the same, each > 0 */
    METHOD_FLAGS      /* the same, 1 for yes and 0 for no */
};

/* In which arithmetic an option has a meaning. */
enum method_reach {
    METHOD_IN_DOUBLE,
    METHOD_REPLAYED,  /* also where the original's algorithm is replayed in MPFR */
    METHOD_EVERYWHERE /* also where the discrete equations are solved to the last bit */
};

struct method_option {
    const char *name;
    enum method_kind kind;
    const char *values;  /* the words allowed, separated by '|'; NULL: no words */
    const char *initial; /* the default, as one would write it */
    const char *meaning;
    enum method_reach reach;
    size_t place, count; /* where in struct method_settings; count: of a list */
};

struct method {
    const char *name, *title, *source;
    enum subject_family family;
    const struct method_option *const *groups; /* ends with NULL; each group ends with an
                                                  option without a name */
};

/* Ends with a NULL name. */
const struct method *method_table(void);
/* What all of them take, and an integrator from outside with them: the limits of a run. */
const struct method *method_of_limits(void);
bool method_is_limit(const char *assignment); /* "step-limit=5" */

/* The i-th option of a method, or NULL. */
const struct method_option *method_option(const struct method *method, int i);

/* What kind of value an option has, for a person: "one of", "number". */
const char *method_option_type(const struct method_option *option);

/* The names of all methods, separated by ", "; static text. */
const char *method_names(void);

/* The method of that name, or NULL and *d says which there are. */
const struct method *method_find(const char *name, struct diagnostic *d);

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
    double *list[METHOD_LISTS]; /* what subject refers to */
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

/* Adds the settings to an object, by the names of the method's options: those that have a
 * meaning at least so far. */
void method_tell_settings(const struct method *method,
                          const struct method_settings *settings, enum method_reach least,
                          json_t *into);

/* Whether the settings fit together. Nonzero: *d says why not. */
int method_check(const struct method_settings *settings, struct diagnostic *d);

#endif
