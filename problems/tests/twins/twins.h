/* A twin is a model written a second time, by hand, in plain C: from the physics, not from
 * the model file. Each function also gives, for every value, the sum of the magnitudes of
 * its terms: rounding errors are a few units in the last place of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWINS_H
#define PROBLEMS_TESTS_TWINS_H

#include <stdbool.h>

#include "problems/tests/sample.h"
#include "problems/tests/models/twin_motion.h"

struct model; /* problems/model.h */

enum { TWIN_PARAMETERS = 48 };

/* value[] and scale[] at time t and state x = (q, v, z), for the parameters p[] and the
 * size n (0 where the model has none). */
typedef void twin_function(const double *p, int n, double t, const double *x,
                           double *value, double *scale);

/* The residuals of all joints, in the model's order, from the motions of the time and of
 * (q, v). */
typedef void twin_joints_function(const double *p, int n, const struct motion *t,
                                  const struct motion *x, struct motion *residual);

/* Of a model with joints or contacts: M (nv x nv, by rows; zero at first) and the forces
 * without theirs with the sums of the magnitudes of their terms. */
typedef void twin_dynamics_function(const double *p, int n, double t, const double *x,
                                    double *mass, double *force, double *size);

/* A contact along a motion: its gap, whose rate is the normal velocity, and its sliding
 * velocities, as values. */
struct twin_contact {
    struct motion gap, slide[2];
    int slides;
};

/* All contacts, in the model's order, from the motions of the time and of (q, v), where only
 * values and the rates of t and q are known. Returns how many there are, at most
 * TWIN_CONTACTS. */
enum { TWIN_CONTACTS = 256 };
typedef int twin_contacts_function(const double *p, int n, const struct motion *t,
                                   const struct motion *x, struct twin_contact *contact);

struct twin {
    const char *model;                      /* name of the model file */
    const char *parameter[TWIN_PARAMETERS]; /* their order in p[] */
    int positions, velocities, others;      /* nq, nv, nz; of a single body when sized */
    bool sized;                             /* n bodies instead of one */
    int (*bodies)(const double *p, int n);  /* how many, where n is not; NULL: n */
    twin_function *rates;                   /* v', z'; NULL where dynamics is not */
    twin_function *map;                     /* q'; NULL: q' = v */
    int invariants;
    twin_function *invariant;
    int joints, more_joints; /* of a single body when sized, and how many besides */
    twin_joints_function *joint;
    twin_contacts_function *contact; /* NULL: none */
    twin_dynamics_function *dynamics;
    /* The initial values, where formulas of their own make them; NULL: not compared. */
    void (*start)(const double *p, double *x);
    /* Moves a random state to where the model is delicate; NULL: nowhere. */
    void (*place)(struct sample *s, const double *p, int n, double *x);
};

extern const struct twin twin_spring, twin_spring_damper, twin_spring_chain,
    twin_smd_work, twin_double_mass, twin_discontinuous_spring, twin_mathieu,
    twin_friction_block, twin_contact_stack, twin_pendulum, twin_double_pendulum,
    twin_rigid_body, twin_heavy_top, twin_van_der_pol, twin_vdp_mu1000, twin_robertson,
    twin_quadratic, twin_pleiades, twin_motor_gyroscope, twin_robot_terrain,
    twin_henon_heiles, twin_fpu, twin_arenstorf, twin_outer_solar, twin_figure_eight,
    twin_planar_chain, twin_spherical_pendulum, twin_stiff_spring_pendulum,
    twin_heavy_top_bca, twin_driven_pendulum, twin_duffing;

extern const struct twin twin_kepler, twin_euler_top, twin_chain_bodies, twin_humanoid;

extern const struct twin twin_hires, twin_oregonator, twin_van_der_pol_scaled, twin_beam,
    twin_flyball, twin_compliant_bounce, twin_signorini_bar, twin_hertz_stack,
    twin_hunt_crossley_stack, twin_kelvin_voigt_stack, twin_stick_slip,
    twin_friction_oscillator, twin_potra_block, twin_slope_block, twin_damped_pendulum,
    twin_pendulum_row, twin_graded_chain, twin_spring_truss, twin_lugre_block,
    twin_series_motor;

extern const struct twin twin_rod_pendulum, twin_circle_pendulum, twin_doubled_rod,
    twin_double_pendulum_cartesian, twin_chain_cartesian, twin_rotating_wire, twin_skate,
    twin_car_axis, twin_free_rotation, twin_heavy_top_joints, twin_four_bar,
    twin_four_bar_reduced, twin_bricard, twin_andrews, twin_slider_crank, twin_fekete,
    twin_flyball_joints;

extern const struct twin twin_bouncing_ball, twin_slider_stack, twin_cradle,
    twin_impacting_bar, twin_block_on_belt, twin_wedge, twin_rod_flat, twin_rod_impact,
    twin_rod_on_floor, twin_rotating_ball, twin_kane_pendulum, twin_wall_pendulum,
    twin_woodpecker, twin_pendulum_on_floor, twin_sliding_block, twin_sphere_stack,
    twin_brick_stack, twin_brick_wall, twin_shaken_dimer;

/* All of them, ended by NULL; the twin of a model file, NULL if there is none. */
extern const struct twin *const twins[];
const struct twin *twin_find(const char *model);

/* The parameters of a model as the twin wants them, and the size; false if one is missing. */
bool twin_parameters(const struct twin *twin, const struct model *m, double *p, int *n);

/* The largest difference between a model and its twin over random states: in rates, q' and
 * invariants, in units of 2^-52 times the scale. Infinite where only one of the two is a
 * finite number and where sizes differ. Stops at the first difference above `limit`. last[]
 * is the last time and state tried, (t, x); it may be NULL. */
double twin_difference(const struct twin *twin, struct model *m, struct sample *s,
                       int states, double limit, double *last);

#endif
