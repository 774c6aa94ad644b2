/* Settings from outside.
 *
 * Seen to fail: with the first of two settings winning, with unused settings ignored, with
 * a size's setting read after the loops over it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/tests/message_table.h"
#include "problems/tests/reading.h"

static const char *const MODEL =
    "size n = 3\nparam m = 1.37, k = 54\nparam c[i] = i for i in 1..n\n"
    "position q[i] = i for i in 1..n\nvelocity v[i] = 0 for i in 1..n\nlet f = k/m\n"
    "q[i]' = v[i] for i in 1..n\nv[i]' = -f*q[i] for i in 1..n\n";

Test(elaborate_setting, that_are_wrong_get_the_message_of_the_table) {
    enum { LEAST_ROWS = 30 };
    struct message_table t = message_table_read("settings.txt");
    cr_assert(t.rows >= LEAST_ROWS, "%d rows", t.rows);
    for (int i = 0; i < t.rows; i++) {
        struct diagnostic d;
        enum problem_status status = reading_refusal(MODEL, t.row[i].heading, &d);
        cr_expect_eq(status, PROBLEM_BAD_SETTING, "settings.txt:%d", t.row[i].line);
        cr_expect_str_eq(d.text, t.row[i].message, "settings.txt:%d", t.row[i].line);
    }
}

Test(elaborate_setting, change_parameters_sizes_and_initial_values) {
    struct model *m = reading_model(
        MODEL, "k=2*m|n = 2^2|q[4]=n/8 + sqrt(4)|v[2]=-double(0.1)|c[4]=-7");
    cr_assert(m->nq == 4 && m->nv == 4);
    cr_expect_eq(m->size_value[0], 4);
    cr_expect_eq(reading_constant(m, m->initial[0]), 1);
    cr_expect_eq(reading_constant(m, m->initial[3]), 2.5);
    cr_expect_eq(reading_constant(m, m->initial[5]), -0.1);
    double value[6];
    for (int i = 0; i < m->parameters; i++)
        value[i] = reading_constant(m, graph_parameter(m->graph, i));
    cr_expect_eq(value[1], 2.74);
    cr_expect_eq(value[5], -7);
}

Test(elaborate_setting, that_come_later_win) {
    struct model *m = reading_model(MODEL, "k=3|m=2|k=4");
    cr_expect_eq(reading_constant(m, graph_parameter(m->graph, 1)), 4);
}

/* One graph serves every value of a parameter. */
Test(elaborate_setting, of_parameters_leave_the_programs_as_they_are) {
    struct model *a = reading_model(MODEL, NULL),
                 *b = reading_model(MODEL, "k=1e-3|m=7/3");
    struct program *p = model_rates_program(a), *q = model_rates_program(b);
    cr_expect_eq(program_fingerprint(p), program_fingerprint(q));
    cr_expect_eq(graph_size(a->graph) > 0, true);
}

Test(elaborate_setting, of_any_length_are_answered) {
    for (size_t length = 1; length < 300000; length = 3 * length + 1) {
        char *value = malloc(length + 1);
        cr_assert_not_null(value);
        memset(value, '1', length);
        value[length] = '\0';
        struct setting setting = {"k", value}, reversed = {value, "k"};
        struct model *m;
        struct diagnostic d = {""};
        enum problem_status status =
            model_parse(&m, "a.model", MODEL, strlen(MODEL), 1, &setting, &d);
        cr_expect_eq(status == PROBLEM_OK, length < 4000, "%zu: %s", length, d.text);
        model_free(m);
        status = model_parse(&m, "a.model", MODEL, strlen(MODEL), 1, &reversed, &d);
        cr_expect_eq(status, PROBLEM_BAD_SETTING);
        cr_expect_null(m);
    }
}
