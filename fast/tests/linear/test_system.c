/* Tests of system.c.
 *
 * Seen to fail: qn - h N v; N taken at qn; nq > nv demanded; nz ignored in the check.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "fast/pair/base/internal.h"
#include "fast/system/check.h"

static int no_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x, (void)ydot;
    return 0;
}

/* N(q) = [[q0, 1], [0, q2], [3, q1]] */
static int odd_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = q[0] * v[0] + v[1];
    qdot[1] = q[2] * v[1];
    qdot[2] = 3 * v[0] + q[1] * v[1];
    return 0;
}

static int failing_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q, (void)v, (void)qdot;
    return -7;
}

static enum fast_status check(int nq, int nv, int nz, bool with_map) {
    struct integrator_system system = {.nq = nq, .nv = nv, .nz = nz, .rates = no_rates};
    system.map = with_map ? odd_map : NULL;
    return fast_check_system(&system);
}

Test(system, sizes_that_fit_are_taken) {
    cr_expect(check(1, 1, 0, false) == FAST_OK);
    cr_expect(check(0, 0, 1, false) == FAST_OK);
    cr_expect(check(3, 3, 2, true) == FAST_OK);
    cr_expect(check(4, 3, 0, true) == FAST_OK);
    cr_expect(check(2, 0, 1, true) == FAST_OK);
}

Test(system, sizes_that_do_not_fit_are_refused) {
    cr_expect(check(0, 0, 0, false) == FAST_BAD_SYSTEM);
    cr_expect(check(1, 0, 0, true) == FAST_BAD_SYSTEM);
    cr_expect(check(2, 1, 0, false) == FAST_BAD_SYSTEM);
    cr_expect(check(1, 2, 0, true) == FAST_BAD_SYSTEM);
    cr_expect(check(-1, 1, 1, true) == FAST_BAD_SYSTEM);
    cr_expect(check(1, -1, 3, true) == FAST_BAD_SYSTEM);
    cr_expect(check(1, 1, -1, true) == FAST_BAD_SYSTEM);
}

Test(system, rates_are_needed) {
    struct integrator_system system = {.nq = 1, .nv = 1};
    cr_expect(fast_check_system(&system) == FAST_BAD_SYSTEM);
}

Test(system, a_position_is_qn_plus_h_N_at_qk_times_v) {
    double qdot[3], q[3], qn[3] = {0.7, -1.3, 0.2}, qk[3] = {1.5, 0.25, -3},
                          v[2] = {2, -5};
    struct pair integrator = {
        .nq = 3, .nv = 2, .system = {.nv = 2, .map = odd_map}, .qdot = qdot};
    cr_expect(fast_advance_position(&integrator, 0.125, qn, qk, v, q) == FAST_OK);
    /* By hand: N v = (3 - 5, 15, 6 - 1.25). */
    cr_expect(q[0] == 0.7 + 0.125 * -2.0);
    cr_expect(q[1] == -1.3 + 0.125 * 15.0);
    cr_expect(q[2] == 0.2 + 0.125 * 4.75);
}

Test(system, without_a_map_N_is_the_identity) {
    double q[2], qn[2] = {0.7, -1.3}, v[2] = {2, -5}, qdot[2] = {0, 0};
    struct pair integrator = {.nq = 2, .nv = 2, .system = {.nv = 2}};
    cr_expect(fast_advance_position(&integrator, 0.125, qn, qn, v, q) == FAST_OK);
    cr_expect(q[0] == 0.7 + 0.25 && q[1] == -1.3 - 0.625);
    cr_expect(fast_map(&integrator, qn, v, qdot) == FAST_OK);
    cr_expect(qdot[0] == 2 && qdot[1] == -5);
}

Test(system, a_map_that_fails_is_reported) {
    double qdot[1], q[1] = {0.7}, v[1] = {2};
    struct pair integrator = {.nq = 1, .nv = 1, .system = {.nv = 1, .map = failing_map}};
    integrator.qdot = qdot;
    cr_expect(fast_map(&integrator, q, v, qdot) == FAST_CALLBACK);
    cr_expect(fast_advance_position(&integrator, 1, q, q, v, q) == FAST_CALLBACK);
    cr_expect(q[0] == 0.7);
}
