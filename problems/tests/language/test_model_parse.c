/* What a model has of its text: the order of the state, what it says about itself, contacts
 * and joints; functions at a point; and the work that a text may ask for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "problems/elaboration/elaborate.h"
#include "problems/program/program.h"
#include "problems/tests/reading.h"

/* Terms at t = 0.3, z = 0.7, w = -1.9, with n = 4, k = 1.37, m[i] = 10 i. */
static const struct {
    const char *term;
    double value;
} TERM[] = {
    {"double(0.1) - 1/10", 1.0 / 180143985094819840.0}, /* 0.1 = 3602879701896397/2^55 */
    {"double(-0.1) + double(0.1)", 0},
    {"double(9007199254740993)", 9007199254740992.0}, /* a tie: to even */
    {"n + t", 4.3},
    {"k + m[2]", 1.37 + 20},
    {"pi", 3.14159265358979323846},
    {"sqrt(2)^2 + exp(log(3))", 5},
    {"tan(0.3) - sin(0.3)/cos(0.3)", 0},
    {"asin(0.4) + acos(0.4) - pi/2", 0},
    {"asin(0.5)*6", 3.14159265358979323846},
    {"atan(1)*4", 3.14159265358979323846},
    {"cosh(0.6)^2 - sinh(0.6)^2", 1},
    {"tanh(0.6)*cosh(0.6)/sinh(0.6)", 1},
    {"z^0.5 - sqrt(z)", 0},
    {"z^k - exp(k*log(z))", 0},
    {"max(w)", -1.9},
    {"min(z, w, 0.1)", -1.9},
    {"step(z) + 10*step(w) + 100*step(0*z)", 101},
    {"sign(z) + 10*sign(w) + 100*sign(z - z)", 91},
    {"m[n/2] + m[2^2] + m[max(1, n - 2)] + m[abs(-3)]", 20 + 40 + 20 + 30},
    {"m[if n > 2 then 3 else 9]", 30},
};
enum { TERMS = sizeof TERM / sizeof TERM[0] };

Test(model_parse, gives_each_term_its_value) {
    const double x[] = {0.7, -1.9};
    char text[1024];
    for (int i = 0; i < TERMS; i++) {
        snprintf(text, sizeof text,
                 "size n = 4\nparam k = 1.37\nparam m[i] = 10*i for i in 1..n\n"
                 "state z = 0.7\nstate w = -1.9\nw' = 0\nz' = %s\n",
                 TERM[i].term);
        struct model *m = reading_model(text, NULL);
        double value = reading_value(m, m->rates[0], 0.3, x);
        cr_expect(isfinite(value) &&
                      fabs(value - TERM[i].value) <= 1e-15 * (1 + fabs(TERM[i].value)),
                  "%s = %.17g", TERM[i].term, value);
    }
}

Test(model_parse, orders_the_state_by_kinds) {
    struct model *m =
        reading_model("state z[i] = i for i in 1..2\nvelocity b = 3, a = 4\n"
                      "position y = 5\nstate u = 6\nposition x = 7\n"
                      "x' = a\ny' = b\na' = x\nb' = y\nu' = 1\n"
                      "z[i]' = i for i in 1..2\n",
                      NULL);
    static const char *const name[] = {"y", "x", "b", "a", "z[1]", "z[2]", "u"};
    static const double initial[] = {5, 7, 3, 4, 1, 2, 6};
    cr_assert(m->nq == 2 && m->nv == 2 && m->nz == 3);
    for (int i = 0; i < 7; i++) {
        cr_expect_str_eq(m->state[i], name[i]);
        cr_expect(reading_constant(m, m->initial[i]) == initial[i]);
    }
}

Test(model_parse, keeps_what_a_model_says_about_itself) {
    struct model *m = reading_model(
        "title \"A # b\"\nsource \"c\"\nwhy \"d\"\ntags smooth, closed-form, contact\n"
        "param a = 2\nspan a .. a + 3\nsize n = 7\nstate z = 1\nz' = 0\n"
        "invariant z = z\ninvariant e[i] = i*z for i in 1..2\n"
        "published \"first\" at 3 { z = 1 digits 4; z = 2 }\n"
        "published \"second\" at 4 { z = 5/3 }\n"
        "published \"first\" at 5 { z = 1 }\n",
        NULL);
    cr_expect_str_eq(m->name, "a");
    cr_expect_str_eq(m->title, "A # b");
    cr_expect_str_eq(m->source, "c");
    cr_expect_str_eq(m->why, "d");
    cr_assert_eq(m->tags, 3);
    cr_expect_str_eq(m->tag[1], "closed-form");
    cr_expect(reading_constant(m, m->span_begin) == 2);
    cr_expect(reading_constant(m, m->span_end) == 5);
    cr_assert(m->sizes == 1 && m->size_value[0] == 7 && m->invariants == 3);
    cr_expect_str_eq(m->invariant[2].name, "e[2]");
    cr_assert_eq(m->published, 4);
    cr_expect_str_eq(m->published_source, "first; second");
    cr_expect_eq(m->published_value[0].digits, 4);
    cr_expect_eq(m->published_value[1].digits, 0);
    cr_expect(reading_constant(m, m->published_value[2].value) == 5.0 / 3);
    cr_expect(reading_constant(m, m->published_value[3].time) == 5);
    cr_expect_str_eq(m->published_value[1].source, "first");
    cr_expect_str_eq(m->published_value[2].source, "second");
}

Test(model_parse, keeps_paths_in_the_order_in_which_they_stand) {
    struct model *m =
        reading_model("size n = 2\nparam l = 1.5\nstate z[i] = i for i in 1..n\n"
                      "path l*z[1], -t\npath \"masses\" = z[i], i*t for i in 1..n\n"
                      "for i in 1..n {\n let d = z[i] - 1\n path \"d\" =\n d,\n d^2\n}\n"
                      "z[i]' = 0 for i in 1..n\n",
                      NULL);
    static const char *const name[] = {"", "masses", "masses", "d", "d"};
    static const double point[] = {1.5 * 7, -3, 7, 3, 9, 6, 6, 36, 8, 64};
    const double x[] = {7, 9};
    cr_assert_eq(m->paths, 5);
    struct program *p = model_paths_program(m);
    cr_assert(p && p->outputs == 10 && p->inputs == 3);
    program_free(p);
    for (int i = 0; i < 5; i++) {
        cr_expect_str_eq(m->drawn[i].name, name[i]);
        cr_expect(reading_value(m, m->drawn[i].x, 3, x) == point[2 * i], "path %d", i);
        cr_expect(reading_value(m, m->drawn[i].y, 3, x) == point[2 * i + 1], "path %d",
                  i);
    }
}

static bool is_constant(const struct model *m, expr e, double value) {
    return reading_constant(m, e) == value;
}

Test(model_parse, keeps_contacts_and_joints) {
    struct model *m = reading_model(
        "size n = 2\nparam mu = 0.3\nposition x[i] = 1, y[i] = 2 for i in 1..n\n"
        "velocity u[i] = 0, v[i] = 0 for i in 1..n\n"
        "x[i]' = u[i] for i in 1..n\ny[i]' = v[i] for i in 1..n\n"
        "u[i]' = 0 for i in 1..n\nv[i]' = -9.81 for i in 1..n\n"
        "joint rod[i] = x[i]^2 + y[i]^2 - 5 for i in 1..n\n"
        "for i in 1..n { contact floor[i] {\n gap = y[i] - t; slide = x[i]*u[i]\n"
        " slide = v[i]\n restitution = i/4\n friction = mu } }\n"
        "contact wall { gap = x[1]; slide = v[1]; static_friction = 0.5; "
        "dynamic_friction = 0.4\n"
        " viscous_friction = 0.1 }\n",
        NULL);
    cr_assert(m->joints == 2 && m->contacts == 3);
    const struct contact *floor = &m->contact[1], *wall = &m->contact[2];
    cr_expect_str_eq(m->joint[1].name, "rod[2]");
    cr_expect(m->holonomic == 2 && m->joint[1].holonomic && m->joint[1].independent);
    cr_expect_str_eq(floor->name, "floor[2]");
    cr_expect(floor->slides == 2 && wall->slides == 1);
    cr_expect(is_constant(m, floor->restitution, 0.5));
    cr_expect(is_constant(m, floor->static_friction, 0.3));
    cr_expect(is_constant(m, floor->dynamic_friction, 0.3));
    cr_expect(is_constant(m, floor->viscous_friction, 0));
    cr_expect(is_constant(m, wall->static_friction, 0.5));
    cr_expect(is_constant(m, wall->dynamic_friction, 0.4));
    cr_expect(is_constant(m, wall->viscous_friction, 0.1));
    cr_expect(is_constant(m, wall->restitution, 0));
}

/* A text is refused within its limits, whatever it asks for. */
static const struct {
    const char *text, *message;
} GREEDY[] = {
    {"for i in 1..999999999 { let k = 1 }\nstate z = 1\nz' = 0\n", "50000 steps"},
    {"for i in 1..999999999 { }\nstate z = 1\nz' = 0\n", "50000 steps"},
    {"let a = sum(i for i in 1..999999999)\nstate z = 1\nz' = 0\n", "50000 steps"},
    {"let a = sum(1/i for i in 1..9999)\nstate z = 1\nz' = 0\n", "50000 steps"},
    {"state z[i] = 1 for i in 1..1001\n", "more than 1000 components of the state"},
    {"size n = 1001\n", "a size is at most 1000"},
    {"let a[1] = 2 + t\nlet a[i] = a[i-1]^99 for i in 2..4000\nstate z = 1\n",
     "more than 20000 different subexpressions"},
    {"velocity v[i] = 1 for i in 1..400\nposition q = 1\n"
     "q' = sum(v[i] for i in 1..400)\nv[i]' = 0 for i in 1..400\n",
     "50000 steps"},
    {"velocity v[i] = 1 for i in 1..40\nmass v[i], v[j] = 1/(i + j - 1) for i in 1..40 "
     "for j in i..40\nforce v[i] = 0 for i in 1..40\n",
     "a.model:2:6: the model takes more than 50000 steps"},
    {"param a[1] = 1\nparam a[i] = sin(a[i-1]) for i in 2..999\nstate z = 1\n",
     "50000 steps"},
};
enum { GREEDY_ROWS = sizeof GREEDY / sizeof GREEDY[0] };

Test(model_parse, refuses_a_text_that_asks_for_too_much) {
    const struct elaboration_limits limits = {
        .work = 50000, .states = 1000, .nodes = 20000};
    for (int i = 0; i < GREEDY_ROWS; i++) {
        struct model *m;
        struct diagnostic d = {""};
        enum problem_status status = model_parse_within(
            &m, "a.model", GREEDY[i].text, strlen(GREEDY[i].text), 0, NULL, &limits, &d);
        cr_expect_eq(status, PROBLEM_BAD_MODEL, "row %d: %s", i, d.text);
        cr_expect(strstr(d.text, GREEDY[i].message) != NULL, "row %d: %s", i, d.text);
    }
}
