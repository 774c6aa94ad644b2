/* Single steps of the integrator under test against the reference's exact ones from the same
 * doubles: what is left is round-off, within a bound, or a fault.
 *
 * From several states along the integrator's own trajectory, steps of several sizes are made
 * with Newton's method run to rounding: the first after a fresh start, the second going on
 * from there, so that what a step leaves behind in the integrator is seen too. Then the first
 * steps again, under the user's own options: the change is what the stop rule leaves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/study_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/json_number.h"
#include "harness/message.h"

/* Steps compared: parts of the span, none of them a power of two. */
static const double DIVISOR[] = {13, 57, 229, 1021};
enum { SIZES = sizeof DIVISOR / sizeof DIVISOR[0] };

/* The second step is this part of the first. */
#define SECOND_PART 0.83

/* States along the trajectory that steps are made from. */
enum { GATE_STATES = 12 };

static int open_all(struct steps *p, const struct study *s, struct diagnostic *d) {
    struct subject_options own = s->options ? *s->options : subject_default_options();
    size_t n = (size_t)(s->model->nq + s->model->nv + s->model->nz) + 1;
    p->study = s;
    p->time = calloc(STEPS_MOST_STATES, sizeof *p->time);
    p->state = calloc(STEPS_MOST_STATES * n, sizeof *p->state);
    p->from = calloc(n, sizeof *p->from);
    p->residuals = json_array();
    int failed = step_comparison_init(&p->comparison, s->model);
    if (failed || !p->time || !p->state || !p->from || !p->residuals)
        return message_set(d, "%s: out of memory", s->model->name);
    if (tight_subject_init(&p->tight, s, d) ||
        s->open_subject(s->context, s->model, &own, &p->own, d))
        return -1;
    p->own_open = true;
    return 0;
}

static void close_all(struct steps *p) {
    if (p->own_open)
        p->own.free(p->own.self);
    tight_subject_clear(&p->tight);
    step_comparison_clear(&p->comparison);
    free(p->time);
    free(p->state);
    free(p->from);
    json_decref(p->residuals);
}

static void note_failure(struct steps *p, const struct subject *s) {
    p->failed++;
    message_set(&p->why, "%s", s->why(s->self));
}

/* What the user's options change in the step that the tight integrator has just made. */
static void measure_residual(struct steps *p, double t, const double *x, double h) {
    struct subject *tight = tight_subject_last(&p->tight), *own = &p->own;
    double largest = 0;
    if (own->start(own->self, t, x) || own->step(own->self, h))
        return;
    const double *a = own->state(own->self), *b = tight->state(tight->self);
    for (int i = 0; i < p->comparison.nx; i++) {
        double scale = p->comparison.scale[i];
        if (a[i] != b[i])
            largest = fmax(largest, fabs(a[i] - b[i]) / (scale > 0 ? scale : 1));
    }
    p->residual = fmax(p->residual, largest);
    json_array_append_new(p->residuals, json_pack("{s:f, s:f, s:f, s:b}", "t", t, "h", h,
                                                  "error", largest, "used", 1));
}

static void compare_from(struct steps *p, double t, const double *x, double h) {
    struct subject *s;
    if (tight_subject_first(&p->tight, t, x, h)) {
        note_failure(p, tight_subject_last(&p->tight));
        return;
    }
    s = tight_subject_last(&p->tight);
    step_compare(&p->comparison, s, p->tight.accuracy, t, x, h);
    measure_residual(p, t, x, h);
    double t1 = s->time(s->self), next = SECOND_PART * h;
    memcpy(p->from, s->state(s->self), (size_t)p->comparison.nx * sizeof *p->from);
    if (tight_subject_next(&p->tight, next))
        note_failure(p, s);
    else
        step_compare(&p->comparison, s, p->tight.accuracy, t1, p->from, next);
}

int study_steps(const struct study *s, json_t *results, struct diagnostic *d) {
    struct steps p = {.study = s};
    int wanted = s->effort == STUDY_GATE ? GATE_STATES : STEPS_MOST_STATES;
    int failed = open_all(&p, s, d) || steps_find_states(&p, wanted, d);
    for (int k = 0; k < p.states && !failed; k++) {
        for (int i = 0; i < SIZES; i++)
            compare_from(&p, p.time[k], p.state + k * p.comparison.nx,
                         p.span / DIVISOR[i]);
    }
    if (!failed && steps_results(&p, results))
        failed = message_set(d, "%s: out of memory", s->model->name);
    close_all(&p);
    return failed;
}
