/* The solver of default mode is measured by the judge it has itself, any other by one of the
 * stepper's: the same solver given as somebody else's makes the same steps, to the last bit of
 * what is measured.
 *
 * Seen to fail: E of the last iterate told as the best one's; a proof of contradiction that is
 * not measured; velocities of an iterate that is not the answer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "fast/tests/contact_bodies.h"
#include "fast/tests/contact_plane.h"

/* Problems are of these shapes: only the stepper knows them. So the solver is made where the
 * first one comes. */
struct late {
    struct contact_solver solver[2]; /* of velocities, and of positions */
    int made;
};

static enum fast_status solve_late(void *self, const struct contact_problem *problem,
                                   struct contact_answer *answer) {
    struct late *late = self;
    if (late->made == 0)
        cr_assert_eq(contact_proximal_alloc(&late->solver[late->made++], problem),
                     FAST_OK);
    return late->solver[0].solve(late->solver[0].self, problem, answer);
}

static struct bodies bricks = {.n = 4,
                               .half = {0.5, 0.25, 0.3},
                               .mass = {1.37, 0.8, 1, 5},
                               .gravity = {0, -9.81, 0}};
static struct plane plane;

/* Bricks dropped askew; a pendulum that meets a floor; a point that a joint
 * lifts into the ceiling. */
enum { scenes = 3 };
static struct integrator_system find_scene(int i, double *x) {
    double centre[4][3] = {
        {0, 0.2501, 0}, {0.1, 0.7602, 0.05}, {0.3, 1.2703, 0}, {0.2, 1.79, -0.1}};
    struct integrator_system system;
    plane = (struct plane){.m = 1.37, .g = {0, -9.81}, .restitution = 0.5};
    if (i == 0) {
        system = bodies_system(&bricks);
        bodies_place(&bricks, centre, x);
        for (int k = 0; k < 24; k++)
            x[28 + k] = 0.3 * (k % 5 - 2);
        set_contact_laws(&system, 0.3, 0.5, 0.4);
        return system;
    }
    if (i == 1) {
        memcpy(x, (double[4]){0.8, -0.6, -0.6, -0.8}, 4 * sizeof *x);
        plane.floor = -0.61;
        return plane_swing(&plane);
    }
    x[3] = 1;
    plane.ceiling = 0.5, plane.lift = 1;
    return plane_lift(&plane);
}

struct outcome {
    enum fast_status status;
    double x[MOST_STATES], impulse[3 * MOST_CONTACTS];
    struct contact_statistics statistics;
    enum contact_verdict verdict;
    struct contact_answer last; /* that was told, without its arrays */
};

static void hear(void *context, const struct contact_event *event) {
    struct contact_answer *last = context;
    *last = *event->answer;
    last->v = last->impulse = last->joint_impulse = NULL;
    last->state = NULL;
    last->factorizations =
        0; /* one solver for both kinds of problems factors more often */
}

static void run(int scene, bool is_others, struct outcome *outcome) {
    struct late late = {.made = 0};
    const struct contact_solver others = {&late, "Others", solve_late, NULL};
    struct integrator_options options = contact_default_options();
    double x[MOST_STATES] = {0};
    const struct integrator_system system = find_scene(scene, x);
    contact_stepper *c;
    options.fixed_step = true, options.step = 2e-3;
    if (is_others)
        options.custom_solver = &others;
    memset(outcome, 0, sizeof *outcome);
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    contact_listen(c, hear, &outcome->last);
    outcome->status = contact_run(c, 0.6);
    memcpy(outcome->x, contact_state(c),
           (size_t)(system.nq + system.nv) * sizeof(double));
    int rows = 0;
    for (int i = 0; i < system.contacts; i++)
        rows += 1 + system.slides[i];
    memcpy(outcome->impulse, contact_impulses(c), (size_t)rows * sizeof(double));
    outcome->statistics = *contact_statistics(c);
    outcome->verdict = contact_run_verdict(c);
    contact_free(c);
    if (late.made > 0)
        late.solver[0].free(late.solver[0].self);
}

Test(contact_shared_judge, tells_what_one_apart_would) {
    for (int i = 0; i < scenes; i++) {
        static struct outcome own, others;
        run(i, false, &own);
        run(i, true, &others);
        cr_assert_eq(own.status, i < 2 ? FAST_OK : FAST_CONTRADICTORY, "scene %d", i);
        cr_expect_gt(own.statistics.iterations, 0, "scene %d", i);
        others.statistics.factorizations = own.statistics.factorizations;
        cr_expect_eq(memcmp(&own, &others, sizeof own), 0, "scene %d", i);
    }
}
