/* Formats of other programs, by name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange_formats.h"
#include "problems/language/suggest.h"

/* Each document in a line, by which it is read again. */
static void lines_export(struct history *h, const char *commit, FILE *out) {
    json_t *document;
    sqlite3_stmt *rows =
        history_ask(h,
                    "SELECT run.id, head FROM run JOIN build ON build.id = run.build"
                    " WHERE substr(commit_id, 1, length(?1)) = ?1 ORDER BY run.id",
                    "t", commit == NULL ? "" : commit);
    while ((document = history_next_document(h, rows)) != NULL) {
        char *line = history_text_of(document);
        if (line == NULL)
            history_fail(h, EXIT_MACHINE, "out of memory");
        else
            fprintf(out, "%s\n", line);
        free(line);
        json_decref(document);
    }
}

static const struct format {
    const char *name;
    int (*import)(json_t *documents, const char *text, size_t length,
                  const struct exchange_about *about, struct diagnostic *d);
    json_t *(*snapshot)(struct history *h, const struct exchange_choice *c);
    void (*all)(struct history *h, const char *commit, FILE *out);
} formats[] = {
    {"google-benchmark", google_import, google_export, NULL},
    {"github-action-benchmark", action_import, action_export, NULL},
    {"bencher", bencher_import, bencher_export, NULL},
    {"csv", csv_import, NULL, csv_export},
    {"json-lines", NULL, NULL, lines_export},
};
enum { format_count = sizeof formats / sizeof *formats };

const char *exchange_format(int i) {
    return i < format_count ? formats[i].name : NULL;
}

const char *exchange_read_format(int i) {
    return i < format_count && formats[i].import != NULL ? formats[i].name : NULL;
}

static const struct format *find_format(const char *name, struct diagnostic *d) {
    struct suggestion n = suggest_start(name);
    for (int i = 0; i < format_count; i++) {
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
        suggest_consider(&n, formats[i].name);
    }
    message_set(d,
                "unknown format '%s'%s%s%s there are google-benchmark, "
                "github-action-benchmark, bencher, csv and json-lines",
                name, n.best ? "; did you mean '" : ";", n.best ? n.best : "",
                n.best ? "'?" : "");
    return NULL;
}

json_t *exchange_read(const char *text, size_t length, struct diagnostic *d) {
    json_error_t error;
    json_t *document = json_loadb(text, length, 0, &error);
    if (document == NULL)
        message_set(d, "line %d, column %d: not JSON: %s", error.line, error.column,
                    error.text);
    return document;
}

/* NULL of NULL. */
static json_t *text_of(const char *text) {
    return text == NULL ? NULL : json_text_of(text);
}

json_t *exchange_document(const char *from, const struct exchange_about *about) {
    return json_pack(
        "{s:n, s:i, s:s, s:s, s:o, s:{s:o*}, s:{s:o?, s:o, s:o*, s:o*}, s:[]}",
        "halfstep", "format", 1, "command", "import", "from", from, "taken",
        json_seconds(about->taken), "machine", "processor", text_of(about->machine),
        "build", "commit", text_of(about->commit), "committed",
        json_seconds(about->committed), "compiler", text_of(about->compiler), "flags",
        text_of(about->flags), "entries");
}

json_t *exchange_entry(json_t *document, const char *name, const char *quantity,
                       const char *unit, double value, double low, double high) {
    json_t *entry =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", text_of(name), "quantity",
                  text_of(quantity), "unit", text_of(unit), "value", json_number(value),
                  "low", json_number(low), "high", json_number(high));
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
    if (f->import == NULL)
        return message_fail(EXIT_USAGE, d, "%s: 'history add' reads this format", format);
    *documents = json_array();
    if (f->import(*documents, text, length, about, d) == 0)
        return EXIT_PASSED;
    json_decref(*documents);
    *documents = NULL;
    return EXIT_USAGE;
}

static void export_snapshot(const struct format *f, struct history *h, const char *commit,
                            FILE *out) {
    struct exchange_choice choice = exchange_choose(h, commit);
    json_t *document = h->status == EXIT_PASSED ? f->snapshot(h, &choice) : NULL;
    if (document != NULL)
        json_print(document, out);
    json_decref(document);
    free(choice.commit);
}

enum exit_status exchange_export(char **text, const char *format, struct history *h,
                                 const char *commit, struct diagnostic *d) {
    const struct format *f = find_format(format, d);
    size_t length;
    *text = NULL;
    if (f == NULL)
        return EXIT_USAGE;
    FILE *out = open_memstream(text, &length);
    history_script(h, "BEGIN");
    if (f->all != NULL && commit != NULL)
        exchange_count_commits(h, commit);
    if (out != NULL && f->all != NULL)
        f->all(h, commit, out);
    else if (out != NULL)
        export_snapshot(f, h, commit, out);
    if (out == NULL || fclose(out) != 0)
        history_fail(h, EXIT_MACHINE, "out of memory");
    const enum exit_status status = history_end(h, d);
    if (status != EXIT_PASSED) {
        free(*text);
        *text = NULL;
    }
    return status;
}
