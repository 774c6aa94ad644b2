/* Which way leads farther: with each contact for itself, with contacts that are one joined, on
 * lines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/run/way.h"
#include "problems/model.h"
#include "ref/truth.h"

/* Whether contacts that share a force may be in the way. */
static bool may_be_joined(const struct enclosure_task *task, enum ref_status status) {
    return task->m->contacts > 1 && !model_has_kinks(task->m) &&
           (status == REF_NO_MODE || status == REF_UNDECIDED || status == REF_TOGETHER ||
            status == REF_AT_IMPACT || status == REF_NOT_SMOOTH || status == REF_GRAZED ||
            status == REF_STEP_TOO_SMALL || status == REF_NOT_FINITE);
}

/* Whether a slip in two directions may be in the way. */
static bool may_be_on_lines(const struct enclosure_task *task, enum ref_status status) {
    bool plane = false;
    for (int i = 0; i < task->m->contacts; i++)
        plane = plane || task->m->contact[i].slides > 1;
    return plane && !model_has_kinks(task->m) &&
           (status == REF_NO_MODE || status == REF_UNDECIDED ||
            status == REF_NOT_SMOOTH || status == REF_GRAZED ||
            status == REF_STEP_TOO_SMALL || status == REF_NOT_FINITE);
}

/* The status of the other way, or, where it does not get farther, that of the run before. */
static enum ref_status run_again(const struct enclosure_task *task, int goal,
                                 struct enclosure_run *run, enum ref_status status,
                                 enum crossing_way way) {
    const struct enclosure_run before = *run;
    const enum ref_status again = crossing_run_once(task, goal, run, way);
    if (again == REF_OK || run->end.time > before.end.time ||
        (way == CROSSING_ON_LINES && again != REF_NOT_APPLICABLE))
        return again;
    run->end = before.end;
    run->part = before.part;
    run->wanted = before.wanted;
    return status;
}

enum ref_status crossing_run(const struct enclosure_task *task, int goal,
                             struct enclosure_run *run) {
    /* With constants in double a contact's force keeps its gap at zero to rounding only. */
    if (task->m->contacts > 0 && task->options->constants != EVAL_EXACT_CONSTANTS)
        return REF_NOT_APPLICABLE;
    enum ref_status status = crossing_run_once(task, goal, run, CROSSING_EACH);
    if (status == REF_ACCUMULATES)
        status = run_again(task, goal, run, status, CROSSING_FINELY);
    if (may_be_joined(task, status))
        status = run_again(task, goal, run, status, CROSSING_JOINED_ONES);
    if (may_be_on_lines(task, status))
        status = run_again(task, goal, run, status, CROSSING_ON_LINES);
    if (crossing_may_straddle(task->m, status))
        status = run_again(task, goal, run, status, CROSSING_ON_BOTH_SIDES);
    return status;
}
