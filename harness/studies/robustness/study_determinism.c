/* The determinism study: the same input gives the same bits, in all that an integrator
 * answers (times, states, error estimates, which steps fail, counters).
 *
 *     again          the same integrator started anew, and another one of the same process
 *     process        a process that has done nothing else
 *     threads        two integrators at once in two threads
 *     unrelated      between the steps another integrator goes on with another model
 *     after-failure  the integrator has failed in a step before it is started anew
 *
 * Before the second integrator is made, memory is used and given back, so that what reads
 * more than it has written gets other bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/robustness/study_determinism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/unrelated.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/model.h"

/* Two threads run side by side so often: a collision takes some luck. */
enum { GATE_TIMES = 4, REPORT_TIMES = 20 };

/* Blocks of 16, 32, .. bytes that are written to and freed, and what is written. */
enum { BLOCK_SIZES = 12, BLOCKS_OF_SIZE = 24, SMALLEST_BLOCK = 16, WRITTEN = 0x5A };

/* A step that cannot succeed: of a size that is no number; so long that the state leaves the
 * numbers, unless the method is very stable. */
static const double long_step = 1e200;

struct bench {
    const struct study *study;
    struct course course;
    struct crew crew;                   /* whose first run is the reference */
    struct recording reference, record; /* of that run; of another one */
};

static void use_memory(void) {
    for (int i = 0; i < BLOCK_SIZES; i++) {
        void *block[BLOCKS_OF_SIZE];
        size_t size = (size_t)SMALLEST_BLOCK << i;
        for (int k = 0; k < BLOCKS_OF_SIZE; k++) {
            block[k] = malloc(size);
            if (block[k] != NULL)
                memset(block[k], WRITTEN, size);
        }
        for (int k = 0; k < BLOCKS_OF_SIZE; k++)
            free(block[k]);
    }
}

static int append(const struct bench *b, struct results *results, const char *quantity,
                  long differing, const char *what) {
    struct result r = result_begin(b->study->model, "determinism", "double", quantity);
    r.grade = "none";
    r.required = true;
    r.low = (double)differing;
    result_hold(&r, r.low, 0);
    return result_append(results, b->study, &r,
                         "of %d states and counters those that differ in any bit: %s",
                         b->reference.rows, what);
}

static int append_unknown(const struct bench *b, struct results *results,
                          const char *quantity, const struct diagnostic *why) {
    struct result r = result_begin(b->study->model, "determinism", "double", quantity);
    r.grade = "none";
    r.required = false;
    r.expected = r.tolerance = 0;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, b->study, &r, "%s", why->text);
}

static int study_again(struct bench *b, struct results *results, struct diagnostic *d) {
    struct crew other = {.open = 0};
    course_run(&b->course, &b->crew, &b->record, NULL);
    long differing = recording_difference(&b->record, &b->reference);
    use_memory();
    if (crew_init(&other, &b->course, d)) {
        crew_clear(&other);
        return -1;
    }
    course_run(&b->course, &other, &b->record, NULL);
    differing += recording_difference(&b->record, &b->reference);
    crew_clear(&other);
    return append(b, results, "determinism:again", differing,
                  "the same integrator started anew, and another one");
}

static int study_process(struct bench *b, struct fresh_process *p,
                         struct results *results) {
    struct diagnostic why = {""};
    if (fresh_process_end(p, &b->record, &why))
        return append_unknown(b, results, "determinism:process", &why);
    return append(b, results, "determinism:process",
                  recording_difference(&b->record, &b->reference),
                  "in a process that has done nothing else");
}

static int study_threads(struct bench *b, struct results *results) {
    const struct study *s = b->study;
    struct diagnostic why = {""};
    long differing = 0;
    int times = s->effort == STUDY_GATE ? GATE_TIMES : REPORT_TIMES;
    int failed =
        s->threads_agree != NULL
            ? s->threads_agree(s->context, s->model, &b->course.leg[0].options,
                               &differing, &why)
            : determinism_threads(&b->course, &b->reference, times, &differing, &why);
    if (failed)
        return append_unknown(b, results, "determinism:threads", &why);
    return append(b, results, "determinism:threads", differing,
                  "two integrators at once in two threads");
}

struct other {
    struct subject subject;
    double t, start[UNRELATED_STATES];
};

/* One that cannot go on begins anew. */
static void go_on(void *context) {
    struct other *o = context;
    if (o->subject.step(o->subject.self, unrelated_step))
        o->subject.start(o->subject.self, o->t, o->start);
}

static int run_beside(struct bench *b, struct model *other, struct diagnostic *d) {
    const struct study *s = b->study;
    struct other o;
    const struct interlude between = {go_on, &o};
    struct subject_options options = study_options(s);
    options.integrator.weights_v = options.integrator.weights_z = NULL;
    if (initial_in_double(other, &o.t, o.start, d) ||
        s->open_subject(s->context, other, &options, &o.subject, d))
        return -1;
    o.subject.start(o.subject.self, o.t, o.start);
    course_run(&b->course, &b->crew, &b->record, &between);
    o.subject.free(o.subject.self);
    return 0;
}

static int study_unrelated(struct bench *b, struct results *results) {
    static const char what[] =
        "between the steps another integrator goes on with another model";
    const struct study *s = b->study;
    struct model *other;
    struct diagnostic why = {""};
    long differing;
    if (s->agrees_beside != NULL)
        return s->agrees_beside(s->context, s->model, &b->course.leg[0].options,
                                &differing, &why)
                   ? append_unknown(b, results, "determinism:unrelated", &why)
                   : append(b, results, "determinism:unrelated", differing, what);
    if (model_parse(&other, "unrelated.model", unrelated_text, strlen(unrelated_text), 0,
                    NULL, &why) != PROBLEM_OK)
        return append_unknown(b, results, "determinism:unrelated", &why);
    int failed = run_beside(b, other, &why);
    model_free(other);
    if (failed)
        return append_unknown(b, results, "determinism:unrelated", &why);
    return append(b, results, "determinism:unrelated",
                  recording_difference(&b->record, &b->reference), what);
}

/* Each subject fails in a step in the middle of a run. Returns how many have. */
static int make_fail(struct bench *b) {
    const struct course *c = &b->course;
    int failures = 0;
    for (int leg = 0; leg < c->legs; leg++) {
        struct subject *s = &b->crew.subject[leg];
        if (s->start(s->self, c->begin, c->initial) == 0)
            failures += s->step(s->self, c->step) != 0 ||
                        s->step(s->self, long_step * c->step) != 0 ||
                        s->step(s->self, NAN) != 0;
    }
    return failures;
}

static int study_after_failure(struct bench *b, struct results *results) {
    int failures = make_fail(b);
    const struct diagnostic why = {"no step could be made to fail"};
    if (failures == 0)
        return append_unknown(b, results, "determinism:after-failure", &why);
    course_run(&b->course, &b->crew, &b->record, NULL);
    return append(b, results, "determinism:after-failure",
                  recording_difference(&b->record, &b->reference),
                  "started anew after a step that failed");
}

static int study_all(struct bench *b, struct fresh_process *p, struct results *results,
                     struct diagnostic *d) {
    if (recording_init(&b->reference, b->course.nx) ||
        recording_init(&b->record, b->course.nx))
        return message_set(d, "%s: out of memory", b->study->model->name);
    if (crew_init(&b->crew, &b->course, d))
        return -1;
    course_run(&b->course, &b->crew, &b->reference, NULL);
    if (study_again(b, results, d))
        return -1;
    return study_process(b, p, results) || study_unrelated(b, results) ||
           study_after_failure(b, results) || study_threads(b, results);
}

int study_determinism(const struct study *s, struct results *results,
                      struct diagnostic *d) {
    struct bench b = {.study = s};
    struct fresh_process p = {.pipe = -1};
    struct diagnostic none;
    int failed = course_init(&b.course, s, d);
    if (!failed) {
        fresh_process_begin(&p, &b.course, &none);
        failed = study_all(&b, &p, results, d);
        if (p.pipe >= 0)
            fresh_process_end(&p, &b.record, &none);
    }
    crew_clear(&b.crew);
    recording_clear(&b.reference);
    recording_clear(&b.record);
    course_clear(&b.course);
    return failed;
}
