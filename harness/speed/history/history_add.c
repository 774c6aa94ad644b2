/* Documents are added, all or none, and read back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/history_add.h"

#include "harness/base/message.h"

enum exit_status history_accept(const json_t *documents, const char *const *names,
                                struct diagnostic *d) {
    size_t i;
    json_t *document;
    struct diagnostic why;
    json_array_foreach(documents, i, document) {
        if (history_judge_document(document, &why) == 0)
            continue;
        if (names != NULL)
            message_set(d, "%s: %s; nothing was added", names[i], why.text);
        else
            message_set(d, "document %zu %s; nothing was added", i + 1, why.text);
        return EXIT_USAGE;
    }
    return EXIT_PASSED;
}

enum exit_status history_add(struct history *h, const json_t *documents,
                             const char *const *names, struct history_added *a,
                             struct diagnostic *d) {
    size_t i;
    json_t *document;
    struct history_added so_far = {0, 0};
    enum exit_status status = history_accept(documents, names, d);
    if (status == EXIT_PASSED)
        status = history_begin(h, d);
    if (status != EXIT_PASSED)
        return status;
    json_array_foreach(documents, i, document) {
        bool is_new = false;
        if (status == EXIT_PASSED)
            status = history_insert(h, document, &is_new, d);
        so_far.added += is_new;
        so_far.known += !is_new;
    }
    status = history_end(h, status, d);
    if (status == EXIT_PASSED)
        *a = so_far;
    return status;
}

/* The records of a run, in their places. NULL on failure. */
static json_t *read_records(struct history *h, long long run, struct diagnostic *d) {
    sqlite3_stmt *rows;
    bool there = true;
    json_t *records = json_array();
    enum exit_status status = history_ask(
        h, &rows, d, "SELECT text FROM record WHERE run = ? ORDER BY place", "i", run);
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        json_t *record =
            there ? json_loads(history_text(rows, 0), JSON_DECODE_ANY, NULL) : NULL;
        if (there && record == NULL) {
            message_set(d, "%s: a record of run %lld cannot be read", h->path, run);
            status = EXIT_USAGE;
        }
        if (record != NULL)
            json_array_append_new(records, record);
    }
    sqlite3_finalize(rows);
    if (status != EXIT_PASSED)
        json_decref(records);
    return status == EXIT_PASSED ? records : NULL;
}

json_t *history_document(struct history *h, long long run, const char *head,
                         struct diagnostic *d) {
    json_t *document = json_loads(head, 0, NULL);
    const char *list = history_list(document);
    json_t *records = NULL;
    if (list == NULL)
        message_set(d, "%s: the head of run %lld cannot be read", h->path, run);
    else
        records = read_records(h, run, d);
    if (records != NULL) {
        json_object_set_new(document, list, records);
        return document;
    }
    json_decref(document);
    return NULL;
}

enum exit_status history_documents(struct history *h, json_t **documents,
                                   struct diagnostic *d) {
    sqlite3_stmt *rows = NULL;
    bool there = true;
    *documents = json_array();
    enum exit_status status = history_script(h, "BEGIN", d);
    if (status == EXIT_PASSED)
        status = history_ask(h, &rows, d, "SELECT id, head FROM run ORDER BY id", "");
    while (status == EXIT_PASSED && there) {
        status = history_next(h, rows, &there, d);
        if (status != EXIT_PASSED || !there)
            continue;
        json_t *document =
            history_document(h, sqlite3_column_int64(rows, 0), history_text(rows, 1), d);
        if (document == NULL)
            status = EXIT_USAGE;
        else
            json_array_append_new(*documents, document);
    }
    sqlite3_finalize(rows);
    status = history_end(h, status, d);
    if (status != EXIT_PASSED) {
        json_decref(*documents);
        *documents = NULL;
    }
    return status;
}
