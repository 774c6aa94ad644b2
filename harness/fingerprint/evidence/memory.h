/* Whether an integrator remembers earlier steps, and the law by which it does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEMORY_H
#define HARNESS_MEMORY_H

#include "harness/fingerprint/laws/law.h"
#include "harness/fingerprint/measure/course.h"

enum { MEMORY_TEXT = 320 };

#define MEMORY_RATIO_IGNORED                                                             \
    "the ratio of two steps is ignored: after a change of the step size it goes on "     \
    "with "                                                                              \
    "the coefficients of equal steps (a method for equal steps has to begin anew then)"

enum memory_kind { MEMORY_UNKNOWN, MEMORY_MULTISTEP, MEMORY_ALPHA, MEMORY_VERLET };

/* What a linear multistep method does when the size of its steps changes; of no known law, whether
 * it then loses order. */
enum memory_ratio {
    RATIO_FOLLOWED, /* its coefficients are those of the grid */
    RATIO_RESTARTS, /* it starts anew */
    RATIO_IGNORED,  /* its coefficients are those of equal steps: a fault */
    RATIO_OTHER,    /* another rule */
    RATIO_UNTRIED   /* it refuses, or the law has no other coefficients */
};

struct memory {
    bool is_random; /* two integrators just made take the first step to other places */
    bool survives_start; /* one that made steps takes it, started anew, to another */
    char repeated[MEMORY_TEXT]; /* where either is so: how the two differ */
    bool has_memory;
    int first;   /* the step that shows it */
    double pace; /* how far its later steps lead at a constant rate, over their time */
    char why[MEMORY_TEXT]; /* and how */
    enum memory_kind kind;
    const struct law_row *row; /* the law has this name; NULL: none */
    struct multistep multistep;
    struct generalized_alpha alpha;
    struct alpha_finding finding;
    int begun;              /* the law holds from the step after this one on */
    int start_order, order; /* of the steps before; of all together */
    int run_order;          /* of equal steps in a row, up to COURSE_ORDER, by no law */
    bool begins_anew;       /* when the size of the steps changes */
    double first_acceleration; /* of a generalised-alpha method: 1 */
    enum memory_ratio ratio;
    char title[MEMORY_TEXT];  /* "BDF2" */
    char key[LAW_KEY];        /* "bdf2"; "": no name */
    char fault[MEMORY_TEXT];  /* what is wrong with it; "": nothing */
    bool is_wrong;            /* whatever was meant */
    bool has_other_positions; /* they follow another law than velocities do */
    bool is_one_leg;          /* rates are taken at the mean of states, not their mean */
    bool
        is_weakly_stable; /* of what a step leaves a part stays, with another sign or phase */
};

/* Finds all that from a course. Nonzero: out of memory. */
int memory_find(struct memory *m, const struct course *c);

/* The parts of it. memory_multistep.c, memory_alpha.c, memory_verlet.c: whether the course
 * follows such a law; then kind and what belongs to it are set. */
int memory_find_multistep(struct memory *m, const struct course *c);
int memory_find_alpha(struct memory *m, const struct course *c);
int memory_find_verlet(struct memory *m, const struct course *c);

/* memory_alpha_guess.c: generalised-alpha methods, but for beta, that a course may follow;
 * returns how many there are, 0: it follows none. What such a method takes f for in the step to
 * state n. Whether a position is that of one velocity, q' = v, without the time in it. */
enum { ALPHA_GUESSES = 4 };
int memory_guess_alpha(struct generalized_alpha *guess, const struct course *c);
double memory_alpha_rate(const struct course *c, const struct generalized_alpha *m, int n,
                         int tree);
bool memory_is_plain_position(const struct course *c, int tree);

/* memory_fit.c: least squares for x_n = sum a_j x_{n-j} + sum b_j f_{n-j} over the chains, from
 * state `from` on; coefficients of 1 .. steps, b_0 too unless `is_explicit`. Returns the largest
 * deviation in units of the tolerance; NaN: none could be found. */
double memory_fit(struct multistep *m, const struct course *c, int steps, int from);

/* memory_modified.c: a modified predictor and corrector whose factors are others. */
bool memory_take_modified(struct memory *m, const struct course *c);

/* memory_unevaluated.c: *found := whether it is a predictor with correctors and no last evaluation;
 * then its ratio is known, too. Nonzero: out of memory. */
int memory_take_unevaluated(bool *found, struct memory *m, const struct course *c);

/* memory_one_leg.c: whether, in the place of the linear multistep method found, it is the one-leg
 * method of the same coefficients. */
bool memory_is_one_leg(const struct memory *m, const struct course *c);

/* memory_deviation.c: the largest deviation of a tree at state n from a law, in units of the
 * tolerance. */
double memory_deviation(const struct multistep *m, const struct course *c, int n,
                        int tree);

/* memory_deviation.c: the steps before a law holds on the chains to the last of the equal ones;
 * -1: more than `latest`. A law with a name, which nothing is fitted to, has to hold for three
 * steps: the formula of a Nordsieck array is that of its order only when so many were made with
 * it. */
enum { MEMORY_LATEST_NAMED = COURSE_EQUAL - 3 };
int memory_begin(const struct multistep *m, const struct course *c, int latest);

#endif
