/* A truth held against another evaluation of itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_verify_again.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/truth/record/truth_record.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Digits by which another evaluation is sharper than what it is to lie in; and, where the two balls
 * only meet, at most. */
enum { SHARPER = 5, SHARPEST = 20, DIFFERENCE_BITS = 64 };

/* What the growth of errors may differ by where the steps are others, and so the frames. */
enum { GROWTH_BITS = 8 };

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

enum ref_status truth_again(struct ref_truth **again, const struct truth_query *w,
                            unsigned ways, int times, const mpfr_t *time,
                            const struct ref_truth_options *options) {
    struct ref_truth_options by = *options;
    by.constants = w->options.constants;
    by.ways = ways;
    return (w->best ? ref_best_truth : ref_truth_alloc)(again, w->model, times, time,
                                                        &by);
}

/* The digits that are told, as far as there are bits for them. */
static int digits_told(const struct ref_truth *told, int first, int count) {
    const double most = (double)mpfr_get_prec(told->state[0]) * log10(2.0);
    double digits = 1;
    for (int k = first; k < first + count; k++)
        digits = fmax(digits, fmin(floor(told->digits[k]), most));
    return (int)digits;
}

bool truth_again_is_undecided(enum ref_status status) {
    return status == REF_OUT_OF_TIME || status == REF_NO_MEMORY || status == REF_UNABLE ||
           status == REF_TOO_LONG;
}

enum truth_verified truth_again_refuse(enum ref_way way, enum ref_status status,
                                       struct diagnostic *text) {
    message_set(text, "by %s there is none: %s", ref_way_name(way),
                ref_status_text(status));
    return truth_again_is_undecided(status) ? TRUTH_NOT_VERIFIED : TRUTH_FALSE;
}

/* Whether a converged truth tells all that the other run assumes. */
static bool tells_assumptions(const struct ref_truth *told,
                              const struct ref_truth *again) {
    return !told->proof.made ||
           (again->proof.made && (again->proof.assumed & ~told->proof.assumed) == 0);
}

/* Whether an enclosure tells the events and the growth of errors that another one up to the same
 * time meets. Two runs are not asked: they count more impacts the more bits they have, where
 * impacts accumulate. */
static bool tells_events(const struct ref_truth *told, const struct ref_truth *again) {
    if (told->way != REF_BY_ENCLOSURE || told->times != again->times)
        return true;
    return told->switches == again->switches &&
           fabs(told->growth - again->growth) <= GROWTH_BITS;
}

static enum truth_verified judge(const struct model *m, const struct ref_truth *told,
                                 int first, const struct ref_truth *again,
                                 struct diagnostic *text) {
    int at;
    const enum place place = worst_place(again, told, first, &at);
    if (place != INSIDE) {
        message_set(text, "at t = %.17g the ball of %s is %s the solution",
                    mpfr_get_d(told->time[at / told->nx], MPFR_RNDN),
                    m->state[at % told->nx],
                    place == APART ? "apart from" : "not proved to be around");
        return place == APART ? TRUTH_FALSE : TRUTH_NOTHING;
    }
    if (!tells_events(told, again))
        return message_fail(
            TRUTH_FALSE, text,
            "its switches and events, or the growth of errors, are not those that "
            "are told");
    if (tells_assumptions(told, again))
        return TRUTH_AGAIN;
    return message_fail(TRUTH_FALSE, text, "more is assumed than is told");
}

enum truth_verified truth_verify_sharper(const struct truth_query *w,
                                         const struct ref_truth *told, int first,
                                         int count,
                                         const struct ref_truth_options *options,
                                         struct diagnostic *text) {
    enum truth_verified found = TRUTH_NOTHING;
    for (int more = SHARPER; more <= SHARPEST && found == TRUTH_NOTHING; more *= 2) {
        struct ref_truth_options sharper = *options;
        struct ref_truth *again;
        sharper.digits = digits_told(told, first, count) + more;
        sharper.max_bits = truth_query_bits(sharper.digits);
        enum ref_status status = truth_again(&again, w, 1u << told->way, count,
                                             vector_const(told->time + first), &sharper);
        if (status != REF_OK)
            return truth_again_refuse(told->way, status, text);
        found = judge(w->model, told, first, again, text);
        ref_truth_free(again);
        if (found == TRUTH_AGAIN)
            message_set(text,
                        "made again to %d digits by %s, the way that made it: inside at "
                        "%d of %d times",
                        sharper.digits, ref_way_name(told->way), count, told->times);
    }
    return found == TRUTH_NOTHING ? TRUTH_FALSE : found;
}
