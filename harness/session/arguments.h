/* A command's arguments: positional ones, and options `--name value`, `--name=value` or, for
 * those without a value, `--name`. `--` ends the options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ARGUMENTS_H
#define HARNESS_ARGUMENTS_H

#include <stdbool.h>

#include "problems/base/status.h"

enum option_kind {
    OPTION_FLAG,       /* has no value */
    OPTION_VALUE,      /* given once */
    OPTION_REPEATABLE, /* given any number of times */
    OPTION_UNAVAILABLE /* known, but refused by name in this version */
};

struct option_definition {
    const char *name; /* without the dashes; NULL ends a list */
    enum option_kind kind;
    const char *value;   /* how help calls the value */
    const char *meaning; /* for help */
};

/* What several commands have. */
#define OPTION_SET                                                                       \
    {                                                                                    \
        "set", OPTION_REPEATABLE, "NAME=VALUE",                                          \
            "change a parameter, a size or an initial value of the models"               \
    }
#define OPTION_OUT                                                                       \
    { "out", OPTION_VALUE, "DIR", "also write a report's folder: page, figures, tables" }

struct argument {
    const struct option_definition *option; /* NULL: a positional argument */
    const char *value;
};

struct arguments {
    int count;
    struct argument *given; /* (size count) in the order given */
};

/* Sorts out argv[0..argc-1] (after the command's name) by a list of definitions. The strings
 * stay the caller's; a->given is freed with arguments_clear. Nonzero: *d says why. */
int arguments_parse(struct arguments *a, const struct option_definition *definitions,
                    int argc, char **argv, struct diagnostic *d);
void arguments_clear(struct arguments *a);

bool arguments_has(const struct arguments *a, const char *name);

/* The form in which something is printed, by the flag of that name; text where none is given. */
enum form { FORM_TEXT, FORM_JSON, FORM_CSV, FORM_MARKDOWN, FORM_SCHEMA };
enum form arguments_form(const struct arguments *a);

/* The value of an option; "" for a flag; NULL when it was not given. */
const char *arguments_value(const struct arguments *a, const char *name);

/* How often an option was given, or how many positional arguments (name NULL) there are. */
int arguments_count(const struct arguments *a, const char *name);

/* The i-th value of a repeatable option, or the i-th positional argument (name NULL). */
const char *arguments_nth(const struct arguments *a, const char *name, int i);

/* Nonzero: more is given than `words` positional arguments and the options of the list, which ends with
 * NULL: *d says what does not go with `what`. */
int arguments_only(const struct arguments *a, const char *what, int words,
                   const char *const *options, struct diagnostic *d);

/* *value := the number of an option, which has to be positive, or whole and from `least` to
 * `most`; unchanged when it was not given. Nonzero: *d says what is wrong. */
int arguments_positive(double *value, const struct arguments *a, const char *name,
                       struct diagnostic *d);
int arguments_whole(long *value, const struct arguments *a, const char *name, long least,
                    long most, struct diagnostic *d);

#endif
