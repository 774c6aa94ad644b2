/* Closed forms and published values, and what settings leave of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "problems/model.h"
#include "problems/tests/reading.h"

static const char *const SPRING = "param w = 3, x0 = 0.7\n"
                                  "position a = x0\n"
                                  "velocity v = 0\n"
                                  "a' = v\n"
                                  "v' = -w^2*a\n"
                                  "solution a = x0*cos(w*t)\n"
                                  "solution v = -w*x0*sin(w*t)\n"
                                  "published \"A book\" at 1 { a = -0.693 digits 3 }\n";

static const struct {
    const char *settings;
    bool solved;
    int published;
} claims[] = {
    {NULL, true, 1},     {"w=4", true, 0},           {"x0=0.8", true, 0},
    {"a=0.8", false, 0}, {"v=1e-3", false, 0},       {"a=0.7", true, 0},
    {"v=0", true, 0},    {"x0=0.8|a=0.7", false, 0},
};

Test(elaborate_solution, is_left_out_when_a_setting_breaks_it_like_published_values) {
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct model *m = reading_model(SPRING, claims[i].settings);
        cr_expect((m->solution != NULL) == claims[i].solved, "case %zu", i);
        cr_expect(m->published == claims[i].published, "case %zu", i);
        cr_expect((strcmp(m->published_source, "A book") == 0) == (m->published > 0));
    }
}

Test(elaborate_solution, stands_beside_published_values) {
    struct model *m = reading_model(SPRING, NULL);
    cr_assert(m->published == 1);
    const struct published_value *p = m->published_value;
    cr_expect(p->state == 0 && p->digits == 3);
    cr_expect(reading_constant(m, p->time) == 1 &&
              reading_constant(m, p->value) == -0.693);
}

/* Values of the model as it is written and of its variants. */
static const char *const TABLES =
    "param k = 2, c = 3\nstate z = 1, y = 0\nz' = -k*z\n"
    "y' = 0\n"
    "published \"A book\" at 1 { z = 2 digits 1 }\n"
    "published \"A paper\"\n of stiff\n at 1 { z = 3; y = 4 }\n"
    "published \"A thesis\" of stiff at 2 { z = 5 }\n"
    "published \"A letter\" of soft at 3 { z = 6 }\n"
    "variant stiff tags hard, slow : k = 1e6, z = 2*c\n"
    "variant soft : k = 1e-6\n";

static const struct {
    const char *settings, *sources;
    double sum; /* of the published values that belong */
} tables[] = {
    {NULL, "A book", 2},      {"k=1e6|z=2*c", "A paper; A thesis", 12},
    {"k=1e6", "", 0},         {"k=1e6|z=2*c|c=4", "", 0},
    {"z=2*c|k=1e6", "", 0},   {"k=1e-6", "A letter", 6},
    {"k=1000000|z=6", "", 0}, {"c=3", "", 0},
};

Test(elaborate_solution, published_values_belong_to_the_model_or_to_one_variant) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct model *m = reading_model(TABLES, tables[i].settings);
        double sum = 0;
        for (int j = 0; j < m->published; j++)
            sum += reading_constant(m, m->published_value[j].value);
        cr_expect(sum == tables[i].sum, "case %zu", i);
        cr_expect_str_eq(m->published_source, tables[i].sources, "case %zu", i);
    }
}

Test(elaborate_solution, that_begins_elsewhere_is_a_mistake_of_the_file) {
    struct diagnostic d;
    cr_expect(reading_refusal("state z = 1\nz' = -z\nsolution z = 2*exp(-t)\n", NULL,
                              &d) == PROBLEM_BAD_MODEL);
    cr_expect(strstr(d.text, "the solution of 'z' is 2 at the beginning of the span"),
              "%s", d.text);
}
