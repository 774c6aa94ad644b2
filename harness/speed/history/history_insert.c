/* A document becomes rows: its machine, its builds, its run, its records and their values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/program/run/results.h"
#include "harness/results/results_count.h"
#include "harness/speed/history/history_add.h"

static enum exit_status refuse_memory(struct diagnostic *d) {
    message_set(d, "out of memory");
    return EXIT_MACHINE;
}

/* What SQL compares with IS: null is equal to null. */
static enum exit_status insert_machine(struct history *h, long long *id,
                                       const json_t *document, struct diagnostic *d) {
    const json_t *machine = json_object_get(document, "machine");
    const char *cpu = results_text(machine, "processor");
    const json_t *cores = json_object_get(machine, "cores");
    const json_t *clock = json_object_get(machine, "tsc_hz");
    const json_t *system = json_object_get(machine, "system");
    const json_t *libc = json_object_get(machine, "libc");
    enum exit_status status = history_number(
        h, id, d,
        "SELECT id FROM machine WHERE cpu = ? AND cores IS ? AND tsc_hz IS ?"
        " AND kernel IS ? AND libc IS ?",
        "tjjjj", cpu, cores, clock, system, libc);
    if (status != EXIT_PASSED || *id >= 0)
        return status;
    status = history_do(h, d,
                        "INSERT INTO machine (cpu, cores, tsc_hz, kernel, libc)"
                        " VALUES (?, ?, ?, ?, ?)",
                        "tjjjj", cpu, cores, clock, system, libc);
    *id = sqlite3_last_insert_rowid(h->base);
    return status;
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

static enum exit_status insert_build(struct history *h, long long *id,
                                     const json_t *document, const json_t *build,
                                     struct diagnostic *d) {
    const char *commit = results_text(build, "commit");
    const char *compiler = text_of_build(document, build, "compiler");
    const char *flags = text_of_build(document, build, "flags");
    const char *version = text_of_build(document, build, "halfstep");
    const json_t *committed = json_object_get(build, "committed");
    long long changed = json_is_true(json_object_get(build, "changed"));
    enum exit_status status = history_number(
        h, id, d,
        "SELECT id FROM build WHERE commit_id = ? AND changed = ? AND committed IS ?"
        " AND compiler = ? AND flags = ? AND halfstep = ?",
        "tijttt", commit, changed, committed, compiler, flags, version);
    if (status != EXIT_PASSED || *id >= 0)
        return status;
    status = history_do(
        h, d,
        "INSERT INTO build (commit_id, changed, committed, compiler, flags, halfstep)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        "tijttt", commit, changed, committed, compiler, flags, version);
    *id = sqlite3_last_insert_rowid(h->base);
    return status;
}

static enum exit_status insert_values(struct history *h, long long record, json_t *values,
                                      struct diagnostic *d) {
    size_t i;
    json_t *value;
    enum exit_status status = EXIT_PASSED;
    json_array_foreach(values, i, value) {
        if (status == EXIT_PASSED)
            status = history_do(
                h, d, "INSERT INTO value VALUES (?, ?, ?, ?, ?, ?)", "ijjjjj", record,
                json_object_get(value, "quantity"), json_object_get(value, "unit"),
                json_object_get(value, "value"), json_object_get(value, "low"),
                json_object_get(value, "high"));
    }
    json_decref(values);
    return status;
}

static enum exit_status insert_record(struct history *h, long long run, size_t place,
                                      const json_t *document, const json_t *record,
                                      struct diagnostic *d) {
    char *text = history_text_of(record);
    const char *name = results_text(record, "name");
    if (text == NULL)
        return refuse_memory(d);
    enum exit_status status =
        history_do(h, d, "INSERT OR IGNORE INTO benchmark (name) VALUES (?)", "t", name);
    if (status == EXIT_PASSED)
        status = history_do(h, d,
                            "INSERT INTO record (run, place, benchmark, text) VALUES (?,"
                            " ?, (SELECT id FROM benchmark WHERE name = ?), ?)",
                            "iitt", run, (long long)place, name, text);
    free(text);
    if (status != EXIT_PASSED)
        return status;
    return insert_values(h, sqlite3_last_insert_rowid(h->base),
                         history_values(document, record), d);
}

/* The row of the run itself; the document without its records is its head. */
static enum exit_status insert_run(struct history *h, long long *run, const char *digest,
                                   const json_t *document, struct diagnostic *d) {
    const json_t *baseline = json_object_get(document, "baseline");
    const json_t *build = json_object_get(document, baseline ? "candidate" : "build");
    long long machine, its_build, other = -1;
    enum exit_status status = insert_machine(h, &machine, document, d);
    if (status == EXIT_PASSED)
        status = insert_build(h, &its_build, document, build, d);
    if (status == EXIT_PASSED && baseline != NULL)
        status = insert_build(h, &other, document, baseline, d);
    if (status != EXIT_PASSED)
        return status;
    json_t *rest = json_copy((json_t *)document);
    json_object_del(rest, history_list(document));
    char *head = history_text_of(rest);
    json_decref(rest);
    if (head == NULL)
        return refuse_memory(d);
    status = history_do(
        h, d,
        "INSERT INTO run (digest, command, taken, seed, machine, build, baseline, head)"
        " VALUES (?, ?, ?, ?, ?, ?, nullif(?, -1), ?)",
        "tjjjiiit", digest, json_object_get(document, "command"),
        json_object_get(document, "taken"), json_object_get(document, "seed"), machine,
        its_build, other, head);
    free(head);
    *run = sqlite3_last_insert_rowid(h->base);
    return status;
}

enum exit_status history_insert(struct history *h, const json_t *document, bool *is_new,
                                struct diagnostic *d) {
    char digest[HISTORY_DIGEST_ROOM];
    long long run;
    size_t i;
    json_t *record;
    if (history_digest(digest, document))
        return refuse_memory(d);
    enum exit_status status =
        history_number(h, &run, d, "SELECT id FROM run WHERE digest = ?", "t", digest);
    *is_new = run < 0;
    if (status != EXIT_PASSED || !*is_new)
        return status;
    status = insert_run(h, &run, digest, document, d);
    json_array_foreach(json_object_get(document, history_list(document)), i, record) {
        if (status == EXIT_PASSED)
            status = insert_record(h, run, i, document, record, d);
    }
    return status;
}
