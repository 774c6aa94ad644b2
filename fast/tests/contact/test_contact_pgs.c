/* Projected Gauss-Seidel against what follows by hand, and what it leaves undone.
 *
 * Seen to fail: over-relaxation by 1.3; 99 sweeps; a tolerance of 1e-5; relaxation down to 0.3;
 * friction that is not scaled back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact/example.h"

/* By one row of 1, sweeps leave (1 - 1.2)^k of the error. */
Test(contact_pgs, one_row_converges_by_a_fifth_in_each_sweep) {
    static struct example e;
    e.A[0] = 1;
    e.u[0] = -1;
    example_set_up(&e, 1, 1);
    cr_expect(pgs_solve(&e.problem) == FAST_OK && e.problem.has_converged);
    /* 0.2^8 = 2.6e-6 is the error of the ninth sweep, 0.2^9 = 5.1e-7 of the tenth. */
    cr_expect(e.problem.iterations == 10, "%ld", e.problem.iterations);
    expect_near(e.p[0], -(1 - pow(-0.2, 10)), 1e-15);
    expect_near(e.u[0], -pow(-0.2, 10), 1e-15);
}

Test(contact_pgs, a_normal_that_would_pull_is_off) {
    static struct example e;
    e.A[0] = 2.3, e.A[1] = e.A[2] = -1.1, e.A[3] = 1.9;
    e.u[0] = -1.2, e.u[1] = 0.9;
    example_set_up(&e, 2, 2);
    cr_expect(pgs_solve(&e.problem) == FAST_OK && e.problem.has_converged);
    expect_near(e.p[0], -1.2 / 2.3, 1e-6);
    cr_expect(e.p[1] == 0 && e.contact[1].normal_state == FAITHFUL_OFF);
}

Test(contact_pgs, friction_ends_on_its_bound_along_the_slip) {
    static struct example e;
    e.A[0] = 1.7, e.A[4] = e.A[8] = 2.9;
    e.u[0] = -0.6, e.u[1] = 3, e.u[2] = -4;
    e.contact[0] =
        (struct faithful_contact){.friction = {1, 2}, .has_friction = true, .mu = 0.25};
    example_set_up(&e, 3, 1);
    cr_expect(pgs_solve(&e.problem) == FAST_OK && e.problem.has_converged);
    const double p = 0.25 * 0.6 / 1.7;
    expect_near(hypot(e.p[1], e.p[2]), -0.25 * e.p[0], 1e-15);
    expect_near(e.p[1], 0.6 * p, 1e-6);
    expect_near(e.p[2], -0.8 * p, 1e-6);
    cr_expect(e.contact[0].friction_state == FAITHFUL_SLIDING);
}

/* A stack of 40 unit masses: A is the second difference but for its first entry, 1. */
Test(contact_pgs, a_high_stack_is_not_solved_and_said_to_be_so) {
    static struct example e;
    for (int i = 0; i < EXAMPLE_ROWS; i++) {
        e.A[i * EXAMPLE_ROWS + i] = i == 0 ? 1 : 2;
        if (i > 0)
            e.A[i * EXAMPLE_ROWS + i - 1] = e.A[(i - 1) * EXAMPLE_ROWS + i] = -1;
    }
    e.u[0] = -9.81e-3;
    example_set_up(&e, EXAMPLE_ROWS, EXAMPLE_ROWS);
    cr_expect(pgs_solve(&e.problem) == FAST_OK && !e.problem.has_converged);
    cr_expect(e.problem.iterations == 100, "%ld", e.problem.iterations);
    cr_expect(fabs(e.p[0] + 9.81e-3 * EXAMPLE_ROWS) > 0.1 * 9.81e-3 * EXAMPLE_ROWS);
}

Test(contact_pgs, equations_are_solved_whatever_the_sign) {
    static struct example e;
    e.A[0] = 2.3, e.A[1] = e.A[2] = -1.1, e.A[3] = 1.9;
    e.u[0] = -1.2, e.u[1] = 0.9;
    example_set_up(&e, 2, 2);
    cr_expect(pgs_bilateral(&e.problem) == FAST_OK && e.problem.has_converged);
    const double determinant = 2.3 * 1.9 - 1.1 * 1.1;
    expect_near(e.p[0], (-1.2 * 1.9 + 0.9 * 1.1) / determinant, 1e-5);
    expect_near(e.p[1], (0.9 * 2.3 - 1.2 * 1.1) / determinant, 1e-5);
    cr_expect(e.u[0] == -1.2 && e.u[1] == 0.9);
}

/* Two rows that sweeps drive apart: over-relaxation shrinks by 0.8 after each, to 0.1. */
Test(contact_pgs, relaxation_shrinks_to_a_tenth_while_the_residual_grows) {
    static struct example e;
    e.A[0] = e.A[3] = 1, e.A[1] = e.A[2] = 1.7;
    e.u[0] = 0.3, e.u[1] = -0.2;
    example_set_up(&e, 2, 2);
    cr_expect(pgs_bilateral(&e.problem) == FAST_OK && !e.problem.has_converged);
    double x = 0, y = 0, before = INFINITY, factor = 1.2;
    for (int sweep = 0; sweep < 100; sweep++) {
        const double first = 0.3 - (x + 1.7 * y);
        x += factor * first;
        const double second = -0.2 - (1.7 * x + y);
        y += factor * second;
        const double residual = hypot(first, second);
        cr_assert(sweep == 0 || residual > before, "sweep %d", sweep);
        if (sweep > 0)
            factor = fmax(0.8 * factor, 0.1);
        before = residual;
    }
    cr_expect(factor == 0.1);
    expect_near(e.p[0] / x, 1, 1e-12);
    expect_near(e.p[1] / y, 1, 1e-12);
}
