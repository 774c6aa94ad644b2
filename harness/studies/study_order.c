/* The order study: how the global error falls with the step size, for the reference's exact
 * pair and for the integrator under test.
 *
 * The horizon is shortened until the reference's ladder shows its asymptotic range: long
 * after the start, errors have grown until no affordable step is small enough. The
 * integrator under test has no influence on that choice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/study_order.h"

#include <math.h>

#include "harness/commands/message.h"
#include "harness/studies/study_foreign.h"
#include "harness/studies/study_methods.h"

/* The span is shortened at most so often, each time to a quarter. */
enum { SHORTENINGS = 4, HALVINGS_EACH = 2 };

/* The exact pair is implicit Euler: where its errors follow another power of h, as do those
 * that are as large as the solution, the steps are still too long. */
static bool shows_asymptotic_range(const struct order_ladder *l) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    if (order_is_exact(l, -1))
        return true;
    struct ladder_order order = order_of_norm(l, point);
    return order.found && fabs(order.fit.exponent - EXPECTED_ORDER) <= l->tolerance;
}

/* The truth and the reference's ladder over the longest horizon that serves. */
static int find_horizon(struct order_truth *o, struct order_ladder *l,
                        const struct study *s, struct diagnostic *d) {
    for (int k = 0;; k++) {
        if (order_truth_init(o, s->model, s->truths, HALVINGS_EACH * k, d) ||
            order_reference(l, o, s->effort, d))
            return -1;
        if (k >= SHORTENINGS || shows_asymptotic_range(l))
            return 0;
        order_ladder_clear(l);
        order_truth_clear(o);
    }
}

/* The reference's results, under the name of the first method. */
static int find_reference(struct order_truth *truth, const struct study *s,
                          json_t *results, struct diagnostic *d) {
    struct order_ladder reference = {.error = NULL};
    int failed = find_horizon(truth, &reference, s, d);
    if (!failed) {
        if (!model_has_kinks(s->model))
            order_variation(truth);
        failed = order_results(&reference, s, results);
        if (failed)
            message_set(d, "%s: out of memory", s->model->name);
    }
    order_ladder_clear(&reference);
    return failed;
}

/* What is found of one method, after the reference's results. */
static int study_one(const struct order_truth *truth, const struct study *s,
                     const json_t *reference, json_t *results, struct diagnostic *d) {
    struct order_ladder subject = {.error = NULL};
    int failed = study_append_as(results, reference, s);
    if (!failed && order_subject(&subject, truth, s, d)) {
        order_ladder_clear(&subject);
        return -1;
    }
    failed = failed || order_results(&subject, s, results);
    order_ladder_clear(&subject);
    return failed ? message_set(d, "%s: out of memory", s->model->name) : 0;
}

int study_order(const struct study *s, json_t *results, struct diagnostic *d) {
    if (!study_makes_pair(s))
        return order_foreign(s, results, d);
    struct order_truth truth = {.model = NULL};
    json_t *reference = json_array();
    int failed = find_reference(&truth, s, reference, d);
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_one(&truth, &one, reference, results, d) &&
                 study_note_failure(results, s, &one, "order", d);
    }
    json_decref(reference);
    order_truth_clear(&truth);
    return failed;
}
