/* The budget study: energy and momentum of each solve of each step, on models with contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/study_budget.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/contact/contact_imposed.h"
#include "problems/model.h"

/* Steps over the span, and times at which the energies are kept for a picture. Not powers of
 * two: impacts are not to fall on the ends of steps by accident. */
enum { GATE_STEPS = 211, REPORT_STEPS = 2003, SERIES = 300 };

static void clear(struct budget *b) {
    contact_reference_free(b->reference);
    contact_bench_free(b->bench);
    free(b->x0);
}

static int begin(struct budget *b, const struct study *s, struct diagnostic *d) {
    const struct model *m = s->model;
    const size_t nx = (size_t)(m->nq + m->nv + m->nz), nv = (size_t)m->nv;
    *b = (struct budget){.study = s,
                         .model = s->model,
                         .obstacles_move = contact_obstacles_move(s->model),
                         .load_t = NAN};
    b->x0 = calloc(3 * nx + 4 * nv + (size_t)model_contact_rows(m) + 1, sizeof *b->x0);
    if (b->x0 == NULL || contact_reference_alloc(&b->reference, s->model) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", m->name);
    b->halfway = b->x0 + 2 * nx;
    b->v = b->halfway + nx;
    b->v_undone = b->v + nv;
    b->returned = b->v_undone + nv;
    b->work = b->returned + nv;
    b->rows = b->work + nv;
    return 0;
}

static json_t *point_of(const struct budget *b, double t) {
    const struct budget_sums *s = &b->sums;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "t", json_number(t), "kinetic",
                     json_number(s->kinetic), "forces", json_number(s->forces),
                     "compression", json_number(s->impacts[0]), "expansion",
                     json_number(s->impacts[1]), "load", json_number(s->load));
}

static void follow(struct budget *b, const struct subject *s, int steps,
                   struct budget_run *run) {
    double next = 0;
    for (run->steps = 0; run->steps < steps; run->steps++) {
        budget_begin_step(b, s->time(s->self), s->state(s->self));
        if (s->step(s->self, run->h)) {
            message_set(&run->why, "; it ends at t = %g: %s", s->time(s->self),
                        s->why(s->self));
            return;
        }
        budget_end_step(b, s->state(s->self));
        if (run->series != NULL && run->steps >= next) {
            json_array_append_new(run->series, point_of(b, s->time(s->self)));
            next += (double)steps / SERIES;
        }
    }
}

/* From the model's start to its end. Nonzero: *d says why there is nothing. */
static int watch(struct budget *b, const struct subject_options *options, int steps,
                 struct budget_run *run, struct diagnostic *d) {
    const struct study *study = b->study;
    double begin, end, *initial = b->x0 + (b->halfway - b->x0) / 2;
    struct subject s;
    if (initial_and_end(b->model, &begin, initial, &end, d))
        return -1;
    if (study->open_subject(study->context, b->model, options, &s, d))
        return -1;
    run->h = (end - begin) / steps;
    if (s.listen_contacts == NULL) {
        message_set(&run->why, "; the method tells nothing of its solves");
    } else if (s.start(s.self, begin, initial)) {
        message_set(&run->why, "; it does not start: %s", s.why(s.self));
    } else {
        s.listen_contacts(s.self, budget_hear, b);
        follow(b, &s, steps, run);
    }
    s.free(s.self);
    return b->failed ? message_set(d, "%s: out of memory", b->model->name) : 0;
}

static int study_law(const struct study *s, enum contact_restitution law, int steps,
                     bool all, struct results *results, struct diagnostic *d) {
    static const char *const names[] = {"Poisson", "Newton", "NoRestitution"};
    struct subject_options options = study_fixed_options(s);
    struct budget_run run = {.law = names[law], .series = all ? json_array() : NULL};
    struct budget b;
    options.integrator.restitution = law;
    int failed = begin(&b, s, d);
    failed = failed || watch(&b, &options, steps, &run, d);
    if (failed)
        json_decref(run.series);
    else
        failed = budget_results(&b, &run, all, results);
    clear(&b);
    return failed;
}

int study_budget(const struct study *s, struct results *results, struct diagnostic *d) {
    const bool report = s->effort == STUDY_REPORT;
    const int steps = report ? REPORT_STEPS : GATE_STEPS;
    if (s->model->contacts == 0)
        return 0;
    if (s->foreign)
        return budget_of_states(s, results, d);
    return study_law(s, CONTACT_POISSON, steps, true, results, d) ||
           study_law(s, CONTACT_NO_RESTITUTION, steps, false, results, d) ||
           (report && study_law(s, CONTACT_NEWTON, steps, false, results, d));
}
