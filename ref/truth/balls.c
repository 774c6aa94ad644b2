/* From balls to a truth. A state is the middle of a ball, and its radius the ball's radius
 * with the rounding of the middle, all rounded up.
 *
 * The precision begins a little above the digits. When they are missed, it is raised by what
 * was missing, and doubled at least every second time; it is doubled when nothing was right.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/truth/balls.h"

#include <limits.h>
#include <math.h>

#include "problems/model.h"
#include "problems/readers/eval_arb.h"
#include "ref/model.h"
#include "ref/task.h"

enum {
    GUARD_BITS = 40, /* over the digits at first, and over what was missing */
    DEFAULT_MAX_BITS = 1 << 15,
    MAX_DIGITS = 1000000
};

void truth_balls_times(arb_ptr t, const mpfr_t *time, int times) {
    for (int k = 0; k < times; k++)
        arf_set_mpfr(arb_midref(t + k), time[k]);
}

enum ref_status truth_balls_start(struct model *m, enum eval_constants constants,
                                  mpfr_srcptr first, slong bits, arb_t t, arb_ptr x) {
    enum problem_status status =
        eval_arb_constant(m->graph, m->span_begin, bits, constants, t);
    for (int i = 0; i < ref_state_size(m) && status == PROBLEM_OK; i++)
        status = eval_arb_constant(m->graph, m->initial[i], bits, constants, x + i);
    if (status != PROBLEM_OK)
        return ref_from_problem_status(status);
    arb_t time;
    arb_init(time);
    arf_set_mpfr(arb_midref(time), first);
    bool before = arb_lt(time, t);
    arb_clear(time);
    return before ? REF_BAD_ARGUMENT : REF_OK;
}

bool truth_balls_stop(const struct ref_truth_options *options, enum ref_way way) {
    return options->stop != NULL && options->stop(options->context, way);
}

static struct ref_truth *assemble(const struct truth_balls *way, int times, int nx,
                                  const mpfr_t *time, slong bits, arb_srcptr x) {
    struct ref_truth *truth = ref_truth_create(times, nx, time, (mpfr_prec_t)bits);
    if (truth == NULL)
        return NULL;
    for (int i = 0; i < times * nx; i++)
        ref_truth_set_ball(truth, i, x + i);
    truth->grade = way->grade;
    truth->way = way->way;
    truth->bits[0] = (mpfr_prec_t)bits;
    return truth;
}

static bool all_finite(arb_srcptr x, int n) {
    for (int i = 0; i < n; i++)
        if (!arb_is_finite(x + i))
            return false;
    return true;
}

/* The precision after one of `bits` gave `reached` digits, NaN: none. */
static slong raise_bits(double digits, double reached, slong bits, int attempts) {
    double missing = (digits - reached) * log2(10.0) + GUARD_BITS;
    bool doubles = !(missing < (double)bits) || attempts % 2 == 0;
    return doubles ? 2 * bits : bits + (slong)ceil(missing);
}

/* One attempt: *reached digits, NaN when some ball is not finite. *truth is made when they
 * suffice. */
static enum ref_status try_bits(struct ref_truth **truth, const struct truth_balls *way,
                                int times, int nx, const mpfr_t *time, double digits,
                                slong bits, double *reached) {
    arb_ptr x = _arb_vec_init((slong)times * nx);
    enum ref_status status = way->evaluate(way->context, bits, x);
    *reached = NAN;
    if (status == REF_OK && all_finite(x, times * nx)) {
        struct ref_truth *made = assemble(way, times, nx, time, bits, x);
        if (made != NULL) {
            *reached = ref_truth_measure(made);
            if (*reached >= digits)
                *truth = made;
            else
                ref_truth_free(made);
        } else {
            status = REF_NO_MEMORY;
        }
    }
    _arb_vec_clear(x, (slong)times * nx);
    return status;
}

enum ref_status truth_by_balls(struct ref_truth **truth, const struct truth_balls *way,
                               int times, int nx, const mpfr_t *time,
                               const struct ref_truth_options *options) {
    *truth = NULL;
    if (!ref_truth_times_ascend(times, time) || options->digits < 1 ||
        options->digits > MAX_DIGITS || nx > INT_MAX / times)
        return REF_BAD_ARGUMENT;
    slong max_bits = options->max_bits > 0 ? options->max_bits : DEFAULT_MAX_BITS;
    slong bits = (slong)ceil(options->digits * log2(10.0)) + GUARD_BITS;
    double reached = NAN;
    bool tried = false;
    for (int attempts = 1; bits <= max_bits; attempts++) {
        if (truth_balls_stop(options, way->way))
            return REF_OUT_OF_TIME;
        enum ref_status status =
            try_bits(truth, way, times, nx, time, options->digits, bits, &reached);
        if (status != REF_OK)
            return status;
        if (*truth != NULL) {
            (*truth)->attempts = attempts;
            if (options->progress != NULL)
                options->progress(options->context, 1);
            return REF_OK;
        }
        tried = true;
        bits = raise_bits(options->digits, reached, bits, attempts);
    }
    return tried && isnan(reached) ? REF_NOT_FINITE : REF_UNABLE;
}

bool truth_balls_meet(arb_srcptr a, arb_srcptr b, int n) {
    for (int i = 0; i < n; i++)
        if (!arb_overlaps(a + i, b + i))
            return false;
    return true;
}
