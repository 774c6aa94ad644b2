/* The points of runs under error control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/control_points.h"

#include <math.h>

enum { BOUND_POINTS = 3 };

/* A step is not cut by the end of the run while so many of it are left. */
static const double steps_left = 2.5;

static struct control_point *add_point(struct control_points *p, double accuracy,
                                       double h, double next) {
    if (p->count == CONTROL_POINTS || !isfinite(next) || !(next > 0))
        return NULL;
    struct control_point *point = &p->point[p->count++];
    *point = (struct control_point){.accuracy = accuracy, .change = log(next / h)};
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

void control_points_collect(struct control_points *p, const struct control_run *run,
                            double accuracy) {
    const double end =
        run->steps > 0 && run->reached_end ? run->step[run->steps - 1].next_t : INFINITY;
    for (int i = 0; i + 1 < run->steps; i++) {
        const struct control_step *s = &run->step[i], *next = s + 1;
        double h = s->next_t - s->t, tried = find_tried(next, h);
        if (next->t + steps_left * tried >= end || isnan(s->error[0]))
            continue;
        struct control_point *point = add_point(p, accuracy, h, tried);
        if (point == NULL)
            continue;
        point->step = s;
        point->before = i > 0 && !isnan(s[-1].error[0]) ? s - 1 : NULL;
    }
}

void control_points_collect_rejected(struct control_points *p,
                                     const struct control_run *run) {
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        for (int k = 0; k < s->rejected && k < CONTROL_ATTEMPTS; k++) {
            bool is_last = k + 1 == s->rejected || k + 1 == CONTROL_ATTEMPTS;
            add_point(p, 1, s->attempt[k].h,
                      is_last ? s->next_t - s->t : s->attempt[k + 1].h);
        }
    }
}

void control_points_mark_kept(struct control_points *p) {
    for (int i = 0; i < p->count; i++)
        if (fabs(p->point[i].change) < control_on_bound)
            p->point[i].is_set_by_bound = true;
}

void control_points_find_bound(struct control_points *p, double sign, double *bound) {
    double most = -INFINITY;
    int count = 0;
    *bound = NAN;
    for (int i = 0; i < p->count; i++)
        most = fmax(most, sign * p->point[i].change);
    for (int i = 0; i < p->count; i++)
        count += sign * p->point[i].change > most - control_on_bound;
    if (count < BOUND_POINTS || most <= control_on_bound)
        return;
    *bound = exp(sign * most);
    for (int i = 0; i < p->count; i++)
        if (sign * p->point[i].change > most - control_on_bound)
            p->point[i].is_set_by_bound = true;
}

static double find_size(const struct control_norm *norm, const struct control_step *s,
                        double accuracy) {
    return s == NULL ? NAN : log(control_size(norm, s, s->error, s->next_x) / accuracy);
}

void control_points_measure(struct control_points *p, const struct control_norm *norm) {
    for (int i = 0; i < p->count; i++) {
        struct control_point *point = &p->point[i];
        const struct control_step *s = point->step, *b = point->before;
        point->term[0] = find_size(norm, s, point->accuracy);
        point->term[1] = find_size(norm, b, point->accuracy);
        point->term[2] = b == NULL ? NAN : log((b->next_t - b->t) / (s->next_t - s->t));
    }
}

bool control_point_is_of_use(const struct control_point *point, int terms) {
    for (int k = 0; k < terms; k++)
        if (!isfinite(point->term[k]))
            return false;
    return !point->is_set_by_bound;
}

int control_points_of_use(const struct control_points *p, int terms) {
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += control_point_is_of_use(&p->point[i], terms);
    return count;
}
