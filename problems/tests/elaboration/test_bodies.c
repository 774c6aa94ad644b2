/* Bodies in a tree against formulas written by hand.
 *
 * Seen to fail: with the sign of omega x (A omega) turned, with the body moved by -r, with v' of
 * a ball joint not turned back, with m c c^T added in Steiner's rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/tests/elaboration/same_rates.h"

/* n point masses, angles relative to the rod before. */
static const char CHAIN_STATES[] = "size n = 3\nparam m = 1.37, l = 0.71, g = 9.81\n"
                                   "position q[i] = i/7 for i in 1..n\n"
                                   "velocity w[i] = i/9 for i in 1..n\n";
static const char CHAIN_BODIES[] =
    "gravity = 0, -g\n"
    "body rod[1] { joint = revolute q[1], w[1]; mass = m; center = 0, -l }\n"
    "body rod[i] { parent = rod[i-1]; position = 0, -l; joint = revolute q[i], w[i]\n"
    "  mass = m; center = 0, -l } for i in 2..n\n";

/* Lagrange's equations in the angles a_i from the vertical, and by
 * a = L q with L_ij = 1 for j <= i: M = L^T M_a L, f = L^T f_a. */
static const char CHAIN_FORMULAS[] =
    "let a[i] = sum(q[j] for j in 1..i) for i in 1..n\n"
    "let u[i] = sum(w[j] for j in 1..i) for i in 1..n\n"
    "let f[i] = -(n + 1 - i)*g/l*sin(a[i]) - sum((n + 1 - max(i, j))*sin(a[i] - "
    "a[j])*u[j]^2"
    " for j in 1..n if j != i) for i in 1..n\n"
    "q[i]' = w[i] for i in 1..n\n"
    "mass w[i], w[j] = sum((n + 1 - max(k, s))*cos(a[k] - a[s]) for k in i..n for s in "
    "j..n)"
    " for i in 1..n for j in 1..i\n"
    "force w[i] = sum(f[k] for k in i..n) for i in 1..n\n";

Test(bodies, in_a_plane_move_as_lagranges_equations_say) {
    expect_same_rates(CHAIN_STATES, CHAIN_BODIES, CHAIN_FORMULAS, NULL);
    expect_same_rates(CHAIN_STATES, CHAIN_BODIES, CHAIN_FORMULAS, "n=10");
}

/* A hinge along x, then one along y. With s, c of the second angle b, the second body turns with
 * (p c, r, p s) along its axes, and its centre moves with (-d c r, p (l + d c), d s r):
 *     2 T = M(b) p^2 + (B2 + m2 d^2) r^2,  M = A1 + m1 k^2 + A2 c^2 + C2 s^2 + m2 (l + d c)^2
 *     U = -(m1 k + m2 (l + d c)) g cos a */
Test(bodies, of_a_double_pendulum_in_space_move_as_lagranges_equations_say) {
    expect_same_rates(
        "param m1 = 1.37, m2 = 0.83, g = 9.81, l = 0.71, k = 0.31, d = 0.43\n"
        "param A1 = 0.11, B1 = 0.13, C1 = 0.07, A2 = 0.23, B2 = 0.19, C2 = 0.17\n"
        "position a = 0.7, b = 0.3\nvelocity p = 1, r = 2\n",
        "gravity = 0, 0, -g\n"
        "body one { joint = revolute a, p; axis = 1, 0, 0; mass = m1; center = 0, 0, -k\n"
        "  inertia = A1, B1, C1 }\n"
        "body two { parent = one; position = 0, 0, -l; joint = revolute b, r\n"
        "  axis = 0, 1, 0; mass = m2; center = 0, 0, -d; inertia = A2, B2, C2 }\n",
        "let s = sin(b)\nlet c = cos(b)\nlet e = l + d*c\n"
        "let M = A1 + m1*k^2 + A2*c^2 + C2*s^2 + m2*e^2\n"
        "let D = 2*(C2 - A2)*s*c - 2*m2*e*d*s\n"
        "a' = p\nb' = r\n"
        "p' = (-(m1*k + m2*e)*g*sin(a) - D*r*p)/M\n"
        "r' = (D*p^2/2 - m2*g*d*s*cos(a))/(B2 + m2*d^2)\n",
        NULL);
}

/* A turned frame, an oblique axis of any length and products of inertia: the moment about the
 * axis n through the hinge, and gravity's moment. */
Test(bodies, that_are_a_physical_pendulum_swing_about_any_axis) {
    expect_same_rates(
        "param m = 1.37, g = 9.81\nposition a = 0.7\nvelocity w = 1\n",
        "gravity = 0, 0, -g\n"
        "body still { rotation = 1, 1, 0, 0 }\n" /* by 90 degrees about x: y up becomes z */
        "body swing { parent = still; joint = revolute a, w; axis = 2, 0, 1; mass = m\n"
        "  center = 0, -0.6, 0; inertia = 0.3, 0.2, 0.4, 0.01, -0.02, 0.03 }\n",
        "a' = w\n"
        "let J = (4*0.3 + 0.4 - 4*0.02)/5\n"
        "w' = -m*g*0.6*sin(a)/(J + m*0.36)\n",
        NULL);
}

Test(bodies, on_a_ball_joint_are_the_heavy_top) {
    expect_same_rates(
        "param m = 1.37, g = 9.81, l = 0.3, A = 1.1, B = 1.3, C = 0.7\n"
        "position w = 1, x = 0, y = 0, z = 0\nvelocity p = 1, r = 2, s = 3\n",
        "gravity = 0, 0, -g\n"
        "body top { joint = ball w, x, y, z, p, r, s; mass = m\n"
        "  center = 0, 0, l; inertia = A, B, C }\n",
        "let I1 = A + m*l^2\nlet I2 = B + m*l^2\nlet mgl = m*g*l\n"
        "w' = (-x*p - y*r - z*s)/2\nx' = ( w*p - z*r + y*s)/2\n"
        "y' = ( z*p + w*r - x*s)/2\nz' = (-y*p + x*r + w*s)/2\n"
        "let nn = w*w + x*x + y*y + z*z\n"
        "let ux = 2*(x*z - w*y)/nn\nlet uy = 2*(y*z + w*x)/nn\n"
        "p' = ((I2 - C)*r*s + mgl*uy)/I1\nr' = ((C - I1)*s*p - mgl*ux)/I2\n"
        "s' = ((A - B)*p*r)/C\n",
        NULL);
}

/* Steiner's rule, products included, against a body that is fixed at its centre of mass. */
Test(bodies, may_be_fixed_to_each_other) {
    expect_same_rates(
        "gravity = 0.3, -0.1, -9.81\nposition w = 1, x = 0, y = 0, z = 0\n"
        "velocity p = 1, r = 2, s = 3\n",
        "body top { joint = ball w, x, y, z, p, r, s; mass = 1.37\n"
        "  center = 0.1, 0.2, 0.3; inertia = 0.3, 0.4, 0.5, 0.01, 0.02, -0.03 }\n",
        "body frame { joint = ball w, x, y, z, p, r, s }\n"
        "body top { parent = frame; position = 0.1, 0.2, 0.3; mass = 1.37\n"
        "  inertia = 0.3, 0.4, 0.5, 0.01, 0.02, -0.03 }\n",
        NULL);
}
