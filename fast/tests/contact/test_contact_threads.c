/* With any number of threads a step has the same bits, fails alike, and tells the same.
 *
 * Seen to fail: parts that share a velocity; a part's largest residual left out; masses of the last
 * part that are not positive not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"
#include "fast/contact/team/team.h"
#include "fast/tests/brick_piles.h"
#include "fast/tests/random.h"

static const int threads[] = {1, 2, 3, 8};
enum { counts = sizeof threads / sizeof *threads };

/* Everything that a stepper tells after a run to `end`. */
struct outcome {
    enum fast_status status;
    int failed;
    enum contact_verdict verdict;
    struct contact_statistics statistics;
    double t, *x, *impulse, *load, *joint, *gap;
    enum contact_state *state;
};

static void *keep(const void *array, int n, size_t size) {
    void *copy = calloc((size_t)n + 1, size);
    cr_assert_not_null(copy);
    if (n > 0)
        memcpy(copy, array, (size_t)n * size);
    return copy;
}

static int count_rows(const struct integrator_system *system) {
    int rows = system->contacts;
    for (int i = 0; i < system->contacts; i++)
        rows += system->slides != NULL ? system->slides[i] : 0;
    return rows;
}

static struct outcome run(const struct integrator_system *system, const double *x,
                          int threads_of_it, double h, double end) {
    struct integrator_options options = contact_default_options();
    const int nx = system->nq + system->nv, rows = count_rows(system);
    contact_stepper *c;
    options.fixed_step = h > 0;
    if (h > 0)
        options.step = h;
    options.threads = threads_of_it;
    cr_assert_eq(contact_alloc(&c, system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    const enum fast_status status = contact_run(c, end);
    struct outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.status = status;
    outcome.failed = contact_failed(c);
    outcome.verdict = contact_run_verdict(c);
    outcome.statistics = *contact_statistics(c);
    outcome.t = contact_time(c);
    outcome.x = keep(contact_state(c), nx, sizeof(double));
    outcome.impulse = keep(contact_impulses(c), rows, sizeof(double));
    outcome.load = keep(contact_load_impulses(c), rows, sizeof(double));
    outcome.joint = keep(contact_joint_impulses(c), system->joints, sizeof(double));
    outcome.gap = keep(contact_gaps(c), system->contacts, sizeof(double));
    outcome.state = keep(contact_states(c), system->contacts, sizeof(enum contact_state));
    return outcome;
}

#define SAME(what, n) (memcmp(a->what, b->what, (size_t)(n) * sizeof *a->what) == 0)
static bool are_same(const struct integrator_system *system, const struct outcome *a,
                     const struct outcome *b) {
    const int rows = count_rows(system);
    return a->status == b->status && a->failed == b->failed && a->verdict == b->verdict &&
           a->t == b->t &&
           memcmp(&a->statistics, &b->statistics, sizeof a->statistics) == 0 &&
           SAME(x, system->nq + system->nv) && SAME(impulse, rows) && SAME(load, rows) &&
           SAME(joint, system->joints) && SAME(gap, system->contacts) &&
           SAME(state, system->contacts);
}
#undef SAME

/* The run with one thread, which all others are to repeat; whether they do is told with `what`. */
static struct outcome run_all(const struct integrator_system *system, const double *x,
                              double h, double end, const char *what) {
    const struct outcome alone = run(system, x, threads[0], h, end);
    for (int i = 1; i < counts; i++) {
        struct outcome other = run(system, x, threads[i], h, end);
        cr_expect(are_same(system, &alone, &other), "%s, %d threads", what, threads[i]);
    }
    return alone;
}

/* Piles that are thrown together anew: they iterate, slide, tip, open and close. */
static void throw_piles(struct brick_piles *piles, double speed) {
    struct random random = random_open();
    for (int i = 0; i < piles->bricks; i++)
        piles->x[7 * i + 5] += 1e-5 * (i + 1);
    for (int i = 0; i < 6 * piles->bricks; i++)
        piles->x[7 * piles->bricks + i] = random_between(&random, -speed, speed);
}

Test(contact_threads, repeat_each_others_piles_to_the_last_bit) {
    for (int i = 0; i < 3; i++) {
        struct brick_piles piles;
        brick_piles_open(&piles, 12, i == 0 ? 2 : 4, i == 1);
        throw_piles(&piles, i == 2 ? 0 : 0.02);
        struct outcome outcome = run_all(&piles.system, piles.x, i == 2 ? -1 : 2e-3,
                                         i == 2 ? 2e-3 : 6e-3, "piles");
        cr_expect_eq(outcome.status, FAST_OK);
        cr_expect_gt(outcome.statistics.factorizations, 0);
        brick_piles_close(&piles);
    }
}

/* Points on rods of length 1 about (0, 0), m = 1.37, above a floor. */
enum { swings = 9 };
static const double m = 1.37, g = 9.81, floor_of_all = -0.61;

static int fall(void *context, double t, const double *x, double *ydot) {
    (void)context;
    (void)t;
    (void)x;
    for (int i = 0; i < swings; i++)
        ydot[2 * i] = 0, ydot[2 * i + 1] = -g;
    return 0;
}

static int find_masses(void *context, double t, const double *x, double *matrix) {
    (void)context;
    (void)t;
    (void)x;
    for (int i = 0; i < 2 * swings; i++)
        matrix[i] = m;
    return 0;
}

static int find_gaps(void *context, double t, const double *x, double *gap) {
    (void)context;
    (void)t;
    for (int i = 0; i < swings; i++)
        gap[i] = x[2 * i + 1] - floor_of_all;
    return 0;
}

static int find_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    for (int i = 0; i < swings; i++)
        offset[i] = 0, matrix[i] = 1;
    return find_gaps(context, t, x, gap);
}

static int find_lengths(void *context, double t, const double *x, double *error,
                        double *matrix) {
    (void)context;
    (void)t;
    for (int i = 0; i < swings; i++)
        error[i] = (x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1] - 1) / 2;
    if (matrix != NULL)
        memcpy(matrix, x, 2 * swings * sizeof *x);
    return 0;
}

static int find_speeds(void *context, double t, const double *x, double *error,
                       double *matrix) {
    const double *v = x + 2 * swings;
    (void)context;
    (void)t;
    for (int i = 0; i < swings; i++)
        error[i] = x[2 * i] * v[2 * i] + x[2 * i + 1] * v[2 * i + 1];
    if (matrix != NULL)
        memcpy(matrix, x, 2 * swings * sizeof *x);
    return 0;
}

static int find_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *matrix, double *response) {
    const double *v = x + 2 * swings;
    for (int i = 0; i < swings; i++)
        bias[i] = v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1];
    for (int i = 0; i < 2 * swings; i++)
        response[i] = x[i] / m;
    memcpy(matrix, x, 2 * swings * sizeof *x);
    return fall(context, t, x, ydot);
}

Test(contact_threads, repeat_each_others_joints) {
    static int pairs[2 * swings + 1], of_joint[2 * swings], start[swings + 1],
        vertical[swings], each[2 * swings + 1], own[2 * swings], slides[swings],
        by_joint[swings + 1];
    double x[4 * swings] = {0}, restitution[swings];
    for (int i = 0; i < swings; i++) {
        const double angle = 1 + 0.07 * i;
        x[2 * i] = sin(angle), x[2 * i + 1] = -cos(angle);
        start[i + 1] = i + 1, vertical[i] = 2 * i + 1;
        by_joint[i + 1] = 2 * i + 2;
        restitution[i] = 0.5;
    }
    for (int i = 0; i < 2 * swings; i++) {
        pairs[i + 1] = i + 1, of_joint[i] = i / 2;
        each[i + 1] = i + 1, own[i] = i;
    }
    const struct fast_pattern joints = {swings, 2 * swings, pairs, of_joint};
    const struct fast_pattern responses = {2 * swings, swings, by_joint, own};
    const struct fast_pattern contacts = {2 * swings, swings, start, vertical};
    const struct fast_pattern masses = {2 * swings, 2 * swings, each, own};
    const struct integrator_system system = {.nq = 2 * swings,
                                             .nv = 2 * swings,
                                             .rates = fall,
                                             .joints = swings,
                                             .holonomic = swings,
                                             .dynamics = find_dynamics,
                                             .position = find_lengths,
                                             .velocity = find_speeds,
                                             .joint_pattern = &joints,
                                             .position_pattern = &joints,
                                             .response_pattern = &responses,
                                             .contacts = swings,
                                             .slides = slides,
                                             .restitution = restitution,
                                             .gap = find_gaps,
                                             .contact_rows = find_rows,
                                             .contact_pattern = &contacts,
                                             .mass = find_masses,
                                             .mass_pattern = &masses};
    struct outcome outcome = run_all(&system, x, 4e-3, 0.3, "swings");
    cr_expect_eq(outcome.status, FAST_OK);
    cr_expect_gt(outcome.statistics.impacts, 0);
}

/* Of the last pile a brick has no mass from a step on. */
static int lose_mass(void *context, double t, const double *x, double *matrix) {
    const struct brick_piles *piles = context;
    const int status = piles->system.mass(context, t, x, matrix);
    if (t > 3e-3)
        matrix[12 * piles->bricks - 1] = 0;
    return status;
}

Test(contact_threads, fail_as_one_does) {
    struct brick_piles piles;
    brick_piles_open(&piles, 12, 2, false);
    throw_piles(&piles, 0.02);
    struct integrator_system system = piles.system;
    system.mass = lose_mass;
    struct outcome outcome = run_all(&system, piles.x, 2e-3, 0.02, "spoilt");
    cr_expect_eq(outcome.status, FAST_SINGULAR);
    cr_expect_eq(outcome.t, 2e-3);
    brick_piles_close(&piles);
}

/* 24 bricks in piles of three, as a problem. */
static struct contact_problem pose(const struct brick_piles *piles, int first[97]) {
    for (int i = 0; i <= 96; i++)
        first[i] = 3 * i;
    return (struct contact_problem){.nv = 144,
                                    .contacts = 96,
                                    .rows = 288,
                                    .first = first,
                                    .matrix_pattern = &piles->pattern,
                                    .mass_pattern = &piles->mass_pattern};
}

/* A mass that is not positive in any part. */
Test(contact_threads, tell_of_each_part_that_its_masses_are_none) {
    static double mass[288], matrix[3 * 4 * 24 * 12];
    struct brick_piles piles;
    int first[97];
    struct contact_judge *judge;
    brick_piles_open(&piles, 24, 3, true);
    struct contact_problem problem = pose(&piles, first);
    struct team *team = team_alloc(4);
    cr_assert_not_null(team);
    cr_assert_eq(judge_alloc(&judge, &problem, team), FAST_OK);
    piles.system.mass(&piles, 0, piles.x, mass);
    problem.mass = mass;
    problem.matrix = matrix;
    problem.is_changed = true;
    cr_expect(judge_prepare(judge, &problem));
    for (int i = 0; i < 24; i++) {
        mass[12 * i + 11] = -1;
        cr_expect_not(judge_prepare(judge, &problem), "brick %d", i);
        mass[12 * i + 11] = 1;
    }
    cr_expect(judge_prepare(judge, &problem));
    contact_judge_free(judge);
    team_free(team);
    brick_piles_close(&piles);
}

/* What parts have in common is nothing, and together they are all. */
Test(contact_threads, share_piles_evenly) {
    struct brick_piles piles;
    brick_piles_open(&piles, 24, 3, true);
    int first[97];
    const struct contact_problem shape = pose(&piles, first);
    struct judge_store store = {0};
    struct judge_parts parts = {0};
    struct team *team = team_alloc(4);
    cr_assert_not_null(team);
    cr_expect_eq(judge_count_islands(&shape), 8);
    cr_assert(judge_parts_find(&parts, &store, &shape, team));
    int taken[4] = {0};
    for (int k = 0; k < 4; k++)
        for (int r = parts.contact.begin[k]; r < parts.contact.begin[k + 1]; r++)
            for (int c = parts.contact.run[r].from; c < parts.contact.run[r].to; c++) {
                const int row = piles.pattern.start[3 * c];
                cr_expect_eq(parts.of_velocity[piles.pattern.row[row]], k);
                taken[k]++;
            }
    for (int k = 0; k < 4; k++)
        cr_expect_eq(taken[k], 24, "part %d: %d", k, taken[k]);
    team_free(team);
    judge_store_free(&store);
    brick_piles_close(&piles);
}
