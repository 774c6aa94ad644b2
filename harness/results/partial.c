/* Folders that are being filled, and those that a killed program has left.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/results/partial.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/results/output.h"

enum { open_folders = 8, letters = 6 };

static const char lock_name[] = ".lock", middle[] = ".partial-";

/* Opens the file of a folder with these flags, and locks it; -1: another process holds it, or
 * there is none. */
static int lock(const char *folder, int flags) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char *path = output_join(folder, lock_name);
    int file = path == NULL ? -1
                            : open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags,
                                   S_IRUSR | S_IWUSR);
    free(path);
    if (file >= 0 && fcntl(file, F_SETLK, &whole) != 0) {
        close(file);
        return -1;
    }
    return file;
}

int partial_hold(const char *folder) {
    return lock(folder, O_CREAT);
}

void partial_release(const char *folder, int file) {
    char *path = output_join(folder, lock_name);
    if (path != NULL)
        unlink(path);
    if (file >= 0)
        close(file);
    free(path);
}

static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *place) {
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void partial_remove(const char *folder) {
    nftw(folder, remove_entry, open_folders, FTW_DEPTH | FTW_PHYS);
}

static bool is_partial(const char *entry, const char *name) {
    const size_t length = strlen(name), more = sizeof middle - 1;
    return strncmp(entry, name, length) == 0 &&
           strncmp(entry + length, middle, more) == 0 &&
           strlen(entry + length + more) == letters;
}

static void sweep(const char *parent, const char *entry) {
    struct stat about;
    char *path = output_join(parent, entry);
    if (path != NULL && lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        int file = lock(path, 0);
        if (file >= 0) {
            partial_remove(path);
            close(file);
        }
    }
    free(path);
}

void partial_sweep(const char *place) {
    const char *slash = strrchr(place, '/');
    const char *name = slash == NULL ? place : slash + 1;
    char *parent =
        slash == NULL ? strdup(".") : strndup(place, (size_t)(slash - place) + 1);
    DIR *directory = parent == NULL ? NULL : opendir(parent);
    if (directory != NULL) {
        for (struct dirent *e = readdir(directory); e != NULL; e = readdir(directory))
            if (is_partial(e->d_name, name))
                sweep(parent, e->d_name);
        closedir(directory);
    }
    free(parent);
}
