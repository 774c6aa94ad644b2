/* The integrator from outside that a command line names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/foreign.h"

#include <float.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/integrators/methods/method.h"
#include "harness/plugin/activity.h"
#include "harness/plugin/interpreter.h"
#include "harness/session/arguments.h"

static const struct {
    const char *name;
    double unit;
    size_t place;
} limits[] = {
    {"call-limit", 1, offsetof(struct plugin, seconds_limit)},
    {"memory-limit", PLUGIN_MEGABYTE, offsetof(struct plugin, memory_limit)},
    {"output-limit", PLUGIN_MEGABYTE, offsetof(struct plugin, output_limit)},
};
enum { limits_count = sizeof limits / sizeof *limits };

static void read_limits(struct plugin *p, const struct arguments *a) {
    for (int i = 0; i < limits_count; i++)
        *(double *)((char *)p + limits[i].place) =
            limits[i].unit * arguments_number(a, limits[i].name);
}

/* NAME and VALUE in one piece of memory, which is the name's. */
static int split_option(struct plugin_option *option, const char *assignment,
                        struct diagnostic *d) {
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0)
        return message_set(d, "--option needs NAME=VALUE, not '%s'", assignment);
    char *copy = malloc(strlen(assignment) + 1);
    if (copy == NULL)
        return message_set(d, "out of memory");
    strcpy(copy, assignment);
    copy[length] = '\0';
    *option = (struct plugin_option){copy, copy + length + 1};
    return 0;
}

static int read_options(struct foreign *f, const struct arguments *a,
                        struct diagnostic *d) {
    int count = arguments_count(a, "option");
    f->option = calloc((size_t)count + 1, sizeof *f->option);
    if (f->option == NULL)
        return message_set(d, "out of memory");
    f->plugin.options = f->option;
    for (int i = 0; i < count; i++) {
        const char *assignment = arguments_nth(a, "option", i);
        if (f->is_run && method_is_limit(assignment))
            continue;
        if (split_option(&f->option[f->plugin.options_count], assignment, d))
            return -1;
        f->plugin.options_count++;
    }
    return 0;
}

/* What the trial has shown, and is no reason not to go on. */
static void tell(const char *text, struct session *session) {
    if (text[0] != '\0')
        fprintf(session->err, "halfstep: %s\n", text);
}

/* Below the rounding of 1 an accuracy can be kept by small states alone. */
static void tell_of_accuracy(const struct foreign *f, struct session *session) {
    for (int i = 0; i < f->plugin.options_count; i++) {
        const struct plugin_option *o = &f->option[i];
        struct diagnostic told;
        double value;
        if (strcmp(o->name, "accuracy") != 0 ||
            number_read_double(&value, o->value, "accuracy", &told) || !(value > 0) ||
            value >= DBL_EPSILON / 2)
            continue;
        message_set(&told,
                    "option accuracy=%g is below what the arithmetic can tell of states "
                    "about 1, %.2g: errors of steps are not held to it",
                    value, DBL_EPSILON / 2);
        tell(told.text, session);
    }
}

static enum exit_status read_and_probe(struct foreign *f, const struct arguments *a,
                                       struct session *session) {
    struct diagnostic *why = &session->why;
    read_limits(&f->plugin, a);
    if (read_options(f, a, why))
        return EXIT_USAGE;
    f->plugin.record = &f->record;
    f->plugin.tally = activity_share(sizeof *f->plugin.tally);
    f->plugin.place = f->plugin.name = arguments_value(a, "integrator");
    interpreter_find(f->interpreter, sizeof f->interpreter, f->plugin.place,
                     f->plugin.seconds_limit);
    f->plugin.interpreter = f->interpreter;
    int outcome = plugin_probe(&f->traits, &f->plugin, why);
    if (outcome != 0)
        return outcome == PLUGIN_FAULTY ? EXIT_VERDICT : EXIT_USAGE;
    f->plugin.takes = f->traits.takes;
    f->plugin.is_engine = f->traits.is_engine;
    f->plugin.serves_several = f->traits.serves_several;
    if (f->traits.name[0] != '\0')
        f->plugin.name = f->traits.name;
    f->is_given = true;
    tell(f->record.remark.text, session);
    tell_of_accuracy(f, session);
    if (f->record.faults > 0)
        tell(f->record.first.text, session);
    return EXIT_PASSED;
}

enum exit_status foreign_read_limits(struct foreign *f, const struct arguments *a,
                                     struct session *session) {
    *f = (struct foreign){.is_given = true};
    read_limits(&f->plugin, a);
    if (read_options(f, a, &session->why))
        return EXIT_USAGE;
    f->plugin.record = &f->record;
    f->plugin.tally = activity_share(sizeof *f->plugin.tally);
    return EXIT_PASSED;
}

static enum exit_status read_arguments(struct foreign *f, const struct arguments *a,
                                       struct session *session, bool is_run) {
    *f = (struct foreign){.is_given = false, .is_run = is_run};
    return arguments_has(a, "integrator") ? read_and_probe(f, a, session) : EXIT_PASSED;
}

enum exit_status foreign_read(struct foreign *f, const struct arguments *a,
                              struct session *session) {
    return read_arguments(f, a, session, false);
}

enum exit_status foreign_read_for_run(struct foreign *f, const struct arguments *a,
                                      struct session *session) {
    return read_arguments(f, a, session, true);
}

void foreign_clear(struct foreign *f) {
    for (int i = 0; i < f->plugin.options_count; i++)
        free((void *)f->option[i].name);
    free(f->option);
    activity_unshare(f->plugin.tally, sizeof *f->plugin.tally);
    *f = (struct foreign){.is_given = false};
}

json_t *foreign_describe(const struct foreign *f) {
    json_t *options = json_object();
    for (int i = 0; i < f->plugin.options_count; i++)
        json_object_set_new(options, f->option[i].name, json_text_of(f->option[i].value));
    return json_pack("{s:o, s:o, s:o, s:b, s:b, s:b}", "name",
                     json_text_of(f->plugin.name), "place", json_text_of(f->plugin.place),
                     "options", options, "has_estimate", f->traits.has_estimate,
                     "has_advance", f->traits.has_advance, "has_statistics",
                     f->traits.has_statistics);
}
