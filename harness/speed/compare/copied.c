/* Copies of a build's libraries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/partial.h"
#include "harness/speed/compare/copied.h"

enum { name_room = 32 };

/* A library is shorter, in bytes. */
static const size_t longest = (size_t)1 << 30;

static int make_folder(struct copied *c, struct diagnostic *d) {
    const char *place = getenv("TMPDIR");
    c->folder = path_join(place != NULL && place[0] == '/' ? place : "/tmp",
                          "halfstep-compare-XXXXXX");
    if (c->folder == NULL)
        return message_set(d, "out of memory");
    if (mkdtemp(c->folder) != NULL)
        return 0;
    int failed = message_set(d, "%s: cannot be made: %s", c->folder, strerror(errno));
    free(c->folder);
    c->folder = NULL;
    return failed;
}

static int copy_file(const char *source, const char *target, struct diagnostic *d) {
    char *bytes;
    size_t length;
    if (input_read(&bytes, &length, source, longest, d))
        return -1;
    const int failed = output_write(target, bytes, length, d);
    free(bytes);
    return failed;
}

int copied_make(struct copied *c, const struct bench_build *build, struct diagnostic *d) {
    memset(c, 0, sizeof *c);
    int failed = make_folder(c, d);
    for (int i = 0; i < BENCH_RING && !failed; i++) {
        char name[name_room];
        snprintf(name, sizeof name, "copy-%d.so", i);
        c->library[i] = path_join(c->folder, name);
        failed = c->library[i] == NULL ? message_set(d, "out of memory")
                                       : copy_file(build->library[i], c->library[i], d);
    }
    if (failed)
        copied_clear(c);
    return failed;
}

void copied_clear(struct copied *c) {
    for (int i = 0; i < BENCH_RING; i++)
        free(c->library[i]);
    if (c->folder != NULL)
        partial_remove(c->folder);
    free(c->folder);
    memset(c, 0, sizeof *c);
}
