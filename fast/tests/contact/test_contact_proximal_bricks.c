/* Tests of contact/proximal.c on towers of bricks, which touch in four points a face: at
 * rest, with unequal masses, and kicked.
 *
 * Seen to fail: kappa always 1e8; the path left out; open contacts read as sliding;
 * friction on the path that does not know of normal impulses; slacks that grow by half;
 * new matrices not looked at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact/tower.h"

static const double weight_of_one = 9.81e-3; /* g h */

static double find_face(const struct tower *t, int i, double *spread) {
    const double *r = t->posed.answer.impulse + 12 * i;
    double sum = 0;
    for (int c = 0; c < 4; c++)
        sum += r[3 * c];
    *spread = 0;
    for (int c = 0; c < 4; c++) {
        *spread = fmax(*spread, fabs(r[3 * c] - sum / 4));
        *spread = fmax(*spread, hypot(r[3 * c + 1], r[3 * c + 2]));
    }
    return sum;
}

static void expect_weights(const struct tower *t, double tolerance) {
    double weight = 0, spread;
    for (int i = t->bricks - 1; i >= 0; i--) {
        weight += weight_of_one * t->mass[i];
        const double sum = find_face(t, i, &spread);
        cr_assert(fabs(sum / weight - 1) < tolerance, "face %d: %.17g of %.17g", i, sum,
                  weight);
    }
}

Test(contact_proximal_bricks, faces_carry_the_weight_above_evenly) {
    for (int n = 1; n <= 10; n++) {
        struct tower t;
        tower_open(&t, n, 0.5);
        cr_assert_eq(tower_step(&t), CONTACT_TIGHT);
        expect_weights(&t, 1e-11);
        for (int i = 0; i < n; i++) {
            double spread;
            const double sum = find_face(&t, i, &spread);
            cr_assert(spread < 1e-10 * sum, "face %d of %d: %g of %g", i, n, spread, sum);
        }
    }
}

Test(contact_proximal_bricks, a_tower_at_rest_stays) {
    struct tower t;
    long iterations = 0;
    tower_open(&t, 10, 0.5);
    for (int k = 0; k < 200; k++) {
        cr_assert_eq(tower_step(&t), CONTACT_TIGHT, "step %d", k);
        iterations += t.posed.answer.iterations;
    }
    for (int i = 0; i < 10; i++) {
        cr_assert(fabs(t.centre[i][2] - 0.25 - 0.5 * i) < 1e-13);
        cr_assert(hypot(t.centre[i][0], t.centre[i][1]) < 1e-13);
    }
    expect_weights(&t, 1e-11);
    cr_assert(iterations < 1000, "%ld", iterations);
}

Test(contact_proximal_bricks, a_thousandfold_mass_on_ten_bricks_leaves_ten_digits) {
    struct tower t;
    tower_open(&t, 11, 0.5);
    t.mass[10] = 1000;
    for (int k = 0; k < 20; k++)
        cr_assert(tower_step(&t) <= CONTACT_VERIFIED);
    expect_weights(&t, 1e-10);
}

Test(contact_proximal_bricks, a_push_below_friction_moves_nothing_above_it_slides) {
    for (int k = 0; k < 2; k++) {
        struct tower t;
        tower_open(&t, 1, 0.5);
        t.velocity[0][0] = (k == 0 ? 0.49 : 0.51) * weight_of_one;
        cr_assert(tower_step(&t) <= CONTACT_VERIFIED);
        const double expected = k == 0 ? 0 : 0.01 * weight_of_one;
        cr_assert(fabs(t.velocity[0][0] - expected) < 1e-15, "%g", t.velocity[0][0]);
    }
}

/* Kicks towers again and again; how many solves are not verified. */
static int count_unverified(int bricks, double speed, double friction, int towers,
                            struct random *random) {
    int unverified = 0;
    for (int k = 0; k < towers; k++) {
        struct tower t;
        tower_open(&t, bricks, friction);
        tower_kick(&t, speed, random);
        for (int i = 0; i < 200; i++) {
            unverified += tower_step(&t) > CONTACT_VERIFIED;
            const double rise = t.posed.answer.energy_change;
            cr_assert(rise <= 1e-9, "seed %llu, tower %d, step %d: %g",
                      (unsigned long long)random->seed, k, i, rise);
        }
    }
    return unverified;
}

Test(contact_proximal_bricks, kicked_small_towers_are_verified_at_every_step) {
    struct random random = random_open();
    for (int n = 1; n <= 3; n++) {
        const int unverified = count_unverified(n, 3, 0.5, 2, &random);
        cr_assert_eq(unverified, 0, "seed %llu: %d of 400 with %d bricks",
                     (unsigned long long)random.seed, unverified, n);
    }
}

Test(contact_proximal_bricks,
     fewer_than_one_in_a_thousand_solves_of_kicked_towers_is_not_verified) {
    struct random random = random_open();
    const int unverified = count_unverified(10, 3, 0.5, 10, &random);
    cr_assert(unverified < 2, "seed %llu: %d of 2000", (unsigned long long)random.seed,
              unverified);
}
