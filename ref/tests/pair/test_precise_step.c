/* Steps over the whole span at 24 to 35 bits against the same at 700: all that lay between was a
 * matter of the working precision. Seen to fail: an iteration that ends one update after the first
 * below the last bit, which factors that are kept leave 2^5 beyond it (hertz_hard); one that waits
 * for updates below the rounding of h F, 2^21 times the block (flyball_joints_generic); rank by the
 * rows' sizes, of which a moving wall's is 2^32 smaller than a rod's that is stretched so far
 * (car_axis_generic); a projection from 10^5 m away taken for one, though where it ends hangs on
 * the start's 50th bit (flyball_joints).
 *
 * And steps of many spans from the model's start as each precision rounds it: what is solved is
 * one solution. Seen to fail: a projection that starts of 64 bits lead to one end, and those of
 * fewer to others (slider_crank at 24 and 29 bits).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/precise_step.h"
#include "ref/tests/testing.h"

#include <math.h>

#include <criterion/criterion.h>

enum { FEWEST_BITS = 24, MOST_BITS = 35, MANY_BITS = 700, SECOND = 1 };
#define SHOWN 0x1p-10

static void check(const char *name, int method, enum ref_status expected) {
    struct model *m = testing_catalogue(name);
    for (int bits = FEWEST_BITS; bits <= MOST_BITS; bits++) {
        struct precise_step few = {.bits = bits}, many = {.bits = MANY_BITS};
        precise_step_take(&few, m, method, 1, NULL);
        precise_step_take(&many, m, method, 1, &few);
        cr_assert(few.status == expected, "%s at %d bits: %s", name, bits,
                  ref_status_text(few.status));
        cr_assert(precise_step_compare(&few, &many) == 0,
                  "%s at %d bits: 2^%ld times what rounding allows", name, bits,
                  precise_step_compare(&few, &many));
        precise_step_clear(&few);
        precise_step_clear(&many);
    }
}

Test(precise_step, solves_to_the_last_bit_with_factors_that_are_kept) {
    check("hertz_hard", PRECISE_PAIR, REF_OK);
}

Test(precise_step, ends_where_the_residual_is_rounded) {
    check("flyball_joints_generic", 1 + REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT,
          REF_OK);
}

Test(precise_step, finds_the_rank_of_rows_of_any_size) {
    check("car_axis_generic", 1 + REF_RUNGE_KUTTA_MERSON, REF_OK);
}

Test(precise_step, is_not_projected_from_so_far_that_its_last_digits_decide) {
    check("flyball_joints", 1 + REF_RUNGE_KUTTA_MERSON, REF_NOT_CONVERGED);
}

/* The second component of what is solved is the same at all precisions, to what the fewest show. */
static void compare_starts(const char *name, int spans) {
    static const int bits[] = {24, 29, 33, 40, 53, 100, 300};
    enum { COUNT = sizeof bits / sizeof *bits };
    struct model *m = testing_catalogue(name);
    double found = NAN;
    int solved = 0;
    for (int i = COUNT - 1; i >= 0; i--) {
        struct precise_step s = {.bits = bits[i]};
        precise_step_take(&s, m, 1 + REF_SEMI_EXPLICIT_EULER_GAMING, -spans, NULL);
        if (s.status == REF_OK) {
            const double x = mpfr_get_d(s.result[SECOND], MPFR_RNDN);
            cr_expect(solved == 0 || fabs(x - found) <= SHOWN * fabs(found),
                      "%s at %d bits: %.17g, with more %.17g", name, bits[i], x, found);
            found = solved == 0 ? x : found;
            solved++;
        }
        precise_step_clear(&s);
    }
    cr_expect(solved > 0, "%s is not solved at any precision", name);
}

Test(precise_step, leads_starts_of_all_precisions_to_one_solution) {
    compare_starts("slider_crank", 5);
    compare_starts("four_bar", 1);
    compare_starts("andrews", 17);
}
