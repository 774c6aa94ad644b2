/* Along the flow every invariant is constant, and the energies that are not lose what the
 * dampers, the contacts and the friction take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "problems/readers/eval_double.h"
#include "problems/tests/models/checks.h"
#include "problems/tests/models/models.h"

enum { STATES = 60 };

static const struct {
    const char *model, *settings;
} setups[] = {
    {"spring", ""},
    {"spring", "m=0.37 k=1e7"},
    {"smd_work", ""},
    {"double_mass", ""},
    {"double_mass", "k1=750 k2=1e20"},
    {"discontinuous_spring", ""},
    {"pendulum", ""},
    {"pendulum", "m=1.37 l=0.83 g=1.6"},
    {"double_pendulum", ""},
    {"double_pendulum", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"kepler", ""},
    {"kepler", "GM=1.37 e=0.9"},
    {"euler_top", ""},
    {"euler_top", "A=1.37 B=-0.71 C=0.37"},
    {"rigid_body", ""},
    {"heavy_top", ""},
    {"heavy_top", "I1=0.37 I2=0.71 I3=0.59 mgl=13"},
    {"robertson", ""},
    {"pleiades", ""},
    {"hires", ""},
    {"flyball", ""},
    {"compliant_bounce", ""},
    {"signorini_bar", ""},
    {"signorini_bar", "n=9 rho=0.37 S=1.9 L=1.3"},
    {"hertz_stack", ""},
    {"hertz_stack", "r=1.3 skin=0.13"},
    {"pendulum_row", ""},
    {"pendulum_row", "n=7 k=1e5"},
    {"graded_chain", ""},
    {"spring_truss", ""},
    {"spring_truss", "n=5 k=1e5"},
    {"henon_heiles", ""},
    {"fpu", ""},
    {"fpu", "n=5 omega=1.9"},
    {"arenstorf", ""},
    {"arenstorf", "mu=0.37"},
    {"outer_solar", ""},
    {"outer_solar", "n=6"},
    {"figure_eight", "G=0.37 m1=1.37 m2=0.71 m3=1.9"},
    {"planar_chain", ""},
    {"planar_chain", "n=6 m=0.37 l=1.9"},
    {"chain_bodies", "n=6 m=0.37 l=1.9"},
    {"humanoid", "M=1.9 g=1.6 k=0.37 rest=-0.71"},
    {"spherical_pendulum", ""},
    {"stiff_spring_pendulum", "m=1.37 l=0.83 g=9.81"},
    {"heavy_top_bca", ""},
    {"heavy_top_bca", "m=1.37 l=0.71 J1=0.37 J2=1.9 J3=0.59"},
    {"rod_pendulum", ""},
    {"rod_pendulum", "m=1.37 l=0.83 a0=-0.7 w0=9"},
    {"circle_pendulum", ""},
    {"doubled_rod", ""},
    {"double_pendulum_cartesian", ""},
    {"double_pendulum_cartesian", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"chain_cartesian", ""},
    {"chain_cartesian", "n=6 m=0.37 l=1.9"},
    {"skate", ""},
    {"free_rotation", ""},
    {"heavy_top_joints", ""},
    {"heavy_top_joints", "m=1.37 l=0.71 J1=0.37 J2=1.9 J3=0.59"},
    {"four_bar", ""},
    {"four_bar", "n=5 m=0.37 l=1.9 a0=0.3"},
    {"four_bar_reduced", ""},
    {"bricard", ""},
    {"bricard", "m=1.37 l=0.83 side=0.29 yaw=0.4 pitch=0.7 roll=-0.3"},
    {"andrews", ""},
    {"flyball_joints", ""},
    {"bouncing_ball", ""},
    {"slider_stack", "even=0.71 bottom=1.3 top=1.9"},
    {"cradle", ""},
    {"impacting_bar", "n=9 rho=0.37 S=1.9 L=1.3"},
    {"wedge", ""},
    {"rod_flat", "g=9.81"},
    {"rod_impact", "g=9.81"},
    {"rod_on_floor", ""},
    {"rotating_ball", ""},
    {"kane_pendulum", "m=1.37 l=0.83"},
    {"wall_pendulum", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"woodpecker", ""},
    {"woodpecker", "angles=2"},
    {"pendulum_on_floor", ""},
    {"sliding_block", ""},
    {"shaken_dimer", "l=1.3"},
    {"sliding_block", "m=0.37 slope=0.71 a=1.9 b=0.43 c=1.3"},
    {"sphere_stack", ""},
    {"brick_stack", "slope=0.3"},
    {"brick_wall", ""},
};
enum { SETUPS = sizeof setups / sizeof *setups };

Test(invariants, an_invariant_does_not_change_along_the_flow) {
    struct sample s = sample_begin();
    for (int i = 0; i < SETUPS; i++) {
        struct model *m = models_read(setups[i].model, setups[i].settings);
        cr_expect_neq(m->invariants, 0, "%s", setups[i].model);
        double drift = checks_invariant_drift(m, twin_find(setups[i].model), &s, STATES);
        cr_expect(drift <= CHECKS_TOLERANCE, "%s %s: %g, TEST_SEED=%llu", setups[i].model,
                  setups[i].settings, drift, (unsigned long long)s.seed);
    }
}

/* dE/dt - (power of what takes energy), and the sum of the magnitudes of its terms. */
struct balance {
    double sum, size;
};

static void add_power(struct balance *b, double power) {
    b->sum += power;
    b->size += fabs(power);
}

/* Kinetic and spring energy; the dampers take c v^2. Parameters m, k, c. */
static struct balance spring_damper_balance(const double *p, int n, double t,
                                            const double *x, const double *rate) {
    (void)n, (void)t;
    struct balance b = {0.0, 0.0};
    add_power(&b, p[0] * x[1] * rate[0]);
    add_power(&b, p[1] * x[0] * x[1]);
    add_power(&b, p[2] * x[1] * x[1]);
    return b;
}

static struct balance chain_balance(const double *p, int n, double t, const double *x,
                                    const double *rate) {
    (void)t;
    struct balance b = {0.0, 0.0};
    for (int i = 0; i < n; i++) {
        double stretch = x[i] - (i ? x[i - 1] : 0.0),
               speed = x[n + i] - (i ? x[n + i - 1] : 0.0);
        add_power(&b, p[0] * x[n + i] * rate[i]);
        add_power(&b, p[1] * stretch * speed);
        add_power(&b, p[2] * speed * speed);
    }
    return b;
}

/* E = v^2/2 + k (1 + cos(wt)/2) q^2/2, whose stiffness the outside changes. Parameters k, w, c. */
static struct balance mathieu_balance(const double *p, int n, double t, const double *x,
                                      const double *rate) {
    (void)n;
    struct balance b = {0.0, 0.0};
    add_power(&b, x[1] * rate[0]);
    add_power(&b, p[0] * x[0] * x[1]);
    add_power(&b, 0.5 * p[0] * cos(p[1] * t) * x[0] * x[1]);
    add_power(&b, p[2] * x[1] * x[1]);
    return b;
}

/* Kinetic energy and height; a closed contact takes k depth (1 + d rate) times the speed at
 * which the balls part: elastic k depth^2/2 and the loss k d depth rate^2; where the force is
 * cut at zero the elastic energy goes with it. Parameters m, k, d, r, g. */
static struct balance stack_balance(const double *p, int n, double t, const double *x,
                                    const double *rate) {
    (void)t;
    struct balance b = {0.0, 0.0};
    for (int i = 0; i < n; i++) {
        double depth = i ? 2.0 * p[3] - (x[i] - x[i - 1]) : p[3] - x[i];
        double speed = i ? x[n + i - 1] - x[n + i] : -x[n + i];
        add_power(&b, p[0] * x[n + i] * rate[i]);
        add_power(&b, p[0] * p[4] * x[n + i]);
        if (depth > 0.0 && 1.0 + p[2] * speed > 0.0) {
            add_power(&b, p[1] * depth * speed);
            add_power(&b, p[1] * p[2] * depth * speed * speed);
        }
    }
    return b;
}

/* The force F cos(wt) drives, the friction takes mu m g v^2/sqrt(v^2 + vs^2). Parameters m,
 * mu, g, F, w, vs. */
static struct balance friction_balance(const double *p, int n, double t, const double *x,
                                       const double *rate) {
    (void)n;
    struct balance b = {0.0, 0.0};
    double v = x[1];
    add_power(&b, p[0] * v * rate[0]);
    add_power(&b, -p[3] * cos(p[4] * t) * v);
    add_power(&b, p[0] * p[1] * p[2] * v * (v / hypot(v, p[5])));
    return b;
}

/* The hinge takes c w^2, the air drag w^2 sqrt(w^2 + still^2). Parameters m, l, g, c, drag,
 * still. */
static struct balance damped_pendulum_balance(const double *p, int n, double t,
                                              const double *x, const double *rate) {
    (void)n, (void)t;
    struct balance b = {0.0, 0.0};
    double w = x[1];
    add_power(&b, p[0] * p[1] * p[1] * w * rate[0]);
    add_power(&b, p[0] * p[2] * p[1] * sin(x[0]) * w);
    add_power(&b, p[3] * w * w);
    add_power(&b, p[4] * w * w * hypot(w, p[5]));
    return b;
}

/* Parameters m, k, F, creep. */
static struct balance friction_oscillator_balance(const double *p, int n, double t,
                                                  const double *x, const double *rate) {
    (void)n, (void)t;
    struct balance b = {0.0, 0.0};
    add_power(&b, p[0] * x[1] * rate[0]);
    add_power(&b, p[1] * x[0] * x[1]);
    add_power(&b, p[2] * x[1] * tanh(x[1] / p[3]));
    return b;
}

/* Kinetic energy and height along the slope. Parameters g, slope, mu, creep. */
static struct balance slope_balance(const double *p, int n, double t, const double *x,
                                    const double *rate) {
    (void)n, (void)t;
    struct balance b = {0.0, 0.0};
    double u = x[2], w = x[3], square = u * u + w * w;
    add_power(&b, u * rate[0]);
    add_power(&b, w * rate[1]);
    add_power(&b, -p[0] * sin(p[1]) * u);
    add_power(&b, p[2] * p[0] * cos(p[1]) * square / sqrt(square + p[3] * p[3]));
    return b;
}

/* Arm and field: the torque's power is taken from the induced voltage; bearing and resistance
 * dissipate, the mains feed. Parameters I, weight, c, L, R, K, U, w, phase. */
static struct balance motor_balance(const double *p, int n, double t, const double *x,
                                    const double *rate) {
    (void)n;
    struct balance b = {0.0, 0.0};
    double u = x[1], z = x[2];
    add_power(&b, p[0] * u * rate[0]);
    add_power(&b, p[1] * sin(x[0]) * u);
    add_power(&b, p[3] * z * rate[1]);
    add_power(&b, p[2] * u * u);
    add_power(&b, p[4] * z * z);
    add_power(&b, -p[6] * (1.0 + 0.5 * cos(p[7] * t + p[8])) * z);
    return b;
}

static const struct {
    const char *model;
    struct balance (*balance)(const double *p, int n, double t, const double *x,
                              const double *rate);
} balances[] = {
    {"spring_damper", spring_damper_balance},
    {"smd_work", spring_damper_balance},
    {"spring_chain", chain_balance},
    {"mathieu", mathieu_balance},
    {"contact_stack", stack_balance},
    {"friction_block", friction_balance},
    {"damped_pendulum", damped_pendulum_balance},
    {"friction_oscillator", friction_oscillator_balance},
    {"slope_block", slope_balance},
    {"series_motor", motor_balance},
};
enum { BALANCES = sizeof balances / sizeof *balances };

static double imbalance(int i, struct model *m, struct sample *s) {
    const struct twin *twin = twin_find(balances[i].model);
    double p[TWIN_PARAMETERS], tx[64], rate[64], worst = 0.0;
    int n, nx = m->nq + m->nv + m->nz;
    struct program *program = model_rates_program(m);
    struct eval_double *e = NULL;
    cr_assert(twin_parameters(twin, m, p, &n) && nx < 64);
    cr_assert_eq(eval_double_alloc(&e, m->graph, program), PROBLEM_OK);
    for (int k = 0; k < STATES; k++) {
        sample_biased(s, 1 + nx, tx);
        if (twin->place && sample_choice(s, 2))
            twin->place(s, p, n, tx + 1);
        eval_double_run(e, tx, rate);
        struct balance b = balances[i].balance(p, n, tx[0], tx + 1, rate);
        double units = b.size > 0.0 ? fabs(b.sum) / b.size / DBL_EPSILON : 0.0;
        worst = isfinite(units) ? fmax(worst, units) : INFINITY;
    }
    return worst;
}

Test(invariants, a_damped_model_loses_just_the_energy_that_its_dampers_take) {
    static const double units = 64.0; /* rounding of the sums over five bodies */
    struct sample s = sample_begin();
    for (int i = 0; i < BALANCES; i++) {
        struct model *m = models_read(balances[i].model, "");
        double worst = imbalance(i, m, &s);
        cr_expect(worst <= units, "%s: %g, TEST_SEED=%llu", balances[i].model, worst,
                  (unsigned long long)s.seed);
    }
}
