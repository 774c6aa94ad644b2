/* The exact solution as a table. Each Taylor step of one solution makes a piece, so that
 * no piece has a kink inside; a second solution of lower order goes through it in PARTS
 * steps. In between, the polynomial through the PARTS + 1 states, by the barycentric
 * formula
 *
 *     x(t) = sum_j w_j x_j / (t - t_j)  /  sum_j w_j / (t - t_j),   w_j = (-1)^j C(n, j)
 *
 * (J.-P. Berrut, L. N. Trefethen, SIAM Review 46 (2004), equations (4.2) and (5.1)). A
 * Taylor step is e^-2 of the radius of convergence, so the polynomial's relative error is
 * some 100 (e^-2/6)^7, 3e-10.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

enum {
    PARTS = 6,
    NODES = PARTS + 1,
    LONG_BITS = 64, /* of the solution whose steps make the pieces */
    LONG_ORDER = 14,
    SHORT_BITS = 60,
    SHORT_ORDER = 7
};

static const double WEIGHT[NODES] = {1, -6, 15, -20, 15, -6, 1};

/* The two solutions under way. */
struct tracing {
    struct trajectory *t;
    ref_flow *large, *small;
    mpfr_t end, target, part;
    int room; /* pieces for which there is memory */
};

static int grow(struct tracing *g) {
    struct trajectory *t = g->t;
    int room = g->room ? 2 * g->room : 64;
    double *time = realloc(t->time, ((size_t)room + 1) * sizeof *time);
    if (time != NULL)
        t->time = time;
    double *state =
        realloc(t->state, (size_t)room * NODES * (size_t)t->nx * sizeof *state);
    if (state != NULL)
        t->state = state;
    if (time == NULL || state == NULL)
        return -1;
    g->room = room;
    return 0;
}

static double *node(const struct trajectory *t, int piece, int part) {
    return t->state + ((size_t)piece * NODES + (size_t)part) * (size_t)t->nx;
}

/* Keeps a state of the piece that is being made. */
static void keep(struct trajectory *t, int part, const mpfr_t *x) {
    double *at = node(t, t->pieces, part);
    vector_get_doubles(at, x, t->nx);
    for (int i = 0, kind = 0; i < t->nx; i++) {
        while (i >= t->kind_end[kind])
            kind++;
        t->kind_size[kind] = fmax(t->kind_size[kind], fabs(at[i]));
        t->size = fmax(t->size, fabs(at[i]));
    }
}

/* Goes through the piece that the long step has just made, from where the short steps
 * are. */
static enum ref_status fill_piece(struct tracing *g) {
    struct trajectory *t = g->t;
    keep(t, 0, ref_flow_state(g->small));
    mpfr_sub(g->part, ref_flow_time(g->large), ref_flow_time(g->small), MPFR_RNDN);
    mpfr_div_ui(g->part, g->part, PARTS, MPFR_RNDN);
    enum ref_status status = REF_OK;
    for (int k = 1; k <= PARTS && status == REF_OK; k++) {
        enum { most_steps = 100 };
        mpfr_add(g->target, ref_flow_time(g->small), g->part, MPFR_RNDN);
        if (k == PARTS)
            mpfr_set(g->target, ref_flow_time(g->large), MPFR_RNDN);
        status = ref_flow_to(g->small, g->target, most_steps);
        keep(t, k, ref_flow_state(g->small));
    }
    return status;
}

/* Notes how far the two have come apart, and goes on from the better one. */
static enum ref_status join(struct tracing *g) {
    struct trajectory *t = g->t;
    const mpfr_t *large = ref_flow_state(g->large), *small = ref_flow_state(g->small);
    for (int i = 0; i < t->nx; i++) {
        mpfr_sub(g->part, large[i], small[i], MPFR_RNDN);
        t->radius = fmax(t->radius, fabs(mpfr_get_d(g->part, MPFR_RNDN)));
    }
    keep(t, PARTS, large);
    t->pieces++;
    t->time[t->pieces] = mpfr_get_d(ref_flow_time(g->large), MPFR_RNDN);
    t->end = t->time[t->pieces];
    return ref_flow_start(g->small, ref_flow_time(g->large), large);
}

static enum ref_status trace(struct tracing *g, long max_steps) {
    enum ref_status status = REF_TOO_LONG;
    for (long k = 0; k < max_steps && status == REF_TOO_LONG; k++) {
        if (g->t->pieces == g->room && grow(g))
            return REF_NO_MEMORY;
        if (k == 0)
            g->t->time[0] = g->t->begin;
        status = ref_flow_to(g->large, g->end, 1);
        if (status != REF_OK && status != REF_TOO_LONG)
            return status;
        enum ref_status filled = fill_piece(g);
        if (filled == REF_OK)
            filled = join(g);
        if (filled != REF_OK)
            return filled;
    }
    return status;
}

static enum ref_status begin(struct tracing *g, struct model *m) {
    struct trajectory *t = g->t;
    mpfr_t *x = vector_alloc(t->nx, LONG_BITS);
    enum ref_status status = x == NULL ? REF_NO_MEMORY : REF_OK;
    if (status == REF_OK)
        status =
            ref_flow_alloc(&g->large, m, LONG_BITS, LONG_ORDER, EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK)
        status =
            ref_flow_alloc(&g->small, m, SHORT_BITS, SHORT_ORDER, EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK) {
        ref_flow_compare(g->small);
        vector_set_doubles(x, t->initial, t->nx);
        mpfr_set_d(g->target, t->begin, MPFR_RNDN);
        status = ref_flow_start(g->large, g->target, vector_const(x));
    }
    if (status == REF_OK)
        status = ref_flow_start(g->small, g->target, vector_const(x));
    vector_free(x, t->nx);
    return status;
}

static enum ref_status solve(struct trajectory *t, struct model *m, double end,
                             long max_steps) {
    struct tracing g = {.t = t};
    mpfr_inits2(LONG_BITS, g.end, g.target, g.part, (mpfr_ptr)NULL);
    mpfr_set_d(g.end, end, MPFR_RNDN);
    enum ref_status status = begin(&g, m);
    if (status == REF_OK)
        status = trace(&g, max_steps);
    ref_flow_free(g.large);
    ref_flow_free(g.small);
    mpfr_clears(g.end, g.target, g.part, (mpfr_ptr)NULL);
    return status;
}

int trajectory_init(struct trajectory *t, struct model *m, long max_steps,
                    struct diagnostic *d) {
    *t = (struct trajectory){.nx = m->nq + m->nv + m->nz,
                             .kind_end = {m->nq, m->nq + m->nv, m->nq + m->nv + m->nz}};
    double end;
    t->initial = initial_alloc(m, 0, &t->begin, &end, d);
    if (t->initial == NULL)
        return -1;
    if (!(end > t->begin))
        return message_set(d, "%s: the span is empty or not finite", m->name);
    enum ref_status status = solve(t, m, end, max_steps);
    if (status == REF_NO_MEMORY || t->pieces == 0)
        return message_set(d, "%s: %s", m->name, ref_status_text(status));
    return 0;
}

void trajectory_clear(struct trajectory *t) {
    free(t->time);
    free(t->state);
    free(t->initial);
    *t = (struct trajectory){.nx = 0};
}

/* The piece in which a time lies. */
static int find_piece(const struct trajectory *t, double time) {
    int low = 0, high = t->pieces;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (time < t->time[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

void trajectory_at(const struct trajectory *t, double time, double *x) {
    int piece = find_piece(t, time);
    double a = t->time[piece], part = (t->time[piece + 1] - a) / PARTS;
    double factor[NODES], sum = 0;
    for (int k = 0; k < NODES; k++) {
        double distance = time - (a + k * part);
        if (distance == 0) {
            memcpy(x, node(t, piece, k), (size_t)t->nx * sizeof *x);
            return;
        }
        factor[k] = WEIGHT[k] / distance;
        sum += factor[k];
    }
    for (int i = 0; i < t->nx; i++) {
        double value = 0;
        for (int k = 0; k < NODES; k++)
            value += factor[k] * node(t, piece, k)[i];
        x[i] = value / sum;
    }
}
