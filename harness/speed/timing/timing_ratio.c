/* Ratios of recorded times to ours. A row's ratio compares whole passes and runs, which differ
 * from steps where ours takes others:
 *
 *     (recorded ns a step x recorded steps) / (our ns a step x our steps)
 *
 * The mean over rows is geometric, and is taken in each process before the processes are
 * compared: what a process has in common for all rows does not average out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/speed/timing/timing_results.h"

/* How many times faster than the original's recorded times it should be. */
static const double least_ratio = 15;

static double row_ratio(const struct timing_found *f, int process, int setting) {
    const struct original_cost *cost = f->plan.setting[setting].recorded;
    double ours = timing_number(f, process, setting, "ns") *
                  timing_number(f, process, setting, "steps");
    return cost->ns * cost->steps / ours;
}

/* Which rows enter a mean. */
struct choice {
    int group; /* -1: both methods, `mode` says which mode */
    int mode;
    int fixed;                       /* 1 fixed steps, 0 error control, -1 both */
    const struct timing_found *only; /* NULL: all models */
};

static bool is_chosen(const struct timing_found *f, int setting, struct choice c) {
    const struct timing_setting *s = &f->plan.setting[setting];
    return s->recorded != NULL && (c.only == NULL || f == c.only) &&
           (c.group < 0 ? (int)s->mode == c.mode : timing_is_in_group(s, c.group)) &&
           (c.fixed < 0 || s->fixed == (c.fixed == 1));
}

/* The geometric mean in one process; NaN when it has not found all of them. */
static double mean_in_process(int models, const struct timing_found *f, int process,
                              struct choice c, int *rows) {
    double sum = 0;
    *rows = 0;
    for (int m = 0; m < models; m++)
        for (int i = 0; i < f[m].plan.count; i++)
            if (is_chosen(&f[m], i, c)) {
                sum +=
                    f[m].found[process] == NULL ? NAN : log(row_ratio(&f[m], process, i));
                ++*rows;
            }
    return exp(sum / *rows);
}

static struct estimate mean_ratio(int models, const struct timing_found *f,
                                  struct choice c, int *rows) {
    const int processes = models > 0 ? f->processes : 0;
    double *mean = calloc((size_t)processes + 1, sizeof *mean);
    struct estimate e = {NAN, NAN, NAN};
    *rows = 0;
    for (int p = 0; p < processes && mean != NULL; p++)
        mean[p] = mean_in_process(models, f, p, c, rows);
    if (mean != NULL)
        e = estimate_known(processes, 1, mean);
    free(mean);
    return e;
}

/* ---- original-ratio */

static json_t *row_point(const struct timing_found *f, int i) {
    const struct timing_setting *s = &f->plan.setting[i];
    double *ratio = calloc((size_t)f->processes + 1, sizeof *ratio);
    struct estimate e = {NAN, NAN, NAN};
    int count = 0;
    for (int p = 0; p < f->processes && ratio != NULL; p++)
        if (f->found[p] != NULL)
            ratio[count++] = row_ratio(f, p, i);
    if (ratio != NULL)
        e = estimate_ratio(count, ratio);
    free(ratio);
    json_t *point = json_pack(
        "{s:s, s:s, s:o, s:f, s:f, s:o}", "kind", s->fixed ? "fixed" : "error-controlled",
        "scheme", original_scheme_name(s->recorded->scheme), "accuracy",
        json_number(s->accuracy), "original_ns", s->recorded->ns, "original_iterations",
        s->recorded->iterations / (s->fixed ? 1 : s->recorded->steps), "ns",
        json_number(s->recorded->ns / e.value));
    timing_add_estimate(point, e);
    return point;
}

void timing_append_ratio(const struct timing_found *f, int group, json_t *results) {
    const struct choice c = {group, 0, -1, f};
    int rows;
    struct estimate e = mean_ratio(1, f, c, &rows);
    char reason[256];
    if (rows == 0)
        return;
    struct result r = timing_result(f, "original-ratio");
    for (int i = 0; i < f->plan.count; i++)
        if (is_chosen(f, i, c))
            json_array_append_new(r.points, row_point(f, i));
    timing_take(&r, e);
    r.verdict = isfinite(e.value) ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    snprintf(reason, sizeof reason,
             "the original's recorded time, on another machine, over ours: the geometric "
             "mean of %d kinds of runs",
             rows);
    timing_append(results, f, subject_method_name((enum integrator_method)(group / 2)),
                  group, &r, reason);
}

/* ---- original-ratio-mean */

static void add_part(json_t *points, int models, const struct timing_found *f,
                     struct choice c, const char *part) {
    int rows;
    struct estimate e = mean_ratio(models, f, c, &rows);
    if (rows == 0)
        return;
    json_t *point =
        json_pack("{s:o, s:i}", "part", json_text(part, strlen(part)), "rows", rows);
    timing_add_estimate(point, e);
    json_array_append_new(points, point);
}

static json_t *find_parts(int models, const struct timing_found *f, int mode) {
    json_t *points = json_array();
    add_part(points, models, f, (struct choice){-1, mode, 1, NULL}, "fixed steps");
    add_part(points, models, f, (struct choice){-1, mode, 0, NULL}, "error control");
    for (int method = 0; method < TIMING_GROUPS / 2; method++)
        add_part(points, models, f, (struct choice){2 * method + mode, mode, -1, NULL},
                 subject_method_name((enum integrator_method)method));
    for (int m = 0; m < models; m++)
        add_part(points, models, f, (struct choice){-1, mode, -1, &f[m]}, f[m].name);
    return points;
}

/* The mean is held to its bound over everything recorded; over some models it is shown. */
static bool is_judged(int mode, int rows) {
    return mode == FAST_FAITHFUL &&
           rows == original_cost_fixed_count + original_cost_controlled_count;
}

static enum verdict judge(struct estimate e, int mode, int rows) {
    if (mode == FAST_DEFAULT && isfinite(e.value))
        return VERDICT_PASS;
    return is_judged(mode, rows) ? timing_judge(e, least_ratio, NAN)
                                 : VERDICT_NOT_ASYMPTOTIC;
}

static void append_mean(int models, const struct timing_found *f, int mode,
                        json_t *results) {
    int rows;
    char reason[256];
    struct estimate e = mean_ratio(models, f, (struct choice){-1, mode, -1, NULL}, &rows);
    if (rows == 0)
        return;
    struct result r = timing_result(&f[0], "original-ratio-mean");
    json_decref(r.points);
    r.points = find_parts(models, f, mode);
    timing_take(&r, e);
    r.expected = is_judged(mode, rows) ? least_ratio : NAN;
    r.verdict = judge(e, mode, rows);
    snprintf(reason, sizeof reason,
             "the original's recorded times, on another machine, over ours: the "
             "geometric mean of %d kinds of runs of %d models%s",
             rows, models,
             mode == FAST_FAITHFUL && !is_judged(mode, rows) ? "; judged over all only"
                                                             : "");
    timing_append(results, &f[0], "all", mode, &r, reason);
    json_t *last = json_array_get(results, json_array_size(results) - 1);
    json_object_set_new(last, "model", json_string("all"));
}

void timing_results_of_all(int models, const struct timing_found *f, json_t *results) {
    append_mean(models, f, FAST_DEFAULT, results);
    append_mean(models, f, FAST_FAITHFUL, results);
}
