/* Measures of the league, by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/league/measures.h"
#include "harness/tests/engines/bench.h"
#include "problems/model.h"

enum { most = 16 };

static double of(const char *model, const char *const *settings, double until,
                 double (*measure)(const struct league_view *), const double *begin,
                 const double *end) {
    struct model *m = engine_model(model, settings);
    struct league_rows rows = {.out = NULL};
    const struct league_view view = {
        .model = m, .begin = begin, .end = end, .until = until, .rows = &rows};
    const double value = measure(&view);
    league_rows_clear(&rows);
    model_free(m);
    return value;
}

static void expect_near(double found, double expected) {
    cr_expect(isfinite(found) &&
                  fabs(found - expected) <= 1e-12 * fmax(1, fabs(expected)),
              "%.17g, not %.17g", found, expected);
}

/* A quarter of the energy is left at half the speed; at rest below the floor none. */
Test(measures, restitution_is_the_root_of_the_energy_left) {
    const double begin[] = {1, 0}, fast[] = {0, sqrt(2 * 9.81) / 2}, below[] = {-0.1, 0};
    expect_near(of("bouncing_ball", NULL, 1, league_restitution, begin, fast), 0.5);
    expect_near(of("bouncing_ball", NULL, 1, league_restitution, begin, below), 0);
}

/* 3, 4, 5: pushed along x, gone to (0.3, 0.4). With mu = 0.4 the way is 4/(2 mu g). */
Test(measures, a_slide_has_a_direction_and_a_distance) {
    double begin[most] = {0}, end[most] = {0};
    const int x = 4, z = 6, vx = 10;
    begin[vx] = 2;
    end[x] = 0.3;
    end[z] = 0.4;
    expect_near(of("sliding_block", NULL, 1, league_direction, begin, end),
                atan(4. / 3) * 180 / acos(-1));
    expect_near(of("sliding_block", NULL, 1, league_distance, begin, end),
                0.5 * 2 * 0.4 * 9.81 / 4);
    expect_near(of("sliding_block", NULL, 1, league_creep, begin, end), 0.5);
}

Test(measures, a_spring_keeps_its_energy_or_not) {
    static const char *const unit[] = {"m=2", "k=8", NULL};
    const double begin[] = {1, 0}, end[] = {0, 2}, more[] = {1, 2};
    expect_near(of("spring", unit, 1, league_kept, begin, end), 1);
    expect_near(of("spring", unit, 1, league_kept, begin, more), 2);
}

Test(measures, an_error_is_that_of_the_worst_component) {
    struct model *m = engine_model("pendulum", NULL);
    const double begin[] = {0, 0}, truth[] = {4, -2}, end[] = {4.5, -2.25};
    struct league_view view = {
        .model = m, .begin = begin, .end = end, .truth = truth, .until = 1};
    expect_near(league_error(&view), 0.125);
    view.end = (const double[]){NAN, -2};
    cr_expect(isnan(league_error(&view)), "what is no number is no small error");
}

Test(measures, a_ball_that_rolls_has_five_sevenths_of_its_speed) {
    const double begin[] = {0, 0.1, 0, 1, 0, 0}, end[] = {1, 0.1, 0, 5. / 7, 0, -50. / 7};
    expect_near(of("sliding_sphere", NULL, 1, league_rolling, begin, end), 1);
}

/* With backspin w0 = 50 rad/s on R = 0.1 m it comes back: (5 - 10)/7. */
Test(measures, a_ball_with_backspin_rolls_back) {
    const double begin[] = {0, 0.1, 0, 1, 0, 50},
                 end[] = {0, 0.1, 0, -5. / 7, 0, 50. / 7};
    expect_near(of("sliding_sphere", NULL, 1, league_rolling, begin, end), 1);
}

/* Two rods of length 2, the second along (3, 4)/5 and 1 % too long. */
Test(measures, a_joint_drifts_by_what_a_rod_is_too_long) {
    static const char *const two[] = {"n=2", "l=2", NULL};
    struct model *m = engine_model("chain_cartesian", two);
    double end[8] = {0};
    static const char *const names[] = {"x[1]", "y[1]", "x[2]", "y[2]"};
    const double values[] = {0, -2, 1.2 * 1.01, -2 - 1.6 * 1.01};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < m->nq; i++)
            if (strcmp(m->state[i], names[k]) == 0)
                end[i] = values[k];
    const struct league_view view = {
        .model = m, .begin = end, .end = end, .truth = NULL, .until = 1};
    expect_near(league_joint_drift(&view), 0.01);
}

/* m g l (1 - cos(pi)) = 2 m g l from the lowest to the highest point, at rest. */
Test(measures, energy_is_made_by_lifting_a_pendulum) {
    static const char *const unit[] = {"m=2", "l=3", "g=5", NULL};
    const double begin[] = {0, 0}, end[] = {acos(-1), 0};
    expect_near(of("pendulum", unit, 1, league_made, begin, end), 60);
}

/* Masses 1 and 2: 1*3 + 2*1 before, 1*1 + 2*2 after, the same; the last one's 2 over 3. */
Test(measures, a_cradle_has_a_last_ball_and_a_momentum) {
    static const char *const two[] = {"n=2", "growth=2", NULL};
    const double begin[] = {0, 1, 3, 1}, end[] = {0, 1, 1, 2}, less[] = {0, 1, 1, 1};
    expect_near(of("cradle", two, 1, league_last_speed, begin, end), 2. / 3);
    expect_near(of("cradle", two, 1, league_momentum, begin, end), 1);
    expect_near(of("cradle", two, 1, league_momentum, begin, less), 0.6);
}

/* One brick on the floor that falls at 3, slides at 4 along x and at 5 along z; then turns at 2
 * about z: its corners, at (-+ 1/2, -1/2), fall and rise at 1, and slide at 1. */
Test(measures, what_is_left_at_contacts_is_the_largest_speed_of_two_faces) {
    static const char *const one[] = {"n=1", NULL};
    double begin[most] = {1, 0, 0, 0, 0, 0.5, 0}, end[most] = {1, 0, 0, 0, 0, 0.5, 0};
    enum { wz = 9, vx = 10, vy = 11, vz = 12 };
    end[vy] = -3;
    expect_near(of("brick_stack", one, 1, league_contact_speed, begin, end), 3);
    end[vx] = 4;
    expect_near(of("brick_stack", one, 1, league_contact_speed, begin, end), 4);
    end[vz] = 5;
    expect_near(of("brick_stack", one, 1, league_contact_speed, begin, end), 5);
    end[vx] = end[vy] = end[vz] = 0;
    end[wz] = 2;
    expect_near(of("brick_stack", one, 1, league_contact_speed, begin, end), 1);
    end[vx] = NAN;
    cr_expect(isnan(of("brick_stack", one, 1, league_contact_speed, begin, end)));
}

/* A brick of height 1, in the floor by 1/4, then above it by 1/2; turned by a quarter about z,
 * its longer side is upright. */
Test(measures, the_gap_is_the_largest_distance_on_either_side) {
    static const char *const one[] = {"n=1", "a=2", "b=1/2", NULL};
    double end[most] = {1, 0, 0, 0, 0, 0.25, 0};
    expect_near(of("brick_stack", one, 1, league_contact_gap, end, end), 0.25);
    end[5] = 1;
    expect_near(of("brick_stack", one, 1, league_contact_gap, end, end), 0.5);
    end[0] = end[3] = sqrt(0.5);
    end[5] = 2;
    expect_near(of("brick_stack", one, 1, league_contact_gap, end, end), 4);
    end[5] = NAN;
    cr_expect(isnan(of("brick_stack", one, 1, league_contact_gap, end, end)));
}

/* Half a degree about z, in either sign of the quaternion. */
Test(measures, a_brick_has_turned_by_the_angle_of_its_quaternion) {
    static const char *const one[] = {"n=1", NULL};
    const double half = acos(-1) / 720;
    double end[13] = {cos(half), 0, 0, sin(half)};
    expect_near(of("brick_stack", one, 1, league_turned, end, end), 0.5);
    end[0] = -cos(half);
    end[3] = -sin(half);
    expect_near(of("brick_stack", one, 1, league_turned, end, end), 0.5);
}

/* It stands at m g b = 2; from 6 down to 3 a quarter is left, whose root is a half. */
Test(measures, a_brick_that_rocks_has_the_root_of_what_is_above_standing) {
    static const char *const one[] = {"n=1", "m=2", "g=1", "b=1", "a=1", NULL};
    double begin[13] = {1, 0, 0, 0, 0, 3}, end[13] = {1, 0, 0, 0, 0, 1};
    const int vx = 10;
    end[vx] = 1; /* m v^2/2 = 1 */
    expect_near(of("brick_stack", one, 1, league_rocked, begin, end), 0.5);
    end[vx] = 0;
    end[5] = 0.5;
    expect_near(of("brick_stack", one, 1, league_rocked, begin, end), 0);
}

/* Of a wall as of a stack, whose index is another. */
Test(measures, bricks_creep_by_the_worst_and_sink_by_the_last) {
    struct model *m = engine_model("brick_wall4", NULL);
    double begin[256] = {0}, end[256] = {0};
    cr_assert(m->nq + m->nv <= 256);
    for (int i = 0; i < m->nq; i++) {
        if (strcmp(m->state[i], "y[4,3]") == 0)
            end[i] = -0.25;
        if (strcmp(m->state[i], "z[2,1]") == 0)
            end[i] = 0.125;
    }
    const struct league_view view = {
        .model = m, .begin = begin, .end = end, .truth = NULL, .until = 1};
    expect_near(league_stack_sinking(&view), 0.25);
    expect_near(league_stack_creep(&view), 0.125);
}

Test(measures, a_ball_sinks_below_the_floor_only) {
    const double begin[] = {1, 0}, below[] = {-0.25, 0}, above[] = {0.25, 0};
    expect_near(of("bouncing_ball", NULL, 1, league_sunk, begin, below), 0.25);
    expect_near(of("bouncing_ball", NULL, 1, league_sunk, begin, above), 0);
}

/* (0.3, 0.4) from the start; x over the truth's. */
Test(measures, a_wedge_leaves_its_seat_and_a_block_its_place) {
    const double begin[] = {1, 2, 0, 0}, end[] = {1.3, 2.4, 0, 0},
                 truth[] = {2.6, 0, 0, 0};
    expect_near(of("wedge", NULL, 1, league_unseated, begin, end), 0.5);
    struct model *m = engine_model("block_on_belt", NULL);
    const struct league_view view = {
        .model = m, .begin = begin, .end = end, .truth = truth, .until = 1};
    expect_near(league_place(&view), 0.5);
    expect_near(league_x(&view), 1.3);
}

/* 3 of 4 m down; 0.25 rad behind at 2 rad/s. */
Test(measures, a_woodpecker_comes_down_and_is_late) {
    const double begin[] = {1, 0, 0, 0, 0, 0}, end[] = {-2, 0, 0.75, 0, 0, 9},
                 truth[] = {-3, 0, 1, 0, 0, 2};
    struct model *m = engine_model("woodpecker_bodies", NULL);
    const struct league_view view = {
        .model = m, .begin = begin, .end = end, .truth = truth, .until = 1};
    expect_near(league_descent(&view), 0.75);
    expect_near(league_late(&view), 0.125);
}

/* A degree, where the truth is four. */
Test(measures, a_brick_tips_by_its_angle_over_the_truths) {
    static const char *const one[] = {"n=1", NULL};
    const double half = acos(-1) / 360;
    const double end[13] = {cos(half), 0, 0, sin(half)};
    const double truth[13] = {cos(4 * half), 0, 0, -sin(4 * half)};
    struct model *m = engine_model("brick_stack", one);
    const struct league_view view = {
        .model = m, .begin = end, .end = end, .truth = truth, .until = 1};
    expect_near(league_tipped(&view), 0.25);
}
