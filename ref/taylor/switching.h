/* Which branch of each select is in force, and until when.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TAYLOR_SWITCHING_H
#define REF_TAYLOR_SWITCHING_H

#include "problems/base/room.h"
#include "problems/readers/eval_jet.h"
#include "ref/taylor/zeros.h"

struct model; /* problems/model.h */

struct ref_switching {
    struct room room; /* of its arrays */
    int selects, nx, order;
    mpfr_prec_t bits;     /* to which the solution is followed; the arithmetic has more */
    struct eval_jet *jet; /* the flow's: the series of the switching functions */
    struct eval_jet *point; /* F at one point, to see whether it jumps */
    signed char *branch; /* +1, -1, 0 for a function that is no number (size selects) */
    bool *on_surface;    /* the switching function is zero now (size selects) */
    mpfr_t *place;       /* of the first crossing, 0 .. 1 in the step (size selects) */
    mpfr_t *size;        /* the largest term of the function so far (size selects) */
    double *scaled;      /* terms of the step over that (size selects (order + 1)) */
    mpfr_t *rate;        /* F on one side (size nx) */
    struct ref_zeros *zeros;
    mpfr_t largest, term, power, tau, first;
    mpfr_t begin; /* zero */
};

enum ref_status ref_switching_init(struct ref_switching *s, struct model *m,
                                   const struct program *program, struct eval_jet *jet,
                                   int order, mpfr_prec_t bits, mpfr_prec_t work,
                                   enum eval_constants constants);
void ref_switching_clear(struct ref_switching *s);

/* Takes the branches that hold at (t, x). */
void ref_switching_start(struct ref_switching *s, mpfr_srcptr t, const mpfr_t *x);

/* With the series expanded for the branches in force: do those hold just after the start
 * of a step of h? If not, some are changed, and *changed is set. On the attempt 0 all
 * that are wrong are changed, later the first one only. */
enum ref_status ref_switching_settle(struct ref_switching *s, mpfr_srcptr h, int attempt,
                                     bool *changed);

/* Shortens h until the switching functions' series are as exact as the solution's; takes
 * note of how large they are. */
void ref_switching_limit_step(struct ref_switching *s, mpfr_ptr h);

/* The coefficient of (tau/h)^k with which the switching function of select i begins at
 * the start of the step: k = 0 off the surface; on it the first that does not vanish to
 * rounding, -1 when all do. *dropped: the ones before it are not exactly zero. */
int ref_switching_leading(struct ref_switching *s, int i, mpfr_srcptr h, bool *dropped);

/* Whether F jumps across the surface of select i at tau after the start of a step of
 * h. */
bool ref_switching_jumps(struct ref_switching *s, int i, mpfr_srcptr tau, mpfr_srcptr h);

/* Finds the first crossing within the step of h: then *found is set, h is shortened to it
 * and the surfaces that are crossed there are marked. */
enum ref_status ref_switching_cross(struct ref_switching *s, mpfr_ptr h, bool *found);

#endif
