/* The textbook methods as a library behind halfstep_integrator.h. Options: method=NAME,
 * fault=ID (which brings its method), accuracy, max-step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CORPUS_INTERPOLATE interpolate
#include "harness/corpus/plugin_tail.h"
#include "harness/corpus/textbook/textbook.h"

static const double default_accuracy = 1e-4;

static void destroy(void *self) {
    struct textbook *b = self;
    if (b == NULL)
        return;
    free(b->matrix);
    free(b->pivots);
    free(b);
}

/* All vectors and the matrix in one piece. */
static void *create(const struct halfstep_system *system) {
    struct textbook *b = calloc(1, sizeof *b);
    const size_t n = (size_t)(system->nq + system->nv + system->nz);
    double *all = calloc((n + TEXTBOOK_VECTORS + 5) * n, sizeof *all);
    int *pivots = calloc(n, sizeof *pivots);
    if (b == NULL || all == NULL || pivots == NULL) {
        free(all);
        free(pivots);
        free(b);
        return NULL;
    }
    *b = (struct textbook){.system = system,
                           .nq = system->nq,
                           .nv = system->nv,
                           .nz = system->nz,
                           .n = (int)n,
                           .method = textbook_methods[0],
                           .matrix = all,
                           .x = all + n * n,
                           .next = all + (n + 1) * n,
                           .error = all + (n + 2) * n,
                           .before = all + (n + 3) * n,
                           .largest = all + (n + 4) * n,
                           .pivots = pivots,
                           .accuracy = default_accuracy,
                           .longest = INFINITY,
                           .why = ""};
    for (size_t i = 0; i < TEXTBOOK_VECTORS; i++)
        b->vector[i] = all + (n + 5 + i) * n;
    return b;
}

static int start(void *self, double t, const double *x) {
    struct textbook *b = self;
    if (b->method->needs_velocities && (!b->system->map_is_identity || b->nz > 0))
        return textbook_fail(b, "this method is for q' = v and nothing else");
    textbook_start(b, t, x);
    return 0;
}

static int step(void *self, double h) {
    return textbook_step(self, h);
}

static int advance(void *self, double t_final) {
    struct textbook *b = self;
    if (!(b->method->rule.order > 0))
        return textbook_fail(b, "this method has no error control");
    return textbook_advance(b, t_final);
}

static void state(void *self, double *t, double *x) {
    const struct textbook *b = self;
    *t = b->t;
    memcpy(x, b->x, (size_t)b->n * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct textbook *b = self;
    if (!b->has_error)
        return -1;
    memcpy(error, b->error, (size_t)b->n * sizeof *error);
    return 0;
}

/* The cubic through both ends with their slopes in the wrong places. */
static void cross(const struct textbook *b, double part, double *x) {
    double *at_begin = b->vector[TEXTBOOK_VECTORS - 1], h = b->last, rest = 1 - part;
    double *at_end = b->vector[TEXTBOOK_VECTORS - 2];
    const struct halfstep_system *s = b->system;
    s->derivative(s->context, b->t - h, b->before, at_begin);
    s->derivative(s->context, b->t, b->x, at_end);
    for (int i = 0; i < b->n; i++)
        x[i] = rest * rest * (1 + 2 * part) * b->before[i] +
               part * part * (3 - 2 * part) * b->x[i] +
               h * part * rest * (rest * at_end[i] - part * at_begin[i]);
}

/* A straight line through both ends. */
static int interpolate(void *self, double t, double *x) {
    const struct textbook *b = self;
    double part = b->last > 0 ? 1 + (t - b->t) / b->last : NAN;
    if (isnan(part))
        return -1;
    if (textbook_has(b, FAULT_INTERPOLATES_SQUARES))
        part *= part;
    for (int i = 0; i < b->n; i++)
        x[i] = b->before[i] + part * (b->x[i] - b->before[i]);
    if (textbook_has(b, FAULT_INTERPOLATES_CROSSED))
        cross(b, part, x);
    if (textbook_has(b, FAULT_INTERPOLATES_BEYOND))
        memcpy(x, b->next, (size_t)b->n * sizeof *x);
    if (textbook_has(b, FAULT_INTERPOLATES_NAN))
        x[b->n - 1] = NAN;
    return 0;
}

static int choose_method(struct textbook *b, const char *name) {
    const struct textbook_method *method = textbook_method_find(name);
    if (method != NULL)
        b->method = method;
    return method != NULL ? 0 : -1;
}

static int choose_fault(struct textbook *b, const char *id) {
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        const struct textbook_fault_info *info =
            textbook_fault_info((enum textbook_fault)i);
        if (strcmp(info->id, id) != 0)
            continue;
        b->fault = (enum textbook_fault)i;
        return choose_method(b, info->method);
    }
    return strcmp(id, "none") == 0 ? 0 : -1;
}

static int set_option(void *self, const char *name, const char *value) {
    struct textbook *b = self;
    if (strcmp(name, "method") == 0)
        return choose_method(b, value);
    if (strcmp(name, "fault") == 0)
        return choose_fault(b, value);
    if (strcmp(name, "accuracy") == 0)
        return corpus_set_number(&b->accuracy, value);
    if (strcmp(name, "max-step") == 0)
        return corpus_set_number(&b->longest, value);
    return -1;
}

static int statistic(void *self, int i, const char **name, double *value) {
    static const char *const NAME[] = {"steps", "rejected_steps", "evaluations"};
    const struct textbook *b = self;
    const long count[] = {b->steps, b->rejected, b->evaluations};
    if (i < 0 || i >= (int)(sizeof count / sizeof *count))
        return -1;
    *name = NAME[i];
    *value = (double)count[i];
    return 0;
}

static const char *why(void *self) {
    return ((struct textbook *)self)->why;
}

CORPUS_INTEGRATOR("textbook")
