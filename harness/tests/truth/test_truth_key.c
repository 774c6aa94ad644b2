/* What a truth is a truth of, as a text.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/models.h"
#include "harness/truth/record/truth_key.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

static char *key_of(const char *text) {
    struct model *m = model_from(text);
    char *key = truth_key(m);
    cr_assert(key != NULL);
    return key;
}

static void expect_same(const char *a, const char *b, bool same) {
    char *one = key_of(a), *other = key_of(b);
    cr_expect((strcmp(one, other) == 0) == same, "%s\nand\n%s\ngive\n%s\nand\n%s", a, b,
              one, other);
}

static const char plain[] = "param k = 1.37, c = 0.2\nspan 0 .. 2\nposition x = 0.7\n"
                            "velocity v = -0.3\nx' = v\nv' = -k*x - c*sin(t)*v\n"
                            "invariant e = x^2\n";

Test(truth_key, what_does_not_change_the_solution_does_not_change_the_key) {
    expect_same(plain,
                "# a comment\ntitle \"Another\"\ntags smooth, forced\n"
                "param stiffness = 1.37, drag = 0.2, unused = 17\nspan 0 .. 3\n"
                "position y = 0.7\nvelocity w = -0.3\nlet f = sin(t)\ny' = w\n"
                "w' = -stiffness*y - drag*f*w\ninvariant square = y^2\n"
                "published \"A table\" at 1 { y = 0.1 digits 1 }\n",
                true);
}

Test(truth_key, what_changes_the_solution_changes_the_key) {
    static const char *const change[][2] = {
        {"1.37", "1.38"},       {"c = 0.2", "c = double(0.2)"},
        {"x = 0.7", "x = 0.8"}, {"span 0", "span 0.5"},
        {"-k*x -", "k*x -"},    {"sin", "cos"},
        {"x^2", "x^3"},         {"position", "tags stiff\nposition"},
        {"- c", "+ c"},         {"v = -0.3", "v = 0"}};
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        char text[1024];
        const char *at = strstr(plain, change[i][0]);
        cr_assert(at != NULL, "%s", change[i][0]);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - plain), plain, change[i][1],
                 at + strlen(change[i][0]));
        expect_same(plain, text, false);
    }
}

Test(truth_key, a_closed_form_is_part_of_it) {
    expect_same("state z = 1\nz' = -z\n", "state z = 1\nz' = -z\nsolution z = exp(-t)\n",
                false);
}

/* Also those that change no rate. */
Test(truth_key, joints_are_part_of_it) {
    static const char start[] = "position x = 0.7\nvelocity v = 0\nx' = v\nv' = -x\n";
    char one[256], other[256];
    snprintf(one, sizeof one, "%sjoint a = x - 0.7\n", start);
    snprintf(other, sizeof other, "%sjoint b = x - 0.7\n", start);
    expect_same(one, start, false);
    expect_same(one, other, true);
    snprintf(other, sizeof other, "%sjoint b = x - 0.7\njoint c = 2*v\n", start);
    expect_same(one, other, false);
}

Test(truth_key, derivatives_taken_before_do_not_show) {
    struct model *m = model_from(plain);
    char *before = truth_key(m);
    for (int i = 0; i < 3; i++)
        expr_derivative(m->graph, m->rates[0], i);
    char *after = truth_key(m);
    cr_expect_str_eq(before, after);
}

Test(truth_key, a_long_sum_has_one_too) {
    char *key = key_of("state z = 1\nz' = -sum(z/i for i in 1..30000)\n");
    cr_expect(strlen(key) > 30000);
}

/* Vectors of RFC 9923, appendix C. */
Test(truth_key, the_hash_is_fnv_1a) {
    cr_expect(truth_hash("") == 0xcbf29ce484222325u);
    cr_expect(truth_hash("a") == 0xaf63dc4c8601ec8cu, "%" PRIx64, truth_hash("a"));
    cr_expect(truth_hash("foobar") == 0x85944171f73967e8u);
}
