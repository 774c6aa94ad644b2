/* What the files of kinks that are straddled share; straddle.c has the mathematics.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_MODE_STRADDLE_H
#define REF_CROSSING_MODE_STRADDLE_H

#include "ref/crossing/crossing.h"

struct crossing_straddle {
    struct room room; /* of its arrays */
    int count;        /* of the surfaces that decide something */
    int *surface;     /* (size count) */
    expr *decides;    /* of each surface, as crossing_straddle_decides */
    expr *over;       /* c or -c, of which u is what is positive (size count) */
    expr *share;      /* dG_i/dU_k at i count + k; behind them d/dt of over_k */
    struct program *overs, *shares;
    struct eval_arb *over_box, *share_box;
    struct enclosure_tail tail; /* of `over` along P */
    bool entered;
    arb_ptr in, value, out; /* (t, x, U), over, share */
    arb_ptr slopes;         /* of the stage's watches */
    mag_ptr most;           /* of u (size count) */
    mag_ptr bound;          /* of w (size n) */
};

/* ---- straddle_formulas.c. over, surface and decides := of the stage's mode; its field :=
 * G(t, x, 0); share := the derivatives of G. */
enum ref_status crossing_straddle_write(const struct crossing_scene *s,
                                        struct crossing_stage *stage);

/* ---- straddle_bound.c. bound := of w along the step that the enclosure has prepared, for
 * enclosure.h; of w in the box (t, x). Whether it is known. */
bool crossing_straddle_disturb(void *stage, mag_ptr bound);
bool crossing_straddle_bound(struct crossing_stage *stage, arb_srcptr box);

#endif
