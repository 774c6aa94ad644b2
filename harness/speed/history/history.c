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
#include "harness/base/path.h"
#include "harness/speed/history/history_sql.h"

/* SQLite gives some names a meaning of their own; a file's path never begins like them. */
static char *plain_path(const char *path) {
    return path[0] == ':' ? path_join(".", path) : strdup(path);
}

static const char no_history[] =
    "%s: there is no history here; 'halfstep history add' begins one";

static enum exit_status refuse_place(const char *path, enum history_access access,
                                     struct diagnostic *d) {
    struct stat about;
    if (path[0] == '\0')
        return message_fail(EXIT_USAGE, d, "--database: the name of a file is wanted");
    if (stat(path, &about) != 0) {
        const bool is_missing = errno == ENOENT;
        if (is_missing && access == HISTORY_WRITE)
            return EXIT_PASSED;
        message_set(d, is_missing ? no_history : "%s: cannot be read: %s", path,
                    strerror(errno));
        return is_missing ? EXIT_USAGE : EXIT_MACHINE;
    }
    if (S_ISREG(about.st_mode) && (about.st_size > 0 || access == HISTORY_WRITE))
        return EXIT_PASSED;
    return message_fail(EXIT_USAGE, d,
                        S_ISREG(about.st_mode) ? no_history : "%s: is no file", path);
}

/* Whether there is nothing in it. Refuses what is not ours, and what is too new. */
static bool is_empty(struct history *h) {
    const long long mark = history_number(h, "PRAGMA application_id", "");
    const long long version = history_number(h, "PRAGMA user_version", "");
    const long long things = history_number(h, "SELECT count(*) FROM sqlite_schema", "");
    if (mark == 0 && version == 0 && things == 0)
        return true;
    if (mark != HISTORY_APPLICATION || version < HISTORY_VERSION)
        history_fail(h, EXIT_USAGE,
                     "%s: is no history, but a database of another application", h->path);
    if (version > HISTORY_VERSION)
        history_fail(h, EXIT_USAGE,
                     "%s: has version %lld of the schema, and this program knows up to "
                     "%d: a newer halfstep reads it",
                     h->path, version, HISTORY_VERSION);
    return false;
}

/* What another process has just made is seen as a whole; it may have laid out the file while
 * this one waited to write. */
static enum exit_status lay_out(struct history *h, struct diagnostic *d) {
    history_script(h, "BEGIN");
    const bool has_to = is_empty(h);
    const enum exit_status status = history_end(h, d);
    if (status != EXIT_PASSED || !has_to)
        return status;
    history_begin(h);
    if (is_empty(h))
        history_lay_out(h);
    return history_end(h, d);
}

static enum exit_status open_base(struct history *h, enum history_access access,
                                  struct diagnostic *d) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE |
                      (access == HISTORY_WRITE ? SQLITE_OPEN_CREATE : 0);
    const int thousand = 1000; /* milliseconds in a second */
    const int opened = sqlite3_open_v2(h->path, &h->base, flags, NULL);
    sqlite3_extended_result_codes(h->base, 0);
    sqlite3_busy_timeout(h->base, (int)(h->wait * thousand));
    /* The folder's entry of the journal is flushed, too: what was committed stays. */
    if (opened != SQLITE_OK)
        history_refuse(h);
    history_script(h, "PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA");
    return lay_out(h, d);
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
        return message_fail(EXIT_MACHINE, d, "out of memory");
    }
    status = open_base(opened, access, d);
    if (status == EXIT_PASSED)
        *h = opened;
    else
        history_close(opened);
    return status;
}

/* Where there was no room for the first run nothing is left. */
void history_close(struct history *h) {
    if (h == NULL)
        return;
    const bool is_useless =
        h->is_new && h->is_full && history_number(h, "SELECT count(*) FROM run", "") <= 0;
    sqlite3_close(h->base);
    if (is_useless)
        unlink(h->path);
    free(h->path);
    free(h);
}
