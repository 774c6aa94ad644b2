/* A history as a whole: opened, added to, read back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/history/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/speed/history/history_schema.h"

/* SQLite gives some names a meaning of their own; a file's path never begins like them. */
static char *plain_path(const char *path) {
    return path[0] == ':' ? output_join(".", path) : strdup(path);
}

static const char no_history[] =
    "%s: there is no history here; 'halfstep history add' begins one";

static enum exit_status refuse_place(const char *path, enum history_access access,
                                     struct diagnostic *d) {
    struct stat about;
    if (path[0] == '\0') {
        message_set(d, "--database: the name of a file is wanted");
        return EXIT_USAGE;
    }
    if (stat(path, &about) != 0) {
        int reason = errno;
        if (reason == ENOENT && access == HISTORY_WRITE)
            return EXIT_PASSED;
        if (reason == ENOENT)
            message_set(d, no_history, path);
        else
            message_set(d, "%s: cannot be read: %s", path, strerror(reason));
        return reason == ENOENT ? EXIT_USAGE : EXIT_MACHINE;
    }
    if (S_ISREG(about.st_mode) && (about.st_size > 0 || access == HISTORY_WRITE))
        return EXIT_PASSED;
    message_set(d, S_ISREG(about.st_mode) ? no_history : "%s: is no file", path);
    return EXIT_USAGE;
}

/* *is_new: there is nothing in it yet. Refuses what is not ours, and what is too new. */
static enum exit_status look_at_marks(struct history *h, bool *is_new, bool *is_old,
                                      struct diagnostic *d) {
    long long mark, version, things;
    enum exit_status status = history_number(h, &mark, d, "PRAGMA application_id", "");
    if (status == EXIT_PASSED)
        status = history_number(h, &version, d, "PRAGMA user_version", "");
    if (status == EXIT_PASSED)
        status = history_number(h, &things, d, "SELECT count(*) FROM sqlite_schema", "");
    if (status != EXIT_PASSED)
        return status;
    *is_new = mark == 0 && version == 0 && things == 0;
    *is_old = *is_new || version < HISTORY_VERSION;
    if (!*is_new && (mark != HISTORY_APPLICATION || version < 1)) {
        message_set(d, "%s: is no history, but a database of another application",
                    h->path);
        return EXIT_USAGE;
    }
    if (version <= HISTORY_VERSION)
        return EXIT_PASSED;
    message_set(d,
                "%s: has version %lld of the schema, and this program knows up to %d: a "
                "newer halfstep reads it",
                h->path, version, HISTORY_VERSION);
    return EXIT_USAGE;
}

/* Another process may have brought it up to date while this one waited to write. */
static enum exit_status bring_up_to_date(struct history *h, struct diagnostic *d) {
    bool is_new, is_old = false;
    /* In one transaction: what another process has just made is seen as a whole. */
    enum exit_status status = history_script(h, "BEGIN", d);
    if (status == EXIT_PASSED)
        status = look_at_marks(h, &is_new, &is_old, d);
    status = history_end(h, status, d);
    if (status != EXIT_PASSED || !is_old)
        return status;
    if (sqlite3_db_readonly(h->base, "main") == 1) {
        message_set(d,
                    "%s: has an older version of the schema, and cannot be brought up to "
                    "date: it is read-only",
                    h->path);
        return EXIT_MACHINE;
    }
    status = history_begin(h, d);
    if (status != EXIT_PASSED)
        return status;
    status = look_at_marks(h, &is_new, &is_old, d);
    if (status == EXIT_PASSED && is_old)
        status = history_migrate(h, d);
    return history_end(h, status, d);
}

static enum exit_status open_base(struct history *h, enum history_access access,
                                  struct diagnostic *d) {
    const int way = SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE |
                    (access == HISTORY_WRITE ? SQLITE_OPEN_CREATE : 0);
    const int thousand = 1000; /* milliseconds in a second */
    if (sqlite3_open_v2(h->path, &h->base, way, NULL) != SQLITE_OK)
        return history_refuse(h, d);
    sqlite3_extended_result_codes(h->base, 0);
    sqlite3_busy_timeout(h->base, (int)(h->wait * thousand));
    enum exit_status status = history_script(h, "PRAGMA foreign_keys = ON", d);
    /* The folder's entry of the journal is flushed, too: what was committed stays. */
    if (status == EXIT_PASSED)
        status = history_script(h, "PRAGMA synchronous = EXTRA", d);
    return status == EXIT_PASSED ? bring_up_to_date(h, d) : status;
}

enum exit_status history_open(struct history **h, const char *path,
                              enum history_access access, double wait,
                              struct diagnostic *d) {
    struct stat about;
    *h = NULL;
    enum exit_status status = refuse_place(path, access, d);
    if (status != EXIT_PASSED)
        return status;
    struct history *opened = calloc(1, sizeof *opened);
    if (opened != NULL)
        *opened = (struct history){
            .path = plain_path(path), .wait = wait, .is_new = stat(path, &about) != 0};
    if (opened == NULL || opened->path == NULL) {
        free(opened);
        message_set(d, "out of memory");
        return EXIT_MACHINE;
    }
    status = open_base(opened, access, d);
    if (status == EXIT_PASSED)
        *h = opened;
    else
        history_close(opened);
    return status;
}

/* Whether there are no runs, or not even a table of them. */
static bool is_empty(struct history *h) {
    struct diagnostic ignored;
    long long runs = 0;
    return history_number(h, &runs, &ignored, "SELECT count(*) FROM run", "") !=
               EXIT_PASSED ||
           runs == 0;
}

/* Where there was no room for the first run nothing is left. */
void history_close(struct history *h) {
    if (h == NULL)
        return;
    bool is_useless = h->is_new && h->is_full && is_empty(h);
    sqlite3_close(h->base);
    if (is_useless)
        unlink(h->path);
    free(h->path);
    free(h);
}
