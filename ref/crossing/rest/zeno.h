/* A geometric series of bounces (zeno.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_REST_ZENO_H
#define REF_CROSSING_REST_ZENO_H

#include "ref/crossing/choice.h"

struct crossing_series {
    const struct crossing_passage *p;
    int contact;
    struct crossing_stage *closed; /* m' */
    expr *rho;                     /* (size nv) */
    expr fall;                     /* g'' by F_m */
    arb_t speed, least, end, high; /* e u, a, T, the largest s */
};

/* ---- zeno_series.c. closed, rho and fall := of the contact; whether its bounces are such a
 * series, as long as nothing else happens. */
bool crossing_series_find(struct crossing_series *w);

#endif
