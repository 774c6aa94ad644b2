/* A scene with steps of many sizes: whether what it comes to has a limit, and what that costs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/league/round.h"

/* Steps 2^k h, k from `coarsest` down to `finest`; each run so often, of which the fastest
 * counts, but a long one only once, and after one that is too long there is none: s. */
enum { coarsest = 2, finest = -3, repeats = 3 };
static const double is_long = 0.05, is_too_long = 4;

/* end := where steps of h end, *seconds := the least that they took. */
static int run_best(struct league_round *r, struct subject *s, double h, double *end,
                    double *seconds) {
    *seconds = NAN;
    for (int i = 0; i < repeats && !(*seconds > is_long); i++) {
        double took;
        if (league_round_run(r, s, h, end, &took))
            return -1;
        *seconds = fmin(*seconds, took);
    }
    return 0;
}

static json_t *start_series(const struct league_round *r, const struct league_quantity *q,
                            const char *command) {
    json_t *series = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:[]}", "scene",
                               r->scene->name, "model", r->scene->model, "engine",
                               r->engine->title, "quantity", q->name, "unit", q->unit,
                               "meaning", q->meaning, "command", command, "points");
    if (isfinite(q->expected))
        json_object_set_new(series, "expected", json_real(q->expected));
    return series;
}

static void append_point(json_t *series, const struct league_quantity *q, double h,
                         double value, double seconds) {
    if (!isfinite(value))
        return;
    json_array_append_new(json_object_get(series, "points"),
                          json_pack("{s:f, s:f, s:f, s:f}", "h", h, "value", value,
                                    "error", fabs(value - q->expected), "seconds",
                                    isfinite(seconds) ? seconds : 0));
}

/* Whether the end is after a whole number of steps. */
static bool divides(double h, double until) {
    const double steps = round(until / h);
    return steps >= 1 && fabs(steps * h - until) <= 1e-9 * until;
}

void league_ladder(struct league_round *r, struct subject *s, const char *command) {
    enum { most_quantities = 8 };
    const struct league_quantity *q = r->scene->quantity;
    json_t *series[most_quantities];
    int count = 0;
    double *end = calloc((size_t)r->nx + 1, sizeof *end), seconds = 0;
    for (; q[count].measure != NULL && isfinite(q[count].expected) &&
           count < most_quantities;
         count++)
        series[count] = start_series(r, &q[count], command);
    for (int k = coarsest; k >= finest && end != NULL && !(seconds > is_too_long); k--) {
        const double h = ldexp(r->league->step, k);
        if (!divides(h, r->until) || run_best(r, s, h, end, &seconds))
            continue;
        for (int i = 0; i < count; i++)
            append_point(series[i], &q[i], h, league_round_measure(r, &q[i], end),
                         seconds);
    }
    for (int i = 0; i < count; i++)
        json_array_append_new(r->league->ladders, series[i]);
    free(end);
}
