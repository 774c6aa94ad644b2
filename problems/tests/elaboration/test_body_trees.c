/* Bodies in a tree: one recursive algorithm against the other, and what the motion keeps.
 *
 * Seen to fail: with the signs of 2 omega x S v and of omega x (A omega) turned, with the body
 * moved by -r, with F not moved on its way to the ground.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/vanishing.h"
#include "problems/tests/elaboration/same_rates.h"
#include "problems/tests/elaboration/trees.h"
#include "problems/tests/reading.h"

enum { MOST_STATES = 64, TEXT_SIZE = 8192 };

/* d/dt of each invariant is zero, as a formula. */
static void expect_invariants(const char *text, int count) {
    struct model *m = reading_model(text, NULL);
    graph *g = m->graph;
    const int nx = m->nq + m->nv;
    expr slope[MOST_STATES];
    int variable[MOST_STATES];
    cr_assert(m->invariants == count, "%d invariants", m->invariants);
    for (int i = 0; i < nx; i++)
        variable[i] = 1 + i;
    for (int k = 0; k < m->invariants; k++) {
        bool zero = false;
        expr sum = expr_integer(g, 0);
        expr_gradient(g, m->invariant[k].value, nx, variable, slope);
        for (int i = 0; i < nx; i++)
            sum = expr_add(
                g, sum,
                expr_mul(g, slope[i],
                         i < m->nq ? m->position_rates[i] : m->rates[i - m->nq]));
        cr_assert_eq(expr_vanish(g, 1, &sum, &zero), PROBLEM_OK);
        cr_expect(zero, "%s is not kept", m->invariant[k].name);
    }
}

Test(body_trees, have_the_same_rates_by_both_recursive_algorithms) {
    const char *gravity = "gravity = 0.3, -0.1, -9.81\n"
                          "force da = sin(t) - a\nforce u = x*t\nforce k = f0\n";
    const char *touch = "contact floor { gap = x + y + 10 }\n"; /* asks for M */
    static char contact[TEXT_SIZE];
    snprintf(contact, sizeof contact, "%s%s", gravity, touch);
    expect_same_rates(trees_every_joint, gravity, contact, NULL);
}

Test(body_trees, keep_energy_and_momenta) {
    static char text[TEXT_SIZE];
    expect_invariants(trees_every_joint, 7);
    snprintf(text, sizeof text, "%sgravity = 0, 0, -9.81\n", trees_every_joint);
    expect_invariants(text, 4); /* the angular momentum about z and two momenta besides */
    expect_invariants(
        "param g = 9.81\ngravity = 0, -g\n"
        "position x = 0, y = 0, a = 0.1, b = 0.2\n"
        "velocity u = 1, v = 1, w = 1, r = 2\n"
        "body cart { joint = free x, y, a, u, v, w; mass = 2; inertia = 0.3\n"
        "  center = 0.1, 0.2 }\n"
        "body bob { parent = cart; position = 0.3, 0; rotation = 0.4\n"
        "  joint = prismatic b, r; axis = 1, 2; mass = 1; inertia = 0.1\n"
        "  stiffness = 3 }\n",
        2);
}

/* A closed loop: a rod between two sliders, whose joint takes the multiplier of M and G. */
Test(body_trees, obey_joints_that_close_a_loop) {
    struct model *m = reading_model(
        "param g = 9.81\ngravity = 0, -g\nposition a = 0.3, b = -0.6\n"
        "velocity w = 0, r = 0\n"
        "body crank { joint = revolute a, w; mass = 1; center = 0.5, 0; inertia = 0.1 }\n"
        "body rod { parent = crank; position = 1, 0; joint = revolute b, r; mass = 2\n"
        "  center = 0.5, 0; inertia = 0.2; point x, y = 1, 0; velocity dx, dy = 1, 0 }\n"
        "joint rail = y\ninvariant fall = dy\n",
        NULL);
    const double x[] = {0.3, -0.6, 0, 0};
    bool zero = false;
    graph *g = m->graph;
    const int variable[] = {1, 2};
    expr slope[2], rate = expr_integer(g, 0);
    expr_gradient(g, m->joint[0].residual, 2, variable, slope);
    for (int i = 0; i < 2; i++)
        rate = expr_add(g, rate, expr_mul(g, slope[i], m->position_rates[i]));
    rate = expr_sub(g, rate, m->invariant[0].value);
    cr_assert_eq(expr_vanish(g, 1, &rate, &zero), PROBLEM_OK);
    cr_expect(zero, "the velocity of a point is not the rate of its place");
    double down = cos(0.3) * reading_value(m, m->rates[0], 0, x) +
                  cos(-0.3) * (reading_value(m, m->rates[0], 0, x) +
                               reading_value(m, m->rates[1], 0, x));
    cr_expect(fabs(down) <= 1e-14, "the end leaves the rail by %g", down);
}

/* Work of reading and of the rates grows with the number of bodies. */
Test(body_trees, of_a_long_chain_have_rates_of_a_length_in_proportion) {
    int length[2];
    for (int i = 0; i < 2; i++) {
        struct model *m = reading_model(trees_chain, i == 0 ? "n=100" : "n=1000");
        struct program *p = model_rates_program(m);
        cr_assert(p);
        length[i] = p->length;
    }
    cr_expect(length[1] <= 11 * length[0] && length[1] <= 90 * 1000, "%d and %d",
              length[0], length[1]);
}
