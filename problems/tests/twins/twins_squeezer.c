/* Twin of Andrews' squeezer: seven bodies whose points are found one from the other, as in
 * the drawing of Hairer, Wanner, Solving Ordinary Differential Equations II (1996), VII.7; mass
 * matrix and forces from the velocities of the centres of mass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { ANGLES = 7 };
enum { BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON };
/* Parameters: masses and moments of inertia; fixed points; lengths; the spring and the drive. */
enum { M1, M2, M3, M4, M5, M6, M7, I1, I2, I3, I4, I5, I6, I7 };
enum { XA = I7 + 1, YA, XB, YB, XC, YC };
enum { D = YC + 1, DA, E, EA, RR, RA, SS, SA, SB, SC, SD, TA, TB, U, UA, UB, ZF, ZT, FA };
enum { C0 = FA + 1, L0, MOM };

/* An arm of a body: length times the unit vector at the sum of angles `first` and `second`
 * (-1: none) plus `quarter` right angles. Its velocity is the angles' rate times the arm
 * turned by a right angle. */
struct arm {
    int first, second, quarter;
    double length;
};

/* Adds a mass, carried by arms, to M, and minus what its velocity-dependent acceleration
 * takes, the arms' centripetal ones, to the forces. */
static void add_mass(double m, int arms, const struct arm *arm, const double *q,
                     const double *v, double *mass, double *force, double *size) {
    static const double quarter_turn = 1.5707963267948966;
    double slope[2][ANGLES] = {{0.0}}, pull[2] = {0.0, 0.0}, pull_size = 0.0;
    double reach[ANGLES] = {0.0};
    for (int k = 0; k < arms; k++) {
        int first = arm[k].first, second = arm[k].second;
        double angle = q[first] + (second < 0 ? 0.0 : q[second]);
        double rate = v[first] + (second < 0 ? 0.0 : v[second]);
        double turn = fabs(v[first]) + (second < 0 ? 0.0 : fabs(v[second]));
        double lead = arm[k].quarter * quarter_turn;
        double x = arm[k].length * cos(angle + lead),
               y = arm[k].length * sin(angle + lead);
        double most = fabs(arm[k].length) * (1.0 + fabs(angle));
        pull[0] -= rate * rate * x;
        pull[1] -= rate * rate * y;
        pull_size += turn * turn * most;
        for (int end = 0; end < 2; end++) {
            int j = end ? second : first;
            if (j < 0)
                continue;
            slope[0][j] -= y;
            slope[1][j] += x;
            reach[j] += most;
        }
    }
    for (int i = 0; i < ANGLES; i++) {
        force[i] -= m * (slope[0][i] * pull[0] + slope[1][i] * pull[1]);
        size[i] += m * reach[i] * pull_size;
        for (int j = 0; j < ANGLES; j++)
            mass[i * ANGLES + j] +=
                m * (slope[0][i] * slope[0][j] + slope[1][i] * slope[1][j]);
    }
}

/* A body's own inertia, which turns with the sum of two angles. */
static void add_inertia(double inertia, int first, int second, double *mass) {
    const int turned[2] = {first, second};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (turned[i] >= 0 && turned[j] >= 0)
                mass[turned[i] * ANGLES + turned[j]] += inertia;
}

/* The spring pulls the end of body 3 towards C. */
static void add_spring(const double *p, const double *q, double *force, double *size) {
    double s = sin(q[GAMMA]), c = cos(q[GAMMA]);
    double arm[2] = {p[SD] * c + p[SC] * s, p[SD] * s - p[SC] * c};
    double apart[2] = {arm[0] + (p[XB] - p[XC]), arm[1] + (p[YB] - p[YC])};
    double length = hypot(apart[0], apart[1]), pull = p[C0] * (length - p[L0]) / length;
    double reach = (p[SD] + p[SC]) * (1.0 + fabs(q[GAMMA]));
    double far = reach + fabs(p[XB]) + fabs(p[XC]) + fabs(p[YB]) + fabs(p[YC]);
    force[GAMMA] -= pull * (apart[1] * arm[0] - apart[0] * arm[1]);
    size[GAMMA] +=
        2.0 * p[C0] * (1.0 + (p[L0] + far) / length) * (far / length) * far * reach;
}

static void squeezer_dynamics(const double *p, int n, double t, const double *x,
                              double *mass, double *force, double *size) {
    (void)n, (void)t;
    const double *v = x + ANGLES, el = p[E] - p[EA], zl = p[ZF] - p[FA];
    const struct arm crank[1] = {{BETA, -1, 0, p[RA]}};
    const struct arm rod[2] = {{BETA, -1, 0, p[RR]}, {BETA, THETA, 0, -p[DA]}};
    const struct arm triangle[2] = {{GAMMA, -1, 0, p[SA]}, {GAMMA, -1, 1, p[SB]}};
    const struct arm fourth[2] = {{DELTA, -1, 0, p[ZT]}, {PHI, DELTA, -1, el}};
    const struct arm fifth[2] = {{DELTA, -1, 0, p[TA]}, {DELTA, -1, 1, p[TB]}};
    const struct arm sixth[2] = {{EPSILON, -1, -1, p[U]}, {OMEGA, EPSILON, 0, zl}};
    const struct arm seventh[2] = {{EPSILON, -1, 0, p[UA]}, {EPSILON, -1, 1, p[UB]}};
    for (int i = 0; i < ANGLES; i++)
        force[i] = size[i] = 0.0;
    add_mass(p[M1], 1, crank, x, v, mass, force, size);
    add_mass(p[M2], 2, rod, x, v, mass, force, size);
    add_mass(p[M3], 2, triangle, x, v, mass, force, size);
    add_mass(p[M4], 2, fourth, x, v, mass, force, size);
    add_mass(p[M5], 2, fifth, x, v, mass, force, size);
    add_mass(p[M6], 2, sixth, x, v, mass, force, size);
    add_mass(p[M7], 2, seventh, x, v, mass, force, size);
    add_inertia(p[I1], BETA, -1, mass);
    add_inertia(p[I2], BETA, THETA, mass);
    add_inertia(p[I3], GAMMA, -1, mass);
    add_inertia(p[I4], PHI, DELTA, mass);
    add_inertia(p[I5], DELTA, -1, mass);
    add_inertia(p[I6], OMEGA, EPSILON, mass);
    add_inertia(p[I7], EPSILON, -1, mass);
    add_spring(p, x, force, size);
    force[BETA] += p[MOM];
    size[BETA] += fabs(p[MOM]);
}

/* A point (x, y) moved by a length along the angle, and by another across it, to its left. */
static void move_point(struct motion *point, struct motion angle, double along,
                       double across) {
    struct motion c = motion_cos(angle), s = motion_sin(angle);
    point[0] =
        motion_add(point[0], motion_sub(motion_scale(along, c), motion_scale(across, s)));
    point[1] =
        motion_add(point[1], motion_add(motion_scale(along, s), motion_scale(across, c)));
}

/* From the crank's centre to the meeting point, less the way there from a fixed point. */
static void squeezer_joints(const double *p, int n, const struct motion *t,
                            const struct motion *x, struct motion *g) {
    (void)n, (void)t;
    struct motion meet[2] = {motion_rest(0.0), motion_rest(0.0)};
    struct motion way[3][2] = {{motion_rest(p[XB]), motion_rest(p[YB])},
                               {motion_rest(p[XA]), motion_rest(p[YA])},
                               {motion_rest(p[XA]), motion_rest(p[YA])}};
    move_point(meet, x[BETA], p[RR], 0.0);
    move_point(meet, motion_add(x[BETA], x[THETA]), -p[D], 0.0);
    move_point(way[0], x[GAMMA], 0.0, -p[SS]);
    move_point(way[1], x[DELTA], p[ZT], 0.0);
    move_point(way[1], motion_add(x[PHI], x[DELTA]), 0.0, -p[E]);
    move_point(way[2], x[EPSILON], 0.0, -p[U]);
    move_point(way[2], motion_add(x[OMEGA], x[EPSILON]), p[ZF], 0.0);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            g[2 * k + i] = motion_sub(meet[i], way[k][i]);
}

const struct twin twin_andrews = {
    .model = "andrews",
    .parameter = {"m1", "m2", "m3", "m4", "m5", "m6", "m7", "i1", "i2", "i3", "i4",
                  "i5", "i6", "i7", "xa", "ya", "xb", "yb", "xc", "yc", "d",  "da",
                  "e",  "ea", "rr", "ra", "ss", "sa", "sb", "sc", "sd", "ta", "tb",
                  "u",  "ua", "ub", "zf", "zt", "fa", "c0", "l0", "mom"},
    .positions = ANGLES,
    .velocities = ANGLES,
    .invariants = 1,
    .more_joints = 6,
    .joint = squeezer_joints,
    .dynamics = squeezer_dynamics};
