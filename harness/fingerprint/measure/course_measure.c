/* A course of steps by an integrator in double. Each new start is that of an integrator that has
 * made no step before, so that nothing can be left of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/numbers/finite.h"
#include "harness/fingerprint/measure/course.h"
#include "harness/fingerprint/measure/probe.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"
#include "ref/vector.h"

static const double sizes[COURSE_STEPS - COURSE_EQUAL] = {0.5, 0.5, 1};
static const double shortest = 0x1p-10;
enum { TREES_ORDER = COURSE_ORDER, READ_BITS = 128 };

/* What the steps of one attempt need. */
struct run {
    struct course *course;
    const struct bench *bench;
    const struct probe *probe;
    const struct probe_layout *layout;
    struct model *model;
    int nx;
    double t[COURSE_STEPS + 1], *x[COURSE_STEPS + 1]; /* states */
    mpfr_t *state, *weight;
};

static int make_forest(struct course *c) {
    if (forest_all(&c->forest, c->family, TREES_ORDER))
        return -1;
    for (int k = 0; k < COURSE_CHAINS; k++) {
        const int *below = k > 0 ? &c->chain[k - 1] : NULL;
        c->chain[k] = forest_add(&c->forest, TREE_V, 0, k > 0, below);
        if (c->chain[k] < 0)
            return -1;
    }
    for (int order = COURSE_ORDER + 1;
         order <= COURSE_POSITIONS && c->family != FOREST_PLAIN; order++)
        if (forest_add(&c->forest, TREE_Q, 0, 1, &c->chain[order - 2]) < 0)
            return -1;
    return 0;
}

static void set_sizes(struct course *c) {
    for (int n = 1; n <= COURSE_STEPS; n++) {
        c->size[n] = n <= COURSE_EQUAL ? 1 : sizes[n - COURSE_EQUAL - 1];
        c->time[n] = c->time[n - 1] + c->size[n];
    }
}

static int open_subject(const struct run *r, struct subject *s) {
    const struct subject_options tight = measure_options(r->bench->method);
    const struct bench *b = r->bench;
    struct diagnostic ignored;
    return b->open_subject(b->context, r->model, b->options ? b->options : &tight, s,
                           &ignored);
}

/* A step of the integrator, which keeps the time. */
static int take_step(const struct run *r, const struct subject *s, int n) {
    return s->step(s->self, r->course->size[n] * r->probe->h) ||
           !are_finite(s->state(s->self), r->nx);
}

/* The weights in a state; NULL: out of memory. */
static double *read_weights(const struct run *r, const double *x) {
    const int trees = r->course->forest.count;
    double *weight = calloc((size_t)trees, sizeof *weight);
    if (weight == NULL)
        return NULL;
    vector_set_doubles(r->state, x, r->nx);
    probe_read(r->weight, trees, r->layout, r->probe, r->state);
    vector_get_doubles(weight, vector_const(r->weight), trees);
    return weight;
}

/* The first step by an integrator that made others. */
static int start_again(struct run *r, struct subject *s) {
    struct course *c = r->course;
    if (s->start(s->self, r->t[0], r->x[0]) || take_step(r, s, 1))
        return 0;
    c->again = read_weights(r, s->state(s->self));
    return c->again == NULL;
}

/* All steps in a row, while they succeed. */
static int go(struct run *r) {
    struct course *c = r->course;
    struct subject s;
    int failed = 0;
    if (open_subject(r, &s))
        return 0;
    if (s.start(s.self, r->t[0], r->x[0]) == 0)
        for (int n = 1; n <= COURSE_STEPS && !failed && take_step(r, &s, n) == 0; n++) {
            r->t[n] = s.time(s.self);
            memcpy(r->x[n], s.state(s.self), (size_t)r->nx * sizeof(double));
            c->weight[n] = read_weights(r, r->x[n]);
            failed = c->weight[n] == NULL;
            c->steps = n;
        }
    failed = failed || start_again(r, &s);
    s.free(s.self);
    return failed;
}

/* Each step once more, after a new start. */
static int start_anew(struct run *r) {
    struct course *c = r->course;
    int failed = 0;
    for (int n = 1; n <= c->steps && !failed; n++) {
        struct subject s;
        if (open_subject(r, &s))
            continue;
        if (s.start(s.self, r->t[n - 1], r->x[n - 1]) == 0 && take_step(r, &s, n) == 0) {
            c->fresh[n] = read_weights(r, s.state(s.self));
            failed = c->fresh[n] == NULL;
        }
        s.free(s.self);
    }
    return failed;
}

static void forget(struct course *c) {
    for (int n = 0; n <= COURSE_STEPS; n++) {
        free(c->weight[n]);
        free(c->fresh[n]);
        c->weight[n] = c->fresh[n] = NULL;
    }
    free(c->again);
    c->again = NULL;
    c->steps = 0;
}

static int prepare(struct run *r) {
    struct diagnostic ignored;
    char *text = probe_text(r->layout, r->probe);
    int failed = text == NULL || model_parse(&r->model, "fingerprint.model", text,
                                             strlen(text), 0, NULL, &ignored);
    free(text);
    if (failed)
        return -1;
    r->nx = r->model->nq + r->model->nv + r->model->nz;
    r->state = vector_alloc(r->nx, READ_BITS);
    r->weight = vector_alloc(r->course->forest.count, READ_BITS);
    for (int n = 0; n <= COURSE_STEPS; n++)
        if ((r->x[n] = calloc((size_t)r->nx + 1, sizeof(double))) == NULL)
            return -1;
    return r->state == NULL || r->weight == NULL ||
           initial_in_double(r->model, &r->t[0], r->x[0], &ignored);
}

static void clear(struct run *r) {
    vector_free(r->state, r->nx);
    vector_free(r->weight, r->course->forest.count);
    for (int n = 0; n <= COURSE_STEPS; n++)
        free(r->x[n]);
    model_free(r->model);
}

static int attempt(struct course *c, const struct bench *b, const struct probe_layout *l,
                   const struct probe *p) {
    struct run r = {.course = c, .bench = b, .probe = p, .layout = l};
    forget(c);
    int failed = prepare(&r);
    if (!failed)
        failed = (c->weight[0] = read_weights(&r, r.x[0])) == NULL || go(&r);
    if (!failed && c->steps >= COURSE_EQUAL)
        failed = start_anew(&r);
    clear(&r);
    return failed;
}

int course_measure(struct course *c, const struct bench *b, enum forest_family family,
                   double units) {
    struct probe p = probe_standard('A', 0);
    struct probe_layout l = {0};
    *c = (struct course){.family = family, .units = units};
    set_sizes(c);
    int failed = make_forest(c) || probe_layout_init(&l, &c->forest, family, &p);
    while (!failed && c->steps < COURSE_EQUAL && p.scale * p.h >= shortest) {
        failed = attempt(c, b, &l, &p);
        p.scale /= 2;
    }
    probe_layout_free(&l);
    if (c->steps < COURSE_EQUAL)
        forget(c);
    return failed;
}

void course_free(struct course *c) {
    forget(c);
    forest_free(&c->forest);
}
