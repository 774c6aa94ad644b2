/* The asymptotic range of a ladder: all ranges that end at the finest usable point are tried
 * with falling numbers of corrections, long ranges first; then, as far as the floor reaches,
 * those that end one point earlier.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/asymptotic.h"

#include <math.h>
#include <stddef.h>

/* An error this many times its floor bears a relative disturbance of at most one hundredth:
 * below that a point is not used. */
static const double floor_clearance = 100.0;

/* The floor is an estimate. Up to this many times its size, points at the fine end may be
 * given up when no law fits with them. */
static const double floor_reach = 1e4;

/* Longest ladder for which a fit is tried. */
enum { LONGEST = 64 };

const char *ladder_use_text(enum ladder_use use) {
    switch (use) {
    case LADDER_USED: break;
    case LADDER_FAILED: return "no error was obtained here";
    case LADDER_FLOOR: return "round-off or the Newton tolerance";
    case LADDER_SIGN: return "the error changes sign";
    case LADDER_COARSE: return "before the asymptotic range";
    }
    return "";
}

static bool is_usable(const struct ladder_point *p) {
    return isfinite(p->error) && p->error != 0 && isfinite(p->h) && p->h > 0;
}

/* Marks every point from the first one at the floor; returns how many come before it. */
static int cut_floor(int n, struct ladder_point *point) {
    int last = 0;
    while (last < n && !(fabs(point[last].error) < floor_clearance * point[last].floor))
        last++; /* also where the error is not a number */
    for (int i = last; i < n; i++)
        point[i].use = LADDER_FLOOR;
    return last;
}

/* The first point of the run of usable points of one sign that ends before `end`. */
static int cut_sign(int end, struct ladder_point *point) {
    int begin = end;
    while (begin > 0 && is_usable(&point[begin - 1]) &&
           signbit(point[begin - 1].error) == signbit(point[end - 1].error))
        begin--;
    for (int i = 0; i < begin; i++)
        point[i].use = is_usable(&point[i]) ? LADDER_SIGN : LADDER_FAILED;
    return begin;
}

/* Fits point[first] .. point[last]. The half-width is infinite when there is no fit. */
static double fit_range(struct ladder_order *o, const struct ladder_point *point,
                        int first, int last, int corrections, double noise) {
    double h[LONGEST], error[LONGEST], own[LONGEST];
    int n = last - first + 1;
    if (n > LONGEST)
        return INFINITY;
    for (int i = 0; i < n; i++) {
        const struct ladder_point *p = &point[first + i];
        h[i] = p->h;
        error[i] = p->error;
        own[i] = fmax(noise, p->floor / fabs(p->error));
    }
    struct fit shorter;
    struct ladder_order result = {.fitted = true, .first = first, .last = last};
    if (fit_exponent(&result.fit, n, h, error, corrections, own) ||
        fit_exponent(&shorter, n - 1, h + 1, error + 1, corrections, own + 1))
        return INFINITY;
    double change = fabs(shorter.exponent - result.fit.exponent);
    result.low = result.fit.low - change;
    result.high = result.fit.high + change;
    *o = result;
    return (result.high - result.low) / 2;
}

/* Whether the slope of the finest points, without corrections, is near the exponent. */
static bool is_straight(const struct ladder_order *o, const struct ladder_point *point,
                        const struct ladder_rule *rule) {
    struct ladder_order finest;
    if (rule->bend == 0)
        return true;
    double width = fit_range(&finest, point, o->last + 1 - rule->min_points, o->last, 0,
                             rule->noise);
    return isfinite(width) && fabs(finest.fit.exponent - o->fit.exponent) <= rule->bend;
}

/* The narrowest fits so far, by their number of corrections. */
struct narrowest {
    struct ladder_order order[FIT_MAX_CORRECTIONS + 1];
};

static double width_of(const struct ladder_order *o) {
    return o->fitted ? (o->high - o->low) / 2 : INFINITY;
}

/* The narrowest fit with more corrections; NULL: none. */
static const struct ladder_order *find_finer(const struct ladder_order *o,
                                             const struct narrowest *known) {
    const struct ladder_order *finer = NULL;
    for (int k = o->fit.corrections + 1; k <= FIT_MAX_CORRECTIONS; k++)
        if (known->order[k].fitted &&
            (finer == NULL || width_of(&known->order[k]) < width_of(finer)))
            finer = &known->order[k];
    return finer;
}

/* Where the local slope turns, a short range is straight at an exponent that is not that of
 * h -> 0: whether the narrowest fit with more corrections, which sees it turn, excludes this. */
static bool is_refuted(const struct ladder_order *o, const struct narrowest *known) {
    const struct ladder_order *finer = find_finer(o, known);
    return finer != NULL && (finer->low > o->high || finer->high < o->low);
}

static void widen(struct ladder_order *o, const struct narrowest *known) {
    const struct ladder_order *finer = find_finer(o, known);
    o->lowest = finer == NULL ? o->low : fmin(o->low, finer->low);
    o->highest = finer == NULL ? o->high : fmax(o->high, finer->high);
}

/* All ranges up to `last`: the longest with the most corrections that is accepted. Whether
 * there is one. */
static bool search_ranges(struct ladder_order *o, const struct ladder_point *point,
                          int begin, int last, const struct ladder_rule *rule,
                          struct narrowest *known) {
    for (int k = rule->max_corrections; k >= 0; k--) {
        for (int first = begin; last - first + 1 >= rule->min_points; first++) {
            struct ladder_order tried = {.fitted = false};
            double width = fit_range(&tried, point, first, last, k, rule->noise);
            if (!tried.fitted || is_refuted(&tried, known))
                continue;
            if (width < width_of(&known->order[k]))
                known->order[k] = tried;
            if (width <= rule->accept && is_straight(&tried, point, rule)) {
                *o = tried;
                o->found = true;
                widen(o, known);
                return true;
            }
        }
    }
    return false;
}

/* The narrowest fit of all. */
static struct ladder_order narrowest_of(const struct narrowest *known) {
    struct ladder_order best = {.fitted = false, .first = 0, .last = -1};
    for (int k = 0; k <= FIT_MAX_CORRECTIONS; k++)
        if (width_of(&known->order[k]) < width_of(&best))
            best = known->order[k];
    return best;
}

struct ladder_order ladder_fit(int n, struct ladder_point *point,
                               const struct ladder_rule *rule) {
    struct narrowest known = {.order = {{.fitted = false}}};
    struct ladder_order best = {.found = false};
    for (int i = 0; i < n; i++)
        point[i].use = is_usable(&point[i]) ? LADDER_COARSE : LADDER_FAILED;
    int end = cut_floor(n, point);
    int begin = end > 0 ? cut_sign(end, point) : 0;
    for (int last = end - 1; last >= begin; last--) {
        if (search_ranges(&best, point, begin, last, rule, &known) ||
            fabs(point[last].error) > floor_reach * point[last].floor)
            break;
    }
    if (!best.found)
        best = narrowest_of(&known);
    for (int i = begin; i < end; i++) {
        if (best.fitted && i > best.last)
            point[i].use = LADDER_FLOOR;
        else if (best.fitted && i >= best.first)
            point[i].use = LADDER_USED;
    }
    return best;
}

bool ladder_is_rounding(int n, const struct ladder_point *point) {
    bool all = true;
    for (int k = 0; k < n; k++)
        all = all && fabs(point[k].error) <= point[k].floor;
    return all;
}

enum verdict ladder_judge(const struct ladder_order *o, double expected,
                          double tolerance) {
    enum verdict verdict =
        verdict_two_sided(o->found, o->low, o->high, expected, tolerance);
    return verdict == VERDICT_FAIL
               ? verdict_two_sided(true, o->lowest, o->highest, expected, tolerance)
               : verdict;
}
