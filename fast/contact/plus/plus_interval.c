/* The sliding interval of PLUS (Simbody 3.7, PLUSImpulseSolver): the part s of a solve after
 * which no contact that slides has turned by more than 30 degrees, or at which one has come
 * closest to rest. With slip a at the start, b at the end and v = b - a,
 *
 *     |a + s v| is least at s = -a . v / v . v,
 *     cos(a, a + s v) = c:  (a . (a + s v))^2 = c^2 |a|^2 |a + s v|^2
 *
 * the second a quadratic equation for s.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/contact/plus/plus_internal.h"

/* cos(pi/6) as the C library has it: 30 degrees are the largest turn in one interval. */
static const double LEAST_COSINE = 0.8660254037844387;
/* 1 - sqrt(2^-52): the rest would be a sliver. */
static const double NEARLY_ALL = 1 - 0x1p-26;

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1];
}

/* *closest := the smallest slip speed from a to b; where that is, from 0 to 1. */
static double step_to_rest(const struct plus *w, const double *a, const double *b,
                           double *closest) {
    const double v[2] = {b[0] - a[0], b[1] - a[1]};
    const double length = dot(v, v);
    *closest = sqrt(dot(b, b));
    if (dot(a, a) < w->rolling_speed * w->rolling_speed || length < FAITHFUL_SIGNIFICANT)
        return 1;
    const double s = fmin(fmax(-dot(a, v) / length, 0), 1);
    const double q[2] = {a[0] + s * v[0], a[1] + s * v[1]};
    *closest = sqrt(dot(q, q));
    return s;
}

/* The first s >= 0 at which a + s v has turned from a by 30 degrees. */
static double step_to_turn(const double *a, const double *b) {
    const double v[2] = {b[0] - a[0], b[1] - a[1]};
    const double cosine = LEAST_COSINE * LEAST_COSINE, sine = 1 - cosine;
    const double along = dot(a, v), size = dot(a, a);
    const double area = a[0] * v[1] - a[1] * v[0];
    /* (cosine |a|^2 |v|^2 - (a . v)^2) s^2 - 2 sine |a|^2 (a . v) s - sine |a|^4 = 0 */
    const double quadratic = cosine * size * dot(v, v) - along * along;
    const double root = sqrt(cosine * sine * area * area);
    const double first = size * (sine * along - root) / quadratic;
    const double second = size * (sine * along + root) / quadratic;
    if (first < 0)
        return second;
    return second < 0 ? first : fmin(first, second);
}

static double step_of_contact(const struct plus *w,
                              const struct faithful_problem *problem,
                              const struct faithful_contact *point) {
    const double *a = point->slip;
    double b[2], closest;
    for (int i = 0; i < 2; i++) {
        const int row = point->friction[i];
        b[i] = a[i] - (plus_row_times_active(w, problem, row, w->p) - w->expand[row]);
        if (problem->applied != NULL)
            b[i] += problem->applied[row];
    }
    const double speed = sqrt(dot(b, b));
    if (speed <= w->rolling_speed)
        return speed < FAITHFUL_SIGNIFICANT ? 1 : step_to_rest(w, a, b, &closest);
    if (dot(a, b) / (point->slip_speed * speed) >= LEAST_COSINE)
        return 1;
    const double s = step_to_rest(w, a, b, &closest);
    return closest <= w->rolling_speed ? s : step_to_turn(a, b);
}

double plus_interval(const struct plus *w, const struct faithful_problem *problem) {
    double s = 1;
    for (int k = 0; k < problem->contacts; k++) {
        const struct faithful_contact *point = &problem->contact[k];
        if (point->normal_state != FAITHFUL_OFF &&
            point->friction_state == FAITHFUL_SLIDING)
            s = fmin(s, step_of_contact(w, problem, point));
    }
    return s > NEARLY_ALL ? 1 : s;
}
