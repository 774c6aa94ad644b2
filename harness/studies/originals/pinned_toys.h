/* Systems made for pinned calls: what no model of the catalogue has. Each fails, if it is
 * told to, at one call of one callback.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PINNED_TOYS_H
#define HARNESS_PINNED_TOYS_H

#include "fast/system.h"

enum toy_kind {
    TOY_TOP,      /* q' = N(q) v with four q, three v and one z, whose N+ is not known */
    TOY_CHAIN,    /* 40 masses in a row, q' = N(q) v, with patterns */
    TOY_PIVOT,    /* four z, the iteration matrix of which begins with 0 at h = 1/2 */
    TOY_SINGULAR, /* two z, with a singular iteration matrix at h = 1/2 */
    TOY_KINDS
};

enum toy_callback { TOY_RATES, TOY_MAP, TOY_JACOBIAN, TOY_CALLBACKS };

enum { TOY_CHAIN_LENGTH = 40, TOY_MOST_STATES = 80 };

/* The diagonal, and with its neighbours, of the chain; filled by toy_system. */
struct toy_bands {
    int start[2][TOY_CHAIN_LENGTH + 1], row[2][3 * TOY_CHAIN_LENGTH];
    struct fast_pattern pattern[2];
};

struct toy {
    enum toy_kind kind;
    struct toy_bands bands;
    long calls[TOY_CALLBACKS], failing_call[TOY_CALLBACKS]; /* 0: none fails */
};

/* The system of *toy, which must outlive it. */
struct integrator_system toy_system(struct toy *toy);

/* x := its start. */
void toy_start(enum toy_kind kind, double x[TOY_MOST_STATES]);

#endif
