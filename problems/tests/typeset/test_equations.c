/* The statements of a model file that are about one thing, as they were written.
 *
 * Seen to fail: with comments left in, with the items of a list written one by one, with joints
 * taken for motion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>

#include "problems/typeset/equations.h"

static const char file[] = "# A comment with x' = y\n"
                           "title \"x' = y # not a comment\"\n"
                           "param a = 1,  # a list\n"
                           "      b = 2\n"
                           "position x = 0\n"
                           "velocity v[i] = (1 +\n"
                           "   2) for i in 1..3\n"
                           "\n"
                           "let k = a*b, l = 1   # abbreviations\n"
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
                           "joint stop[1] = x\n"
                           "quaternion turn = a, b, c, d for i in 1..2\n"
                           "contact floor[i] {\n"
                           "    gap = x; friction = 1 # of steel\n"
                           "} for i in 1..2\n"
                           "contact wall { gap = 1 - x }\n"
                           "invariant e = x";

static void check(enum equations about, const char *expected) {
    char *written = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&written, &length);
    cr_assert_not_null(out);
    cr_assert_eq(equations_write(out, about, file), PROBLEM_OK);
    cr_assert_eq(fclose(out), 0);
    cr_assert_str_eq(written, expected, "\n%s", written);
}

Test(equations, rates_and_abbreviations_are_found_and_nothing_else) {
    check(EQUATIONS_OF_MOTION, "let k = a*b, l = 1\n"
                               "x' = v[1]\n"
                               "for i in 1..3 {\n"
                               "    v[i]' = -k*x +\n"
                               "            a\n"
                               "}\n"
                               "let last = if 1 < 2 then\n"
                               "    k else\n"
                               "    a\n"
                               "letter' = 1\n");
}

Test(equations, joints_and_quaternions_are_found_and_nothing_else) {
    check(EQUATIONS_OF_JOINTS, "joint rod = x^2 +\n"
                               "            v[1]\n"
                               "joint stop[1] = x\n"
                               "quaternion turn = a, b, c, d for i in 1..2\n");
}

Test(equations, contacts_are_found_with_their_fields_and_nothing_else) {
    check(EQUATIONS_OF_CONTACTS, "contact floor[i] {\n"
                                 "    gap = x; friction = 1\n"
                                 "} for i in 1..2\n"
                                 "contact wall { gap = 1 - x }\n");
}
