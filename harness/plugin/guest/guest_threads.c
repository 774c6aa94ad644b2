/* Whether two integrators in two threads are two: each makes the same steps alone and beside
 * the other, which is at another state; the bits have to be the same. The threads take turns
 * at each callback, and after each step: an engine makes none (turns.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/runner.h"
#include "harness/plugin/guest/turns.h"

enum { together = 2 };

/* How far the second one is away from the first: x_i (1 + a) + b. */
static const double apart_by = 0x1p-9, apart_at_zero = 0x1p-11;

/* A runner in its thread. */
struct place {
    struct runner *runner;
    struct seat seat;
    double h;
};

static void *run_in_turns(void *context) {
    struct place *p = context;
    turns_begin(&p->seat);
    runner_run(p->runner, p->h);
    turns_leave(&p->seat);
    return NULL;
}

static int make_runner(struct runner *r, struct guest *g, const struct packet *request,
                       int which) {
    double *x = calloc((size_t)g->nx + 1, sizeof *x);
    *r = (struct runner){.steps = 0};
    if (x == NULL)
        return message_set(&g->why, "out of memory");
    for (int i = 0; i < g->nx; i++) {
        x[i] = request->number[1 + i];
        x[i] += which == 0 ? 0 : apart_by * x[i] + apart_at_zero;
    }
    const int failed = runner_make(r, g, g->model, request->number[0], x,
                                   (int)request->number[2 + g->nx]);
    free(x);
    return failed;
}

/* The first thread is this one. */
static int run_together(struct runner *runner, double h, struct diagnostic *d) {
    struct turns turns;
    struct place place[together];
    pthread_t other;
    if (turns_init(&turns))
        return message_set(d, "no threads can be had");
    for (int k = 0; k < together; k++) {
        place[k] = (struct place){&runner[k], {&turns, k}, h};
        runner[k].guest.system.turn = runner[k].between = turns_pass;
        runner[k].guest.system.of_turn = runner[k].other = &place[k].seat;
    }
    atomic_store(&runner->guest.activity->threads, 1);
    int failed = pthread_create(&other, NULL, run_in_turns, &place[1]);
    if (!failed) {
        run_in_turns(&place[0]);
        pthread_join(other, NULL);
    }
    atomic_store(&runner->guest.activity->threads, 0);
    turns_clear(&turns);
    for (int k = 0; k < together; k++)
        runner[k].guest.system.turn = runner[k].between = NULL;
    return failed ? message_set(d, "no threads can be had") : 0;
}

/* Runners 0 and 1 alone, 2 and 3 together. */
static int compare_runs(struct guest *g, struct runner *runner, double h,
                        double *differing) {
    for (int k = 0; k < together; k++)
        runner_run(&runner[k], h);
    if (run_together(runner + together, h, &g->why))
        return -1;
    *differing = 0;
    for (int k = 0; k < together; k++)
        *differing += (double)runner_differences(&runner[k], &runner[together + k]);
    return 0;
}

enum packet_outcome guest_threads(struct guest *g, const struct packet *request,
                                  double *differing) {
    struct runner runner[2 * together];
    int made = 0, failed = 0;
    if (g->system.speaker != NULL)
        return message_fail(OUTCOME_FAILED, &g->why,
                            "a program has no threads to be tried in");
    for (; made < 2 * together && !failed; made++)
        failed = make_runner(&runner[made], g, request, made % together);
    if (!failed)
        failed = compare_runs(g, runner, request->number[1 + g->nx], differing);
    for (int k = 0; k < made; k++)
        runner_clear(&runner[k]);
    return failed ? OUTCOME_FAILED : OUTCOME_DONE;
}
