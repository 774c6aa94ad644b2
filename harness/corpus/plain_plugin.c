/* The plain integrator as a library behind halfstep_integrator.h. Options: method=NAME,
 * fault=ID (which brings its method), size=NUMBER of those faults that have one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/corpus/plain.h"
#include "harness/corpus/plugin_tail.h"
#include "harness/corpus/variant.h"

struct faulty {
    struct plain plain;
    const char *method; /* asked for, or NULL */
    const struct variant *variant;
    double size;
    double *vectors; /* which all others are parts of */
};

static const double default_accuracy = 1e-4;

static void destroy(void *self) {
    struct faulty *f = self;
    if (f == NULL)
        return;
    free(f->vectors);
    free(f->plain.pivots);
    free(f);
}

/* All vectors of nx entries, then the matrices, in one piece. */
static int allocate(struct faulty *f) {
    struct plain *p = &f->plain;
    double **const vectors[] = {
        &p->estimate, &p->last_positions, &p->point, &p->forced,   &p->map_point,
        &p->mixed,    &p->old_rate,       &p->rate,  &p->residual, &p->update};
    const size_t count = sizeof vectors / sizeof *vectors, n = (size_t)p->nx;
    f->vectors = calloc((count + STATES + STAGES) * n + 3 * n * n, sizeof(double));
    p->pivots = calloc(n, sizeof *p->pivots);
    if (f->vectors == NULL || p->pivots == NULL)
        return -1;
    double *next = f->vectors;
    for (size_t i = 0; i < count; i++, next += n)
        *vectors[i] = next;
    for (int i = 0; i < STATES; i++, next += n)
        p->x[i] = next;
    for (int i = 0; i < STAGES; i++, next += n)
        p->stage[i] = next;
    p->slope = next;
    p->map_slope = next + n * n;
    p->factors = next + 2 * n * n;
    return 0;
}

static void *create(const struct halfstep_system *system) {
    struct faulty *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->plain = (struct plain){.system = system,
                              .nq = system->nq,
                              .nv = system->nv,
                              .ny = system->nv + system->nz,
                              .nx = system->nq + system->nv + system->nz,
                              .accuracy = default_accuracy,
                              .max_step = INFINITY,
                              .why = ""};
    if (allocate(f)) {
        destroy(f);
        return NULL;
    }
    return f;
}

/* The scheme of what the options say. */
static int choose_scheme(struct faulty *f) {
    const struct variant *v = f->variant;
    const char *method = f->method != NULL ? f->method
                         : v != NULL       ? v->method
                                           : scheme_name(0);
    if (v != NULL && strcmp(v->method, method) != 0)
        return plain_fail(&f->plain, "this fault belongs to another method");
    scheme_find(&f->plain.scheme, method);
    if (v != NULL)
        v->change(&f->plain.scheme, f->size);
    return 0;
}

static int start(void *self, double t, const double *x) {
    struct faulty *f = self;
    struct plain *p = &f->plain;
    if (choose_scheme(f))
        return -1;
    memcpy(p->x[STATE_START], x, (size_t)p->nx * sizeof *x);
    p->t = p->start_time = t;
    p->steps = p->rejected = p->iterations = p->jacobians = 0;
    p->next_step = 0;
    p->has_factors = false;
    return 0;
}

static int step(void *self, double h) {
    return plain_step(&((struct faulty *)self)->plain, h);
}

static int advance(void *self, double t_final) {
    return plain_advance(&((struct faulty *)self)->plain, t_final);
}

static void state(void *self, double *t, double *x) {
    const struct plain *p = &((struct faulty *)self)->plain;
    *t = p->t;
    memcpy(x, p->x[STATE_START], (size_t)p->nx * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct plain *p = &((struct faulty *)self)->plain;
    if (!p->scheme.has_estimate || p->steps == 0)
        return -1;
    memcpy(error, p->estimate, (size_t)p->nx * sizeof *error);
    return 0;
}

static int choose_method(struct faulty *f, const char *name) {
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(scheme_name(i), name) == 0) {
            f->method = scheme_name(i);
            return 0;
        }
    }
    return -1;
}

static int choose_fault(struct faulty *f, const char *id) {
    f->variant = variant_find(id);
    return f->variant != NULL || strcmp(id, "none") == 0 ? 0 : -1;
}

static int set_option(void *self, const char *name, const char *value) {
    struct faulty *f = self;
    if (strcmp(name, "method") == 0)
        return choose_method(f, value);
    if (strcmp(name, "fault") == 0)
        return choose_fault(f, value);
    if (strcmp(name, "size") == 0)
        return corpus_set_number(&f->size, value);
    if (strcmp(name, "accuracy") == 0)
        return corpus_set_number(&f->plain.accuracy, value);
    if (strcmp(name, "max-step") == 0)
        return corpus_set_number(&f->plain.max_step, value);
    return -1;
}

static int statistic(void *self, int i, const char **name, double *value) {
    static const char *const NAME[] = {"steps", "rejected_steps", "iterations",
                                       "jacobians"};
    const struct plain *p = &((struct faulty *)self)->plain;
    const long count[] = {p->steps, p->rejected, p->iterations, p->jacobians};
    if (i < 0 || i >= (int)(sizeof count / sizeof *count))
        return -1;
    *name = NAME[i];
    *value = (double)count[i];
    return 0;
}

static const char *why(void *self) {
    return ((struct faulty *)self)->plain.why;
}

CORPUS_INTEGRATOR("faulty")
