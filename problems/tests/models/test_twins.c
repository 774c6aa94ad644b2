/* Every model agrees with its hand-written twin at random states, and the comparison notices
 * any changed sign or operator of a model file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/readers/eval_double.h"
#include "problems/tests/models/models.h"
#include "problems/tests/twins/twins.h"

/* A rate is a handful of operations, each wrong by half a unit at most. */
enum { TWIN_LIMIT = 16, TWIN_STATES = 400 };

/* Besides each model as it stands. */
static const struct {
    const char *model, *settings;
} setups[] = {
    {"spring", "m=0.013 k=1.7e7"},
    {"spring_damper", "m=113 k=0.7 c=1e-3"},
    {"spring_chain", "n=1 m=0.37"},
    {"spring_chain", "n=2 k=1e7 c=0.013"},
    {"spring_chain", "n=23 m=0.37 k=0.71 c=31"},
    {"smd_work", "m=0.41 k=1e10 c=1e8"},
    {"double_mass", "k1=750 k2=1e20"},
    {"discontinuous_spring", "m=0.37 k=1e5 c=223 f0=0.71"},
    {"mathieu", "k=0.37 w=1.9 c=0.013"},
    {"friction_block", "m=0.37 mu=0.29 F=1.9 w=7 vs=1e-5"},
    {"contact_stack", "n=1 m=0.37 d=3.1"},
    {"contact_stack", "n=11 m=0.71 k=1e7 d=0.19 r=1.3 g=1.6"},
    {"pendulum", "m=1.37 l=0.83 g=1.6"},
    {"double_pendulum", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"kepler", "GM=0.37 e=0.9 M0=1.9"},
    {"euler_top", "A=1.37 B=-0.71 C=0.37"},
    {"rigid_body", "I1=0.37 I2=0.71 I3=0.59"},
    {"heavy_top", "I1=0.37 I2=0.71 I3=0.59 mgl=13"},
    {"van_der_pol", "mu=37.1"},
    {"robertson", "k1=0.37 k2=71 k3=1.9"},
    {"quadratic", "S=0.37"},
    {"motor_gyroscope", "I1=0.37 I3=1.9 mgl=1.3 L0=0.71 L2=0.29 U=1.9 w=7 h=0.7"},
    {"robot_terrain", "m=0.37 J=1.9 grade=0.71 wave=0.29 w=7 gust=1.3 Lm=0.7 R=0.41"},
    {"hires", "k1=0.37 k6=1.9 k8=0.71 leave=1.3 supply=0.29"},
    {"oregonator", "s=0.37 q=0.71 w=1.9"},
    {"van_der_pol_scaled", "eps=1e-6"},
    {"beam", "n=2"},
    {"beam", "n=23 late=1.9"},
    {"flyball", "rod=0.7 length=1.3 side=0.1 ball=1.9 slider=0.7 k=37 c=1.9 rest=0.3"},
    {"compliant_bounce", "m=0.37 k=1e7"},
    {"signorini_bar", "n=1 rho=0.37 S=1.9 wall=7"},
    {"signorini_bar", "n=13 E=71 rho=0.37 S=1.9 L=1.3"},
    {"hertz_stack", "n=11 m=0.71 k=1e7 r=1.3 g=1.6 skin=0.13"},
    {"hunt_crossley_stack", "n=1 d=3.1"},
    {"hunt_crossley_stack", "n=7 ratio=0.001 k=1e7 d=0.19 r=1.3 skin=0.13"},
    {"kelvin_voigt_stack", "n=1 c=0.31"},
    {"kelvin_voigt_stack", "n=11 m=0.71 k=1e7 c=190 r=1.3 g=1.6"},
    {"stick_slip", "m=0.37 k=1.9 FS=2.3 FD=0.7 belt=0.37 creep=0.3 stribeck=0.71"},
    {"friction_oscillator", "m=0.37 k=1.9 F=0.71 creep=1e-3"},
    {"potra_block", "m=0.37 mu=0.29 F=1.9 w=7 creep=1e-5 phase=0.4"},
    {"slope_block", "slope=0.7 mu=0.29 creep=1e-3"},
    {"lugre_block", "m=0.37 s0=71 s1=1.9 vs=0.7 still=0.3 k=1.3 w=1.9"},
    {"series_motor", "I=1.9 L=0.7 R=0.37 K=1.3 w=1.9 phase=0.7"},
    {"damped_pendulum", "m=0.37 l=1.3 c=1.9 drag=7.1 still=0.7"},
    {"pendulum_row", "n=1 l=1.3"},
    {"pendulum_row", "n=13 m=0.37 l=1.3 k=1e5"},
    {"graded_chain", "n=1 ratio=0.37"},
    {"graded_chain", "n=9 ratio=3.7 m=0.71"},
    {"spring_truss", "n=1 k=7"},
    {"spring_truss", "n=7 m=0.71 k=1e5 wide=0.7 high=1.3"},
    {"fpu", "n=1 omega=37"},
    {"fpu", "n=7 omega=1.9"},
    {"arenstorf", "mu=0.37"},
    {"outer_solar", "n=6 G=0.37"},
    {"figure_eight", "G=0.37 m1=1.37 m2=0.71 m3=1.9"},
    {"planar_chain", "n=1"},
    {"planar_chain", "n=2 m=0.37 l=1.9 g=1.6"},
    {"planar_chain", "n=7"},
    {"chain_bodies", "n=1"},
    {"chain_bodies", "n=7 m=0.37 l=1.9 g=1.6"},
    {"humanoid", "M=1.9 g=1.6 k=0.37 rest=-0.71"},
    {"spherical_pendulum", "m=0.37 l=1.9 g=1.6"},
    {"stiff_spring_pendulum", "m=0.37 l=0.71 g=9.81 k=1e6"},
    {"heavy_top_bca", "m=1.37 l=0.71 g=1.6 J1=0.37 J2=1.9 J3=0.59"},
    {"driven_pendulum", "c=0.37 A=1.9 omega=0.71 phase=-1.3"},
    {"duffing", "a=0.37 b=1.9 c=0.71 F=1.3 omega=0.59 phase=-1.3"},
    {"rod_pendulum", "m=0.37 l=1.9 g=1.6"},
    {"circle_pendulum", "m=0.37 l=1.9 x=1.9 g=1.6"},
    {"double_pendulum_cartesian", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"chain_cartesian", "n=1"},
    {"chain_cartesian", "n=2 m=0.37 l=1.9 g=1.6"},
    {"chain_cartesian", "n=11"},
    {"skate", "m=0.37 J=1.9 slope=-0.7"},
    {"car_axis", "L=1.3 L0=0.37 M=71 eps=0.37 g=9.81 r=0.29 omega=7.1 phase=0.4"},
    {"free_rotation", "I1=0.37 I2=0.71 I3=0.59"},
    {"heavy_top_joints", "m=1.37 l=0.71 g=1.6 J1=0.37 J2=1.9 J3=0.59"},
    {"four_bar", "n=1 m=0.37 l=1.9"},
    {"four_bar", "n=5 m=0.37 l=1.9 g=1.6"},
    {"four_bar_reduced", "cranks=7 m=0.37 l=1.9 g=1.6"},
    {"bricard", "m=1.37 l=0.83 side=0.29 yaw=0.4 pitch=0.7 roll=-0.3"},
    {"slider_crank", "g=9.81 EE=1e7 rho=370 phase=0.3 speed=7 BB=0.02 HH=0.03"},
    {"fekete", "alpha=0.37 swirl=1.9"},
    {"flyball_joints",
     "rod=0.7 side=0.1 ball=1.9 slider=0.7 hinge=0.3 k=37 c=1.9 rest=0.3"},
    {"slider_stack", "n=1 m=0.37 bottom=1.9 top=0.7"},
    {"slider_stack", "n=11 m=0.71 even=1.9 bottom=0.37 top=71 r=1.3"},
    {"cradle", "n=2 m=0.37"},
    {"cradle", "n=7 growth=1.9 middle=0.37 r=0.71"},
    {"impacting_bar", "n=1 rho=0.37 S=1.9"},
    {"impacting_bar", "n=13 E=71 rho=0.37 S=1.9 L=1.3"},
    {"block_on_belt", "m=0.37 k=1.9 belt=-0.71 F=1.3 f=7.1 phase=0.4"},
    {"wedge", "half=0.71 Fx=-0.37 Fy=1.9"},
    {"rod_flat", "g=9.81"},
    {"rod_flat", "m=0.37 s=1.9 J=0.71 g=1.6"},
    {"rod_impact", "m=0.37 s=1.9 J=0.71 g=1.6"},
    {"rod_on_floor", "m=0.37 s=1.9 J=0.71 g=1.6"},
    {"shaken_dimer", "m=0.37 l=1.9 A=0.71 W=7.1 g=1.6"},
    {"rotating_ball", "m=0.37 R=1.9 c=0.71 g=1.6"},
    {"kane_pendulum", "m=0.37 l=1.9 a0=0.71 b0=-0.3 h0=0.29 g=1.6"},
    {"wall_pendulum", "m1=0.37 m2=1.9 l1=0.71 l2=1.3 g=1.6"},
    {"woodpecker",
     "mM=0.37 JM=1.9 mS=0.71 JS=1.3 k=0.29 lM=0.43 lG=0.83 lS=1.1 hM=0.59 hS=1.7 rO=0.2 "
     "rM=0.9"},
    {"woodpecker",
     "mM=0.37 JM=1.9 mS=0.71 JS=1.3 k=0.29 lM=0.43 lG=0.83 lS=1.1 hM=0.59 hS=1.7 rM=0.9 "
     "angles=2"},
    {"pendulum_on_floor", "m=0.37 l=1.9 depth=1.1 g=1.6"},
    {"sliding_block", "m=0.37 slope=0.71 a=1.9 b=0.43 c=1.3"},
    {"sphere_stack", "n=1 m=0.37 r=1.9"},
    {"sphere_stack", "n=4 m=0.37 r=0.71 top=1.9"},
    {"brick_stack", "n=1 m=0.37 a=1.9 top=1.3"},
    {"brick_stack", "n=4 m=0.37 slope=0.71 a=0.43 b=1.3 top=1.9 bottom=0.29"},
    {"brick_wall", "rows=3 columns=2 m=0.37 a=0.43 b=1.3 c=0.71 g=1.6"},
    {"brick_wall", "rows=3 columns=3 rise=2 a=1.9 c=0.29"},
};
enum { SETUPS = sizeof setups / sizeof *setups };

/* An infinite difference is one of sizes, or of one value that is finite and one that is not. */
static void explain(const char *model, const char *settings, double difference,
                    const struct sample *s, const double *tx, int count) {
    if (isinf(difference))
        fprintf(stderr,
                "%s %s: the twin has another number of components, invariants or "
                "parameters, or only one of the two is finite",
                model, settings);
    else
        fprintf(stderr, "%s %s: %.3g units", model, settings, difference);
    fprintf(stderr, ", TEST_SEED=%llu, t, x =", (unsigned long long)s->seed);
    for (int i = 0; i < count; i++)
        fprintf(stderr, " %a", tx[i]);
    fprintf(stderr, "\n");
}

static void compare_at_random(const char *name, const char *settings, struct sample *s) {
    const struct twin *twin = twin_find(name);
    cr_assert_not_null(twin, "%s has no twin", name);
    struct model *m = models_read(name, settings);
    int nx = m->nq + m->nv + m->nz;
    double *tx = calloc((size_t)nx + 1, sizeof *tx);
    double difference = twin_difference(twin, m, s, TWIN_STATES, TWIN_LIMIT, tx);
    if (!(difference <= TWIN_LIMIT))
        explain(name, settings, difference, s, tx, nx + 1);
    cr_expect(difference <= TWIN_LIMIT, "%s %s", name, settings);
}

Test(twins, a_model_agrees_with_its_twin_at_random_states) {
    struct sample s = sample_begin();
    for (int i = 0; twins[i]; i++)
        compare_at_random(twins[i]->model, "", &s);
    for (int i = 0; i < SETUPS; i++)
        compare_at_random(setups[i].model, setups[i].settings, &s);
}

/* The Jacobian of the rates by x against differences of the twin, of order four:
 * f' = (8 (f(+h) - f(-h)) - (f(+2h) - f(-2h)))/(12 h). */
static void differentiate_twin(const struct twin *twin, const double *p, int n,
                               double *tx, int column, double h, double *f, double *scale,
                               int ny, double *derivative) {
    static const double weight[4] = {1.0, -8.0, 8.0, -1.0},
                        offset[4] = {-2.0, -1.0, 1.0, 2.0};
    double here = tx[1 + column];
    for (int i = 0; i < ny; i++)
        derivative[i] = 0.0;
    for (int k = 0; k < 4; k++) {
        tx[1 + column] = here + offset[k] * h;
        twin->rates(p, n, tx[0], tx + 1, f, scale);
        for (int i = 0; i < ny; i++)
            derivative[i] += weight[k] * f[i] / (12.0 * h);
    }
    tx[1 + column] = here;
}

/* Whether entry (i, column) is what the differences say, to one millionth of the largest
 * term; at two distances, so that a kink between them is no disagreement. */
enum { JACOBIAN_STATES = 40, FEWER_STATES = 4, MANY_UNKNOWNS = 64, MOST_UNKNOWNS = 80 };

/* Fewer where a twin inverts a large matrix for each of many differences. */
static int count_jacobian_states(const struct model *m) {
    const int unknowns = m->nq + m->nv + m->nz;
    return unknowns > MANY_UNKNOWNS ? FEWER_STATES : JACOBIAN_STATES;
}

struct jacobian_count {
    int compared, wrong;
};

static void compare_column(const struct twin *twin, const double *p, int n, double *tx,
                           int column, const double *exact, int ny,
                           struct jacobian_count *count) {
    double f[MOST_UNKNOWNS], scale[MOST_UNKNOWNS], near[MOST_UNKNOWNS],
        far[MOST_UNKNOWNS];
    const double h = 1e-4;
    differentiate_twin(twin, p, n, tx, column, h, f, scale, ny, far);
    differentiate_twin(twin, p, n, tx, column, h / 2.0, f, scale, ny, near);
    for (int i = 0; i < ny; i++) {
        double tolerance = 1e-6 * (scale[i] + fabs(exact[i]) + 1.0);
        if (!(fabs(near[i] - far[i]) <= tolerance))
            continue;
        count->compared++;
        count->wrong += !(fabs(near[i] - exact[i]) <= tolerance);
    }
}

static struct jacobian_count compare_jacobian(const struct twin *twin, struct model *m,
                                              struct sample *s) {
    int n, ny = m->nv + m->nz, nx = m->nq + ny;
    double p[TWIN_PARAMETERS] = {0.0}, tx[1 + MOST_UNKNOWNS], exact[MOST_UNKNOWNS];
    struct jacobian_count count = {0, 0};
    struct expr_matrix pattern;
    struct eval_double *e = NULL;
    struct program *program = model_rates_jacobian_program(m, &pattern);
    double *entry = calloc((size_t)pattern.count + 1, sizeof *entry);
    cr_assert(program && entry && nx <= MOST_UNKNOWNS && twin_parameters(twin, m, p, &n));
    cr_assert_eq(eval_double_alloc(&e, m->graph, program), PROBLEM_OK);
    for (int k = 0; k < count_jacobian_states(m); k++) {
        for (int i = 0; i <= nx; i++)
            tx[i] = sample_uniform(s, -2.0, 2.0);
        eval_double_run(e, tx, entry);
        for (int j = 0; j < nx; j++) {
            memset(exact, 0, sizeof exact);
            for (int i = 0; i < pattern.count; i++)
                if (pattern.column[i] == j)
                    exact[pattern.row[i]] = entry[i];
            compare_column(twin, p, n, tx, j, exact, ny, &count);
        }
    }
    return count;
}

Test(twins, the_jacobian_of_a_model_is_the_difference_quotient_of_its_twin) {
    struct sample s = sample_begin();
    for (int i = 0; twins[i]; i++) {
        if (!twins[i]->rates)
            continue; /* its twin has no rates of one formula */
        struct model *m = models_read(twins[i]->model, "");
        struct jacobian_count count = compare_jacobian(twins[i], m, &s);
        int all = count_jacobian_states(m) * (m->nv + m->nz) * (m->nq + m->nv + m->nz);
        cr_expect_eq(count.wrong, 0, "%s: %d of %d, TEST_SEED=%llu", m->name, count.wrong,
                     count.compared, (unsigned long long)s.seed);
        cr_expect_geq(10 * count.compared, 9 * all, "%s: %d of %d", m->name,
                      count.compared, all);
    }
}
