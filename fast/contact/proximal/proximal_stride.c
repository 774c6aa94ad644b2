/* Steps along the smoothed path: as far as p_n and z stay positive and, if asked for, as
 * the squares of what is left over fall (S. J. Wright, Primal-Dual Interior-Point Methods
 * (1997), chapter 6; J. Nocedal, S. J. Wright, Numerical Optimization (2006), (3.6a)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/proximal/proximal.h"

/* How much of the way to the edge a step goes. */
static const double nearly_all = 0.99;
/* Halvings of a step, and what a step shall bring of what it promises. */
enum { halvings = 6 };
static const double promise = 1e-4;

/* How far from a >= 0 along b it stays positive, at most length. */
static double bound_positive(double a, double b, double length) {
    return b < 0 ? fmin(length, -a / b) : length;
}

/* What slack changes by in a whole step: u_n's change, what gives way, and what was
 * missing. The same as p_n dz = S epsilon - p_n z - z dp_n says. */
static double change_slack(const struct proximal *s, int c) {
    const int row = s->judge->first[c];
    const double change = s->judge->weight[c] * s->push[row];
    return s->normal_speed[c] + s->move[row] + change * s->give - s->start.slack[c];
}

/* push := dr; the length of the step. */
static double find_changes(struct proximal *s) {
    double length = 1 / nearly_all;
    for (int c = 0; c < s->contacts; c++) {
        if (!s->takes_part[c])
            continue;
        const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
        const double *k = s->stiffness + 9 * c, *move = s->move + from;
        double *g = s->push + from;
        s->normal_speed[c] = s->judge->u[from];
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++)
                g[i] -= k[i * rows + j] * move[j];
        length = bound_positive(s->impulse[from], g[0], length);
        length = bound_positive(s->slack[c], change_slack(s, c), length);
    }
    for (int j = 0; j < s->joints; j++)
        s->push[s->rows + j] -=
            s->stiffness[9 * (s->contacts + j)] * s->move[s->rows + j];
    return fmin(1, nearly_all * length);
}

/* From the start of the step so far on. */
static void go(struct proximal *s, double length) {
    for (int c = 0; c < s->contacts; c++) {
        if (!s->takes_part[c])
            continue;
        s->slack[c] = s->start.slack[c] + length * change_slack(s, c);
        for (int i = s->judge->first[c]; i < s->judge->first[c + 1]; i++)
            s->impulse[i] = s->start.impulse[i] + length * s->push[i];
    }
    for (int j = 0; j < s->joints; j++)
        s->joint_impulse[j] = s->start.joint_impulse[j] + length * s->push[s->rows + j];
    proximal_measure(s);
}

bool proximal_stride(struct proximal *s, double scale, bool damps) {
    proximal_save(s, &s->start);
    const double merit = damps ? proximal_merit(s, scale, true) : 0;
    double length = find_changes(s);
    if (!isfinite(length))
        return false;
    go(s, length);
    for (int i = 0; damps && i < halvings; i++) {
        if (proximal_merit(s, scale, false) <= (1 - 2 * promise * length) * merit)
            break;
        length /= 2;
        go(s, length);
    }
    return true;
}
