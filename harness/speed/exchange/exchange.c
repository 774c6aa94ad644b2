/* Formats of other programs, by name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/exchange/exchange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange_formats.h"
#include "harness/speed/history/history_add.h"
#include "problems/language/suggest.h"

static const struct format {
    const char *name;
    int (*import)(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d);
} formats[] = {
    {"google-benchmark", google_import},
    {"github-action-benchmark", action_import},
    {"bencher", bencher_import},
    {"csv", csv_import},
    {"json-lines", NULL},
};
enum { format_count = sizeof formats / sizeof *formats };

static const struct format *find_format(const char *name, struct diagnostic *d) {
    struct suggestion n = suggest_start(name);
    for (int i = 0; i < format_count; i++) {
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
        suggest_consider(&n, formats[i].name);
    }
    message_set(d,
                "unknown format '%s'%s%s%s; there are google-benchmark, "
                "github-action-benchmark, bencher, csv and json-lines",
                name, n.best ? ": did you mean '" : "", n.best ? n.best : "",
                n.best ? "'?" : "");
    return NULL;
}

json_t *exchange_read(const char *text, size_t length, struct diagnostic *d) {
    json_error_t error;
    json_t *document = json_loadb(text, length, 0, &error);
    if (document == NULL)
        message_set(d, "line %d, column %d: is no JSON: %s", error.line, error.column,
                    error.text);
    return document;
}

static json_t *text_or_null(const char *text) {
    return text == NULL ? json_null() : json_text(text, strlen(text));
}

/* Up to here whole numbers are exact in double. */
static const double most_whole_seconds = 0x1p53;

/* Whole seconds are whole numbers. */
static json_t *seconds_of(double seconds) {
    return seconds == floor(seconds) && fabs(seconds) <= most_whole_seconds
               ? json_integer((json_int_t)seconds)
               : json_number(seconds);
}

json_t *exchange_document(const char *from, const struct exchange_about *about) {
    json_t *machine = json_object();
    json_t *build = json_pack("{s:o, s:o}", "commit", text_or_null(about->commit),
                              "committed", seconds_of(about->committed));
    if (about->machine != NULL)
        json_object_set_new(machine, "processor", text_or_null(about->machine));
    if (about->compiler != NULL)
        json_object_set_new(build, "compiler", text_or_null(about->compiler));
    if (about->flags != NULL)
        json_object_set_new(build, "flags", text_or_null(about->flags));
    return json_pack("{s:n, s:i, s:s, s:s, s:o, s:o, s:o, s:[]}", "halfstep", "format", 1,
                     "command", "import", "from", from, "taken", seconds_of(about->taken),
                     "machine", machine, "build", build, "entries");
}

json_t *exchange_entry(json_t *document, const char *name, const char *quantity,
                       const char *unit, double value, double low, double high) {
    json_t *entry =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", text_or_null(name),
                  "quantity", text_or_null(quantity), "unit", text_or_null(unit), "value",
                  json_number(value), "low", json_number(low), "high", json_number(high));
    json_array_append_new(json_object_get(document, "entries"), entry);
    return entry;
}

enum exit_status exchange_import(json_t **documents, const char *format, const char *text,
                                 size_t length, const struct exchange_about *about,
                                 struct diagnostic *d) {
    const struct format *f = find_format(format, d);
    *documents = NULL;
    if (f == NULL)
        return EXIT_USAGE;
    if (f->import == NULL) {
        message_set(d, "%s: 'history add' reads this format", format);
        return EXIT_USAGE;
    }
    *documents = json_array();
    if (f->import(*documents, text, length, about, d) == 0)
        return EXIT_PASSED;
    json_decref(*documents);
    *documents = NULL;
    return EXIT_USAGE;
}

/* Whether a document is about a commit, which may be cut short; NULL: about any. */
static bool is_about(const json_t *document, const char *commit) {
    const json_t *build = json_object_get(document, "candidate");
    if (build == NULL)
        build = json_object_get(document, "build");
    const char *its = json_string_value(json_object_get(build, "commit"));
    return commit == NULL || (its != NULL && strncmp(its, commit, strlen(commit)) == 0);
}

static enum exit_status export_lines(char **text, struct history *h, const char *commit,
                                     struct diagnostic *d) {
    json_t *documents, *document;
    size_t i, length = 0;
    enum exit_status status = history_documents(h, &documents, d);
    *text = calloc(1, 1);
    json_array_foreach(documents, i, document) {
        if (!is_about(document, commit) || status != EXIT_PASSED)
            continue;
        char *line = history_text_of(document);
        size_t more = line == NULL ? 0 : strlen(line);
        char *larger = line == NULL ? NULL : realloc(*text, length + more + 2);
        if (larger == NULL) {
            message_set(d, "out of memory");
            status = EXIT_MACHINE;
        } else {
            *text = larger;
            memcpy(*text + length, line, more);
            memcpy(*text + length + more, "\n", 2);
            length += more + 1;
        }
        free(line);
    }
    json_decref(documents);
    return status;
}

static enum exit_status export_snapshot(json_t **document, const struct format *f,
                                        struct history *h, const char *commit,
                                        struct diagnostic *d) {
    struct exchange_choice choice;
    json_t *values = NULL;
    enum exit_status status = exchange_choose(&choice, h, commit, d);
    if (status != EXIT_PASSED)
        return status;
    if (f->import == google_import)
        status = google_export(document, h, &choice, d);
    else
        status = exchange_values(&values, h, &choice, d);
    if (status == EXIT_PASSED && values != NULL)
        *document =
            f->import == action_import ? action_export(values) : bencher_export(values);
    json_decref(values);
    free(choice.commit);
    return status;
}

static enum exit_status export_document(char **text, const struct format *f,
                                        struct history *h, const char *commit,
                                        struct diagnostic *d) {
    json_t *document = NULL;
    enum exit_status status = history_script(h, "BEGIN", d);
    if (status == EXIT_PASSED)
        status = history_end(h, export_snapshot(&document, f, h, commit, d), d);
    if (status != EXIT_PASSED) {
        json_decref(document);
        return status;
    }
    char *line = json_dumps(document, JSON_NUMBER_FLAGS | JSON_INDENT(2));
    json_decref(document);
    size_t length = line == NULL ? 0 : strlen(line);
    *text = line == NULL ? NULL : realloc(line, length + 2);
    if (*text == NULL) {
        free(line);
        message_set(d, "out of memory");
        return EXIT_MACHINE;
    }
    memcpy(*text + length, "\n", 2);
    return EXIT_PASSED;
}

enum exit_status exchange_export(char **text, const char *format, struct history *h,
                                 const char *commit, struct diagnostic *d) {
    const struct format *f = find_format(format, d);
    *text = NULL;
    if (f == NULL)
        return EXIT_USAGE;
    enum exit_status status;
    if (f->import == NULL)
        status = export_lines(text, h, commit, d);
    else if (f->import == csv_import)
        status = csv_export(text, h, commit, d);
    else
        return export_document(text, f, h, commit, d);
    if (status == EXIT_PASSED && *text == NULL) {
        message_set(d, "out of memory");
        status = EXIT_MACHINE;
    }
    if (status != EXIT_PASSED) {
        free(*text);
        *text = NULL;
    }
    return status;
}
