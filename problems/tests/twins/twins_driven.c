/* Twins of the bodies that motors drive: positions, velocities, currents and time together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Rounding of the sines and cosines of angles that are sums of products. */
static double angle_error(double a, double b) {
    return 2.0 + fabs(a) + fabs(b);
}

/* Body rates from those of Euler's angles a, b, c (Landau, Lifshitz (35.1)),
 *     p = a' sin b sin c + b' cos c,  r = a' sin b cos c - b' sin c,  s = a' cos b + c',
 * solved for these. */
static void gyroscope_map(const double *p, int n, double t, const double *x, double *f,
                          double *scale) {
    (void)p, (void)n, (void)t;
    double sb = sin(x[1]), cb = cos(x[1]), sc = sin(x[2]), cc = cos(x[2]);
    double across = sc * x[3] + cc * x[4], size = fabs(sc * x[3]) + fabs(cc * x[4]);
    f[0] = across / sb;
    f[1] = cc * x[3] - sc * x[4];
    f[2] = x[5] - across * (cb / sb);
    scale[0] = size / fabs(sb);
    scale[1] = fabs(cc * x[3]) + fabs(sc * x[4]);
    scale[2] = fabs(x[5]) + size * fabs(cb / sb);
}

/* Parameters I1, I3, mgl, L0, L2, U, w, h; x = (a, b, c, p, r, s, current, temperature).
 * Euler's equations with the weight's moment mgl (u2, -u1, 0), u = (sin b sin c, sin b cos c,
 * cos b) being the vertical; the motor's from the co-energy (L0 + L2 cos 2c) i^2/2. */
static void gyroscope_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n;
    double I1 = p[0], I3 = p[1], c = x[2], s = x[5], i = x[6], warm = x[7];
    double up1 = sin(x[1]) * sin(c), up2 = sin(x[1]) * cos(c);
    double gale = 0.3 * sin(p[6] * t) + 1.0, gale_size = 1.3 * angle_error(p[6] * t, 0.0);
    double inductance = p[4] * cos(2.0 * c) + p[3], slope = -(2.0 * p[4]) * sin(2.0 * c);
    double field = 0.13 * cos(c - p[6] * t);
    double field_size = 0.13 * angle_error(c, p[6] * t), slope_size = 2.0 * p[4];
    double drag = s * (0.11 * gale + 0.05 * sqrt(s * s + 1.0));
    double drag_size = fabs(s) * (0.11 * gale_size + 0.05 * sqrt(s * s + 1.0));
    double ohms = 0.23 * warm + 1.9, ohms_size = 0.23 * fabs(warm) + 1.9;
    f[0] = (p[2] * up2 - 0.07 * (x[3] * x[3] * x[3]) - (I3 - I1) * (x[4] * s)) / I1;
    f[1] = (-p[2] * up1 - (I1 - I3) * (s * x[3])) / I1;
    f[2] = (0.5 * (i * i) * slope + i * field / (0.1 * s * s + 1.0) - drag) / I3;
    f[3] =
        (p[5] * cos(0.4 + p[6] * t) - i * ohms - i * s * slope - s * field) / inductance;
    f[4] = ohms * i * (0.7 * i) + s * (0.2 * drag) - gale * warm * p[7];
    scale[0] = (p[2] + 0.07 * fabs(x[3] * x[3] * x[3]) + (I1 + I3) * fabs(x[4] * s)) / I1;
    scale[1] = (p[2] + (I1 + I3) * fabs(s * x[3])) / I1;
    scale[2] = (i * i * slope_size + fabs(i) * field_size + drag_size) / I3;
    scale[3] = (p[5] * angle_error(p[6] * t, 1.0) + fabs(i) * ohms_size +
                fabs(i * s) * slope_size + fabs(s) * field_size) *
               (1.0 + p[3] + p[4]) / (inductance * inductance);
    scale[4] = ohms_size * i * i + fabs(s) * drag_size + gale_size * fabs(warm) * p[7];
}

const struct twin twin_motor_gyroscope = {
    .model = "motor_gyroscope",
    .parameter = {"I1", "I3", "mgl", "L0", "L2", "U", "w", "h"},
    .positions = 3,
    .velocities = 3,
    .others = 2,
    .rates = gyroscope_rates,
    .map = gyroscope_map};

/* The unicycle (Siciliano et al. (11.10)): the wheels do not slip sideways. */
static void robot_map(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)p, (void)n, (void)t;
    f[0] = cos(x[2]) * x[3];
    f[1] = sin(x[2]) * x[3];
    f[2] = x[4];
    for (int k = 0; k < 3; k++)
        scale[k] = fabs(f[k]);
}

/* Parameters m, J, grade, wave, w, gust, Lm, R; x = (x, y, heading, speed, turn, currents).
 * The hills' height is grade (sin(wave x) + cos(wave y))/wave. */
static void robot_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)n;
    double a = x[2], u = x[3], o = x[4], left = x[5], right = x[6], load = right + left;
    double hill_x = cos(p[3] * x[0]), hill_y = -sin(p[3] * x[1]);
    double steep = p[2] * (hill_x * cos(a) + hill_y * sin(a));
    double steep_size = p[2] * angle_error(p[3] * x[0], p[3] * x[1]);
    double rain = angle_error(p[4] * t, a);
    double grip = (0.2 * sin(0.3 + p[4] * t) + 1.0) / (steep * steep + 1.0);
    double grip_size = rain * (1.0 + steep_size * steep_size);
    double force = load / sqrt(0.2 * (load * load) + 1.0) / (0.1 * (u * u) + 1.0);
    double force_size = fabs(left) + fabs(right);
    double wind = u - p[5] * cos(a - p[4] * t), wind_size = fabs(u) + p[5] * rain;
    double volts = 3.1 + 0.1 * sin(p[3] * x[0]) - 0.23 * load;
    double volts_size = 3.1 + 0.1 * angle_error(p[3] * x[0], 0.0) + 0.23 * force_size;
    double steer = sin(0.2 - a + 0.5 * (p[4] * t)) * (0.6 + 0.06 * u);
    double steer_size = rain * (0.6 + 0.06 * fabs(u));
    f[0] = grip * force / p[0] - 0.31 / p[0] * wind * sqrt(wind * wind + 0.04) +
           0.17 * (o * o) - 0.9 * steep;
    f[1] = (0.71 * grip * (right - left) - o * (0.17 * u + 0.47)) / p[1];
    f[2] = (volts * (0.5 - steer) - left * (p[7] + 0.05 * p[7] * (left * left)) -
            0.53 * u + 0.53 * 0.4 * o) /
           p[6];
    f[3] = (volts * (0.5 + steer) - right * (p[7] + 0.05 * p[7] * (right * right)) -
            0.53 * u - 0.53 * 0.4 * o - right * (0.02 * (u * u))) /
           p[6];
    scale[0] = (grip_size * force_size + wind_size * (0.2 + wind_size)) / p[0] +
               0.17 * o * o + steep_size;
    scale[1] = (grip_size * force_size + fabs(o) * (0.17 * fabs(u) + 0.47)) / p[1];
    for (int k = 0; k < 2; k++)
        scale[2 + k] = (volts_size * (0.5 + steer_size) +
                        fabs(x[5 + k]) * p[7] * (1.0 + 0.05 * x[5 + k] * x[5 + k]) +
                        0.53 * (fabs(u) + fabs(o)) + 0.02 * u * u * fabs(right)) /
                       p[6];
}

const struct twin twin_robot_terrain = {
    .model = "robot_terrain",
    .parameter = {"m", "J", "grade", "wave", "w", "gust", "Lm", "R"},
    .positions = 3,
    .velocities = 2,
    .others = 2,
    .rates = robot_rates,
    .map = robot_map};
