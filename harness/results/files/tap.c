/* Results in the Test Anything Protocol (testanything.org, specification 13).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/files/tap.h"

#include <string.h>

#include "harness/base/text.h"
#include "harness/results/check.h"
#include "harness/results/results_count.h"

enum { command_room = 512 };

static bool passes(const json_t *result) {
    return strcmp(results_text(result, "verdict"), "pass") == 0;
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

static void print_diagnostics(const json_t *result, const struct gate_outcome *o,
                              FILE *out) {
    static const char *const texts[] = {"model", "study",   "quantity", "method",
                                        "mode",  "verdict", "grade",    "reason"};
    static const char *const numbers[] = {"value", "low", "high", "expected",
                                          "tolerance"};
    fputs("  ---\n", out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        print_field(texts[i], results_text(result, texts[i]), out);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const json_t *number = json_object_get(result, numbers[i]);
        if (json_is_number(number))
            fprintf(out, "  %s: %.17g\n", numbers[i], json_number_value(number));
    }
    print_field("accepted", results_text(result, "accepted"), out);
    print_field("look_at", check_of(result)->look_at, out);
    char command[command_room];
    check_command(command, sizeof command, result, o);
    print_field("command", command, out);
    fputs("  ...\n", out);
}

static void print_test(const json_t *result, int number, const struct gate_outcome *o,
                       FILE *out) {
    static const char *const names[] = {"model",      "study",  "quantity",
                                        "arithmetic", "method", "mode"};
    const char *accepted = results_text(result, "accepted");
    bool fails = results_fails(result) || accepted[0] != '\0';
    fprintf(out, "%sok %d -", fails ? "not " : "", number);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = results_text(result, names[i]);
        if (name[0] == '\0')
            continue;
        fputc(' ', out);
        text_print_plain(name, out);
    }
    if (accepted[0] != '\0')
        print_directive("TODO", accepted, out);
    else if (!fails && !passes(result))
        print_directive("SKIP", results_text(result, "reason"), out);
    fputc('\n', out);
    if (!passes(result))
        print_diagnostics(result, o, out);
}

void tap_print(const struct gate_outcome *o, FILE *out) {
    size_t i;
    json_t *result;
    fputs("TAP version 13\n", out);
    fprintf(out, "1..%d\n", (int)json_array_size(o->results));
    json_array_foreach(o->results, i, result) {
        print_test(result, (int)i + 1, o, out);
    }
    if (o->left_out > 0)
        fprintf(out,
                "Bail out! The first failure ended the work, %d studies are left out\n",
                o->left_out);
}
