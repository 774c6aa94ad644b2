/* The integrator from outside that a command line names: --integrator PLACE, --option
 * NAME=VALUE, and its limits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_FOREIGN_H
#define HARNESS_PLUGIN_FOREIGN_H

#include "harness/plugin/plugin.h"
#include "harness/session/option.h"
#include "harness/session/session.h"

/* The options of a command that takes one. */
#define FOREIGN_OPTIONS                                                                  \
    OPTION_INTEGRATOR,                                                                   \
        OPTION("option", REPEATABLE, "NAME=VALUE", "set an option of --integrator",      \
               .needs = "integrator"),                                                   \
        FOREIGN_LIMITS

#define OPTION_INTEGRATOR                                                                \
    OPTION("integrator", VALUE, "PLACE",                                                 \
           "an integrator of yours instead: a shared library (./mine.so), or a program " \
           "that "                                                                       \
           "speaks the line protocol (\"python3 mine.py\")",                             \
           .excludes = "method")

#define FOREIGN_LIMITS                                                                   \
    FOREIGN_LIMIT("call-limit", "SECONDS",                                               \
                  "how long one call of your integrator may take", "10"),                \
        FOREIGN_LIMIT("memory-limit", "MB",                                              \
                      "how much memory a process of your integrator may use", "4096"),   \
        FOREIGN_LIMIT("output-limit", "MB",                                              \
                      "how much of what your integrator prints is shown", "1")

#define FOREIGN_LIMIT(name, unit, about, value)                                          \
    OPTION(name, VALUE, unit, about, .read = option_positive, .usual = value,            \
           .needs = "integrator")

struct foreign {
    bool is_given; /* else nothing below is of use */
    bool is_run;   /* limits of a run are not the integrator's options */
    struct plugin plugin;
    struct plugin_traits traits;
    struct plugin_record record;
    struct plugin_option *option; /* what plugin refers to, */
    char interpreter[4096];       /* and this */
};

/* Reads the arguments and tries the integrator with a small system (plugin_probe). *f refers
 * to the arguments, and may not be moved. Freed with foreign_clear in any case. On failure
 * session->why says what is wrong: EXIT_USAGE, the arguments, or what they name is no
 * integrator; EXIT_VERDICT, the integrator crashed, hung or failed. */
enum exit_status foreign_read(struct foreign *f, const struct arguments *a,
                              struct session *session);
/* The same of a command that takes the limits of a run (method_is_limit) itself. */
enum exit_status foreign_read_for_run(struct foreign *f, const struct arguments *a,
                                      struct session *session);
/* The limits and options of arguments that name no integrator, in f->plugin. */
enum exit_status foreign_read_limits(struct foreign *f, const struct arguments *a,
                                     struct session *session);
void foreign_clear(struct foreign *f);

/* {"name", "place", "options", "has_estimate", "has_advance", "has_statistics"}. */
json_t *foreign_describe(const struct foreign *f);

#endif
