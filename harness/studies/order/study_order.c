/* The order study: how the global error falls with the step size, for the reference's exact
 * pair and for the integrator under test.
 *
 * The horizon is shortened until the reference's ladder shows its asymptotic range: long
 * after the start, errors have grown until no affordable step is small enough. The
 * integrator under test has no influence on that choice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/results/study_methods.h"
#include "harness/studies/common/study_foreign.h"

/* From one horizon to the next a quarter is left. */
enum { HALVINGS_EACH = 2 };

enum { PAIR_DIVISOR = 4 };
const struct order_law order_law_of_pair = {
    .order = 1, .local = {{1, 1, 1}, {1, 1, 1}, PAIR_DIVISOR}};

/* Where the reference's errors follow another power of h than the method's, as do those
 * that are as large as the solution, the steps are still too long. */
static bool shows_asymptotic_range(const struct order_ladder *l) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    if (order_is_exact(l, -1))
        return true;
    struct ladder_order order = order_of_norm(l, point);
    return order.found && fabs(order.fit.exponent - l->law->order) <= l->tolerance;
}

static int find_truth(struct order_horizons *all, int k, const struct study *s,
                      struct diagnostic *d) {
    if (all->is_known[k])
        return 0;
    if (order_truth_init(&all->truth[k], s->model, s->truths, HALVINGS_EACH * k, d)) {
        order_truth_clear(&all->truth[k]);
        return -1;
    }
    all->is_known[k] = true;
    return 0;
}

int order_find_horizon(struct order_horizons *all, const struct study *s,
                       const struct order_law *law, struct order_truth **o,
                       struct order_ladder *l, struct diagnostic *d) {
    for (int k = 0;; k++) {
        *o = &all->truth[k];
        if (find_truth(all, k, s, d) || order_reference(l, *o, law, s->effort, d))
            return -1;
        if (k >= ORDER_SHORTENINGS || shows_asymptotic_range(l))
            return 0;
        order_ladder_clear(l);
    }
}

/* What several methods of the pair share. */
struct pair {
    struct order_horizons *all;
    struct order_truth *truth; /* NULL: not found yet */
    json_t *results;           /* the reference's, under the name of the first method */
};

static int find_reference(struct pair *p, const struct study *s, struct diagnostic *d) {
    struct order_ladder reference = {.error = NULL};
    int failed =
        order_find_horizon(p->all, s, &order_law_of_pair, &p->truth, &reference, d);
    if (!failed) {
        order_variation(p->truth, &order_law_of_pair);
        failed = order_results(&reference, s, p->results);
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
    if (!failed && order_subject(&subject, truth, &order_law_of_pair, s, d)) {
        order_ladder_clear(&subject);
        return -1;
    }
    failed = failed || order_results(&subject, s, results);
    order_ladder_clear(&subject);
    return failed ? message_set(d, "%s: out of memory", s->model->name) : 0;
}

static int study_pair_method(struct pair *p, const struct study *s,
                             const struct study *one, json_t *results,
                             struct diagnostic *d) {
    if (p->truth == NULL && find_reference(p, s, d))
        return -1;
    return study_one(p->truth, one, p->results, results, d) &&
           study_note_failure(results, s, one, "order", d);
}

static int study_method(struct pair *p, const struct study *s, const struct study *one,
                        json_t *results, struct diagnostic *d) {
    const char *obstacle = mechanical_obstacle(one);
    if (study_family(one) == INTEGRATOR_CONTACT)
        return order_contact(one, results, d) &&
               study_note_failure(results, s, one, "order", d);
    if (study_family(one) == INTEGRATOR_PAIR)
        return study_pair_method(p, s, one, results, d);
    if (obstacle == NULL)
        return order_mechanical(p->all, one, results, d) &&
               study_note_failure(results, s, one, "order", d);
    if (mechanical_append_unstudied(one, "order", "order", obstacle, results))
        return message_set(d, "%s: out of memory", s->model->name);
    return 0;
}

/* Methods of one family stand together: a truth keeps the leading term of one law. */
int study_order(const struct study *s, json_t *results, struct diagnostic *d) {
    if (!study_makes_pair(s))
        return order_foreign(s, results, d);
    struct order_horizons all = {.is_known = {false}};
    struct pair pair = {.all = &all, .results = json_array()};
    int failed = 0;
    for (int i = 0; i < study_count_methods(s) && !failed; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(&pair, s, &one, results, d);
    }
    json_decref(pair.results);
    for (int k = 0; k <= ORDER_SHORTENINGS; k++)
        if (all.is_known[k])
            order_truth_clear(&all.truth[k]);
    return failed;
}
