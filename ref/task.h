/* What the ways to a truth share: the task, a run of it, and the agreement of two.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TASK_H
#define REF_TASK_H

#include <arb.h>
#include "ref/ref.h"
#include "ref/truth.h"

/* Of collocation: a component is resolved relative to itself, or to 2^-56 of the largest one. */
enum { REF_STAGES_FLOOR_BITS = 56 };

struct ref_truth_task;
struct ref_truth_run;

/* *run := the states from one run, followed to `bits`; run->state is NULL on failure. Asks
 * task->options->stop in each step. */
typedef enum ref_status ref_truth_run_function(const struct ref_truth_task *task,
                                               mpfr_prec_t bits,
                                               struct ref_truth_run *run);

/* What is to be solved. */
struct ref_truth_task {
    struct model *m;
    int times, nx;
    const mpfr_t *time; /* (size times) */
    const struct ref_truth_options *options;
    enum ref_way way;
    ref_truth_run_function *run;
    bool proves; /* whether this run is to prove its steps */
    int attempts;
    double done, share; /* of the whole work: before this run, and this run's */
};

struct ref_truth_run {
    mpfr_prec_t bits;
    mpfr_t *state; /* state[k*nx + i] (size times*nx) */
    /* What is proved of its steps, and a bound on the sum of their defects up to each time, 0
     * where they are not proved (size times). */
    struct ref_proof proof;
    mpfr_t *disturbance;
    struct ref_flow_info info;
};

/* record.c: whether there are times, all finite, none before the one that precedes it. */
bool ref_truth_times_ascend(int times, const mpfr_t *time);

/* The truth on which two runs of a way agree. */
enum ref_status ref_truth_by_agreement(struct ref_truth **truth, struct model *m,
                                       int times, const mpfr_t *time,
                                       const struct ref_truth_options *options,
                                       enum ref_way way, ref_truth_run_function *follow);

/* Taylor's method. */
ref_truth_run_function ref_truth_run;
void ref_truth_run_clear(const struct ref_truth_task *task, struct ref_truth_run *run);

/* Storage for the states and disturbances of a run of run->bits. */
enum ref_status ref_truth_run_alloc(const struct ref_truth_task *task,
                                    struct ref_truth_run *run);

/* Whether the work is to end, or REF_OK; tells how much of the task is done when a run that
 * began at `begin` has come to `time`. */
enum ref_status ref_truth_continue(const struct ref_truth_task *task, double begin,
                                   mpfr_srcptr time);

/* Component i, times and all, from a finite ball: its middle rounded, and a radius that
 * covers the ball. */
void ref_truth_set_ball(struct ref_truth *truth, int i, const arb_t x);

/* kept.c: REF_JOINT_BROKEN if a joint of the model does not hold at a time of the truth;
 * what goes wrong with looking. */
enum ref_status ref_truth_joints_kept(const struct ref_truth *truth, struct model *m,
                                      enum eval_constants constants);

#endif
