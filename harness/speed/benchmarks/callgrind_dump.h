/* A dump of callgrind's, in the parts that were asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CALLGRIND_DUMP_H
#define HARNESS_CALLGRIND_DUMP_H

#include <stdio.h>

/* Ir, Dr, Dw: instructions, reads, writes; ILmr, DLmr, DLmw: of those, what the last-level
 * cache did not hold. */
enum callgrind_event {
    CALLGRIND_INSTRUCTIONS,
    CALLGRIND_READS,
    CALLGRIND_WRITES,
    CALLGRIND_CODE_MISSES,
    CALLGRIND_READ_MISSES,
    CALLGRIND_WRITE_MISSES,
    CALLGRIND_EVENTS
};

enum { CALLGRIND_PARTS = 2 };

struct callgrind_dump {
    char version[64]; /* "callgrind 3.19.0" */
    int parts;        /* that there were, of the first CALLGRIND_PARTS */
    double count[CALLGRIND_PARTS][CALLGRIND_EVENTS];
};

/* Reads the file from its beginning; parts is 0 when it is no dump. */
void callgrind_dump_read(struct callgrind_dump *dump, FILE *file);

#endif
