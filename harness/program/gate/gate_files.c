/* The files that a gate writes, and what it tells.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/gate/gate_files.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/json_lines.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/text.h"
#include "harness/program/run/study_document.h"
#include "harness/results/files/formats.h"
#include "harness/results/results_print.h"
#include "harness/session/arguments.h"

static const char standard_output[] = "-";

static void print_junit(const struct gate_outcome *o, FILE *out) {
    junit_print(o->results, o->seconds, out);
}

static void print_csv(const struct gate_outcome *o, FILE *out) {
    study_document_print_csv(o->results, out);
}

struct format {
    const char *option;
    gate_print_function *print; /* NULL: the JSON document */
};
static const struct format formats[] = {
    {"junit", print_junit}, {"json", NULL},         {"csv", print_csv},
    {"tap", tap_print},     {"sarif", sarif_print}, {"markdown", markdown_print}};
enum { formats_count = sizeof formats / sizeof *formats };

/* Whether two of the options' words are of one file. */
static bool is_one_file(const char *one, const char *other) {
    return strcmp(one, other) == 0 ||
           (strcmp(one, standard_output) != 0 && strcmp(other, standard_output) != 0 &&
            path_is_same(one, other));
}

/* How many of the options of all formats name this file. */
static int count_named(const struct arguments *arguments, const char *path) {
    int count = 0;
    for (int k = 0; k < formats_count; k++)
        for (int i = 0; i < arguments_count(arguments, formats[k].option); i++)
            count += is_one_file(arguments_nth(arguments, formats[k].option, i), path);
    return count;
}

static bool is_device(const char *path) {
    static const char devices[] = "/dev/";
    return strncmp(path, devices, strlen(devices)) == 0;
}

bool gate_files_use_standard_output(const struct arguments *arguments) {
    return count_named(arguments, standard_output) > 0;
}

int gate_files_check(const struct arguments *arguments, struct diagnostic *d) {
    int count = count_named(arguments, standard_output);
    if (count > 1)
        message_set(d, "only one of the files can be standard output ('-')");
    else if (count > 0 && arguments_has(arguments, "ctest"))
        message_set(d, "--ctest prints to standard output, which a file has as '-'");
    if (count > 1 || (count > 0 && arguments_has(arguments, "ctest")))
        return EXIT_USAGE;
    for (int k = 0; k < formats_count; k++)
        for (int i = 0; i < arguments_count(arguments, formats[k].option); i++) {
            const char *path = arguments_nth(arguments, formats[k].option, i);
            if (path[0] == '\0')
                return message_fail(EXIT_USAGE, d, "--%s needs the name of a file",
                                    formats[k].option);
            if (strcmp(path, standard_output) == 0)
                continue;
            if (!is_device(path) && count_named(arguments, path) > 1)
                return message_fail(EXIT_USAGE, d, "%s: two of the files have this name",
                                    path);
            const enum exit_status status = session_status_of(output_probe(path, d));
            if (status != EXIT_PASSED)
                return status;
        }
    return EXIT_PASSED;
}

struct printing {
    const struct format *format;
    const struct gate_outcome *outcome;
};

static void print(void *context, FILE *out) {
    const struct printing *p = context;
    p->format->print(p->outcome, out);
}

/* What a format prints, which the caller frees; NULL: out of memory. */
static char *print_text(const struct format *format, const struct gate_outcome *o,
                        const json_t *document, size_t *length) {
    struct printing p = {format, o};
    return format->print == NULL ? json_lines(document, length)
                                 : text_printed(print, &p, length);
}

static int write_one(const char *path, const char *text, size_t length, FILE *out,
                     struct diagnostic *d) {
    if (text == NULL)
        return message_set(d, "%s: cannot be written: out of memory", path);
    if (strcmp(path, standard_output) != 0)
        return output_write(path, text, length, d);
    fwrite(text, 1, length, out);
    return 0;
}

/* Keeps what was said before, each complaint on a line of its own. */
static void add_complaint(struct diagnostic *d, const struct diagnostic *more) {
    struct diagnostic before = *d;
    if (before.text[0] == '\0')
        *d = *more;
    else
        message_set(d, "%.500s\nhalfstep: %.500s", before.text, more->text);
}

/* Writes all of them, `out` being standard output; `document` is what JSON holds. Nonzero: *d says
 * which could not be written; the others are there. */
static int write_all(const struct arguments *arguments, const struct gate_outcome *o,
                     const json_t *document, FILE *out, struct diagnostic *d) {
    int failed = 0;
    for (int k = 0; k < formats_count; k++) {
        int files = arguments_count(arguments, formats[k].option);
        size_t length = 0;
        char *text = files > 0 ? print_text(&formats[k], o, document, &length) : NULL;
        for (int i = 0; i < files; i++) {
            struct diagnostic why = {""};
            const char *path = arguments_nth(arguments, formats[k].option, i);
            if (write_one(path, text, length, out, &why)) {
                add_complaint(d, &why);
                failed = -1;
            }
        }
        free(text);
    }
    return failed;
}

enum exit_status gate_tell(struct session *session, const struct arguments *arguments,
                           const struct gate_run *run) {
    bool taken = gate_files_use_standard_output(arguments);
    FILE *out = taken ? session->err : session->out;
    if (arguments_has(arguments, "ctest"))
        ctest_print(&run->outcome, out);
    gate_print(&run->outcome, arguments_has(arguments, "verbose"), out);
    if (write_all(arguments, &run->outcome, run->document, session->out, &session->why))
        return EXIT_MACHINE;
    return gate_outcome_passes(&run->outcome) ? EXIT_PASSED : EXIT_VERDICT;
}
