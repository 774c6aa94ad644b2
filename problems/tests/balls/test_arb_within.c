/* Operations on arguments that are in the domain though their balls reach beyond: members in
 * the domain, evaluated by MPFR, have values in the resulting ball.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "problems/readers/mpfr_operation.h"
#include "problems/tests/arb_support.h"

enum { EXTRA_BITS = 300, BITS = 128 };

static const enum expr_operation with_ends[] = {EXPR_SQRT, EXPR_ASIN, EXPR_ACOS};

/* Members that MPFR finds outside the domain prove nothing. */
Test(arb_within, a_member_in_the_domain_has_its_value_in_the_ball) {
    struct sample s = sample_begin();
    for (int i = 0; i < 3; i++) {
        int known = 0, cut = 0;
        for (int trial = 0; trial < 4000; trial++) {
            const slong bits = 2 + sample_choice(&s, 80);
            arb_t x, result, plain;
            mpfr_t member, value;
            arb_inits(x, result, plain);
            mpfr_init2(member, bits + EXTRA_BITS);
            mpfr_init2(value, bits + EXTRA_BITS);
            random_arb(&s, x, member);
            arb_operate_within(result, with_ends[i], x, NULL, NULL, bits);
            arb_operate(plain, with_ends[i], x, NULL, NULL, bits);
            mpfr_operate(value, with_ends[i], member, NULL, NULL);
            if (mpfr_number_p(value)) {
                cr_assert(arb_is_finite(result) && arb_contains_rounded(result, value),
                          "%s: seed %llu trial %d", expr_operation_name(with_ends[i]),
                          (unsigned long long)s.seed, trial);
                known++;
                cut += !arb_is_finite(plain);
            }
        }
        cr_assert(known > 500 && cut > 50, "%s: %d, %d",
                  expr_operation_name(with_ends[i]), known, cut);
    }
}

/* The ends of the range are those of the part in the domain, to the bits of a radius. */
Test(arb_within, a_ball_around_an_end_gives_the_range_of_its_part) {
    static const struct {
        enum expr_operation function;
        double middle, radius, low, high; /* low and high of the argument's part */
    } cases[] = {{EXPR_SQRT, 0.25, 0.5, 0, 0.75},  {EXPR_SQRT, -0.25, 0.5, 0, 0.25},
                 {EXPR_SQRT, 0, 0x1p-300, 0, 0},   {EXPR_ASIN, 0.9, 0.3, 0.6, 1},
                 {EXPR_ASIN, -1.1, 0.3, -1, -0.8}, {EXPR_ASIN, 0.25, 2, -1, 1},
                 {EXPR_ACOS, 0.9, 0.3, 0.6, 1},    {EXPR_ACOS, -1, 0x1p-300, -1, -1},
                 {EXPR_ACOS, 1.25, 0.25, 1, 1}};
    arb_t x, result;
    arb_inits(x, result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double low = cases[i].low, high = cases[i].high;
        arb_set_ball(x, cases[i].middle, cases[i].radius);
        arb_operate_within(result, cases[i].function, x, NULL, NULL, BITS);
        if (cases[i].function == EXPR_SQRT) {
            low = sqrt(low), high = sqrt(high);
        } else if (cases[i].function == EXPR_ASIN) {
            low = asin(low), high = asin(high);
        } else {
            const double swapped = acos(high);
            high = acos(low), low = swapped;
        }
        const double middle = arf_get_d(arb_midref(result), ARF_RND_NEAR);
        const double radius = arb_radius(result);
        cr_assert(fabs(middle - radius - low) < 1e-7, "case %zu: %g", i, middle - radius);
        cr_assert(fabs(middle + radius - high) < 1e-7, "case %zu: %g", i,
                  middle + radius);
    }
}

Test(arb_within, a_ball_with_no_member_in_the_domain_has_no_value) {
    static const struct {
        enum expr_operation operation;
        double middle, radius;
    } cases[] = {{EXPR_SQRT, -1, 0.9},   {EXPR_SQRT, -0x1p-300, 0}, {EXPR_ASIN, 1.3, 0.2},
                 {EXPR_ASIN, -1.3, 0.2}, {EXPR_ACOS, 2, 0},         {EXPR_ACOS, NAN, 0},
                 {EXPR_LOG, 0.3, 0.31},  {EXPR_SQRT, INFINITY, 0}};
    arb_t x, result;
    arb_inits(x, result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_set_ball(x, cases[i].middle, cases[i].radius);
        arb_one(result);
        arb_operate_within(result, cases[i].operation, x, NULL, NULL, BITS);
        cr_assert_not(arb_is_finite(result), "case %zu", i);
    }
}

Test(arb_within, every_other_operation_is_the_plain_one) {
    struct sample s = sample_begin();
    arb_t x[3], result, plain;
    mpfr_t member;
    arb_inits(result, plain);
    mpfr_init2(member, EXTRA_BITS);
    for (int i = 0; i < 3; i++) {
        arb_init(x[i]);
        random_arb(&s, x[i], member);
    }
    for (int i = EXPR_ADD; i <= EXPR_SELECT; i++) {
        const enum expr_operation operation = (enum expr_operation)i;
        if (operation == EXPR_SQRT || operation == EXPR_ASIN || operation == EXPR_ACOS)
            continue;
        arb_operate(plain, operation, x[0], x[1], x[2], BITS);
        arb_operate_within(result, operation, x[0], x[1], x[2], BITS);
        cr_assert(
            arb_equal(plain, result) || (!arb_is_finite(plain) && !arb_is_finite(result)),
            "%s: seed %llu", expr_operation_name(operation), (unsigned long long)s.seed);
    }
}
