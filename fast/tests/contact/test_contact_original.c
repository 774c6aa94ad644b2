/* Whether faithful mode does what Simbody 3.7's time stepper did, without friction:
 * data/contact.json.
 *
 * Seen to fail, here or in the tests of rods and bodies: impact from 0.2 or 1 of the tolerance;
 * a capture velocity of 1 or 3 tolerances; near only what touches; a round more; observers in
 * the last expansion; open gaps pulled shut, closed ones not; no restitution below 10
 * tolerances; e between its velocities; gap / h for gap (1/h); friction looked up with the
 * transition velocity in use. PLUS: 60 degrees; an interval's end at 1 - 2^-6; tolerances of
 * 1e-8 and 1e-12; 10 iterations; backtracking to 0.1; patience at 0.5; smoothness 2^-13; a
 * first guess of 0.1; 1e-10 for the significant impulse; ranks by 1e-3 or 0; solutions not of
 * minimum norm; normals let go before friction, or rolling; any slip sliding; no applied slip;
 * an expansion that is not used up. Gauss-Seidel: 1.3; 99 sweeps; 1e-5; shrinkage by 0.9.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/tests/contact/contact_records.h"

static bool is_smaller(double a, double b) {
    return isfinite(a) && a <= b;
}

/* The larger, or what is not a number. */
static double larger(double a, double b) {
    return b <= a ? a : b;
}

static struct sliders sliders_of(const json_t *record) {
    const json_t *masses = json_object_get(record, "masses");
    struct sliders sliders = {.n = (int)json_array_size(masses), .width = 1};
    for (int i = 0; i < sliders.n; i++)
        sliders.mass[i] = json_number_value(json_array_get(masses, (size_t)i));
    return sliders;
}

/* ---- The ball. */
static const double BALL_TOLERANCE = 2e-18;

static void compare_ball(const contact_stepper *ball, double q, double u,
                         const char *what, int i) {
    const double *x = contact_state(ball);
    cr_expect(is_smaller(fabs(x[0] - q), BALL_TOLERANCE) &&
                  is_smaller(fabs(x[1] - u), BALL_TOLERANCE),
              "ball %d, %s: %.17g %.17g, not %.17g %.17g", i, what, x[0], x[1], q, u);
}

static void compare_bounce(const contact_stepper *ball, const json_t *bounce,
                           const struct contact_log *log, int i) {
    const json_t *solves = json_object_get(bounce, "solves");
    compare_ball(ball, record_number(bounce, "q_after"), record_number(bounce, "u_after"),
                 "after an impact", i);
    cr_assert((int)json_array_size(solves) == log->solves, "ball %d: %d solves, not %zu",
              i, log->solves, json_array_size(solves));
    for (int k = 0; k < log->solves; k++) {
        const double apart =
            contact_log_distance(log, k, json_array_get(solves, (size_t)k));
        cr_expect(is_smaller(apart, BALL_TOLERANCE), "ball %d, solve %d: %g", i, k,
                  apart);
    }
}

static void run_ball(const json_t *record, int number) {
    struct sliders sliders = {.n = 1,
                              .has_floor = true,
                              .mass = {record_number(record, "m")},
                              .g = record_number(record, "g")};
    struct integrator_system system = sliders_system(&sliders);
    const double x[2] = {record_number(record, "q0"), record_number(record, "u0")};
    const double h = record_number(record, "h");
    const int steps = (int)lround(record_number(record, "T") / h);
    const json_t *bounces = json_object_get(record, "bounce_log");
    const json_t *samples = json_object_get(record, "samples");
    static struct contact_log log;
    set_contact_laws(&system, record_number(record, "COR"), 0, 0);
    contact_stepper *ball = contact_record_begin(record, &system, x);
    contact_listen(ball, contact_log_listen, &log);
    size_t bounce = 0, sample = 0;
    for (int i = 1; i <= steps; i++) {
        contact_log_begin(&log, &system, ball, record);
        cr_assert(contact_record_step(ball, h, i) == FAST_OK);
        const json_t *b = json_array_get(bounces, bounce);
        if (b != NULL && record_number(b, "step") == i) {
            compare_bounce(ball, b, &log, number);
            bounce++;
        }
        const json_t *s = json_array_get(samples, sample);
        if (s != NULL && fabs(record_number(s, "t") - contact_time(ball)) < h / 2) {
            compare_ball(ball, record_number(s, "q"), record_number(s, "u"), "sample",
                         number);
            sample++;
        }
    }
    cr_expect(bounce == json_array_size(bounces) && sample == json_array_size(samples));
    compare_ball(ball, record_number(record, "q_end"), record_number(record, "u_end"),
                 "at the end", number);
    const double lambda = -contact_load_impulses(ball)[0] / h;
    cr_expect(fabs(lambda - record_number(record, "lambda_end")) <= 1e-11, "%d: %.17g",
              number, lambda);
}

Test(contact_original, every_ball_bounces_as_the_originals) {
    json_t *records = contact_records();
    const json_t *balls = json_object_get(records, "ball");
    cr_assert(json_array_size(balls) == 27);
    for (size_t i = 0; i < json_array_size(balls); i++)
        run_ball(json_array_get(balls, i), (int)i);
}

/* ---- The cradle. */
static const double CRADLE_TOLERANCE = 1.4e-14;

/* What rounding of A p up to a solve is in proportion to: the largest term, by A's largest
 * entry. */
static double largest_term(const struct contact_log *log, int last, double entry) {
    double largest = 1;
    for (int k = 0; k <= last; k++)
        for (int i = 0; i < log->rows; i++)
            largest = fmax(largest, entry * fabs(log->solve[k].p[i]));
    return largest;
}

static void compare_solves(const json_t *record, const struct contact_log *log,
                           const char *name, int number, double entry) {
    const json_t *solves = json_object_get(record, "first_step_solves");
    const int logged = log->solves;
    cr_assert((int)json_array_size(solves) == logged, "%s %d: %d solves, not %zu", name,
              number, logged, json_array_size(solves));
    for (int k = 0; k < logged; k++) {
        const double apart =
            contact_log_distance(log, k, json_array_get(solves, (size_t)k));
        const double tolerance = CRADLE_TOLERANCE * largest_term(log, k, entry);
        cr_expect(is_smaller(apart, tolerance), "%s %d, solve %d: %g", name, number, k,
                  apart);
    }
}

static double largest_entry(const struct sliders *sliders) {
    double largest = 0;
    for (int i = 0; i + 1 < sliders->n; i++)
        largest = fmax(largest, 1 / sliders->mass[i] + 1 / sliders->mass[i + 1]);
    return largest;
}

static void compare_sliders(const contact_stepper *stepper, const json_t *sample, int n,
                            int number) {
    const double *x = contact_state(stepper);
    for (int j = 0; j < n; j++) {
        const double q = record_entry(sample, "q", (size_t)j);
        const double u = record_entry(sample, "u", (size_t)j);
        cr_expect(is_smaller(fabs(x[j] - q), CRADLE_TOLERANCE) &&
                      is_smaller(fabs(x[n + j] - u), CRADLE_TOLERANCE),
                  "cradle %d at %g: %d: %g %g", number, record_number(sample, "t"), j,
                  x[j] - q, x[n + j] - u);
    }
}

static bool is_pgs(const json_t *record) {
    const json_t *config = json_object_get(record, "config");
    return strcmp(record_text(config, "solver"), "PGS") == 0;
}

/* Sweeps of a run by what is solved for, and its first step's solves. */
struct heard {
    long velocity_sweeps, position_sweeps;
    struct contact_log *log; /* NULL: no more */
};

static void hear(void *context, const struct contact_event *event) {
    struct heard *heard = context;
    *(event->phase == CONTACT_POSITION ? &heard->position_sweeps
                                       : &heard->velocity_sweeps) +=
        event->answer->iterations;
    if (heard->log != NULL)
        contact_log_listen(heard->log, event);
}

/* Balls that leave together have gaps of 0 or 2^-52, as rounding has it: where one is below 0 the
 * projection of positions sweeps once, else not at all. Returns whether it differs. */
static bool compare_sweeps(const struct heard *heard, const json_t *record, int number) {
    const json_t *stats = json_object_get(record, "solver_stats");
    const double of_positions = record_number(stats, "bilateral_iters");
    const double off = (double)heard->position_sweeps - of_positions;
    if (!is_pgs(record))
        return false;
    cr_expect((double)heard->velocity_sweeps == record_number(stats, "iters_phase0"),
              "cradle %d: %ld sweeps", number, heard->velocity_sweeps);
    cr_expect(fabs(off) <= 1, "cradle %d: %ld sweeps of positions, not %g", number,
              heard->position_sweeps, of_positions);
    return off != 0;
}

/* Returns whether sweeps of positions differ. */
static bool run_cradle(const json_t *record, int number) {
    struct sliders sliders = sliders_of(record);
    struct integrator_system system = sliders_system(&sliders);
    const double h = record_number(record, "h"), gap = record_number(record, "gap");
    const json_t *samples = json_object_get(record, "samples");
    static struct contact_log log;
    double x[2 * MOST_BODIES];
    const int n = sliders.n;
    set_contact_laws(&system, record_number(record, "COR"), 0, 0);
    for (int i = 0; i < n; i++) {
        x[i] = i * (1 + gap);
        x[n + i] = record_entry(record, "v0", (size_t)i);
    }
    contact_stepper *stepper = contact_record_begin(record, &system, x);
    contact_log_begin(&log, &system, stepper, record);
    struct heard heard = {.log = &log};
    contact_listen(stepper, hear, &heard);
    for (size_t i = 1, sample = 0; i <= (size_t)record_number(record, "steps"); i++) {
        cr_assert(contact_record_step(stepper, h, (int)i) == FAST_OK);
        if (i == 1)
            compare_solves(record, &log, "cradle", number, largest_entry(&sliders));
        heard.log = NULL;
        const json_t *s = json_array_get(samples, sample);
        if (s != NULL && fabs(record_number(s, "t") - contact_time(stepper)) < h / 2) {
            compare_sliders(stepper, s, n, number);
            sample++;
        }
    }
    cr_expect((double)contact_statistics(stepper)->solves ==
                  record_number(json_object_get(record, "solver_stats"), "solves_phase0"),
              "cradle %d: %ld solves", number, contact_statistics(stepper)->solves);
    return compare_sweeps(&heard, record, number);
}

Test(contact_original, every_cradle_moves_as_the_originals) {
    json_t *records = contact_records();
    const json_t *cradles = json_object_get(records, "cradle");
    int compared = 0, differ = 0;
    for (size_t i = 0; i < json_array_size(cradles); i++) {
        const json_t *record = json_array_get(cradles, i);
        if (strncmp(record_text(record, "case"), "cradle", 6) != 0)
            continue;
        differ += run_cradle(record, (int)i);
        compared++;
    }
    cr_expect(compared == 91 && differ <= 2, "%d compared, %d differ", compared, differ);
}

/* ---- The rod with two ends. */
static void run_rod(const json_t *record, int number) {
    struct rod rod = {.m = record_number(record, "m"),
                      .inertia = record_number(record, "inertia_com"),
                      .ends = 2};
    struct integrator_system system = falling_rod_system(&rod);
    const double v1 = record_number(record, "v_end1"),
                 v2 = record_number(record, "v_end2");
    const double x[6] = {0, 0, 0, (v2 - v1) / 2, 0, (v1 + v2) / 2};
    static struct contact_log log;
    set_contact_laws(&system, record_number(record, "COR"), 0, 0);
    contact_stepper *stepper = contact_record_begin(record, &system, x);
    contact_log_begin(&log, &system, stepper, record);
    contact_listen(stepper, contact_log_listen, &log);
    cr_assert(contact_record_step(stepper, record_number(record, "h"), 1) == FAST_OK);
    compare_solves(record, &log, "rod", number, 1);
    for (size_t j = 0; j < 3; j++) {
        const double apart =
            contact_state(stepper)[3 + j] - record_entry(record, "u_end", j);
        cr_expect(is_smaller(fabs(apart), CRADLE_TOLERANCE), "rod %d: %zu: %g", number, j,
                  apart);
    }
}

Test(contact_original, every_rod_between_two_ends_moves_as_the_originals) {
    json_t *records = contact_records();
    const json_t *cradles = json_object_get(records, "cradle");
    int compared = 0;
    for (size_t i = 0; i < json_array_size(cradles); i++) {
        const json_t *record = json_array_get(cradles, i);
        if (strncmp(record_text(record, "case"), "rod_two", 7) != 0)
            continue;
        run_rod(record, (int)i);
        compared++;
    }
    cr_expect(compared == 30, "%d compared", compared);
}

/* ---- Stacks of sliders. */
/* Statistics that the original has: of PLUS it has no iterations. */
static void compare_counts(const contact_stepper *stepper, const json_t *record,
                           int number) {
    const json_t *stats = json_object_get(record, "solver_stats");
    const struct contact_statistics *statistics = contact_statistics(stepper);
    const double unilateral = fmax(0, record_number(stats, "solves_phase2"));
    const double bilateral = record_number(stats, "bilateral_solves");
    const double solves = record_number(stats, "solves_phase0") + unilateral;
    const double iterations = record_number(stats, "iters_phase0") +
                              record_number(stats, "bilateral_iters") +
                              fmax(0, record_number(stats, "iters_phase2"));
    cr_expect((double)statistics->solves == solves, "stack %d: %ld solves, not %g",
              number, statistics->solves, solves);
    cr_expect((double)statistics->position_projections == bilateral + unilateral,
              "stack %d: %ld projections", number, statistics->position_projections);
    if (is_pgs(record))
        cr_expect((double)statistics->iterations == iterations,
                  "stack %d: %ld sweeps, not %g", number, statistics->iterations,
                  iterations);
}

/* Of heights; of impulses, in which rounding is amplified by the mass ratio. */
static const double HEIGHT_TOLERANCE = 2e-15;
static const double IMPULSE_TOLERANCE = 3e-14;

static void compare_stack(const contact_stepper *stepper, const json_t *sample,
                          const struct sliders *sliders, int number) {
    const double *x = contact_state(stepper);
    const json_t *impulses = json_object_get(sample, "dynamics_impulse");
    double apart = 0, apart_impulses = 0, heaviest = 1;
    for (size_t j = 0, near = 0; j < (size_t)sliders->n; j++) {
        apart = larger(apart, fabs(x[j] - record_entry(sample, "height", j)));
        heaviest = fmax(heaviest, sliders->mass[j]);
        if (impulses == NULL || contact_states(stepper)[j] == CONTACT_ABSENT)
            continue;
        const double p = json_number_value(json_array_get(impulses, near++));
        apart_impulses =
            larger(apart_impulses, fabs(contact_load_impulses(stepper)[j] + p));
    }
    cr_expect(is_smaller(apart, HEIGHT_TOLERANCE) &&
                  is_smaller(apart_impulses, IMPULSE_TOLERANCE * heaviest),
              "stack %d at %g: %g %g", number, record_number(sample, "t"), apart,
              apart_impulses);
}

/* Whole runs of high stacks take their time: TEST_SCALE above 1 asks for them. */
static int affordable_steps(const json_t *record, int n) {
    const char *scale = getenv("TEST_SCALE");
    const bool is_long = scale != NULL && strtod(scale, NULL) > 1;
    const int steps = (int)record_number(record, "steps_done");
    return is_long || n < 20 ? steps : steps / 5;
}

static void run_stack(const json_t *record, int number) {
    struct sliders sliders = sliders_of(record);
    sliders.has_floor = true;
    sliders.g = record_number(record, "g");
    struct integrator_system system = sliders_system(&sliders);
    const double h = record_number(record, "h");
    const double gap = record_number(record, "initial_gap");
    const json_t *samples = json_object_get(record, "samples");
    const int n = sliders.n, steps = affordable_steps(record, n);
    double x[2 * MOST_BODIES] = {0};
    set_contact_laws(&system, record_number(record, "COR"), 0, 0);
    for (int i = 0; i < n; i++)
        x[i] = 0.5 + gap + i * (1 + gap);
    contact_stepper *stepper = contact_record_begin(record, &system, x);
    size_t sample = 0;
    for (int i = 1; i <= steps; i++) {
        cr_assert(contact_record_step(stepper, h, i) == FAST_OK);
        const json_t *s = json_array_get(samples, sample);
        if (s != NULL && fabs(record_number(s, "t") - contact_time(stepper)) < h / 2) {
            compare_stack(stepper, s, &sliders, number);
            sample++;
        }
    }
    if (steps == (int)record_number(record, "steps_done")) {
        cr_expect(sample == json_array_size(samples));
        compare_counts(stepper, record, number);
    }
    cr_expect(sample >= 4, "stack %d: %zu", number, sample);
}

Test(contact_original, every_stack_of_sliders_stands_as_the_originals) {
    json_t *records = contact_records();
    const json_t *stacks = json_object_get(records, "stack");
    int compared = 0;
    for (size_t i = 0; i < json_array_size(stacks); i++) {
        const json_t *record = json_array_get(stacks, i);
        if (strncmp(record_text(record, "kind"), "slider", 6) != 0)
            continue;
        run_stack(record, (int)i);
        compared++;
    }
    cr_expect(compared == 30, "%d compared", compared);
}
