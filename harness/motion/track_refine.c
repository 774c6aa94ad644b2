/* As many states as a picture needs: some in each interval between nodes, and more in long
 * ones. Between two nodes the cubic in time through states and
 * rates at both,
 *
 *     x(t0 + s h) = x0 + s (h f0 + s (3 d - 2 h f0 - h f1 + s (h f0 + h f1 - 2 d))),
 *
 * d = x1 - x0; where there are many nodes, every k-th of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/motion/track_parts.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { FEWEST_STATES = 600, MOST_STATES = 3000 };

struct refining {
    struct track *c;
    const struct track_nodes *nodes;
    struct program *program;
    struct eval_double *field;
    double *in, *f0, *f1; /* (sizes 1 + nx, nx, nx) */
    int parts;            /* of every interval; long ones have more */
};

static const double *state_at(const struct refining *r, int node) {
    return r->nodes->state + (size_t)node * (size_t)r->nodes->nx;
}

static void find_rates(struct refining *r, int node, double *f) {
    r->in[0] = r->nodes->time[node];
    memcpy(r->in + 1, state_at(r, node), (size_t)r->nodes->nx * sizeof *r->in);
    eval_double_run(r->field, r->in, f);
}

static void add_state(struct refining *r, int node, int next, double s) {
    struct track *c = r->c;
    const double *x0 = state_at(r, node), *x1 = state_at(r, next);
    double t0 = r->nodes->time[node], h = r->nodes->time[next] - t0;
    double *x = c->state + (size_t)c->count * (size_t)c->nx;
    for (int i = 0; i < c->nx; i++) {
        double d = x1[i] - x0[i], u0 = h * r->f0[i], u1 = h * r->f1[i];
        x[i] = x0[i] + s * (u0 + s * (3 * d - 2 * u0 - u1 + s * (u0 + u1 - 2 * d)));
    }
    c->time[c->count++] = t0 + s * h;
}

/* Into how many parts the interval from one node to another is divided. */
static int count_parts(const struct refining *r, int node, int next) {
    const struct track_nodes *nodes = r->nodes;
    double share = (nodes->time[next] - nodes->time[node]) / (nodes->end - nodes->begin);
    return r->parts + (int)(FEWEST_STATES * share);
}

/* Every `stride`-th node, and states from each to the next. */
static void fill(struct refining *r, int stride) {
    int last = r->nodes->count - 1;
    for (int node = 0; node < last; node += stride) {
        int next = node + stride < last ? node + stride : last;
        int parts = count_parts(r, node, next);
        find_rates(r, node, r->f0);
        find_rates(r, next, r->f1);
        for (int k = 0; k < parts; k++)
            add_state(r, node, next, (double)k / parts);
        if (next == last)
            add_state(r, node, next, 1);
    }
}

static int prepare(struct refining *r, int room) {
    struct model *m = r->nodes->model;
    size_t nx = (size_t)r->c->nx;
    r->program = model_field_program(m);
    r->in = calloc(1 + 3 * nx, sizeof *r->in);
    r->c->time = calloc((size_t)room, sizeof *r->c->time);
    r->c->state = calloc((size_t)room * nx + 1, sizeof *r->c->state);
    if (r->program == NULL || r->in == NULL || r->c->time == NULL || r->c->state == NULL)
        return -1;
    r->f0 = r->in + 1 + nx;
    r->f1 = r->f0 + nx;
    return eval_double_alloc(&r->field, m->graph, r->program) != PROBLEM_OK;
}

int track_refine(struct track *c, const struct track_nodes *nodes, struct diagnostic *d) {
    int intervals = nodes->count - 1;
    int stride = 1 + (intervals - 1) / MOST_STATES;
    struct refining r = {
        .c = c, .nodes = nodes, .parts = 1 + (FEWEST_STATES - 1) / intervals};
    int failed = prepare(&r, (intervals / stride + 2) * r.parts + FEWEST_STATES + 2);
    if (!failed)
        fill(&r, stride);
    eval_double_free(r.field);
    program_free(r.program);
    free(r.in);
    return failed ? message_set(d, "%s: the rates have no values in double",
                                nodes->model->name)
                  : 0;
}
