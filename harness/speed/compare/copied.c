/* Copies of a build's libraries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/speed/compare/copied.h"

enum { block = 65536, name_room = 32 };

static int make_folder(struct copied *c, struct diagnostic *d) {
    const char *place = getenv("TMPDIR");
    c->folder = output_join(place != NULL && place[0] == '/' ? place : "/tmp",
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

static bool copy_bytes(FILE *from, FILE *to) {
    char bytes[block];
    size_t n;
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        if (fwrite(bytes, 1, n, to) != n)
            return false;
    return !ferror(from);
}

static int copy_file(const char *source, const char *target, struct diagnostic *d) {
    FILE *from = fopen(source, "rb"), *to = fopen(target, "wb");
    bool copied = from != NULL && to != NULL && copy_bytes(from, to);
    int reason = errno;
    if (from != NULL)
        fclose(from);
    if (to != NULL && fclose(to) != 0) {
        copied = false;
        reason = errno;
    }
    return copied ? 0
                  : message_set(d, "%s: cannot be copied to %s: %s", source, target,
                                strerror(reason));
}

int copied_make(struct copied *c, const struct bench_build *build, struct diagnostic *d) {
    memset(c, 0, sizeof *c);
    int failed = make_folder(c, d);
    for (int i = 0; i < BENCH_RING && !failed; i++) {
        char name[name_room];
        snprintf(name, sizeof name, "copy-%d.so", i);
        c->library[i] = output_join(c->folder, name);
        failed = c->library[i] == NULL ? message_set(d, "out of memory")
                                       : copy_file(build->library[i], c->library[i], d);
    }
    if (failed)
        copied_clear(c);
    return failed;
}

void copied_clear(struct copied *c) {
    for (int i = 0; i < BENCH_RING; i++) {
        if (c->library[i] != NULL)
            unlink(c->library[i]);
        free(c->library[i]);
    }
    if (c->folder != NULL)
        rmdir(c->folder);
    free(c->folder);
    memset(c, 0, sizeof *c);
}
