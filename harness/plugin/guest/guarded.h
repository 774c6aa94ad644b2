/* Arrays that somebody else's code is to fill, with guards before and behind them, and a
 * pattern (a NaN that no computation makes) in every place beforehand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUARDED_H
#define HARNESS_PLUGIN_GUARDED_H

struct guarded {
    int count;
    double *storage, *value; /* value[count] is part of storage */
};

/* Nonzero: out of memory. Freed with guarded_free in any case. */
int guarded_alloc(struct guarded *g, int count);
void guarded_free(struct guarded *g);

/* Puts the pattern everywhere. */
void guarded_prepare(struct guarded *g);

enum guarded_finding {
    GUARDED_FINE,
    GUARDED_BEFORE,    /* something was written before the beginning */
    GUARDED_BEHIND,    /* ... behind the end */
    GUARDED_UNSET,     /* a component was not written */
    GUARDED_NOT_FINITE /* a component is NaN or infinite */
};

/* *component: the first that is unset or not finite. */
enum guarded_finding guarded_check(const struct guarded *g, int *component);

/* Only whether what surrounds it is as it was. */
enum guarded_finding guarded_check_surroundings(const struct guarded *g);

#endif
