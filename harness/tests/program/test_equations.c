/* The statements of a model file that define its motion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/program/run/describe.h"

static const char file[] = "# A comment with x' = y\n"
                           "title \"x' = y # not a comment\"\n"
                           "param a = 1,  # a list\n"
                           "      b = 2\n"
                           "position x = 0\n"
                           "velocity v[i] = (1 +\n"
                           "   2) for i in 1..3\n"
                           "\n"
                           "let k = a*b   # an abbreviation\n"
                           "x' = v[1]\n"
                           "for i in 1..3 {\n"
                           "    v[i]' = -k*x +\n"
                           "            a\n"
                           "}\n"
                           "published \"A table\" at 3 {\n"
                           "    x = 1 digits 3\n"
                           "}\n"
                           "published \"A table\"\n"
                           "    of other at 3 {\n"
                           "    x = 1 digits 3\n"
                           "}\n"
                           "published \"A table\" at 4 { x = 1 }\n"
                           "variant other : a = 2,\n"
                           "                b = 3\n"
                           "variant third :\n"
                           "    a = 3\n"
                           "let last = if 1 < 2 then\n"
                           "    k else\n"
                           "    a\n"
                           "letter' = 1\n"
                           "joint rod = x^2 + # of two lines\n"
                           "            v[1]\n"
                           "joint[1] = x\n"
                           "quaternion turn = a, b, c, d for i in 1..2\n"
                           "contact floor[i] {\n"
                           "    gap = x; friction = 1 # of steel\n"
                           "} for i in 1..2\n"
                           "contact wall { gap = 1 - x }\n"
                           "invariant e = x";

Test(equations, rates_and_abbreviations_are_found_and_nothing_else) {
    static const char *const expected[] = {
        "let k = a*b",   "x' = v[1]",  "for i in 1..3 {",          "    v[i]' = -k*x +",
        "            a", "}",          "let last = if 1 < 2 then", "    k else",
        "    a",         "letter' = 1"};
    json_t *lines = describe_equations(file);
    size_t count = sizeof expected / sizeof *expected;
    cr_assert(json_array_size(lines) == count, "%zu lines", json_array_size(lines));
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(json_string_value(json_array_get(lines, i)), expected[i]);
    json_decref(lines);
}

Test(equations, unbalanced_text_is_survived) {
    static const char *const odd[] = {"",    ")",        "x' = (", "\"",
                                      "{{{", "x' = 1 +", "\n\n#"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        json_decref(describe_equations(odd[i]));
}

Test(equations, joints_and_quaternions_are_found_and_nothing_else) {
    static const char *const expected[] = {"joint rod = x^2 +", "            v[1]",
                                           "joint[1] = x",
                                           "quaternion turn = a, b, c, d for i in 1..2"};
    json_t *lines = describe_joint_equations(file);
    size_t count = sizeof expected / sizeof *expected;
    cr_assert(json_array_size(lines) == count, "%zu lines", json_array_size(lines));
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(json_string_value(json_array_get(lines, i)), expected[i]);
    json_decref(lines);
}

Test(equations, contacts_are_found_with_their_fields_and_nothing_else) {
    static const char *const expected[] = {"contact floor[i] {",
                                           "    gap = x; friction = 1", "} for i in 1..2",
                                           "contact wall { gap = 1 - x }"};
    json_t *lines = describe_contact_equations(file);
    size_t count = sizeof expected / sizeof *expected;
    cr_assert(json_array_size(lines) == count, "%zu lines", json_array_size(lines));
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(json_string_value(json_array_get(lines, i)), expected[i]);
    json_decref(lines);
}
