/* Pinned runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_run.h"

#include <math.h>
#include <stdlib.h>

#include "fast/pair.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/studies/originals/pinned_cases.h"
#include "problems/model.h"

/* Under error control the run has this part of the span. */
static const double controlled_part = 1.0 / 9;
enum { FIXED_STEPS = 20, KINDS = 8, OUTCOMES = 3 };

/* Decisions, by kind and outcome, and the sums of what they were measured by. */
struct heard {
    long count[KINDS][OUTCOMES];
    double limits, values, size;
};

struct course {
    struct subject subject;
    const struct pinned_case *pinned;
    struct heard heard;
    double t, span;
    int failed, missed; /* calls of run; that ended elsewhere */
};

static void add_if_finite(double *sum, double *size, double value) {
    if (!isfinite(value))
        return;
    *sum += value;
    *size += fabs(value);
}

static void hear(void *context, const struct pair_decision *decision) {
    struct heard *h = context;
    if ((int)decision->kind < KINDS && -1 <= decision->outcome && decision->outcome <= 1)
        h->count[decision->kind][decision->outcome + 1]++;
    add_if_finite(&h->limits, &h->size, decision->limit);
    add_if_finite(&h->values, &h->size, decision->value);
    add_if_finite(&h->limits, &h->size, decision->h);
}

/* Up to `part` of the span further on, in steps of h, and to that time exactly. */
static void go_on(struct course *c, double h, double part) {
    double target = c->t + part * c->span;
    bool failed = c->subject.run(c->subject.self, h, target) != 0;
    c->t = c->subject.time(c->subject.self);
    c->failed += failed;
    c->missed += !failed && c->t != target;
}

static void run_all(struct course *c) {
    const double h = c->span * (c->pinned->stepping == STEPPING_LONG ? pinned_long_step
                                                                     : pinned_short_step);
    switch (c->pinned->stepping) {
    case STEPPING_EVEN: go_on(c, h, FIXED_STEPS * pinned_short_step * 0.97); break;
    case STEPPING_LONG: go_on(c, h, 6 * pinned_long_step); break;
    case STEPPING_UNEVEN:
        go_on(c, h, 4 * pinned_short_step);
        go_on(c, h / 7, pinned_short_step);
        go_on(c, 7 * h, 21 * pinned_short_step);
        go_on(c, h, 4.3 * pinned_short_step);
        break;
    case STEPPING_CONTROLLED:
        go_on(c, pinned_long_step * c->span, controlled_part * 0.7);
        go_on(c, pinned_long_step * c->span, controlled_part * 0.3);
        break;
    }
}

/* [sum, size] of a vector with weights that no symmetry makes cancel. */
static json_t *summarize(const double *x, int n) {
    double sum = 0, size = 0;
    for (int i = 0; x != NULL && i < n; i++)
        add_if_finite(&sum, &size, x[i] / (i + 1.37));
    return json_pack("[f, f]", sum, size);
}

static json_t *count_decisions(const struct heard *h) {
    json_t *counts = json_array();
    for (int i = 0; i < KINDS * OUTCOMES; i++)
        json_array_append_new(counts, json_integer(h->count[i / OUTCOMES][i % OUTCOMES]));
    return counts;
}

static json_t *describe(struct course *c, int nx) {
    const struct subject *s = &c->subject;
    const struct heard *h = &c->heard;
    return json_pack("{s:i, s:f, s:o, s:o, s:o, s:o, s:o}", "failed", c->failed, "t",
                     c->t, "state", summarize(s->state(s->self), nx), "estimate",
                     summarize(s->estimate(s->self), nx), "decisions", count_decisions(h),
                     "limits", json_pack("[f, f]", h->limits + h->values / 3, h->size),
                     "statistics", subject_counters_tell(s));
}

/* The course from the model's start, opened. */
static int begin(struct course *c, struct model *m, double *x, struct diagnostic *d) {
    double end;
    if (initial_and_end(m, &c->t, x, &end, d))
        return -1;
    c->span = end - c->t;
    return 0;
}

json_t *pinned_run(struct model *m, const struct study *s, enum integrator_method method,
                   enum fast_mode mode, int run, struct diagnostic *d) {
    struct course c = {.pinned = &pinned_cases()[run]};
    const int nx = m->nq + m->nv + m->nz;
    double x[PINNED_MOST_STATES];
    if (nx > PINNED_MOST_STATES || begin(&c, m, x, d))
        return NULL;
    struct subject_options options = pinned_options(c.pinned, m, c.span);
    options.integrator.method = method;
    options.integrator.mode = mode;
    if (s->open_subject(s->context, m, &options, &c.subject, d))
        return json_pack("{s:b}", "refused", 1);
    if (c.subject.listen != NULL)
        c.subject.listen(c.subject.self, hear, &c.heard);
    c.failed += c.subject.start(c.subject.self, c.t, x) != 0;
    run_all(&c);
    json_t *outcome = describe(&c, nx);
    c.subject.free(c.subject.self);
    return outcome;
}
