/* Files and folders that are being filled, and those that a killed program has left.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/path.h"

enum { open_folders = 8, letters = 6, most_tries = 100 };

static const char lock_name[] = ".lock";

enum outcome { LOCKED, TAKEN, NO_LOCKS };

/* Locks an open file whole, unless another process holds it, or has removed it. */
static enum outcome lock_file(int file) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat about;
    if (fcntl(file, F_SETLK, &whole) != 0)
        return errno == EACCES || errno == EAGAIN ? TAKEN : NO_LOCKS;
    return fstat(file, &about) == 0 && about.st_nlink > 0 ? LOCKED : TAKEN;
}

/* Opens a file and locks it; -1: it cannot be opened, or errno is EAGAIN: it is not to be had.
 * Who makes it does without where nothing can be locked, as nobody sweeps there. */
static int lock(const char *path, int flags) {
    int file = path == NULL
                   ? -1
                   : open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags,
                          S_IRUSR | S_IWUSR);
    if (file < 0)
        return -1;
    const enum outcome outcome = lock_file(file);
    if (outcome == LOCKED || (outcome == NO_LOCKS && (flags & O_CREAT) != 0))
        return file;
    close(file);
    errno = EAGAIN;
    return -1;
}

/* The same with the file of a folder. */
static int lock_folder(const char *folder, int flags) {
    char *path = path_join(folder, lock_name);
    int file = lock(path, flags), reason = errno;
    free(path);
    errno = reason;
    return file;
}

int partial_hold(const char *folder) {
    return lock_folder(folder, O_CREAT);
}

/* Chooses the letters again. */
static void forget_letters(char *name) {
    memset(name + strlen(name) - letters, 'X', letters);
}

int partial_make_file(char *name) {
    for (int k = 0; k < most_tries; k++) {
        int file = mkstemp(name);
        if (file < 0 || lock_file(file) != TAKEN)
            return file;
        close(file);
        forget_letters(name);
    }
    errno = EAGAIN;
    return -1;
}

int partial_make_folder(char *name, int *held) {
    for (int k = 0; k < most_tries; k++) {
        if (mkdtemp(name) == NULL)
            return -1;
        *held = partial_hold(name);
        if (*held >= 0 || (errno != EAGAIN && errno != ENOENT))
            return 0;
        forget_letters(name);
    }
    errno = EAGAIN;
    return -1;
}

void partial_release(const char *folder, int file) {
    char *path = path_join(folder, lock_name);
    if (path != NULL)
        unlink(path);
    if (file >= 0)
        close(file);
    free(path);
}

/* All but the folder and its lock, without which nobody sweeps what a kill in the midst of this
 * leaves. */
static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *place) {
    const bool is_lock = place->level == 1 && strcmp(path + place->base, lock_name) == 0;
    (void)about;
    (void)kind;
    return place->level == 0 || is_lock ? 0 : remove(path);
}

void partial_remove(const char *folder) {
    nftw(folder, remove_entry, open_folders, FTW_DEPTH | FTW_PHYS);
    partial_release(folder, -1);
    rmdir(folder);
}

/* Whether an entry is NAME, the ending, and any letters for its X's. */
static bool ends_so(const char *entry, const char *name, const char *ending) {
    const size_t length = strlen(name), more = strlen(ending) - letters;
    return strncmp(entry, name, length) == 0 &&
           strncmp(entry + length, ending, more) == 0 &&
           strlen(entry + length + more) == letters;
}

static void sweep_file(const char *path) {
    int file = lock(path, 0);
    if (file < 0)
        return;
    unlink(path);
    close(file);
}

static void sweep_folder(const char *path) {
    int file = lock_folder(path, 0);
    if (file < 0) {
        rmdir(path); /* if it is empty: it is not in use yet, or no more */
        return;
    }
    partial_remove(path);
    close(file);
}

/* What was replaced returns where what replaces it has not come. */
static void sweep_outdated(const char *path, const char *place) {
    struct stat about;
    int file = lock_folder(path, 0);
    if (file < 0) {
        rmdir(path); /* if it is empty: it is not in use yet */
        return;
    }
    if (lstat(place, &about) != 0 && errno == ENOENT && rename(path, place) == 0) {
        partial_release(place, file);
        return;
    }
    partial_remove(path);
    close(file);
}

static void sweep(const char *parent, const char *entry, const char *name,
                  const char *place) {
    struct stat about;
    const bool is_outdated = ends_so(entry, name, PARTIAL_OUTDATED);
    char *path = is_outdated || ends_so(entry, name, PARTIAL_ENDING)
                     ? path_join(parent, entry)
                     : NULL;
    if (path == NULL || lstat(path, &about) != 0) {
        free(path);
        return;
    }
    if (S_ISREG(about.st_mode) && !is_outdated)
        sweep_file(path);
    else if (S_ISDIR(about.st_mode) && is_outdated)
        sweep_outdated(path, place);
    else if (S_ISDIR(about.st_mode))
        sweep_folder(path);
    free(path);
}

/* What cannot be read, or not to the end, is left for the next time. */
void partial_sweep(const char *place) {
    const char *name = path_name(place);
    char *parent = path_folder(place);
    DIR *directory = parent == NULL || name[0] == '\0' ? NULL : opendir(parent);
    if (directory != NULL) {
        for (struct dirent *e = readdir(directory); e != NULL; e = readdir(directory))
            sweep(parent, e->d_name, name, place);
        closedir(directory);
    }
    free(parent);
}
