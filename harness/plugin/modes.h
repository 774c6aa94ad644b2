/* The floating-point control modes, which belong to a function's caller (C11, 7.6): the
 * direction of rounding, and where the processor has them the flushing of subnormal numbers,
 * the trapping of exceptions and the precision of long double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_MODES_H
#define HARNESS_PLUGIN_MODES_H

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>

/* What differs; a sum. */
enum modes_change {
    MODES_ROUNDING = 1,
    MODES_FLUSHING = 2,
    MODES_TRAPS = 4,
    MODES_PRECISION = 8
};

struct modes {
    /* Of double: rounding, flushing, traps, as the processor has them. */
    unsigned arithmetic;
    unsigned extended; /* of long double, where that is the business of another unit */
    fenv_t all;
};

/* *m := what they are now. */
void modes_keep(struct modes *m);

/* Puts back what is not as in *m, and returns what that was, a sum of modes_change. Of double
 * only, which takes some nanoseconds, or all. */
int modes_restore(const struct modes *m);
int modes_restore_all(const struct modes *m);

/* Between the two the modes of double are as in *m. */
struct modes_visit {
    bool is_away;
    fenv_t theirs;
};
void modes_enter(const struct modes *m, struct modes_visit *visit);
void modes_leave(const struct modes_visit *visit);

/* "the direction of rounding and the flushing of subnormal numbers". */
void modes_name(char *text, size_t size, int changes);

#endif
