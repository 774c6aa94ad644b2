/* Form 2 minus gaming as damping grows: the model with its parameter c, the damping, at many
 * values, every other damping ("drag") zero. With f = f_0 - c b v the difference of a step is
 *
 *     h^2 f_v f = -h^2 c b (f_0 - c b v) + O(h^3),
 *
 * in proportion to c where damping is weak; to c^2 where it is strong and the start has a
 * velocity. Both powers, in MPFR at a step so short that nothing else is left, and weak damping
 * in double; and each difference over h^2 against f_v f. A power is asked for where f_v f has it:
 * a parameter that is called c need not be a damping, nor are all values of it weak or strong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/geometry/study_geometry.h"
#include "harness/studies/geometry/study_geometry_gaming.h"
#include "problems/model.h"

enum { LEVELS = 9 };

/* Steps of span/2^SHORT in MPFR; in double rounding sets a limit. */
enum { SHORT = 96, SHORT_IN_DOUBLE = 10 };

static const struct ladder_rule rule[] = {
    {.min_points = 6, .max_corrections = 2, .accept = 1e-4, .noise = 1e-15},
    {.min_points = 5, .max_corrections = 2, .accept = 2e-3, .noise = 1e-12}};
static const double tolerance[] = {1e-3, 2e-2};

/* Of a difference over h^2 from f_v f, relative: what is left of order h is far less. */
static const double constant_tolerance = 1e-12;

struct damping {
    const struct study *study;
    const char *quantity;
    int direction; /* c = 2^(direction k), k = first, first + 1, .. */
    int first;
    bool in_double;
    struct ladder_point point[LEVELS]; /* h is c, or 1/c */
    struct ladder_point law[LEVELS];   /* the same of f_v f */
    double off;                        /* the largest deviation from f_v f */
    double velocity;                   /* the largest at the start */
    char arithmetic[32];
};

/* The model with one damping of c alone. */
static int read_damped(struct model **m, const struct model *from, double c,
                       struct diagnostic *d) {
    char value[32];
    snprintf(value, sizeof value, "%.17g", c);
    const struct setting settings[] = {{"c", value}, {"drag", "0"}};
    return model_parse(m, from->path, from->text, strlen(from->text),
                       model_find_parameter(from, "drag") >= 0 ? 2 : 1, settings,
                       d) != PROBLEM_OK;
}

static double largest_predicted(const struct gaming *g) {
    double predicted = 0;
    for (int i = 0; i < g->ny; i++)
        predicted = fmax(predicted, fabs(mpfr_get_d(g->out[g->ny + i], MPFR_RNDN)));
    return predicted;
}

/* The difference and how far it is from h^2 f_v f. */
static int measure(struct damping *a, struct gaming *g, int k, struct diagnostic *d) {
    struct ladder_point *point = &a->point[k];
    double h = a->in_double ? ldexp(g->span, -SHORT_IN_DOUBLE) : ldexp(g->unit, -SHORT);
    const double predicted = largest_predicted(g);
    a->law[k] = (struct ladder_point){.h = point->h, .error = predicted};
    for (int i = 0; i < g->study->model->nv; i++)
        a->velocity = fmax(a->velocity, fabs(g->start[g->nq + i]));
    if (a->in_double)
        return gaming_difference_in_double(g, h, &point->error, &point->floor, d);
    if (gaming_difference(g, h, d))
        return -1;
    point->error = gaming_norm(g) / h / h;
    point->floor = 0;
    a->off = fmax(a->off, fabs(point->error / predicted - 1));
    return 0;
}

static int run_point(struct damping *a, int k, struct diagnostic *d) {
    struct study one = *a->study;
    struct gaming g;
    double c = ldexp(1, a->direction * (a->first + k));
    if (read_damped(&one.model, a->study->model, c, d))
        return -1;
    a->point[k].h = a->direction < 0 ? c : 1 / c;
    int failed = gaming_init(&g, &one, d) || measure(a, &g, k, d);
    if (!failed)
        memcpy(a->arithmetic, g.arithmetic, sizeof a->arithmetic);
    gaming_clear(&g);
    model_free(one.model);
    return failed;
}

static json_t *list_points(const struct damping *a) {
    json_t *list = json_array();
    for (int k = 0; k < LEVELS; k++)
        json_array_append_new(
            list,
            json_pack("{s:o, s:o, s:b}", "c",
                      json_number(a->direction < 0 ? a->point[k].h : 1 / a->point[k].h),
                      "error", json_number(a->point[k].error), "used",
                      a->point[k].use == LADDER_USED));
    return list;
}

/* The power of c that the law has. */
static double expected_order(const struct damping *a) {
    return a->direction > 0 && a->velocity > 0 ? 2 : 1;
}

/* Whether f_v f has it. */
static bool is_the_law(struct damping *a) {
    const struct ladder_order order = ladder_fit(LEVELS, a->law, &rule[0]);
    const double power = a->direction > 0 ? -order.fit.exponent : order.fit.exponent;
    return order.found && fabs(power - expected_order(a)) <= tolerance[0];
}

/* The ladder falls in 1/c where c grows: there the exponent is that of 1/c. */
static int append_order(struct damping *a, struct results *results) {
    struct ladder_order order = ladder_fit(LEVELS, a->point, &rule[a->in_double]);
    bool strong = a->direction > 0;
    struct result r = result_begin(a->study->model, "geometry",
                                   a->in_double ? "double" : a->arithmetic, a->quantity);
    r.grade = "discrete";
    r.expected = expected_order(a);
    r.tolerance = tolerance[a->in_double];
    r.required = true;
    r.points = list_points(a);
    r.value = strong ? -order.fit.exponent : order.fit.exponent;
    r.low = strong ? -order.high : order.low;
    r.high = strong ? -order.low : order.high;
    r.verdict = verdict_two_sided(order.found, r.low, r.high, r.expected, r.tolerance);
    return result_append(results, a->study, &r,
                         "power of the damping c in form 2 minus gaming, where it is %s",
                         strong ? "strong" : "weak");
}

static int append_constant(const struct damping *a, struct results *results) {
    struct result r =
        result_begin(a->study->model, "geometry", a->arithmetic,
                     a->direction < 0 ? "damping-constant" : "damping-constant:strong");
    r.grade = "discrete";
    r.low = 0;
    result_hold(&r, a->off, constant_tolerance);
    r.required = true;
    return result_append(results, a->study, &r,
                         "largest relative deviation of (form 2 - gaming)/h^2 from f_v f "
                         "over all c");
}

static int study_range(struct damping *a, struct results *results, struct diagnostic *d) {
    for (int k = 0; k < LEVELS; k++)
        if (run_point(a, k, d))
            return -1;
    return (is_the_law(a) && append_order(a, results)) ||
           (!a->in_double && append_constant(a, results));
}

/* *vanishes := whether f_v f is zero at the start, with a damping of c alone. Nonzero: it cannot
 * be told. */
static int find_vanishing(const struct study *s, double c, bool *vanishes) {
    struct diagnostic ignored;
    struct study one = *s;
    struct gaming g;
    if (read_damped(&one.model, s->model, c, &ignored))
        return -1;
    const int failed = gaming_init(&g, &one, &ignored);
    *vanishes = g.vanishes;
    gaming_clear(&g);
    model_free(one.model);
    return failed;
}

/* Whether c is all the damping there is: without it f_v f is zero at the start, and with it not. */
static bool is_damped_by_c(const struct study *s) {
    bool without, with;
    return gaming_applies(s) && s->model->nz == 0 &&
           model_find_parameter(s->model, "c") >= 0 &&
           find_vanishing(s, 0, &without) == 0 && without &&
           find_vanishing(s, 1, &with) == 0 && !with;
}

int geometry_damping(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    struct damping weak = {s, "damping-order", .direction = -1, .first = 4};
    struct damping strong = {s, "damping-order:strong", .direction = 1, .first = 16};
    struct damping in_double = {s, "damping-order", .direction = -1, .first = 2,
                                .in_double = true};
    if (!is_damped_by_c(s))
        return 0;
    return study_range(&weak, results, d) || study_range(&strong, results, d) ||
           study_range(&in_double, results, d);
}
