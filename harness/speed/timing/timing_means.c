/* The geometric mean of the original's recorded times over ours. It is taken in each process before
 * the processes are compared: what a process has in common for all rows does not average out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_results.h"

/* How many times faster than the original's recorded times it should be. */
static const double least_ratio = 15;

static bool is_chosen(const struct timing_plan *plan, int i, struct timing_choice c) {
    const struct timing_setting *s = &plan->setting[i];
    return s->recorded != NULL && (c.only == NULL || plan == c.only) &&
           s->mode == c.mode && (c.method < 0 || (int)s->method == c.method) &&
           (c.fixed < 0 || s->fixed == (c.fixed == 1));
}

/* NaN when the process has not found all of them. */
static double mean_in_process(int plans, const struct timing_plan *plan, int process,
                              struct timing_choice c, int *rows) {
    double sum = 0;
    *rows = 0;
    for (int m = 0; m < plans; m++)
        for (int i = 0; i < plan[m].count; i++)
            if (is_chosen(&plan[m], i, c)) {
                sum += log(timing_recorded_ratio(&plan[m].batch, process, i));
                ++*rows;
            }
    return exp(sum / *rows);
}

struct estimate timing_mean_ratio(int plans, const struct timing_plan *plan,
                                  struct timing_choice c, int *rows) {
    const int processes = plans > 0 ? plan->batch.how.processes : 0;
    double mean[BATCH_MOST_PROCESSES];
    *rows = 0;
    for (int p = 0; p < processes; p++)
        mean[p] = mean_in_process(plans, plan, p, c, rows);
    return estimate_known(processes, mean);
}

static void add_part(struct timing_points *points, int plans,
                     const struct timing_plan *plan, struct timing_choice c,
                     const char *part) {
    static const char members[] = "part rows value low high";
    int rows;
    struct timing_point p =
        timing_point_begin(members, timing_mean_ratio(plans, plan, c, &rows));
    p.part = part;
    p.rows = rows;
    if (rows > 0)
        timing_point_add(points, p);
}

static void add_parts(struct timing_points *points, int plans,
                      const struct timing_plan *plan, enum fast_mode mode) {
    static const enum integrator_method methods[] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                     FAST_IMPLICIT_EULER};
    const struct timing_choice fixed = {-1, mode, 1, NULL},
                               controlled = {-1, mode, 0, NULL};
    add_part(points, plans, plan, fixed, "fixed steps");
    add_part(points, plans, plan, controlled, "error control");
    for (int k = 0; k < 2; k++)
        add_part(points, plans, plan,
                 (struct timing_choice){(int)methods[k], mode, -1, NULL},
                 subject_method_name(methods[k]));
    for (int m = 0; m < plans; m++)
        add_part(points, plans, plan, (struct timing_choice){-1, mode, -1, &plan[m]},
                 plan[m].batch.name);
}

static void append_mean(int plans, const struct timing_plan *plan, enum fast_mode mode,
                        struct timing_results *results) {
    const struct timing_choice all = {-1, mode, -1, NULL};
    int rows;
    const struct estimate e = timing_mean_ratio(plans, plan, all, &rows);
    /* The mean is held to its bound over everything recorded; over some models it is shown. */
    const bool is_judged =
        mode == FAST_FAITHFUL &&
        rows == original_cost_fixed_count + original_cost_controlled_count;
    if (rows == 0)
        return;
    struct result r =
        timing_result("all", "all", timing_mode_name(mode), "original-ratio-mean");
    struct timing_points points = {.count = 0};
    add_parts(&points, plans, plan, mode);
    timing_take(&r, e);
    if (is_judged) {
        r.expected = least_ratio;
        r.verdict = timing_judge(e, least_ratio, NAN);
    } else if (mode == FAST_DEFAULT && isfinite(e.value)) {
        r.verdict = VERDICT_PASS;
    }
    timing_append(results, &r, &points,
                  "the original's recorded times, on another machine, over ours: the "
                  "geometric mean of %d kinds of runs of %d models%s",
                  rows, plans,
                  mode == FAST_FAITHFUL && !is_judged ? "; judged over all only" : "");
}

void timing_plan_means(int count, const struct timing_plan *plan,
                       struct timing_results *results) {
    append_mean(count, plan, FAST_DEFAULT, results);
    append_mean(count, plan, FAST_FAITHFUL, results);
}
