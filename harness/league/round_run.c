/* Runs of a scene by an engine, from the start to the end, and what a step of them takes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/integrators/subject.h"
#include "harness/league/round.h"

/* A run that takes longer is given up, at one of so many places on its way: s. */
static const double longest_run = 20, longest_large_run = 300;
enum { places = 32 };

/* What the steps since the start have taken, s: on the engine's own clock where it has one, by
 * the processor's where it is ours, else by the wall's. */
struct spent {
    struct stopwatch clock;
    double began, seconds, first; /* first: of the first step of a large scene */
    double iterations;            /* of the contact solver; NaN: they are not told */
};

static double seconds_since(const struct spent *spent, struct subject *s) {
    const double told = s->own_time != NULL ? s->own_time(s->self) : NAN;
    return isfinite(told)
               ? told
               : 1e-9 * (spent->clock.now(spent->clock.context) - spent->began);
}

/* To the end, with a look at the clock here and there. */
static int run_to_end(struct league_round *r, struct subject *s, double h,
                      struct spent *spent) {
    const double began = stopwatch_seconds(), steps = round(r->until / h),
                 longest = r->scene->is_large ? longest_large_run : longest_run;
    for (int i = 1; i <= places; i++) {
        const double t = i == places ? r->until : h * floor(steps * i / places),
                     seconds = stopwatch_seconds() - began;
        if (seconds > longest)
            return message_set(&r->why, "given up: %.0f s for %g of %g s", seconds,
                               s->time(s->self), r->until);
        if (t > s->time(s->self) && s->run(s->self, h, t))
            return message_set(&r->why, "%s", s->why(s->self));
        if (r->scene->is_large && isnan(spent->first) && t > 0)
            spent->first = seconds_since(spent, s);
    }
    return 0;
}

/* Of the contact solver so far: some count from the start, some from when they were made. NaN:
 * it is not told. */
static double count_iterations(struct subject *s) {
    return subject_counter(s, "iterations");
}

static int run_timed(struct league_round *r, struct subject *s, double h, double *end,
                     struct spent *spent) {
    *spent = (struct spent){.clock = r->engine->method != NULL ? stopwatch_of_machine()
                                                               : stopwatch_of_wall(),
                            .first = NAN};
    if (s->start(s->self, 0, r->begin))
        return message_set(&r->why, "%s", s->why(s->self));
    const double before = count_iterations(s);
    spent->began = spent->clock.now(spent->clock.context);
    if (run_to_end(r, s, h, spent))
        return -1;
    spent->seconds = seconds_since(spent, s);
    spent->iterations = count_iterations(s) - before;
    memcpy(end, s->state(s->self), (size_t)r->nx * sizeof *end);
    return 0;
}

int league_round_run(struct league_round *r, struct subject *s, double h, double *end,
                     double *seconds) {
    struct spent spent;
    if (run_timed(r, s, h, end, &spent))
        return -1;
    if (seconds != NULL)
        *seconds = spent.seconds;
    return 0;
}

static double sort_for_median(double *value, int count) {
    gsl_sort(value, 1, (size_t)count);
    return gsl_stats_median_from_sorted_data(value, 1, (size_t)count);
}

int league_round_repeat(struct league_round *r, struct subject *s, int runs) {
    const double steps = round(r->until / r->league->step);
    double us[LEAGUE_MOST_RUNS], later[LEAGUE_MOST_RUNS];
    struct spent spent = {.iterations = NAN};
    for (int i = 0; i < runs; i++) {
        if (run_timed(r, s, r->league->step, r->end[0], &spent))
            return -1;
        us[i] = 1e6 * spent.seconds / steps;
        later[i] =
            steps <= places ? 1e6 * (spent.seconds - spent.first) / (steps - 1) : NAN;
    }
    if (record_set_numbers(&r->cell.step_times, &r->cell.runs, us, runs) ||
        record_set_numbers(&r->cell.later_times, &r->cell.runs, later, runs))
        return message_set(&r->why, "out of memory");
    r->cell.step_time = sort_for_median(us, runs);
    r->cell.later_time = sort_for_median(later, runs);
    r->cell.low = runs > 1 ? us[0] : NAN;
    r->cell.high = runs > 1 ? us[runs - 1] : NAN;
    r->cell.iterations = spent.iterations / steps;
    return 0;
}
