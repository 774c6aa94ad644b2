/* Contacts as they are written: families, order, what is left out, and which are refused.
 *
 * Seen to fail: with the clauses behind the braces not run, with a start that penetrates
 * refused, with slides' kinks not looked at, with gaps not evaluated at the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "problems/model.h"
#include "problems/tests/reading.h"

#define BALLS                                                                            \
    "size n = 3\nposition y[i] = i for i in 1..n\nvelocity v[i] = 0 for i in 1..n\n"     \
    "y[i]' = v[i] for i in 1..n\nv[i]' = -1 for i in 1..n\n"

static const struct {
    const char *text;
    const char *names[8];
    const char *settings;
} families[] = {
    {"contact c[i] { gap = y[i] } for i in 1..n\n", {"c[1]", "c[2]", "c[3]"}, NULL},
    {"contact c[i] {\n gap = y[i]\n} for i in 1..n if i != 2\n", {"c[1]", "c[3]"}, NULL},
    {"contact c[i,j] { gap = y[i] - y[j] } for i in 2..n for j in 1..i-1\n",
     {"c[2,1]", "c[3,1]", "c[3,2]"},
     NULL},
    {"for i in 1..2 { contact c[i,j] { gap = y[i] - j } for j in 1..2 }\n",
     {"c[1,1]", "c[1,2]", "c[2,1]", "c[2,2]"},
     NULL},
    {"for i in 1..n for j in 1..2 if j != i { contact c[i,j] { gap = y[i] - j } }\n",
     {"c[1,2]", "c[2,1]", "c[3,1]", "c[3,2]"},
     NULL},
    {"contact c[i] { gap = y[i] } for i in 1..n\ncontact top { gap = 9 - y[n] }\n",
     {"c[1]", "c[2]", "top"},
     "n=2"},
    {"contact c[i] { gap = y[i] } for i in 2..1\n", {NULL}, NULL},
};

Test(elaborate_contact, families_come_in_the_order_of_their_turns) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        char text[1024] = BALLS;
        strcat(text, families[i].text);
        struct model *m = reading_model(text, families[i].settings);
        int count = 0;
        for (; families[i].names[count]; count++) {
            cr_assert(count < m->contacts, "%s", families[i].text);
            cr_expect_str_eq(m->contact[count].name, families[i].names[count]);
        }
        cr_expect_eq(m->contacts, count, "%s", families[i].text);
        cr_expect_eq(model_contact_rows(m), count);
    }
}

#define BLOCK                                                                            \
    "param mu = 0.3, e = 0.5, top = 0\nposition x = 1, y = 2\n"                          \
    "velocity u = 0, v = 0\nstate z = 0\nx' = u\ny' = v\nu' = 0\nv' = -1\nz' = u\n"

static const struct {
    const char *fields, *settings, *words; /* words NULL: accepted */
} rows[] = {
    {"gap = y", NULL, NULL},
    {"gap = y", "y=-0.37", NULL}, /* a start that penetrates */
    {"gap = y; slide = u - cos(t)*x", NULL, NULL},
    {"gap = max(y, x) + abs(t); slide = u*sign(x) + v", NULL, NULL},
    {"gap = y; slide = u; friction = mu; restitution = e", "mu=0|e=1", NULL},
    {"gap = y; slide = u; static_friction = mu; dynamic_friction = mu", NULL, NULL},
    {"gap = y; slide = u; static_friction = mu; viscous_friction = 2", NULL, NULL},
    {"gap = y; restitution = e", "e=1.01", "restitution lies between 0 and 1"},
    {"gap = y; restitution = e", "e=-0.01", "restitution lies between 0 and 1"},
    {"gap = y; slide = u; friction = mu", "mu=-0.1", "friction is not negative"},
    {"gap = y; slide = u; viscous_friction = -1", NULL,
     "viscous_friction is not negative"},
    {"gap = y; slide = u; static_friction = mu; dynamic_friction = 0.31", NULL,
     "dynamic_friction is at most static_friction"},
    {"gap = y; slide = u; dynamic_friction = 0.1", NULL,
     "dynamic_friction is at most static_friction"},
    {"gap = y; friction = mu", NULL, "'friction' needs a sliding velocity"},
    {"gap = y; viscous_friction = mu", NULL,
     "'viscous_friction' needs a sliding velocity"},
    {"gap = y + z", NULL, "a gap may not depend on 'z'"},
    {"gap = y; slide = u + z", NULL, "a sliding velocity may not depend on 'z'"},
    {"gap = y; slide = u + step(v)", NULL,
     "a kink of a sliding velocity may not depend on 'v'"},
    {"gap = y; slide = x + t", NULL, "this sliding velocity depends on no velocity"},
    {"gap = t + mu", NULL, "the gap of 'c' depends on no position that moves"},
    {"gap = y - y + 1", NULL, "the gap of 'c' depends on no position that moves"},
    {"gap = y/(x - 1)", NULL,
     "the gap of 'c' has no finite value and slope at the start"},
    {"gap = sqrt(y - top)", "y=0",
     "the gap of 'c' has no finite value and slope at the start"},
    {"gap = y + max(x - 7/10, top)", "x=0.7", NULL}, /* on its kink */
    {"gap = y; slide = u/(x - 1)", NULL,
     "a sliding velocity of 'c' is not finite at the start"},
    {"gap = y; slide = u + log(x - 1)", NULL,
     "a sliding velocity of 'c' is not finite at the start"},
    {"gap = y; restitution = 1/top", NULL,
     "restitution is not a finite number: 1/top (1/0)"},
    {"gap = y + 1/top", NULL,
     "the gap of 'c' has no finite value and slope at the start: 1/top (1/0)"},
    {"gap = y; slide = u + log(top - 1)*v", NULL,
     "a sliding velocity of 'c' is not finite at the start: log(-1)"},
};

Test(elaborate_contact, takes_what_can_be_stepped_and_says_what_is_wrong_with_the_rest) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024] = BLOCK "contact c { ";
        struct diagnostic d;
        strcat(text, rows[i].fields);
        strcat(text, " }\n");
        if (!rows[i].words) {
            model_free(reading_model(text, rows[i].settings));
            continue;
        }
        cr_expect_neq(reading_refusal(text, rows[i].settings, &d), PROBLEM_OK);
        cr_expect(strstr(d.text, rows[i].words), "'%s' lacks '%s'", d.text,
                  rows[i].words);
    }
}

/* The message shows the contact whose gap has no value, of a family the first. */
Test(elaborate_contact, the_caret_is_at_the_contact_that_has_no_gap) {
    struct diagnostic d;
    enum problem_status status = reading_refusal(
        BALLS "contact a { gap = y[1] }\ncontact b[i] { gap = 1/(y[i] - 2) } for i in "
              "1..n\n",
        NULL, &d);
    cr_expect_eq(status, PROBLEM_NOT_FINITE);
    cr_expect(strstr(d.text, "a.model:7:9: the gap of 'b[2]' has no finite value and"),
              "%s", d.text);
    cr_expect(strstr(d.text, "    contact b[i] {"), "%s", d.text);
}

/* Values follow the settings, row by row. */
Test(elaborate_contact, keeps_what_a_family_gives_to_each) {
    struct model *m = reading_model(
        BALLS "param mu = 0.2\ncontact c[i] { gap = y[i] - i*t; slide = i*v[i] - v[1] - "
              "i; restitution = 1/(i + 1); friction = i*mu } for i in 2..n\n",
        "mu=0.25");
    const double x[] = {0, 0, 0, 1, 1, 1};
    cr_assert(m->contacts == 2 && m->contact_matrix.rows == 4);
    for (int k = 0; k < 2; k++) {
        const struct contact *c = &m->contact[k];
        const int i = k + 2;
        cr_expect_eq(reading_constant(m, c->restitution), k == 0 ? 1. / 3 : 0.25);
        cr_expect_eq(reading_constant(m, c->dynamic_friction), i * 0.25);
        cr_expect_eq(reading_value(m, m->contact_offset[2 * k], 0, x), -i);
        cr_expect_eq(reading_value(m, m->contact_offset[2 * k + 1], 0, x), -i);
    }
}
