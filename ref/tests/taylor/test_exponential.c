/* The exponential of a linear model's matrix against Taylor's method on random systems and
 * against the closed forms of springs; what is not linear is refused.
 *
 * Seen to fail: with b left out, with A e_j = F(e_j), with a quotient or t taken for affine,
 * with the start of the span left out, with exact constants where doubles are asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/model.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"
#include "ref/vector.h"

enum { DIGITS = 50, TEXT = 4096 };

/* A random entry: often zero, of any size. */
static double entry(struct sample *s) {
    if (sample_choice(s, 4) == 0)
        return 0;
    return sample_uniform(s, -2, 2) * exp(sample_uniform(s, -4, 1));
}

/* x' = A (x + shift) in n components. */
static void write_system(char *text, int n, struct sample *s) {
    int used = snprintf(text, TEXT, "param shift = %.4f\n", sample_uniform(s, -1, 1));
    for (int i = 1; i <= n; i++)
        used += snprintf(text + used, TEXT - (size_t)used, "state x%d = %.4f\n", i,
                         sample_uniform(s, -2, 2));
    for (int i = 1; i <= n; i++) {
        used += snprintf(text + used, TEXT - (size_t)used, "x%d' = %.3f", i, entry(s));
        for (int j = 1; j <= n; j++)
            used += snprintf(text + used, TEXT - (size_t)used, " - (x%d + shift)*(%.5f)",
                             j, entry(s));
        used += snprintf(text + used, TEXT - (size_t)used, "\n");
    }
}

Test(exponential, agrees_with_taylors_method_on_random_systems, .timeout = 200) {
    enum { TRIALS = 60, LARGEST = 7, FEW = 25 };
    struct sample s = sample_begin();
    char text[TEXT];
    for (int trial = 0; trial < TRIALS; trial++) {
        const int n = 1 + trial % LARGEST;
        const double time[] = {0.13 + sample_uniform(&s, 0, 1),
                               1.2 + sample_uniform(&s, 0, 2)};
        write_system(text, n, &s);
        struct model *m = testing_model(text);
        struct ref_truth *a = truths_make(ref_exponential_truth, m, DIGITS, 2, time);
        struct ref_truth *b = truths_make(ref_truth_alloc, m, FEW, 2, time);
        cr_expect(a->grade == REF_GRADE_CERTIFIED && a->way == REF_BY_EXPONENTIAL);
        cr_expect(truths_contradiction(a, b) <= 1, "TEST_SEED=%llu\n%s",
                  (unsigned long long)s.seed, text);
    }
}

/* Springs from soft to stiffer than a double can tell, all kinds of damping, long spans. */
static const struct {
    const char *model, *name, *value;
    double time[2];
} SPRINGS[] = {
    {"spring", "k", "1", {1, 1e6}},         {"spring", "k", "1e6", {0.01, 100}},
    {"spring", "k", "1e14", {0.01, 1}},     {"spring_damper", "c", "2.3", {0.3, 40}},
    {"spring_damper", "c", "100", {1, 9}},  {"spring_damper", "c", "1e6", {1, 1000}},
    {"spring_damper", "c", "0", {1, 50}},   {"double_mass", "k2", "1e5", {0.1, 10}},
    {"double_mass", "k2", "1e20", {1, 10}},
};
enum { SPRING_ROWS = sizeof SPRINGS / sizeof *SPRINGS };

Test(exponential, agrees_with_the_closed_forms_of_springs) {
    for (int i = 0; i < SPRING_ROWS; i++) {
        const struct setting setting = {SPRINGS[i].name, SPRINGS[i].value};
        char path[512];
        struct model *m;
        struct diagnostic d;
        snprintf(path, sizeof path, "%s/%s.model", TEST_MODELS, SPRINGS[i].model);
        cr_assert(model_read(&m, path, 1, &setting, &d) == PROBLEM_OK, "%s", d.text);
        struct ref_truth *a =
            truths_make(ref_exponential_truth, m, DIGITS, 2, SPRINGS[i].time);
        struct ref_truth *b =
            truths_make(ref_formula_truth, m, DIGITS, 2, SPRINGS[i].time);
        cr_expect(truths_contradiction(a, b) <= 1, "row %d", i);
    }
}

static const struct {
    const char *text;
    enum ref_status status;
} TEXTS[] = {
    {"param m = 3\nstate z = 1, y = 2\nlet s = (y*7)/m\nz' = -(s - z/2) + 4*pi\ny' = "
     "z*sqrt(m)\n",
     REF_OK},
    {"position a = 1, b = 2\nvelocity v = 0, w = 1\na' = v\nb' = w\nmass v, v = 2\n"
     "mass v, w = 1/2\nmass w, w = 3\nforce v = -a\nforce w = 9.81 - b\n",
     REF_OK},
    {"state z = 1\nz' = 0*z^2 + 1\n", REF_OK},
    {"param a = 0.3\nspan a^2 .. 2\nstate z = 3\nz' = 1 - z\n", REF_OK},
    {"state z = 1\nz' = z*z\n", REF_NOT_APPLICABLE},
    {"state z = 1, y = 1\nz' = z/y\ny' = 0\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = -sin(z)\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = t - z\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = t*z\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = step(z)\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = max(z, 0) + min(z, 0)\n", REF_NOT_APPLICABLE},
    {"state z = 1\nz' = abs(z)\n", REF_NOT_APPLICABLE},
    {"state z[i] = 1 for i in 1..201\nz[i]' = -z[i] for i in 1..201\n",
     REF_NOT_APPLICABLE},
};
enum { TEXT_ROWS = sizeof TEXTS / sizeof *TEXTS };

Test(exponential, is_for_linear_models_with_constant_coefficients) {
    for (int i = 0; i < TEXT_ROWS; i++) {
        struct model *m = testing_model(TEXTS[i].text);
        const double time[] = {0.7};
        struct ref_truth *a, *b;
        enum ref_status status =
            truths_try(ref_exponential_truth, &a, m, DIGITS, 1, time);
        cr_expect_eq(status, TEXTS[i].status, "row %d: %s", i, ref_status_text(status));
        if (status == REF_OK) {
            b = truths_make(ref_truth_alloc, m, 30, 1, time);
            cr_expect(truths_contradiction(a, b) <= 1, "row %d", i);
        }
    }
}

/* Under EVAL_DOUBLE_CONSTANTS the constants of the rates as they are written are rounded. */
Test(exponential, takes_the_doubles_for_the_constants_when_asked) {
    static const char *const rough =
        "param k = 0.1, m = 0.7\nspan 0.3 .. 2\nstate z = 1/3\nz' = -k*z/m\n";
    static const char *const exact =
        "param k = double(0.1), m = double(0.7)\nspan double(0.3) .. 2\n"
        "state z = 6004799503160661/2^54\nz' = -k*z/m\n";
    struct model *a = testing_model(rough), *b = testing_model(exact);
    struct ref_truth *of_a, *of_b;
    struct ref_truth_options options = {.digits = DIGITS,
                                        .constants = EVAL_DOUBLE_CONSTANTS};
    mpfr_t t[1];
    mpfr_init2(t[0], 53);
    mpfr_set_d(t[0], 1.9, MPFR_RNDN);
    cr_assert_eq(ref_exponential_truth(&of_a, a, 1, vector_const(t), &options), REF_OK);
    options.constants = EVAL_EXACT_CONSTANTS;
    cr_assert_eq(ref_exponential_truth(&of_b, b, 1, vector_const(t), &options), REF_OK);
    cr_expect(truths_contradiction(of_a, of_b) <= 1);
    ref_truth_free(of_b);
    cr_assert_eq(ref_exponential_truth(&of_b, a, 1, vector_const(t), &options), REF_OK);
    cr_expect(truths_contradiction(of_a, of_b) > 1e10);
}
