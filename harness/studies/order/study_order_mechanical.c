/* The order study of semi-explicit Euler and its relatives: each form's own law, in the
 * reference and in the integrator.
 *
 * Models with joints are studied as the equation of reduced index, without projection, and
 * with it: the reference projects each step to the last bits. Since a step's error is O(h^(p+1)),
 * so is what the projection moves, and the order is the same; its constant is another one. The
 * integrator projects in every step; its errors are those of the projected method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include "harness/base/message.h"

static int out_of_memory(const struct study *s, struct diagnostic *d) {
    return message_set(d, "%s: out of memory", s->model->name);
}

/* The reference's ladder under a law, and what follows from it. */
static int study_reference(struct order_horizons *all, const struct study *s,
                           const struct order_law *law, struct order_truth **truth,
                           json_t *results, struct diagnostic *d) {
    struct order_ladder reference = {.error = NULL};
    int failed = order_find_horizon(all, s, law, truth, &reference, d);
    if (!failed) {
        order_variation(*truth, law);
        if (order_results(&reference, s, results))
            failed = out_of_memory(s, d);
    }
    order_ladder_clear(&reference);
    return failed;
}

static int study_subject(const struct order_truth *truth, const struct order_law *law,
                         const struct study *s, json_t *results, struct diagnostic *d) {
    struct order_ladder subject = {.error = NULL};
    int failed = order_subject(&subject, truth, law, s, d);
    if (!failed && order_results(&subject, s, results))
        failed = out_of_memory(s, d);
    order_ladder_clear(&subject);
    return failed;
}

static int study_form(struct order_horizons *all, const struct study *s,
                      const struct mechanical_traits *traits, json_t *results,
                      struct diagnostic *d) {
    const struct order_law law = {
        .order = traits->order, .local = traits->local, .traits = traits};
    struct order_law projected = law;
    struct order_truth *truth;
    projected.projects = s->model->joints > 0;
    int failed = study_reference(all, s, &law, &truth, results, d);
    if (!failed && projected.projects)
        failed = study_reference(all, s, &projected, &truth, results, d);
    return failed || study_subject(truth, &projected, s, results, d);
}

int order_mechanical(struct order_horizons *all, const struct study *s, json_t *results,
                     struct diagnostic *d) {
    const struct mechanical_traits *traits;
    int failed = 0;
    for (int i = 0; !failed && (traits = mechanical_traits_of(s->method, i)) != NULL;
         i++) {
        struct subject_options options;
        struct study one = mechanical_study(s, traits, &options);
        failed = study_form(all, &one, traits, results, d);
    }
    return failed;
}
