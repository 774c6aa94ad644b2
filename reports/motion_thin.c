/* Fewer points for the same line: between two points that are kept, the one farthest from
 * their chord is kept too, as long as it is farther than the tolerance (D. Douglas, T.
 * Peucker, Cartographica 10 (1973) 112-122).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/motion.h"

#include <math.h>
#include <stdlib.h>

/* The region of a curve, to scale it to the figure. */
struct frame {
    double across, up; /* units of the figure in one of the curve */
};

static struct frame find_frame(const struct motion_curve *curve, double width,
                               double height) {
    double left = INFINITY, right = -INFINITY, bottom = INFINITY, top = -INFINITY;
    for (int i = 0; i < curve->count; i++) {
        left = fmin(left, curve->point[i].x);
        right = fmax(right, curve->point[i].x);
        bottom = fmin(bottom, curve->point[i].y);
        top = fmax(top, curve->point[i].y);
    }
    return (struct frame){right > left ? width / (right - left) : 0,
                          top > bottom ? height / (top - bottom) : 0};
}

/* The distance of p from the segment between a and b. */
static double find_distance(const struct frame *f, const struct motion_point *p,
                            const struct motion_point *a, const struct motion_point *b) {
    double bx = (b->x - a->x) * f->across, by = (b->y - a->y) * f->up;
    double px = (p->x - a->x) * f->across, py = (p->y - a->y) * f->up;
    double length = bx * bx + by * by;
    double s = length > 0 ? fmin(1, fmax(0, (px * bx + py * by) / length)) : 0;
    return hypot(px - s * bx, py - s * by);
}

/* Between `first` and `last`, which are kept: the ends still to be looked at stand on a
 * stack, so that no depth of calls is needed. */
static void keep_between(const struct motion_curve *curve, const struct frame *f,
                         int first, int last, double tolerance, bool *kept, int *stack) {
    int depth = 0;
    stack[depth++] = last;
    while (depth > 0) {
        int end = stack[depth - 1], farthest = -1;
        double most = tolerance;
        for (int i = first + 1; i < end; i++) {
            double distance = find_distance(f, &curve->point[i], &curve->point[first],
                                            &curve->point[end]);
            farthest = distance > most ? i : farthest;
            most = fmax(most, distance);
        }
        if (farthest >= 0) {
            stack[depth++] = farthest;
        } else {
            kept[end] = true;
            first = end;
            depth--;
        }
    }
}

static bool is_break(const struct motion_curve *curve, int i) {
    return i < 0 || i >= curve->count || isnan(curve->point[i].x);
}

void motion_thin(struct motion_curve *curve, double width, double height,
                 double tolerance) {
    struct frame frame = find_frame(curve, width, height);
    bool *kept = calloc((size_t)curve->count + 1, sizeof *kept);
    int *stack = calloc((size_t)curve->count + 1, sizeof *stack), first = 0, left = 0;
    for (int i = 0; i < curve->count && kept && stack; i++) {
        first = is_break(curve, i - 1) ? i : first;
        kept[i] = is_break(curve, i) || is_break(curve, i - 1);
        if (!is_break(curve, i) && is_break(curve, i + 1)) {
            kept[i] = true;
            keep_between(curve, &frame, first, i, tolerance, kept, stack);
        }
    }
    for (int i = 0; i < curve->count && kept && stack; i++) {
        if (kept[i]) {
            curve->point[left++] = curve->point[i];
        }
    }
    curve->count = kept && stack ? left : curve->count;
    free(kept);
    free(stack);
}
