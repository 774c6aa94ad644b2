/* A block of points side by side. Which points cannot be is found out first: those without a
 * model, with other formulas than the first's, or that begin at another time; all, where the
 * first is none. Those that are lost on the way are run again, alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/bind/bind_lanes.h"
#include "harness/integrators/initial.h"
#include "harness/sweep/share.h"
#include "problems/model.h"

struct block {
    const struct sweep *sweep;
    struct model *first; /* the first of the lanes */
    struct bind_lanes *bound;
    int nx;
    struct solve_times times;
    double *x; /* [nx][EVAL_LANES] */
    double *start;
    bool joins[EVAL_LANES]; /* points that are lanes */
    bool done[EVAL_LANES];
    long steps[EVAL_LANES];
};

/* Whether runs of the request can be side by side at all: limits are of one run. */
static bool is_for_lanes(const struct sweep *s, const struct model *m) {
    const struct method_settings *settings = &s->request->settings;
    struct integrator_options options = settings->subject.integrator;
    options.step = 1;
    return m->joints == 0 && m->contacts == 0 && settings->driver == DRIVER_MULTIPLE &&
           settings->step_limit == 0 && isnan(settings->time_limit) &&
           !isfinite(options.final_time) && !isfinite(options.max_step) &&
           lanes_take(&options, m->nq, m->nv, m->nz, !m->map_is_identity);
}

static void place(struct block *b, int lane) {
    for (int i = 0; i < b->nx; i++)
        b->x[i * EVAL_LANES + lane] = b->start[i];
}

/* All lanes are the first point's until they get their own. */
static bool begin(struct block *b, struct model *m) {
    struct solve_request request = *b->sweep->request;
    struct diagnostic unused;
    bool fits = true;
    b->nx = m->nq + m->nv + m->nz;
    b->x = calloc((size_t)b->nx * EVAL_LANES + 1, sizeof *b->x);
    b->start = calloc((size_t)b->nx + 1, sizeof *b->start);
    request.model = m;
    bool done = b->x != NULL && b->start != NULL &&
                initial_in_double(m, &b->times.begin, b->start, &unused) == 0 &&
                solve_read_times(&b->times, &request, b->times.begin, &unused) == 0 &&
                bind_lanes_alloc(&b->bound, m, &request.settings.subject.integrator) ==
                    PROBLEM_OK;
    for (int k = 0; k < EVAL_LANES && done && fits; k++) {
        done = bind_lanes_set(b->bound, k, m, &fits) == PROBLEM_OK;
        place(b, k);
    }
    return done && fits;
}

/* Whether a point's model becomes a lane. */
static bool join(struct block *b, int lane, struct model *m) {
    struct diagnostic unused;
    double t;
    bool fits = false;
    if (m->nq + m->nv + m->nz != b->nx || m->joints > 0 || m->contacts > 0 ||
        initial_in_double(m, &t, b->start, &unused) != 0 || t != b->times.begin ||
        bind_lanes_set(b->bound, lane, m, &fits) != PROBLEM_OK || !fits)
        return false;
    place(b, lane);
    return true;
}

static void run_lanes(struct block *b) {
    struct integrator_options options = b->sweep->request->settings.subject.integrator;
    struct lanes *lanes;
    options.step = b->times.step;
    if (lanes_alloc(&lanes, bind_lanes_system(b->bound), &options) != FAST_OK)
        return; /* none is done */
    if (lanes_run(lanes, b->times.begin, b->times.until, b->x, b->done, b->steps) !=
        FAST_OK)
        for (int k = 0; k < EVAL_LANES; k++)
            b->done[k] = false;
    lanes_free(lanes);
}

static void add_lane(const struct block *b, long point, int lane, json_t *rows) {
    for (int i = 0; i < b->nx; i++)
        b->start[i] = b->x[i * EVAL_LANES + lane];
    sweep_add_row(b->sweep, b->first,
                  &(struct sweep_row){.point = point,
                                      .status = "ok",
                                      .t = b->times.until,
                                      .x = b->start,
                                      .steps = b->steps[lane]},
                  rows);
}

static void run_point_alone(const struct sweep *s, long point, json_t *rows) {
    struct model *m;
    if (!sweep_read_model(s, point, &m, rows))
        return;
    sweep_run_alone(s, point, m, rows);
    model_free(m);
}

/* Whether the first model, changed to the block's last point, is what reading that point gives:
 * the same constants and the same start, to the bit. */
static bool agrees(struct block *b, long last) {
    json_t *unused = json_array();
    const int lane = EVAL_LANES - 1;
    struct model *m = NULL;
    bool same = share_change(b->sweep, last, b->first) && join(b, lane, b->first) &&
                sweep_read_model(b->sweep, last, &m, unused) && join(b, 0, m);
    for (int i = 0; i < b->nx && same; i++)
        same = memcmp(&b->x[i * EVAL_LANES], &b->x[i * EVAL_LANES + lane],
                      sizeof *b->x) == 0;
    same = same && bind_lanes_are_equal(b->bound, 0, lane);
    model_free(m);
    json_decref(unused);
    return same;
}

/* Makes the first model's points lanes by changing it. */
static void gather_shared(struct block *b, long first, long end) {
    for (long point = first; point < end; point++)
        b->joins[point - first] = share_change(b->sweep, point, b->first) &&
                                  join(b, (int)(point - first), b->first);
}

/* The same by reading each; the first has been. */
static void gather_read(struct block *b, long first, long end) {
    json_t *unused = json_array();
    for (long point = first; point < end; point++) {
        struct model *m;
        if (!sweep_read_model(b->sweep, point, &m, unused))
            continue;
        b->joins[point - first] = join(b, (int)(point - first), m);
        model_free(m);
    }
    json_decref(unused);
}

/* Makes lanes of the points that can be. */
static bool gather(struct block *b, long first, long end) {
    json_t *unused = json_array();
    struct model *m = NULL;
    bool begun = false;
    if (sweep_read_model(b->sweep, first, &m, unused)) {
        b->first = m;
        begun = is_for_lanes(b->sweep, m) && begin(b, m);
    }
    json_decref(unused);
    if (begun && share_is_possible(m) && agrees(b, end - 1))
        gather_shared(b, first, end);
    else if (begun)
        gather_read(b, first, end);
    return begun;
}

int sweep_run_block(const struct sweep *s, long first, long end, json_t *rows) {
    struct block b = {.sweep = s};
    int in_lanes = 0;
    if (gather(&b, first, end))
        run_lanes(&b);
    for (long point = first; point < end; point++) {
        const int lane = (int)(point - first);
        if (b.joins[lane] && b.done[lane]) {
            add_lane(&b, point, lane, rows);
            in_lanes++;
        } else {
            run_point_alone(s, point, rows);
        }
    }
    model_free(b.first);
    bind_lanes_free(b.bound);
    free(b.x);
    free(b.start);
    return in_lanes;
}
