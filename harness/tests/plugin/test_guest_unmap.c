/* N+ by least squares.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/system.h"
#include "harness/plugin/guest/guest_system.h"

/* N = (1 2; 3 5; 7 11), times 1 + q_1. */
static int map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    for (int i = 0; i < 3; i++) {
        static const double N[3][2] = {{1, 2}, {3, 5}, {7, 11}};
        qdot[i] = (1 + q[0]) * (N[i][0] * v[0] + N[i][1] * v[1]);
    }
    return 0;
}

static const struct integrator_system system_of_map = {.nq = 3, .nv = 2, .map = map};

Test(guest_unmap, it_inverts_the_map) {
    const double q[] = {0.37, 0, 0}, v[] = {0.83, -1.37};
    double qdot[3], found[2];
    map(NULL, q, v, qdot);
    cr_assert(guest_unmap(&system_of_map, q, qdot, found) == 0);
    for (int i = 0; i < 2; i++)
        cr_expect(fabs(found[i] - v[i]) < 1e-13, "%.17g, not %.17g", found[i], v[i]);
}

/* Two velocities would do for the third rate of a position, which none of them gives: the
 * residual is orthogonal to N's columns. */
Test(guest_unmap, what_no_velocity_gives_is_met_as_nearly_as_can_be) {
    const double q[] = {0, 0, 0}, qdot[] = {1, 0, 0};
    double v[2], back[3];
    cr_assert(guest_unmap(&system_of_map, q, qdot, v) == 0);
    map(NULL, q, v, back);
    for (int i = 0; i < 3; i++)
        back[i] -= qdot[i];
    cr_expect(fabs(back[0] + 3 * back[1] + 7 * back[2]) < 1e-12);
    cr_expect(fabs(2 * back[0] + 5 * back[1] + 11 * back[2]) < 1e-12);
    cr_expect(fabs(back[0]) > 0.1 && isfinite(back[0]));
}
