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

#include "harness/integrators/subject_options.h"
#include "harness/results/result_list.h"
#include "harness/results/study_methods.h"
#include "harness/studies/common/study_traits.h"
#include "problems/model.h"

enum { PAIR_DIVISOR = 4 };
const struct order_law order_law_of_pair = {
    .order = 1, .local = {{1, 1, 1}, {1, 1, 1}, PAIR_DIVISOR}};

static int measure_reference(struct order_ladder *l, const struct order_truth *o,
                             const struct order_law *law, const struct study *s,
                             struct diagnostic *d) {
    return order_reference(l, o, law, s->effort, d);
}

/* A horizon, and whether kinks lower the order of the reference's own steps there, as where the
 * motion starts on one, and to what at least: then no method is to have more. */
struct ground {
    struct order_truth *truth; /* NULL: not found yet */
    bool lowered;
    double least;
};

static void find_ground(struct ground *ground, struct order_ladder *reference,
                        const struct study *s) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    const struct ladder_order order = order_of_norm(reference, point);
    ground->lowered = model_has_kinks(s->model) && !order_shows_range(reference);
    ground->least = order.fitted ? order.low : NAN;
    reference->lowered = ground->lowered;
    reference->least = ground->least;
}

/* The reference's ladder under a law, and what follows from it. */
static int study_reference(struct order_horizons *all, const struct study *s,
                           const struct order_law *law, struct ground *ground,
                           struct results *results, struct diagnostic *d) {
    struct order_ladder reference = {.error = NULL};
    int failed = order_find_horizon(all, 0, ORDER_HORIZONS - 1, measure_reference, s, law,
                                    &ground->truth, &reference, d);
    if (!failed) {
        find_ground(ground, &reference, s);
        order_variation(ground->truth, law);
        failed = s->effort == STUDY_REPORT && order_refine(&reference, d);
    }
    failed = failed || order_results(&reference, s, results);
    order_ladder_clear(&reference);
    return failed;
}

static int study_subject(const struct ground *ground, const struct order_law *law,
                         const struct study *s, struct results *results,
                         struct diagnostic *d) {
    struct order_ladder subject = {.error = NULL};
    int failed = order_subject(&subject, ground->truth, law, s, d);
    subject.lowered = ground->lowered;
    subject.least = ground->least;
    failed = failed || order_results(&subject, s, results);
    order_ladder_clear(&subject);
    return failed;
}

/* One form, each by its own law. Models with joints are studied as the equation of reduced index,
 * without projection, and with it: the reference projects each step to the last bits. Since a
 * step's error is O(h^(p+1)), so is what the projection moves, and the order is the same; its
 * constant is another one. The integrator projects in every step; its errors are those of the
 * projected method. */
static int study_form(struct order_horizons *all, const struct study *s,
                      const struct projected_traits *traits, struct results *results,
                      struct diagnostic *d) {
    const struct order_law law = {
        .order = traits->order, .local = traits->local, .traits = traits};
    struct order_law projected = law;
    struct ground ground = {.truth = NULL};
    projected.projects = s->model->joints > 0;
    int failed = study_reference(all, s, &law, &ground, results, d);
    if (!failed && projected.projects)
        failed = study_reference(all, s, &projected, &ground, results, d);
    return failed || study_subject(&ground, &projected, s, results, d);
}

static int study_forms(struct order_horizons *all, const struct study *s,
                       struct results *results, struct diagnostic *d) {
    const struct projected_traits *traits;
    int failed = 0;
    for (int i = 0; !failed && (traits = projected_traits_of(s->method, i)) != NULL;
         i++) {
        struct subject_options options;
        struct study one = projected_study(s, traits, &options);
        failed = study_form(all, &one, traits, results, d);
    }
    return failed;
}

/* What the methods of the pair share. */
struct pair {
    struct order_horizons *all;
    struct ground ground;
    struct results results; /* the reference's, under the name of the first method */
};

static int study_pair_method(struct pair *p, const struct study *s,
                             const struct study *one, struct results *results,
                             struct diagnostic *d) {
    const struct order_law *law = &order_law_of_pair;
    if ((p->ground.truth == NULL &&
         study_reference(p->all, s, law, &p->ground, &p->results, d)) ||
        study_append_as(results, &p->results, one))
        return -1;
    return study_subject(&p->ground, law, one, results, d) &&
           study_note_failure(results, s, one, "order", d);
}

static int study_method(struct pair *p, const struct study *s, const struct study *one,
                        struct results *results, struct diagnostic *d) {
    const char *obstacle = projected_obstacle(one);
    if (study_family(one) == INTEGRATOR_CONTACT)
        return order_events(one, results, d) &&
               study_note_failure(results, s, one, "order", d);
    if (study_family(one) == INTEGRATOR_PAIR)
        return study_pair_method(p, s, one, results, d);
    if (obstacle == NULL)
        return study_forms(p->all, one, results, d) &&
               study_note_failure(results, s, one, "order", d);
    return study_append_unstudied(one, "order", "order", obstacle, results);
}

/* Methods of one family stand together: a truth keeps the leading term of one law. */
int study_order(const struct study *s, struct results *results, struct diagnostic *d) {
    if (study_goes_through_events(s))
        return order_events(s, results, d);
    struct order_horizons all = {.is_known = {false}};
    struct pair pair = {.all = &all};
    const bool is_known = study_traits(s).makes_pair;
    int failed = is_known ? 0 : order_unknown(&all, s, results, d);
    for (int i = 0; i < study_count_methods(s) && !failed && is_known; i++) {
        struct subject_options options;
        struct study one = study_of_method(s, i, &options);
        failed = study_method(&pair, s, &one, results, d);
    }
    results_clear(&pair.results);
    order_horizons_clear(&all);
    return failed;
}
