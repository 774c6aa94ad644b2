/* Tests of contact/proximal.c by what must not change an answer: units, the order of
 * contacts, how often a contact is stated, and what solves went before.
 *
 * Seen to fail: the shift mu |u_t| left out of E; the search left out; factors used for
 * another K; no exchange of rows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/contact/posed.h"

enum { nv = 6, contacts = 3, most_rows = 3 * contacts };

/* Rows of one rigid body with friction that touches at three points, and a kick. Each
 * point is stated so many times: with a fourth point velocities would not be unique, as
 * friction depends on which point carries what. */
static void fill_body(struct posed *p, struct random *random, int copies) {
    int slides[contacts * 16];
    for (int c = 0; c < contacts * copies; c++)
        slides[c] = 2;
    posed_open(p, nv, contacts * copies, slides, 0);
    for (int i = 0; i < nv; i++) {
        p->M[(nv + 1) * i] = i < 3 ? 1.37 : 0.1 * (i + 0.7);
        p->v_free[i] = random_between(random, -1, 1);
    }
    p->v_free[2] = -fabs(p->v_free[2]);
    for (int c = 0; c < contacts * copies; c++) {
        const double x = c % contacts == 1 ? 0.61 : -0.53,
                     y = c % contacts == 2 ? 0.47 : -0.49, z = -0.31;
        double *J = p->J + 3 * nv * c;
        J[2] = 1, J[3] = y, J[4] = -x;
        J[nv] = 1, J[nv + 4] = z, J[nv + 5] = -y;
        J[2 * nv + 1] = 1, J[2 * nv + 3] = -z, J[2 * nv + 5] = x;
        p->friction[c] = 0.4;
    }
}

Test(contact_proximal_changes, scaling_by_powers_of_two_scales_every_bit) {
    struct random random = random_open();
    for (int k = 0; k < 40; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, 1);
        fill_body(&q, &same, 1);
        const double mass = ldexp(1, 7 - k % 15), speed = ldexp(1, k % 11 - 5);
        for (int i = 0; i < nv * nv; i++)
            q.M[i] *= mass;
        for (int i = 0; i < nv; i++)
            q.v_free[i] *= speed;
        p.offset[0] = 0.13, q.offset[0] = speed * 0.13;
        p.known[1] = 0.2, q.known[1] = mass * speed * 0.2;
        posed_solve(&p);
        posed_solve(&q);
        for (int i = 0; i < most_rows; i++)
            cr_assert_eq(q.answer.impulse[i], mass * speed * p.answer.impulse[i],
                         "seed %llu, %d: %a, %a", (unsigned long long)random.seed, k,
                         q.answer.impulse[i], p.answer.impulse[i]);
        for (int i = 0; i < nv; i++)
            cr_assert_eq(q.answer.v[i], speed * p.answer.v[i]);
        cr_assert_eq(q.answer.residual, speed * p.answer.residual);
        cr_assert_eq(q.answer.verdict, p.answer.verdict);
        posed_close(&p);
        posed_close(&q);
    }
}

Test(contact_proximal_changes, lengths_in_other_units_change_the_motion_by_rounding) {
    struct random random = random_open();
    for (int k = 0; k < 20; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, 1);
        fill_body(&q, &same, 1);
        const double length = ldexp(1, k % 9 - 4);
        for (int i = 0; i < nv; i++) {
            q.v_free[i] *= i < 3 ? length : 1;
            q.M[(nv + 1) * i] *= i < 3 ? 1 : length * length;
        }
        for (int row = 0; row < most_rows; row++)
            for (int i = 3; i < nv; i++)
                q.J[row * nv + i] *= length;
        posed_solve(&p);
        posed_solve(&q);
        for (int i = 0; i < nv; i++)
            cr_assert(fabs(q.answer.v[i] / (i < 3 ? length : 1) - p.answer.v[i]) < 1e-13,
                      "seed %llu, %d: %g", (unsigned long long)random.seed, k,
                      p.answer.v[i]);
        posed_close(&p);
        posed_close(&q);
    }
}

Test(contact_proximal_changes, the_order_of_contacts_changes_velocities_by_rounding) {
    struct random random = random_open();
    for (int k = 0; k < 40; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, 1);
        fill_body(&q, &same, 1);
        for (int c = 0; c < contacts; c++)
            memcpy(q.J + 3 * nv * c, p.J + 3 * nv * ((c + 1 + k % 3) % contacts),
                   3 * nv * sizeof *q.J);
        posed_solve(&p);
        posed_solve(&q);
        posed_expect_verified(&p, "as it was");
        posed_expect_verified(&q, "in another order");
        for (int i = 0; i < nv; i++)
            cr_assert(fabs(p.answer.v[i] - q.answer.v[i]) < 1e-12,
                      "seed %llu, %d: %g, %g", (unsigned long long)random.seed, k,
                      p.answer.v[i], q.answer.v[i]);
        posed_close(&p);
        posed_close(&q);
    }
}

Test(contact_proximal_changes, contacts_stated_again_change_neither_velocity_nor_wrench) {
    struct random random = random_open();
    for (int k = 0; k < 16; k++) {
        struct posed p, q;
        struct random same = random;
        const int copies = k + 1;
        fill_body(&p, &random, 1);
        fill_body(&q, &same, copies);
        posed_solve(&p);
        posed_solve(&q);
        posed_expect_verified(&p, "once");
        posed_expect_verified(&q, "again and again");
        for (int i = 0; i < nv; i++) {
            double one = 0, other = 0;
            for (int row = 0; row < p.problem.rows; row++)
                one += p.J[row * nv + i] * p.answer.impulse[row];
            for (int row = 0; row < q.problem.rows; row++)
                other += q.J[row * nv + i] * q.answer.impulse[row];
            cr_assert(fabs(p.answer.v[i] - q.answer.v[i]) < 1e-12,
                      "seed %llu, %d copies: %g, %g", (unsigned long long)random.seed,
                      copies, p.answer.v[i], q.answer.v[i]);
            cr_assert(fabs(one - other) < 1e-11);
        }
        posed_close(&p);
        posed_close(&q);
    }
}

Test(contact_proximal_changes, what_was_solved_before_changes_velocities_by_rounding) {
    struct random random = random_open();
    for (int k = 0; k < 30; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, 1);
        fill_body(&q, &same, 1);
        posed_solve(&p);
        for (int i = 0; i < most_rows; i++)
            q.answer.impulse[i] = random_between(&random, -1, 2);
        posed_solve(&q);
        posed_expect_verified(&q, "from elsewhere");
        for (int i = 0; i < nv; i++)
            cr_assert(fabs(p.answer.v[i] - q.answer.v[i]) < 1e-12, "seed %llu, %d",
                      (unsigned long long)random.seed, k);
        posed_close(&p);
        posed_close(&q);
    }
}

Test(contact_proximal_changes, the_same_problem_has_the_same_bits_in_a_new_solver) {
    struct random random = random_open();
    for (int k = 0; k < 10; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, 2);
        fill_body(&q, &same, 2);
        posed_solve(&p);
        posed_solve(&q);
        cr_assert_eq(memcmp(p.answer.impulse, q.answer.impulse,
                            (size_t)p.problem.rows * sizeof(double)),
                     0);
        posed_close(&p);
        posed_close(&q);
    }
}
