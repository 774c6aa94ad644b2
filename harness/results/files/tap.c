/* Results in the Test Anything Protocol (testanything.org, specification 13).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/files/formats.h"

#include <math.h>

#include "harness/base/text.h"
#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

enum { command_room = 512 };

static bool passes(const struct result *result) {
    return result->verdict == VERDICT_PASS;
}

/* What follows '#' on a test's line: one line without a further '#'. */
static void print_directive(const char *directive, const char *reason, FILE *out) {
    fprintf(out, " # %s ", directive);
    for (; *reason != '\0'; reason++)
        fputc((unsigned char)*reason < ' ' || *reason == '#' || *reason == 0x7f ? ' '
                                                                                : *reason,
              out);
}

static void print_field(const char *key, const char *text, FILE *out) {
    if (text[0] == '\0')
        return;
    fprintf(out, "  %s: ", key);
    text_print_quoted(text, out);
    fputc('\n', out);
}

static const char *text_of(const struct result *result, const char *key) {
    return record_text(record_field(&result_record, key), result);
}

static void print_diagnostics(const struct result *result, const struct gate_outcome *o,
                              FILE *out) {
    static const char *const texts[] = {"model", "study",   "quantity", "method",
                                        "mode",  "verdict", "grade",    "reason"};
    static const char *const numbers[] = {"value", "low", "high", "expected",
                                          "tolerance"};
    fputs("  ---\n", out);
    if (result_fails_undecided(result))
        print_field("fails", result_undecided_words, out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        print_field(texts[i], text_of(result, texts[i]), out);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double number = record_number(record_field(&result_record, numbers[i]), result);
        if (isfinite(number))
            fprintf(out, "  %s: %.17g\n", numbers[i], number);
    }
    print_field("accepted", result->accepted, out);
    print_field("look_at", check_of(result).look_at, out);
    char command[command_room];
    check_command(command, sizeof command, result, o);
    print_field("command", command, out);
    fputs("  ...\n", out);
}

static void print_test(const struct result *result, int number,
                       const struct gate_outcome *o, FILE *out) {
    static const char *const names[] = {"model",      "study",  "quantity",
                                        "arithmetic", "method", "mode"};
    const char *accepted = result->accepted;
    bool fails = result_fails(result) || accepted[0] != '\0';
    fprintf(out, "%sok %d -", fails ? "not " : "", number);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = text_of(result, names[i]);
        if (name[0] == '\0')
            continue;
        fputc(' ', out);
        text_print_plain(name, out);
    }
    if (accepted[0] != '\0')
        print_directive("TODO", accepted, out);
    else if (!fails && !passes(result))
        print_directive("SKIP", result->reason, out);
    fputc('\n', out);
    if (!passes(result))
        print_diagnostics(result, o, out);
}

void tap_print(const struct gate_outcome *o, FILE *out) {
    fputs("TAP version 13\n", out);
    fprintf(out, "1..%d\n", (int)o->results->count);
    RESULTS_FOREACH(o->results, result) {
        print_test(result, (int)(result - o->results->item) + 1, o, out);
    }
    if (o->left_out > 0)
        fprintf(out,
                "Bail out! The first failure ended the work, %d studies are left out\n",
                o->left_out);
}
