/* Problems of contacts whose solution is known in closed form, or by trying everything in
 * another way; and how exactly the laws hold.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "ref/tests/contact/contact_case.h"

enum { ABSENT, OPEN, SLIDING, STICKING };
static const mpfr_prec_t PRECISION[] = {60, 256, 500};
enum { PRECISIONS = sizeof PRECISION / sizeof *PRECISION };

/* Doubles that come from the answer are right to a few bits of theirs. */
static const double NEAR = 1e-14;
static const double G = 9.81;

static void cr_near(double value, double expected, const char *what) {
    cr_assert(isfinite(value), "%s is %g", what, value);
    cr_assert(fabs(value - expected) <= NEAR * fmax(1, fabs(expected)),
              "%s is %.17g, not %.17g", what, value, expected);
}

/* Solves; the laws hold to all but a few of the bits that the answer is rounded to. */
static void solve_exactly(struct contact_case *c) {
    enum { LOST_BITS = 10 };
    enum ref_status status = contact_case_solve(c);
    cr_assert(status == REF_OK, "status %d", status);
    double breach = contact_case_breach(c);
    cr_assert(breach <= (double)(LOST_BITS - c->bits), "breach 2^%g at %ld bits", breach,
              (long)c->bits);
}

/* n sliders, each on the one below, the last of another mass. */
static struct contact_case *make_stack(int n, double top, mpfr_prec_t bits) {
    struct contact_case *c = contact_case_make(n, n, 0, 0, bits);
    for (int i = 0; i < n; i++) {
        contact_case_mass(c, i, i, i == n - 1 ? top : 1.25 + 0.5 * (i % 2));
        mpfr_set_si(c->J[i * n + i], 1, MPFR_RNDN);
        if (i > 0)
            mpfr_set_si(c->J[(i - 1) * n + i], -1, MPFR_RNDN);
        mpfr_set_str(c->v_free[i], "-0.00981", 10, MPFR_RNDN);
    }
    return c;
}

Test(contact_solve, carries_the_weight_above) {
    enum { N = 10 };
    for (int k = 0; k < 2 * PRECISIONS; k++) {
        mpfr_prec_t bits = PRECISION[k % PRECISIONS];
        struct contact_case *c = make_stack(N, k < PRECISIONS ? 1000 : 0.001, bits);
        solve_exactly(c);
        cr_assert(c->answer.solutions == 1);
        mpfr_t weight, push;
        mpfr_inits2(2 * bits, weight, push, (mpfr_ptr)NULL);
        mpfr_set_zero(weight, 1);
        for (int i = N - 1; i >= 0; i--) {
            mpfr_fma(weight, c->M[i * N + i], c->v_free[i], weight, MPFR_RNDN);
            cr_assert(c->state[i] == SLIDING);
            mpfr_neg(push, weight, MPFR_RNDN);
            double off = testing_relative(c->answer.impulse[i], push);
            cr_assert(off <= (double)(2 - bits), "contact %d off by 2^%g", i, off);
        }
    }
}

/* A point on a slope, load of one step. */
static void check_slope(double angle, double mu, mpfr_prec_t bits) {
    const double h = 1e-3;
    struct contact_case *c = contact_case_make(2, 1, 1, 0, bits);
    const double normal[] = {sin(angle), cos(angle)}, along[] = {cos(angle), -sin(angle)};
    contact_case_row(c, 0, normal);
    contact_case_row(c, 1, along);
    contact_case_friction(c, mu);
    mpfr_set_d(c->v_free[1], -h * G, MPFR_RNDN);
    solve_exactly(c);
    bool sticks = fabs(tan(angle)) <= mu;
    double pull = sin(angle) - copysign(mu, angle) * cos(angle);
    cr_assert(c->answer.solutions == 1);
    cr_assert(c->state[0] == (sticks ? STICKING : SLIDING), "angle %g", angle);
    cr_near(contact_case_impulse(c, 0), h * G * cos(angle), "normal impulse");
    cr_near(contact_case_velocity(c, 1), sticks ? 0 : h * G * pull, "slip");
}

Test(contact_solve, a_slope_holds_up_to_the_angle_of_friction) {
    static const double DEGREE = 0.017453292519943295;
    for (int k = 0; k < PRECISIONS; k++) {
        check_slope(26.56 * DEGREE, 0.5, PRECISION[k]);
        check_slope(26.57 * DEGREE, 0.5, PRECISION[k]);
        check_slope(-26.57 * DEGREE, 0.5, PRECISION[k]);
        check_slope(40 * DEGREE, 0, PRECISION[k]);
    }
}

/* A sphere hits a plane with spin: m = 1.5, R = 0.25, M = diag(m, m, m, I, I, I). */
static struct contact_case *make_sphere(double mu, mpfr_prec_t bits) {
    const double m = 1.5, R = 0.25, inertia = 0.4 * m * R * R;
    struct contact_case *c = contact_case_make(6, 1, 2, 0, bits);
    for (int i = 0; i < 3; i++) {
        contact_case_mass(c, i, i, m);
        contact_case_mass(c, 3 + i, 3 + i, inertia);
    }
    contact_case_row(c, 0, (double[]){0, 0, 1, 0, 0, 0});
    contact_case_row(c, 1, (double[]){1, 0, 0, 0, -R, 0});
    contact_case_row(c, 2, (double[]){0, 1, 0, R, 0, 0});
    contact_case_friction(c, mu);
    const double v[] = {0.75, -1.25, -0.5, 2, 3, -7};
    for (int i = 0; i < 6; i++)
        mpfr_set_d(c->v_free[i], v[i], MPFR_RNDN);
    return c;
}

Test(contact_solve, a_sphere_rolls_if_two_sevenths_of_its_slip_are_in_the_cone) {
    const double m = 1.5, slip[] = {0.75 - 0.25 * 3, -1.25 + 0.25 * 2};
    const double size = hypot(slip[0], slip[1]), limit = 2.0 / 7 * size / 0.5;
    for (int k = 0; k < 2 * PRECISIONS; k++) {
        bool rolls = k < PRECISIONS;
        double mu = limit * (rolls ? 1.01 : 0.99);
        struct contact_case *c = make_sphere(mu, PRECISION[k % PRECISIONS]);
        solve_exactly(c);
        cr_assert(c->answer.solutions == 1);
        cr_assert(c->state[0] == (rolls ? STICKING : SLIDING));
        cr_near(contact_case_impulse(c, 0), m * 0.5, "normal impulse");
        for (int i = 0; i < 2; i++) {
            double expected =
                rolls ? -2.0 / 7 * m * slip[i] : -mu * m * 0.5 * slip[i] / size;
            cr_near(contact_case_impulse(c, 1 + i), expected, "friction");
            cr_near(contact_case_velocity(c, 1 + i), slip[i] + 3.5 / m * expected,
                    "slip");
        }
    }
}

/* A point between two walls that lean out by `angle` from the vertical. */
static struct contact_case *make_wedge(double angle, double mu, double push) {
    struct contact_case *c = contact_case_make(2, 2, 1, 0, 256);
    for (int i = 0; i < 2; i++) {
        const double side = i == 0 ? 1 : -1;
        contact_case_row(c, 2 * i, (double[]){side * cos(angle), sin(angle)});
        contact_case_row(c, 2 * i + 1, (double[]){-side * sin(angle), cos(angle)});
    }
    contact_case_friction(c, mu);
    mpfr_set_d(c->v_free[1], push, MPFR_RNDN);
    return c;
}

Test(contact_solve, a_wedge_jams_if_the_angle_is_in_the_cone) {
    for (int k = 0; k < 2; k++) {
        const double angle = 0.4, mu = tan(angle) * (k == 0 ? 1.01 : 0.99);
        struct contact_case *c = make_wedge(angle, mu, 0.5);
        solve_exactly(c);
        cr_assert(c->answer.solutions == (k == 0 ? 2 : 1), "%d", c->answer.solutions);
        cr_assert(c->state[0] == OPEN && c->state[1] == OPEN);
    }
}

/* Beyond the cone's edge: r_t = mu r_n, and of that as little as carries the push. */
Test(contact_solve, a_pressed_wedge_of_little_friction_stands_at_the_edge_of_its_cones) {
    const double angle = 0.4, mu = 0.5;
    struct contact_case *c = make_wedge(angle, mu, -0.5);
    solve_exactly(c);
    cr_assert(c->answer.solutions == 1 && c->state[0] == STICKING);
    for (int i = 0; i < 2; i++) {
        double normal = 0.25 / (sin(angle) + mu * cos(angle));
        cr_near(contact_case_impulse(c, 2 * i), normal, "normal");
        cr_near(contact_case_impulse(c, 2 * i + 1), mu * normal, "friction");
    }
}

Test(contact_solve, a_pressed_wedge_stands_still_with_the_least_forces) {
    const double angle = 0.9;
    struct contact_case *c = make_wedge(angle, 1.5, -0.5);
    solve_exactly(c);
    cr_assert(c->answer.solutions == 1);
    /* Of all f with J^T f = (0, 0.5) the least is the half of it on each. */
    for (int i = 0; i < 2; i++) {
        cr_near(contact_case_impulse(c, 2 * i), 0.25 * sin(angle), "normal");
        cr_near(contact_case_impulse(c, 2 * i + 1), 0.25 * cos(angle), "friction");
    }
}

/* The tip of a uniform rod of half length 1, mass 1, at tan(theta) = 2, sliding towards where it
 * leans: W = (1.6, -+1.2; 2.4 + 1). */
static struct contact_case *make_painleve(double mu, double normal, mpfr_prec_t bits) {
    const double c5 = 1 / sqrt(5);
    struct contact_case *c = contact_case_make(3, 1, 1, 0, bits);
    contact_case_mass(c, 2, 2, 1.0 / 3);
    contact_case_row(c, 0, (double[]){0, 1, c5});
    contact_case_row(c, 1, (double[]){1, 0, 2 * c5});
    contact_case_friction(c, mu);
    mpfr_set_d(c->v_free[0], 1, MPFR_RNDN);
    mpfr_set_d(c->v_free[1], normal, MPFR_RNDN);
    return c;
}

Test(contact_solve, painleve_has_three_solutions_or_one_beyond_four_thirds) {
    static const struct {
        double mu, normal;
        int solutions, state;
    } CASE[] = {
        {1.32, 0.01, 1, OPEN},
        {1.32, -0.001, 1, SLIDING},
        {1.35, 0.001, 3, OPEN},
        {1.35, -0.01, 1, STICKING},
    };
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        struct contact_case *c = make_painleve(CASE[k].mu, CASE[k].normal, 256);
        solve_exactly(c);
        cr_assert(c->answer.solutions == CASE[k].solutions, "case %zu: %d solutions", k,
                  c->answer.solutions);
        cr_assert(c->state[0] == CASE[k].state, "case %zu: state %d", k, c->state[0]);
    }
}

/* A plate on four frictionless feet (+-1, +-1) loaded at (x, y); M = diag(1.5, 0.75, 0.75). */
Test(contact_solve, redundant_feet_share_in_least_norm) {
    const double x = 0.3, y = -0.45, push = 0.75;
    for (int k = 0; k < PRECISIONS; k++) {
        struct contact_case *c = contact_case_make(3, 4, 0, 0, PRECISION[k]);
        for (int i = 0; i < 4; i++)
            contact_case_row(c, i, (double[]){1, i % 2 ? 1 : -1, i / 2 ? 1 : -1});
        contact_case_mass(c, 0, 0, 1.5);
        contact_case_mass(c, 1, 1, 0.75);
        contact_case_mass(c, 2, 2, 0.75);
        const double load[] = {-push / 1.5, -push * x / 0.75, -push * y / 0.75};
        for (int i = 0; i < 3; i++)
            mpfr_set_d(c->v_free[i], load[i], MPFR_RNDN);
        solve_exactly(c);
        for (int i = 0; i < 4; i++)
            cr_near(contact_case_impulse(c, i),
                    push / 4 * (1 + (i % 2 ? x : -x) + (i / 2 ? y : -y)), "foot");
    }
}

/* Four feet (+-1, +-1) that slide in a plane, at a height 1/4 below the centre: normal impulses
 * of the feet are given but for a multiple of (1, -1, -1, 1), and that decides friction and
 * velocities, unless all slips are the same: it has no torque then. */
static struct contact_case *make_feet(double spin) {
    const double height = 0.25;
    struct contact_case *c = contact_case_make(6, 4, 2, 0, 256);
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? 1 : -1, y = i / 2 ? 1 : -1;
        contact_case_row(c, 3 * i, (double[]){0, 0, 1, y, -x, 0});
        contact_case_row(c, 3 * i + 1, (double[]){1, 0, 0, 0, -height, -y});
        contact_case_row(c, 3 * i + 2, (double[]){0, 1, 0, height, 0, x});
    }
    contact_case_friction(c, 0.3);
    mpfr_set_d(c->v_free[0], 1.75, MPFR_RNDN);
    mpfr_set_d(c->v_free[1], 0.5, MPFR_RNDN);
    mpfr_set_d(c->v_free[2], -0.75, MPFR_RNDN);
    mpfr_set_d(c->v_free[5], spin, MPFR_RNDN);
    return c;
}

Test(contact_solve, a_face_that_slides_and_turns_has_a_line_of_solutions) {
    static const double SPIN[] = {0, 0.4, -1.3};
    for (int k = 0; k < 3; k++) {
        struct contact_case *c = make_feet(SPIN[k]);
        solve_exactly(c);
        bool are_many = c->answer.solutions > 1;
        cr_assert(are_many == (k > 0), "spin %g: %d", SPIN[k], c->answer.solutions);
    }
}

Test(contact_solve, copies_of_a_contact_share_equally) {
    enum { COPIES = 4 };
    struct contact_case *c = contact_case_make(2, COPIES, 1, 0, 256);
    for (int i = 0; i < COPIES; i++) {
        contact_case_row(c, 2 * i, (double[]){0, 1});
        contact_case_row(c, 2 * i + 1, (double[]){1, 0});
    }
    contact_case_friction(c, 0.3);
    mpfr_set_d(c->v_free[0], 1.75, MPFR_RNDN);
    mpfr_set_d(c->v_free[1], -1.25, MPFR_RNDN);
    solve_exactly(c);
    cr_assert(c->answer.solutions == 1);
    cr_near(contact_case_velocity(c, 1), 1.75 - 0.3 * 1.25, "slip");
    for (int i = 0; i < COPIES; i++) {
        cr_near(contact_case_impulse(c, 2 * i), 1.25 / COPIES, "normal");
        cr_near(contact_case_impulse(c, 2 * i + 1), -0.3 * 1.25 / COPIES, "friction");
    }
}

/* A plate with four feet at (+-a, +-b) spins about the vertical: (x, y, z, turns), I = 0.5. */
static struct contact_case *make_spinning_plate(mpfr_prec_t bits) {
    const double a = 0.75, b = 0.5;
    struct contact_case *c = contact_case_make(6, 4, 2, 0, bits);
    for (int i = 0; i < 3; i++)
        contact_case_mass(c, 3 + i, 3 + i, 0.5);
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? a : -a, y = i / 2 ? b : -b;
        contact_case_row(c, 3 * i, (double[]){0, 0, 1, y, -x, 0});
        contact_case_row(c, 3 * i + 1, (double[]){1, 0, 0, 0, 0, -y});
        contact_case_row(c, 3 * i + 2, (double[]){0, 1, 0, 0, 0, x});
    }
    contact_case_friction(c, 0.4);
    mpfr_set_d(c->v_free[2], -0.25, MPFR_RNDN);
    mpfr_set_d(c->v_free[5], 3, MPFR_RNDN);
    return c;
}

Test(contact_solve, a_spinning_plate_feels_a_torque_of_all_its_feet) {
    for (int k = 0; k < PRECISIONS; k++) {
        struct contact_case *c = make_spinning_plate(PRECISION[k]);
        solve_exactly(c);
        cr_near(mpfr_get_d(c->answer.v[5], MPFR_RNDN),
                3 - 0.4 * 0.25 * hypot(0.75, 0.5) / 0.5, "spin");
        for (int i = 0; i < 4; i++) {
            cr_assert(c->state[i] == SLIDING);
            cr_near(contact_case_impulse(c, 3 * i), 0.0625, "foot");
        }
    }
}

/* Two points, held at a distance by a joint that is written twice, the first on the floor. */
Test(contact_solve, joints_hold_and_share) {
    for (int k = 0; k < PRECISIONS; k++) {
        struct contact_case *c = contact_case_make(4, 1, 1, 2, PRECISION[k]);
        for (int i = 0; i < 2; i++)
            contact_case_joint(c, i, (double[]){0.6, 0.8, -0.6, -0.8});
        contact_case_row(c, 0, (double[]){0, 1, 0, 0});
        contact_case_row(c, 1, (double[]){1, 0, 0, 0});
        contact_case_friction(c, 0.2);
        mpfr_set_d(c->v_free[1], -1, MPFR_RNDN);
        mpfr_set_d(c->v_free[3], -1, MPFR_RNDN);
        solve_exactly(c);
        /* lambda (both) along (0.6, 0.8): the lower one slides under r_n = 1 - 0.8 lambda and
         * friction 0.2 r_n against 0.6 lambda. */
        cr_near(mpfr_get_d(c->answer.v[1], MPFR_RNDN), 0, "floor");
        double lambda = contact_case_velocity(c, 1) - contact_case_impulse(c, 1);
        cr_near(mpfr_get_d(c->answer.joint_impulse[0], MPFR_RNDN), lambda / 1.2, "joint");
        cr_assert(mpfr_equal_p(c->answer.joint_impulse[0], c->answer.joint_impulse[1]));
    }
}

Test(contact_solve, joints_that_exclude_each_other_are_refused) {
    struct contact_case *c = contact_case_make(2, 1, 0, 2, 100);
    contact_case_joint(c, 0, (double[]){1, 0});
    contact_case_joint(c, 1, (double[]){1, 0});
    contact_case_row(c, 0, (double[]){0, 1});
    mpfr_set_d(c->joint_offset[1], 1, MPFR_RNDN);
    mpfr_set_d(c->answer.v[0], 17, MPFR_RNDN);
    cr_assert(contact_case_solve(c) == REF_SINGULAR);
    cr_assert(mpfr_cmp_si(c->answer.v[0], 17) == 0);
}

/* A floor that rises against a joint. */
Test(contact_solve, contacts_that_exclude_joints_have_no_solution) {
    struct contact_case *c = contact_case_make(1, 1, 0, 1, 100);
    contact_case_joint(c, 0, (double[]){1});
    contact_case_row(c, 0, (double[]){1});
    mpfr_set_d(c->offset[0], -1.5, MPFR_RNDN);
    mpfr_set_d(c->answer.v[0], 17, MPFR_RNDN);
    cr_assert(contact_case_solve(c) == REF_NOT_CONVERGED);
    cr_assert(mpfr_cmp_si(c->answer.v[0], 17) == 0);
}

Test(contact_solve, what_takes_no_part_has_no_impulse) {
    struct contact_case *c = make_stack(3, 2, 100);
    c->takes_part[1] = false;
    solve_exactly(c);
    cr_assert(c->state[1] == ABSENT && mpfr_zero_p(c->answer.impulse[1]));
    cr_near(contact_case_velocity(c, 1), -0.00981,
            "the upper ones fall, the lower stands");
}

Test(contact_solve, known_normal_impulses_widen_the_cone) {
    struct contact_case *c = contact_case_make(2, 1, 1, 0, 256);
    contact_case_row(c, 0, (double[]){0, 1});
    contact_case_row(c, 1, (double[]){1, 0});
    contact_case_friction(c, 0.25);
    mpfr_set_d(c->known[0], 2, MPFR_RNDN);
    mpfr_set_d(c->v_free[0], 1.75, MPFR_RNDN);
    mpfr_set_d(c->v_free[1], 0.5, MPFR_RNDN);
    solve_exactly(c);
    cr_assert(c->state[0] == OPEN);
    cr_near(contact_case_velocity(c, 1), 1.75 - 0.25 * 2, "slip");
    mpfr_set_d(c->v_free[1], -0.5, MPFR_RNDN);
    solve_exactly(c);
    cr_near(contact_case_velocity(c, 1), 1.75 - 0.25 * 2.5, "slip");
}

/* Kane's double pendulum: two rods of mass and length 1 at 20 and 30 degrees, its tip on the floor,
 * with T = (1/2) (4/3 w1^2 + w1 w2 cos(a2 - a1) + 1/3 w2^2), tip at (sum sin, -sum cos). By
 * Newton's law the tip's u_n + e u_n- takes the place of u_n. */
static struct contact_case *make_kane(const char *e, const char *mu, mpfr_prec_t bits) {
    struct contact_case *c = contact_case_make(2, 1, 1, 0, bits);
    mpfr_t a[2], x;
    mpfr_inits2(bits, a[0], a[1], x, (mpfr_ptr)NULL);
    mpfr_const_pi(a[0], MPFR_RNDN);
    mpfr_div_si(a[1], a[0], 6, MPFR_RNDN);
    mpfr_div_si(a[0], a[0], 9, MPFR_RNDN);
    mpfr_set_si(c->M[0], 4, MPFR_RNDN);
    mpfr_div_si(c->M[0], c->M[0], 3, MPFR_RNDN);
    mpfr_sub(x, a[1], a[0], MPFR_RNDN);
    mpfr_cos(x, x, MPFR_RNDN);
    mpfr_div_si(c->M[1], x, 2, MPFR_RNDN);
    mpfr_set(c->M[2], c->M[1], MPFR_RNDN);
    mpfr_div_si(c->M[3], c->M[0], 4, MPFR_RNDN);
    for (int i = 0; i < 2; i++) {
        mpfr_sin(c->J[2 * i], a[i], MPFR_RNDN);
        mpfr_cos(c->J[2 * i + 1], a[i], MPFR_RNDN);
    }
    mpfr_set_str(c->v_free[0], "-0.1", 10, MPFR_RNDN);
    mpfr_set_str(c->v_free[1], "-0.2", 10, MPFR_RNDN);
    mpfr_set_str(x, e, 10, MPFR_RNDN);
    mpfr_fmma(c->offset[0], c->J[0], c->v_free[0], c->J[2], c->v_free[1], MPFR_RNDN);
    mpfr_mul(c->offset[0], c->offset[0], x, MPFR_RNDN);
    mpfr_set_str(c->friction[0], mu, 10, MPFR_RNDN);
    return c;
}

/* energy := v^T M v, of two velocities. */
static void find_energy(const struct contact_case *c, mpfr_t *v, mpfr_ptr energy) {
    mpfr_t x;
    mpfr_init2(x, c->bits);
    mpfr_fmma(x, c->M[0], v[0], c->M[2], v[1], MPFR_RNDN);
    mpfr_mul(energy, x, v[0], MPFR_RNDN);
    mpfr_fmma(x, c->M[1], v[0], c->M[3], v[1], MPFR_RNDN);
    mpfr_fma(energy, x, v[1], energy, MPFR_RNDN);
}

/* Ratios of energy: a closed form to 20 digits. */
Test(contact_solve, kane_gains_energy_by_newton_with_friction) {
    static const struct {
        const char *e, *mu, *ratio;
    } CASE[] = {
        {"0.5", "0", "0.71141270169149610038"},  {"0.5", "0.1", "0.77894529706317016346"},
        {"0.5", "0.5", "1.5874946869298470631"}, {"0.7", "0.5", "2.7576110786973919557"},
        {"0", "0.5", "0.51360348251293637666"},
    };
    enum { BITS = 200, DIGITS_BITS = 64 };
    mpfr_t before, after, expected;
    mpfr_inits2(BITS, before, after, expected, (mpfr_ptr)NULL);
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        struct contact_case *c = make_kane(CASE[k].e, CASE[k].mu, BITS);
        solve_exactly(c);
        cr_assert(c->answer.solutions == 1);
        find_energy(c, c->v_free, before);
        find_energy(c, c->answer.v, after);
        mpfr_div(after, after, before, MPFR_RNDN);
        mpfr_set_str(expected, CASE[k].ratio, 10, MPFR_RNDN);
        double off = testing_relative(after, expected);
        cr_assert(off <= -DIGITS_BITS, "case %zu: off by 2^%g", k, off);
    }
}
