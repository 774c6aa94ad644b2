/* An output folder that takes its place when it is complete.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/partial.h"
#include "harness/results/files/folder.h"

enum { most_tries = 100 };

static char *copy_with_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), room = length + strlen(suffix) + 1;
    char *copy = malloc(room);
    if (copy == NULL)
        return NULL;
    while (length > 1 && text[length - 1] == '/')
        length--;
    snprintf(copy, room, "%.*s%s", (int)length, text, suffix);
    return copy;
}

/* Whether the place has still what it had, which another program may have replaced. */
static bool is_same(const char *place, const struct stat *before) {
    struct stat now;
    return lstat(place, &now) == 0 && now.st_dev == before->st_dev &&
           now.st_ino == before->st_ino;
}

/* Whether a folder, which is read to its end, has other things than results in it. */
static bool has_others(DIR *folder) {
    int others = 0;
    errno = 0;
    for (struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
        others += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    return (errno != 0 || others > 0) &&
           faccessat(dirfd(folder), "results.json", F_OK, 0) != 0;
}

/* Whether what is at the place, if anything, may be replaced. While it is open no other can be
 * taken for it, which might have its number. */
static int check_place(const char *place, struct diagnostic *d) {
    struct stat about;
    if (lstat(place, &about) != 0)
        return errno == ENOENT && *place != '\0' ? 0 : output_refuse(place, d);
    if (!S_ISDIR(about.st_mode))
        return message_fail(OUTPUT_MISPLACED, d, "%s: is in the way: not a folder",
                            place);
    DIR *folder = opendir(place);
    if (folder == NULL && errno != ENOENT)
        return message_fail(
            OUTPUT_UNWRITABLE, d,
            "%s: cannot be read, and what cannot be read is not replaced: "
            "%s",
            place, strerror(errno));
    const bool is_in_the_way =
        (folder == NULL || (fstat(dirfd(folder), &about) == 0 && has_others(folder))) &&
        is_same(place, &about);
    if (folder != NULL)
        closedir(folder);
    if (is_in_the_way)
        return message_fail(OUTPUT_MISPLACED, d,
                            "%s: is in the way: a folder with other things in it", place);
    return 0;
}

static int make_temporary(struct folder *f, struct diagnostic *d) {
    if (partial_make_folder(f->path, &f->lock) != 0) {
        free(f->path);
        f->path = NULL;
        return output_refuse(f->place, d);
    }
    mode_t mask = umask(0);
    umask(mask);
    return chmod(f->path, (S_IRWXU | S_IRWXG | S_IRWXO) & ~mask) == 0
               ? 0
               : output_refuse(f->place, d);
}

int folder_begin(struct folder *f, const char *place, struct diagnostic *d) {
    f->path = NULL;
    f->lock = -1;
    f->place = copy_with_suffix(place, "");
    if (f->place != NULL)
        f->path = copy_with_suffix(f->place, PARTIAL_ENDING);
    int failed =
        f->path == NULL ? message_set(d, "out of memory") : check_place(place, d);
    if (failed) {
        free(f->path);
        f->path = NULL;
    } else {
        partial_sweep(f->place);
        failed = make_temporary(f, d);
    }
    if (failed)
        folder_discard(f);
    return failed;
}

int folder_make(const struct folder *f, const char *name, struct diagnostic *d) {
    char *path = path_join(f->path, name);
    if (path == NULL)
        return message_set(d, "out of memory");
    int failed =
        mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO) == 0 ? 0 : output_refuse(path, d);
    free(path);
    return failed;
}

/* Moves an older folder out of the way, and holds it; *aside is NULL when there was none, or
 * another program has moved it first. */
static int move_aside(const char *place, char **aside, int *lock, struct diagnostic *d) {
    *aside = NULL;
    *lock = -1;
    if (access(place, F_OK) != 0)
        return 0;
    if (check_place(place, d))
        return -1;
    *aside = copy_with_suffix(place, PARTIAL_OUTDATED);
    if (*aside == NULL)
        return message_set(d, "out of memory");
    bool made = mkdtemp(*aside) != NULL;
    *lock = made ? partial_hold(place) : -1;
    if (made && rename(place, *aside) == 0)
        return 0;
    const bool is_gone = made && errno == ENOENT;
    int failed = is_gone ? 0 : output_refuse(place, d);
    if (*lock >= 0 && is_gone)
        close(*lock);
    else if (*lock >= 0)
        partial_release(place, *lock);
    if (made)
        rmdir(*aside);
    free(*aside);
    *aside = NULL;
    *lock = -1;
    return failed;
}

/* What was moved aside is removed, or (returns) goes back, unless another has come to its place. */
static void end_aside(const char *place, char *aside, int lock, bool returns) {
    if (aside == NULL)
        return;
    if (returns && rename(aside, place) == 0) {
        partial_release(place, lock);
    } else {
        partial_remove(aside);
        if (lock >= 0)
            close(lock);
    }
    free(aside);
}

/* Zero, the reason, or -1: told already. */
static int take_place(const struct folder *f, struct diagnostic *d) {
    char *aside;
    int lock;
    if (move_aside(f->place, &aside, &lock, d))
        return -1;
    const int reason = rename(f->path, f->place) == 0 ? 0 : errno;
    end_aside(f->place, aside, lock, reason != 0);
    return reason;
}

int folder_complete(struct folder *f, struct diagnostic *d) {
    int reason = EEXIST; /* or ENOTEMPTY: another program's folder has come in between */
    partial_release(f->path, f->lock);
    f->lock = -1;
    for (int k = 0; k < most_tries && (reason == EEXIST || reason == ENOTEMPTY); k++)
        reason = take_place(f, d);
    if (reason > 0) {
        errno = reason;
        output_refuse(f->place, d);
    }
    if (reason != 0)
        return -1;
    free(f->path);
    f->path = NULL;
    return 0;
}

int folder_step_aside(struct folder *f, const char *page, const char *suffix,
                      struct diagnostic *d) {
    char *older = path_join(f->place, page);
    const bool is_there = older != NULL && access(older, F_OK) == 0;
    char *beside = is_there ? copy_with_suffix(f->place, suffix) : NULL;
    free(older);
    if (older == NULL || (is_there && beside == NULL))
        return message_set(d, "out of memory");
    if (is_there) {
        free(f->place);
        f->place = beside;
    }
    return 0;
}

void folder_discard(struct folder *f) {
    if (f->path != NULL) {
        partial_remove(f->path);
        partial_release(f->path, f->lock);
    }
    free(f->path);
    free(f->place);
    f->path = f->place = NULL;
}
