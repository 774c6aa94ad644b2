/* A command's arguments: positional ones, and options `--name value`, `--name=value` or, for
 * those without a value, `--name`. `--` ends the options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ARGUMENTS_H
#define HARNESS_ARGUMENTS_H

#include <stdbool.h>

#include "harness/session/option.h"

struct argument {
    const struct option_definition *option; /* NULL: a positional argument */
    const char *value;
    double number; /* what option->read has made of it */
};

struct arguments {
    int count;
    struct argument *given;                 /* (size count) in the order given */
    const struct option_definition *option; /* the table */
};

/* Sorts out argv[0..argc-1] (after the command's name) by a table of options, and reads and
 * checks what the table says of them. The strings stay the caller's; a->given is freed with
 * arguments_clear. Nonzero: *d says why. */
int arguments_parse(struct arguments *a, const struct option_definition *table, int argc,
                    char **argv, struct diagnostic *d);
void arguments_clear(struct arguments *a);

/* Nonzero: an option is given with one that it excludes, or without one that it needs (which
 * matters where the command has that). */
int arguments_check(const struct arguments *a, struct diagnostic *d);

bool arguments_has(const struct arguments *a, const char *name);

/* The form in which something is printed, by the flag of that name; text where none is given. */
enum form { FORM_TEXT, FORM_JSON, FORM_CSV, FORM_MARKDOWN, FORM_SCHEMA };
enum form arguments_form(const struct arguments *a);

/* The value of an option, "" of a flag; the usual one, or NULL, when it was not given. */
const char *arguments_value(const struct arguments *a, const char *name);

/* The number of an option that has a type, also of the usual value; which of its words it is. Not a
 * number (-1) when there is neither. */
double arguments_number(const struct arguments *a, const char *name);
long arguments_whole(const struct arguments *a, const char *name);

/* How often an option was given, or how many positional arguments (name NULL) there are. */
int arguments_count(const struct arguments *a, const char *name);

/* The i-th value of a repeatable option, or the i-th positional argument (name NULL). */
const char *arguments_nth(const struct arguments *a, const char *name, int i);

#endif
