/* The residual
 *
 *     E = max_c w_c |r - P_K(r - (u + mu |u_t| n) / w_c)|
 *
 * (G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28 (1998) 225). With normal impulses
 * that are known already K is {r_n >= 0, |r_t| <= mu (r_n + known)}, and E = 0 still says
 * the law: the normals of K at its edge r_n = 0 are those of both sides together. In p =
 * w r no division by w is needed, and K is the same with w known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"

const double judge_tight = 1e-13, judge_verified = 1e-10;

void judge_project(int rows, double friction, double known, double *r) {
    if (rows == 1) {
        r[0] = r[0] > 0 ? r[0] : 0;
        return;
    }
    const double tangential = judge_length(rows - 1, r + 1);
    double normal = r[0];
    if (normal < 0 || tangential > friction * (normal + known)) {
        const double along =
            (normal + known + friction * tangential) / (1 + friction * friction) - known;
        if (tangential > friction * (normal + known))
            normal = along;
        normal = normal > 0 ? normal : 0;
    }
    const double radius = friction * (normal + known);
    r[0] = normal;
    if (tangential > radius)
        for (int i = 1; i < rows; i++)
            r[i] *= radius / tangential;
}

/* w |r - P_K(r - (u + mu |u_t| n) / w)| */
static inline double residual_of(int rows, double friction, double known, double w,
                                 const double *r, const double *u) {
    if (rows == 1) {
        const double p = w * r[0];
        return fabs(p < u[0] ? p : u[0]);
    }
    double p[3], y[3];
    p[0] = w * r[0];
    y[0] = p[0] - (u[0] + friction * judge_length(rows - 1, u + 1));
    for (int i = 1; i < rows; i++) {
        p[i] = w * r[i];
        y[i] = p[i] - u[i];
    }
    judge_project(rows, friction, w * known, y);
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += (p[i] - y[i]) * (p[i] - y[i]);
    return sqrt(sum);
}

/* The larger, or what is not a number. */
static double larger(double a, double b) {
    return a >= b ? a : b;
}

/* What is asked for. */
struct asked {
    const struct contact_judge *judge;
    const struct contact_problem *problem;
    const double *impulse;
};

/* Of contacts from ... to - 1, at least `largest`. */
static double largest_residual(const void *asked, struct judge_run contacts,
                               double largest) {
    const struct asked *a = asked;
    const struct contact_judge *judge = a->judge;
    const struct contact_problem *problem = a->problem;
    for (int c = contacts.from; c < contacts.to; c++) {
        if (!problem->takes_part[c])
            continue;
        const int from = judge->first[c];
        largest =
            larger(largest, residual_of(judge->first[c + 1] - from, problem->friction[c],
                                        problem->known[c], judge->weight[c],
                                        a->impulse + from, judge->u + from));
        if (isnan(largest))
            return largest;
    }
    return largest;
}

double judge_residual(const struct contact_judge *judge,
                      const struct contact_problem *problem, const double *impulse) {
    const struct asked asked = {judge, problem, impulse};
    double largest =
        judge_largest(&judge->parts, judge->contacts, largest_residual, &asked);
    for (int j = 0; j < judge->joints && !isnan(largest); j++)
        largest = larger(largest, fabs(judge->joint_error[j]));
    return largest;
}

int judge_find_worst(const struct contact_judge *judge,
                     const struct contact_problem *problem, const double *impulse) {
    double largest = 0;
    int worst = -1;
    for (int c = 0; c < judge->contacts; c++) {
        const int from = judge->first[c];
        if (!problem->takes_part[c])
            continue;
        const double residual = residual_of(
            judge->first[c + 1] - from, problem->friction[c], problem->known[c],
            judge->weight[c], impulse + from, judge->u + from);
        worst = residual <= largest ? worst : c;
        largest = larger(largest, residual);
    }
    for (int j = 0; j < judge->joints; j++) {
        worst = fabs(judge->joint_error[j]) <= largest ? worst : -2 - j;
        largest = larger(largest, fabs(judge->joint_error[j]));
    }
    return worst;
}
