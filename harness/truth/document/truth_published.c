/* Published values beside the truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/truth/record/agreement.h"
#include "harness/truth/document/truth_multiplier.h"
#include "harness/truth/document/truth_published.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/truth.h"

enum { time_digits = 17, usual_digits = 17, digits_beyond = 2, bits = 512 };

static bool is_at(struct model *m, const struct published_value *p, mpfr_srcptr t) {
    mpfr_t time;
    mpfr_init2(time, mpfr_get_prec(t));
    bool same =
        expr_constant(m->graph, p->time, time) == PROBLEM_OK && mpfr_equal_p(time, t);
    mpfr_clear(time);
    return same;
}

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_published, member, kind, __VA_ARGS__)
static const char *const verdicts[] = {[TRUTH_UNDECIDED] = "undecided",
                                       [TRUTH_CONFIRMED] = "confirmed",
                                       [TRUTH_CONTRADICTED] = "contradicted",
                                       [TRUTH_UNCHECKED] = "unchecked",
                                       NULL};
static const struct record_field fields[] = {
    FIELD(component, TEXT, "its name"),
    FIELD(t, TEXT, "the time"),
    FIELD(published, TEXT, "the value"),
    FIELD(source, TEXT, "where it stands"),
    FIELD(digits_trusted, WHOLE, "of the value", .not_negative = true),
    FIELD(digits_agreeing, NUMBER, "with the truth"),
    FIELD(verdict, WORD, "whether that is enough", .words = verdicts),
    FIELD(grade, TEXT, "of the truth, where a model is described", .may_lack = true),
    {.key = NULL},
};
const struct record truth_published_record = {"published", "A value from the literature.",
                                              sizeof(struct truth_published), fields};

/* Appends it with what it came to. Nonzero: out of memory. */
static int add(struct truth_comparison *into, struct model *m,
               const struct published_value *p, mpfr_srcptr value, mpfr_srcptr t,
               double agreeing, enum truth_verdict verdict) {
    int digits = p->digits + digits_beyond > usual_digits ? p->digits + digits_beyond
                                                          : usual_digits;
    const int nx = m->nq + m->nv + m->nz;
    char *time = json_decimal_text(t, time_digits),
         *text = json_decimal_text(value, (size_t)digits);
    const struct truth_published one = {
        .component = p->state < nx ? m->state[p->state] : m->joint[p->state - nx].name,
        .t = time,
        .published = text,
        .source = p->source,
        .digits_trusted = p->digits,
        .digits_agreeing = agreeing,
        .verdict = verdict};
    const int failed =
        time == NULL || text == NULL ||
        record_append(&truth_published_record, &into->list, &into->count, &one);
    free(time);
    free(text);
    return failed;
}

/* tolerance := how far a value may lie from the truth when D of its digits are right. */
static void find_tolerance(mpfr_ptr tolerance, mpfr_srcptr value, int digits) {
    mpfr_t unit;
    mpfr_init2(unit, mpfr_get_prec(value));
    mpfr_abs(tolerance, value, MPFR_RNDN);
    mpfr_log10(unit, tolerance, MPFR_RNDN);
    mpfr_floor(unit, unit);
    mpfr_sub_si(unit, unit, digits - 1, MPFR_RNDN);
    mpfr_exp10(unit, unit, MPFR_RNDN);
    mpfr_div_2ui(unit, unit, 1, MPFR_RNDN);
    for (int i = 0; i < digits; i++)
        mpfr_div_ui(tolerance, tolerance, 10, MPFR_RNDN);
    mpfr_max(tolerance, tolerance, unit, MPFR_RNDN);
    mpfr_clear(unit);
}

static enum truth_verdict judge(mpfr_srcptr value, int digits, mpfr_srcptr centre,
                                mpfr_srcptr radius) {
    enum truth_verdict verdict = TRUTH_UNDECIDED;
    mpfr_t tolerance, nearest, farthest;
    if (digits <= 0)
        return verdict;
    mpfr_inits2(bits, tolerance, nearest, farthest, (mpfr_ptr)NULL);
    find_tolerance(tolerance, value, digits);
    mpfr_sub(nearest, value, centre, MPFR_RNDN);
    mpfr_abs(nearest, nearest, MPFR_RNDN);
    mpfr_add(farthest, nearest, radius, MPFR_RNDU);
    mpfr_sub(nearest, nearest, radius, MPFR_RNDD);
    if (mpfr_lessequal_p(farthest, tolerance))
        verdict = TRUTH_CONFIRMED;
    else if (mpfr_greater_p(nearest, tolerance))
        verdict = TRUTH_CONTRADICTED;
    mpfr_clears(tolerance, nearest, farthest, (mpfr_ptr)NULL);
    return verdict;
}

/* The digits of one component that the truth is sure of. */
static double digits_of(mpfr_srcptr centre, mpfr_srcptr radius) {
    double most = (double)mpfr_get_prec(centre) * log10(2.0), sure;
    mpfr_t part;
    if (mpfr_zero_p(radius))
        return most;
    mpfr_init2(part, mpfr_get_prec(radius));
    mpfr_div(part, centre, radius, MPFR_RNDZ);
    mpfr_abs(part, part, MPFR_RNDZ);
    mpfr_log10(part, part, MPFR_RNDD);
    sure = mpfr_get_d(part, MPFR_RNDD);
    mpfr_clear(part);
    return fmin(fmax(sure, 0), most);
}

/* A component of the state, or a multiplier. Nonzero: it is not known. */
static int find_truth(mpfr_ptr centre, mpfr_ptr radius, struct model *m,
                      const struct published_value *p, const struct ref_truth *truth,
                      int k) {
    if (p->state >= truth->nx)
        return truth_multiplier(centre, radius, m, truth, k, p->state - truth->nx);
    mpfr_srcptr its = truth->state[k * truth->nx + p->state];
    mpfr_set_prec(centre, mpfr_get_prec(its));
    mpfr_set(centre, its, MPFR_RNDN);
    mpfr_set(radius, truth->component[k * truth->nx + p->state], MPFR_RNDU);
    return 0;
}

static int compare(struct truth_comparison *into, struct model *m,
                   const struct published_value *p, const struct ref_truth *truth,
                   int k) {
    mpfr_t value, zero, centre, radius;
    int failed = 0;
    mpfr_inits2(bits, value, zero, centre, radius, (mpfr_ptr)NULL);
    mpfr_set_zero(zero, 1);
    if (expr_constant(m->graph, p->value, value) == PROBLEM_OK &&
        find_truth(centre, radius, m, p, truth, k) == 0) {
        double agreeing =
            agreement_digits(value, centre, zero, digits_of(centre, radius));
        failed = add(into, m, p, value, truth->time[k], floor(10 * agreeing) / 10,
                     judge(value, p->digits, centre, radius));
    }
    mpfr_clears(value, zero, centre, radius, (mpfr_ptr)NULL);
    return failed;
}

int truth_published_compare(struct truth_comparison *into, struct model *m,
                            const struct ref_truth *truth) {
    int failed = 0;
    for (int k = 0; k < truth->times; k++)
        for (int i = 0; i < m->published; i++)
            if (is_at(m, &m->published_value[i], truth->time[k]))
                failed |= compare(into, m, &m->published_value[i], truth, k);
    return failed;
}

int truth_published_unchecked(struct truth_comparison *into, struct model *m,
                              mpfr_srcptr time) {
    mpfr_t value;
    int failed = 0;
    mpfr_init2(value, bits);
    for (int i = 0; i < m->published; i++) {
        const struct published_value *p = &m->published_value[i];
        if (is_at(m, p, time) && expr_constant(m->graph, p->value, value) == PROBLEM_OK)
            failed |= add(into, m, p, value, time, NAN, TRUTH_UNCHECKED);
    }
    mpfr_clear(value);
    return failed;
}
