/* Documents are added, all or none, and read back one by one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/history/history.h"
#include "harness/speed/history/history_sql.h"

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
    int added = 0;
    enum exit_status status = history_accept(documents, names, d);
    if (status != EXIT_PASSED)
        return status;
    history_begin(h);
    json_array_foreach(documents, i, document) added += history_insert(h, document);
    status = history_end(h, d);
    if (status == EXIT_PASSED)
        *a = (struct history_added){added, (int)json_array_size(documents) - added};
    return status;
}

/* The records of a run, in their places. */
static json_t *read_records(struct history *h, long long run) {
    json_t *records = json_array();
    sqlite3_stmt *rows =
        history_ask(h, "SELECT text FROM record WHERE run = ? ORDER BY place", "i", run);
    while (history_next(h, rows))
        if (json_array_append_new(
                records, json_loads(history_text(rows, 0), JSON_DECODE_ANY, NULL)))
            history_fail(h, EXIT_USAGE, "%s: a record of run %lld cannot be read",
                         h->path, run);
    return records;
}

json_t *history_document(struct history *h, long long run, const char *head) {
    json_t *document = json_loads(head, 0, NULL);
    const char *list = history_list(document);
    if (list == NULL)
        history_fail(h, EXIT_USAGE, "%s: the head of run %lld cannot be read", h->path,
                     run);
    else
        json_object_set_new(document, list, read_records(h, run));
    if (h->status == EXIT_PASSED)
        return document;
    json_decref(document);
    return NULL;
}

json_t *history_next_document(struct history *h, sqlite3_stmt *rows) {
    if (!history_next(h, rows))
        return NULL;
    json_t *document =
        history_document(h, sqlite3_column_int64(rows, 0), history_text(rows, 1));
    if (document == NULL)
        sqlite3_finalize(rows);
    return document;
}
