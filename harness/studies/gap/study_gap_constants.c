/* The coefficients: measured ones, from the values at eight step sizes, against predicted
 * ones, from the pair in power-series arithmetic; and the first ones against x''/4 and the
 * like from the flow's jets and from differences of the field.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Digits to which measured and predicted coefficients have to agree. */
enum { DIGITS_EXPECTED = 30 };

/* A coefficient that is smaller than the series' own scale by more than this is compared
 * relative to that scale: it may be zero. */
static const double smallest_weight = 1e-6;

/* Digits printed of a coefficient. */
enum { DIGITS_PRINTED = 40 };

/* Powers of h of the pair's first coefficients. */
enum { FIRST_POWER = 2, THIRD_POWER = 3 };

/* What is agreed to, over all points and components. */
struct agreement {
    double digits; /* the fewest; infinite: nothing was compared */
    double time;
    int component, power;
    json_t *points;
};

/* -log10 of |a - b| relative to the larger of |b| and smallest_weight scale / tau^power. */
static double count_digits(const struct gap_problem *g, const struct gap_point *p, int i,
                           int power, mpfr_srcptr a, mpfr_srcptr b) {
    double most = (double)g->bits * log10(2), digits;
    mpfr_t size, difference;
    mpfr_inits2(g->bits, size, difference, (mpfr_ptr)0);
    mpfr_set_d(size, smallest_weight * g->scale[i], MPFR_RNDN);
    mpfr_div_2si(size, size, power * (long)log2(p->tau), MPFR_RNDN);
    if (mpfr_cmpabs(b, size) > 0)
        mpfr_abs(size, b, MPFR_RNDN);
    mpfr_sub(difference, a, b, MPFR_RNDN);
    mpfr_div(difference, difference, size, MPFR_RNDN);
    mpfr_abs(difference, difference, MPFR_RNDN);
    mpfr_log10(difference, difference, MPFR_RNDN);
    digits = mpfr_nan_p(difference) ? -INFINITY : -mpfr_get_d(difference, MPFR_RNDN);
    mpfr_clears(size, difference, (mpfr_ptr)0);
    return fmin(digits, most);
}

/* Compares two coefficients of h^power and notes them. */
static void agree(struct agreement *a, const struct gap_problem *g,
                  const struct gap_point *p, int i, int power, mpfr_srcptr measured,
                  mpfr_srcptr predicted) {
    double digits = count_digits(g, p, i, power, measured, predicted);
    if (digits < a->digits) {
        a->digits = digits;
        a->time = p->time;
        a->component = i;
        a->power = power;
    }
    json_t *object = json_object();
    json_object_set_new(object, "t", json_number(p->time));
    json_object_set_new(object, "component", json_string(g->model->state[i]));
    json_object_set_new(object, "power", json_integer(power));
    json_object_set_new(object, "measured", json_decimal(measured, DIGITS_PRINTED));
    json_object_set_new(object, "predicted", json_decimal(predicted, DIGITS_PRINTED));
    json_object_set_new(object, "digits", json_number(digits));
    json_array_append_new(a->points, object);
}

static int append_agreement(const struct gap_problem *g, struct results *results,
                            const char *quantity, struct agreement *a, const char *what) {
    char labelled[64];
    projected_quantity(labelled, sizeof labelled, quantity, g->traits);
    struct result r = gap_begin_result(g, labelled);
    r.points = a->points;
    r.expected = DIGITS_EXPECTED;
    if (isinf(a->digits) && a->digits > 0) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        return result_append(results, g->study, &r, "%s: no point could be judged: %s",
                             what, g->point[0].unjudged);
    }
    r.value = a->digits;
    r.verdict = verdict_at_least(a->digits, DIGITS_EXPECTED);
    return result_append(results, g->study, &r,
                         "%s: digits of agreement; the fewest for %s, h^%d, t = %.4g",
                         what, g->model->state[a->component], a->power, a->time);
}

/* Every coefficient of one kind through h^5. */
static int compare_kind(const struct gap_problem *g, struct results *results,
                        enum gap_kind kind, mpfr_t *coefficient, mpfr_ptr scratch) {
    char quantity[32], what[96];
    struct agreement a = {.digits = INFINITY, .points = json_array()};
    snprintf(quantity, sizeof quantity, "%s-constant", gap_kind_name(kind));
    for (int k = 0; k < g->points; k++) {
        const struct gap_point *p = &g->point[k];
        for (int i = 0; i < g->nx && p->unjudged == NULL; i++) {
            gap_extract(g, p, kind, i, coefficient, scratch);
            for (int power = g->first; power <= gap_compared(g); power++)
                agree(&a, g, p, i, power, coefficient[power - g->first],
                      p->predicted[kind][i * (g->order + 1) + power]);
        }
    }
    snprintf(what, sizeof what, "coefficients of h^%d .. h^%d measured and predicted",
             g->first, gap_compared(g));
    return append_agreement(g, results, quantity, &a, what);
}

/* The coefficient of h^2 is x''/4, from the flow's jets and by differences. */
static void agree_on_second(struct agreement *a, const struct gap_problem *g,
                            const struct gap_point *p, int i, mpfr_srcptr coefficient,
                            mpfr_ptr scratch) {
    mpfr_div_2ui(scratch, p->flow_second[i], 1, MPFR_RNDN);
    agree(a, g, p, i, FIRST_POWER, coefficient, scratch);
    mpfr_div_2ui(scratch, p->second[i], 2, MPFR_RNDN);
    agree(a, g, p, i, FIRST_POWER, coefficient, scratch);
}

/* The h^2 coefficients of error and estimate against x''/4, the h^3 ones of all three
 * against elementary differentials by differences of the field. */
static int compare_leading(const struct gap_problem *g, struct results *results,
                           mpfr_t *coefficient, mpfr_ptr scratch) {
    struct agreement second = {.digits = INFINITY, .points = json_array()};
    struct agreement third = {.digits = INFINITY, .points = json_array()};
    for (int k = 0; k < g->points; k++) {
        const struct gap_point *p = &g->point[k];
        for (int kind = 0; kind < GAP_KINDS && p->unjudged == NULL; kind++) {
            for (int i = 0; i < g->nx; i++) {
                gap_extract(g, p, (enum gap_kind)kind, i, coefficient, scratch);
                agree(&third, g, p, i, THIRD_POWER,
                      coefficient[THIRD_POWER - FIRST_POWER], p->third[kind][i]);
                if (kind != GAP_GAP)
                    agree_on_second(&second, g, p, i, coefficient[0], scratch);
            }
        }
    }
    return append_agreement(
               g, results, "leading-constant", &second,
               "h^2 coefficients of error and estimate against x''/4 from jets "
               "and differences") |
           append_agreement(
               g, results, "third-constant", &third,
               "h^3 coefficients against elementary differentials, the gap's "
               "against -f''(f,f)/24 - f'f'f/6");
}

/* The h^2 coefficients of error and estimate against the local error's formula by differences;
 * methods of higher order have none. */
static int compare_local(const struct gap_problem *g, struct results *results,
                         mpfr_t *coefficient, mpfr_ptr scratch) {
    struct agreement a = {.digits = INFINITY, .points = json_array()};
    for (int k = 0; k < g->points; k++) {
        const struct gap_point *p = &g->point[k];
        for (int kind = 0; kind < g->kinds && p->unjudged == NULL; kind++)
            for (int i = 0; i < g->nx && kind != GAP_GAP; i++) {
                gap_extract(g, p, (enum gap_kind)kind, i, coefficient, scratch);
                agree(&a, g, p, i, FIRST_POWER, coefficient[0], p->second[i]);
            }
    }
    return append_agreement(g, results, "leading-constant", &a,
                            "h^2 coefficients of error and estimate against the terms of "
                            "x'' that a step lacks, by differences of the field");
}

int gap_constants(const struct gap_problem *g, struct results *results) {
    mpfr_t *coefficient = vector_alloc(GAP_LEVELS, g->bits);
    mpfr_t scratch;
    if (coefficient == NULL)
        return -1;
    mpfr_init2(scratch, g->bits);
    int failed = 0;
    for (int kind = 0; kind < g->kinds; kind++)
        failed |= compare_kind(g, results, (enum gap_kind)kind, coefficient, scratch);
    if (g->traits == NULL)
        failed |= compare_leading(g, results, coefficient, scratch);
    else if (g->traits->local.divisor != 0)
        failed |= compare_local(g, results, coefficient, scratch);
    mpfr_clear(scratch);
    vector_free(coefficient, GAP_LEVELS);
    return failed;
}
