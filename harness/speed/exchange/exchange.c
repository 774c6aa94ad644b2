/* Formats of other programs, by name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/exchange/exchange.h"
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
