/* SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "problems/language/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A file that can be read again, without waiting for who writes to a pipe; NULL: *d says why
 * not. */
static FILE *open_file(const char *path, enum problem_status *status,
                       struct diagnostic *d) {
    struct stat about;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 &&
        (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
        return fdopen(file, "rb");
    *status = file < 0 ? fail(d, path, errno) : PROBLEM_UNREADABLE;
    if (file >= 0) {
        file_message(d, path,
                     "is a pipe or a device; a model is read more than once, so write it "
                     "to a file first");
        close(file);
    }
    return NULL;
}

enum problem_status file_read(char **text, size_t *length, const char *path,
                              struct diagnostic *d) {
    enum problem_status status = PROBLEM_NO_MEMORY;
    *text = NULL;
    FILE *file = open_file(path, &status, d);
    if (!file)
        return status;
    errno = 0;
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
