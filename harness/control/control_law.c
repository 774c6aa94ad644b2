/* The rule of an error control, identified: the points (size of the error, h'/h) of its runs,
 * for each norm; bounds, which are the same h'/h again and again; the law on which most of the
 * rest lie, found through single pairs of points so that those off it do not move it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/control/control_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 600, LEAST_POINTS = 8, BOUND_POINTS = 3, LAGS = 3 };

/* Logarithms on one law agree to this. Sizes are differences of times, so that no more is to be
 * had of them; and pairs of errors nearer than that do not tell a slope. */
static const double on_law = 1e-6, on_bound = 1e-9, apart = 0.05;

/* No rule has a smaller exponent. */
static const double least_exponent = 0.02;

/* So many of the points that no bound has set are on the law, if it is one. */
static const double share_on_law = 0.6;

/* Nothing is made of a law, beyond telling it, unless so many sizes of so many are on it. */
static const double share_sure = 0.8;
enum { LEAST_SURE = 8 };

/* A step is not cut by the end of the run while so many of it are left. */
static const double steps_left = 2.5;

struct point {
    const double *error, *x, *next_x, *error_before, *x_before, *next_x_before;
    double accuracy, change; /* change: log(h'/h) */
    bool is_set_by_bound;
    double size, size_before; /* log(E/A) in the norm at hand; NaN: none before */
};

struct points {
    int count;
    struct point point[MOST_POINTS];
};

static struct point *add_point(struct points *p, double accuracy, double h, double next) {
    if (p->count == MOST_POINTS || !isfinite(next) || !(next > 0))
        return NULL;
    struct point *point = &p->point[p->count++];
    *point = (struct point){.accuracy = accuracy, .change = log(next / h)};
    return point;
}

/* The first size tried in a step; where that is not known, it was accepted if it is longer than
 * the step before. */
static double find_tried(const struct control_step *step, double before) {
    double accepted = step->next_t - step->t;
    if (!isnan(step->first) || accepted <= before)
        return step->first;
    return accepted;
}

/* Accepted steps whose next one is known; rejected attempts. */
static void collect(struct points *p, const struct control_run *run, double accuracy,
                    double end) {
    for (int i = 0; i + 1 < run->steps; i++) {
        const struct control_step *s = &run->step[i], *next = s + 1;
        double h = s->next_t - s->t, tried = find_tried(next, h);
        if (next->t + steps_left * tried >= end || isnan(s->error[0]))
            continue;
        struct point *point = add_point(p, accuracy, h, tried);
        if (point == NULL)
            continue;
        point->error = s->error;
        point->x = s->x;
        point->next_x = s->next_x;
        if (i == 0 || isnan(s[-1].error[0]))
            continue;
        point->error_before = s[-1].error;
        point->x_before = s[-1].x;
        point->next_x_before = s[-1].next_x;
    }
}

/* Most of the largest (sign 1) or smallest changes are one: *bound := it, NaN if there is none. */
static void find_bound(struct points *p, double sign, double *bound) {
    double most = -INFINITY;
    int count = 0;
    *bound = NAN;
    for (int i = 0; i < p->count; i++)
        most = fmax(most, sign * p->point[i].change);
    for (int i = 0; i < p->count; i++)
        count += sign * p->point[i].change > most - on_bound;
    if (count < BOUND_POINTS || most <= on_bound)
        return;
    *bound = exp(sign * most);
    for (int i = 0; i < p->count; i++)
        if (sign * p->point[i].change > most - on_bound)
            p->point[i].is_set_by_bound = true;
}

/* The bound of growth where there is no error: three steps in succession grow alike, but for
 * the first one. */
static double find_growth(const struct control_run *quiet) {
    double growth = NAN;
    for (int i = 1; i + 2 < quiet->steps; i++) {
        const struct control_step *s = &quiet->step[i];
        double one = (s[1].next_t - s[1].t) / (s->next_t - s->t);
        double other = (s[2].next_t - s[2].t) / (s[1].next_t - s[1].t);
        if (fabs(one / other - 1) < on_law && one > 1 + on_law)
            growth = one;
    }
    return growth;
}

static bool find_growing(const struct control_run *run) {
    for (int i = 0; i + 1 < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        if (s[1].next_t - s[1].t > (1 + on_law) * (s->next_t - s->t))
            return true;
    }
    return false;
}

/* What follows a rejected attempt: changes alone. */
static void collect_rejected(struct points *p, const struct control_run *run) {
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        for (int k = 0; k < s->rejected && k < CONTROL_ATTEMPTS; k++) {
            bool is_last = k + 1 == s->rejected || k + 1 == CONTROL_ATTEMPTS;
            add_point(p, 1, s->attempt[k].h,
                      is_last ? s->next_t - s->t : s->attempt[k + 1].h);
        }
    }
}

/* Steps that are kept as they are. */
static void leave_out_kept(struct points *p) {
    for (int i = 0; i < p->count; i++)
        if (fabs(p->point[i].change) < on_bound)
            p->point[i].is_set_by_bound = true;
}

static void measure(struct points *p, const struct control_norm *norm) {
    for (int i = 0; i < p->count; i++) {
        struct point *point = &p->point[i];
        double size = control_size(norm, point->error, point->x, point->next_x);
        double before = point->error_before == NULL
                            ? NAN
                            : control_size(norm, point->error_before, point->x_before,
                                           point->next_x_before);
        point->size = log(size / point->accuracy);
        point->size_before = log(before / point->accuracy);
    }
}

static bool is_of_use(const struct point *point, bool with_before) {
    return !point->is_set_by_bound && isfinite(point->size) &&
           (!with_before || isfinite(point->size_before));
}

/* How many points are on change = c[0] + c[1] size + c[2] size_before. */
static int count_on_law(const struct points *p, const double *c) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        const struct point *point = &p->point[i];
        if (!is_of_use(point, c[2] != 0))
            continue;
        double law =
            c[0] + c[1] * point->size + (c[2] != 0 ? c[2] * point->size_before : 0);
        count += fabs(point->change - law) < on_law;
    }
    return count;
}

/* c := the law through two points. Nonzero: they are too near. */
static int join_two(const struct point *a, const struct point *b, double *c) {
    double dx = b->size - a->size;
    c[1] = (b->change - a->change) / dx;
    c[0] = a->change - c[1] * a->size;
    c[2] = 0;
    return !(fabs(dx) > apart);
}

/* c := the law through three points, by elimination. */
static int join_three(const struct point *a, const struct point *b, const struct point *d,
                      double *c) {
    double x1 = b->size - a->size, y1 = b->size_before - a->size_before;
    double x2 = d->size - a->size, y2 = d->size_before - a->size_before;
    double z1 = b->change - a->change, z2 = d->change - a->change;
    double det = x1 * y2 - x2 * y1;
    c[1] = (z1 * y2 - z2 * y1) / det;
    c[2] = (x1 * z2 - x2 * z1) / det;
    c[0] = a->change - c[1] * a->size - c[2] * a->size_before;
    return !(fabs(det) > apart * apart);
}

/* The next point of use after i, or p->count. */
static int next_of_use(const struct points *p, int i, bool with_before) {
    do
        i++;
    while (i < p->count && !is_of_use(&p->point[i], with_before));
    return i;
}

/* best := the law of most points, of those through neighbours. Returns how many. */
static int find_best(const struct points *p, bool with_before, double *best) {
    int most = 0;
    for (int i = next_of_use(p, -1, with_before); i < p->count;
         i = next_of_use(p, i, with_before)) {
        int k = i;
        for (int lag = 0; lag < LAGS; lag++) {
            double c[3];
            k = next_of_use(p, k, with_before);
            int m = next_of_use(p, k, with_before);
            if (k >= p->count || (with_before && m >= p->count))
                break;
            int failed = with_before
                             ? join_three(&p->point[i], &p->point[k], &p->point[m], c)
                             : join_two(&p->point[i], &p->point[k], c);
            int count = failed || !(c[1] < -least_exponent) ? 0 : count_on_law(p, c);
            if (count > most) {
                most = count;
                memcpy(best, c, 3 * sizeof *best);
            }
        }
    }
    return most;
}

static int count_of_use(const struct points *p, bool with_before) {
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += is_of_use(&p->point[i], with_before);
    return count;
}

/* The norm and the law with most points on it. */
static void try_norms(struct control_law *law, struct points *p, bool with_before) {
    for (int k = 0; k < CONTROL_KINDS * CONTROL_SCALES * CONTROL_OVERS; k++) {
        const struct control_norm norm = {
            .kind = (enum control_kind)(k % CONTROL_KINDS),
            .scale = (enum control_scale)(k / CONTROL_KINDS % CONTROL_SCALES),
            .over = (enum control_over)(k / CONTROL_KINDS / CONTROL_SCALES)};
        double c[3] = {0, 0, 0};
        measure(p, &norm);
        int count = find_best(p, with_before, c), of_use = count_of_use(p, with_before);
        if (count < LEAST_POINTS || count < share_on_law * of_use || count <= law->on_law)
            continue;
        law->is_found = true;
        law->has_before = with_before;
        law->norm = norm;
        law->safety = exp(c[0]);
        law->exponent = -c[1];
        law->before = c[2];
        law->on_law = count;
        law->points = of_use;
    }
}

/* What was accepted and what was not, in the law's norm, or the most lenient one. */
static void find_acceptance(struct control_law *law, const struct control_run *run,
                            double accuracy) {
    const struct control_norm *norm = law->is_found ? &law->norm : &control_lenient;
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        double size = control_size(norm, s->error, s->x, s->next_x) / accuracy;
        law->most_accepted = fmax(law->most_accepted, size);
        for (int k = 0; k < s->rejected && k < CONTROL_ATTEMPTS; k++) {
            size = control_size(norm, s->attempt[k].error, s->x, s->attempt[k].next_x) /
                   accuracy;
            if (s->attempts_repeat)
                law->least_rejected = fmin(law->least_rejected, size);
        }
    }
}

void control_law_find(struct control_law *law, const struct control_run *runs,
                      const double *accuracies, int count,
                      const struct control_run *quiet) {
    struct points *p = calloc(1, sizeof *p);
    *law =
        (struct control_law){.growth = NAN, .shrinkage = NAN, .least_rejected = INFINITY};
    if (p == NULL)
        return;
    for (int i = 0; i < count; i++)
        if (runs[i].steps > 0)
            collect(p, &runs[i], accuracies[i],
                    runs[i].reached_end ? runs[i].step[runs[i].steps - 1].next_t
                                        : INFINITY);
    leave_out_kept(p);
    find_bound(p, 1, &law->growth);
    try_norms(law, p, false);
    if (!law->is_found)
        try_norms(law, p, true);
    law->is_sure = law->on_law >= LEAST_SURE && law->on_law >= share_sure * law->points;
    double growth = find_growth(quiet);
    law->growth = isnan(growth) ? law->growth : growth;
    p->count = 0;
    law->never_grows = !find_growing(quiet);
    for (int i = 0; i < count; i++) {
        collect_rejected(p, &runs[i]);
        law->never_grows = law->never_grows && !find_growing(&runs[i]);
    }
    find_bound(p, -1, &law->shrinkage);
    for (int i = 0; i < count; i++)
        find_acceptance(law, &runs[i], accuracies[i]);
    free(p);
}
