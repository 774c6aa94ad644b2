/* Tests of contact/proximal.c against answers in closed form.
 *
 * Seen to fail: the search left out; friction that does not know of normal impulses, or
 * that is stiff along the slip; known impulses forgotten; no exchange of rows; factors
 * used for another K; contradictions not looked for; what is not a number not looked
 * for, or begun from; touching contacts closed one by one from the floor.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/contact/posed.h"

static const double gravity = 9.81, h = 1e-3;

/* Sliders on top of each other, contact i between i - 1 (the floor: -1) and i. */
static void open_stack(struct posed *p, int n, double top) {
    int slides[1000] = {0};
    posed_open(p, n, n, slides, 0);
    for (int i = 0; i < n; i++) {
        p->M[i * n + i] = i == n - 1 ? top : 1.37;
        p->J[i * n + i] = 1;
        if (i > 0)
            p->J[i * n + i - 1] = -1;
        p->v_free[i] = -gravity * h;
    }
}

static double largest_stack_error(const struct posed *p, int n) {
    double weight = 0, error = 0;
    for (int i = n - 1; i >= 0; i--) {
        weight += gravity * h * p->M[i * n + i];
        error = fmax(error, fabs(p->answer.impulse[i] / weight - 1));
    }
    return error;
}

Test(contact_proximal, impulses_in_a_stack_are_the_weights_above) {
    static const int sizes[] = {1, 2, 3, 10, 100};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct posed p;
        open_stack(&p, sizes[k], 1.37);
        posed_solve(&p);
        posed_expect_verified(&p, "stack");
        const double error = largest_stack_error(&p, sizes[k]);
        cr_assert(error < 1e-11, "%d: %g", sizes[k], error);
        /* What touches is taken to stay: it does not close one by one from the floor. */
        cr_assert(p.answer.iterations <= 6, "%d: %ld", sizes[k], p.answer.iterations);
        for (int i = 0; i < sizes[k]; i++)
            cr_assert(fabs(p.answer.v[i]) < 1e-13 &&
                      p.answer.state[i] == CONTACT_SLIDING);
    }
}

Test(contact_proximal, a_thousandfold_mass_on_top_of_ten_leaves_ten_digits) {
    struct posed p;
    open_stack(&p, 11, 1370);
    posed_solve(&p);
    posed_expect_verified(&p, "heavy");
    const double error = largest_stack_error(&p, 11);
    cr_assert(error < 1e-11, "%g", error);
}

Test(contact_proximal, a_millionfold_mass_on_top_of_ten_leaves_six_digits) {
    struct posed p;
    open_stack(&p, 11, 1.37e6);
    posed_solve(&p);
    posed_expect_verified(&p, "heavier");
    const double error = largest_stack_error(&p, 11);
    cr_assert(error < 1e-6, "%g", error);
}

Test(contact_proximal, a_second_solve_of_the_same_problem_factors_nothing) {
    struct posed p;
    open_stack(&p, 10, 137);
    posed_solve(&p);
    cr_assert(p.answer.factorizations > 0);
    p.problem.is_changed = false;
    posed_solve(&p);
    cr_assert_eq(p.answer.factorizations, 0);
    cr_assert_eq(p.answer.iterations, 0);
}

/* A point on a slope: coordinates along, across, normal. */
static void open_point(struct posed *p, double mass, double mu) {
    static const int slides[] = {2};
    posed_open(p, 3, 1, slides, 0);
    for (int i = 0; i < 3; i++) {
        p->M[4 * i] = mass;
        p->J[3 * i + (i + 2) % 3] = 1;
    }
    p->friction[0] = mu;
}

Test(contact_proximal, a_block_slides_down_a_slope_just_if_it_is_steeper_than_mu) {
    for (int k = -40; k <= 40; k++) {
        const double mu = 0.5, angle = atan(mu) + 1e-3 * (k + 0.5);
        struct posed p;
        open_point(&p, 1.37, mu);
        p.v_free[0] = gravity * h * sin(angle);
        p.v_free[2] = -gravity * h * cos(angle);
        posed_solve(&p);
        posed_expect_verified(&p, "slope");
        const double expected = k < 0 ? 0 : gravity * h * (sin(angle) - mu * cos(angle));
        cr_assert(fabs(p.answer.v[0] - expected) < 1e-15, "%d: %g, not %g", k,
                  p.answer.v[0], expected);
        cr_assert_eq(p.answer.state[0], k < 0 ? CONTACT_STICKING : CONTACT_SLIDING);
        cr_assert(fabs(p.answer.v[2]) < 1e-16);
    }
}

Test(contact_proximal, sliding_contacts_do_not_lift_off) {
    struct posed p;
    open_point(&p, 1.37, 0.3);
    p.v_free[0] = 2;
    p.v_free[1] = -1.5;
    p.v_free[2] = -0.1;
    posed_solve(&p);
    posed_expect_verified(&p, "sliding");
    /* A convex law has u_n = mu |u_t| = 0.74 instead. */
    cr_assert(fabs(p.answer.v[2]) < 1e-15);
    cr_assert(fabs(hypot(p.answer.v[0], p.answer.v[1]) - (2.5 - 0.3 * 0.1)) < 1e-15);
}

/* A ball of radius 0.7 that hits the floor: u_t = (vx + a wy, vy - a wx). */
Test(contact_proximal,
     a_ball_sticks_just_if_two_sevenths_of_its_slip_are_within_friction) {
    const double radius = 0.7, mass = 1.37, mu = 0.4;
    for (int k = 0; k < 60; k++) {
        static const int slides[] = {2};
        struct posed p;
        posed_open(&p, 6, 1, slides, 0);
        for (int i = 0; i < 3; i++) {
            p.M[7 * i] = mass;
            p.M[7 * (i + 3)] = 0.4 * mass * radius * radius;
        }
        p.J[2] = p.J[6] = p.J[12 + 1] = 1;
        p.J[6 + 4] = -radius;
        p.J[12 + 3] = radius;
        p.friction[0] = mu;
        const double slip = 0.1 * (k + 0.5), normal = 1.1;
        p.v_free[0] = 0.6 * slip + 0.3 * radius;
        p.v_free[4] = 0.3;
        p.v_free[1] = 0.8 * slip;
        p.v_free[2] = -normal;
        posed_solve(&p);
        posed_expect_verified(&p, "ball");
        const bool sticks = 2 * slip / 7 <= mu * normal;
        const double expected = mass * (sticks ? 2 * slip / 7 : mu * normal);
        cr_assert_eq(p.answer.state[0], sticks ? CONTACT_STICKING : CONTACT_SLIDING);
        cr_assert(fabs(p.answer.impulse[0] - mass * normal) < 1e-13);
        cr_assert(fabs(p.answer.impulse[1] + 0.6 * expected) < 1e-13, "slip %g", slip);
        cr_assert(fabs(p.answer.impulse[2] + 0.8 * expected) < 1e-13, "slip %g", slip);
    }
}

Test(contact_proximal, a_known_normal_impulse_holds_a_block_at_a_wall) {
    for (int k = 0; k < 2; k++) {
        struct posed p;
        open_point(&p, 1.37, 0.5);
        p.known[0] = 2.3;
        p.v_free[0] = k == 0 ? 0.8 : 0.9; /* mu known / m = 0.839... */
        posed_solve(&p);
        posed_expect_verified(&p, "wall");
        const double expected = k == 0 ? 0 : 0.9 - 0.5 * 2.3 / 1.37;
        cr_assert(fabs(p.answer.v[0] - expected) < 1e-15, "%g", p.answer.v[0]);
        cr_assert(fabs(p.answer.impulse[0]) < 1e-15, "%g", p.answer.impulse[0]);
    }
}

/* A square plate that spins on its four corners. */
Test(contact_proximal, a_spinning_patch_is_braked_by_mu_weight_times_radius) {
    static const int slides[] = {2, 2, 2, 2};
    const double half = 0.35, mass = 2.1, mu = 0.3, weight = mass * gravity * h;
    struct posed p;
    posed_open(&p, 6, 4, slides, 0);
    const double inertia[] = {mass, mass, mass, 0.11, 0.13, 0.17};
    for (int i = 0; i < 6; i++)
        p.M[7 * i] = inertia[i];
    for (int c = 0; c < 4; c++) {
        const double x = c & 1 ? half : -half, y = c & 2 ? half : -half;
        double *J = p.J + 18 * c;
        J[2] = J[6] = J[12 + 1] = 1;
        J[3] = y, J[4] = -x; /* u_n = vz + wx y - wy x */
        J[6 + 5] = -y, J[12 + 5] = x;
        p.friction[c] = mu;
    }
    p.v_free[2] = -gravity * h;
    p.v_free[5] = 1.9;
    posed_solve(&p);
    posed_expect_verified(&p, "patch");
    const double brake = mu * weight * half * sqrt(2) / inertia[5];
    cr_assert(fabs(p.answer.v[5] - (1.9 - brake)) < 1e-14, "%.17g", p.answer.v[5]);
    for (int i = 0; i < 5; i++)
        cr_assert(fabs(p.answer.v[i]) < 1e-15, "%d: %g", i, p.answer.v[i]);
    double sum = 0;
    for (int c = 0; c < 4; c++)
        sum += p.answer.impulse[3 * c];
    cr_assert(fabs(sum - weight) < 1e-14 * weight);
}

/* A rod of half length 1.2 that scrapes along the floor at its lower end, from the
 * vertical by what makes tan theta = 2 from the floor: W_nn - mu W_nt = 0 at mu = 4/3. */
static void open_rod(struct posed *p, double mu) {
    static const int slides[] = {1};
    const double mass = 1.37, s = 1.2, cosine = 1 / sqrt(5), sine = 2 / sqrt(5);
    posed_open(p, 3, 1, slides, 0);
    p->M[0] = p->M[4] = mass;
    p->M[8] = mass * s * s / 3;
    /* The end is at (-s cos, -s sin) from the centre. */
    p->J[1] = p->J[3] = 1;
    p->J[2] = -s * cosine;
    p->J[5] = s * sine;
    p->friction[0] = mu;
    p->v_free[0] =
        -3; /* slides so that friction lifts and turns the end into the floor */
    p->v_free[1] = -0.01;
}

Test(contact_proximal, below_four_thirds_a_scraping_rod_slides_on) {
    for (int k = 0; k < 2; k++) {
        const double mu = 1.3;
        struct posed p;
        open_rod(&p, mu);
        p.v_free[0] = k == 0 ? -3 : 3;
        posed_solve(&p);
        posed_expect_verified(&p, "rod");
        double W_nn = 0, W_nt = 0;
        for (int i = 0; i < 3; i++) {
            W_nn += p.J[i] * p.J[i] / p.M[4 * i];
            W_nt += p.J[i] * p.J[3 + i] / p.M[4 * i];
        }
        const double expected = 0.01 / (W_nn - (k == 0 ? -1 : 1) * mu * W_nt);
        const double r = p.answer.impulse[0];
        if (posed_speed(&p, 1) * p.v_free[0] > 0)
            cr_assert(fabs(r / expected - 1) < 1e-10, "%g, not %g", r, expected);
        else
            cr_assert_eq(p.answer.state[0], CONTACT_STICKING);
    }
}

Test(contact_proximal,
     a_rod_in_painleve_s_paradox_has_an_answer_that_repeats_to_the_bit) {
    double first[2] = {0, 0};
    for (int k = 0; k < 4; k++) {
        struct posed p;
        open_rod(&p, 1.8);
        if (k >= 2)
            p.v_free[0] = 3;
        posed_solve(&p);
        posed_expect_verified(&p, "paradox");
        if (k % 2 == 0)
            memcpy(first, p.answer.impulse, sizeof first);
        else
            cr_assert_eq(memcmp(first, p.answer.impulse, sizeof first), 0);
    }
}

/* A notch whose walls make an angle a with the vertical. */
Test(contact_proximal, a_body_rests_in_a_notch_for_every_friction) {
    static const int slides[] = {1, 1};
    for (int k = 0; k < 6; k++) {
        const double a = 0.3, mu = 0.25 * k, mass = 1.37;
        struct posed p;
        posed_open(&p, 2, 2, slides, 0);
        p.M[0] = p.M[3] = mass;
        const double J[] = {cos(a),  sin(a), -sin(a), cos(a),
                            -cos(a), sin(a), sin(a),  cos(a)};
        memcpy(p.J, J, sizeof J);
        p.friction[0] = p.friction[1] = mu;
        p.v_free[0] = 0.013;
        p.v_free[1] = -1;
        posed_solve(&p);
        posed_expect_verified(&p, "notch");
        cr_assert(fabs(p.answer.v[0]) < 1e-13 && fabs(p.answer.v[1]) < 1e-13);
        const double *r = p.answer.impulse;
        cr_assert(fabs((r[0] + r[2]) * sin(a) + (r[1] + r[3]) * cos(a) - mass) < 1e-12);
    }
}

Test(contact_proximal, contacts_that_take_no_part_are_absent_and_without_impulse) {
    struct posed p;
    open_stack(&p, 3, 1.37);
    p.takes_part[1] = false;
    p.answer.impulse[1] = 7;
    posed_solve(&p);
    posed_expect_verified(&p, "absent");
    cr_assert_eq(p.answer.impulse[1], 0);
    cr_assert_eq(p.answer.state[1], CONTACT_ABSENT);
    cr_assert(fabs(p.answer.v[1] + gravity * h) < 1e-15);
    cr_assert(fabs(p.answer.v[2] - p.answer.v[1]) < 1e-15);
}

/* A point of mass in the plane on a rod to the origin, and on the floor: r = (0.8,
 * -0.6). */
static void open_rod_and_floor(struct posed *p, int copies) {
    static const int slides[] = {1};
    posed_open(p, 2, 1, slides, copies);
    p->M[0] = p->M[3] = 1.37;
    p->J[1] = p->J[2] = 1;
    for (int k = 0; k < copies; k++) {
        p->G[2 * k] = 0.8 * (k + 1);
        p->G[2 * k + 1] = -0.6 * (k + 1);
    }
    p->friction[0] = 0.1;
    p->v_free[0] = 0.5;
    p->v_free[1] = -1;
}

Test(contact_proximal,
     joints_and_contacts_hold_together_however_often_a_joint_is_stated) {
    for (int copies = 1; copies <= 4; copies++) {
        struct posed p;
        open_rod_and_floor(&p, copies);
        posed_solve(&p);
        posed_expect_verified(&p, "rod and floor");
        cr_assert(p.answer.joint_error < 1e-14, "%g", p.answer.joint_error);
        cr_assert(fabs(p.answer.v[0]) < 1e-14 && fabs(p.answer.v[1]) < 1e-14);
        double pull = 0;
        for (int k = 0; k < copies; k++)
            pull += (k + 1) * p.answer.joint_impulse[k];
        const double *r = p.answer.impulse;
        cr_assert(fabs(0.8 * pull + r[1] + 1.37 * 0.5) < 1e-13);
        cr_assert(fabs(-0.6 * pull + r[0] - 1.37) < 1e-13);
    }
}

Test(contact_proximal, what_contradicts_itself_is_infeasible) {
    /* A slider between a floor that rises and a ceiling that stays, or sinks. */
    for (int k = 0; k < 4; k++) {
        static const int slides[] = {0, 0};
        struct posed p;
        posed_open(&p, 1, 2, slides, 0);
        p.J[0] = 1;
        p.J[1] = -1;
        p.M[0] = 1.37;
        p.offset[0] = -1;
        p.offset[1] = k == 0 ? 0 : k == 1 ? -0.3 : k == 2 ? 0.999 : 1.001;
        p.v_free[0] = -0.15;
        const enum contact_verdict verdict = posed_solve(&p);
        cr_assert_eq(verdict, k < 3 ? CONTACT_INFEASIBLE : CONTACT_TIGHT, "%d: %d", k,
                     (int)verdict);
    }
}

Test(contact_proximal, a_joint_that_presses_into_the_floor_is_infeasible) {
    for (int k = 0; k < 2; k++) {
        struct posed p;
        open_rod_and_floor(&p, 2);
        p.G[0] = p.G[2] = p.G[3] = 0;
        p.G[1] = 1;
        p.G[2] = 1;
        p.joint_offset[0] = k == 0 ? 0.2 : -0.2; /* v_y = -0.2, 0.2 */
        const enum contact_verdict verdict = posed_solve(&p);
        cr_assert_eq(verdict, k == 0 ? CONTACT_INFEASIBLE : CONTACT_TIGHT, "%d: %d", k,
                     (int)verdict);
    }
}

Test(contact_proximal, what_is_not_a_number_is_refused_and_the_answer_left) {
    for (int k = 0; k < 7; k++) {
        struct posed p;
        open_point(&p, 1.37, 0.5);
        p.v_free[2] = -1;
        posed_solve(&p);
        struct contact_answer before = p.answer;
        double impulse[3], v[3];
        memcpy(impulse, p.answer.impulse, sizeof impulse);
        memcpy(v, p.answer.v, sizeof v);
        double *broken[] = {p.v_free, p.offset + 1, p.friction,  p.known,
                            p.J + 2,  p.M,          p.v_free + 1};
        *broken[k] = k == 6 ? INFINITY : NAN;
        posed_pose(&p);
        const enum fast_status status =
            p.solver.solve(p.solver.self, &p.problem, &p.answer);
        cr_assert(status == FAST_NOT_FINITE || status == FAST_SINGULAR, "%d: %d", k,
                  (int)status);
        cr_assert_eq(memcmp(impulse, p.answer.impulse, sizeof impulse), 0);
        cr_assert_eq(memcmp(v, p.answer.v, sizeof v), 0);
        cr_assert_eq(before.iterations, p.answer.iterations);
    }
}

Test(contact_proximal, impulses_to_begin_from_may_be_anything) {
    struct posed p;
    open_stack(&p, 5, 1.37);
    const double odd[] = {NAN, INFINITY, -3, 1e300, 1e-300};
    for (int k = 0; k < 5; k++) {
        posed_forget(&p);
        p.answer.impulse[2] = odd[k];
        posed_solve(&p);
        posed_expect_verified(&p, "odd");
        cr_assert(largest_stack_error(&p, 5) < 1e-11, "%d", k);
    }
}
