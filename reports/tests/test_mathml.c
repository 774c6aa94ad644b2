/* From the model language to MathML: what is expected was written by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "reports/mathml.h"

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
    {"x*2^n", "<mi>x</mi>" DOT "<msup><mn>2</mn><mrow><mi>n</mi></mrow></msup>"},
    {"mgl*u", "<mi>mgl</mi>" TIMES SPACE "<mi>u</mi>"},
    {"a/b", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"},
    {"a*b/c", "<mfrac><mrow><mi>a</mi>" TIMES "<mi>b</mi></mrow><mrow><mi>c</mi></mrow>"
              "</mfrac>"},
    {"a/b/c", "<mfrac><mrow><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
              "</mrow><mrow><mi>c</mi></mrow></mfrac>"},
    {"(a + b)/(c)", "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi>"
                    "</mrow></mfrac>"},
    {"(a/b)^2",
     "<msup>" OPEN "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>" CLOSE
     "<mrow><mn>2</mn></mrow></msup>"},
    {"-x^2", SIGN "<msup><mi>x</mi><mrow><mn>2</mn></mrow></msup>"},
    {"(-x)^2", "<msup>" OPEN SIGN "<mi>x</mi>" CLOSE "<mrow><mn>2</mn></mrow></msup>"},
    {"2^-3", "<msup><mn>2</mn><mrow>" SIGN "<mn>3</mn></mrow></msup>"},
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
    {"if i < n then a else b",
     "<mrow><mo>{</mo><mtable "
     "class=\"cases\"><mtr><mtd><mi>a</mi></mtd><mtd><mtext>if&#160;"
     "</mtext><mi>i</mi><mo>&lt;</mo><mi>n</mi></mtd></mtr><mtr><mtd><mi>b</mi></"
     "mtd><mtd>"
     "<mtext>otherwise</mtext></mtd></mtr></mtable></mrow>"},
    {"not i = 1 and j >= 2",
     OPEN "<mtext>not&#160;</mtext><mi>i</mi><mo>=</mo><mn>1</mn>" CLOSE
          "<mtext>&#160;and&#160;</mtext><mi>j</mi><mo>\xE2\x89\xA5</mo><mn>2</mn>"},
};

Test(mathml, expressions_are_set_as_by_hand) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct text t = {0};
        cr_assert(mathml_expression(&t, table[i].expression), "%s", table[i].expression);
        cr_assert_str_eq(text_bytes(&t), table[i].expected, "%s\nis      %s\nand not %s",
                         table[i].expression, text_bytes(&t), table[i].expected);
        text_clear(&t);
    }
}

Test(mathml, what_is_no_expression_is_left_alone) {
    static const char *const wrong[] = {
        "",     "a +",    "(a", "a b",   "a)", "sin()",  "q[",
        "1..2", "a ** b", "@",  "\"a\"", "a^", "if a b", "sum(i for i in 1)",
        "a,b",  "a'"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct text t = {0};
        cr_assert_not(mathml_expression(&t, wrong[i]), "'%s'", wrong[i]);
        cr_assert_eq(t.length, 0);
        text_clear(&t);
    }
}

/* An expression of `count` opening parentheses around a name. */
static char *nest(size_t count) {
    char *s = malloc(2 * count + 2);
    cr_assert_not_null(s);
    memset(s, '(', count);
    s[count] = 'x';
    memset(s + count + 1, ')', count);
    s[2 * count + 1] = '\0';
    return s;
}

Test(mathml, nesting_without_end_is_refused) {
    struct text t = {0};
    char *deep = nest(100000), *signs = malloc(100001);
    cr_assert_not_null(signs);
    cr_assert_not(mathml_expression(&t, deep));
    memset(signs, '-', 100000);
    signs[100000] = '\0';
    cr_assert_not(mathml_expression(&t, signs));
    free(deep);
    free(signs);
    deep = nest(20);
    cr_assert(mathml_expression(&t, deep));
    free(deep);
    text_clear(&t);
}

Test(mathml, more_terms_than_people_read_are_refused) {
    struct text sum = {0}, t = {0};
    text_add(&sum, "x");
    for (int i = 0; i < 200000; i++) {
        text_add(&sum, "+x");
    }
    cr_assert_not(mathml_expression(&t, text_bytes(&sum)));
    text_clear(&sum);
    text_clear(&t);
}

static void check_equations(const char *const *statement, int count,
                            const char *expected) {
    struct text t = {0};
    mathml_equations(&t, statement, count);
    cr_assert_str_eq(text_bytes(&t), expected, "\n%s\nand not\n%s", text_bytes(&t),
                     expected);
    text_clear(&t);
}

#define TABLE                                                                            \
    "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"              \
    "<mtable displaystyle=\"true\" class=\"system\">\n"
#define END "</mtable></math>\n"
#define PRIME "<mo lspace=\"0\" rspace=\"0\">\xE2\x80\xB2</mo>"
#define ROW "<mtr><mtd>"
#define IS "</mtd><mtd><mo>=</mo>"
#define FOR "</mtd><mtd>"
#define ROW_END "</mtd></mtr>\n"
#define RANGE(low, high)                                                                 \
    "<mi>i</mi><mo>=</mo>" low "<mo>,</mo><mi>\xE2\x80\xA6</mi><mo>,</mo>" high

Test(mathml, rates_abbreviations_masses_and_forces_are_rows) {
    static const char *const statements[] = {"a' = w  # rad/s", "let k = m*g",
                                             "mass u, w = l", "force u = 0"};
    check_equations(
        statements, 4,
        TABLE ROW "<mi>a</mi>" PRIME IS "<mi>w</mi>" FOR ROW_END ROW "<mi>k</mi>" IS
                  "<mi>m</mi>" TIMES "<mi>g</mi>" FOR ROW_END ROW
                  "<msub><mi>M</mi><mrow><mi>u</mi><mo>,</mo><mi>w</mi></mrow></msub>" IS
                  "<mi>l</mi>" FOR ROW_END ROW
                  "<msub><mi>f</mi><mrow><mi>u</mi></mrow></msub>" IS
                  "<mn>0</mn>" FOR ROW_END END);
}

Test(mathml, ranges_stand_behind_the_equation) {
    static const char *const statements[] = {"q[i]' = v[i] for i in 1..n"};
    check_equations(statements, 1,
                    TABLE ROW "<msub><mi>q</mi><mrow><mi>i</mi></mrow></msub>" PRIME IS
                              "<msub><mi>v</mi><mrow><mi>i</mi></mrow></msub>" FOR
                              "<mtext>for&#160;</mtext>" RANGE("<mn>1</mn>", "<mi>n</mi>")
                                  ROW_END END);
}

Test(mathml, several_ranges_are_separated_by_commas) {
    static const char *const statements[] = {"for i in 1..n {", "w' = i for i in 2..3",
                                             "}"};
    check_equations(
        statements, 3,
        TABLE ROW "<mi>w</mi>" PRIME IS "<mi>i</mi>" FOR "<mtext>for&#160;</mtext>" RANGE(
            "<mn>1</mn>", "<mi>n</mi>") "<mo>,</mo>" RANGE("<mn>2</mn>", "<mn>3</mn>")
            ROW_END END);
}

Test(mathml, blocks_are_told_behind_each_equation) {
    static const char *const statements[] = {
        "for i in 1..n {", "  if i < n {", "    w' = i", "  } else { w' = 0 }", "}",
        "x' = 1"};
    check_equations(
        statements, 6,
        TABLE ROW "<mi>w</mi>" PRIME IS "<mi>i</mi>" FOR "<mtext>for&#160;</mtext>" RANGE(
            "<mn>1</mn>",
            "<mi>n</mi>") "<mtext>&#160;if&#160;</mtext><mi>i</mi><mo>&lt;</mo><mi>n</"
                          "mi>" ROW_END ROW "<mi>w</mi>" PRIME IS "<mn>0</mn>" FOR
                          "<mtext>for&#160;</mtext>" RANGE(
                              "<mn>1</mn>",
                              "<mi>n</mi>") "<mtext>&#160;</mtext><mtext>otherwise</"
                                            "mtext>" ROW_END ROW "<mi>x</mi>" PRIME IS
                                            "<mn>1</mn>" FOR ROW_END END);
}

/* A contact stands in one piece, as it was written, and its braces end no block around it. */
Test(mathml, declarations_and_contacts_in_blocks_are_no_equations) {
    static const char *const statements[] = {"for i in 1..n {",
                                             "  position y[i] = i",
                                             "  velocity v[i] = 0",
                                             "  contact floor[i] {",
                                             "    gap = y[i]",
                                             "    slide = v[i]",
                                             "  }",
                                             "  path \"a\" = y[i], v[i]",
                                             "  w' = i",
                                             "}"};
    check_equations(
        statements, 10,
        "<pre class=\"written\">contact floor[i] {\n    gap = y[i]\n    slide = v[i]\n  }"
        "</pre>\n" TABLE ROW "<mi>w</mi>" PRIME IS "<mi>i</mi>" FOR
        "<mtext>for&#160;</mtext>" RANGE("<mn>1</mn>", "<mi>n</mi>") ROW_END END);
}

Test(mathml, a_statement_may_have_several_lines) {
    static const char *const statements[] = {"a' = (b\n   + c)\n", "d' = b +", "  c"};
    check_equations(
        statements, 3,
        TABLE ROW "<mi>a</mi>" PRIME IS "<mi>b</mi><mo>+</mo><mi>c</mi>" FOR ROW_END ROW
                  "<mi>d</mi>" PRIME IS "<mi>b</mi><mo>+</mo><mi>c</mi>" FOR ROW_END END);
}

Test(mathml, a_long_sum_is_broken_before_a_sign) {
    static const char *const statements[] = {
        "a' = alpha_first*beta_second + gamma_third*delta_fourth - "
        "epsilon_fifth*zeta_sixth"
        " + density*pressure + temperature*volume + something*else_again"};
    struct text t = {0};
    mathml_equations(&t, statements, 1);
    cr_assert_not_null(strstr(text_bytes(&t), "</mtr>\n<mtr><mtd></mtd><mtd><mspace "
                                              "width=\"2em\"/><mo>+</mo>"));
    text_clear(&t);
}

Test(mathml, what_cannot_be_set_stays_as_written) {
    static const char *const statements[] = {"a' = w", "contact floor { gap = <q> }",
                                             "b' = 1"};
    check_equations(
        statements, 3,
        TABLE ROW
        "<mi>a</mi>" PRIME IS "<mi>w</mi>" FOR ROW_END END
        "<pre class=\"written\">contact floor { gap = &lt;q&gt; }</pre>\n" TABLE ROW
        "<mi>b</mi>" PRIME IS "<mn>1</mn>" FOR ROW_END END);
}
