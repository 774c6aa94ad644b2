/* From the model language to MathML: what is expected was written by hand.
 *
 * Seen to fail: with factors not paired, with w*w left a product, without the ranges of blocks,
 * with the last of two upper ends alone, with sin^-1 for 1/sin, with a base of several
 * elements.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/typeset/equations.h"

#define TIMES "<mo>&#x2062;</mo>"
#define SPACE "<mspace width=\"0.17em\"/>"
#define APPLY "<mo>&#x2061;</mo>"
#define MINUS "<mo>\xE2\x88\x92</mo>"
#define SIGN "<mo form=\"prefix\">\xE2\x88\x92</mo>"
#define DOT "<mo>\xE2\x8B\x85</mo>"
#define OPEN "<mrow><mo>(</mo>"
#define CLOSE "<mo>)</mo></mrow>"

static const struct {
    const char *expression, *expected;
} table[] = {
    {"a", "<mi>a</mi>"},
    {"3", "<mn>3</mn>"},
    {"9.81", "<mn>9.81</mn>"},
    {"1e4", "<msup><mn>10</mn><mrow><mn>4</mn></mrow></msup>"},
    {"1e-8", "<msup><mn>10</mn><mrow>" SIGN "<mn>8</mn></mrow></msup>"},
    {"3e7", "<mrow><mn>3</mn><mo>\xC3\x97</mo><msup><mn>10</mn><mrow><mn>7</mn></mrow>"
            "</msup></mrow>"},
    {"pi", "<mi>\xCF\x80</mi>"},
    {"Omega", "<mi>\xCE\xA9</mi>"},
    {"mgl", "<mi>mgl</mi>"},
    {"m1", "<msub><mi>m</mi><mrow><mn>1</mn></mrow></msub>"},
    {"omega_0", "<msub><mi>\xCF\x89</mi><mrow><mn>0</mn></mrow></msub>"},
    {"v_max", "<msub><mi>v</mi><mrow><mi>max</mi></mrow></msub>"},
    {"q[i-1]", "<msub><mi>q</mi><mrow><mi>i</mi>" MINUS "<mn>1</mn></mrow></msub>"},
    {"r[i, j]", "<msub><mi>r</mi><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></msub>"},
    {"u_x[2]", "<msub><mi>u</mi><mrow><mi>x</mi><mo>,</mo><mn>2</mn></mrow></msub>"},
    {"a + b - c", "<mi>a</mi><mo>+</mo><mi>b</mi>" MINUS "<mi>c</mi>"},
    {"a - (b - c)", "<mi>a</mi>" MINUS OPEN "<mi>b</mi>" MINUS "<mi>c</mi>" CLOSE},
    {"(a + b)*c", OPEN "<mi>a</mi><mo>+</mo><mi>b</mi>" CLOSE TIMES "<mi>c</mi>"},
    {"a*(b*c)", "<mi>a</mi>" TIMES OPEN "<mi>b</mi>" TIMES "<mi>c</mi>" CLOSE},
    {"w*w", "<msup><mi>w</mi><mrow><mn>2</mn></mrow></msup>"},
    {"m*w*w*l", "<mi>m</mi>" TIMES "<msup><mi>w</mi><mrow><mn>2</mn></mrow></msup>" TIMES
                "<mi>l</mi>"},
    {"k1*k2", "<msub><mi>k</mi><mrow><mn>1</mn></mrow></msub>" TIMES
              "<msub><mi>k</mi><mrow><mn>2</mn></mrow></msub>"},
    {"2*3", "<mn>2</mn>" DOT "<mn>3</mn>"},
    {"x*2^n",
     "<mi>x</mi>" DOT "<msup><mrow><mn>2</mn></mrow><mrow><mi>n</mi></mrow></msup>"},
    {"mgl*u", "<mi>mgl</mi>" TIMES SPACE "<mi>u</mi>"},
    {"a/b", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"},
    {"a*b/c", "<mfrac><mrow><mi>a</mi>" TIMES "<mi>b</mi></mrow><mrow><mi>c</mi></mrow>"
              "</mfrac>"},
    {"a/b/c", "<mfrac><mrow><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
              "</mrow><mrow><mi>c</mi></mrow></mfrac>"},
    {"(a + b)/(c)", "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi>"
                    "</mrow></mfrac>"},
    {"(a/b)^2", "<msup><mrow>" OPEN
                "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" CLOSE
                "</mrow><mrow><mn>2</mn></mrow></msup>"},
    {"-x^2", SIGN "<msup><mi>x</mi><mrow><mn>2</mn></mrow></msup>"},
    {"(-x)^2",
     "<msup><mrow>" OPEN SIGN "<mi>x</mi>" CLOSE "</mrow><mrow><mn>2</mn></mrow></msup>"},
    {"2^-3", "<msup><mrow><mn>2</mn></mrow><mrow>" SIGN "<mn>3</mn></mrow></msup>"},
    {"a^b^c",
     "<msup><mi>a</mi><mrow><msup><mi>b</mi><mrow><mi>c</mi></mrow></msup></mrow>"
     "</msup>"},
    {"r^(3/2)", "<msup><mi>r</mi><mrow><mn>3</mn><mo>/</mo><mn>2</mn></mrow></msup>"},
    {"v1^2",
     "<msubsup><mi>v</mi><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></msubsup>"},
    {"a - -b*c", "<mi>a</mi>" MINUS OPEN SIGN "<mi>b</mi>" TIMES "<mi>c</mi>" CLOSE},
    {"-(g/l)*sin(a)",
     SIGN "<mfrac><mrow><mi>g</mi></mrow><mrow><mi>l</mi></mrow></mfrac>" TIMES SPACE
          "<mi>sin</mi>" APPLY SPACE "<mi>a</mi>"},
    {"sin(a)*b", "<mi>sin</mi>" APPLY OPEN "<mi>a</mi>" CLOSE TIMES SPACE "<mi>b</mi>"},
    {"sin(a + b)", "<mi>sin</mi>" APPLY OPEN "<mi>a</mi><mo>+</mo><mi>b</mi>" CLOSE},
    {"cos(2*D)", "<mi>cos</mi>" APPLY SPACE "<mn>2</mn>" TIMES "<mi>D</mi>"},
    {"sin(x)^2",
     "<msup><mi>sin</mi><mrow><mn>2</mn></mrow></msup>" APPLY OPEN "<mi>x</mi>" CLOSE},
    {"sin(x)^-1", "<msup><mrow><mi>sin</mi>" APPLY OPEN "<mi>x</mi>" CLOSE
                  "</mrow><mrow>" SIGN "<mn>1</mn></mrow></msup>"},
    {"exp(x)^2", "<msup><mrow><mi>exp</mi>" APPLY OPEN "<mi>x</mi>" CLOSE
                 "</mrow><mrow><mn>2</mn></mrow></msup>"},
    {"double(x)^2", "<msup><mrow><mi>double</mi>" APPLY OPEN "<mi>x</mi>" CLOSE
                    "</mrow><mrow><mn>2</mn></mrow></msup>"},
    {"asin(x)", "<mi>arcsin</mi>" APPLY SPACE "<mi>x</mi>"},
    {"exp(-t)", "<mi>exp</mi>" APPLY OPEN SIGN "<mi>t</mi>" CLOSE},
    {"sqrt(k/m)", "<msqrt><mfrac><mrow><mi>k</mi></mrow><mrow><mi>m</mi></mrow></mfrac>"
                  "</msqrt>"},
    {"abs(v)", "<mrow><mo>|</mo><mi>v</mi><mo>|</mo></mrow>"},
    {"max(a, 0)", "<mi>max</mi>" APPLY OPEN "<mi>a</mi><mo>,</mo><mn>0</mn>" CLOSE},
    {"sum(x[j] for j in 1..n)",
     "<munderover><mo>\xE2\x88\x91</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mrow>"
     "<mi>n</mi></mrow></munderover><msub><mi>x</mi><mrow><mi>j</mi></mrow></msub>"},
    {"product(k for k in 1..3) + a", OPEN
     "<munderover><mo>\xE2\x88\x8F</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mrow>"
     "<mn>3</mn></mrow></munderover><mi>k</mi>" CLOSE "<mo>+</mo><mi>a</mi>"},
    {"sum(j for j in 1..7 if j != i)",
     "<munderover><mo>\xE2\x88\x91</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn><mo>,</mo>"
     "<mi>j</mi><mo>\xE2\x89\xA0</mo><mi>i</mi></mrow><mrow><mn>7</mn></mrow></"
     "munderover>"
     "<mi>j</mi>"},
    {"sum(i for i in 1..n for j in 1..i)",
     "<munderover><mo>\xE2\x88\x91</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow>"
     "<mi>n</mi></mrow></munderover><munderover><mo>\xE2\x88\x91</mo><mrow><mi>j</mi>"
     "<mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></munderover><mi>i</mi>"},
    {"if i < n then a else b",
     "<mrow><mo>{</mo><mtable "
     "class=\"cases\"><mtr><mtd><mi>a</mi></mtd><mtd><mtext>if&#160;"
     "</mtext><mi>i</mi><mo>&lt;</mo><mi>n</mi></mtd></mtr><mtr><mtd><mi>b</mi></"
     "mtd><mtd>"
     "<mtext>otherwise</mtext></mtd></mtr></mtable></mrow>"},
    {"if not i = 1 and j >= 2 then a else b",
     "<mrow><mo>{</mo><mtable class=\"cases\"><mtr><mtd><mi>a</mi></mtd><mtd><mtext>if"
     "&#160;</mtext>" OPEN "<mtext>not&#160;</mtext><mi>i</mi><mo>=</mo><mn>1</mn>" CLOSE
     "<mtext>&#160;and&#160;</mtext><mi>j</mi><mo>\xE2\x89\xA5</mo><mn>2</mn></mtd></mtr>"
     "<mtr><mtd><mi>b</mi></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></"
     "mrow>"},
};

#define TABLE                                                                            \
    "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"              \
    "<mtable displaystyle=\"true\" class=\"system\">\n"
#define END "</mtable></math>\n"
#define PRIME "<mo lspace=\"0\" rspace=\"0\">\xE2\x80\xB2</mo>"
#define ROW "<mtr><mtd>"
#define IS "</mtd><mtd><mo>=</mo>"
#define FOR "</mtd><mtd>"
#define ROW_END "</mtd></mtr>\n"
#define FOR_WORD "<mtext>for&#160;</mtext>"
#define RANGE(low, high)                                                                 \
    "<mi>i</mi><mo>=</mo>" low "<mo>,</mo><mi>\xE2\x80\xA6</mi><mo>,</mo>" high

/* What is set of a model file, which the caller frees. */
static char *set(enum equations about, const char *file, enum problem_status expected) {
    char *written = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&written, &length);
    cr_assert_not_null(out);
    cr_assert_eq(equations_mathml(out, about, file), expected, "%.60s", file);
    cr_assert_eq(fclose(out), 0);
    return written;
}

static char *join(const char *a, const char *b, const char *c) {
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *all = malloc(size);
    cr_assert_not_null(all);
    snprintf(all, size, "%s%s%s", a, b, c);
    return all;
}

Test(mathml, expressions_are_set_as_by_hand) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *file = join("z' = ", table[i].expression, "\n");
        char *is = set(EQUATIONS_OF_MOTION, file, PROBLEM_OK);
        char *expected =
            join(TABLE ROW "<mi>z</mi>" PRIME IS, table[i].expected, FOR ROW_END END);
        cr_assert_str_eq(is, expected, "%s\nis      %s\nand not %s", table[i].expression,
                         is, expected);
    }
}

Test(mathml, of_what_is_no_model_nothing_is_written) {
    static const char *const wrong[] = {
        "z' = ", "z' = a +", "z' = (a",    "z' = a b", "z' = q[",          "z' = @",
        "z = 1", "}",        "x' = 1\ny'", "\xC3\x28", "z' = 1 for i in 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char *is = set(EQUATIONS_OF_MOTION, wrong[i], PROBLEM_BAD_MODEL);
        cr_assert_str_empty(is, "'%s'", wrong[i]);
    }
}

/* first, count times again. */
static char *repeat(const char *first, size_t count, const char *again) {
    const size_t one = strlen(first), more = strlen(again);
    char *s = malloc(one + count * more + 1);
    cr_assert_not_null(s);
    memcpy(s, first, one + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(s + one + i * more, again, more + 1);
    return s;
}

Test(mathml, more_than_people_read_stays_as_written) {
    char *sum = repeat("z' = x", 4000, "+\nx"), *product = repeat("z' = x", 4000, "*\ny");
    char *files[] = {sum, product};
    for (size_t i = 0; i < 2; i++) {
        char *expected = join("<pre class=\"written\">", files[i], "</pre>\n");
        char *is = set(EQUATIONS_OF_MOTION, files[i], PROBLEM_OK);
        cr_assert_str_eq(is, expected);
    }
}

/* The most factors that are set: their pairs are as deep as they are many. */
Test(mathml, a_long_product_is_set) {
    char *file = repeat("z' = x", 2700, "*\ny");
    char *is = set(EQUATIONS_OF_MOTION, file, PROBLEM_OK);
    cr_assert_not_null(strstr(is, "<mi>x</mi>" TIMES "<msup><mi>y</mi>"));
}

static void check(enum equations about, const char *file, const char *expected) {
    char *is = set(about, file, PROBLEM_OK);
    cr_assert_str_eq(is, expected, "\n%s\nand not\n%s", is, expected);
}

static void check_equations(const char *file, const char *expected) {
    check(EQUATIONS_OF_MOTION, file, expected);
}

Test(mathml, rates_abbreviations_masses_and_forces_are_rows) {
    check_equations(
        "a' = w  # rad/s\nlet k = m*g\nmass u, w = l\nforce u = 0\n"
        "gravity = 0, -g",
        TABLE ROW "<mi>a</mi>" PRIME IS "<mi>w</mi>" FOR ROW_END ROW "<mi>k</mi>" IS
                  "<mi>m</mi>" TIMES "<mi>g</mi>" FOR ROW_END ROW
                  "<msub><mi>M</mi><mrow><mi>u</mi><mo>,</mo><mi>w</mi></mrow></msub>" IS
                  "<mi>l</mi>" FOR ROW_END ROW
                  "<msub><mi>f</mi><mrow><mi>u</mi></mrow></msub>" IS
                  "<mn>0</mn>" FOR ROW_END ROW "<mi>gravity</mi>" IS OPEN
                  "<mn>0</mn><mo>,</mo>" SIGN "<mi>g</mi>" CLOSE FOR ROW_END END);
}

Test(mathml, ranges_stand_behind_the_equation) {
    check_equations("q[i]' = v[i] for i in 1..n", TABLE ROW
                    "<msub><mi>q</mi><mrow><mi>i</mi></mrow></msub>" PRIME IS
                    "<msub><mi>v</mi><mrow><mi>i</mi></mrow></msub>" FOR FOR_WORD RANGE(
                        "<mn>1</mn>", "<mi>n</mi>") ROW_END END);
}

Test(mathml, several_ranges_are_separated_by_commas) {
    check_equations(
        "for i in 1..n {\nw' = i for i in 2..3\n}\n",
        TABLE ROW "<mi>w</mi>" PRIME IS "<mi>i</mi>" FOR FOR_WORD RANGE(
            "<mn>1</mn>", "<mi>n</mi>") "<mo>,</mo>" RANGE("<mn>2</mn>", "<mn>3</mn>")
            ROW_END END);
}

Test(mathml, blocks_are_told_behind_each_equation) {
    check_equations(
        "for i in 1..n {\n  if i < n {\n    w' = i\n  } else { w' = 0 }\n}\nx' = 1\n",
        TABLE ROW "<mi>w</mi>" PRIME IS "<mi>i</mi>" FOR FOR_WORD RANGE(
            "<mn>1</mn>",
            "<mi>n</mi>") "<mtext>&#160;if&#160;</mtext><mi>i</mi><mo>&lt;</mo><mi>n</"
                          "mi>" ROW_END ROW "<mi>w</mi>" PRIME IS
                          "<mn>0</mn>" FOR FOR_WORD RANGE(
                              "<mn>1</mn>",
                              "<mi>n</mi>") "<mtext>&#160;</mtext><mtext>otherwise</"
                                            "mtext>" ROW_END ROW "<mi>x</mi>" PRIME IS
                                            "<mn>1</mn>" FOR ROW_END END);
}

static const char in_block[] = "for i in 1..n {\n"
                               "  position y[i] = i\n"
                               "  velocity v[i] = 0\n"
                               "  contact floor[i] {\n"
                               "    gap = y[i]\n"
                               "    static_friction = mu\n"
                               "  }\n"
                               "  joint rod[i] = y[i] - 1\n"
                               "  path \"a\" = y[i], v[i]\n"
                               "  w' = i\n"
                               "}\n";

Test(mathml, each_kind_of_statement_in_a_block_is_for_itself) {
    check(EQUATIONS_OF_MOTION, in_block,
          TABLE ROW "<mi>w</mi>" PRIME IS
                    "<mi>i</mi>" FOR FOR_WORD RANGE("<mn>1</mn>", "<mi>n</mi>")
                        ROW_END END);
    check(EQUATIONS_OF_JOINTS, in_block,
          TABLE ROW
          "<msub><mi>rod</mi><mrow><mi>i</mi></mrow></msub><mo>:</mo><mn>0</mn>" IS
          "<msub><mi>y</mi><mrow><mi>i</mi></mrow></msub>" MINUS
          "<mn>1</mn>" FOR FOR_WORD RANGE("<mn>1</mn>", "<mi>n</mi>") ROW_END END);
#define OF_FLOOR "<mrow><msub><mi>floor</mi><mrow><mi>i</mi></mrow></msub></mrow></msub>"
    check(EQUATIONS_OF_CONTACTS, in_block,
          TABLE ROW "<msub><mi>gap</mi>" OF_FLOOR IS
                    "<msub><mi>y</mi><mrow><mi>i</mi></mrow></msub>" FOR FOR_WORD RANGE(
                        "<mn>1</mn>", "<mi>n</mi>") ROW_END ROW
          "<msub><mi>static friction</mi>" OF_FLOOR IS
          "<mi>\xCE\xBC</mi>" FOR FOR_WORD RANGE("<mn>1</mn>", "<mi>n</mi>") ROW_END END);
}

Test(mathml, a_quaternion_is_its_four_positions) {
    check(EQUATIONS_OF_JOINTS, "quaternion turn = a, b, c, d",
          TABLE ROW "<mi>turn</mi>" IS OPEN "<mi>a</mi><mo>,</mo><mi>b</mi><mo>,</mo>"
                    "<mi>c</mi><mo>,</mo><mi>d</mi>" CLOSE FOR ROW_END END);
}

Test(mathml, a_statement_may_have_several_lines) {
    check_equations("a' = (b\n   + c)\n\nd' = b +\n  c", TABLE ROW
                    "<mi>a</mi>" PRIME IS "<mi>b</mi><mo>+</mo><mi>c</mi>" FOR ROW_END ROW
                    "<mi>d</mi>" PRIME IS
                    "<mi>b</mi><mo>+</mo><mi>c</mi>" FOR ROW_END END);
}

Test(mathml, a_long_sum_is_broken_before_a_sign) {
    char *is = set(EQUATIONS_OF_MOTION,
                   "a' = alpha_first*beta_second + gamma_third*delta_fourth - "
                   "epsilon_fifth*zeta_sixth"
                   " + density*pressure + temperature*volume + something*else_again",
                   PROBLEM_OK);
    cr_assert_not_null(strstr(is, "</mtr>\n<mtr><mtd></mtd><mtd><mspace "
                                  "width=\"2em\"/><mo>+</mo>"));
}

Test(mathml, a_body_stays_as_written_and_the_range_around_it_is_told) {
    check_equations(
        "a' = w\nfor i in 1..2 {\nbody b[i] { mass = if i < 2 then 1 else 2 }\n}\n"
        "b' = 1",
        TABLE ROW "<mi>a</mi>" PRIME IS "<mi>w</mi>" FOR ROW_END END
                  "<pre class=\"written\">body b[i] { mass = if i &lt; 2 then 1 else 2 "
                  "}</pre>\n" TABLE ROW
                  "</mtd><mtd>" FOR FOR_WORD RANGE("<mn>1</mn>", "<mn>2</mn>") ROW_END ROW
        "<mi>b</mi>" PRIME IS "<mn>1</mn>" FOR ROW_END END);
}

Test(mathml, a_definition_whose_sides_read_the_same_is_left_out) {
    check_equations("let u[1] = u1\nlet w = u1", TABLE ROW
                    "<mi>w</mi>" IS
                    "<msub><mi>u</mi><mrow><mn>1</mn></mrow></msub>" FOR ROW_END END);
}
