/* The solution from event to event that orders through events are measured against, at times at
 * which velocities do not jump.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/base/truth_clock.h"
#include "harness/studies/order/study_order_events.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { DIGITS = 20, TRUTH_STEPS = 20000, TRUTH_SECONDS = 5, TIME_BITS = 256 };

/* Impacts are looked for this part of the span before and after a time; a change by more than
 * jump in so little time is one, in units of the velocity's largest magnitude: one that passes
 * through zero does not jump. */
#define ASIDE 1e-7
static const double jump = 1e-2;
static const double zero = 1e-12;
static const double shorter = 0.97;
enum { SHORTENINGS = 4 };

/* What it is the solution of. */
struct wanted {
    struct model *model;
    double begin, span;
    enum eval_constants constants;
};

/* The truth at `each` of the times: at them, or before and after them. */
static enum ref_status find_truth_at(struct ref_truth **truth, const struct wanted *l,
                                     int each, struct diagnostic *d) {
    struct model *m = l->model;
    const int count = each * ORDER_TIMES;
    mpfr_t *time = vector_alloc(count, TIME_BITS);
    if (time == NULL)
        return message_fail(REF_NO_MEMORY, d, "%s: out of memory", m->name);
    for (int j = 0; j < count; j++) {
        double aside = each == 1 ? 0 : j % 2 ? ASIDE : -ASIDE;
        double part = (double)(j / each + 1) / ORDER_TIMES;
        mpfr_set_d(time[j], l->begin + l->span * (part + aside), MPFR_RNDN);
    }
    struct truth_clock clock = truth_clock_start(truth_clock_processor, TRUTH_SECONDS, 0);
    /* The way from event to event knows nothing of kinks. */
    ref_truth_function *solve =
        model_has_kinks(m) ? ref_enclosure_truth : ref_event_truth;
    const struct ref_truth_options options = {.digits = DIGITS,
                                              .constants = l->constants,
                                              .max_steps = TRUTH_STEPS,
                                              .stop = truth_clock_stop,
                                              .context = &clock};
    enum ref_status status = solve(truth, m, count, vector_const(time), &options);
    vector_free(time, count);
    if (status != REF_OK)
        message_set(d, "no truth to compare with: %s", ref_status_text(status));
    return status;
}

/* Component i at one of the times of a truth. */
static double component(const struct ref_truth *truth, int j, int i) {
    return mpfr_get_d(truth->state[j * truth->nx + i], MPFR_RNDN);
}

double order_events_size(const struct ref_truth *truth, int times, int i, double begun) {
    double largest = fabs(begun);
    for (int j = 0; j < times; j++)
        largest = fmax(largest, fabs(component(truth, j, i)));
    return largest > zero ? largest : 1;
}

/* The largest change of component i between times before and after. */
static double find_largest_change(const struct ref_truth *sides, int i) {
    double largest = 0;
    for (int j = 0; j < ORDER_TIMES; j++)
        largest = fmax(largest,
                       fabs(component(sides, 2 * j + 1, i) - component(sides, 2 * j, i)));
    return largest;
}

/* Whether velocities jump at one of the times: the state there is two. Nonzero *status: not
 * known, and *d says why. */
static bool jumps_at_a_time(const struct wanted *l, const double *initial,
                            enum ref_status *status, struct diagnostic *d) {
    struct ref_truth *sides = NULL;
    const struct model *m = l->model;
    bool jumps = false;
    *status = find_truth_at(&sides, l, 2, d);
    if (*status == REF_OK)
        for (int i = m->nq; i < m->nq + m->nv; i++)
            jumps |= find_largest_change(sides, i) >
                     jump * order_events_size(sides, 2 * ORDER_TIMES, i, initial[i]);
    ref_truth_free(sides);
    return jumps;
}

/* The truth of *l, with a span shortened until velocities jump at none of the times. */
static enum ref_status find_truth_of(struct ref_truth **truth, struct wanted *l,
                                     const double *initial, struct diagnostic *d) {
    enum ref_status status = REF_OK;
    for (int k = 0; k < SHORTENINGS && jumps_at_a_time(l, initial, &status, d); k++)
        l->span *= shorter;
    if (status != REF_OUT_OF_TIME) /* then it would be so again */
        status = find_truth_at(truth, l, 1, d);
    return status;
}

/* A contact that is closed at the start may be open or penetrate by rounding once constants are
 * doubles, and no motion goes on from there. The stepper takes it as touching (ORDER_TOUCHING):
 * it is held against the motion of the exact constants then. */
int order_events_truth(struct ref_truth **truth, struct model *m, double begin,
                       double *span, const double *initial, struct diagnostic *d) {
    struct wanted rounded = {m, begin, *span, EVAL_DOUBLE_CONSTANTS}, exact = rounded;
    exact.constants = EVAL_EXACT_CONSTANTS;
    enum ref_status status = find_truth_of(truth, &rounded, initial, d);
    *span = rounded.span;
    if (status != REF_OK && status != REF_OUT_OF_TIME && status != REF_NO_MEMORY) {
        status = find_truth_of(truth, &exact, initial, d);
        *span = exact.span;
    }
    return status == REF_OK ? 0 : -1;
}
