/* Cost at equal accuracy, as results: one for each curve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/speed/timing/timing_precision.h"
#include "harness/speed/timing/timing_results.h"
#include "problems/model.h"

/* What all curves of a model are compared with. */
struct compared {
    const struct timing_precision *p;
    int nx;
    double *start, *truth, *x; /* [nx] each */
    bool has_truth;
    struct diagnostic why;
};

/* x[nx] := an array of numbers; false: it is none of that size. */
static bool read_state(double *x, int nx, const json_t *array) {
    if ((int)json_array_size(array) != nx)
        return false;
    for (int i = 0; i < nx; i++) {
        const json_t *number = json_array_get(array, (size_t)i);
        x[i] = json_is_number(number) ? json_number_value(number) : NAN;
    }
    return true;
}

static int begin(struct compared *c, const struct timing_precision *p) {
    struct model *m = p->model;
    double at;
    const int nx = m->nq + m->nv + m->nz;
    *c = (struct compared){.p = p, .nx = nx};
    c->start = calloc(3 * (size_t)nx + 1, sizeof *c->start);
    if (c->start == NULL)
        return message_set(&c->why, "out of memory");
    c->truth = c->start + nx;
    c->x = c->truth + nx;
    if (initial_in_double(m, &at, c->start, &c->why))
        return -1;
    c->has_truth = read_state(c->truth, nx, p->truth);
    const char *why = json_string_value(p->truth);
    if (!c->has_truth)
        message_set(&c->why, "no truth to compare with: %s",
                    why == NULL ? "no process has found it" : why);
    return 0;
}

/* Counters, error and times of a rung. */
static void read_rung(struct precision_curve *curve, const struct compared *c, int i,
                      int rung) {
    const struct batch *t = &c->p->at[rung];
    const json_t *end = json_object_get(batch_counters(t, i), "end");
    curve->steps[rung] = batch_count(t, i, "steps");
    curve->evaluations[rung] = batch_count(t, i, "evaluations");
    curve->error[rung] = c->has_truth && read_state(c->x, c->nx, end)
                             ? precision_error(c->p->model, c->start, c->truth, c->x)
                             : NAN;
    for (int process = 0; process < curve->processes; process++)
        curve->ns[process * PRECISION_RUNGS + rung] = batch_pass_ns(t, process, i);
}

static struct timing_points describe_rungs(const struct timing_precision *p, int i,
                                           const struct precision_curve *curve) {
#define MEMBERS " steps evaluations error value low high why"
    static const char of_steps[] = "step" MEMBERS, of_accuracies[] = "accuracy" MEMBERS;
    const bool has_steps =
        json_object_get(p->curves.benchmark[i].workload, "step") != NULL;
    struct timing_points points = {.count = 0};
    for (int k = 0; k < PRECISION_RUNGS; k++) {
        const char *why = batch_failure(&p->at[k], i);
        if (isnan(curve->steps[k]) && why == NULL)
            continue;
        struct timing_point point =
            timing_point_begin(has_steps ? of_steps : of_accuracies,
                               batch_estimate(&p->at[k], i, batch_pass_ns));
        *(has_steps ? &point.step : &point.accuracy) = timing_precision_rung(p, i, k);
        point.steps = curve->steps[k];
        point.evaluations = curve->evaluations[k];
        point.error = curve->error[k];
        point.why = why;
        timing_point_add(&points, point);
    }
    return points;
}

static double smallest_error(const struct precision_curve *curve) {
    double smallest = NAN;
    for (int k = 0; k < curve->rungs; k++)
        smallest = fmin(smallest, curve->error[k]);
    return smallest;
}

static void give_reason(char *reason, size_t room, const struct compared *c, int i,
                        const struct precision_curve *curve,
                        const struct precision_cost *cost) {
    const char *why = batch_failure(&c->p->at[0], i);
    const double error = precision_errors[PRECISION_MAIN];
    if (!c->has_truth)
        snprintf(reason, room, "%.200s", c->why.text);
    else if (cost->is_reached)
        snprintf(reason, room,
                 "ns of a run of length %g at the relative error %g at its end%s",
                 c->p->length, error,
                 cost->is_at_most ? ", or less: the coarsest run is better" : "");
    else if (isnan(smallest_error(curve)))
        snprintf(reason, room, "no run succeeds%s%.200s", why == NULL ? "" : ": ",
                 why == NULL ? "" : why);
    else
        snprintf(reason, room,
                 "the relative error %g is not reached: the smallest is %.2g", error,
                 smallest_error(curve));
}

static void append(const struct compared *c, int i, struct timing_results *results) {
    const struct timing_precision *p = c->p;
    const struct benchmark *b = &p->curves.benchmark[i];
    struct result r = timing_result(p->name, b->method, b->mode, "work-precision");
    struct precision_cost cost[PRECISION_ERRORS];
    double ns[BATCH_MOST_PROCESSES * PRECISION_RUNGS];
    struct precision_curve curve = {
        .rungs = PRECISION_RUNGS, .processes = p->at[0].how.processes, .ns = ns};
    char reason[512];
    for (int rung = 0; rung < PRECISION_RUNGS; rung++)
        read_rung(&curve, c, i, rung);
    for (int k = 0; k < PRECISION_ERRORS; k++)
        cost[k] = precision_cost_at(&curve, precision_errors[k]);
    timing_take(&r, cost[PRECISION_MAIN].ns);
    r.verdict = cost[PRECISION_MAIN].is_reached ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    if (c->has_truth)
        r.grade = "converged";
    give_reason(reason, sizeof reason, c, i, &curve, &cost[PRECISION_MAIN]);
    r.reason = reason;
    timing_add(results, &(struct timing_found){.of = r,
                                               .points = describe_rungs(p, i, &curve),
                                               .kind = b->kind,
                                               .is_curve = true,
                                               .length = p->length,
                                               .order = precision_order(&curve),
                                               .costs = PRECISION_ERRORS,
                                               .cost = cost});
}

void timing_precision_results(const struct timing_precision *p,
                              struct timing_results *results) {
    struct compared c;
    if (begin(&c, p) == 0)
        for (int i = 0; i < p->curves.count; i++)
            append(&c, i, results);
    free(c.start);
}
