/* Results as JUnit XML (the format of Apache Ant's task of that name; characters allowed by
 * W3C, Extensible Markup Language 1.0, section 2.2, production 2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/results/files/formats.h"
#include "harness/base/text.h"
#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

enum { first_printable = 0x20, last_ascii = 0x7e, message_room = 2048 };

static void print_character(unsigned char c, FILE *out) {
    switch (c) {
    case '&': fputs("&amp;", out); return;
    case '<': fputs("&lt;", out); return;
    case '>': fputs("&gt;", out); return;
    case '"': fputs("&quot;", out); return;
    case '\'': fputs("&apos;", out); return;
    case '\n': fputs("&#10;", out); return;
    case '\t': fputs("&#9;", out); return;
    default: fputc(c < first_printable || c == last_ascii + 1 ? '?' : c, out);
    }
}

void junit_print_text(const char *text, FILE *out) {
    const unsigned char *c = (const unsigned char *)text;
    while (*c != '\0') {
        unsigned long code;
        size_t length = text_character((const char *)c, &code);
        if (*c <= 0x7f) {
            print_character(*c++, out);
        } else if (length == 0) {
            fputc('?', out);
            c++;
        } else {
            fwrite(c, 1, length, out);
            c += length;
        }
    }
}

static bool is_skipped(const struct result *result) {
    return !result_fails(result) && result->verdict != VERDICT_PASS;
}

static void print_attribute(const char *name, const char *value, FILE *out) {
    fprintf(out, " %s=\"", name);
    junit_print_text(value, out);
    fputc('"', out);
}

static void print_number(const struct result *result, const char *key, FILE *out) {
    double value = record_number(record_field(&result_record, key), result);
    fprintf(out, "%s = ", key);
    if (isfinite(value))
        fprintf(out, "%.17g\n", value);
    else
        fputs("none\n", out);
}

static void print_line(const char *key, const char *text, FILE *out) {
    fprintf(out, "%s: ", key);
    junit_print_text(text, out);
    fputc('\n', out);
}

static void print_outcome(const struct result *result, FILE *out) {
    static const char *const keys[] = {"value", "low", "high", "expected", "tolerance"};
    if (is_skipped(result)) {
        fputs(">\n      <skipped", out);
        const char *accepted = result->accepted;
        char message[message_room];
        snprintf(message, sizeof message, "%s%s%s",
                 accepted[0] != '\0' ? "accepted: " : "", accepted,
                 accepted[0] != '\0' ? "" : result->reason);
        print_attribute("message", message, out);
        fputs("/>\n    </testcase>\n", out);
        return;
    }
    fputs(">\n      <failure", out);
    print_attribute("type", verdict_text(result->verdict), out);
    fputs(" message=\"", out);
    fputs(result_before_reason(result), out);
    junit_print_text(result->reason, out);
    fputs("\">", out);
    for (int i = 0; i < 5; i++)
        print_number(result, keys[i], out);
    print_line("checked", check_of(result).checks, out);
    print_line("look at", check_of(result).look_at, out);
    fputs("</failure>\n    </testcase>\n", out);
}

static void print_case(const struct result *result, FILE *out) {
    char name[256];
    const char *mode = result->mode;
    snprintf(name, sizeof name, "%s (%s, %s, %s%s%s)", result->quantity, result->study,
             result->arithmetic, result->method, mode[0] ? ", mode=" : "", mode);
    fputs("    <testcase", out);
    print_attribute("classname", result->model, out);
    print_attribute("name", name, out);
    if (result_fails(result) || is_skipped(result))
        print_outcome(result, out);
    else
        fputs("/>\n", out);
}

/* Results first .. end-1 are those of one model. */
static void print_suite(const struct results *results, size_t first, size_t end,
                        FILE *out) {
    int failures = 0, skipped = 0;
    for (size_t i = first; i < end; i++) {
        failures += result_fails(&results->item[i]);
        skipped += is_skipped(&results->item[i]);
    }
    fputs("  <testsuite", out);
    print_attribute("name", results->item[first].model, out);
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n",
            (int)(end - first), failures, skipped);
    for (size_t i = first; i < end; i++)
        print_case(&results->item[i], out);
    fputs("  </testsuite>\n", out);
}

void junit_print(const struct results *results, double seconds, FILE *out) {
    struct results_count count = results_count(results);
    size_t all = results->count, end;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"halfstep\" tests=\"%d\" failures=\"%d\" errors=\"0\" "
            "skipped=\"%d\" time=\"%.3f\">\n",
            count.all, count.failed, count.all - count.passed - count.failed, seconds);
    for (size_t first = 0; first < all; first = end) {
        const char *model = results->item[first].model;
        for (end = first + 1; end < all; end++)
            if (strcmp(results->item[end].model, model) != 0)
                break;
        print_suite(results, first, end, out);
    }
    fputs("</testsuites>\n", out);
}
