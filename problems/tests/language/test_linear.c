/* N(q) from the rates of the positions.
 *
 * Seen to fail: with the derivative by the wrong velocity, with the remainder not looked at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/tests/reading.h"

static expr entry(const struct model *m, int row, int column) {
    for (int i = 0; i < m->map.count; i++)
        if (m->map.row[i] == row && m->map.column[i] == column)
            return m->map.entry[i];
    return EXPR_NONE;
}

/* The rates of a unit quaternion (w, x, y, z) under angular velocities (p, r, s) in the body,
 * (1/2) (w, x, y, z)(0, p, r, s): the columns of N are those of half its matrix. */
Test(linear, of_a_quaternion_is_derived_exactly) {
    struct model *m =
        reading_model("position w = 1, x = 0, y = 0, z = 0\n"
                      "velocity p = 1, r = 2, s = 3\n"
                      "w' = (-x*p - y*r - z*s)/2\nx' = (w*p - z*r + y*s)/2\n"
                      "y' = (z*p + w*r - x*s)/2\nz' = (-y*p + x*r + w*s)/2\n"
                      "p' = 0\nr' = 0\ns' = 0\n",
                      NULL);
    /* Which of w, x, y, z, counted from 1, with which sign. */
    static const int half[4][3] = {{-2, -3, -4}, {1, -4, 3}, {4, 1, -2}, {-3, 2, 1}};
    const double q[] = {0.5, -0.1, 0.7, 1.3, 0, 0, 0};
    cr_assert(m->map.rows == 4 && m->map.columns == 3 && m->map.count == 12);
    cr_assert_not(m->map_is_identity);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            int which = abs(half[i][j]) - 1;
            double sign = half[i][j] < 0 ? -1 : 1;
            int *variable, count = expr_variables(m->graph, entry(m, i, j), &variable);
            cr_expect(count == 1 && variable[0] == 1 + which, "N[%d,%d]", i, j);
            cr_expect_eq(reading_value(m, entry(m, i, j), 0, q), sign * q[which] / 2,
                         "N[%d,%d]", i, j);
        }
}

Test(linear, knows_the_identity) {
    static const struct {
        const char *rates;
        bool identity;
    } ROW[] = {
        {"a' = u\nb' = v\n", true},         {"a' = v\nb' = u\n", false},
        {"a' = u\nb' = 1*v\n", true},       {"a' = u\nb' = v + u\n", false},
        {"a' = u\nb' = 0\n", false},        {"a' = u\nb' = 2*v\n", false},
        {"a' = u + v - v\nb' = v\n", true}, {"a' = u\nb' = t*v - (t - 1)*v\n", false}};
    char text[512];
    for (size_t i = 0; i < sizeof ROW / sizeof ROW[0]; i++) {
        snprintf(text, sizeof text,
                 "position a = 1, b = 2\nvelocity u = 3, v = 4\n%su' = 0\nv' = 0\n",
                 ROW[i].rates);
        if (strstr(ROW[i].rates,
                   "t*v")) { /* a factor in which t only cancels is refused */
            struct diagnostic d;
            reading_refusal(text, NULL, &d);
            continue;
        }
        struct model *m = reading_model(text, NULL);
        cr_expect_eq(m->map_is_identity, ROW[i].identity, "%s", ROW[i].rates);
    }
}

/* Rates of q with positions q, r, velocities v, w, another state z, parameter k. */
static const struct {
    const char *rate, *message; /* NULL: linear */
} RATE[] = {
    {"v", NULL},
    {"k*v - w/q", NULL},
    {"sin(q)*v + cos(r)*(w - v)", NULL},
    {"max(q, 0)*v", NULL},
    {"(if 1 < 2 then v else v^2)", NULL},
    {"0", NULL},
    {"v + z - z", NULL},
    {"v + (sin(q)^2 + cos(q)^2 - 1)", NULL},
    {"v + (q + 1)^2 - q^2 - 2*q - 1", NULL},
    {"v + k - 1.37", NULL},
    {"v + 1e25*(sin(q)^2 + cos(q)^2 - 1)", NULL},
    {"v*w", "the factor of 'v' depends on 'w'"},
    {"v^2", "the factor of 'v' depends on 'v'"},
    {"sqrt(v^2)", "the factor of 'v' depends on 'v'"},
    {"abs(v)", "the factor of 'v' depends on 'v'"},
    {"v*z", "the factor of 'v' depends on 'z'"},
    {"v*t", "the factor of 'v' depends on 't'"},
    {"v + 1e-20", "is not zero when they are"},
    {"v + 1e-40*q", "is not zero when they are"},
    {"v + q", "is not zero when they are"},
    {"v + t", "is not zero when they are"},
    {"v + sin(q)^2 + cos(q)^2 - 1.00000000000000000001", "is not zero when they are"},
    {"v + step(q - 1)", "is not zero when they are"},
    {"v + k - 1.3700001", "is not zero when they are"},
    {"v + max(-q, 0)", "is not zero when they are"},
    {"v + max(q - 50, 0)", "is not zero when they are"},
};
enum { RATES = sizeof RATE / sizeof RATE[0] };

Test(linear, exists_for_rates_that_are_linear_in_the_velocities_only) {
    char text[512];
    for (int i = 0; i < RATES; i++) {
        snprintf(
            text, sizeof text,
            "param k = 1.37\nposition q = 1, r = 2\nvelocity v = 3, w = 4\nstate z = 5\n"
            "q' = %s\nr' = w\nv' = 0\nw' = 0\nz' = 0\n",
            RATE[i].rate);
        if (RATE[i].message) {
            struct diagnostic d;
            enum problem_status status = reading_refusal(text, NULL, &d);
            cr_expect_eq(status, PROBLEM_BAD_MODEL);
            cr_expect(strstr(d.text, RATE[i].message) != NULL, "%s: %s", RATE[i].rate,
                      d.text);
            cr_expect(strstr(d.text, "a.model:5:1: the rate of 'q'") != NULL);
        } else {
            reading_model(text, NULL);
        }
    }
}

/* N v as the file writes it is what the program of the map computes, also where z cancels. */
Test(linear, program_needs_q_and_v_only) {
    struct model *m = reading_model("position q = 1\nvelocity v = 3\nstate z = 5\n"
                                    "q' = cos(q)*v + z - z\nv' = 0\nz' = 0\n",
                                    NULL);
    struct program *p = model_map_program(m);
    cr_assert_not_null(p);
    cr_assert(p->inputs == 2 && p->outputs == 1);
}
