/* Right-hand sides of the recorded problems, in the operations' written order, and their
 * derivatives by hand. Jacobians are by columns: fq[j*ny + i] is df_i / dq_j.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/tests/systems.h"

static const double *values(void *context) {
    const struct parameters *parameters = context;
    return parameters->value;
}

/* v' = -(k*q)/m */
static int spring(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), m = p[0], k = p[1];
    (void)t;
    ydot[0] = -(k * x[0]) / m;
    return 0;
}

static int spring_jacobian(void *context, double t, const double *x, double *fq,
                           double *fy) {
    const double *p = values(context), m = p[0], k = p[1];
    (void)t, (void)x;
    fq[0] = -k / m;
    fy[0] = 0;
    return 0;
}

/* v' = (-k*q - c*v)/m */
static int damped_spring(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2];
    (void)t;
    ydot[0] = (-k * x[0] - c * x[1]) / m;
    return 0;
}

static int damped_spring_jacobian(void *context, double t, const double *x, double *fq,
                                  double *fy) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2];
    (void)t, (void)x;
    fq[0] = -k / m;
    fy[0] = -c / m;
    return 0;
}

/* v' = -(g/l)*sin(q) - b*v */
static int pendulum(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), g = p[0], l = p[1], b = p[2];
    (void)t;
    ydot[0] = -(g / l) * sin(x[0]) - b * x[1];
    return 0;
}

static int pendulum_jacobian(void *context, double t, const double *x, double *fq,
                             double *fy) {
    const double *p = values(context), g = p[0], l = p[1], b = p[2];
    (void)t;
    fq[0] = -(g / l) * cos(x[0]);
    fy[0] = -b;
    return 0;
}

/* q=(a,b) absolute angles, v=(u,w), D=a-b, den=2*m1+m2-m2*cos(2*D);
 * u' = (-g*(2*m1+m2)*sin(a) - m2*g*sin(a-2*b) - 2*sin(D)*m2*(w*w*l2 + u*u*l1*cos(D)))
 *      / (l1*den)
 * w' = (2*sin(D)*(u*u*l1*(m1+m2) + g*(m1+m2)*cos(a) + w*w*l2*m2*cos(D))) / (l2*den) */
static int double_pendulum(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context);
    const double m1 = p[0], m2 = p[1], l1 = p[2], l2 = p[3], g = p[4];
    const double a = x[0], b = x[1], u = x[2], w = x[3], D = a - b;
    const double den = 2 * m1 + m2 - m2 * cos(2 * D);
    (void)t;
    ydot[0] = (-g * (2 * m1 + m2) * sin(a) - m2 * g * sin(a - 2 * b) -
               2 * sin(D) * m2 * (w * w * l2 + u * u * l1 * cos(D))) /
              (l1 * den);
    ydot[1] =
        (2 * sin(D) *
         (u * u * l1 * (m1 + m2) + g * (m1 + m2) * cos(a) + w * w * l2 * m2 * cos(D))) /
        (l2 * den);
    return 0;
}

static int double_pendulum_jacobian(void *context, double t, const double *x, double *fq,
                                    double *fy) {
    const double *p = values(context);
    const double m1 = p[0], m2 = p[1], l1 = p[2], l2 = p[3], g = p[4];
    const double a = x[0], b = x[1], u = x[2], w = x[3], D = a - b;
    const double den = 2 * m1 + m2 - m2 * cos(2 * D), den_D = 2 * m2 * sin(2 * D);
    const double inner = w * w * l2 + u * u * l1 * cos(D);
    const double outer =
        u * u * l1 * (m1 + m2) + g * (m1 + m2) * cos(a) + w * w * l2 * m2 * cos(D);
    const double top =
        -g * (2 * m1 + m2) * sin(a) - m2 * g * sin(a - 2 * b) - 2 * sin(D) * m2 * inner;
    const double low = 2 * sin(D) * outer;
    const double top_D = -2 * cos(D) * m2 * inner + 2 * sin(D) * m2 * u * u * l1 * sin(D);
    const double low_D = 2 * cos(D) * outer - 2 * sin(D) * w * w * l2 * m2 * sin(D);
    const double top_a = -g * (2 * m1 + m2) * cos(a) - m2 * g * cos(a - 2 * b) + top_D;
    const double top_b = 2 * m2 * g * cos(a - 2 * b) - top_D;
    const double low_a = low_D - 2 * sin(D) * g * (m1 + m2) * sin(a);
    (void)t;
    fq[0] = (top_a - top * den_D / den) / (l1 * den);
    fq[1] = (low_a - low * den_D / den) / (l2 * den);
    fq[2] = (top_b + top * den_D / den) / (l1 * den);
    fq[3] = (-low_D + low * den_D / den) / (l2 * den);
    fy[0] = -2 * sin(D) * m2 * 2 * u * l1 * cos(D) / (l1 * den);
    fy[1] = 2 * sin(D) * 2 * u * l1 * (m1 + m2) / (l2 * den);
    fy[2] = -2 * sin(D) * m2 * 2 * w * l2 / (l1 * den);
    fy[3] = 2 * sin(D) * 2 * w * l2 * m2 * cos(D) / (l2 * den);
    return 0;
}

/* z1' = z2 ; z2' = mu*((1-z1*z1)*z2) - z1 */
static int van_der_pol(void *context, double t, const double *x, double *ydot) {
    const double mu = values(context)[0];
    (void)t;
    ydot[0] = x[1];
    ydot[1] = mu * ((1 - x[0] * x[0]) * x[1]) - x[0];
    return 0;
}

static int van_der_pol_jacobian(void *context, double t, const double *x, double *fq,
                                double *fy) {
    const double mu = values(context)[0];
    (void)t, (void)fq;
    fy[0] = 0;
    fy[1] = mu * (-2 * x[0] * x[1]) - 1;
    fy[2] = 1;
    fy[3] = mu * (1 - x[0] * x[0]);
    return 0;
}

/* n masses, wall on the left at q_0=v_0=0, right end free:
 * F_i = -k*(q_i-q_{i-1}) - c*(v_i-v_{i-1}) [+ (k*(q_{i+1}-q_i) + c*(v_{i+1}-v_i)) if i<n];
 * v_i' = F_i/m */
static int chain(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2];
    const int n = (int)p[3];
    const double *q = x, *v = x + n;
    (void)t;
    for (int i = 0; i < n; i++) {
        double q_left = i > 0 ? q[i - 1] : 0, v_left = i > 0 ? v[i - 1] : 0;
        double F = -k * (q[i] - q_left) - c * (v[i] - v_left);
        if (i < n - 1)
            F += k * (q[i + 1] - q[i]) + c * (v[i + 1] - v[i]);
        ydot[i] = F / m;
    }
    return 0;
}

static int chain_jacobian(void *context, double t, const double *x, double *fq,
                          double *fy) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2];
    const int n = (int)p[3];
    (void)t, (void)x;
    memset(fq, 0, sizeof *fq * (size_t)(n * n));
    memset(fy, 0, sizeof *fy * (size_t)(n * n));
    for (int i = 0; i < n; i++) {
        int springs = i < n - 1 ? 2 : 1;
        fq[i * n + i] = -springs * k / m;
        fy[i * n + i] = -springs * c / m;
        if (i < n - 1) {
            fq[(i + 1) * n + i] = fq[i * n + i + 1] = k / m;
            fy[(i + 1) * n + i] = fy[i * n + i + 1] = c / m;
        }
    }
    return 0;
}

/* q=(w,x,y,z), v=(p,r,s): q' = N(q) v, N = 1/2 [[-x,-y,-z],[w,-z,y],[z,w,-x],[-y,x,w]] */
static int quaternion_map(void *context, const double *q, const double *v, double *qdot) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    (void)context;
    qdot[0] = 0.5 * (-x * v[0] - y * v[1] - z * v[2]);
    qdot[1] = 0.5 * (w * v[0] - z * v[1] + y * v[2]);
    qdot[2] = 0.5 * (z * v[0] + w * v[1] - x * v[2]);
    qdot[3] = 0.5 * (-y * v[0] + x * v[1] + w * v[2]);
    return 0;
}

/* N+ = (2/(q.q)) [[-x,w,z,-y],[-y,-z,w,x],[-z,y,-x,w]] */
static int quaternion_unmap(void *context, const double *q, const double *qdot,
                            double *v) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double factor = 2 / (w * w + x * x + y * y + z * z);
    (void)context;
    v[0] = factor * (-x * qdot[0] + w * qdot[1] + z * qdot[2] - y * qdot[3]);
    v[1] = factor * (-y * qdot[0] - z * qdot[1] + w * qdot[2] + x * qdot[3]);
    v[2] = factor * (-z * qdot[0] + y * qdot[1] - x * qdot[2] + w * qdot[3]);
    return 0;
}

/* ux = 2*(x*z-w*y)/(q.q), uy = 2*(y*z+w*x)/(q.q); p' = ((I2-I3)*r*s + mgl*uy)/I1 ;
 * r' = ((I3-I1)*s*p - mgl*ux)/I2 ; s' = ((I1-I2)*p*r)/I3 */
static int rigid_body(void *context, double t, const double *state, double *ydot) {
    const double *parameter = values(context);
    const double I1 = parameter[0], I2 = parameter[1], I3 = parameter[2];
    const double mgl = parameter[3];
    const double w = state[0], x = state[1], y = state[2], z = state[3];
    const double p = state[4], r = state[5], s = state[6];
    const double qq = w * w + x * x + y * y + z * z;
    const double ux = 2 * (x * z - w * y) / qq, uy = 2 * (y * z + w * x) / qq;
    (void)t;
    ydot[0] = ((I2 - I3) * r * s + mgl * uy) / I1;
    ydot[1] = ((I3 - I1) * s * p - mgl * ux) / I2;
    ydot[2] = ((I1 - I2) * p * r) / I3;
    return 0;
}

static int rigid_body_jacobian(void *context, double t, const double *state, double *fq,
                               double *fy) {
    const double *parameter = values(context);
    const double I1 = parameter[0], I2 = parameter[1], I3 = parameter[2];
    const double mgl = parameter[3];
    const double w = state[0], x = state[1], y = state[2], z = state[3];
    const double p = state[4], r = state[5], s = state[6];
    const double qq = w * w + x * x + y * y + z * z;
    const double ux = 2 * (x * z - w * y) / qq, uy = 2 * (y * z + w * x) / qq;
    const double ux_q[4] = {-2 * y, 2 * z, -2 * w, 2 * x};
    const double uy_q[4] = {2 * x, 2 * w, 2 * z, 2 * y};
    (void)t;
    for (int j = 0; j < 4; j++) {
        fq[3 * j] = mgl * (uy_q[j] - uy * 2 * state[j]) / qq / I1;
        fq[3 * j + 1] = -mgl * (ux_q[j] - ux * 2 * state[j]) / qq / I2;
        fq[3 * j + 2] = 0;
    }
    fy[0] = 0, fy[3] = (I2 - I3) * s / I1, fy[6] = (I2 - I3) * r / I1;
    fy[1] = (I3 - I1) * s / I2, fy[4] = 0, fy[7] = (I3 - I1) * p / I2;
    fy[2] = (I1 - I2) * r / I3, fy[5] = (I1 - I2) * p / I3, fy[8] = 0;
    return 0;
}

/* n balls on a vertical line, q_i heights, v_i; a_i starts at -g; for i=1..n in order:
 * depth = r-q_1 (i=1) or 2r-(q_i-q_{i-1}); rate = -v_1 or v_{i-1}-v_i;
 * if depth>0 and 1+d*rate>0: f = k*depth*(1+d*rate), a_i += f/m, a_{i-1} -= f/m (i>1) */
static int contact_stack(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), m = p[0], k = p[1], d = p[2], r = p[3], g = p[4];
    const int n = (int)p[5];
    const double *q = x, *v = x + n;
    (void)t;
    for (int i = 0; i < n; i++)
        ydot[i] = -g;
    for (int i = 0; i < n; i++) {
        double depth = i == 0 ? r - q[0] : 2 * r - (q[i] - q[i - 1]);
        double rate = i == 0 ? -v[0] : v[i - 1] - v[i];
        if (depth > 0 && 1 + d * rate > 0) {
            double f = k * depth * (1 + d * rate);
            ydot[i] += f / m;
            if (i > 0)
                ydot[i - 1] -= f / m;
        }
    }
    return 0;
}

/* Adds the derivative of one contact force on ball i (and, reversed, on the ball below) by
 * both balls' coordinates (or velocities), which enter with opposite signs. */
static void add_contact(int n, int i, double derivative, double *matrix) {
    matrix[i * n + i] += derivative;
    if (i > 0) {
        matrix[(i - 1) * n + i] -= derivative;
        matrix[i * n + i - 1] -= derivative;
        matrix[(i - 1) * n + i - 1] += derivative;
    }
}

static int contact_stack_jacobian(void *context, double t, const double *x, double *fq,
                                  double *fy) {
    const double *p = values(context), m = p[0], k = p[1], d = p[2], r = p[3];
    const int n = (int)p[5];
    const double *q = x, *v = x + n;
    (void)t;
    memset(fq, 0, sizeof *fq * (size_t)(n * n));
    memset(fy, 0, sizeof *fy * (size_t)(n * n));
    for (int i = 0; i < n; i++) {
        double depth = i == 0 ? r - q[0] : 2 * r - (q[i] - q[i - 1]);
        double rate = i == 0 ? -v[0] : v[i - 1] - v[i];
        if (depth > 0 && 1 + d * rate > 0) {
            add_contact(n, i, -k * (1 + d * rate) / m, fq);
            add_contact(n, i, -k * depth * d / m, fy);
        }
    }
    return 0;
}

/* v' = -(k*(1+0.5*cos(w*t)))*q - c*v */
static int mathieu(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), k = p[0], w = p[1], c = p[2];
    ydot[0] = -(k * (1 + 0.5 * cos(w * t))) * x[0] - c * x[1];
    return 0;
}

static int mathieu_jacobian(void *context, double t, const double *x, double *fq,
                            double *fy) {
    const double *p = values(context), k = p[0], w = p[1], c = p[2];
    (void)x;
    fq[0] = -(k * (1 + 0.5 * cos(w * t)));
    fy[0] = -c;
    return 0;
}

/* z1' = -0.04*z1 + 1e4*z2*z3 ; z2' = 0.04*z1 - 1e4*z2*z3 - 3e7*z2*z2 ; z3' = 3e7*z2*z2 */
static int robertson(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
    ydot[1] = 0.04 * x[0] - 1e4 * x[1] * x[2] - 3e7 * x[1] * x[1];
    ydot[2] = 3e7 * x[1] * x[1];
    return 0;
}

static int robertson_jacobian(void *context, double t, const double *x, double *fq,
                              double *fy) {
    (void)context, (void)t, (void)fq;
    fy[0] = -0.04, fy[3] = 1e4 * x[2], fy[6] = 1e4 * x[1];
    fy[1] = 0.04, fy[4] = -1e4 * x[2] - 3e7 * 2 * x[1], fy[7] = -1e4 * x[1];
    fy[2] = 0, fy[5] = 3e7 * 2 * x[1], fy[8] = 0;
    return 0;
}

/* z' = S*(2*t+1) */
static int quadratic(void *context, double t, const double *x, double *ydot) {
    const double S = values(context)[0];
    (void)x;
    ydot[0] = S * (2 * t + 1);
    return 0;
}

static int quadratic_jacobian(void *context, double t, const double *x, double *fq,
                              double *fy) {
    (void)context, (void)t, (void)x, (void)fq;
    fy[0] = 0;
    return 0;
}

/* f1 = -k1*q1 ; f2 = -k2*(q2-q1-1) ; v1' = f1-f2 ; v2' = f2 */
static int double_mass(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), k1 = p[0], k2 = p[1];
    const double f1 = -k1 * x[0], f2 = -k2 * (x[1] - x[0] - 1);
    (void)t;
    ydot[0] = f1 - f2;
    ydot[1] = f2;
    return 0;
}

static int double_mass_jacobian(void *context, double t, const double *x, double *fq,
                                double *fy) {
    const double *p = values(context), k1 = p[0], k2 = p[1];
    (void)t, (void)x;
    fq[0] = -k1 - k2, fq[2] = k2;
    fq[1] = k2, fq[3] = -k2;
    memset(fy, 0, 4 * sizeof *fy);
    return 0;
}

/* F = -f0; if q<=0: F -= (k*q + c*v); v' = F/m ; z' = -k*q*v (for every q) */
static int discontinuous_spring(void *context, double t, const double *x, double *ydot) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2], f0 = p[3];
    const double q = x[0], v = x[1];
    (void)t;
    double F = -f0;
    if (q <= 0)
        F -= k * q + c * v;
    ydot[0] = F / m;
    ydot[1] = -k * q * v;
    return 0;
}

static int discontinuous_spring_jacobian(void *context, double t, const double *x,
                                         double *fq, double *fy) {
    const double *p = values(context), m = p[0], k = p[1], c = p[2];
    const double q = x[0], v = x[1];
    (void)t;
    fq[0] = q <= 0 ? -k / m : 0;
    fq[1] = -k * v;
    fy[0] = q <= 0 ? -c / m : 0;
    fy[1] = -k * q;
    fy[2] = fy[3] = 0;
    return 0;
}

static const struct family families[] = {
    {"spring", spring, NULL, spring_jacobian},
    {"smd", damped_spring, NULL, damped_spring_jacobian},
    {"pendulum", pendulum, NULL, pendulum_jacobian},
    {"double_pendulum", double_pendulum, NULL, double_pendulum_jacobian},
    {"vdp", van_der_pol, NULL, van_der_pol_jacobian},
    {"chain8", chain, NULL, chain_jacobian},
    {"body_free", rigid_body, quaternion_map, rigid_body_jacobian},
    {"heavy_top", rigid_body, quaternion_map, rigid_body_jacobian},
    {"contact_stack5", contact_stack, NULL, contact_stack_jacobian},
    {"mathieu", mathieu, NULL, mathieu_jacobian},
    {"robertson", robertson, NULL, robertson_jacobian},
    {"quadratic7", quadratic, NULL, quadratic_jacobian},
    {"drake_double_mass", double_mass, NULL, double_mass_jacobian},
    {"drake_discontinuous", discontinuous_spring, NULL, discontinuous_spring_jacobian},
};

const struct family *find_family(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i].prefix, strlen(families[i].prefix)) == 0)
            return &families[i];
    return NULL;
}

struct integrator_system make_system(const struct family *family, int nq, int nv, int nz,
                                     struct parameters *parameters) {
    struct integrator_system system = {
        .nq = nq,
        .nv = nv,
        .nz = nz,
        .context = parameters,
        .rates = family->rates,
        .map = family->map,
        .unmap = family->map != NULL ? quaternion_unmap : NULL,
        .jacobian = family->jacobian,
    };
    return system;
}
