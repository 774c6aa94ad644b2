/* Whether an integrator's steps are the same beside unrelated work: it makes a course alone;
 * then, after another integrator has made some steps of another model in this process, one more
 * makes that course anew, with a step of the other between every two.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/unrelated.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/runner.h"
#include "problems/model.h"

/* Equations; and scenes, which engines build by the names of
 * the catalogue. */
static const struct {
    const char *path, *text;
} others[] = {
    {"unrelated.model", unrelated_text},
    {"pendulum.model", "param m = 1.37, l = 0.83, g = 9.81\n"
                       "position a = 0.7\n"
                       "velocity w = -0.25\n"
                       "a' = w\n"
                       "w' = -(g/l)*sin(a)\n"},
    {"bouncing_ball.model", "param m = 1.37, g = 9.81, e = 0\n"
                            "position z = 0.3\n"
                            "velocity v = 0.1\n"
                            "z' = v\n"
                            "mass v, v = m\n"
                            "force v = -m*g\n"
                            "contact floor { gap = z; restitution = e }\n"},
};
enum { others_count = sizeof others / sizeof *others, before = 7 };

/* One that cannot go on begins anew. */
static void go_on(void *other) {
    struct runner *r = other;
    if (guest_step(&r->guest, unrelated_step, 1) != OUTCOME_DONE)
        guest_start(&r->guest, r->t, r->begin);
}

/* A model that is not of this family, and its integrator. Nonzero: it does not take that. */
static int make_other(struct runner *other, struct model **m, struct guest *g, int i) {
    double t, x[UNRELATED_STATES];
    const size_t length = strcspn(others[i].path, ".");
    *m = NULL;
    *other = (struct runner){.steps = 0};
    if (strncmp(g->model->name, others[i].path, length) == 0)
        return message_set(&g->why, "the model is the same");
    if (model_parse(m, others[i].path, others[i].text, strlen(others[i].text), 0, NULL,
                    &g->why) != PROBLEM_OK)
        return -1;
    return initial_in_double(*m, &t, x, &g->why) || runner_make(other, g, *m, t, x, 0);
}

static void clear_other(struct runner *other, struct model *m) {
    runner_clear(other);
    model_free(m);
}

/* The first that it takes. */
static int find_other(struct runner *other, struct model **m, struct guest *g) {
    for (int i = 0; i < others_count; i++) {
        if (make_other(other, m, g, i) == 0)
            return 0;
        clear_other(other, *m);
        if (guest_is_lost(g))
            return -1;
    }
    return message_set(&g->why, "it takes none of the other models that are tried");
}

/* Runner 0 alone, 1 beside the other. */
static int compare(struct guest *g, struct runner *runner, const struct packet *request,
                   struct runner *other, double *differing) {
    const double *rest = request->number + 1 + g->nx;
    runner_run(&runner[0], rest[0]);
    guest_start(&other->guest, other->t, other->begin);
    for (int i = 0; i < before; i++)
        go_on(other);
    if (runner_make(&runner[1], g, g->model, request->number[0], request->number + 1,
                    (int)rest[1]))
        return -1;
    runner[1].between = go_on;
    runner[1].other = other;
    runner_run(&runner[1], rest[0]);
    *differing = (double)runner_differences(&runner[0], &runner[1]);
    return 0;
}

enum packet_outcome guest_beside(struct guest *g, const struct packet *request,
                                 double *differing) {
    struct runner runner[2] = {{.steps = 0}, {.steps = 0}}, other;
    struct model *m;
    if (g->system.speaker != NULL)
        return message_fail(OUTCOME_FAILED, &g->why,
                            "a program has a process for each of its systems");
    int failed = runner_make(&runner[0], g, g->model, request->number[0],
                             request->number + 1, (int)request->number[2 + g->nx]);
    if (!failed && (failed = find_other(&other, &m, g)) == 0) {
        failed = compare(g, runner, request, &other, differing);
        clear_other(&other, m);
    }
    runner_clear(&runner[0]);
    runner_clear(&runner[1]);
    return failed ? OUTCOME_FAILED : OUTCOME_DONE;
}
