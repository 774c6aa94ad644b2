/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/language/source.h"

void file_message(struct diagnostic *d, const char *path, const char *reason) {
    enum { PATH_BYTES = 700 };
    size_t length = strlen(path), skip = length > PATH_BYTES ? length - PATH_BYTES : 0;
    snprintf(d->text, sizeof d->text, "%s%s: %.250s\n", skip > 0 ? "..." : "",
             path + skip, reason);
}

static enum problem_status fail(struct diagnostic *d, const char *path, int error) {
    file_message(d, path, strerror(error));
    if (error == ENOMEM)
        return PROBLEM_NO_MEMORY;
    return error == ENOENT || error == ENOTDIR ? PROBLEM_NOT_FOUND : PROBLEM_UNREADABLE;
}

enum problem_status file_read(char **text, size_t *length, const char *path,
                              struct diagnostic *d) {
    *text = NULL;
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(d, path, errno);
    char *read = malloc((size_t)SOURCE_BYTES_LIMIT + 1);
    size_t count = read ? fread(read, 1, (size_t)SOURCE_BYTES_LIMIT + 1, file) : 0;
    int error = read ? errno : ENOMEM;
    bool failed = !read || ferror(file);
    fclose(file);
    if (failed) {
        free(read);
        return fail(d, path, error);
    }
    *text = read;
    *length = count;
    return PROBLEM_OK;
}
