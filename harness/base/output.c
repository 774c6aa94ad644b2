/* Files that are there as a whole or not at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/json_lines.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/partial.h"

int output_refuse(const char *path, struct diagnostic *d) {
    const int reason = errno;
    message_set(d, "%s: cannot be written: %s", path, strerror(reason));
    return reason == ENOENT || reason == EISDIR || reason == ENOTDIR ||
                   reason == ENAMETOOLONG
               ? OUTPUT_MISPLACED
               : OUTPUT_UNWRITABLE;
}

static int write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        text += written;
        length -= (size_t)written;
    }
    return 0;
}

static int is_device(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static int write_to_device(const char *path, const char *text, size_t length) {
    int file = open(path, O_WRONLY);
    if (file < 0)
        return -1;
    int failed = write_all(file, text, length);
    int reason = errno;
    if (close(file) != 0 && !failed)
        return -1;
    errno = reason;
    return failed;
}

/* A new file beside path: its descriptor, and its name in *name, which the caller frees. */
static int open_beside(const char *path, char **name) {
    struct stat about;
    *name = NULL;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    size_t room = strlen(path) + sizeof PARTIAL_ENDING;
    *name = malloc(room);
    if (*name == NULL)
        return -1;
    snprintf(*name, room, "%s%s", path, PARTIAL_ENDING);
    partial_sweep(path);
    return partial_make_file(*name);
}

/* mkstemp's files are readable by their owner alone; these are as other new files are. */
static int give_usual_mode(int file) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file,
                  (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask);
}

static int write_beside(const char *path, const char *text, size_t length) {
    char *name;
    int file = open_beside(path, &name);
    if (file < 0) {
        free(name);
        return -1;
    }
    int failed = write_all(file, text, length) != 0 || give_usual_mode(file) != 0 ||
                 fsync(file) != 0;
    if (!failed)
        failed = rename(name, path) != 0; /* while it is held */
    int reason = errno;
    if (failed)
        unlink(name);
    close(file);
    free(name);
    errno = reason;
    return failed ? -1 : 0;
}

int output_write(const char *path, const char *text, size_t length,
                 struct diagnostic *d) {
    int failed = is_device(path) ? write_to_device(path, text, length)
                                 : write_beside(path, text, length);
    return failed ? output_refuse(path, d) : 0;
}

static int write_text(const char *path, char *text, struct diagnostic *d) {
    if (text == NULL)
        return message_set(d, "%s: cannot be written: out of memory", path);
    int failed = output_write(path, text, strlen(text), d);
    free(text);
    return failed;
}

int output_write_json(const char *path, const json_t *document, struct diagnostic *d) {
    return write_text(path, json_dumps(document, JSON_NUMBER_FLAGS | JSON_INDENT(1)), d);
}

int output_write_lines(const char *path, const json_t *document, struct diagnostic *d) {
    size_t length;
    return write_text(path, json_lines(document, &length), d);
}

int output_probe(const char *path, struct diagnostic *d) {
    if (is_device(path))
        return access(path, W_OK) == 0 ? 0 : output_refuse(path, d);
    char *name;
    int file = open_beside(path, &name);
    if (file < 0) {
        free(name);
        return output_refuse(path, d);
    }
    unlink(name);
    close(file);
    free(name);
    return 0;
}

int output_make_folder(const char *folder, struct diagnostic *d) {
    const mode_t all = S_IRWXU | S_IRWXG | S_IRWXO;
    return mkdir(folder, all) == 0 || errno == EEXIST ? 0 : output_refuse(folder, d);
}
