/* PLUS and its least squares against what follows by hand.
 *
 * Seen to fail: ranks by 1e-3 or 0; no reflections from the right; intervals of 60 degrees; any
 * slip sliding; the applied velocity left out of the impending slip; rows kept when their
 * contact is let go; an expansion without expanders forgotten.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact/example.h"
#include "fast/tests/random.h"

enum { ORDER = 7 };

/* a := b c of rank r, b ORDER x r, c r x ORDER, by columns. */
static void form_product(int r, const double *b, const double *c, double *a) {
    for (int j = 0; j < ORDER; j++)
        for (int i = 0; i < ORDER; i++) {
            a[j * ORDER + i] = 0;
            for (int k = 0; k < r; k++)
                a[j * ORDER + i] += b[k * ORDER + i] * c[j * r + k];
        }
}

/* z minus its components along the rows of c, by Gram-Schmidt, twice. */
static void leave_rows(int r, const double *c, double *z) {
    double basis[ORDER][ORDER];
    for (int k = 0; k < r; k++) {
        for (int j = 0; j < ORDER; j++)
            basis[k][j] = c[j * r + k];
        for (int pass = 0; pass < 2 * k; pass++) {
            double dot = 0;
            for (int j = 0; j < ORDER; j++)
                dot += basis[k][j] * basis[pass % k][j];
            for (int j = 0; j < ORDER; j++)
                basis[k][j] -= dot * basis[pass % k][j];
        }
        double size = 0;
        for (int j = 0; j < ORDER; j++)
            size += basis[k][j] * basis[k][j];
        for (int j = 0; j < ORDER; j++)
            basis[k][j] /= sqrt(size);
    }
    for (int pass = 0; pass < 2 * r; pass++) {
        double dot = 0;
        for (int j = 0; j < ORDER; j++)
            dot += z[j] * basis[pass % r][j];
        for (int j = 0; j < ORDER; j++)
            z[j] -= dot * basis[pass % r][j];
    }
}

/* The largest entry of A^T (A x - b). */
static double normal_residual(const double *a, const double *x, const double *b) {
    double residual[ORDER], largest = 0;
    for (int i = 0; i < ORDER; i++) {
        residual[i] = -b[i];
        for (int j = 0; j < ORDER; j++)
            residual[i] += a[j * ORDER + i] * x[j];
    }
    for (int j = 0; j < ORDER; j++) {
        double sum = 0;
        for (int i = 0; i < ORDER; i++)
            sum += a[j * ORDER + i] * residual[i];
        largest = fmax(largest, fabs(sum));
    }
    return largest;
}

Test(contact_plus, least_squares_see_the_rank_and_are_of_minimum_norm) {
    struct least_squares *w = least_squares_alloc(ORDER);
    cr_assert_not_null(w);
    struct random random = random_open();
    for (int trial = 0; trial < 200; trial++) {
        const int r = 1 + trial % ORDER;
        double left[ORDER * ORDER], right[ORDER * ORDER], a[ORDER * ORDER];
        double rhs[ORDER], z[ORDER], x[ORDER], along = 0;
        for (int i = 0; i < ORDER * ORDER; i++) {
            left[i] = random_between(&random, -1, 1);
            right[i] = random_between(&random, -1, 1);
        }
        for (int i = 0; i < ORDER; i++) {
            rhs[i] = random_between(&random, -1, 1);
            z[i] = random_between(&random, -1, 1);
        }
        form_product(r, left, right, a);
        cr_expect(least_squares_factor(w, ORDER, a) == r, "rank %d", r);
        least_squares_solve(w, rhs, x);
        const double residual = normal_residual(a, x, rhs);
        double size = 1;
        for (int i = 0; i < ORDER; i++)
            size = fmax(size, fabs(x[i]));
        cr_expect(isfinite(residual) && residual <= 1e-12 * size, "rank %d: %g, %g", r,
                  residual, size);
        leave_rows(r, right, z);
        for (int i = 0; i < ORDER; i++)
            along += x[i] * z[i];
        cr_expect(fabs(along) <= 1e-11 * size, "rank %d: %g, %g", r, along, size);
    }
}

/* ---- Solves of one contact or two, rows (normals, frictions). */
enum { ROWS = 3 };
static const double ROLLING_SPEED = 2e-3;

static struct example make_rubbing(double a, double b, double mu) {
    struct example e = {.A = {a, 0, 0, 0, b, 0, 0, 0, b}};
    e.contact[0] =
        (struct faithful_contact){.friction = {1, 2}, .has_friction = true, .mu = mu};
    return e;
}

static void solve(struct example *e) {
    struct plus *plus = plus_alloc(ROWS, ROLLING_SPEED);
    cr_assert_not_null(plus);
    cr_expect(plus_solve(plus, &e->problem) == FAST_OK);
}

Test(contact_plus, two_normals_that_push_stop_their_contacts) {
    struct example e = {.A = {2.3, -1.1, -1.1, 1.9}, .u = {-1.2, 0.3}};
    e.A[0] = 2.3, e.A[1] = -1.1, e.A[2] = -1.1, e.A[3] = 1.9;
    example_set_up(&e, 2, 2);
    solve(&e);
    const double determinant = 2.3 * 1.9 - 1.1 * 1.1;
    expect_near(e.p[0], (-1.2 * 1.9 + 0.3 * 1.1) / determinant, 1e-14);
    expect_near(e.p[1], (0.3 * 2.3 - 1.2 * 1.1) / determinant, 1e-14);
    expect_near(e.u[0], 0, 1e-14);
    expect_near(e.u[1], 0, 1e-14);
    cr_expect(e.problem.has_converged && e.contact[1].normal_state == FAITHFUL_ACTIVE);
}

Test(contact_plus, a_normal_that_would_pull_is_let_go) {
    struct example e = {.A = {2.3, -1.1, -1.1, 1.9}, .u = {-1.2, 0.9}};
    example_set_up(&e, 2, 2);
    solve(&e);
    expect_near(e.p[0], -1.2 / 2.3, 1e-14);
    cr_expect(e.p[1] == 0 && e.contact[1].normal_state == FAITHFUL_OFF);
    expect_near(e.u[1], 0.9 - 1.1 * 1.2 / 2.3, 1e-14);
}

Test(contact_plus, what_slides_is_slowed_along_its_slip) {
    struct example e = make_rubbing(1.7, 2.9, 0.25);
    e.u[0] = -0.6, e.u[1] = 3, e.u[2] = -4;
    example_set_up(&e, 3, 1);
    solve(&e);
    const double p = 0.6 / 1.7;
    expect_near(e.p[0], -p, 1e-13);
    expect_near(e.p[1], 0.25 * p * 0.6, 1e-10);
    expect_near(e.p[2], -0.25 * p * 0.8, 1e-10);
    expect_near(e.u[1], 3 - 2.9 * 0.25 * p * 0.6, 1e-9);
    cr_expect(e.contact[0].friction_state == FAITHFUL_SLIDING);
}

Test(contact_plus, what_stops_within_the_solve_sticks) {
    struct example e = make_rubbing(1.7, 2.9, 0.5);
    e.u[0] = -0.6, e.u[1] = 0.15, e.u[2] = -0.2;
    example_set_up(&e, 3, 1);
    solve(&e);
    expect_near(e.u[1], 0, 1e-13);
    expect_near(e.u[2], 0, 1e-13);
    expect_near(e.p[1], 0.15 / 2.9, 1e-13);
    cr_expect(e.contact[0].friction_state == FAITHFUL_ROLLING);
}

/* From rest, and pulled harder than friction holds: the original takes the velocity that is
 * lost for the slip, so that friction drives what it should brake. */
Test(contact_plus, what_cannot_hold_is_driven_along_the_applied_velocity) {
    struct example e = make_rubbing(1.7, 2.9, 0.25);
    e.applied[0] = -0.6, e.applied[1] = 1.2, e.applied[2] = -1.6;
    example_set_up(&e, 3, 1);
    e.problem.applied = e.applied;
    solve(&e);
    const double p = 0.25 * 0.6 / 1.7;
    expect_near(e.p[1], -0.6 * p, 1e-9);
    expect_near(e.p[2], 0.8 * p, 1e-9);
    expect_near(e.u[1], 1.2 + 2.9 * 0.6 * p, 1e-9);
    cr_expect(e.contact[0].friction_state == FAITHFUL_IMPENDING);
}

/* A known normal impulse: it moves u, and friction is bounded by it alone. */
Test(contact_plus, an_expansion_is_imposed_and_rubs) {
    struct example e = make_rubbing(1.7, 2.9, 0.25);
    e.u[1] = 3, e.u[2] = -4;
    e.expansion[0] = -0.4;
    example_set_up(&e, 3, 1);
    e.contact[0].part = FAITHFUL_KNOWN;
    e.participant[0] = 1, e.participant[1] = 2;
    e.problem.participants = 2;
    e.problem.expanders = 1;
    solve(&e);
    cr_expect(e.p[0] == 0);
    expect_near(e.u[0], 1.7 * 0.4, 1e-15);
    expect_near(e.p[1], 0.25 * 0.4 * 0.6, 1e-10);
    expect_near(e.u[1], 3 - 2.9 * 0.25 * 0.4 * 0.6, 1e-9);
}

/* As in the correction after an expansion: what is no expander's moves nothing, and widens
 * friction's bound all the same. */
Test(contact_plus, an_expansion_without_expanders_widens_the_bound_alone) {
    struct example e = make_rubbing(1.7, 2.9, 0.25);
    e.u[0] = -0.6, e.u[1] = 3, e.u[2] = -4;
    e.expansion[0] = -0.4;
    example_set_up(&e, 3, 1);
    solve(&e);
    const double p = 0.6 / 1.7;
    expect_near(e.p[0], -p, 1e-13);
    expect_near(e.u[0], 0, 1e-13);
    expect_near(e.p[1], 0.25 * (p + 0.4) * 0.6, 1e-10);
    expect_near(e.p[2], -0.25 * (p + 0.4) * 0.8, 1e-10);
}

/* ---- Slip that the normal impulse turns: A couples the normal with y. */
static const double MU = 0.3, NORMAL = 1.4, TANGENT = 1.1, COUPLING = -0.9;

/* The end of the slip when the rest `u` of the normal velocity is taken along (x, y). */
static double stop_normal(const double *slip, double u, double *p) {
    const double size = hypot(slip[0], slip[1]);
    const double dx = slip[0] / size, dy = slip[1] / size;
    /* NORMAL p + COUPLING p_y = u with p_xy = -MU p (dx, dy) */
    p[0] = u / (NORMAL - COUPLING * MU * dy);
    p[1] = -MU * p[0] * dx;
    p[2] = -MU * p[0] * dy;
    return size;
}

/* The part of a solve after which the slip has turned by 30 degrees, by bisection. */
static double part_to_turn(const double *from, const double *to) {
    const double limit = cos(acos(-1) / 6);
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        const double s = (low + high) / 2;
        const double x = from[0] + s * (to[0] - from[0]),
                     y = from[1] + s * (to[1] - from[1]);
        const double cosine =
            (from[0] * x + from[1] * y) / (hypot(from[0], from[1]) * hypot(x, y));
        *(cosine > limit ? &low : &high) = s;
    }
    return low;
}

Test(contact_plus, a_slip_that_turns_is_taken_thirty_degrees_at_a_time) {
    struct example e = {.A = {NORMAL, 0, COUPLING, 0, TANGENT, 0, COUPLING, 0, TANGENT},
                        .u = {-2.2, 0.7, 0.1}};
    e.contact[0] =
        (struct faithful_contact){.friction = {1, 2}, .has_friction = true, .mu = MU};
    double slip[2] = {e.u[1], e.u[2]}, normal = e.u[0], total[ROWS] = {0};
    int intervals = 0;
    for (double s = 0; s < 1 && intervals < 20; intervals++) {
        double p[ROWS];
        stop_normal(slip, normal, p);
        const double end[2] = {slip[0] - TANGENT * p[1],
                               slip[1] - TANGENT * p[2] - COUPLING * p[0]};
        const double cosine = (slip[0] * end[0] + slip[1] * end[1]) /
                              (hypot(slip[0], slip[1]) * hypot(end[0], end[1]));
        s = cosine >= cos(acos(-1) / 6) ? 1 : part_to_turn(slip, end);
        for (int i = 0; i < ROWS; i++)
            total[i] += s * p[i];
        for (int i = 0; i < 2; i++)
            slip[i] += s * (end[i] - slip[i]);
        normal *= 1 - s;
    }
    example_set_up(&e, 3, 1);
    solve(&e);
    cr_expect(intervals >= 2 && intervals < 20, "%d", intervals);
    for (int i = 0; i < ROWS; i++)
        expect_near(e.p[i], total[i], 1e-8);
    expect_near(e.u[1], slip[0], 1e-8);
    expect_near(e.u[2], slip[1], 1e-8);
}
