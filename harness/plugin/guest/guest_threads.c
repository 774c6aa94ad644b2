/* Whether two integrators in two threads are two: each makes the same steps alone and beside
 * the other, which is at another state; the bits have to be the same. The threads take turns
 * at each callback, and after each step: an engine makes none (turns.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/turns.h"

enum { together = 2 };

/* How far the second one is away from the first: x_i (1 + a) + b. */
static const double apart_by = 0x1p-9, apart_at_zero = 0x1p-11;

struct runner {
    struct guest guest; /* with a system and an integrator of its own */
    struct seat seat;
    const struct packet *request; /* t, x[nx], h, steps */
    double *begin;
    double *record; /* outcome, t, x, error of each step */
};

static size_t count_records(const struct guest *g, int steps) {
    return (size_t)steps * (2 + 2 * (size_t)g->nx);
}

static void run_course(struct runner *r, double h, int steps) {
    struct guest *g = &r->guest;
    double *record = r->record;
    enum packet_outcome outcome = guest_start(g, r->request->number[0], r->begin);
    for (int i = 0; i < steps; i++) {
        if (outcome == OUTCOME_DONE)
            outcome = guest_step(g, h);
        *record++ = outcome;
        *record++ = g->t;
        memcpy(record, g->x, (size_t)g->nx * sizeof *record);
        record += g->nx;
        memcpy(record, g->error, (size_t)g->nx * sizeof *record);
        record += g->nx;
        if (r->seat.turns != NULL)
            turns_pass(&r->seat);
    }
}

static void run_request(struct runner *r) {
    const double *rest = r->request->number + 1 + r->guest.nx;
    run_course(r, rest[0], (int)rest[1]);
}

static void *run_in_turns(void *context) {
    struct runner *r = context;
    turns_begin(&r->seat);
    run_request(r);
    turns_leave(&r->seat);
    return NULL;
}

static int make_runner(struct runner *r, struct guest *g, const struct packet *request,
                       int which) {
    const int steps = (int)request->number[2 + g->nx];
    const size_t nx = (size_t)g->nx;
    *r = (struct runner){.guest = *g, .request = request, .seat = {NULL, which}};
    r->guest.self = NULL; /* nor is anything else of g's its own */
    r->guest.system = (struct guest_system){.model = g->model};
    r->guest.state = r->guest.estimate = (struct guarded){.count = 0};
    r->guest.x = calloc(nx + 1, sizeof(double));
    r->guest.error = calloc(nx + 1, sizeof(double));
    r->begin = calloc(nx + 1, sizeof(double));
    r->record = calloc(count_records(g, steps) + 1, sizeof(double));
    if (r->guest.x == NULL || r->guest.error == NULL || r->begin == NULL ||
        r->record == NULL || guarded_alloc(&r->guest.state, g->nx) ||
        guarded_alloc(&r->guest.estimate, g->nx) ||
        guest_system_init(&r->guest.system, g->model, g->activity, &g->why))
        return message_set(&g->why, "out of memory");
    for (int i = 0; i < g->nx; i++) {
        double x = request->number[1 + i];
        r->begin[i] = which == 0 ? x : x + apart_by * x + apart_at_zero;
    }
    if (guest_prepare(&r->guest) == 0 &&
        guest_create(&r->guest, r->guest.options->integrator.max_step) == OUTCOME_DONE)
        return 0;
    g->why = r->guest.why;
    return -1;
}

static void clear_runner(struct runner *r) {
    guest_destroy(&r->guest);
    guest_system_clear(&r->guest.system);
    guarded_free(&r->guest.state);
    guarded_free(&r->guest.estimate);
    free(r->guest.x);
    free(r->guest.error);
    free(r->begin);
    free(r->record);
}

/* The first thread is this one. */
static int run_together(struct runner *runner, struct diagnostic *d) {
    struct turns turns;
    pthread_t other;
    if (turns_init(&turns))
        return message_set(d, "no threads can be had");
    for (int k = 0; k < together; k++) {
        runner[k].seat.turns = &turns;
        runner[k].guest.system.turn = turns_pass;
        runner[k].guest.system.of_turn = &runner[k].seat;
    }
    atomic_store(&runner->guest.activity->threads, 1);
    int failed = pthread_create(&other, NULL, run_in_turns, &runner[1]);
    if (!failed) {
        run_in_turns(&runner[0]);
        pthread_join(other, NULL);
    }
    atomic_store(&runner->guest.activity->threads, 0);
    turns_clear(&turns);
    return failed ? message_set(d, "no threads can be had") : 0;
}

static long count_differences(const struct runner *one, const struct runner *other,
                              size_t count) {
    long differing = 0;
    for (size_t i = 0; i < count; i++)
        differing += memcmp(&one->record[i], &other->record[i], sizeof(double)) != 0;
    return differing;
}

/* Runners 0 and 1 alone, 2 and 3 together. */
static int compare_runs(struct guest *g, struct runner *runner, double *differing) {
    const size_t count = count_records(g, (int)runner->request->number[2 + g->nx]);
    for (int k = 0; k < together; k++)
        run_request(&runner[k]);
    if (run_together(runner + together, &g->why))
        return -1;
    *differing = 0;
    for (int k = 0; k < together; k++)
        *differing += (double)count_differences(&runner[k], &runner[together + k], count);
    return 0;
}

enum packet_outcome guest_threads(struct guest *g, const struct packet *request,
                                  double *differing) {
    struct runner runner[2 * together];
    int made = 0, failed = 0;
    if (g->system.speaker != NULL) {
        message_set(&g->why, "a program has no threads to be tried in");
        return OUTCOME_FAILED;
    }
    for (; made < 2 * together && !failed; made++)
        failed = make_runner(&runner[made], g, request, made % together);
    if (!failed)
        failed = compare_runs(g, runner, differing);
    for (int k = 0; k < made; k++)
        clear_runner(&runner[k]);
    return failed ? OUTCOME_FAILED : OUTCOME_DONE;
}
