/* Impacts located within steps: restitution without loss, bounces that die away, when they
 * happen, and how many there may be.
 *
 * Seen to fail: positions moved with the velocity at the end; the rest of a step after an
 * impact forgotten; a root sought from the contact itself;
 * corners that close together sought again and again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact_bodies.h"
#include "fast/tests/contact_plane.h"

static const double g = 9.81;

/* Energy of a ball at (y, vy), by its mass. */
static double ball_energy(const double *x) {
    return x[3] * x[3] / 2 + g * x[1];
}

Test(contact_location, elastic_ball_keeps_its_energy_for_twenty_seconds) {
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = 1};
    const struct integrator_system system = plane_point(&plane);
    const struct integrator_options options = contact_fixed(1e-3);
    const double x[4] = {0, 1, 0.3, 0};
    contact_stepper *c = contact_started(&system, &options, x);
    cr_assert_eq(contact_run(c, 20), FAST_OK);
    const double *end = contact_state(c);
    cr_assert(isfinite(ball_energy(end)));
    cr_assert_float_eq(ball_energy(end), g, 1e-13 * g, "%g", ball_energy(end) / g - 1);
    /* Falls take sqrt(2/g), flights twice that. */
    const double period = 2 * sqrt(2 / g);
    const double since = fmod(20 + period / 2, period) - period / 2;
    cr_assert_float_eq(end[1], 1 - g * since * since / 2, 1e-11);
    cr_assert_float_eq(end[0], 0.3 * 20, 1e-11);
    cr_assert_eq(contact_statistics(c)->impacts, 22);
    cr_assert_eq(contact_statistics(c)->impacts_located, 22);
}

Test(contact_location, bounces_die_away_at_the_closed_form_s_time) {
    for (int i = 0; i < 3; i++) {
        const double e = (double[]){0.5, 0.8, 0.31}[i];
        struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = e};
        const struct integrator_system system = plane_point(&plane);
        const struct integrator_options options = contact_fixed(1e-3);
        const double x[4] = {0, 1, 0, 0};
        const double end = sqrt(2 / g) * (1 + e) / (1 - e);
        contact_stepper *c = contact_started(&system, &options, x);
        cr_assert_eq(contact_run(c, end - 2e-5), FAST_OK);
        cr_assert(contact_state(c)[3] != 0, "e %g: rests too early", e);
        cr_assert_eq(contact_run(c, end + 2e-5), FAST_OK);
        cr_assert_float_eq(contact_state(c)[3], 0, 1e-12, "e %g: %g", e,
                           contact_state(c)[3]);
        cr_assert_eq(contact_run(c, end + 1), FAST_OK);
        cr_assert_float_eq(contact_state(c)[1], 0, 1e-9);
        cr_assert_eq(contact_states(c)[0], CONTACT_STICKING);
    }
}

struct log {
    int impacts;
    double t[64];
};

static void note_impacts(void *context, const struct contact_event *event) {
    struct log *log = context;
    if (event->phase == CONTACT_COMPRESSION && event->round == 1 && log->impacts < 64)
        log->t[log->impacts++] = event->t;
}

Test(contact_location, impacts_happen_when_parabolas_meet_the_floor) {
    const double e = 0.8, fall = sqrt(2 / g);
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = e};
    const struct integrator_system system = plane_point(&plane);
    const struct integrator_options options = contact_fixed(0.01);
    const double x[4] = {0, 1, 0, 0};
    struct log log = {0};
    contact_stepper *c = contact_started(&system, &options, x);
    contact_listen(c, note_impacts, &log);
    cr_assert_eq(contact_run(c, 3), FAST_OK);
    cr_assert(log.impacts >= 6);
    double t = fall, flight = 2 * e * fall;
    for (int i = 0; i < 6; i++, t += flight, flight *= e)
        cr_assert_float_eq(log.t[i], t, 1e-13, "impact %d: %g", i, log.t[i] - t);
}

Test(contact_location, a_step_as_long_as_several_flights_takes_them_all) {
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = 1};
    const struct integrator_system system = plane_point(&plane);
    const struct integrator_options options = contact_fixed(5);
    const double x[4] = {0, 1, 0, 0}, period = 2 * sqrt(2 / g);
    contact_stepper *c = contact_started(&system, &options, x);
    cr_assert_eq(contact_run(c, 5), FAST_OK);
    const double since = fmod(5 + period / 2, period) - period / 2;
    cr_assert_float_eq(contact_state(c)[1], 1 - g * since * since / 2, 1e-13);
    cr_assert_float_eq(ball_energy(contact_state(c)), g, 1e-14 * g);
}

Test(contact_location, of_two_contacts_the_earlier_is_met_first) {
    /* Between floor and ceiling that do not move: 0 and 0.9; up at 1. */
    struct plane plane = {.m = 1.37, .ceiling = 0.9};
    struct integrator_system system = plane_press(&plane);
    const double e[2] = {0.5, 0.25}, x[4] = {0, 0.4, 0.1, 1};
    const struct integrator_options options = contact_fixed(10);
    struct log log = {0};
    system.restitution = e;
    contact_stepper *c = contact_started(&system, &options, x);
    contact_listen(c, note_impacts, &log);
    cr_assert_eq(contact_run(c, 10), FAST_OK);
    /* 0.5 at 1, then 0.9 at 1/4, then 0.9 at 1/8. */
    cr_assert_eq(log.impacts, 2);
    cr_assert_float_eq(log.t[0], 0.5, 1e-14);
    cr_assert_float_eq(log.t[1], 0.5 + 3.6, 1e-13);
    cr_assert_float_eq(contact_state(c)[3], 0.125, 1e-15);
    cr_assert_float_eq(contact_state(c)[1], 0.125 * (10 - 4.1), 1e-13);
}

/* A tilted rod falls: its lower end is struck first, though both are through in the end. */
Test(contact_location, of_two_ends_that_pass_the_lower_is_met_first) {
    struct rod rod = {.m = 1.37, .inertia = 0.4, .ends = 2};
    struct integrator_system system = falling_rod_system(&rod);
    const struct integrator_options options = contact_fixed(10);
    const double x[6] = {0.3, 0, 1, 0, 0, -1};
    struct log log = {0};
    set_contact_laws(&system, 0.5, 0, 0);
    contact_stepper *c = contact_started(&system, &options, x);
    contact_listen(c, note_impacts, &log);
    cr_assert_eq(contact_run(c, 1.2), FAST_OK);
    cr_assert(log.impacts >= 1);
    cr_assert_float_eq(log.t[0], 1 - sin(0.3), 1e-14, "%g", log.t[0]);
}

Test(contact_location, too_many_impacts_in_a_step_are_refused) {
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = 0.9};
    const struct integrator_system system = plane_point(&plane);
    struct integrator_options options = contact_fixed(20);
    const double x[4] = {0, 1, 0.2, 0};
    options.max_impacts = 7;
    contact_stepper *c = contact_started(&system, &options, x);
    cr_assert_eq(contact_step(c, 20), FAST_ACCUMULATION);
    cr_assert_eq(contact_failed(c), 0);
    cr_assert_eq(contact_time(c), 0);
    for (int i = 0; i < 4; i++)
        cr_assert(contact_state(c)[i] == x[i]);
    cr_assert_eq(contact_step(c, 1e-3), FAST_OK);
}

Test(contact_location, without_it_impacts_wait_for_the_step_s_end) {
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = 0.5};
    const struct integrator_system system = plane_point(&plane);
    struct integrator_options options = contact_fixed(0.01);
    const double x[4] = {0, 1, 0, 0};
    options.locates_impacts = false;
    contact_stepper *c = contact_started(&system, &options, x);
    cr_assert_eq(contact_run(c, 3), FAST_OK);
    cr_assert_eq(contact_statistics(c)->impacts_located, 0);
    cr_assert(contact_statistics(c)->impacts > 3);
    cr_assert_float_eq(contact_state(c)[1], 0, 1e-9);
    cr_assert_float_eq(contact_state(c)[3], 0, 1e-9);
}

/* A brick falls flat on its four corners: they are struck together, and it rebounds flat. */
Test(contact_location, corners_that_close_together_are_struck_together) {
    struct bodies brick = {
        .n = 1, .half = {0.2, 0.1, 0.3}, .mass = {1.37}, .gravity = {0, -g, 0}};
    struct integrator_system system = bodies_system(&brick);
    const struct integrator_options options = contact_fixed(1e-3);
    double centre[1][3] = {{0.3, 0.15, -0.1}}, x[13];
    set_contact_laws(&system, 0.4, 0.5, 0.5);
    bodies_place(&brick, centre, x);
    struct log log = {0};
    contact_stepper *c = contact_started(&system, &options, x);
    contact_listen(c, note_impacts, &log);
    cr_assert_eq(contact_run(c, 0.15), FAST_OK);
    const double fall = sqrt(0.1 / g), since = 0.15 - fall;
    cr_assert_eq(log.impacts, 1);
    cr_assert_float_eq(log.t[0], fall, 1e-14);
    cr_assert_float_eq(contact_state(c)[11], 0.4 * g * fall - g * since, 1e-13);
    for (int i = 7; i < 10; i++)
        cr_assert_float_eq(contact_state(c)[i], 0, 1e-13);
    cr_assert_eq(contact_run(c, 1), FAST_OK);
    cr_assert_float_eq(contact_state(c)[5], 0.1, 1e-9);
    cr_assert(log.impacts < 30);
}

/* In long steps and far flights times are not told apart as finely as gaps are: corners that are
 * inside by what that amounts to are met all the same. */
Test(contact_location, corners_that_close_together_do_so_in_one_long_step,
     .timeout = 30) {
    const double h = 200, high = 84.1;
    struct bodies brick = {
        .n = 1, .half = {0.2, 0.1, 0.3}, .mass = {1.37}, .gravity = {0, -g, 0}};
    struct integrator_system system = bodies_system(&brick);
    const struct integrator_options options = contact_fixed(h);
    for (int k = 0; k < 20; k++) {
        const double fall = high + 0.37 * k;
        double centre[1][3] = {{0.3, 0.1 + fall, -0.1}}, x[13];
        set_contact_laws(&system, 1, 0, 0);
        bodies_place(&brick, centre, x);
        contact_stepper *c = contact_started(&system, &options, x);
        cr_assert_eq(contact_step(c, h), FAST_OK);
        const double *end = contact_state(c);
        const double energy = end[11] * end[11] / 2 + g * (end[5] - 0.1);
        cr_assert_float_eq(energy, g * fall, 1e-10 * g * fall, "%d: %g", k, energy);
        /* It meets the floor every 2 sqrt(2 fall/g), at first after half of that. */
        cr_assert_eq(contact_statistics(c)->impacts,
                     (long)floor(h / (2 * sqrt(2 * fall / g)) + 0.5));
    }
}

/* A rod that swings into a wall: joint and located impact at once. */
Test(contact_location, a_pendulum_rebounds_from_a_wall_with_its_energy) {
    struct plane plane = {.m = 1.37, .g = {0, -g}, .restitution = 1, .floor = -0.8};
    const struct integrator_system system = plane_swing(&plane);
    const struct integrator_options options = contact_fixed(1e-3);
    const double x[4] = {1, 0, 0, 0};
    contact_stepper *c = contact_started(&system, &options, x);
    cr_assert_eq(contact_run(c, 3), FAST_OK);
    const double *end = contact_state(c);
    const double energy = (end[2] * end[2] + end[3] * end[3]) / 2 + g * end[1];
    cr_assert(contact_statistics(c)->impacts >= 3);
    cr_assert_float_eq(energy, 0, 1e-4, "%g", energy);
    cr_assert_float_eq(hypot(end[0], end[1]), 1, 1e-9);
    cr_assert(end[1] >= -0.8 - 1e-9);
}
