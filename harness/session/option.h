/* The options of a command, each said once: parsing, --help, the manual, completion and the
 * checks of what goes with what read these tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_OPTION_H
#define HARNESS_OPTION_H

#include <stdbool.h>

struct diagnostic; /* problems/base/status.h */

enum option_kind {
    OPTION_FLAG,       /* has no value */
    OPTION_VALUE,      /* given once */
    OPTION_REPEATABLE, /* given any number of times */
    OPTION_UNAVAILABLE /* known, but refused by name in this version */
};

struct option_definition;

/* *value := what the text says; nonzero: *d says what is wrong with it. */
typedef int option_reader(double *value, const struct option_definition *option,
                          const char *text, struct diagnostic *d);

struct option_definition {
    const char *name; /* without the dashes; NULL ends a list */
    enum option_kind kind;
    const char *value;   /* how help calls the value */
    const char *meaning; /* for help */
    const char *usual;   /* the value where none is given, which help tells; NULL: none */
    option_reader *read; /* NULL: a text, which whoever uses it reads */
    double least, most;  /* of numbers */
    const char *(*word)(int i);   /* all that it may be; from some i on NULL */
    const char *excludes, *needs; /* another option of the command; NULL: none */
    const char *of; /* the uses of the command that have it, "list show"; NULL: all */
    bool is_apart;  /* changes no verdict: shards of one plan may differ in it */
};

/* A row of a table; after its meaning other members may follow (.usual = "300"). */
#define OPTION(option_name, option_kind, option_value, ...)                              \
    {                                                                                    \
        .name = option_name, .kind = OPTION_##option_kind, .value = option_value,        \
        .meaning = __VA_ARGS__                                                           \
    }
/* The text of a constant that is a macro: .usual = OPTION_USUAL(FINGERPRINT_ORDER) is "4". */
#define OPTION_USUAL(constant) OPTION_TEXT(constant)
#define OPTION_TEXT(words) #words
#define OPTIONS_END                                                                      \
    { .name = NULL }

/* Types: positive; from `least` to `most`; whole and from `least` to `most`; which of the words. */
option_reader option_positive, option_number, option_whole, option_word;

/* The option of that name; NULL: the table has none. */
const struct option_definition *option_find(const struct option_definition *table,
                                            const char *name);

/* What help says of it, with the usual value. */
enum { OPTION_TEXT_ROOM = 512 };
struct option_text {
    char text[OPTION_TEXT_ROOM];
};
struct option_text option_meaning(const struct option_definition *o);

/* Whether a list of names, "list show", has the name. */
bool option_list_has(const char *names, const char *name);

/* What several commands have. */
#define OPTION_SET                                                                       \
    OPTION("set", REPEATABLE, "NAME=VALUE",                                              \
           "change a parameter, a size or an initial value of the models")
#define OPTION_SCHEMA                                                                    \
    OPTION("schema", FLAG, NULL, "print the JSON Schema of --json, and do nothing else")
#define OPTION_OUT                                                                       \
    OPTION("out", VALUE, "DIR", "also write a report's folder: page, figures, tables",   \
           .is_apart = true)

#endif
