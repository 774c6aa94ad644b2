/* A truth held against another evaluation of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_verify_again.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/base/vector.h"

/* Digits by which another evaluation is sharper than what it is to lie in; and, where the two balls
 * only meet, at most. */
enum { SHARPER = 5, SHARPEST = 20, DIFFERENCE_BITS = 64 };

enum place { INSIDE, MEETS, APART };

/* Where the ball (y, s) lies, seen from (x, r). What is not finite is apart. */
static enum place place_of(mpfr_srcptr y, mpfr_srcptr s, mpfr_srcptr x, mpfr_srcptr r) {
    mpfr_t least, most, sum;
    mpfr_inits2(DIFFERENCE_BITS, least, most, sum, (mpfr_ptr)NULL);
    mpfr_sub(least, y, x, MPFR_RNDZ);
    mpfr_abs(least, least, MPFR_RNDZ);
    mpfr_sub(most, y, x, MPFR_RNDA);
    mpfr_abs(most, most, MPFR_RNDU);
    mpfr_add(most, most, s, MPFR_RNDU);
    mpfr_add(sum, s, r, MPFR_RNDU);
    enum place place = mpfr_lessequal_p(most, r)      ? INSIDE
                       : mpfr_lessequal_p(least, sum) ? MEETS
                                                      : APART;
    mpfr_clears(least, most, sum, (mpfr_ptr)NULL);
    return place;
}

/* The worst place of the components of `again`, whose first time is number `first`; *at: which. */
static enum place worst_place(const struct ref_truth *again, const struct ref_truth *told,
                              int first, int *at) {
    enum place worst = INSIDE;
    *at = 0;
    for (int i = 0; i < again->times * told->nx; i++) {
        const int k = first * told->nx + i;
        enum place place = place_of(again->state[i], again->component[i], told->state[k],
                                    told->component[k]);
        *at = place > worst ? k : *at;
        worst = place > worst ? place : worst;
    }
    return worst;
}

static ref_truth_function *function_of(enum ref_way way) {
    static ref_truth_function *const solve[REF_WAYS] = {
        [REF_BY_FORMULA] = ref_formula_truth,
        [REF_BY_EXPONENTIAL] = ref_exponential_truth,
        [REF_BY_ENCLOSURE] = ref_enclosure_truth,
        [REF_BY_TAYLOR] = ref_truth_alloc,
        [REF_BY_COLLOCATION] = ref_collocation_truth,
        [REF_BY_EVENTS] = ref_event_truth};
    return solve[way];
}

/* The digits that are told, as far as there are bits for them. */
static int digits_told(const struct ref_truth *told, int first, int count) {
    const double most = (double)mpfr_get_prec(told->state[0]) * log10(2.0);
    double digits = 1;
    for (int k = first; k < first + count; k++)
        digits = fmax(digits, fmin(floor(told->digits[k]), most));
    return (int)digits;
}

static enum truth_verified refuse(const struct ref_truth *told, enum ref_status status,
                                  struct diagnostic *text) {
    message_set(text, "by %s there is none: %s", ref_way_name(told->way),
                ref_status_text(status));
    const bool undecided = status == REF_OUT_OF_TIME || status == REF_NO_MEMORY ||
                           status == REF_UNABLE || status == REF_TOO_LONG;
    return undecided ? TRUTH_NOT_VERIFIED : TRUTH_FALSE;
}

/* Whether a converged truth tells all that the other run assumes. */
static bool tells_assumptions(const struct ref_truth *told,
                              const struct ref_truth *again) {
    return !told->proof.made ||
           (again->proof.made && (again->proof.assumed & ~told->proof.assumed) == 0);
}

static enum truth_verified judge(struct model *m, const struct ref_truth *told, int first,
                                 const struct ref_truth *again, struct diagnostic *text) {
    int at;
    const enum place place = worst_place(again, told, first, &at);
    if (place != INSIDE) {
        message_set(text, "at t = %.17g the ball of %s is %s the solution",
                    mpfr_get_d(told->time[at / told->nx], MPFR_RNDN),
                    m->state[at % told->nx],
                    place == APART ? "apart from" : "not proved to be around");
        return place == APART ? TRUTH_FALSE : TRUTH_NOTHING;
    }
    if (tells_assumptions(told, again))
        return TRUTH_PROVED;
    message_set(text, "more is assumed than is told");
    return TRUTH_FALSE;
}

enum truth_verified truth_verify_again(struct model *m, const struct ref_truth *told,
                                       int first, int count,
                                       const struct ref_truth_options *options,
                                       struct diagnostic *text) {
    enum truth_verified found = TRUTH_NOTHING;
    for (int more = SHARPER; more <= SHARPEST && found == TRUTH_NOTHING; more *= 2) {
        struct ref_truth_options sharper = *options;
        struct ref_truth *again;
        sharper.digits = digits_told(told, first, count) + more;
        enum ref_status status = function_of(told->way)(
            &again, m, count, vector_const(told->time + first), &sharper);
        if (status != REF_OK)
            return refuse(told, status, text);
        found = judge(m, told, first, again, text);
        ref_truth_free(again);
        if (found == TRUTH_PROVED)
            message_set(text, "evaluated again, to %d digits", sharper.digits);
    }
    return found == TRUTH_NOTHING ? TRUTH_FALSE : found;
}
