/* What every way to a truth fills in: storage, names, and the radius and digits that follow
 * from the components' radii:
 *
 *     radius = max_i r_i,      digits = -log10(radius / |x|_inf).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "ref/vector.h"
#include "ref/task.h"

/* A radius is a bound: a few digits are enough. */
enum { RADIUS_BITS = 64 };

const char *ref_grade_name(enum ref_grade grade) {
    static const char *const name[] = {"converged", "certified", "closed-form"};
    return name[grade];
}

const char *ref_way_name(enum ref_way way) {
    static const char *const name[REF_WAYS] = {"formula", "exponential", "enclosure",
                                               "taylor",  "collocation", "events"};
    return name[way];
}

const char *ref_subject_name(enum ref_subject subject) {
    static const char *const name[] = {
        "the equation of component",    "switching function",
        "the gap of contact",           "the normal force of contact",
        "the friction cone of contact", "the slip of contact",
        "the constraint of row"};
    return name[subject];
}

void ref_truth_free(struct ref_truth *truth) {
    if (truth == NULL)
        return;
    vector_free(truth->time, truth->times);
    vector_free(truth->state, truth->times * truth->nx);
    vector_free(truth->component, truth->times * truth->nx);
    vector_free(truth->radius, truth->times);
    free(truth->digits);
    free(truth);
}

struct ref_truth *ref_truth_create(int times, int nx, const mpfr_t *time,
                                   mpfr_prec_t bits) {
    struct ref_truth *truth = calloc(1, sizeof *truth);
    if (truth == NULL)
        return NULL;
    truth->times = times;
    truth->nx = nx;
    truth->time = vector_alloc(times, bits);
    truth->state = vector_alloc(times * nx, bits);
    truth->component = vector_alloc(times * nx, RADIUS_BITS);
    truth->radius = vector_alloc(times, RADIUS_BITS);
    truth->digits = calloc((size_t)times, sizeof *truth->digits);
    if (truth->time == NULL || truth->state == NULL || truth->component == NULL ||
        truth->radius == NULL || truth->digits == NULL) {
        ref_truth_free(truth);
        return NULL;
    }
    for (int k = 0; k < times; k++)
        mpfr_set_prec(truth->time[k], mpfr_get_prec(time[k]));
    vector_set(truth->time, time, times);
    return truth;
}

bool ref_truth_times_ascend(int times, const mpfr_t *time) {
    for (int k = 0; k < times; k++)
        if (!mpfr_number_p(time[k]) || (k > 0 && mpfr_less_p(time[k], time[k - 1])))
            return false;
    return times > 0;
}

/* radius[k] and digits[k] of one time. */
static void measure_time(struct ref_truth *truth, int k) {
    const mpfr_t *x = vector_const(truth->state + k * truth->nx);
    mpfr_t norm;
    mpfr_init2(norm, RADIUS_BITS);
    vector_norm(truth->radius[k], vector_const(truth->component + k * truth->nx),
                truth->nx);
    vector_norm(norm, x, truth->nx);
    const mpfr_prec_t bits = mpfr_get_prec(x[0]);
    bool nothing = mpfr_zero_p(norm) &&
                   mpfr_cmp_ui_2exp(truth->radius[k], 1, -(mpfr_exp_t)bits) <= 0;
    mpfr_div(norm, norm, truth->radius[k], MPFR_RNDD);
    mpfr_log10(norm, norm, MPFR_RNDD);
    double digits = mpfr_get_d(norm, MPFR_RNDD);
    if (nothing || digits == INFINITY) /* an exact state: as many as it is stored with */
        digits = (double)bits * log10(2.0);
    truth->digits[k] = digits;
    mpfr_clear(norm);
}

double ref_truth_measure(struct ref_truth *truth) {
    double fewest = INFINITY;
    for (int k = 0; k < truth->times; k++) {
        measure_time(truth, k);
        fewest = truth->digits[k] <= fewest ? truth->digits[k] : fewest;
        if (isnan(truth->digits[k]))
            return NAN;
    }
    return fewest;
}

void ref_truth_set_ball(struct ref_truth *truth, int i, const arb_t x) {
    arf_t rounded;
    mag_t error;
    arf_init(rounded);
    mag_init(error);
    arf_get_mpfr(truth->state[i], arb_midref(x), MPFR_RNDN);
    arf_set_mpfr(rounded, truth->state[i]);
    arf_sub(rounded, rounded, arb_midref(x), ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_get_mag(error, rounded);
    mag_add(error, error, arb_radref(x));
    arf_set_mag(rounded, error);
    arf_get_mpfr(truth->component[i], rounded, MPFR_RNDU);
    mag_clear(error);
    arf_clear(rounded);
}
