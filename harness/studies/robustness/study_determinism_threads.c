/* A course in two threads at once, each with integrators of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/studies/robustness/study_determinism.h"

#include <pthread.h>

#include "harness/base/message.h"

enum { THREADS = 2 };

struct runner {
    const struct course *course;
    struct crew crew;
    struct recording recording;
    pthread_barrier_t *together; /* both begin when both are there */
};

/* Counters are left to the main thread. */
static void *run(void *context) {
    struct runner *r = context;
    json_t *counters = r->recording.counters;
    r->recording.counters = NULL;
    pthread_barrier_wait(r->together);
    course_run(r->course, &r->crew, &r->recording, NULL);
    r->recording.counters = counters;
    return NULL;
}

static void take_counters(struct runner *r) {
    json_array_clear(r->recording.counters);
    for (int leg = 0; leg < r->crew.open; leg++)
        json_array_append_new(r->recording.counters,
                              subject_counters_tell(&r->crew.subject[leg]));
}

/* The first thread is this one. */
static int run_together(struct runner *runner, struct diagnostic *d) {
    pthread_barrier_t together;
    pthread_t other;
    if (pthread_barrier_init(&together, NULL, THREADS) != 0)
        return message_set(d, "no threads can be had");
    for (int k = 0; k < THREADS; k++)
        runner[k].together = &together;
    int failed = pthread_create(&other, NULL, run, &runner[1]);
    if (!failed) {
        run(&runner[0]);
        pthread_join(other, NULL);
    }
    pthread_barrier_destroy(&together);
    return failed ? message_set(d, "no threads can be had") : 0;
}

int determinism_threads(const struct course *c, const struct recording *reference,
                        int times, long *differing, struct diagnostic *d) {
    struct runner runner[THREADS] = {{.course = c}, {.course = c}};
    int failed = 0;
    for (int k = 0; k < THREADS && !failed; k++) {
        if (recording_init(&runner[k].recording, c->nx))
            failed = message_set(d, "out of memory");
        failed = failed || crew_init(&runner[k].crew, c, d);
    }
    for (int i = 0; i < times && !failed; i++) {
        failed = run_together(runner, d);
        for (int k = 0; k < THREADS && !failed; k++) {
            take_counters(&runner[k]);
            long different = recording_difference(&runner[k].recording, reference);
            *differing = different > *differing ? different : *differing;
        }
    }
    for (int k = 0; k < THREADS; k++) {
        crew_clear(&runner[k].crew);
        recording_clear(&runner[k].recording);
    }
    return failed;
}
