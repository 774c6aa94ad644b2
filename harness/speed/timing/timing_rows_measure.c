/* The rows of the table in one process, in the same rounds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/speed/timing/timing_rows.h"

static const double block_ns = 30e3, longest_block_ns = 300e3;
enum { fewest_rounds = 12, warm_up = 4, runs_to_settle = 2 };

/* A row in a mode. */
struct row_run {
    struct model *model;
    struct subject subject; /* free NULL: not open */
    double h, begin, end, *start;
    json_t *counts; /* of one run */
    double steps, allocations;
    const struct contestant *its; /* NULL: the row takes no part */
};

static int run_once(const struct row_run *r) {
    void *self = r->subject.self;
    return r->subject.start(self, r->begin, r->start) != 0 ||
           r->subject.run(self, r->h, r->end) != 0;
}

static int run(void *self, long times) {
    const struct row_run *r = self;
    for (long i = 0; i < times; i++)
        if (run_once(r))
            return -1;
    return 0;
}

static struct subject_options options_of(const struct timing_row *row,
                                         enum fast_mode mode) {
    struct subject_options o = subject_default_options();
    subject_choose(&o, row->method);
    o.integrator.mode = mode;
    o.integrator.fixed_step = !isnan(row->step);
    o.integrator.step = row->step;
    o.integrator.accuracy = row->accuracy;
    o.integrator.projection = row->projection;
    o.integrator.constraint_tolerance = row->tolerance;
    return o;
}

static int count_run(struct row_run *r, struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < runs_to_settle && !failed; i++)
        failed = run_once(r);
    const struct allocations before = allocations_so_far();
    failed = failed || run_once(r);
    r->allocations = (double)(allocations_so_far().calls - before.calls);
    if (failed)
        return message_set(d, "%s: %s", r->model->name, r->subject.why(r->subject.self));
    r->counts = json_object();
    r->subject.statistics(r->subject.self, r->counts);
    r->steps = json_number_value(json_object_get(r->counts, "steps_taken"));
    return 0;
}

static int open_run(struct row_run *r, const struct catalogue *catalogue,
                    const struct timing_row *row, enum fast_mode mode,
                    struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    const struct subject_options options = options_of(row, mode);
    if (models_read(&r->model, catalogue, row->model, &none, d) != EXIT_PASSED)
        return -1;
    const struct model *m = r->model;
    r->start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *r->start);
    if (r->start == NULL)
        return message_set(d, "out of memory");
    if (initial_in_double(r->model, &r->begin, r->start, d))
        return -1;
    const int failure = subject_open(&r->subject, r->model, &options, d);
    if (failure != 0)
        return failure == SUBJECT_MISSING ? 0 : -1; /* the row is left out */
    r->end = r->begin + row->length;
    r->h = isnan(row->step) ? INFINITY : row->step;
    return count_run(r, d);
}

static void close_run(struct row_run *r) {
    if (r->subject.free != NULL)
        r->subject.free(r->subject.self);
    json_decref(r->counts);
    free(r->start);
    model_free(r->model);
}

static json_t *describe(const struct row_run *r, int rounds) {
    static const char *const counters[][2] = {
        {"steps_taken", "steps"},           {"steps_attempted", "attempts"},
        {"realizations", "evaluations"},    {"iterations", "iterations"},
        {"q_projections", "q_projections"}, {"u_projections", "u_projections"}};
    if (r->its == NULL)
        return json_null();
    json_t *found = json_pack(
        "{s:o, s:o, s:f}", "ns", json_number(rounds_median(r->its->ns, rounds)), "least",
        json_number(rounds_least(r->its->ns, rounds)), "allocations", r->allocations);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        json_object_set_new(
            found, counters[i][1],
            json_real(json_number_value(json_object_get(r->counts, counters[i][0]))));
    return found;
}

/* Row i / 2 in mode i % 2. */
static int open_all(struct row_run *runs, int count, const struct catalogue *catalogue,
                    const char *method, struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < count && !failed; i++)
        if (timing_row_is_chosen(i / 2, method))
            failed = open_run(&runs[i], catalogue, &timing_rows[i / 2],
                              (enum fast_mode)(i % 2), d);
    return failed;
}

static json_t *measure(struct row_run *runs, int count, struct contest *contest) {
    const struct rounds how = {stopwatch_of_machine(), contest->rounds, warm_up, block_ns,
                               longest_block_ns,       fewest_rounds};
    unsigned long ruler = 0;
    json_t *cases = json_array();
    for (int i = 0; i < count; i++)
        if (runs[i].subject.free != NULL)
            runs[i].its = contest_add(contest, run, &runs[i], runs[i].steps);
    const struct contestant *last =
        contest_add(contest, stopwatch_ruler, &ruler, STOPWATCH_RULER);
    contest_run(contest, &how);
    for (int i = 0; i < count; i++)
        json_array_append_new(cases, describe(&runs[i], contest->rounds));
    return json_pack("{s:o, s:o}", "cases", cases, "ruler",
                     json_number(rounds_median(last->ns, contest->rounds)));
}

json_t *timing_rows_measure(const struct catalogue *catalogue, const char *method,
                            const struct timing_effort *effort, unsigned long seed,
                            struct diagnostic *d) {
    const int count = 2 * timing_rows_count;
    struct row_run *runs = calloc((size_t)count, sizeof *runs);
    struct contest contest;
    json_t *found = NULL;
    if (contest_open(&contest, count + 1, effort->rounds, seed) || runs == NULL)
        message_set(d, "out of memory");
    else if (open_all(runs, count, catalogue, method, d) == 0)
        found = measure(runs, count, &contest);
    for (int i = 0; i < count && runs != NULL; i++)
        close_run(&runs[i]);
    contest_close(&contest);
    free(runs);
    return found;
}
