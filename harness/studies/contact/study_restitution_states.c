/* The restitution of an integrator from outside, at the first impact of a model with one contact
 * without friction: the velocity with which the contact opens over that with which it has closed.
 *
 * In the steps of the impact forces change the velocity by h |J M^-1 F| each, so that the ratio
 * is e to that much, over the velocity before; but a law that bounces otherwise is off at every
 * h. So a ladder of steps is run, and the largest difference in units of that bound is told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/contact_reference.h"
#include "harness/studies/contact/study_restitution.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Steps over the span, of which a prime number: impacts are not to fall on the ends of steps. An
 * impact may take so many of them. */
enum { LEVELS = 4, FIRST_STEPS = 997, MOST_STEPS_OF_IMPACT = 4 };

/* A velocity that a step changes by so many times what forces do has been struck. */
static const double struck = 8;

struct bench {
    const struct study *study;
    struct model *model;
    struct contact_reference *reference;
    double begin, end, e, *x, *row;
    double worst; /* |ratio - e| in units of its bound */
    json_t *points;
    struct diagnostic why;
};

/* What forces do to the contact's velocity in a second. */
static double acceleration(struct bench *b, double t, const double *x) {
    contact_reference_rows(b->reference, t, x,
                           contact_reference_rates(b->reference, t, x), b->row);
    return b->row[0];
}

/* Steps until the contact's velocity has been struck. *before and *after: its velocities; false: it
 * has not, or a step fails. */
static bool strike(struct bench *b, const struct subject *s, double h, long steps,
                   double *before, double *after, double *change) {
    double u = contact_reference_velocities(b->reference, b->begin, b->x)[0];
    int left = -1;
    *change = 0;
    for (long k = 0; k < steps && left != 0; k++, left--) {
        const double was = u, t = s->time(s->self);
        *change = fmax(*change, h * fabs(acceleration(b, t, s->state(s->self))));
        if (s->step(s->self, h)) {
            message_set(&b->why, "; it ends at t = %g: %s", t, s->why(s->self));
            return false;
        }
        u = contact_reference_velocities(b->reference, s->time(s->self),
                                         s->state(s->self))[0];
        if (left < 0 && was < 0 && u - was > struck * *change) {
            *before = was;
            *after = u;
            left = MOST_STEPS_OF_IMPACT;
        }
        *after = left >= 0 ? fmax(*after, u) : u;
    }
    return left >= 0;
}

static void run_level(struct bench *b, const struct subject *s, int level) {
    const long steps = (long)FIRST_STEPS << level;
    const double h = (b->end - b->begin) / (double)steps;
    double before = NAN, after, change;
    if (s->start(s->self, b->begin, b->x)) {
        message_set(&b->why, "; it does not start: %s", s->why(s->self));
        return;
    }
    if (!strike(b, s, h, steps, &before, &after, &change))
        return;
    const double ratio = -after / before, off = fabs(ratio - b->e);
    const double bound = (1 + MOST_STEPS_OF_IMPACT) * change / fabs(before) + 1e-8;
    b->worst = off / bound <= b->worst ? b->worst : off / bound;
    json_array_append_new(b->points, json_pack("{s:f, s:f, s:f, s:f}", "h", h, "before",
                                               before, "after", after, "expected", b->e));
}

static int append(struct bench *b, struct results *results) {
    struct result r = result_begin(b->model, "restitution", "double", "impact:run");
    const bool has_all = json_array_size(b->points) == LEVELS;
    r.grade = "closed-form";
    result_hold(&r, has_all ? b->worst : NAN, 1);
    r.required = has_all;
    r.points = json_incref(b->points);
    if (b->why.text[0] != '\0')
        r.verdict = VERDICT_FAIL;
    else if (!has_all)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        results, b->study, &r,
        "velocity of the contact after the first impact over that before "
        "against e, over what forces do in a step's time to it, the "
        "largest of %d sizes%s%s",
        LEVELS, has_all ? "" : "; nothing strikes", b->why.text);
}

static int run_all(struct bench *b, struct results *results, struct diagnostic *d) {
    const struct study *study = b->study;
    const struct subject_options options = study_fixed_options(study);
    struct subject s;
    b->x = initial_alloc(b->model, 1, &b->begin, &b->end, d);
    if (b->x == NULL || study->open_subject(study->context, b->model, &options, &s, d))
        return -1;
    b->row = b->x + b->model->nq + b->model->nv + b->model->nz;
    for (int k = 0; k < LEVELS; k++)
        run_level(b, &s, k);
    s.free(s.self);
    return append(b, results);
}

int restitution_of_states(const struct study *s, struct results *results,
                          struct diagnostic *d) {
    struct model *m = s->model;
    struct bench b = {.study = s, .model = m};
    if (m->contacts != 1 || m->joints > 0 || m->contact[0].slides > 0 ||
        expr_constant_double(m->graph, m->contact[0].restitution, &b.e) != PROBLEM_OK)
        return 0;
    if (contact_reference_alloc(&b.reference, m) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", m->name);
    b.points = json_array();
    const int failed = run_all(&b, results, d);
    contact_reference_free(b.reference);
    json_decref(b.points);
    free(b.x);
    return failed;
}
