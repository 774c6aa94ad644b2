/* Roots and inverse functions at the ends of their domains, [0, inf) and [-1, 1], where a ball
 * around an argument that lies in the domain reaches out of it. All three are monotone: on
 * the part of the ball that is in the domain, the values lie between those at its ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"

/* The ends of a, cut to the domain; false if no member of a is in it. */
static bool cut_to_domain(arb_ptr low, arb_ptr high, enum expr_operation function,
                          arb_srcptr a, slong bits) {
    arb_get_lbound_arf(arb_midref(low), a, bits);
    arb_get_ubound_arf(arb_midref(high), a, bits);
    if (function == EXPR_SQRT) {
        if (arf_sgn(arb_midref(low)) < 0)
            arb_zero(low);
    } else {
        if (arf_cmp_si(arb_midref(low), -1) < 0)
            arb_set_si(low, -1);
        if (arf_cmp_si(arb_midref(high), 1) > 0)
            arb_one(high);
    }
    return arf_cmp(arb_midref(low), arb_midref(high)) <= 0;
}

static void take_between_ends(arb_ptr r, enum expr_operation function, arb_srcptr a,
                              slong bits) {
    arb_t low, high, other;
    arb_inits(low, high, other);
    if (arb_is_finite(a) && cut_to_domain(low, high, function, a, bits)) {
        arb_operate(r, function, low, NULL, NULL, bits);
        arb_operate(other, function, high, NULL, NULL, bits);
        arb_union(r, r, other, bits);
    }
    arb_clears(other, high, low);
}

void arb_operate_within(arb_ptr r, enum expr_operation operation, arb_srcptr a,
                        arb_srcptr b, arb_srcptr c, slong bits) {
    arb_operate(r, operation, a, b, c, bits);
    const bool has_ends =
        operation == EXPR_SQRT || operation == EXPR_ASIN || operation == EXPR_ACOS;
    if (has_ends && !arb_is_finite(r))
        take_between_ends(r, operation, a, bits);
}
