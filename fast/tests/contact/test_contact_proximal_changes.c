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

/* So many times: two problems of the same body, the second with its contacts so often, and what is
 * to be checked of them, which changes, solves and compares. */
typedef void comparison(struct posed *p, struct posed *q, struct random *random, int k);
static void try_both(int trials, int copies, int more_each_time, comparison *compare) {
    struct random random = random_open();
    for (int k = 0; k < trials; k++) {
        struct posed p, q;
        struct random same = random;
        fill_body(&p, &random, more_each_time ? 1 : copies);
        fill_body(&q, &same, copies + more_each_time * k);
        compare(&p, &q, &random, k);
    }
}

/* Velocities of two answers, those of q counted in this unit (NULL: 1). */
static void expect_same_velocities(const struct posed *p, const struct posed *q,
                                   const double *unit, double bound,
                                   const struct random *random, int k) {
    for (int i = 0; i < nv; i++) {
        const double other = q->answer.v[i] / (unit == NULL ? 1 : unit[i]);
        cr_assert(fabs(p->answer.v[i] - other) < bound, "seed %llu, %d: %g, %g",
                  (unsigned long long)random->seed, k, p->answer.v[i], other);
    }
}

static void check_scaling(struct posed *p, struct posed *q, struct random *random,
                          int k) {
    const double mass = ldexp(1, 7 - k % 15), speed = ldexp(1, k % 11 - 5);
    for (int i = 0; i < nv * nv; i++)
        q->M[i] *= mass;
    for (int i = 0; i < nv; i++)
        q->v_free[i] *= speed;
    p->offset[0] = 0.13, q->offset[0] = speed * 0.13;
    p->known[1] = 0.2, q->known[1] = mass * speed * 0.2;
    posed_solve(p);
    posed_solve(q);
    for (int i = 0; i < most_rows; i++)
        cr_assert_eq(q->answer.impulse[i], mass * speed * p->answer.impulse[i],
                     "seed %llu, %d: %a, %a", (unsigned long long)random->seed, k,
                     q->answer.impulse[i], p->answer.impulse[i]);
    for (int i = 0; i < nv; i++)
        cr_assert_eq(q->answer.v[i], speed * p->answer.v[i]);
    cr_assert_eq(q->answer.residual, speed * p->answer.residual);
    cr_assert_eq(q->answer.verdict, p->answer.verdict);
}

Test(contact_proximal_changes, scaling_by_powers_of_two_scales_every_bit) {
    try_both(40, 1, 0, check_scaling);
}

static void check_units(struct posed *p, struct posed *q, struct random *random, int k) {
    const double length = ldexp(1, k % 9 - 4);
    const double unit[nv] = {length, length, length, 1, 1, 1};
    for (int i = 0; i < nv; i++) {
        q->v_free[i] *= unit[i];
        q->M[(nv + 1) * i] *= i < 3 ? 1 : length * length;
    }
    for (int row = 0; row < most_rows; row++)
        for (int i = 3; i < nv; i++)
            q->J[row * nv + i] *= length;
    posed_solve(p);
    posed_solve(q);
    expect_same_velocities(p, q, unit, 1e-13, random, k);
}

Test(contact_proximal_changes, lengths_in_other_units_change_the_motion_by_rounding) {
    try_both(20, 1, 0, check_units);
}

static void check_order(struct posed *p, struct posed *q, struct random *random, int k) {
    for (int c = 0; c < contacts; c++)
        memcpy(q->J + 3 * nv * c, p->J + 3 * nv * ((c + 1 + k % 3) % contacts),
               3 * nv * sizeof *q->J);
    posed_solve(p);
    posed_solve(q);
    posed_expect_verified(p, "as it was");
    posed_expect_verified(q, "in another order");
    expect_same_velocities(p, q, NULL, 1e-12, random, k);
}

Test(contact_proximal_changes, the_order_of_contacts_changes_velocities_by_rounding) {
    try_both(40, 1, 0, check_order);
}

/* (J^T impulse)_i. */
static double wrench(const struct posed *p, int i) {
    double sum = 0;
    for (int row = 0; row < p->problem.rows; row++)
        sum += p->J[row * nv + i] * p->answer.impulse[row];
    return sum;
}

static void check_copies(struct posed *p, struct posed *q, struct random *random, int k) {
    posed_solve(p);
    posed_solve(q);
    posed_expect_verified(p, "once");
    posed_expect_verified(q, "again and again");
    expect_same_velocities(p, q, NULL, 1e-12, random, k);
    for (int i = 0; i < nv; i++)
        cr_assert(fabs(wrench(p, i) - wrench(q, i)) < 1e-11);
}

Test(contact_proximal_changes, contacts_stated_again_change_neither_velocity_nor_wrench) {
    try_both(16, 1, 1, check_copies);
}

static void check_past(struct posed *p, struct posed *q, struct random *random, int k) {
    posed_solve(p);
    for (int i = 0; i < most_rows; i++)
        q->answer.impulse[i] = random_between(random, -1, 2);
    posed_solve(q);
    posed_expect_verified(q, "from elsewhere");
    expect_same_velocities(p, q, NULL, 1e-12, random, k);
}

Test(contact_proximal_changes, what_was_solved_before_changes_velocities_by_rounding) {
    try_both(30, 1, 0, check_past);
}

static void check_bits(struct posed *p, struct posed *q, struct random *random, int k) {
    (void)random, (void)k;
    posed_solve(p);
    posed_solve(q);
    cr_assert_eq(memcmp(p->answer.impulse, q->answer.impulse,
                        (size_t)p->problem.rows * sizeof(double)),
                 0);
}

Test(contact_proximal_changes, the_same_problem_has_the_same_bits_in_a_new_solver) {
    try_both(10, 2, 0, check_bits);
}
