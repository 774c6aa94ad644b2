/* Paths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *path_join(const char *directory, const char *name) {
    size_t room = strlen(directory) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL)
        snprintf(path, room, "%s/%s", directory, name);
    return path;
}

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *path_folder(const char *path) {
    const size_t length = (size_t)(path_name(path) - path);
    return length > 0 ? strndup(path, length) : strdup(".");
}

static bool find_folder(const char *path, struct stat *about) {
    char *folder = path_folder(path);
    const bool is_there = folder != NULL && stat(folder, about) == 0;
    free(folder);
    return is_there;
}

bool path_is_same(const char *one, const char *other) {
    struct stat a, b;
    return strcmp(path_name(one), path_name(other)) == 0 && find_folder(one, &a) &&
           find_folder(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
