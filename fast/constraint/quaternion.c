/* Coordinates that are unit quaternions: their errors |q| - 1 have a norm of their
 * own, and are removed by scaling (Simbody 3.7, normalizeQuaternions).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/constraint/constraint_parts.h"

static double length_of(const double *x, const int *q) {
    return sqrt(x[q[0]] * x[q[0]] + x[q[1]] * x[q[1]] + x[q[2]] * x[q[2]] +
                x[q[3]] * x[q[3]]);
}

static void multiply(const constraint *c, const double *q, bool divides, double *dq) {
    for (int k = 0; k < c->system.quaternions; k++) {
        const int *place = c->quaternion + 4 * k;
        const double length = length_of(q, place), square = length * length;
        for (int i = 0; i < 4; i++)
            dq[place[i]] *= divides ? 1 / square : square;
    }
}

void constraint_weigh_quaternions(const constraint *c, const double *q, double *dq) {
    multiply(c, q, false, dq);
}

void constraint_unweigh_quaternions(const constraint *c, const double *q, double *dq) {
    multiply(c, q, true, dq);
}

double quaternion_error(const constraint *c, const double *x) {
    const int count = c->system.quaternions;
    double sum = 0, largest = 0;
    for (int k = 0; k < count; k++) {
        const double error = fabs(length_of(x, c->quaternion + 4 * k) - 1);
        largest = error > largest ? error : largest;
        sum += error * error;
    }
    if (count == 0 || isnan(sum))
        return sum;
    return c->norm == PROJECTED_INFINITY ? largest : sqrt(sum / count);
}

bool quaternion_normalize(const constraint *c, double *x) {
    for (int k = 0; k < c->system.quaternions; k++) {
        const int *q = c->quaternion + 4 * k;
        const double length = length_of(x, q);
        if (!(length > 0) || !isfinite(length))
            return false;
        for (int i = 0; i < 4; i++)
            x[q[i]] /= length;
    }
    return true;
}

void quaternion_correct(const constraint *c, const double *x, double *estimate) {
    for (int k = 0; k < c->system.quaternions; k++) {
        const int *q = c->quaternion + 4 * k;
        double along = 0;
        for (int i = 0; i < 4; i++)
            along += x[q[i]] * estimate[q[i]];
        for (int i = 0; i < 4; i++)
            estimate[q[i]] -= along * x[q[i]];
    }
}
