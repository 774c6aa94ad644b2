/* The errors of a ladder, in components and in the norm.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/model.h"

/* Points in any fit. */
enum { MIN_POINTS = 6 };

/* Relative error of a datum as such: its logarithm is rounded to double. */
static const double datum_noise = 1e-15;

static size_t count_errors(const struct order_ladder *l) {
    return (size_t)(ORDER_MAX_LEVELS * ORDER_TIMES * l->truth->nx);
}

/* Tolerance of the order where kinks are crossed: each crossing makes an error that depends
 * on where in a step it falls, so that e(h) = c h (1 + r(h)) with |r| of the size of h but
 * not smooth. */
static const double kinked_tolerance = 0.1;

/* The half-width at which a range is accepted, as a part of the tolerance: an interval may
 * be too narrow by several times, where neglected terms of the law rule, and the verdict
 * still stand. */
static const double accepted_part = 0.1;

static void name_quantities(struct order_ladder *l) {
    projected_quantity(l->order_name, sizeof l->order_name,
                       l->law->projects ? "order:projected" : "order", l->law->traits);
    snprintf(l->constant_name, sizeof l->constant_name, "error-constant:%s",
             l->order_name);
}

int order_ladder_alloc(struct order_ladder *l) {
    name_quantities(l);
    if (model_has_kinks(l->truth->model))
        l->tolerance = kinked_tolerance;
    l->accept = accepted_part * l->tolerance;
    l->error = calloc(count_errors(l) + 1, sizeof *l->error);
    if (l->error == NULL)
        return -1;
    order_ladder_forget(l);
    return 0;
}

void order_ladder_clear(struct order_ladder *l) {
    free(l->error);
    l->error = NULL;
}

void order_ladder_forget(struct order_ladder *l) {
    for (size_t i = 0; i < count_errors(l); i++)
        l->error[i] = NAN;
}

double order_step(const struct order_ladder *l, int level) {
    return l->truth->horizon / ((double)l->steps[level] * ORDER_TIMES);
}

double order_error(const struct order_ladder *l, int level, int j, int i) {
    return l->error[(level * ORDER_TIMES + j) * l->truth->nx + i];
}

/* What Newton's tolerance may add to component i in a step. Where q' = v each iterate obeys
 * q = q0 + h v, which is linear: a position is wrong by its velocity's error times h, and later
 * by that error times what is left of the horizon. A ladder of one number is a drift's. */
static double slack_of(const struct order_ladder *l, int i) {
    const struct model *m = l->truth->model;
    const bool follows = m->map_is_identity && i < m->nq && l->truth->nx > 1;
    return follows ? fmin(1, l->truth->horizon) * l->slack : l->slack;
}

/* Each step rounds once or so, and errors of one sign add up; the truth has its own. */
double order_floor(const struct order_ladder *l, int level, int i) {
    double steps = (double)l->steps[level] * ORDER_TIMES;
    return steps * (l->unit * l->truth->scale[i] + slack_of(l, i)) + l->truth->radius +
           l->shift;
}

/* The same of the problem as it is posed, in double: a component that is small where large
 * ones cancel, as near an equilibrium, has what rounding makes of its rate at states that N
 * steps have rounded. */
double order_rounded_floor(const struct order_ladder *l, int level, int i) {
    const struct order_truth *o = l->truth;
    double steps = (double)l->steps[level] * ORDER_TIMES;
    double posed = steps * (ROUNDOFF_UNIT * o->scale[i] + o->horizon * o->rate_error[i]);
    return fmax(posed, steps * slack_of(l, i)) + order_floor(l, level, i);
}

/* A component may be so small that rounding over the ladder's finest steps makes more of it than
 * an order may be off. It then has no size of its own in that arithmetic, and 1 takes its place
 * in the norm; never less than its magnitude, which would make it count for more. */
double order_size(const struct order_ladder *l, int i) {
    const struct order_truth *o = l->truth;
    double steps = (double)l->steps[l->levels - 1] * ORDER_TIMES;
    double lost = steps * o->horizon * o->rate_error[i] * l->unit / ROUNDOFF_UNIT;
    return lost <= l->tolerance * o->scale[i] ? o->scale[i] : fmax(o->scale[i], 1);
}

/* Whether the errors of component i at a level are rounding, and none is predicted; *known grows
 * by those that there are. */
static bool is_exact_at(const struct order_ladder *l, int level, int i, int *known) {
    const struct order_truth *o = l->truth;
    for (int j = 0; j < ORDER_TIMES; j++) {
        double floor = order_rounded_floor(l, level, i);
        double error = order_error(l, level, j, i);
        double leading = o->leading ? o->leading[j * o->nx + i] : 0;
        if (fabs(error) > floor || fabs(leading) * order_step(l, level) > floor)
            return false;
        *known += isfinite(error);
    }
    return true;
}

int order_exact_from(const struct order_ladder *l, int i) {
    int known = 0, level = l->levels;
    while (level > 0 && is_exact_at(l, level - 1, i, &known))
        level--;
    return known >= MIN_POINTS * ORDER_TIMES ? level : l->levels;
}

bool order_may_be_hidden(const struct order_ladder *l) {
    const struct order_truth *o = l->truth;
    return o->shortened && o->leading == NULL && !model_has_kinks(o->model);
}

bool order_is_exact(const struct order_ladder *l, int i) {
    const struct order_truth *o = l->truth;
    bool exact = i >= 0 || !order_may_be_hidden(l);
    for (int k = i < 0 ? 0 : i; k < (i < 0 ? o->nx : i + 1); k++)
        exact = exact && order_exact_from(l, k) == 0;
    return exact;
}

static struct ladder_order fit(const struct order_ladder *l, struct ladder_point *point) {
    const struct ladder_rule rule = {
        .min_points = MIN_POINTS,
        .max_corrections = l->corrections,
        .accept = l->accept,
        .bend = model_has_kinks(l->truth->model) ? l->tolerance : 0,
        .noise = datum_noise};
    return ladder_fit(l->levels, point, &rule);
}

/* What the floors d of the components may add to the norm of their errors e: at most |d|, and
 * as e2 - e1 = (e2^2 - e1^2) / (e2 + e1) at most (2 |e| . |d| + d^2) / |e|. A component that
 * is small and hardly known adds little where others err by more. */
static double floor_of_norm(const struct order_ladder *l, int level, double norm) {
    const struct order_truth *o = l->truth;
    double square = 0, product = 0;
    for (int i = 0; i < o->nx; i++) {
        double floor = order_floor(l, level, i) / order_size(l, i);
        square += floor * floor / o->nx;
        for (int j = 0; j < ORDER_TIMES; j++)
            product += fabs(order_error(l, level, j, i) / order_size(l, i)) * floor /
                       (o->nx * ORDER_TIMES);
    }
    return norm > 0 ? fmin(sqrt(square), (2 * product + square) / norm) : sqrt(square);
}

struct ladder_order order_of_norm(const struct order_ladder *l,
                                  struct ladder_point *point) {
    const struct order_truth *o = l->truth;
    for (int level = 0; level < l->levels; level++) {
        double error = 0;
        for (int i = 0; i < o->nx; i++) {
            for (int j = 0; j < ORDER_TIMES; j++)
                error += pow(order_error(l, level, j, i) / order_size(l, i), 2) /
                         (o->nx * ORDER_TIMES);
        }
        error = sqrt(error);
        point[level] = (struct ladder_point){.h = order_step(l, level),
                                             .error = error,
                                             .floor = floor_of_norm(l, level, error)};
    }
    return fit(l, point);
}

struct ladder_order order_of_component(const struct order_ladder *l, int i, int j,
                                       struct ladder_point *point) {
    for (int level = 0; level < l->levels; level++)
        point[level] = (struct ladder_point){.h = order_step(l, level),
                                             .error = order_error(l, level, j, i),
                                             .floor = order_floor(l, level, i)};
    return fit(l, point);
}

/* The largest error of component i, at the finest level that has one, at the times that are not
 * tried yet. */
static int find_largest(const struct order_ladder *l, int i, const bool *tried) {
    int best = -1;
    double largest = 0;
    for (int level = l->levels - 1; level >= 0 && largest == 0; level--) {
        for (int j = 0; j < ORDER_TIMES; j++) {
            double error = fabs(order_error(l, level, j, i));
            if (!tried[j] && error > largest) {
                largest = error;
                best = j;
            }
        }
    }
    return best;
}

int order_best_time(const struct order_ladder *l, int i) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    bool tried[ORDER_TIMES] = {false};
    const int largest = find_largest(l, i, tried);
    for (int j = largest; j >= 0; j = find_largest(l, i, tried)) {
        if (order_of_component(l, i, j, point).found)
            return j;
        tried[j] = true;
    }
    return largest >= 0 ? largest : ORDER_TIMES - 1;
}
