/* One-step methods made of one or three Euler-like sub-steps, with everything that can go
 * wrong in them as a number: the model of a method that the diagnosis of a fault changes.
 *
 * A sub-step of size a from (t_s, q_s, v_s), with K = N(q_K) v_K and L = f(t_L, q_L, v_L):
 *
 *     q1 = q_s + a m [theta_q K + (1 - theta_q) N(q_s) v_s]
 *     v1 = v_s + a g [theta_v L + (1 - theta_v) f(t_s, q_s, v_s)]
 *
 * where every argument lies between start and end: q_K = q_s + alpha (q1 - q_s), and so on.
 * Implicit Euler has all alpha = theta = 1. Step doubling has three sub-steps: the large one,
 * and two of half the size, the second of which starts where the first ends.
 *
 * What a method makes of a probe system are its weights, so it is run on the trees
 * themselves: the component of a tree is the product of its children's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RECIPE_H
#define HARNESS_RECIPE_H

#include <stdbool.h>

#include <mpfr.h>

#include "harness/fingerprint/trees/forest.h"

enum recipe_number {
    RECIPE_MAP_POSITION,   /* alpha of q in N(q) v */
    RECIPE_MAP_VELOCITY,   /* of v there */
    RECIPE_FORCE_POSITION, /* of q in f(t, q, v) */
    RECIPE_FORCE_VELOCITY, /* of v there */
    RECIPE_FORCE_TIME,     /* of t there */
    RECIPE_THETA_Q,
    RECIPE_THETA_V,
    RECIPE_MAP_FACTOR,   /* m */
    RECIPE_FORCE_FACTOR, /* g */
    RECIPE_SIZE,         /* a, in units of the whole step, as all that follows */
    RECIPE_START_TIME,   /* t_s - t0 */
    RECIPE_FROM_LARGE,   /* share of the large sub-step's increment in the start */
    RECIPE_FROM_FIRST,   /* of the first half's */
    RECIPE_IN_RESULT,    /* share of this sub-step's increment in the result */
    RECIPE_IN_ESTIMATE_Q,
    RECIPE_IN_ESTIMATE_V,
    RECIPE_NUMBERS
};

enum recipe_sub_step { RECIPE_LARGE, RECIPE_FIRST, RECIPE_SECOND, RECIPE_SUB_STEPS };

enum recipe_form {
    RECIPE_IMPLICIT_EULER,
    RECIPE_EXPLICIT_EULER,
    RECIPE_GAMING,            /* v1 from old values, q1 = q0 + h N(q0) v1 */
    RECIPE_POSITION_IMPLICIT, /* q1 = q0 + h N(q1) v0, v1 = v0 + h f(t1, q1, v0) */
    RECIPE_VELOCITY_IMPLICIT, /* v1 = v0 + h f(t1, q0, v1), q1 = q0 + h N(q0) v1 */
    RECIPE_MIDPOINT,
    RECIPE_TRAPEZOID,
    RECIPE_FORMS
};

/* How a sub-step's equations are solved, when that ends before it is at the solution. */
enum recipe_iteration {
    RECIPE_SOLVED,
    RECIPE_NEWTON,        /* all unknowns at once, Jacobian of the iterate */
    RECIPE_NEWTON_LAGGED, /* velocities alone; N(q) of the iteration before */
    RECIPE_FIXED_POINT,   /* x := right side of x */
    RECIPE_SWEEP,         /* v from old values, then q from the new v */
    RECIPE_SWEEP_BACK,    /* q first, then v */
    RECIPE_ITERATIONS
};

struct recipe {
    bool doubled; /* three sub-steps; else the large one alone */
    mpfr_t number[RECIPE_SUB_STEPS][RECIPE_NUMBERS];
    enum recipe_iteration iteration;
    int iterations; /* how many are made, unless RECIPE_SOLVED */
    /* The half steps' iterations begin at what the large step says. */
    bool starts_from_large;
    bool jacobian_of_start; /* Newton's Jacobian is that of the sub-step's start */
    double jacobian_factor; /* which is wrong by this factor; 1: it is not */
    bool predicted_map;     /* N(q) at the explicit predictor of q */
    bool refreshed_once;    /* N(q) at the first iterate */
};

/* Freed with recipe_clear. */
void recipe_init(struct recipe *r, enum recipe_form form, bool doubled, mpfr_prec_t bits);
void recipe_clear(struct recipe *r);

/* "backward Euler", "Gaming": as part of a sentence; static text. */
const char *recipe_form_name(enum recipe_form form);

/* What the sub-steps make of every tree. */
struct recipe_weights {
    int count;
    mpfr_t *increment[RECIPE_SUB_STEPS]; /* [count] of each */
    mpfr_t *result, *estimate;           /* [count] */
};

/* Nonzero: out of memory. The caller frees with recipe_weights_free in any case. */
int recipe_weights_alloc(struct recipe_weights *w, int count, mpfr_prec_t bits);
void recipe_weights_free(struct recipe_weights *w);

/* The weights of every tree of the forest. Nonzero: out of memory. */
int recipe_weights(struct recipe_weights *w, const struct recipe *r,
                   const struct forest *f);

/* For recipe_iterate.c: the start of a sub-step and what it makes of the trees. */
struct recipe_work {
    const struct recipe *recipe;
    const struct forest *forest;
    enum recipe_sub_step sub_step;
    mpfr_t *start, *end; /* [trees] */
    mpfr_t time, factor, power, term;
};

/* A number of the present sub-step. */
mpfr_srcptr recipe_number_of(const struct recipe_work *w, enum recipe_number number);

/* out := the product of a tree's children at start + alpha (x - start), times the time's
 * share to the power of the time leaves. `skip`: the position of a child to leave out, or
 * -1. */
void recipe_product(struct recipe_work *w, mpfr_ptr out, int tree, const mpfr_t *x,
                    int skip);

/* out := the slope of a tree at the sub-step's start. */
void recipe_product_at_start(struct recipe_work *w, mpfr_ptr out, int tree);

/* end := what so many iterations from the guess in `end` make. Nonzero: out of memory. */
int recipe_iterate(struct recipe_work *w);

#endif
