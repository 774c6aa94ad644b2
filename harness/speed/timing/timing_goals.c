/* The numbers to reach, from the results of the timing study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_goals.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"

static const double ns_of_us = 1e3;

/* Where a row's value is: a result by quantity, model (NULL: any), method (NULL: any) and mode
 * (NULL: any); of its points the one with this size or part (NULL: the result itself), or the
 * largest of this member of all points (NULL: none). Of several the worst counts. */
struct source {
    const char *quantity, *model, *method, *mode, *point, *member;
};

struct goal {
    const char *what, *elsewhere, *text, *unit;
    double limit;
    bool is_least; /* the value is to be no smaller, else no larger */
    const char *peer;
    double
        peer_value; /* recorded, in the unit; NaN: it is in the results, or there is none */
    const char *command;
    struct source from; /* quantity NULL: timing does not tell */
};

#define TIMING "halfstep timing"

static const struct goal goals[] = {
    {"velocity-implicit Euler, small, faithful",
     "Drake 3.5-5.5 us, 161 allocations",
     ">= 15 times faster",
     "times",
     15,
     true,
     "Drake, recorded",
     NAN,
     TIMING,
     {"original-ratio-mean", "all", "all", "faithful", "velocity-implicit-euler", NULL}},
    {"the same, implicit Euler taken together with it",
     "Drake, the same",
     ">= 15 times faster",
     "times",
     15,
     true,
     "Drake, recorded",
     NAN,
     TIMING,
     {"original-ratio-mean", "all", "all", "faithful", NULL, NULL}},
    {"allocations in a step of either",
     "161",
     "0",
     "",
     0,
     false,
     "Drake, recorded",
     161,
     TIMING,
     {"ns-per-step", NULL, NULL, "faithful", NULL, "allocations"}},
    {"the same accuracy, default mode",
     "Drake's evaluations",
     "<= 0.35 of them in the mean, never more",
     "",
     0.35,
     false,
     NULL,
     NAN,
     "halfstep statistics",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"a step over its kernels, 8 states and more",
     NULL,
     "<= 1.25",
     "times",
     1.25,
     false,
     NULL,
     NAN,
     TIMING,
     {"step-over-kernels", NULL, NULL, NULL, NULL, NULL}},
    {"chain of n masses: power of n",
     "dense, 3",
     "1, to n = 100000 (below 1.1)",
     "",
     1.1,
     false,
     NULL,
     NAN,
     TIMING " spring_chain",
     {"chain-slope", NULL, NULL, NULL, NULL, NULL}},
    {"chain of n rods with joints: power of n",
     "dense, 3",
     "1 (below 1.1)",
     "",
     1.1,
     false,
     NULL,
     NAN,
     TIMING " chain_cartesian",
     {"chain-slope-joints", NULL, NULL, NULL, NULL, NULL}},
    {"semi-explicit Euler, 1 degree of freedom",
     "Simbody 3.6 us",
     "<= 20 ns",
     "ns",
     20,
     false,
     "Simbody, recorded",
     3600,
     TIMING " rod_pendulum",
     {"ns-per-step", "spring_damper", "semi-explicit-euler", "default", NULL, NULL}},
    {"contact: 10 points on each other at rest",
     "52 us",
     "<= 1 us",
     "us",
     1,
     false,
     "Simbody, the same run",
     NAN,
     TIMING " bouncing_ball",
     {"ns-per-step", "slider_stack", "contact-stepper", "default", "10", NULL}},
    {"contact: 10 bricks on each other at rest",
     "4.4 ms and not converged",
     "<= 25 us",
     "us",
     25,
     false,
     "Simbody, the same run",
     NAN,
     TIMING " bouncing_ball",
     {"ns-per-step", "brick_stack", "contact-stepper", "default", "10", NULL}},
    {"slopes of the gap study",
     "never fitted by anyone",
     "2, 2, 3 to 0.001, constants to 30 digits",
     NULL,
     NAN,
     false,
     NULL,
     NAN,
     "halfstep gap",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"certified digits of the smooth catalogue",
     "none",
     "50",
     NULL,
     50,
     true,
     NULL,
     NAN,
     "halfstep truth MODEL --digits 50",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"the whole gate on 2 cores",
     NULL,
     "under 60 s",
     "s",
     60,
     false,
     NULL,
     NAN,
     "halfstep gate",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"seeded faults found by the gate",
     "1-6 of 28",
     "all; coefficients off by 1e-14, 1e-74",
     NULL,
     NAN,
     false,
     NULL,
     NAN,
     "halfstep test -R faults",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"false alarms of timings",
     "most commits, in other tools",
     "none in 1000",
     NULL,
     0,
     false,
     NULL,
     NAN,
     "halfstep compare",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
    {"a slow-down of 1 % on a noisy machine",
     "thresholds of 100-300 %",
     "found",
     NULL,
     NAN,
     false,
     NULL,
     NAN,
     "halfstep compare",
     {NULL, NULL, NULL, NULL, NULL, NULL}},
};
enum { GOALS = sizeof goals / sizeof *goals };

/* What a run has found of a row. */
struct reached {
    double value, low, high, peer; /* NaN: unknown */
};

static bool is_text(const json_t *result, const char *key, const char *text) {
    return text == NULL || strcmp(results_text(result, key), text) == 0;
}

/* The first point of that size or part. */
static const json_t *point_of(const json_t *result, const char *name) {
    size_t i;
    json_t *point;
    json_array_foreach(json_object_get(result, "points"), i, point) {
        if (strcmp(results_text(point, "size"), name) == 0 ||
            strcmp(results_text(point, "part"), name) == 0)
            return point;
    }
    return NULL;
}

static double largest_in_points(const json_t *result, const char *member) {
    size_t i;
    json_t *point;
    double largest = NAN;
    json_array_foreach(json_object_get(result, "points"), i, point) {
        largest = fmax(largest, json_number_in(point, member));
    }
    return largest;
}

/* Kernels of small systems are a few nanoseconds; those have another bound. A mean over a part
 * of what is recorded has none, and says nothing of the whole. */
static bool has_other_bound(const struct goal *g, const json_t *result) {
    const double expected = json_number_in(result, "expected");
    return (strcmp(g->from.quantity, "step-over-kernels") == 0 && expected > g->limit) ||
           (strcmp(g->from.quantity, "original-ratio-mean") == 0 && isnan(expected));
}

static bool counts(const struct goal *g, const json_t *result) {
    const struct source *s = &g->from;
    return is_text(result, "quantity", s->quantity) &&
           is_text(result, "model", s->model) && is_text(result, "method", s->method) &&
           is_text(result, "mode", s->mode) && !has_other_bound(g, result);
}

static struct reached read_source(const struct goal *g, const json_t *result) {
    const struct source *s = &g->from;
    const double unit = g->unit != NULL && strcmp(g->unit, "us") == 0 ? ns_of_us : 1;
    if (s->member != NULL) {
        const double largest = largest_in_points(result, s->member);
        return (struct reached){largest, largest, largest, NAN};
    }
    const json_t *from = s->point == NULL ? result : point_of(result, s->point);
    return (struct reached){
        json_number_in(from, "value") / unit, json_number_in(from, "low") / unit,
        json_number_in(from, "high") / unit, json_number_in(from, "peer_ns") / unit};
}

static struct reached worse_of(const struct goal *g, struct reached a, struct reached b) {
    if (!isfinite(a.value) || !isfinite(b.value))
        return isfinite(a.value) ? a : b;
    return (b.value < a.value) == g->is_least ? b : a;
}

static struct reached find(const struct goal *g, const json_t *results) {
    struct reached r = {NAN, NAN, NAN, NAN};
    size_t i;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        if (g->from.quantity != NULL && counts(g, result))
            r = worse_of(g, r, read_source(g, result));
    }
    return r;
}

static const char *judge(const struct goal *g, const struct reached *r) {
    if (!isfinite(r->value))
        return "not-measured";
    const double better = g->is_least ? r->high : r->low;
    const double worse = g->is_least ? r->low : r->high;
    const bool may_be = g->is_least ? better >= g->limit : better <= g->limit;
    const bool is = g->is_least ? worse >= g->limit : worse <= g->limit;
    return is ? "pass" : may_be || isnan(better) ? "not-asymptotic" : "fail";
}

static const char *reason_of(const struct goal *g, const struct reached *r) {
    if (g->from.quantity == NULL)
        return "timing does not tell: the command does";
    return isfinite(r->value) ? "of this run" : "not among what this run has measured";
}

json_t *timing_goals(const json_t *results) {
    json_t *list = json_array();
    for (int i = 0; i < GOALS; i++) {
        const struct goal *g = &goals[i];
        const struct reached r = find(g, results);
        json_array_append_new(
            list,
            json_pack(
                "{s:s, s:s?, s:s, s:s?, s:o, s:o, s:o, s:o, s:s, s:s?, s:o, s:s, s:s}",
                "what", g->what, "elsewhere", g->elsewhere, "goal", g->text, "unit",
                g->unit, "limit", json_number(g->limit), "value", json_number(r.value),
                "low", json_number(r.low), "high", json_number(r.high), "verdict",
                judge(g, &r), "peer", g->peer, "peer_value",
                json_number(isnan(g->peer_value) ? r.peer : g->peer_value), "command",
                g->command, "reason", reason_of(g, &r)));
    }
    return list;
}
