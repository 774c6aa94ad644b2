/* Forces that balance others: A lambda = b, some of them not negative; and rest, where they do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_BALANCE_H
#define REF_CROSSING_BALANCE_H

#include <arb_mat.h>

#include "problems/base/room.h"
#include "ref/crossing/crossing.h"

struct crossing_balance {
    struct room room; /* of all arrays */
    int rows, columns;
    slong bits;
    arb_mat_t A, b;
    arb_ptr force;  /* lambda that is proved (size columns) */
    bool *pushes;   /* (size columns) whether lambda >= 0 is asked for */
    double *guess;  /* lambda (size columns) */
    double *near;   /* A by rows, each of length 1 (size rows x columns) */
    double *target; /* b (size rows) */
    double *square; /* A A^T (size rows x rows), then work (size rows x columns) */
    int *basis;     /* (size columns) basic columns first */
};

/* Balls zero. Cleared whether it is made or not; false: no memory. */
bool crossing_balance_init(struct crossing_balance *w, int rows, int columns, slong bits);
void crossing_balance_clear(struct crossing_balance *w);

/* Whether it is proved that there is such a lambda for every A and b in the balls. */
bool crossing_balances(struct crossing_balance *w);

/* ---- rest.c. Whether e does not depend on t; whether a row's velocity does not, and is zero
 * wherever v is. */
bool crossing_is_still(const struct crossing_scene *s, expr e);
bool crossing_is_without_offset(const struct crossing_scene *s, int row);

/* A lambda = b: M^-1 J^T of the contacts that are not open in the mode, without friction, and of
 * the joints; -a. At point = (t, x). */
enum ref_status crossing_write_balance(const struct crossing_scene *s,
                                       const signed char *mode, arb_srcptr point,
                                       struct crossing_balance *w);

/* ---- ebb.c. What is left of a motion that has come to the stage's set: values of the run at
 * the times from number `next` on := boxes. False: nothing holds it, or it still moves by much. */
bool crossing_ebbs(const struct crossing_scene *s, struct crossing_stage *stage, int next,
                   struct enclosure_run *run);

/* value[n] := balls around zero where they contain it. A state that is zero has no digits but
 * those it is stored with: the run's bits are lowered. */
void crossing_round_to_zero(const struct crossing_scene *s, arb_ptr value,
                            struct enclosure_run *run);

#endif
