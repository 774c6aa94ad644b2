/* Starts at times that are no binary fractions: the set at the time from which the solution is
 * followed contains the solution there, which a formula tells.
 *
 * Seen to fail: without r |F|; begun at the upper end of the time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"
#include "ref/tests/testing.h"

enum { BITS = 100, FORMULA_BITS = 600, ORDER = 20 };

/* x(t0 + s), with t0 = 1/part. */
typedef void formula(arb_t x, const arb_t s);

static void grow(arb_t x, const arb_t s) {
    arb_mul_si(x, s, 1000000, FORMULA_BITS);
    arb_exp(x, x, FORMULA_BITS);
}

/* 3/(1 - 3000 s) */
static void blow_up(arb_t x, const arb_t s) {
    arb_mul_si(x, s, -3000, FORMULA_BITS);
    arb_add_ui(x, x, 1, FORMULA_BITS);
    arb_ui_div(x, 3, x, FORMULA_BITS);
}

static const struct beginning {
    const char *text;
    int part;
    formula *solution;
} beginnings[] = {
    {"span 1/10 .. 1\nstate x = 1\nx' = 1000000*x\n", 10, grow},
    {"span 1/3 .. 1\nstate x = 3\nx' = 1000*x^2\n", 3, blow_up},
    {"span 1/7 .. 1\nstate x = 3\nx' = 1000*abs(x)*max(x, -x)\n", 7, blow_up},
};

Test(enclosure_begin, the_solution_is_in_the_first_set) {
    for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++) {
        const struct beginning *b = &beginnings[k];
        struct enclosure e;
        arb_t s, begin, x, set;
        arf_t end;
        arb_inits(s, begin, x, set);
        arf_init(end);
        arf_one(end);
        cr_assert(enclosure_init(&e, testing_model(b->text), BITS, ORDER,
                                 EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_assert(enclosure_begin(&e, end, EVAL_EXACT_CONSTANTS) == REF_OK);
        arb_one(begin);
        arb_div_si(begin, begin, b->part, FORMULA_BITS);
        arb_set_arf(s, e.time);
        arb_sub(s, s, begin, FORMULA_BITS);
        cr_expect(arb_is_negative(s), "%s", b->text);
        b->solution(x, s);
        arb_set_arf(set, e.center);
        arb_add_error_mag(set, e.start);
        cr_expect(arb_contains(set, x), "%s", b->text);
        cr_expect(mag_cmp_2exp_si(e.start, 40 - BITS) < 0, "%s", b->text);
    }
}
