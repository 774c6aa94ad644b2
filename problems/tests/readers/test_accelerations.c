/* Accelerations from a mass matrix and forces.
 *
 * Seen to fail: with f_j + l_jp f_p, with M_jk + l_jp M_kp, with a new entry of the wrong
 * sign, with the substitution back in the order of the elimination.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/degree_queue.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

/* Planar double pendulum with angles from the vertical: M and f of Lagrange's equations, and
 * the accelerations in closed form (their solution by Cramer's rule). */
static const char *const BY_FORCE =
    "param m1 = 1.37, m2 = 0.71, l1 = 0.83, l2 = 1.19, g = 9.81\n"
    "position a = 0.7, b = -1.1\nvelocity u = 0.3, v = -0.4\na' = u\nb' = v\n"
    "mass u, u = (m1 + m2)*l1^2\nmass u, v = m2*l1*l2*cos(a - b)\nmass v, v = m2*l2^2\n"
    "force u = -m2*l1*l2*v^2*sin(a - b) - (m1 + m2)*g*l1*sin(a)\n"
    "force v = m2*l1*l2*u^2*sin(a - b) - m2*g*l2*sin(b)\n";
static const char *const DIRECT =
    "param m1 = 1.37, m2 = 0.71, l1 = 0.83, l2 = 1.19, g = 9.81\n"
    "position a = 0.7, b = -1.1\nvelocity u = 0.3, v = -0.4\na' = u\nb' = v\n"
    "let D = 2*m1 + m2 - m2*cos(2*a - 2*b)\n"
    "u' = (-g*(2*m1 + m2)*sin(a) - m2*g*sin(a - 2*b) - 2*sin(a - b)*m2*(v^2*l2 + "
    "u^2*l1*cos(a - b)))/(l1*D)\n"
    "v' = 2*sin(a - b)*(u^2*l1*(m1 + m2) + g*(m1 + m2)*cos(a) + "
    "v^2*l2*m2*cos(a - b))/(l2*D)\n";

Test(accelerations, matrix_and_forces_of_a_double_pendulum_give_its_accelerations) {
    struct model *by_force = reading_model(BY_FORCE, NULL);
    struct model *direct = reading_model(DIRECT, NULL);
    struct sample s = sample_begin();
    for (int i = 0; i < 200; i++) {
        double x[4];
        for (int j = 0; j < 4; j++)
            x[j] = sample_uniform(&s, -3, 3);
        for (int j = 0; j < 2; j++) {
            double a = reading_value(by_force, by_force->rates[j], 0, x);
            double b = reading_value(direct, direct->rates[j], 0, x);
            cr_assert(isfinite(a) && fabs(a - b) <= 1e-15 * (1 + fabs(b)),
                      "seed %llu, state (%a, %a, %a, %a): %.17g and %.17g",
                      (unsigned long long)s.seed, x[0], x[1], x[2], x[3], a, b);
        }
    }
}

/* M v' = f holds for the v' that come out, for matrices of several patterns. */
static const char *const PATTERN[] = {
    "mass v[i], v[i] = 3 + i for i in 1..n\n",
    "mass v[i], v[i] = 3 + i for i in 1..n\nmass v[i], v[i+1] = 1/(i + 1) for i in "
    "1..n-1\n",
    "mass v[i], v[i] = 3 + i for i in 1..n\nmass v[1], v[i] = 1/(i + 3) for i in 2..n\n",
    "mass v[i], v[j] = 1/(i + j - 1) for i in 1..n for j in 1..n\n",
    "mass v[i], v[i] = 4 for i in 1..n\nmass v[i], v[n+1-i] = i/7 for i in 1..n/2\n",
    "mass v[i], v[i] = 5 for i in 1..n\nmass v[i], v[i+1] = i/9 for i in 1..n-1\n"
    "mass v[1], v[n] = 1/3\n",
    "mass v[i], v[i] = 2 for i in 1..n\nmass v[i], v[i/2] = -0.6 for i in 2..n if i = 2 "
    "or i "
    "= 4 or i = 6 or i = 8\n",
};
enum { PATTERNS = sizeof PATTERN / sizeof PATTERN[0], SIZE = 8 };

static double entry(int pattern, int i, int j) {
    int low = i < j ? i : j, high = i < j ? j : i;
    switch (pattern) {
    case 0: return i == j ? 3 + i : 0;
    case 1: return i == j ? 3 + i : high == low + 1 ? 1.0 / (low + 1) : 0;
    case 2: return i == j ? 3 + i : low == 1 ? 1.0 / (high + 3) : 0;
    case 3: return 1.0 / (i + j - 1);
    case 4: return i == j ? 4 : i + j == SIZE + 1 ? low / 7.0 : 0;
    case 5: /* a ring, which gets new entries */
        return i == j                     ? 5
               : high == low + 1          ? low / 9.0
               : low == 1 && high == SIZE ? 1.0 / 3
                                          : 0;
    default: return i == j ? 2 : high % 2 == 0 && low == high / 2 ? -0.6 : 0;
    }
}

Test(accelerations, times_the_accelerations_is_the_force) {
    char text[1024];
    const double q[2 * SIZE] = {0};
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        snprintf(
            text, sizeof text,
            "size n = %d\nposition q[i] = 0 for i in 1..n\nvelocity v[i] = 0 for i in "
            "1..n\nq[i]' = v[i] for i in 1..n\n%sforce v[i] = 1 + i^2 for i in 1..n\n",
            SIZE, PATTERN[pattern]);
        struct model *m = reading_model(text, NULL);
        for (int i = 1; i <= SIZE; i++) {
            double sum = 0, size = 0;
            for (int j = 1; j <= SIZE; j++) {
                double term =
                    entry(pattern, i, j) * reading_value(m, m->rates[j - 1], 0, q);
                sum += term;
                size += fabs(term);
            }
            cr_expect(isfinite(sum) && fabs(sum - (1 + i * i)) <= 1e-14 * (1 + size),
                      "pattern %d, row %d: %.17g", pattern, i, sum);
        }
    }
}

/* A star, whose centre comes first, and a chain get no entries that M does not have: the
 * number of nodes grows as n. */
Test(accelerations, of_stars_and_chains_stays_sparse) {
    for (int pattern = 1; pattern <= 2; pattern++) {
        int nodes[2];
        for (int i = 0; i < 2; i++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "size n = %d\nposition q[i] = 0 for i in 1..n\nvelocity v[i] = 0 "
                     "for i in 1..n\nq[i]' = v[i] for i in 1..n\n%sforce v[i] = "
                     "sin(v[i]) for i in 1..n\n",
                     i == 0 ? 200 : 400, PATTERN[pattern]);
            struct model *m = reading_model(text, NULL);
            nodes[i] = graph_size(m->graph);
        }
        cr_assert(nodes[1] < 2.2 * nodes[0], "pattern %d: %d and %d", pattern, nodes[0],
                  nodes[1]);
    }
}

Test(accelerations, queue_gives_the_fewest_neighbours_first) {
    struct degree_queue q = {0};
    struct sample s = sample_begin();
    enum { COUNT = 500 };
    for (int i = 0; i < COUNT; i++)
        cr_assert(degree_queue_push(&q, (struct degree){sample_choice(&s, 20), i}));
    struct degree last = {-1, -1};
    for (int i = 0; i < COUNT; i++) {
        struct degree next = degree_queue_pop(&q);
        cr_assert(next.degree > last.degree ||
                  (next.degree == last.degree && next.row > last.row));
        last = next;
    }
    cr_assert_eq(q.count, 0);
}
