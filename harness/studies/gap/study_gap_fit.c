/* One slope at one point.
 *
 * The slope expected at a point is the power of the first predicted coefficient that does
 * not vanish there: at a start at rest, say, the velocities' h^2 coefficients are zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"

/* The range is found when the slope is known to this: far better is reached. */
#define SLOPE_ACCEPT (GAP_SLOPE_TOLERANCE / 10)

/* The finest point is 2^-28 times the coarsest: one correction is more than enough. */
static const struct ladder_rule RULE = {.min_points = 6,
                                        .max_corrections = 1,
                                        .accept = SLOPE_ACCEPT,
                                        .noise = 8 * DBL_EPSILON};

/* A coefficient whose weight |c_k| tau^k / scale is below this is zero up to rounding. */
enum { VANISHING_DIVISOR = 2 }; /* 2^-(bits/2) */

/* A coefficient leads when at h = tau 2^-32, the coarsest step that a range of six can do
 * with, each later term is a small part of its own. */
enum { LEADING_EXPONENT = 32 };
static const double later_share = 0x1p-12;

/* The finest step that a range of six can do with is tau 2^-44. */
enum { VISIBLE_EXPONENT = 44, VISIBLE_BITS = 8 };

/* What later orders than the series' and rounding of its coefficients may add to it. */
enum { SERIES_FACTOR = 2 };

/* Guard for what rounding leaves of a quantity that is zero: 2^-(bits - GUARD). */
enum { GUARD_BITS = 16 };

static const int of_pair[GAP_KINDS] = {2, 2, 3};

int gap_nominal_order(const struct gap_problem *g, const struct gap_target *target) {
    const struct projected_traits *t = g->traits;
    if (target->remainder)
        return gap_compared(g) + 1;
    if (t == NULL)
        return of_pair[target->kind];
    const int orders[GAP_KINDS] = {t->order + 1, t->estimate, t->gap};
    return orders[target->kind];
}

/* The weight of the coefficient of h^k: in the norm, that of the heaviest component. */
static double find_weight(const struct gap_problem *g, const struct gap_point *p,
                          const struct gap_target *target, int k) {
    double weight = 0;
    if (target->component >= 0)
        return gap_weight(g, p, target->kind, target->component, k);
    for (int i = 0; i < g->nx; i++)
        weight = fmax(weight, gap_weight(g, p, target->kind, i, k));
    return weight;
}

/* Whether the term of h^k rules over the later ones, and is seen above the rounding. */
static bool is_leading(const struct gap_problem *g, const struct gap_point *p,
                       const struct gap_target *target, int k) {
    double leading = find_weight(g, p, target, k);
    if (ldexp(leading, -VISIBLE_EXPONENT * k) <
        ldexp(1, GUARD_BITS + VISIBLE_BITS - (int)g->bits))
        return false;
    for (int j = k + 1; j <= g->order; j++) {
        double later = find_weight(g, p, target, j);
        if (ldexp(later, -LEADING_EXPONENT * (j - k)) > later_share * leading)
            return false;
    }
    return true;
}

/* The lowest power of h that is not taken away. */
static int find_lowest(const struct gap_problem *g, const struct gap_target *target) {
    return target->remainder ? gap_compared(g) + 1 : 1;
}

/* At most so much is predicted at a level, in the component's units, or the scale's. */
static double find_predicted(const struct gap_problem *g, const struct gap_point *p,
                             const struct gap_target *target, double h) {
    const double unit = target->component < 0 ? sqrt(g->nx) : g->scale[target->component];
    double sum = 0;
    for (int k = find_lowest(g, target); k <= g->order; k++)
        sum += find_weight(g, p, target, k) * pow(h / p->tau, k);
    return SERIES_FACTOR * unit * sum;
}

static void expect(const struct gap_problem *g, const struct gap_point *p,
                   const struct gap_target *target, struct gap_slope *s) {
    double zero = ldexp(1, -(int)(g->bits / VANISHING_DIVISOR));
    int first = find_lowest(g, target);
    while (first <= g->order && find_weight(g, p, target, first) <= zero)
        first++;
    s->state = GAP_SLOPE_VANISHES;
    s->expected = 0;
    if (first > g->order)
        return;
    s->expected = first;
    s->state = is_leading(g, p, target, first) ? GAP_SLOPE_FITTED : GAP_SLOPE_NOT_LEADING;
    if (first < gap_nominal_order(g, target))
        s->state = GAP_SLOPE_TOO_LOW;
}

/* value := the kind in component i, less its predicted part if the remainder is asked for. */
static void take(const struct gap_problem *g, const struct gap_point *p,
                 const struct gap_target *target, int level, int i, mpfr_ptr value) {
    mpfr_t part;
    mpfr_set(value, p->measured[target->kind][level * g->nx + i], MPFR_RNDN);
    if (!target->remainder)
        return;
    mpfr_init2(part, g->bits);
    mpfr_set_zero(part, 1);
    for (int k = gap_compared(g); k >= 0; k--) {
        mpfr_mul(part, part, p->h[level], MPFR_RNDN);
        mpfr_add(part, part, p->predicted[target->kind][i * (g->order + 1) + k],
                 MPFR_RNDN);
    }
    mpfr_sub(value, value, part, MPFR_RNDN);
    mpfr_clear(part);
}

static double take_norm(const struct gap_problem *g, const struct gap_point *p,
                        const struct gap_target *target, int level, mpfr_ptr value) {
    double sum = 0;
    for (int i = 0; i < g->nx; i++) {
        take(g, p, target, level, i, value);
        sum += pow(mpfr_get_d(value, MPFR_RNDN) / g->scale[i], 2);
    }
    return sqrt(sum);
}

/* The ladder of a point: signed for a component, relative to the scales for the norm. */
static void fill_ladder(const struct gap_problem *g, const struct gap_point *p,
                        const struct gap_target *target, struct gap_slope *s) {
    double guard = ldexp(1, GUARD_BITS - (int)g->bits);
    mpfr_t value;
    mpfr_init2(value, g->bits);
    for (int level = 0; level < GAP_LEVELS; level++) {
        struct ladder_point *point = &s->point[level];
        *point = (struct ladder_point){.h = mpfr_get_d(p->h[level], MPFR_RNDN),
                                       .floor = guard};
        if (target->component < 0) {
            point->error = take_norm(g, p, target, level, value);
        } else {
            take(g, p, target, level, target->component, value);
            point->error = mpfr_get_d(value, MPFR_RNDN);
            point->floor = guard * g->scale[target->component];
        }
    }
    mpfr_clear(value);
}

void gap_measure_slope(const struct gap_problem *g, const struct gap_point *p,
                       const struct gap_target *target, struct gap_slope *s) {
    *s = (struct gap_slope){.state = GAP_SLOPE_UNJUDGED};
    fill_ladder(g, p, target, s);
    if (p->unjudged != NULL)
        return;
    expect(g, p, target, s);
    if (s->state == GAP_SLOPE_FITTED)
        s->order = ladder_fit(GAP_LEVELS, s->point, &RULE);
    for (int level = 0; level < GAP_LEVELS && s->state == GAP_SLOPE_VANISHES; level++) {
        const struct ladder_point *point = &s->point[level];
        /* Coefficients that vanish up to rounding, of a force that is 1e-100 here, are no zeros. */
        const double most = point->floor + find_predicted(g, p, target, point->h);
        if (!(fabs(point->error) <= most))
            s->state = GAP_SLOPE_NOT_ZERO;
    }
}
