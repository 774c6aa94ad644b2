/* A course, and its recording.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/robustness/study_determinism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/results/study.h"
#include "problems/base/status.h"
#include "problems/model.h"

/* Fixed steps are this part of the span, alternately a little shorter; under error control
 * none is longer than that part. */
enum { STEP_PART = 211 };
static const double shorter = 0.83;
enum { LONGEST_PART = 8 };

/* Of error control, relative to the largest component of the start where that exceeds 1. */
#define ACCURACY 1e-3

/* Numbers of a row before the state: whether the step succeeded, the time. */
enum { HEAD = 2 };

int recording_init(struct recording *r, int nx) {
    *r = (struct recording){.room = COURSE_LEGS * (COURSE_STEPS + 1),
                            .width = HEAD + 2 * nx,
                            .counters = json_array()};
    r->row = calloc((size_t)(r->room * r->width), sizeof *r->row);
    return r->row == NULL || r->counters == NULL;
}

void recording_clear(struct recording *r) {
    free(r->row);
    json_decref(r->counters);
    *r = (struct recording){.rows = 0};
}

long recording_difference(const struct recording *a, const struct recording *b) {
    int common = a->rows < b->rows ? a->rows : b->rows;
    long different = labs((long)a->rows - b->rows);
    size_t bytes = (size_t)a->width * sizeof *a->row;
    for (int k = 0; k < common; k++)
        different += memcmp(a->row + k * a->width, b->row + k * b->width, bytes) != 0;
    for (size_t i = 0; i < json_array_size(a->counters); i++)
        different +=
            !json_equal(json_array_get(a->counters, i), json_array_get(b->counters, i));
    return different;
}

static void record(struct recording *r, const struct subject *s, bool well) {
    size_t nx = (size_t)(s->nq + s->nv + s->nz);
    double *row = r->row + r->rows * r->width;
    if (r->rows == r->room)
        return;
    memset(row, 0, (size_t)r->width * sizeof *row);
    row[0] = well;
    row[1] = s->time(s->self);
    memcpy(row + HEAD, s->state(s->self), nx * sizeof *row);
    if (s->estimate != NULL && well)
        memcpy(row + HEAD + nx, s->estimate(s->self), nx * sizeof *row);
    r->rows++;
}

/* A leg ends when a step fails. */
static void run_leg(const struct course *c, int leg, struct subject *s,
                    struct recording *r, const struct interlude *between) {
    bool well = s->start(s->self, c->begin, c->initial) == 0;
    for (int k = 0; k < COURSE_STEPS && well; k++) {
        if (between != NULL)
            between->happen(between->context);
        if (c->leg[leg].controlled)
            well = s->advance(s->self, INFINITY, c->end) == 0;
        else
            well = s->step(s->self, k % 2 ? shorter * c->step : c->step) == 0;
        record(r, s, well);
        if (c->leg[leg].controlled && !(s->time(s->self) < c->end))
            break;
    }
}

void course_run(const struct course *c, struct crew *crew, struct recording *r,
                const struct interlude *between) {
    r->rows = 0;
    if (r->counters != NULL)
        json_array_clear(r->counters);
    for (int leg = 0; leg < c->legs; leg++) {
        run_leg(c, leg, &crew->subject[leg], r, between);
        if (r->counters != NULL)
            json_array_append_new(r->counters,
                                  subject_counters_tell(&crew->subject[leg]));
    }
}

int crew_init(struct crew *crew, const struct course *c, struct diagnostic *d) {
    const struct study *s = c->study;
    crew->open = 0;
    for (int leg = 0; leg < c->legs; leg++) {
        if (s->open_subject(s->context, s->model, &c->leg[leg].options,
                            &crew->subject[leg], d))
            return -1;
        crew->open++;
    }
    return 0;
}

void crew_clear(struct crew *crew) {
    for (int leg = 0; leg < crew->open; leg++)
        crew->subject[leg].free(crew->subject[leg].self);
    crew->open = 0;
}

/* Fixed steps, and error control if such a subject can be had. */
static void add_legs(struct course *c, enum fast_mode mode, double accuracy) {
    const struct study *s = c->study;
    struct subject_options options = study_options(s);
    struct subject subject;
    struct diagnostic none;
    options.integrator.mode = mode;
    options.integrator.fixed_step = true;
    c->leg[c->legs++] = (struct leg){options, false};
    options.integrator.fixed_step = false;
    options.integrator.accuracy = accuracy;
    options.integrator.max_step = (c->end - c->begin) / LONGEST_PART;
    if (s->open_subject(s->context, s->model, &options, &subject, &none))
        return;
    if (subject.advance != NULL)
        c->leg[c->legs++] = (struct leg){options, true};
    subject.free(subject.self);
}

int course_init(struct course *c, const struct study *s, struct diagnostic *d) {
    struct model *m = s->model;
    double size = 1;
    *c = (struct course){.study = s, .nx = m->nq + m->nv + m->nz};
    c->initial = initial_alloc(m, 0, &c->begin, &c->end, d);
    if (c->initial == NULL)
        return -1;
    for (int i = 0; i < c->nx; i++)
        size = fmax(size, fabs(c->initial[i]));
    c->step = (c->end - c->begin) / STEP_PART;
    add_legs(c, FAST_DEFAULT, ACCURACY * size);
    if (s->options != NULL) /* a method of fast */
        add_legs(c, FAST_FAITHFUL, ACCURACY * size);
    return 0;
}

void course_clear(struct course *c) {
    free(c->initial);
}
