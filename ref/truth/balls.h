/* Truths that are computed as balls at some precision, which is raised until the digits
 * asked for are certain. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TRUTH_BALLS_H
#define REF_TRUTH_BALLS_H

#include <arb.h>

#include "problems/readers/eval_arb.h"
#include "ref/truth.h"

/* x[k nx + i] := a ball around component i at time k, at a working precision. What the
 * balls are good for is judged from them: they may be wide, or not finite. */
typedef enum ref_status truth_balls_function(void *context, slong bits, arb_ptr x);

struct truth_balls {
    enum ref_grade grade;
    enum ref_way way;
    truth_balls_function *evaluate;
    void *context;
};

/* REF_NOT_FINITE, REF_UNABLE: balls that are not finite, or finite ones that are too wide, at
 * the highest precision; what evaluate returns; else as ref_truth_function. */
enum ref_status truth_by_balls(struct ref_truth **truth, const struct truth_balls *way,
                               int times, int nx, const mpfr_t *time,
                               const struct ref_truth_options *options);

/* Vectors of balls, freed with _arb_vec_clear. NULL never: Arb ends the program when memory
 * runs out. The exact times; the model's start and state there, REF_BAD_ARGUMENT if the
 * first time is before it. */
void truth_balls_times(arb_ptr t, const mpfr_t *time, int times);
enum ref_status truth_balls_start(struct model *m, enum eval_constants constants,
                                  mpfr_srcptr first, slong bits, arb_t t, arb_ptr x);

/* Whether each of n balls has a member that is one of the other's. */
bool truth_balls_meet(arb_srcptr a, arb_srcptr b, int n);

/* Proves that m's formulas are continuous between the balls' start and a time, and that where
 * they solve the equations nothing else does. sides: x, dx/dt and F(t, x) of t, the last two of
 * which are compared over pieces of the time (NULL: they are known to be the same).
 * REF_NOT_APPLICABLE: they differ, or continuity was not proved; REF_NOT_UNIQUE: uniqueness was
 * not. REF_OUT_OF_TIME. */
enum ref_status truth_prove_only_one(struct model *m, struct eval_arb *sides,
                                     const arb_t start, mpfr_srcptr time,
                                     const struct ref_truth_options *options);

/* Whether the motion up to a time is the only one where F jumps, as Taylor's method sees it:
 * REF_OK, or the status with which that ended. Where F only has kinks, or jumps at places of the
 * time alone, REF_OK. */
enum ref_status truth_look_for_others(struct model *m, mpfr_srcptr time,
                                      enum eval_constants constants);

/* Whether the caller wants the work to end. */
bool truth_balls_stop(const struct ref_truth_options *options, enum ref_way way);

#endif
