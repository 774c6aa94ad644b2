/* Systems with constraints for tests, written by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_CONSTRAINED_H
#define FAST_TESTS_CONSTRAINED_H

#include "fast/constraint/constraint_parts.h"
#include "fast/tests/random.h"

/* Numbers that the callbacks hand out as they are: mass matrix M, force f, G and bias;
 * free accelerations and responses come from solving with M in long double. */
enum { most_joints = 12, most_velocities = 12 };
struct fixed {
    int rows, nv;
    double mass[most_velocities * most_velocities]; /* by columns */
    double force[most_velocities];
    double matrix[most_joints * most_velocities]; /* by columns */
    double bias[most_joints];
    double error[most_joints]; /* of the constraints at x = 0: g = error + G x */
};
struct integrator_system fixed_system(struct fixed *fixed);
/* M positive definite, the rest between -2 and 2. */
void fixed_fill(struct fixed *fixed, int rows, int nv, struct random *random);

/* Solves a[n * n] x = b by Gaussian elimination with complete pivoting in long double;
 * a by columns, overwritten. False: singular. */
bool solve_long(int n, long double *a, long double *b);

/* A point of mass m on a rod of length l from the origin, in space; copies of the rod,
 * copy k written as (r - l) * factor[k]. */
struct rod {
    double mass, length, gravity;
    int copies;
    double factor[4];
    double push[4]; /* added to the bias */
};
struct integrator_system rod_system(struct rod *rod);

/* Points in the plane, each of mass 1.3 on a rod of length 0.7 to the one before, the
 * first to the origin; with patterns, which chain_close frees. */
struct chain {
    int points;
    struct fast_pattern *matrix, *response;
};
bool chain_open(struct chain *chain, int points);
struct integrator_system chain_system(struct chain *chain);
/* x[4 points] with angle k of the chain's rods from the downward vertical given by
 * angle + k bend, turning at rate. */
void chain_state(const struct chain *chain, double angle, double bend, double rate,
                 double *x);

/* One coordinate; errors are told as listed, whatever x is, and G = 1. A call beyond
 * the list tells the last. */
enum { most_told = 32 };
struct told {
    double error[most_told];
    int count, calls;
    int failing_call;     /* 1, 2, ...: reports failure then; 0: never */
    bool holds_x, is_nan; /* g = error + x; a NaN in G */
};
struct integrator_system told_system(struct told *told);

/* A rigid body in space, held at a point r of it by three rows; coordinates position and
 * quaternion w, x, y, z; velocities of the centre and angular ones, in space axes. */
struct pinned {
    double point[3];
};
struct integrator_system pinned_system(struct pinned *pinned);

struct constraint_case {
    struct projected_statistics *statistics;
    constraint *constraint;
};
/* With default options but for these; fails the test if it cannot be had. */
struct constraint_case open_case(const struct integrator_system *system,
                                 const struct integrator_options *options);
struct integrator_options options_of(enum fast_mode mode, double tolerance);

#endif
