/* A document becomes rows: its machine, its builds, its run, its records and their values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/results/results_count.h"
#include "harness/speed/history/history_sql.h"

static long long insert_machine(struct history *h, const json_t *document) {
    const json_t *machine = json_object_get(document, "machine");
    return history_row(
        h, "machine", "cpu, cores, tsc_hz, kernel, libc", "tjjjj",
        results_text(machine, "processor"), json_object_get(machine, "cores"),
        json_object_get(machine, "tsc_hz"), json_object_get(machine, "system"),
        json_object_get(machine, "libc"));
}

/* What a build does not say of itself, the document may say of all. */
static const char *text_of_build(const json_t *document, const json_t *build,
                                 const char *key) {
    const char *text = results_text(build, key);
    if (text[0] == '\0' && strcmp(key, "halfstep") == 0)
        text = results_text(document, key);
    if (text[0] == '\0')
        text = results_text(json_object_get(document, "machine"), key);
    return text;
}

static long long insert_build(struct history *h, const json_t *document,
                              const json_t *build) {
    return history_row(
        h, "build", "commit_id, changed, committed, compiler, flags, halfstep", "tijttt",
        results_text(build, "commit"),
        (long long)json_is_true(json_object_get(build, "changed")),
        json_object_get(build, "committed"), text_of_build(document, build, "compiler"),
        text_of_build(document, build, "flags"),
        text_of_build(document, build, "halfstep"));
}

static void insert_record(struct history *h, long long run, size_t place,
                          const json_t *document, const json_t *record) {
    char *text = history_text_of(record);
    const long long benchmark =
        history_row(h, "benchmark", "name", "t", results_text(record, "name"));
    if (text == NULL)
        history_fail(h, EXIT_MACHINE, "out of memory");
    history_do(h, "INSERT INTO record (run, place, benchmark, text) VALUES (?, ?, ?, ?)",
               "iiit", run, (long long)place, benchmark, text);
    free(text);
    history_insert_values(h, sqlite3_last_insert_rowid(h->base), document, record);
}

/* The row of the run itself; the document without its records is its head. */
static long long insert_run(struct history *h, const char *digest,
                            const json_t *document) {
    const json_t *baseline = json_object_get(document, "baseline");
    const json_t *build = json_object_get(document, baseline ? "candidate" : "build");
    const long long machine = insert_machine(h, document);
    const long long its_build = insert_build(h, document, build);
    const long long other = baseline ? insert_build(h, document, baseline) : -1;
    json_t *rest = json_copy((json_t *)document);
    json_object_del(rest, history_list(document));
    char *head = history_text_of(rest);
    json_decref(rest);
    if (head == NULL)
        history_fail(h, EXIT_MACHINE, "out of memory");
    history_do(
        h,
        "INSERT INTO run (digest, command, taken, seed, machine, build, baseline, head)"
        " VALUES (?, ?, ?, ?, ?, ?, nullif(?, -1), ?)",
        "tjjjiiit", digest, json_object_get(document, "command"),
        json_object_get(document, "taken"), json_object_get(document, "seed"), machine,
        its_build, other, head);
    free(head);
    return sqlite3_last_insert_rowid(h->base);
}

bool history_insert(struct history *h, const json_t *document) {
    char digest[HISTORY_DIGEST_ROOM];
    size_t i;
    json_t *record;
    if (history_digest(digest, document))
        history_fail(h, EXIT_MACHINE, "out of memory");
    if (h->status != EXIT_PASSED ||
        history_number(h, "SELECT id FROM run WHERE digest = ?", "t", digest) >= 0)
        return false;
    const long long run = insert_run(h, digest, document);
    json_array_foreach(json_object_get(document, history_list(document)), i, record)
        insert_record(h, run, i, document, record);
    return h->status == EXIT_PASSED;
}
