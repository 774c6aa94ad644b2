/* halfstep fingerprint: which method an integrator really is, tree by tree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/version.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/shard_document.h"
#include "harness/session/arguments.h"
#include "harness/session/option_method.h"

enum { format = 1 };

static const struct option_definition options[] = {
    OPTION_METHOD("only this method (default: all, in both modes)"),
    OPTION_INTEGRATOR,
    OPTION("option", REPEATABLE, "NAME=VALUE",
           "set an option of --integrator, or of --method"),
    FOREIGN_LIMITS,
    OPTION("arithmetic", VALUE, "double|mpfr:BITS",
           "only in this arithmetic (default: both, mpfr:256)"),
    OPTION("order", VALUE, "N", "the largest trees have N nodes, 1 to 6",
           .read = option_whole, .least = 1, .most = FOREST_HIGHEST_ORDER,
           .usual = OPTION_USUAL(FINGERPRINT_ORDER)),
    OPTION("family", VALUE, "plain|nystrom|mechanical",
           "the widest family of trees that is tried (default mechanical: q' = N(q) v)",
           .read = option_word, .word = fingerprint_family_word),
    OPTION(
        "expected", VALUE, "NAME",
        "the known method that it should be, as \"backward-euler:doubled\" (default: the "
        "method itself; of --integrator: find out)"),
    OPTION("list", FLAG, NULL,
           "print the names that --expected knows, with orders, and do nothing else",
           .is_apart = true),
    OPTION("all", FLAG, NULL, "a line for every tree", .is_apart = true),
    OPTION("against", VALUE, "FILE",
           "compare with a fingerprint that was written before, as text or JSON",
           .is_apart = true),
    OPTION("json", FLAG, NULL, "print one JSON document", .is_apart = true),
    OPTION("csv", FLAG, NULL, "print the weights as comma-separated values",
           .is_apart = true),
    OPTION_SCHEMA,
    SHARD_OPTION,
    OPTIONS_END,
};

/* Takes over what *f holds. */
static enum exit_status append(struct fingerprint_command *w, struct fingerprint *f) {
    struct fingerprints *all = &w->found;
    const size_t count = (size_t)all->count + 1;
    struct fingerprint *grown = realloc(all->item, count * sizeof *grown);
    if (grown == NULL) {
        record_clear(&fingerprint_record, f);
        return EXIT_MACHINE;
    }
    all->item = grown;
    all->item[all->count++] = *f;
    return EXIT_PASSED;
}

/* One that gives up at the accuracy of rounding may make steps at the user's. */
static enum exit_status find_foreign(struct fingerprint_command *w) {
    bool gives_up = false;
    const struct fingerprint_request r = {
        .bench = {plugin_open, &w->foreign.plugin, NULL, NULL, 0, &gives_up},
        .family = w->family,
        .order = w->order,
        .expected = w->expected,
        .may_grow = true,
        .integrator = w->foreign.plugin.name,
    };
    struct diagnostic *why = &w->session->why;
    struct fingerprint found;
    if (fingerprint_find(&found, &r, why) == 0)
        return append(w, &found);
    if (gives_up) {
        const struct diagnostic first = *why;
        message_set(
            why,
            "no fingerprint: %s, on a probe at accuracy %g; if it has such an option, "
            "name an accuracy at which it makes steps: --option accuracy=1e-4",
            first.text, measure_options(NULL).integrator.accuracy);
    }
    return EXIT_VERDICT;
}

static enum exit_status find_native(struct fingerprint_command *w,
                                    const struct fingerprint_unit *unit) {
    struct fingerprint_native native = {.open_subject = w->session->open_subject,
                                        .context = w->session->context,
                                        .method = unit->method->name,
                                        .family = w->family,
                                        .order = w->order,
                                        .expected = w->expected};
    if (arguments_count(w->arguments, "option") > 0)
        native.options = &w->settings.subject;
    native.mode = unit->variant == FINGERPRINT_FAITHFUL ? FAST_FAITHFUL : FAST_DEFAULT;
    if (unit->variant == FINGERPRINT_RAISED)
        native.bits = w->bits;
    struct fingerprint found;
    if (fingerprint_find_native(&found, &native, &w->session->why))
        return EXIT_VERDICT;
    return append(w, &found);
}

static enum exit_status find_all(struct fingerprint_command *w) {
    struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS];
    enum exit_status status = EXIT_PASSED;
    int count = fingerprint_units_list(unit, w);
    if (w->part != NULL)
        count = fingerprint_units_take(unit, count, w);
    if (count < 0)
        return message_fail(EXIT_MACHINE, &w->session->why, "out of memory");
    for (int i = 0; i < count && status == EXIT_PASSED; i++)
        status = unit[i].method != NULL ? find_native(w, &unit[i]) : find_foreign(w);
    return status;
}

static void print_document(const struct fingerprint_command *w) {
    json_t *document = json_pack("{s:s, s:i, s:s}", "halfstep", HALFSTEP_VERSION,
                                 "format", format, "command", "fingerprint");
    json_object_update_new(document, record_tell(&fingerprints_record, &w->found));
    if (w->foreign.is_given)
        json_object_set_new(document, "integrator", foreign_describe(&w->foreign));
    if (w->part != NULL)
        json_object_set_new(document, "shard",
                            shard_document_describe(&w->shard, w->part, document));
    json_print(document, w->session->out);
    json_decref(document);
}

static void print_csv(const struct fingerprint_command *w) {
    static const char *const columns[] = {"of.integrator",
                                          "of.arithmetic",
                                          "of.family",
                                          "each.tree",
                                          "each.differential",
                                          "each.order",
                                          "each.result",
                                          "each.expected",
                                          "each.difference",
                                          "each.estimate",
                                          "each.estimate_expected",
                                          "each.estimate_difference",
                                          "each.verdict",
                                          NULL};
    json_t *found = json_array();
    for (int i = 0; i < w->found.count; i++)
        record_add(found, &fingerprint_record, &w->found.item[i]);
    json_t *rows = json_csv_join(found, "trees");
    json_csv_print(rows, columns, w->session->out);
    json_decref(rows);
    json_decref(found);
}

bool fingerprint_all_pass(const struct fingerprints *list) {
    bool pass = true;
    for (int i = 0; i < list->count; i++)
        pass &= fingerprint_passes(&list->item[i]);
    return pass;
}

static enum exit_status answer(struct fingerprint_command *w) {
    enum exit_status status = find_all(w), compared = EXIT_PASSED;
    if (status != EXIT_PASSED)
        return status;
    if (w->against != NULL)
        compared = fingerprint_compare(w);
    if (arguments_has(w->arguments, "json"))
        print_document(w);
    else if (arguments_has(w->arguments, "csv"))
        print_csv(w);
    else if (w->against == NULL)
        fingerprint_print_all(&w->found, arguments_has(w->arguments, "all"),
                              w->session->out);
    if (compared != EXIT_PASSED)
        return compared;
    return fingerprint_all_pass(&w->found) ? EXIT_PASSED : EXIT_VERDICT;
}

static enum exit_status list_names(struct session *session,
                                   const struct arguments *arguments) {
    if (arguments_has(arguments, "json") || arguments_has(arguments, "csv"))
        return message_fail(EXIT_USAGE, &session->why,
                            "--list prints a table: it goes with neither --json nor "
                            "--csv");
    fingerprint_print_names(session->out);
    return EXIT_PASSED;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    if (arguments_has(arguments, "list"))
        return list_names(session, arguments);
    struct fingerprint_command w = {.session = session, .arguments = arguments};
    enum exit_status status = fingerprint_command_read(&w);
    if (status == EXIT_PASSED)
        status = answer(&w);
    fingerprint_command_clear(&w);
    return status;
}

const struct command command_fingerprint = {
    "fingerprint",
    "[--method M | --integrator PLACE] [--option NAME=VALUE]... [--arithmetic "
    "double|mpfr:BITS] [--order N] [--family F] [--expected NAME] [--all] [--against "
    "FILE] [--json | --csv] | --list",
    "Tell which method an integrator really is, tree by tree, or what is wrong with it",
    "Steps from probe systems with one component for each tree give every weight of the\n"
    "result and of the error estimate exactly. They name the method, or the fault. The "
    "text\n"
    "can be committed; --against compares with it. Exit status 1 when a weight is not "
    "the\n"
    "expected one, or differs from the committed ones.\n",
    "fingerprint --integrator ./mine.so\n"
    "fingerprint --method runge-kutta-merson --all\n",
    options,
    run,
    false,
    NULL,
    &fingerprint_document_record,
};
