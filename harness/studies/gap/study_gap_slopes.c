/* The slopes of error, estimate and gap (2, 2, 3), of each component and of the norm, and
 * those of the remainders: measured minus predicted through h^5.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"
#include "problems/model.h"

static void append_points(json_t *list, const struct gap_point *p,
                          const struct gap_slope *s) {
    for (int level = 0; level < GAP_LEVELS; level++) {
        const struct ladder_point *point = &s->point[level];
        json_t *object = json_object();
        json_object_set_new(object, "t", json_number(p->time));
        json_object_set_new(object, "h", json_number(point->h));
        json_object_set_new(object, "error", json_number(point->error));
        json_object_set_new(
            object, "used",
            json_boolean(s->state == GAP_SLOPE_FITTED && point->use == LADDER_USED));
        json_array_append_new(list, object);
    }
}

/* The order that the result is about: the nominal one where a point has it, else the lowest
 * that a point has; 0 when no point has any. */
static int find_main_order(const struct gap_slope *slope, int points, int nominal) {
    int least = 0;
    for (int k = 0; k < points; k++) {
        if (slope[k].state != GAP_SLOPE_FITTED)
            continue;
        if (slope[k].expected == nominal)
            return nominal;
        if (least == 0 || slope[k].expected < least)
            least = slope[k].expected;
    }
    return least;
}

/* What a person should know about the points that do not have the main order. */
static void tell_exceptions(char *text, size_t size, const struct gap_problem *g,
                            const struct gap_slope *slope, int main_order) {
    size_t length = 0;
    text[0] = '\0';
    for (int k = 0; k < g->points && length < size; k++) {
        static const char *const STATE[] = {"",
                                            "not judged, ",
                                            "zero, as predicted",
                                            "NOT zero, as it should be",
                                            "a term of too low an order is predicted",
                                            "the first coefficient is too small to lead"};
        const struct gap_slope *s = &slope[k];
        if (s->state == GAP_SLOPE_FITTED && s->expected == main_order)
            continue;
        length += (size_t)snprintf(
            text + length, size - length, "; t = %.4g: %s%s", g->point[k].time,
            STATE[s->state], s->state == GAP_SLOPE_UNJUDGED ? g->point[k].unjudged : "");
        if (s->state == GAP_SLOPE_FITTED && length < size)
            length += (size_t)snprintf(text + length, size - length,
                                       "order %d expected, %.6f found", s->expected,
                                       s->order.fit.exponent);
    }
}

/* The point whose slope is furthest from the main order; -1: none has one. */
static int find_furthest(const struct gap_slope *slope, int points, int main_order) {
    int furthest = -1;
    double most = -1;
    for (int k = 0; k < points; k++) {
        double away = fabs(slope[k].order.fit.exponent - main_order);
        if (gap_has_order(&slope[k], main_order) && !(away <= most)) {
            most = away;
            furthest = k;
        }
    }
    return furthest;
}

/* What the value is: the furthest of how many. */
static void tell_choice(char *text, size_t size, const struct gap_problem *g,
                        const struct gap_slope *slope, int main_order) {
    int count = 0, furthest = find_furthest(slope, g->points, main_order);
    for (int k = 0; k < g->points; k++)
        count += gap_has_order(&slope[k], main_order);
    if (furthest < 0)
        snprintf(text, size, "no slope to be seen");
    else
        snprintf(text, size,
                 "of %d points on the trajectory the furthest from %d, t = %.4g", count,
                 main_order, g->point[furthest].time);
}

static int append_slope(const struct gap_problem *g, struct results *results,
                        const struct gap_target *target) {
    struct gap_slope slope[GAP_MAX_POINTS];
    char quantity[64], plain[32], choice[96], exceptions[512];
    snprintf(plain, sizeof plain, target->remainder ? "remainder-order:%s" : "%s-order",
             gap_kind_name(target->kind));
    projected_quantity(quantity, sizeof quantity, plain, g->traits);
    struct result r = gap_begin_result(g, quantity);
    r.component = target->component < 0 ? NULL : g->model->state[target->component];
    r.points = json_array();
    for (int k = 0; k < g->points; k++) {
        gap_measure_slope(g, &g->point[k], target, &slope[k]);
        append_points(r.points, &g->point[k], &slope[k]);
    }
    int main_order = find_main_order(slope, g->points, gap_nominal_order(g, target));
    if (main_order > 0)
        r.expected = main_order;
    r.tolerance = GAP_SLOPE_TOLERANCE;
    gap_judge_slopes(&r, slope, g->points, main_order,
                     find_furthest(slope, g->points, main_order));
    tell_choice(choice, sizeof choice, g, slope, main_order);
    tell_exceptions(exceptions, sizeof exceptions, g, slope, main_order);
    char remainder[64] = "";
    if (target->remainder)
        snprintf(remainder, sizeof remainder,
                 "measured minus predicted through h^%d: ", gap_compared(g));
    return result_append(results, g->study, &r, "%s%s%s%s", remainder, choice, exceptions,
                         r.verdict == VERDICT_FAIL ? "; the reference's steps and their "
                                                     "series contradict each other"
                                                   : "");
}

int gap_slopes(const struct gap_problem *g, struct results *results) {
    int failed = 0;
    for (int remainder = 0; remainder <= 1; remainder++) {
        for (int kind = 0; kind < g->kinds; kind++) {
            struct gap_target target = {(enum gap_kind)kind, remainder == 1, -1};
            failed |= append_slope(g, results, &target);
            for (int i = 0; i < g->nx && !remainder; i++) {
                target.component = i;
                failed |= append_slope(g, results, &target);
            }
        }
    }
    return failed;
}
