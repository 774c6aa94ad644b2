/* What an estimate is made of, for estimates that are put together here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/tests/made_evidence.h"

struct made_estimate {
    double factor_q, factor_v;
    bool absolute;
};

static void made(mpfr_ptr weight, const struct forest *f, int tree, const void *context) {
    const struct made_estimate *m = context;
    made_pair_estimate(weight, f, tree, context);
    mpfr_mul_d(weight, weight, f->tree[tree].colour == TREE_Q ? m->factor_q : m->factor_v,
               MPFR_RNDN);
    if (m->absolute)
        mpfr_abs(weight, weight, MPFR_RNDN);
}

static void begin(struct evidence *e, const struct made_estimate *m) {
    const struct made_weights w = {made_pair_result, made, m};
    made_evidence(e, FOREST_MECHANICAL, 4, 0, &w);
}

/* The estimate's weights of probe B multiplied by a factor, and by -1 in every third tree. */
static void change_b(struct evidence *e, double factor, bool signs) {
    for (int i = 0; i < e->forest.count; i++) {
        mpfr_ptr w = e->of[1].weights.estimate[i];
        mpfr_mul_d(w, w, signs && i % 3 == 0 ? -factor : factor, MPFR_RNDN);
    }
    cr_assert(evidence_compare(e) == 0);
}

static struct diagnosis diagnose(const struct evidence *e, const char *expected) {
    struct diagnosis x;
    struct diagnostic d = {""};
    cr_assert(diagnosis_find(&x, e, expected, &d) == 0, "%s", d.text);
    return x;
}

Test(estimate_fit, factors_are_found_with_their_sign) {
    static const struct {
        double factor, found;
        const char *of, *fault;
        double size;
    } cases[] = {{1, 1, "big - small", NULL, NAN},
                 {4, 4, "big - small", "estimate-factor", 4},
                 {1.0 / 3, 1.0 / 3, "big - small", "estimate-factor", 1.0 / 3},
                 {-1, 1, "small - big", "estimate-sign", -1},
                 {-4.0 / 3, 4.0 / 3, "small - big", "estimate-factor", -4.0 / 3},
                 {1 + 1e-12, 1 + 1e-12, "big - small", "estimate-factor", 1 + 1e-12},
                 {0, 0, "0", "estimate-zero", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct made_estimate m = {cases[i].factor, cases[i].factor, false};
        struct evidence e;
        begin(&e, &m);
        struct diagnosis x = diagnose(&e, "velocity-implicit-euler");
        cr_expect(x.estimate.found && x.estimate.is_signed);
        cr_expect(fabs(x.estimate.factor - cases[i].found) < 1e-15, "%.17g",
                  x.estimate.factor);
        cr_expect_str_eq(x.estimate.of, cases[i].of);
        cr_expect(x.fault.found == (cases[i].fault != NULL));
        if (cases[i].fault != NULL) {
            cr_expect_str_eq(x.fault.id, cases[i].fault);
            cr_expect(fabs(x.fault.size - cases[i].size) < 1e-15, "%.17g", x.fault.size);
        }
        cr_expect(x.verdict ==
                  (cases[i].fault != NULL ? DIAGNOSIS_FAIL : DIAGNOSIS_PASS));
    }
}

Test(estimate_fit, an_estimate_without_signs_is_told) {
    const struct made_estimate m = {4, 4, true};
    struct evidence e;
    begin(&e, &m);
    change_b(&e, 1, true);
    cr_expect(e.estimate == EVIDENCE_SAME_SIZE);
    struct diagnosis x = diagnose(&e, NULL);
    cr_expect(x.estimate.found && !x.estimate.is_signed);
    cr_expect(x.estimate.factor == 4);
    cr_expect(x.verdict == DIAGNOSIS_PASS);
    cr_expect_str_eq(x.text,
                     "This is backward Euler in two half steps, with the estimate 4 "
                     "|big - small|, which has no sign.");
    diagnosis_free(&x);
    x = diagnose(&e, "velocity-implicit-euler");
    cr_expect(x.verdict == DIAGNOSIS_FAIL);
    cr_expect_str_eq(x.fault.id, "estimate-absolute");
}

/* Probe A has h = 1/8, B has h = 1/4. */
Test(estimate_fit, an_estimate_that_depends_on_h_is_told) {
    static const struct {
        double factor, of_b;
        const char *id;
    } cases[] = {{0.125, 2, "estimate-times-h"}, {8, 0.5, "estimate-over-h"}};
    for (int i = 0; i < 2; i++) {
        const struct made_estimate m = {cases[i].factor, cases[i].factor, false};
        struct evidence e;
        begin(&e, &m);
        change_b(&e, cases[i].of_b, false);
        struct diagnosis x = diagnose(&e, "velocity-implicit-euler");
        cr_expect(x.verdict == DIAGNOSIS_FAIL);
        cr_expect_str_eq(x.fault.id, cases[i].id);
        cr_expect(x.estimate.factor == 1, "%g", x.estimate.factor);
    }
}

Test(estimate_fit, parts_are_told_apart) {
    static const struct {
        struct made_estimate m;
        const char *part;
        double size;
    } cases[] = {{{1, 0, false}, "the velocity part of the estimate missing", 0},
                 {{0, 1, false}, "the position part of the estimate missing", 0},
                 {{2, 1, false}, "the position part of the estimate multiplied by 2", 2}};
    for (int i = 0; i < 3; i++) {
        struct evidence e;
        begin(&e, &cases[i].m);
        struct diagnosis x = diagnose(&e, "velocity-implicit-euler");
        cr_expect_str_eq(x.fault.id, "estimate-part");
        cr_expect(strstr(x.fault.text, cases[i].part) != NULL, "%s", x.fault.text);
        cr_expect(fabs(x.fault.size - cases[i].size) < 1e-15);
    }
}

/* explicit Euler - small: -s(t), but 1 - s on leaves. */
static void from_explicit(mpfr_ptr weight, const struct forest *f, int tree,
                          const void *context) {
    made_pair_result(weight, f, tree, context);
    mpfr_ui_sub(weight, f->tree[tree].order == 1 ? 1 : 0, weight, MPFR_RNDN);
}

Test(estimate_fit, other_pairs_are_told) {
    const struct made_weights w = {made_pair_result, from_explicit, NULL};
    struct evidence e;
    made_evidence(&e, FOREST_MECHANICAL, 4, 0, &w);
    struct diagnosis x = diagnose(&e, "velocity-implicit-euler");
    cr_expect_str_eq(x.fault.id, "estimate-pair");
    cr_expect_str_eq(x.estimate.of, "explicit Euler - small");
}

/* |mid - explicit Euler|: 1/2 on leaves, where it is negative, and 2^-n on trees of n nodes
 * and time leaves. */
static void mixed(mpfr_ptr weight, const struct forest *f, int tree,
                  const void *context) {
    (void)context;
    mpfr_set_ui_2exp(weight, 1, -f->tree[tree].order, MPFR_RNDN);
}

Test(estimate_fit, a_difference_of_both_signs_is_seen_behind_absolute_values) {
    const struct made_weights w = {made_pair_result, mixed, NULL};
    struct evidence e;
    made_evidence(&e, FOREST_MECHANICAL, 4, 0, &w);
    change_b(&e, 1, true);
    struct diagnosis x = diagnose(&e, NULL);
    cr_expect(x.estimate.found && !x.estimate.is_signed);
    cr_expect_str_eq(x.estimate.of, "mid - explicit Euler");
}
