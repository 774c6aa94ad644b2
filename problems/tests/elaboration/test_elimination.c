/* Multipliers and accelerations of models with joints, against formulas derived by hand from
 * Newton's and Euler's equations, on the constraints and off them.
 *
 * Seen to fail: with the bias left out, with its sign turned, with g_tt or r_t left out of it,
 * with G in the place of R, with v' = a + R lambda, with joints that are only at the start
 * dependent left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

static void check_near(double found, double expected, const char *what,
                       const struct sample *s) {
    cr_assert(isfinite(found) && fabs(found - expected) <= 1e-13 * (1 + fabs(expected)),
              "seed %llu, %s: %.17g, not %.17g", (unsigned long long)s->seed, what, found,
              expected);
}

#define POINT                                                                            \
    "param m = 1.37, g = 9.81\nposition x = 0.6, y = -0.8\nvelocity u = 0.4, v = 0.3\n"  \
    "x' = u\ny' = v\nmass u, u = m\nmass v, v = m\nforce u = 0\nforce v = -m*g\n"

/* x x'' + y y'' + u^2 + v^2 = 0 and m r'' = -m g e_y - lambda r. */
Test(elimination, of_a_rod_gives_its_force_and_the_accelerations_of_the_pendulum) {
    struct model *m = reading_model(POINT "joint rod = (x^2 + y^2 - 1)/2\n", NULL);
    struct sample s = sample_begin();
    cr_assert(m->reduced && m->rates != m->free_rates);
    for (int i = 0; i < 100; i++) {
        double x[4];
        for (int j = 0; j < 4; j++)
            x[j] = sample_uniform(&s, 0.5, 2);
        double lambda = 1.37 * (x[2] * x[2] + x[3] * x[3] - 9.81 * x[1]) /
                        (x[0] * x[0] + x[1] * x[1]);
        check_near(reading_value(m, m->multiplier[0], 0, x), lambda, "lambda", &s);
        check_near(reading_value(m, m->rates[0], 0, x), -lambda * x[0] / 1.37, "u'", &s);
        check_near(reading_value(m, m->rates[1], 0, x), -9.81 - lambda * x[1] / 1.37,
                   "v'", &s);
        check_near(reading_value(m, m->free_rates[1], 0, x), -9.81, "free v'", &s);
    }
}

/* The joint as sqrt(x^2 + y^2) - 1: the same accelerations on the constraint, and lambda is
 * the tension. */
Test(elimination, of_the_same_rod_written_as_a_length_gives_its_tension) {
    struct model *m = reading_model(POINT "joint rod = sqrt(x^2 + y^2) - 1\n", NULL);
    struct sample s = sample_begin();
    for (int i = 0; i < 100; i++) {
        double a = sample_uniform(&s, -3, 3), w = sample_uniform(&s, -2, 2);
        const double x[] = {sin(a), -cos(a), w * cos(a), w * sin(a)};
        double tension = 1.37 * (w * w + 9.81 * cos(a));
        check_near(reading_value(m, m->multiplier[0], 0, x), tension, "lambda", &s);
        check_near(reading_value(m, m->rates[0], 0, x), -tension * x[0] / 1.37, "u'", &s);
    }
}

static const char *const DOUBLE_PENDULUM =
    "param m1 = 1.37, m2 = 0.71, l1 = 0.83, l2 = 1.19, g = 9.81\n"
    "position x[1] = 0.83, y[1] = 0, x[2] = 0.83, y[2] = -1.19\n"
    "velocity u[i] = 0, v[i] = 0 for i in 1..2\n"
    "x[i]' = u[i] for i in 1..2\ny[i]' = v[i] for i in 1..2\n"
    "mass u[1], u[1] = m1\nmass v[1], v[1] = m1\nmass u[2], u[2] = m2\n"
    "mass v[2], v[2] = m2\nforce u[i] = 0 for i in 1..2\nforce v[1] = -m1*g\n"
    "force v[2] = -m2*g\njoint upper = (x[1]^2 + y[1]^2 - l1^2)/2\n"
    "joint lower = ((x[2] - x[1])^2 + (y[2] - y[1])^2 - l2^2)/2\n";

/* The angles' accelerations in closed form: Lagrange's equations solved by Cramer's rule. */
static void turn_double_pendulum(double a, double b, double u, double v, double *du,
                                 double *dv) {
    const double m1 = 1.37, m2 = 0.71, l1 = 0.83, l2 = 1.19, g = 9.81;
    double D = 2 * m1 + m2 - m2 * cos(2 * a - 2 * b);
    *du = (-g * (2 * m1 + m2) * sin(a) - m2 * g * sin(a - 2 * b) -
           2 * sin(a - b) * m2 * (v * v * l2 + u * u * l1 * cos(a - b))) /
          (l1 * D);
    *dv =
        2 * sin(a - b) *
        (u * u * l1 * (m1 + m2) + g * (m1 + m2) * cos(a) + v * v * l2 * m2 * cos(a - b)) /
        (l2 * D);
}

Test(elimination, of_two_rods_gives_the_double_pendulum_of_the_angles) {
    struct model *m = reading_model(DOUBLE_PENDULUM, NULL);
    struct sample s = sample_begin();
    const double l1 = 0.83, l2 = 1.19;
    for (int i = 0; i < 100; i++) {
        double a = sample_uniform(&s, -3, 3), b = sample_uniform(&s, -3, 3);
        double u = sample_uniform(&s, -2, 2), v = sample_uniform(&s, -2, 2), du, dv;
        turn_double_pendulum(a, b, u, v, &du, &dv);
        /* Positions and velocities stand as x1, y1, x2, y2 and u1, v1, u2, v2. */
        double x1 = l1 * sin(a), y1 = -l1 * cos(a), x2 = l2 * sin(b), y2 = -l2 * cos(b);
        double x[8];
        x[reading_state(m, "x[1]")] = x1;
        x[reading_state(m, "y[1]")] = y1;
        x[reading_state(m, "x[2]")] = x1 + x2;
        x[reading_state(m, "y[2]")] = y1 + y2;
        x[reading_state(m, "u[1]")] = -y1 * u;
        x[reading_state(m, "v[1]")] = x1 * u;
        x[reading_state(m, "u[2]")] = -y1 * u - y2 * v;
        x[reading_state(m, "v[2]")] = x1 * u + x2 * v;
        double ax = -y1 * du - x1 * u * u, ay = x1 * du - y1 * u * u;
        const struct {
            const char *name;
            double value;
        } rate[] = {{"u[1]", ax},
                    {"v[1]", ay},
                    {"u[2]", ax - y2 * dv - x2 * v * v},
                    {"v[2]", ay + x2 * dv - y2 * v * v}};
        for (int k = 0; k < 4; k++) {
            int place = reading_state(m, rate[k].name) - m->nq;
            double found = reading_value(m, m->rates[place], 0, x);
            cr_assert(isfinite(found) && fabs(found - rate[k].value) <= 1e-12,
                      "seed %llu, %s: %.17g, not %.17g", (unsigned long long)s.seed,
                      rate[k].name, found, rate[k].value);
        }
    }
}

/* A bead on a wire that turns with the speed w, under gravity: r'' = w^2 r - g sin(w t),
 * r'' e_r + 2 w r' e_t - w^2 r e_r is its acceleration, and the wire pushes along e_t. */
Test(elimination, of_a_moving_joint_knows_how_it_moves) {
    struct model *m =
        reading_model("param w = 1.7\n" POINT "joint wire = x*sin(w*t) - y*cos(w*t)\n",
                      "x=1|y=0|u=0|v=1.7");
    struct sample s = sample_begin();
    for (int i = 0; i < 100; i++) {
        double t = sample_uniform(&s, 0, 5), r = sample_uniform(&s, 0.3, 2);
        double dr = sample_uniform(&s, -2, 2), C = cos(1.7 * t), S = sin(1.7 * t);
        const double x[] = {r * C, r * S, dr * C - 1.7 * r * S, dr * S + 1.7 * r * C};
        double radial = -9.81 * S, across = 2 * 1.7 * dr;
        check_near(reading_value(m, m->rates[0], t, x), radial * C - across * S, "u'",
                   &s);
        check_near(reading_value(m, m->rates[1], t, x), radial * S + across * C, "v'",
                   &s);
        check_near(reading_value(m, m->multiplier[0], t, x), 1.37 * (9.81 * C + across),
                   "lambda", &s);
    }
}

/* A blade at the angle a to the x axis moves along itself: (u, v) = c (cos a, sin a), and
 * only the force along it changes c. */
Test(elimination, of_a_condition_on_velocities_differentiates_it_once) {
    struct model *m = reading_model(
        "param m = 1.37, F = 2.3\nposition x = 0, y = 0, a = 0\nvelocity u = 1, v = 0, w "
        "= 0.7\nx' = u\ny' = v\na' = w\nmass u, u = m\nmass v, v = m\nmass w, w = 0.4\n"
        "force u = F\nforce v = 0\nforce w = 0.3\n"
        "joint blade = u*sin(a) - v*cos(a)\n",
        NULL);
    struct sample s = sample_begin();
    cr_assert(m->holonomic == 0 && !m->joint[0].holonomic);
    for (int i = 0; i < 100; i++) {
        double a = sample_uniform(&s, -3, 3), c = sample_uniform(&s, -2, 2);
        double w = sample_uniform(&s, -2, 2), dc = 2.3 * cos(a) / 1.37;
        const double x[] = {0.3, 0.7, a, c * cos(a), c * sin(a), w};
        double du = dc * cos(a) - c * w * sin(a), dv = dc * sin(a) + c * w * cos(a);
        double push = (2.3 - 1.37 * du) * sin(a) + 1.37 * dv * cos(a);
        check_near(reading_value(m, m->rates[0], 0, x), du, "u'", &s);
        check_near(reading_value(m, m->rates[1], 0, x), dv, "v'", &s);
        check_near(reading_value(m, m->rates[2], 0, x), 0.75, "w'", &s);
        check_near(reading_value(m, m->multiplier[0], 0, x), push, "lambda", &s);
    }
}

/* v = 0.3 t x + 0.2: v' = 0.3 x + 0.3 t u. */
Test(elimination, of_a_condition_on_velocities_that_moves_knows_how) {
    struct model *m = reading_model(POINT "joint drive = v - 0.3*t*x - 0.2\n", "v=0.2");
    struct sample s = sample_begin();
    for (int i = 0; i < 100; i++) {
        double x[4], t = sample_uniform(&s, -2, 2);
        for (int j = 0; j < 4; j++)
            x[j] = sample_uniform(&s, -2, 2);
        double dv = 0.3 * x[0] + 0.3 * t * x[2];
        check_near(reading_value(m, m->rates[0], t, x), 0, "u'", &s);
        check_near(reading_value(m, m->rates[1], t, x), dv, "v'", &s);
        check_near(reading_value(m, m->multiplier[0], t, x), -1.37 * (9.81 + dv),
                   "lambda", &s);
    }
}

/* Joints that follow from others: the first ones in order are kept. */
Test(elimination, keeps_the_first_of_joints_that_say_the_same) {
    struct model *m =
        reading_model(POINT "joint slide = x*u + y*v\njoint rod = (x^2 + y^2 - 1)/2\n"
                            "joint again = sqrt(x^2 + y^2) - 1\njoint nothing = x - x\n",
                      NULL);
    struct model *alone = reading_model(POINT "joint rod = (x^2 + y^2 - 1)/2\n", NULL);
    const char *const names[] = {"rod", "again", "nothing", "slide"};
    const double x[] = {0.6, -0.8, 0.4, 0.3};
    cr_assert(m->joints == 4 && m->holonomic == 3 && m->reduced);
    for (int i = 0; i < 4; i++) {
        cr_expect_str_eq(m->joint[i].name, names[i]);
        cr_expect_eq(m->joint[i].independent, i == 0);
        cr_expect_eq(m->joint[i].holonomic, i < 3);
        cr_expect(i == 0 || expr_is_zero(m->graph, m->multiplier[i]));
    }
    for (int i = 0; i < 2; i++)
        cr_expect_eq(reading_value(m, m->rates[i], 0, x),
                     reading_value(alone, alone->rates[i], 0, x));
}

static const char *const CHAIN =
    "size n = 3\nposition x[i] = i, y[i] = 0 for i in 1..n\n"
    "velocity u[i] = 0, v[i] = 0 for i in 1..n\nx[i]' = u[i] for i in 1..n\n"
    "y[i]' = v[i] for i in 1..n\nu[i]' = 0 for i in 1..n\nv[i]' = -9.81 for i in 1..n\n"
    "joint rod[1] = (x[1]^2 + y[1]^2 - 1)/2\n"
    "joint rod[i] = ((x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 - 1)/2 for i in 2..n\n";

static int length_of(struct program *p) {
    cr_assert_not_null(p);
    return p->length;
}

/* Length of the reduced rates and of the dynamics for n = 100, 200, 300: second differences. */
Test(elimination, of_a_chain_takes_formulas_in_proportion_to_its_length) {
    int rates[3], dynamics[3];
    for (int i = 0; i < 3; i++) {
        struct expr_matrix matrix, response;
        char size[16];
        snprintf(size, sizeof size, "n=%d", 100 * (i + 1));
        struct model *m = reading_model(CHAIN, size);
        rates[i] = length_of(model_rates_program(m));
        dynamics[i] = length_of(model_dynamics_program(m, &matrix, &response));
        cr_expect(matrix.count == 400 * (i + 1) - 2 && response.count == matrix.count);
    }
    cr_expect_eq(rates[2] - 2 * rates[1] + rates[0], 0, "%d", rates[2]);
    cr_expect_eq(dynamics[2] - 2 * dynamics[1] + dynamics[0], 0, "%d", dynamics[2]);
    cr_expect(rates[0] < 70 * 100);
}

/* The second joint of each pair has the first one's gradient at the start: does it keep it? */
static const struct {
    const char *text;
    bool reduced;
} singular[] = {
    {"u=1|v=0|gravity=0joint a = y\njoint b = y - x^3\n", false},
    {"u=0|v=0|gravity=1joint a = y\njoint b = y - x^2\n", false},
    {"u=1|v=0|gravity=1joint a = y\njoint b = y + x*y + y^2\n", true},
    {"u=0|v=0|gravity=1joint a = y\njoint b = sin(y)*exp(x)\n", true},
    {"u=0.3|v=0|gravity=0joint a = v - x*u\njoint b = v - x*u - x^2*u\n", false},
    {"u=0.3|v=0|gravity=0joint a = v - x*u\njoint b = 2*v - x*u - x*u\n", true},
};

Test(elimination, keeps_joints_that_follow_from_others_at_the_start_alone) {
    for (size_t i = 0; i < sizeof singular / sizeof *singular; i++) {
        char text[512], settings[64];
        const char *joints = strstr(singular[i].text, "joint");
        snprintf(settings, sizeof settings, "%.*s", (int)(joints - singular[i].text),
                 singular[i].text);
        snprintf(text, sizeof text,
                 "param gravity = 1\nposition x = 0, y = 0\nvelocity u = 0, v = 0\n"
                 "x' = u\ny' = v\nu' = gravity\nv' = 0\n%s",
                 joints);
        struct model *m = reading_model(text, settings);
        cr_expect_eq(m->reduced, singular[i].reduced, "%s", singular[i].text);
        cr_expect_eq(m->joint[1].independent, !singular[i].reduced, "%s",
                     singular[i].text);
        cr_expect((m->rates == m->free_rates) != singular[i].reduced);
    }
}

/* The second joint follows from the first on the circle only, and the start is beside it. */
Test(elimination, a_start_beside_the_joints_does_not_make_them_independent) {
    static const char *const starts[] = {"x=0.6", "x=0.60000001",
                                         "x=0.6000005|u=0.3999997"};
    for (int i = 0; i < 3; i++) {
        struct model *m = reading_model(POINT "joint rod = (x^2 + y^2 - 1)/2\n"
                                              "joint again = (x^2 + y^2 - 1)*(1 + x)/2\n",
                                        starts[i]);
        cr_expect(m->reduced && m->joint[0].independent && !m->joint[1].independent, "%s",
                  starts[i]);
    }
}

/* On a circle of radius 1e-4 the midpoint rule errs by 1e-8 of it: no sign of independence. */
Test(elimination, a_sharp_turn_does_not_make_joints_independent) {
    struct model *m = reading_model(
        "param r = 1e-4\nposition x = r, y = 0\nvelocity u = 0, v = 1\nx' = u\ny' = v\n"
        "u' = 0\nv' = 0\njoint rod = (x^2 + y^2 - r^2)/2\n"
        "joint again = (x^2 + y^2 - r^2)*(r + x + y)/(2*r)\n",
        NULL);
    cr_expect(m->reduced && !m->joint[1].independent);
}

/* Two cranks of length 1 and a bar of length 1 between them: flat, the bar's joint follows from
 * those of the cranks and from their equal heights. */
Test(elimination, of_a_flat_parallelogram_is_left_to_numbers) {
    static const char *const format =
        "param a = %s, w = 0.7\nposition x[i] = cos(a) + i - 1, y[i] = sin(a) for i in "
        "1..2\nvelocity u[i] = -w*sin(a), v[i] = w*cos(a) for i in 1..2\n"
        "x[i]' = u[i] for i in 1..2\ny[i]' = v[i] for i in 1..2\n"
        "u[i]' = 0 for i in 1..2\nv[i]' = -9.81 for i in 1..2\n"
        "joint crank[i] = ((x[i] - i + 1)^2 + y[i]^2 - 1)/2 for i in 1..2\n"
        "joint bar = ((x[2] - x[1])^2 + (y[2] - y[1])^2 - 1)/2\n"
        "joint level = y[2] - y[1]\n";
    const char *const angles[] = {"0", "0.4"};
    for (int i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text, format, angles[i]);
        struct model *m = reading_model(text, NULL);
        cr_expect_eq(m->reduced, i == 1);
        cr_expect_eq(m->joint[3].independent, i == 0);
    }
}

/* Joints that all touch all velocities: too many formulas. */
Test(elimination, of_too_much_is_left_to_numbers) {
    struct model *m = reading_model(
        "size n = 130\nposition q[i] = 0 for i in 1..n\nvelocity v[i] = 0 for i in 1..n\n"
        "q[i]' = v[i] for i in 1..n\nv[i]' = -i for i in 1..n\n"
        "joint j[i] = sum(cos(i*k)*q[k] for k in 1..n) for i in 1..n\n",
        NULL);
    cr_expect(!m->reduced && m->rates == m->free_rates && m->multiplier == NULL);
    cr_expect_null(model_multipliers_program(m));
    cr_expect(m->joint[0].independent && m->joint[129].independent);
    struct expr_matrix matrix, response;
    struct program *p = model_dynamics_program(m, &matrix, &response);
    cr_assert_not_null(p);
    cr_expect(p->outputs == 260 + 2 * 130 * 130 && matrix.count == 130 * 130);
}

/* By differences of the rates at 200 bits, rounded to double: (1e-16/2^-20, 2^-40). */
Test(elimination, has_an_exact_jacobian) {
    struct model *m = reading_model(DOUBLE_PENDULUM, NULL);
    struct sample s = sample_begin();
    struct expr_matrix J;
    const double step = 0x1p-20;
    cr_assert_eq(model_jacobian(m, m->nv, m->rates, 1, 8, &J), PROBLEM_OK);
    cr_assert_eq(J.count, 4 * 8);
    double x[8];
    for (int i = 0; i < 8; i++)
        x[i] = sample_uniform(&s, 0.5, 1) * (i % 3 == 1 ? -1 : 1);
    for (int k = 0; k < J.count; k++) {
        double side[2], saved = x[J.column[k]];
        for (int i = 0; i < 2; i++) {
            x[J.column[k]] = i == 0 ? saved - step : saved + step;
            side[i] = reading_value(m, m->rates[J.row[k]], 0, x);
        }
        x[J.column[k]] = saved;
        double slope = (side[1] - side[0]) / (2 * step);
        double found = reading_value(m, J.entry[k], 0, x);
        cr_expect(isfinite(found) && fabs(found - slope) <= 1e-7 * (1 + fabs(slope)),
                  "seed %llu, (%d, %d): %.17g, not %.17g", (unsigned long long)s.seed,
                  J.row[k], J.column[k], found, slope);
    }
}
