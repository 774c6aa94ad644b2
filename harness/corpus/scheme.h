/* A one-step method for q' = N(q) v, y' = f(t, q, y) as a list of choices, each of
 * which can be made wrongly. A sub-step of length k from (t_n, q_n, y_n) solves
 *
 *     q = q_n + k [ a N(Q) V + (1 - a) N(q_n) v_n ]
 *     y = y_n + k [ b f(t_n + c k, P, Y) + (1 - b) f(t_n, q_n, y_n) ]
 *
 * where Q, V, P, Y each lie between the old value and the new one. Backward Euler has all
 * new, the semi-explicit forms some old, the midpoint rule is half-way. A doubled step
 * is one such step of h and two of h/2; an explicit method has a Runge-Kutta table
 * instead.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_SCHEME_H
#define HARNESS_CORPUS_SCHEME_H

#include <stdbool.h>

/* 0: old, 1: new, and all between. */
struct rule {
    double map_position, map_velocity;     /* Q, V */
    double force_position, force_velocity; /* P, Y */
    double time;                           /* c */
    double map_share, force_share;         /* a, b */
};

/* The sub-steps, and one that only a wrong estimate asks for. */
enum part { PART_LARGE, PART_FIRST, PART_SECOND, PART_OTHER, PARTS };

/* States of a step. */
enum state { STATE_START, STATE_LARGE, STATE_MIDDLE, STATE_SMALL, STATE_OTHER, STATES };

/* Newton's method for y, with N(q) at the last iterate: it lags by one. */
struct iteration {
    int most;               /* so many; 0: until they come to rest */
    double jacobian_factor; /* J is taken times this; 0: sweeps of the fixed point */
    bool jacobian_of_start; /* J at (q_n, y_n), else at the iterate */
    bool jacobian_of_force; /* J without the term f_q N */
    bool predicts_map;      /* N at q_n + k N(q_n) v_n */
    int map_refreshes;      /* N follows the iterate so often; < 0: always */
    bool whole;             /* f sees the positions of the last sweep */
    double largest_update;  /* each entry of an update is cut there; 0: none is */
    int trials;             /* 2: the factors of earlier steps first, then new ones */
    bool keeps_diverged;    /* the second trial goes on where the first one ended */
};

enum { STAGES = 7 };

/* k_i = F(t + c_i h, x + h sum_j a_ij k_j), x1 = x + h sum b_i k_i, estimate h sum e_i
 * k_i. */
struct table {
    int stages; /* 0: the method is not of this kind */
    double a[STAGES][STAGES], b[STAGES], c[STAGES], e[STAGES];
};

struct scheme {
    bool doubled, has_estimate;
    struct rule rule[PARTS];
    struct iteration iteration;
    double half;          /* length of the first half step over h */
    double second_length; /* of the second one, over h */
    double second_start;  /* its time is t_n + that h */
    enum state second_from;
    bool guesses_start;             /* each iteration begins where its sub-step does */
    bool map_of_last_step;          /* N of the step before */
    double large_share;             /* in the result: small + that (large - small) */
    enum state minuend, subtrahend; /* the estimate is their difference, times */
    double position_factor, rate_factor;
    int step_power; /* and times h to that power */
    bool is_absolute, is_swapped;
    /* Of f in the first step and in later ones. */
    double force_factor, later_force_factor;
    double time_factor; /* time goes on by that times h */
    bool is_elapsed;    /* f is told the time since the start */
    int frozen_entry;   /* this entry of the state never changes; < 0: none */
    int control_order;  /* the next step goes as (accuracy / error)^(1 / this) */
    struct table table;
};

enum { METHODS = 15 }; /* without fault */

/* Their names, like "velocity-implicit-euler"; i from 0 to METHODS - 1. */
const char *scheme_name(int i);

/* *r := the method of that name. Nonzero: there is none. */
int scheme_find(struct scheme *r, const char *name);

/* The tables of the explicit methods, in scheme_tables.c. */
extern const struct table heun_table, kutta_3_table, bogacki_shampine_table,
    runge_kutta_4_table, merson_table, dormand_prince_table;

#endif
