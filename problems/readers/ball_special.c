/* Special functions of balls with MPFR middles: by way of Arb's balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb.h>

#include "problems/readers/arb_special.h"
#include "problems/readers/ball_functions.h"

/* The middle is copied exactly; the radius has more bits than Arb's have and is rounded up. */
static void copy_in(arb_t to, const struct ball *from) {
    arf_t radius;
    arf_init(radius);
    arf_set_mpfr(arb_midref(to), from->mid);
    arf_set_mpfr(radius, from->rad);
    arf_get_mag(arb_radref(to), radius);
    arf_clear(radius);
}

static void copy_out(struct ball *to, const arb_t from) {
    arf_t radius;
    arf_init(radius);
    arf_set_mag(radius, arb_radref(from));
    arf_get_mpfr(to->rad, radius, MPFR_RNDU);
    ball_add_rounding(to, arf_get_mpfr(to->mid, arb_midref(from), MPFR_RNDN));
    arf_clear(radius);
}

void ball_special(struct ball *x, enum expr_operation function, const struct ball *a,
                  const struct ball *b) {
    arb_t value, parameter;
    arb_init(value);
    arb_init(parameter);
    copy_in(value, a);
    if (function != EXPR_ELLIPTIC_K)
        copy_in(parameter, b);
    arb_special(value, function, value, parameter, (slong)mpfr_get_prec(x->mid));
    copy_out(x, value);
    arb_clear(value);
    arb_clear(parameter);
}
