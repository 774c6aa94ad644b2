/* Published values beside the truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/truth/record/agreement.h"
#include "harness/truth/truth_multiplier.h"
#include "harness/truth/truth_published.h"
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

static json_t *describe(struct model *m, const struct published_value *p,
                        mpfr_srcptr value, mpfr_srcptr t) {
    int digits = p->digits + digits_beyond > usual_digits ? p->digits + digits_beyond
                                                          : usual_digits;
    const char *source = p->source != NULL ? p->source : "";
    const int nx = m->nq + m->nv + m->nz;
    const char *name = p->state < nx ? m->state[p->state] : m->joint[p->state - nx].name;
    return json_pack("{s:s, s:o, s:o, s:o, s:i}", "component", name, "t",
                     json_decimal(t, time_digits), "published",
                     json_decimal(value, (size_t)digits), "source", json_text_of(source),
                     "digits_trusted", p->digits);
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

static const char *judge(mpfr_srcptr value, int digits, mpfr_srcptr centre,
                         mpfr_srcptr radius) {
    const char *verdict = "undecided";
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
        verdict = "confirmed";
    else if (mpfr_greater_p(nearest, tolerance))
        verdict = "contradicted";
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

static void compare(json_t *into, struct model *m, const struct published_value *p,
                    const struct ref_truth *truth, int k) {
    mpfr_t value, zero, centre, radius;
    mpfr_inits2(bits, value, zero, centre, radius, (mpfr_ptr)NULL);
    mpfr_set_zero(zero, 1);
    if (expr_constant(m->graph, p->value, value) == PROBLEM_OK &&
        find_truth(centre, radius, m, p, truth, k) == 0) {
        json_t *made = describe(m, p, value, truth->time[k]);
        double agreeing =
            agreement_digits(value, centre, zero, digits_of(centre, radius));
        json_object_set_new(made, "digits_agreeing",
                            json_number(floor(10 * agreeing) / 10));
        json_object_set_new(made, "verdict",
                            json_string(judge(value, p->digits, centre, radius)));
        json_array_append_new(into, made);
    }
    mpfr_clears(value, zero, centre, radius, (mpfr_ptr)NULL);
}

void truth_published_compare(json_t *into, struct model *m,
                             const struct ref_truth *truth) {
    for (int k = 0; k < truth->times; k++)
        for (int i = 0; i < m->published; i++)
            if (is_at(m, &m->published_value[i], truth->time[k]))
                compare(into, m, &m->published_value[i], truth, k);
}

void truth_published_unchecked(json_t *into, struct model *m, mpfr_srcptr time) {
    mpfr_t value;
    mpfr_init2(value, bits);
    for (int i = 0; i < m->published; i++) {
        const struct published_value *p = &m->published_value[i];
        if (!is_at(m, p, time) || expr_constant(m->graph, p->value, value) != PROBLEM_OK)
            continue;
        json_t *made = describe(m, p, value, time);
        json_object_set_new(made, "digits_agreeing", json_null());
        json_object_set_new(made, "verdict", json_string("unchecked"));
        json_array_append_new(into, made);
    }
    mpfr_clear(value);
}
