/* A pipe is opened without waiting. Where nobody has opened it for writing, a read says at once
 * that it is at its end; where somebody has, reading waits for what comes (pipe(7)). Who writes
 * may be started at the same moment: a second is left for that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/message.h"

enum { first_room = 1 << 16, most_json = 1 << 30, most_naps = 100 };

static const struct timespec nap = {.tv_nsec = 10000000};

struct input {
    int file;
    bool is_pipe;
    int naps; /* that were taken for want of somebody who writes */
    char *text;
    size_t length, room, most;
};

static int refuse(const char *path, int reason, struct diagnostic *d) {
    return message_set(d, "%s: cannot be read: %s", path, strerror(reason));
}

/* In MiB where that is a whole number, as limits are. */
static int refuse_length(const char *path, size_t most, struct diagnostic *d) {
    const size_t mib = most >> 20;
    return most == mib << 20
               ? message_set(d, "%s: expected less than %zu MiB", path, mib)
               : message_set(d, "%s: expected less than %zu bytes", path, most);
}

static int open_file(struct input *in, const char *path, struct diagnostic *d) {
    struct stat about;
    in->file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (in->file < 0 || fstat(in->file, &about) != 0)
        return refuse(path, errno, d);
    if (S_ISDIR(about.st_mode))
        return refuse(path, EISDIR, d);
    in->is_pipe = S_ISFIFO(about.st_mode);
    return in->is_pipe || S_ISREG(about.st_mode)
               ? 0
               : message_set(d, "%s: cannot be read: is a device; write it to a file",
                             path);
}

/* Room for more, and for the '\0'. */
static bool make_room(struct input *in) {
    if (in->text != NULL && in->length + 1 < in->room)
        return true;
    const size_t room = in->room > 0 ? 2 * in->room : first_room;
    char *larger = realloc(in->text, room);
    if (larger == NULL)
        return false;
    in->text = larger;
    in->room = room;
    return true;
}

static int wait_from_here(const struct input *in) {
    const int flags = fcntl(in->file, F_GETFL);
    return flags < 0 ? -1 : fcntl(in->file, F_SETFL, flags & ~O_NONBLOCK);
}

/* Whether a pipe that is at its end is given more time. */
static bool waits_for_a_writer(struct input *in) {
    if (in->length > 0 || !in->is_pipe || in->naps == most_naps)
        return false;
    in->naps++;
    nanosleep(&nap, NULL);
    return true;
}

static int read_all(struct input *in, const char *path, struct diagnostic *d) {
    ssize_t came = 1;
    while (came != 0 || waits_for_a_writer(in)) {
        if (!make_room(in))
            return message_set(d, "%s: out of memory", path);
        came = read(in->file, in->text + in->length, in->room - in->length - 1);
        const bool has_to_wait = came < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        if (came < 0 && errno != EINTR && (!has_to_wait || wait_from_here(in) != 0))
            return refuse(path, errno, d);
        in->length += came > 0 ? (size_t)came : 0;
        if (in->length >= in->most)
            return refuse_length(path, in->most, d);
    }
    if (in->naps == most_naps && in->length == 0)
        return message_set(d, "%s: cannot be read: a pipe that nobody writes to", path);
    in->text[in->length] = '\0';
    return 0;
}

int input_read(char **text, size_t *length, const char *path, size_t most,
               struct diagnostic *d) {
    struct input in = {.file = -1, .most = most};
    const int failed = open_file(&in, path, d) || read_all(&in, path, d);
    if (in.file >= 0)
        close(in.file);
    if (failed)
        free(in.text);
    *text = failed ? NULL : in.text;
    *length = failed ? 0 : in.length;
    return failed ? -1 : 0;
}

json_t *input_json(const char *path, size_t flags, struct diagnostic *d) {
    json_error_t error;
    char *text;
    size_t length;
    if (input_read(&text, &length, path, most_json, d))
        return NULL;
    json_t *document = json_loadb(text, length, flags, &error);
    free(text);
    if (document == NULL)
        message_set(d, "%s:%d: not JSON: %s", path, error.line, error.text);
    return document;
}
