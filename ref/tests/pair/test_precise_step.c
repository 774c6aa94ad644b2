/* Steps over the whole span at 24 to 35 bits against the same at 700: all that lay between was a
 * matter of the working precision. Seen to fail: an iteration that ends one update after the first
 * below the last bit, which factors that are kept leave 2^5 beyond it (hertz_hard); one that waits
 * for updates below the rounding of h F, 2^21 times the block (flyball_joints_generic); rank by the
 * rows' sizes, of which a moving wall's is 2^32 smaller than a rod's that is stretched so far
 * (car_axis_generic); a projection from 10^5 m away taken for one, though where it ends hangs on
 * the start's 50th bit (flyball_joints).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/precise_step.h"
#include "ref/tests/testing.h"

#include <criterion/criterion.h>

enum { FEWEST_BITS = 24, MOST_BITS = 35, MANY_BITS = 700 };

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
    model_free(m);
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
