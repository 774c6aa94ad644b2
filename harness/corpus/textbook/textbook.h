/* Textbook methods behind halfstep_integrator.h: each as a book has it, in a file of its own,
 * with faults that are made in practice. A method is an attempt at a step; what all of them
 * have, steps of a given size, error control, options and counters, stands around it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_TEXTBOOK_H
#define HARNESS_CORPUS_TEXTBOOK_H

#include <stdbool.h>

#include "harness/corpus/textbook/fault_list.h"
#include "harness/plugin/halfstep_integrator.h"

#define TEXTBOOK_ENUMERATOR(id, method, text, check) FAULT_##id,
enum textbook_fault { FAULT_NONE, TEXTBOOK_FAULT_LIST(TEXTBOOK_ENUMERATOR) FAULTS };

struct textbook_fault_info {
    const char *id;     /* "WEIGHT_MISTYPED" */
    const char *method; /* that has it */
    const char *text;   /* what is changed */
    const char *check;  /* what sees it: "study/quantity" */
};

/* Of FAULT_NONE all are empty. */
const struct textbook_fault_info *textbook_fault_info(enum textbook_fault fault);

/* Vectors that are a method's own; what is in them stays from attempt to attempt. */
enum { TEXTBOOK_VECTORS = 16 };

/* How the size of an error is told: the largest or the root mean square of
 * error_i / (1 + relative |x_i|); or the length of the error over that of the state, at least 1;
 * or either of error_i / max(1, |x_i|), x_i the largest since start. */
struct textbook_norm {
    bool is_mean_square;
    double relative;
    bool is_of_whole, is_of_largest;
};

/* The next step is safety (accuracy / error)^(1/order) times as long, with (error before /
 * accuracy)^before (size before / size)^ratio as a factor; such a rule tries again by the first
 * factor alone, with the order `again` (0: it is the same). */
struct textbook_rule {
    struct textbook_norm norm;
    double order, safety, most_growth, most_shrinkage, before, ratio, again;
    bool is_per_time; /* the error is that of a unit of time, error / h */
};

struct textbook {
    const struct halfstep_system *system;
    int nq, nv, nz, n; /* n = nq + nv + nz */
    const struct textbook_method *method;
    enum textbook_fault fault;
    double t, *x;         /* where it is */
    double *next, *error; /* what an attempt leads to, and its estimate */
    double *before;       /* where the last step began */
    double *largest;      /* of each |x| since start */
    bool has_error;       /* the last step has an estimate */
    double *vector[TEXTBOOK_VECTORS];
    double *matrix; /* [n*n] */
    int *pivots;    /* [n] */
    int history;    /* accepted steps since start; a method with memory goes by it */
    double last;    /* size of the last of them */
    double accuracy, longest, proposed; /* of error control; proposed 0: none */
    double error_before; /* of the last accepted step under error control; 0: none */
    long steps, rejected, evaluations;
    const char *why;
};

struct textbook_method {
    const char *name;
    const char *known;         /* what the fingerprint calls it */
    struct textbook_rule rule; /* order 0: without error control */
    bool has_estimate;
    bool needs_velocities; /* made for q' = v without other states */

    /* next := the state after h, error := its estimate; t and x stay. Nonzero: it fails. */
    int (*attempt)(struct textbook *b, double h);

    /* Called after a step of h was accepted, before x := next; NULL: nothing to do. */
    void (*accepted)(struct textbook *b, double h);

    /* Called by start, after x and t were set; NULL: nothing to do but history := 0. */
    void (*begun)(struct textbook *b);
};

/* All methods, ending with NULL; the one of that name, or NULL. */
extern const struct textbook_method *const textbook_methods[];
const struct textbook_method *textbook_method_find(const char *name);

extern const struct textbook_method textbook_heun, textbook_runge_kutta_4,
    textbook_dormand_prince, textbook_bdf2, textbook_bdf3, textbook_adams_bashforth,
    textbook_adams_moulton, textbook_predictor_corrector, textbook_two_step_midpoint,
    textbook_nordsieck, textbook_generalized_alpha, textbook_undamped_alpha, textbook_hht,
    textbook_newmark, textbook_damped_newmark, textbook_velocity_verlet,
    textbook_carried_verlet, textbook_position_verlet, textbook_stoermer_verlet,
    textbook_symplectic_euler, textbook_unnamed, textbook_midpoint,
    textbook_explicit_midpoint, textbook_dormand_prince_pi, textbook_heun_filtered,
    textbook_heun_of_whole, textbook_dormand_prince_of_largest,
    textbook_runge_kutta_4_per_time, textbook_pair, textbook_controlled_bdf2,
    textbook_gear, textbook_swept_midpoint;

static inline bool textbook_has(const struct textbook *b, enum textbook_fault fault) {
    return b->fault == fault;
}

/* The system's functions, counted; nonzero, with a reason: it fails, or is not finite. */
int textbook_derivative(struct textbook *b, double t, const double *x, double *xdot);
int textbook_rates(struct textbook *b, double t, const double *x, double *ydot);
int textbook_jacobian(struct textbook *b, double t, const double *x, double *jacobian);

/* matrix[n*n] := its factors, right := matrix^-1 right. Nonzero: it is singular. */
int textbook_factor_and_solve(struct textbook *b, int n, double *right);

/* x := x + update until that is rounding; each is found by the function. */
typedef int textbook_update(struct textbook *b, const void *context);
int textbook_iterate(struct textbook *b, int n, double *x, double *update,
                     textbook_update *find_update, const void *context);

/* x := the solution of x = constant + k F(t, x) near x; `update` is room. */
int textbook_solve(struct textbook *b, double t, double k, const double *constant,
                   double *update, double *x);

/* A sentence for why(). */
int textbook_fail(struct textbook *b, const char *why);

/* What a fault of conditions makes of an attempt of h. */
void textbook_distort(struct textbook *b, double h);

/* Begins anew; one step of h; one of its own choice, under error control, no further than
 * t_final. */
void textbook_start(struct textbook *b, double t, const double *x);
int textbook_step(struct textbook *b, double h);
int textbook_advance(struct textbook *b, double t_final);

#endif
