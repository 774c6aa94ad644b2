/* The parts of the folders, and which may know which.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_FLOORS_H
#define HARNESS_TESTS_FLOORS_H

enum { FLOORS_MOST_PARTS = 80 };

/* The parts of a folder in their order ("": the sources beside them): each includes and calls
 * only itself and those before it. */
struct floors {
    const char *folder, *parts[FLOORS_MOST_PARTS];
};

enum { floors_count = 5 };
extern const struct floors floors[floors_count];

/* Those of a folder; NULL: it has none. */
const struct floors *floors_of(const char *folder);

/* The place of a file's part among the parts, or -1. */
int floor_of(const struct floors *in, const char *path);

#endif
