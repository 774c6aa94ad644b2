/* What takes long is tried as a sample by day, and whole every night: ctest -C nightly -L nightly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_NIGHTLY_H
#define PROBLEMS_TESTS_NIGHTLY_H

#include <stdbool.h>
#include <stdlib.h>

/* Whether it is a nightly test that runs (halfstep_nightly in CMakeLists.txt). */
static inline bool is_nightly(void) {
    return getenv("HALFSTEP_NIGHTLY") != NULL;
}

/* so many, or by day a part of them. */
static inline int nightly_or(int all, int by_day) {
    return is_nightly() ? all : by_day;
}

#endif
