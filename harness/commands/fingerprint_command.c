/* The command line of `halfstep fingerprint`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/fingerprint_command.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/fingerprint/laws/law.h"
#include "harness/fingerprint/trees/tableau.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/shard_document.h"
#include "harness/session/arguments.h"
#include "harness/session/option_method.h"
#include "problems/language/suggest.h"

enum { least_bits = 64, most_bits = 4096, most_text = 1 << 24 };

static int read_arithmetic(struct fingerprint_command *w, struct diagnostic *d) {
    const char *text = arguments_value(w->arguments, "arithmetic");
    w->bits = FINGERPRINT_BITS;
    w->in_double = w->raised = true;
    if (text == NULL)
        return 0;
    char *end = NULL;
    w->in_double = strcmp(text, "double") == 0;
    w->raised = !w->in_double;
    if (w->in_double)
        return 0;
    if (strncmp(text, "mpfr:", 5) == 0)
        w->bits = strtol(text + 5, &end, 10);
    if (end == NULL || end == text + 5 || *end != '\0' || w->bits < least_bits ||
        w->bits > most_bits)
        return message_set(d,
                           "--arithmetic %s: must be double or mpfr:BITS, with %d to %d",
                           text, least_bits, most_bits);
    return 0;
}

static void read_trees(struct fingerprint_command *w) {
    const struct arguments *a = w->arguments;
    w->order = (int)arguments_whole(a, "order");
    w->family = arguments_has(a, "family")
                    ? (enum forest_family)arguments_whole(a, "family")
                    : FOREST_MECHANICAL;
}

static int read_expected(struct fingerprint_command *w, struct diagnostic *d) {
    enum known_variant variant;
    struct law_request law;
    w->expected = arguments_value(w->arguments, "expected");
    if (w->expected == NULL || known_find(w->expected, &variant) != NULL ||
        law_request_read(&law, w->expected) == 0)
        return 0;
    if (law_request_form(w->expected) != NULL)
        return message_set(d, "--expected %s: takes %s", w->expected,
                           law_request_form(w->expected));
    struct suggestion n = suggest_start(w->expected);
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        suggest_consider(&n, m->name);
    for (int i = 0; law_name(i) != NULL; i++)
        suggest_consider(&n, law_name(i));
    return message_set(d,
                       "--expected %s: no known method is called so%s%s%s "
                       "(fingerprint --list)",
                       w->expected, n.best != NULL ? "; did you mean '" : "",
                       n.best != NULL ? n.best : "", n.best != NULL ? "'?" : "");
}

/* Which share of the fingerprints is wanted. */
static int read_shard(struct fingerprint_command *w, struct diagnostic *d) {
    if (shard_read(&w->shard, arguments_value(w->arguments, "shard"), d))
        return -1;
    if (w->shard.count == 0)
        return 0;
    if (arguments_has(w->arguments, "against"))
        return message_set(d, "--against compares all fingerprints, not a shard of them");
    w->part = json_object();
    json_object_set_new(w->part, "arguments", shard_document_arguments(w->arguments));
    return 0;
}

/* The method, and the options of one that is ours. */
static int read_method(struct fingerprint_command *w, struct diagnostic *d) {
    const char *name = arguments_value(w->arguments, "method");
    int given = arguments_count(w->arguments, "option");
    if (name == NULL)
        return given > 0 && !w->foreign.is_given
                   ? message_set(d, "--option needs --method or --integrator")
                   : 0;
    w->method = option_method_named(w->arguments);
    if (integrator_family(w->method->method) == INTEGRATOR_BDF)
        return message_set(
            d, "method '%s' has no fingerprint: it chooses its steps itself", name);
    if (integrator_family(w->method->method) == INTEGRATOR_CONTACT)
        return message_set(
            d,
            "method '%s' has no fingerprint: it is made for motion that is "
            "not smooth",
            name);
    w->settings = method_default_settings(w->method);
    w->settings.subject = measure_options(name);
    for (int i = 0; i < given; i++)
        if (method_set(w->method, &w->settings, arguments_nth(w->arguments, "option", i),
                       d))
            return -1;
    return method_check(&w->settings, d);
}

enum exit_status fingerprint_command_read(struct fingerprint_command *w) {
    struct diagnostic *d = &w->session->why;
    const char *against = arguments_value(w->arguments, "against");
    size_t length;
    if (arguments_count(w->arguments, NULL) > 0)
        return message_fail(
            EXIT_USAGE, d,
            "fingerprint takes no MODEL: it brings its own; a method is named "
            "by --method M");
    read_trees(w);
    if (read_shard(w, d) || read_arithmetic(w, d) || read_expected(w, d) ||
        (against != NULL && input_read(&w->against, &length, against, most_text, d)))
        return EXIT_USAGE;
    enum exit_status status = EXIT_PASSED;
    if (arguments_has(w->arguments, "integrator"))
        status = foreign_read(&w->foreign, w->arguments, w->session);
    if (status != EXIT_PASSED)
        return status;
    if (w->foreign.is_given &&
        plugin_check_equations(&w->foreign.plugin, "fingerprint", d))
        return EXIT_USAGE;
    if (w->foreign.is_given && !w->in_double)
        return message_fail(EXIT_USAGE, d, "--integrator is measured in double only");
    return read_method(w, d) ? EXIT_USAGE : EXIT_PASSED;
}

void fingerprint_command_clear(struct fingerprint_command *w) {
    if (w->method != NULL)
        method_settings_clear(&w->settings);
    foreign_clear(&w->foreign);
    record_clear(&fingerprints_record, &w->found);
    json_decref(w->part);
    free(w->against);
}
