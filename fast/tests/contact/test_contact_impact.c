/* Impacts: laws of restitution, rounds, the cap on what expansion gives.
 *
 * Seen to fail: expansion by all contacts' coefficients; no cap; the cap's root with the
 * wrong sign; rounds that all contacts take part in;
 * a solve that is given up told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact_bodies.h"
#include "fast/tests/contact_plane.h"
#include "fast/contact/stepper/stepper.h"
#include "fast/tests/random.h"

static struct integrator_options choose(enum contact_restitution restitution,
                                        enum contact_induced induced) {
    struct integrator_options options = contact_default_options();
    options.fixed_step = true, options.step = 1e-6;
    options.restitution = restitution;
    options.induced = induced;
    return options;
}

/* One short step from x; the caller frees. */
static contact_stepper *strike(const struct integrator_system *system,
                               const struct integrator_options *options,
                               const double *x) {
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, system, options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_step(c, options->step), FAST_OK);
    return c;
}

/* Five balls that touch, the first with speed 1: after, by the law of each round. */
Test(contact_impact, cradle_obeys_the_laws_in_closed_form) {
    static const double simultaneous[] = {-0.6, 0.4, 0.4, 0.4, 0.4};
    static const double sequential[] = {0, 0, 0, 0, 1};
    struct sliders balls = {.n = 5, .mass = {1, 1, 1, 1, 1}, .width = 1};
    struct integrator_system system = sliders_system(&balls);
    const double x[10] = {0, 1, 2, 3, 4, 1};
    set_contact_laws(&system, 1, 0, 0);
    for (int law = CONTACT_POISSON; law <= CONTACT_NEWTON; law++)
        for (int induced = CONTACT_SIMULTANEOUS; induced <= CONTACT_MIXED; induced++) {
            const struct integrator_options options =
                choose((enum contact_restitution)law, (enum contact_induced)induced);
            contact_stepper *c = strike(&system, &options, x);
            const double *expected =
                induced == CONTACT_SIMULTANEOUS ? simultaneous : sequential;
            for (int i = 0; i < 5; i++)
                cr_assert_float_eq(contact_state(c)[5 + i], expected[i], 1e-14,
                                   "law %d, rounds %d, ball %d: %g", law, induced, i,
                                   contact_state(c)[5 + i]);
            cr_assert_eq(contact_statistics(c)->rounds,
                         induced == CONTACT_SIMULTANEOUS ? 1 : 4);
            cr_assert_eq(contact_statistics(c)->restitution_caps, 0);
        }
}

/* Three equal balls, the first comes: r_C = (2/3, 1/3), and only the first contact gives half of
 * its own back: (0, 2/3, 1/3), whence the others meet: (0, 1/2, 1/2). */
Test(contact_impact, only_what_approaches_gives_back) {
    static const double e[2] = {0.5, 1}, expected[3] = {0, 0.5, 0.5};
    struct sliders balls = {.n = 3, .mass = {1, 1, 1}, .width = 1};
    struct integrator_system system = sliders_system(&balls);
    const double x[6] = {0, 1, 2, 1};
    const struct integrator_options options =
        choose(CONTACT_POISSON, CONTACT_SIMULTANEOUS);
    system.restitution = e;
    contact_stepper *c = strike(&system, &options, x);
    for (int i = 0; i < 3; i++)
        cr_assert_float_eq(contact_state(c)[3 + i], expected[i], 1e-15);
}

/* Sequential rounds end when nothing approaches, or are too many; momentum stays. */
Test(contact_impact, sequential_rounds_end_when_nothing_approaches) {
    struct sliders balls = {.n = 4, .mass = {1.37, 0.2, 3.1, 0.9}, .width = 1};
    struct integrator_system system = sliders_system(&balls);
    const double x[8] = {0, 1, 2, 3, 1, 0.1, -0.3, 0};
    set_contact_laws(&system, 0.5, 0, 0);
    for (int most = 1; most < 40; most += 4) {
        struct integrator_options options = choose(CONTACT_POISSON, CONTACT_SEQUENTIAL);
        options.max_induced = most;
        contact_stepper *c = strike(&system, &options, x);
        const double *v = contact_state(c) + 4;
        double momentum = 0, before = 0;
        for (int i = 0; i < 4; i++) {
            momentum += balls.mass[i] * v[i];
            before += balls.mass[i] * x[4 + i];
            cr_assert(i == 0 || v[i] - v[i - 1] > -1e-8, "%d rounds", most);
        }
        cr_assert_float_eq(momentum, before, 1e-14);
        cr_assert(contact_statistics(c)->rounds <= most + 1);
    }
}

/* Two masses: v' = v - (1 + e) m2 / (m1 + m2) (v1 - v2). */
Test(contact_impact, two_masses_part_by_newton_s_formula) {
    struct sliders balls = {.n = 2, .mass = {1.37, 0.45}, .width = 1};
    struct integrator_system system = sliders_system(&balls);
    const double x[4] = {0, 1, 0.7, -0.2}, e = 0.35;
    const double impulse = (1 + e) * 0.9 * 1.37 * 0.45 / 1.82;
    set_contact_laws(&system, e, 0, 0);
    for (int law = CONTACT_POISSON; law <= CONTACT_NO_RESTITUTION; law++) {
        const struct integrator_options options =
            choose((enum contact_restitution)law, CONTACT_SIMULTANEOUS);
        const double r = law == CONTACT_NO_RESTITUTION ? impulse / (1 + e) : impulse;
        contact_stepper *c = strike(&system, &options, x);
        cr_assert_float_eq(contact_impulses(c)[0], r, 1e-15);
        cr_assert_float_eq(contact_state(c)[2], 0.7 - r / 1.37, 1e-15);
        cr_assert_float_eq(contact_state(c)[3], -0.2 + r / 0.45, 1e-15);
    }
}

/* Flat rod, m = 4, half length 1, J = 4/3: one end comes in at 1, the other goes out at 1/2.
 * Newton's law with e = 1 asks for 4/3 of the energy; Poisson's gives 3/4 of it. */
Test(contact_impact, newton_s_law_gains_no_energy_on_the_flat_rod) {
    struct rod rod = {.m = 4, .inertia = 4.0 / 3, .ends = 2};
    struct integrator_system system = falling_rod_system(&rod);
    /* End 1 (sign -1) moves with vy - w = -1, end 2 with vy + w = 1/2. */
    const double x[6] = {0, 0, 0, 0.75, 0, -0.25};
    const double before = 0.5 * (4.0 / 3 * 0.5625 + 4 * 0.0625);
    set_contact_laws(&system, 1, 0, 0);
    for (int law = CONTACT_POISSON; law <= CONTACT_NEWTON; law++) {
        const struct integrator_options options =
            choose((enum contact_restitution)law, CONTACT_SIMULTANEOUS);
        contact_stepper *c = strike(&system, &options, x);
        const double *v = contact_state(c) + 3;
        const double after = 0.5 * (4.0 / 3 * v[0] * v[0] + 4 * v[2] * v[2]);
        const double expected = law == CONTACT_NEWTON ? before : 0.75 * before;
        cr_assert_float_eq(after, expected, 1e-14, "law %d: %g", law, after / before);
        cr_assert_eq(contact_statistics(c)->restitution_caps, law == CONTACT_NEWTON);
        cr_assert(contact_statistics(c)->smallest_restitution_cap >
                  (law == CONTACT_NEWTON ? 0.1 : 0.99));
    }
}

struct heard {
    int compressions, expansions;
    double gain; /* of all solves of impacts */
};

static void hear(void *context, const struct contact_event *event) {
    struct heard *heard = context;
    heard->compressions += event->phase == CONTACT_COMPRESSION;
    heard->expansions += event->phase == CONTACT_EXPANSION;
    if (event->phase != CONTACT_LOAD && event->phase != CONTACT_POSITION)
        heard->gain += event->energy_after - event->energy_before;
}

/* What Newton's law asks for, and does not get, is not told; told is what it gets, all that
 * compression took. */
Test(contact_impact, solves_that_are_given_up_are_not_told) {
    struct rod rod = {.m = 4, .inertia = 4.0 / 3, .ends = 2};
    struct integrator_system system = falling_rod_system(&rod);
    const double x[6] = {0, 0, 0, 0.75, 0, -0.25};
    const struct integrator_options options =
        choose(CONTACT_NEWTON, CONTACT_SIMULTANEOUS);
    struct heard heard = {0};
    contact_stepper *c;
    set_contact_laws(&system, 1, 0, 0);
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    contact_listen(c, hear, &heard);
    cr_assert_eq(contact_step(c, options.step), FAST_OK);
    cr_assert_eq(contact_statistics(c)->restitution_caps, 1);
    cr_assert_eq(heard.compressions, 1);
    cr_assert_eq(heard.expansions, 1);
    cr_assert_float_eq(heard.gain, 0, 1e-14, "%g", heard.gain);
}

Test(contact_impact, the_cap_spends_the_budget_and_no_more) {
    struct random random = random_open();
    for (int i = 0; i < 1000; i++) {
        const double q = random_between(&random, 0.01, 2);
        const double x = i % 3 == 0 ? 0 : random_between(&random, -0.5, 0.5) * q;
        const double budget = random_between(&random, 0, 1.5) * (x + q);
        const double s = stepper_find_cap(x, q, budget);
        if (budget >= x + q)
            cr_assert(s == 1);
        else
            cr_assert_float_eq(s * x + s * s * q, budget, 1e-14, "seed %lu", random.seed);
        cr_assert(s >= 0 && s <= 1);
    }
    cr_assert(stepper_find_cap(0, 1, 0) == 0);
    cr_assert(stepper_find_cap(0, 0, 0) == 1);
}

/* Against a wall that comes at w an elastic ball leaves at 2 w - v. */
Test(contact_impact, a_moving_floor_gives_its_speed) {
    struct plane plane = {.m = 1.37, .restitution = 1, .lift = 0.6};
    const struct integrator_system system = plane_point(&plane);
    const struct integrator_options options =
        choose(CONTACT_POISSON, CONTACT_SIMULTANEOUS);
    const double x[4] = {0, 0, 0.2, -0.5};
    contact_stepper *c = strike(&system, &options, x);
    cr_assert_float_eq(contact_state(c)[3], 2 * 0.6 + 0.5, 1e-15);
    cr_assert_eq(contact_statistics(c)->restitution_caps, 0);
    cr_assert_eq(contact_statistics(c)->energy_rises, 0);
}

/* A point on a rod at (0.8, -0.6) with speed s along it meets the floor: what is normal to
 * the rod is all it has, so an elastic impact turns it round. */
Test(contact_impact, joints_hold_through_compression_and_expansion) {
    for (int law = CONTACT_POISSON; law <= CONTACT_NEWTON; law++)
        for (int i = 0; i < 3; i++) {
            const double e = (double[]){1, 0.5, 0}[i], speed = 1.7;
            struct plane plane = {.m = 1.37, .restitution = e, .floor = -0.6};
            const struct integrator_system system = plane_swing(&plane);
            const struct integrator_options options =
                choose((enum contact_restitution)law, CONTACT_SIMULTANEOUS);
            const double x[4] = {0.8, -0.6, -0.6 * speed, -0.8 * speed};
            contact_stepper *c = strike(&system, &options, x);
            const double *v = contact_state(c) + 2;
            cr_assert_float_eq(v[0], 0.6 * speed * e, 1e-5, "e %g: %g", e, v[0]);
            cr_assert_float_eq(v[1], 0.8 * speed * e, 1e-5, "e %g: %g", e, v[1]);
            cr_assert_float_eq(hypot(v[0], v[1]), e * speed, 1e-12, "e %g", e);
            cr_assert_eq(contact_statistics(c)->restitution_caps, 0);
        }
}

static double rod_energy(const struct rod *rod, const double *v) {
    return (rod->inertia * v[0] * v[0] + rod->m * (v[1] * v[1] + v[2] * v[2])) / 2;
}

/* Random rods on one or two ends, with friction, at any angle and motion. */
Test(contact_impact, energy_never_rises_on_random_rods) {
    struct random random = random_open();
    int caps = 0;
    for (int i = 0; i < 1000; i++) {
        struct rod rod = {.m = random_between(&random, 0.2, 3),
                          .inertia = random_between(&random, 0.02, 2),
                          .ends = 1 + i % 2,
                          .has_friction = i % 3 > 0};
        struct integrator_system system = falling_rod_system(&rod);
        const double angle = rod.ends == 2 ? 0 : random_between(&random, -1.5, -0.1);
        double x[6] = {angle, 0, rod.ends == 2 ? 0 : -sin(angle)};
        for (int k = 3; k < 6; k++)
            x[k] = random_between(&random, -1, 1);
        set_contact_laws(&system, random_between(&random, 0, 1), 0, 0);
        double e[2] = {random_between(&random, 0, 1), random_between(&random, 0, 1)};
        double mu[2] = {random_between(&random, 0, 1), random_between(&random, 0, 1)};
        system.restitution = e;
        if (rod.has_friction)
            system.static_friction = system.dynamic_friction = mu;
        const struct integrator_options options =
            choose(i % 5 == 0 ? CONTACT_NEWTON : CONTACT_POISSON,
                   (enum contact_induced)(i % 7 % 3));
        contact_stepper *c = strike(&system, &options, x);
        const double before = rod_energy(&rod, x + 3);
        const double after = rod_energy(&rod, contact_state(c) + 3);
        cr_assert(isfinite(after));
        cr_assert(after <= before * (1 + 1e-12), "seed %lu, rod %d: %g", random.seed, i,
                  after / before - 1);
        cr_assert_eq(contact_statistics(c)->energy_rises, 0, "rod %d", i);
        cr_assert(contact_last_verdict(c) <= CONTACT_VERIFIED, "rod %d", i);
        for (int k = 0; k < rod.ends; k++) {
            const int row = rod.has_friction ? 3 * k : k;
            cr_assert(contact_impulses(c)[row] >= 0, "rod %d", i);
        }
        caps += contact_statistics(c)->restitution_caps > 0;
    }
    cr_log_info("%d of 1000 impacts were capped", caps);
}

/* Between capture and full speed e falls from 1 in a straight line; below there is none. */
Test(contact_impact, restitution_depends_on_speed_as_thresholds_say) {
    struct plane plane = {.m = 1.37, .restitution = 0.4};
    const struct integrator_system system = plane_point(&plane);
    struct integrator_options options = choose(CONTACT_POISSON, CONTACT_SIMULTANEOUS);
    options.capture_velocity = 0.1;
    options.min_restitution_velocity = 0.5;
    static const double speeds[] = {0.09, 0.2, 0.45, 0.6};
    static const double expected[] = {0, 1 - 0.6 * 0.4, 1 - 0.6 * 0.9, 0.4};
    for (int i = 0; i < 4; i++) {
        const double x[4] = {0, 0, 0, -speeds[i]};
        contact_stepper *c = strike(&system, &options, x);
        cr_assert_float_eq(contact_state(c)[3], expected[i] * speeds[i], 1e-15);
    }
}
