/* How far a gaming step is from form 2, of which it is the explicit stand-in: with rates f and
 * y = (v, z), form 2 minus gaming is
 *
 *     y:  h (f(q0, y1) - f(q0, y0)) = h^2 f_y f + O(h^3),      q:  h N times that,
 *
 * nothing where forces do not depend on velocities. The power of h, in MPFR and in double, and
 * the constant f_y f against derivatives of the formulas.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/geometry/study_geometry.h"
#include "harness/studies/geometry/study_geometry_gaming.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Sizes of steps: unit/2^FIRST_LEVEL and on. */
enum { FIRST_LEVEL = 8, LEVELS = 10 };

/* Nodes of the polynomial through the difference over h^2, from unit/2^FINE_LEVEL on. */
enum { FINE_LEVEL = 26, NODES = 8 };

/* Digits at which the constant passes, as everywhere. */
enum { DIGITS = 30 };

static const struct ladder_rule rule[] = {
    {.min_points = 6, .max_corrections = 3, .accept = 4e-4, .noise = 1e-15},
    {.min_points = 5, .max_corrections = 2, .accept = 2e-3, .noise = 1e-12}};
static const double tolerance[] = {1e-3, 2e-2};

/* Whether the differences in double, and the exact ones, are no more than rounding: as of a
 * start at which the rates are zero but for the rounding of the state. Exact ones that are more
 * have to be seen. */
static bool is_rounding(const struct ladder_point *point, const double *exact) {
    bool all = true;
    for (int k = 0; k < LEVELS; k++)
        all &= point[k].error <= point[k].floor && exact[k] <= point[k].floor;
    return all;
}

/* exact: of the points in double, the differences in MPFR; else NULL. */
static int append_order(const struct gaming *g, struct ladder_point *point,
                        const double *exact, struct results *results) {
    const bool in_double = exact != NULL;
    struct ladder_order order = ladder_fit(LEVELS, point, &rule[in_double]);
    struct result r = result_begin(g->study->model, "geometry",
                                   in_double ? "double" : g->arithmetic, "gaming-order");
    r.grade = "discrete";
    r.expected = g->vanishes ? NAN : 2;
    r.tolerance = tolerance[in_double];
    const bool rounding = in_double && is_rounding(point, exact);
    r.required = !g->vanishes && !rounding && result_is_required(g->study->model);
    ladder_tell(&r, LEVELS, point, LADDER_ERRORS);
    ladder_take(&r, &order);
    r.verdict = rounding      ? VERDICT_PASS
                : g->vanishes ? VERDICT_NOT_ASYMPTOTIC
                              : verdict_two_sided(order.found, r.low, r.high, r.expected,
                                                  r.tolerance);
    return result_append(results, g->study, &r,
                         "power of h of form 2 minus gaming in one step from the start%s",
                         g->vanishes ? "; f_y f is zero there"
                         : rounding  ? "; all differences are round-off"
                                     : "");
}

/* Over a ladder of steps, in both arithmetics. */
static int measure_order(struct gaming *g, struct results *results,
                         struct diagnostic *d) {
    struct ladder_point point[LEVELS];
    double exact[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        point[k] = (struct ladder_point){.h = ldexp(g->unit, -(FIRST_LEVEL + k))};
        if (gaming_difference(g, point[k].h, d))
            return -1;
        point[k].error = exact[k] = gaming_norm(g);
    }
    if (append_order(g, point, NULL, results))
        return -1;
    for (int k = 0; k < LEVELS; k++)
        if (gaming_difference_in_double(g, point[k].h, &point[k].error, &point[k].floor,
                                        d))
            return -1;
    return append_order(g, point, exact, results);
}

/* table[k ny + i] := the difference's y_i over h^2 at node k, then, by Neville's scheme at
 * h = 0 with the nodes' ratio 2, the constant in the last node's place. */
static int extrapolate(struct gaming *g, mpfr_t *table, struct diagnostic *d) {
    for (int k = 0; k < NODES; k++) {
        if (gaming_difference(g, ldexp(g->unit, -(FINE_LEVEL + k)), d))
            return -1;
        for (int i = 0; i < g->ny; i++) {
            mpfr_div(table[k * g->ny + i], g->difference[i], g->h, MPFR_RNDN);
            mpfr_div(table[k * g->ny + i], table[k * g->ny + i], g->h, MPFR_RNDN);
        }
    }
    for (int m = 1; m < NODES; m++) {
        for (int k = NODES - 1; k >= m; k--) {
            for (int i = 0; i < g->ny; i++) {
                mpfr_ptr to = table[k * g->ny + i];
                mpfr_sub(g->term, to, table[(k - 1) * g->ny + i], MPFR_RNDN);
                mpfr_div_d(g->term, g->term, ldexp(1, m) - 1, MPFR_RNDN);
                mpfr_add(to, to, g->term, MPFR_RNDN);
            }
        }
    }
    return 0;
}

static int append_constant(const struct gaming *g, const mpfr_t *constant,
                           struct results *results) {
    double largest = 0, off = 0;
    struct result r =
        result_begin(g->study->model, "geometry", g->arithmetic, "gaming-constant");
    r.points = json_array();
    mpfr_t difference;
    mpfr_init2(difference, g->bits);
    for (int i = 0; i < g->ny; i++) {
        mpfr_srcptr predicted = g->out[g->ny + i];
        mpfr_sub(difference, constant[i], predicted, MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(predicted, MPFR_RNDN)));
        off = fmax(off, fabs(mpfr_get_d(difference, MPFR_RNDN)));
        json_array_append_new(r.points,
                              json_pack("{s:s, s:o, s:o}", "component",
                                        g->study->model->state[g->nq + i], "measured",
                                        json_decimal(constant[i], DIGITS), "predicted",
                                        json_decimal(predicted, DIGITS)));
    }
    mpfr_clear(difference);
    r.grade = "discrete";
    r.expected = DIGITS;
    r.value = -log10(off / largest);
    r.verdict = verdict_at_least(r.value, DIGITS);
    r.required = true;
    return result_append(results, g->study, &r,
                         "digits to which (form 2 - gaming)/h^2 at h = 0 is f_y f");
}

static int measure_constant(struct gaming *g, struct results *results,
                            struct diagnostic *d) {
    mpfr_t *table = vector_alloc(NODES * g->ny, g->bits);
    int failed = table == NULL || extrapolate(g, table, d);
    failed =
        failed || append_constant(g, vector_const(table) + (NODES - 1) * g->ny, results);
    vector_free(table, NODES * g->ny);
    return failed;
}

/* Forces that do not depend on velocities: both forms are the same step. */
static int append_same(struct gaming *g, struct results *results, struct diagnostic *d) {
    double most = (double)g->bits * log10(2);
    struct result r =
        result_begin(g->study->model, "geometry", g->arithmetic, "gaming-same");
    if (gaming_difference(g, ldexp(g->span, -FIRST_LEVEL), d))
        return -1;
    double norm = gaming_norm(g), off = norm > 0 ? norm / g->size : norm;
    r.grade = "discrete";
    r.expected = floor(most) - 8;
    r.value = off > 0 ? fmin(most, -log10(off)) : most;
    r.verdict = verdict_at_least(isfinite(off) ? r.value : NAN, r.expected);
    r.required = true;
    return result_append(results, g->study, &r,
                         "digits to which a gaming step is that of form 2: forces do not "
                         "depend on velocities");
}

int geometry_gaming(const struct study *s, struct results *results,
                    struct diagnostic *d) {
    struct gaming g;
    if (!gaming_applies(s))
        return 0;
    int failed = gaming_init(&g, s, d);
    if (!failed && g.is_structural_zero)
        failed = append_same(&g, results, d);
    else if (!failed)
        failed = measure_order(&g, results, d) ||
                 (!g.vanishes && measure_constant(&g, results, d));
    gaming_clear(&g);
    return failed;
}
