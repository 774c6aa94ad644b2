/* Cost at equal accuracy, as results: one for each curve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
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

static json_t *describe_rungs(const struct timing_precision *p, int i,
                              const struct precision_curve *curve) {
    const json_t *workload = p->curves.benchmark[i].workload;
    const char *what = json_object_get(workload, "step") != NULL ? "step" : "accuracy";
    json_t *points = json_array();
    for (int k = 0; k < PRECISION_RUNGS; k++) {
        const char *why = batch_failure(&p->at[k], i);
        if (isnan(curve->steps[k]) && why == NULL)
            continue;
        json_t *point = json_pack(
            "{s:o, s:o, s:o, s:o}", what, json_number(timing_precision_rung(p, i, k)),
            "steps", json_number(curve->steps[k]), "evaluations",
            json_number(curve->evaluations[k]), "error", json_number(curve->error[k]));
        timing_add_estimate(point, batch_estimate(&p->at[k], i, batch_pass_ns));
        if (why != NULL)
            json_object_set_new(point, "why", json_text_of(why));
        json_array_append_new(points, point);
    }
    return points;
}

static json_t *describe_costs(const struct precision_curve *curve) {
    json_t *list = json_array();
    for (int i = 0; i < PRECISION_ERRORS; i++) {
        const struct precision_cost cost = precision_cost_at(curve, precision_errors[i]);
        json_array_append_new(
            list,
            json_pack("{s:f, s:b, s:b, s:o, s:o, s:o, s:o}", "error", precision_errors[i],
                      "reached", (int)cost.is_reached, "at_most", (int)cost.is_at_most,
                      "ns", json_number(cost.ns.value), "low", json_number(cost.ns.low),
                      "high", json_number(cost.ns.high), "evaluations",
                      json_number(cost.evaluations)));
    }
    return list;
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

static void append(const struct compared *c, int i, json_t *results) {
    const struct timing_precision *p = c->p;
    const struct benchmark *b = &p->curves.benchmark[i];
    struct result r = timing_result(p->name, b->method, b->mode, "work-precision");
    double ns[BATCH_MOST_PROCESSES * PRECISION_RUNGS];
    struct precision_curve curve = {
        .rungs = PRECISION_RUNGS, .processes = p->at[0].how.processes, .ns = ns};
    char reason[512];
    json_decref(r.points);
    for (int rung = 0; rung < PRECISION_RUNGS; rung++)
        read_rung(&curve, c, i, rung);
    const struct precision_cost cost =
        precision_cost_at(&curve, precision_errors[PRECISION_MAIN]);
    timing_take(&r, cost.ns);
    r.verdict = cost.is_reached ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    if (c->has_truth)
        r.grade = "converged";
    r.points = describe_rungs(p, i, &curve);
    give_reason(reason, sizeof reason, c, i, &curve, &cost);
    json_t *last = timing_append(results, &r, "%s", reason);
    json_object_set_new(last, "kind", json_string(b->kind));
    json_object_set_new(last, "length", json_number(p->length));
    json_object_set_new(last, "order", json_number(precision_order(&curve)));
    json_object_set_new(last, "at", describe_costs(&curve));
}

void timing_precision_results(const struct timing_precision *p, json_t *results) {
    struct compared c;
    if (begin(&c, p) == 0)
        for (int i = 0; i < p->curves.count; i++)
            append(&c, i, results);
    free(c.start);
}
