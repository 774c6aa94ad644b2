/* What the parts of motion.h share: a run, its modes, and a step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_MOTION_PARTS_H
#define REF_TESTS_RANDOM_MOTION_PARTS_H

#include "problems/program/program.h"
#include "ref/tests/random/motion.h"

struct chebyshev; /* ref/tests/random/chebyshev.h */
struct eval_mpfr; /* problems/readers/eval_mpfr.h */

enum {
    MOTION_CONTACTS = 3,
    MOTION_ROWS = 2 * MOTION_CONTACTS, /* of contact i: 2 i normal, 2 i + 1 tangential */
    MOTION_VELOCITIES = 4,
    MOTION_STATES = 12,
    MOTION_SWITCHES = 24,
    MOTION_WATCHES = 64,
    MOTION_FEATURES = 4,
    MOTION_MODES = 250,
    MOTION_SAMPLES = 256
};

/* What a contact does. SMOOTH: closed, without friction. FORTH, BACK: it slides, u_t > 0, < 0. */
enum motion_state {
    MOTION_OPEN,
    MOTION_SMOOTH,
    MOTION_STICKS,
    MOTION_FORTH,
    MOTION_BACK
};

/* A watch has to stay positive. */
struct motion_watch {
    int contact; /* -1: a kink's switching function, that of select number `select` */
    int select;
    bool is_gap;
};

/* The model in one mode: one program, whose outputs are F [nx], the conditions of the contacts,
 * what has to be zero while they are closed, two numbers for each feature, and the switching
 * functions. */
struct motion_mode {
    enum motion_state contact[MOTION_CONTACTS];
    signed char side[MOTION_SWITCHES];
    struct program program; /* selects replaced by the side they are on */
    struct program *whole;  /* with selects; NULL: such a mode cannot be */
    struct eval_double *near;
    struct eval_mpfr *exact;
    int watches, helds, features, first_held, first_switch;
    struct motion_watch watch[MOTION_WATCHES];
};

/* Numbers at one state: gaps, u, J, M and coefficients. */
struct motion_scene {
    struct program *program;
    struct eval_mpfr *exact;
    mpfr_t *out;
    int gap, speed, J, M, coefficient; /* where they begin */
};

struct motion {
    struct model *m;
    int nx, nv, most_steps;
    mpfr_prec_t bits;
    long goal; /* steps have a local error of 2^-goal of each component */
    double span, longest_part,
        longest_step; /* the time to integrate; the part a step is */
    struct chebyshev *basis;
    int modes;
    struct motion_mode *mode[MOTION_MODES], *now;
    struct motion_scene scene;
    mpfr_t t, target;
    mpfr_t *x;      /* [1 + nx], t first */
    mpfr_t *in;     /* [1 + nx] a place within a step */
    mpfr_t *out;    /* outputs there */
    double *scale;  /* [nx] the largest |x_i| so far */
    double h, next; /* the step, and the one to try after it */
    /* The step from (t, x): values and coefficients [(degree + 1)*nx]. */
    mpfr_t length, *value, *coefficient, *field;
    double *near, *near_coefficient, *near_field, *residual, *correction;
    double *sampled; /* outputs at (MOTION_SAMPLES + 1) places, f->outputs apart */
    int outputs;     /* the most a mode has */
    struct motion_result *result;
};

/* The mode's program, made or found; NULL: there are too many. */
struct motion_mode *motion_find_mode(struct motion *f, const enum motion_state *contact,
                                     const signed char *side);
void motion_mode_free(struct motion_mode *mode);
/* Where the value of a watch stands among the outputs; its side, +-1, times the value has to
 * stay positive. */
int motion_watch_place(const struct motion *f, int watch);
int motion_watch_side(const struct motion *f, int watch);

/* F, then the contacts' conditions, then gaps, rates and slips that are to be zero, as expressions;
 * watch[] says what conditions they are; their number, and *helds. -1: the rows of
 * such a mode depend on each other. */
enum { MOTION_OUTPUTS = MOTION_STATES + MOTION_WATCHES + 3 * MOTION_CONTACTS };
int motion_formulas(struct model *m, const enum motion_state *contact, expr *out,
                    struct motion_watch *watch, int *helds);
/* The velocity of row 2 i or 2 i + 1. */
expr motion_speed(struct model *m, int row);
bool motion_has_row(const struct model *m, int row);
bool motion_has_friction(const struct model *m, int contact);

/* The equations of the step, in double (near), and then in MPFR (value); false: not solved. */
bool motion_picard_near(struct motion *f);
bool motion_picard(struct motion *f);
/* The step of f->h from f->x in the mode now, shortened until it is solved; what is asked of the
 * samples beside: no feature is stepped over. False: it cannot be solved. */
bool motion_step(struct motion *f);
/* f->in := (t, x) at s of the step; f->out := the mode's outputs there. */
void motion_look(struct motion *f, mpfr_srcptr s);
/* Outputs at s in double; `slope` (not NULL): [nx] dx/ds. */
void motion_look_near(const struct motion *f, double s, double *out, double *slope);

/* Whether something watched changes its sign in the step; s := the first place. Else the
 * verdict of what is not sure, as an event that is nearly one. */
enum motion_verdict motion_find_event(struct motion *f, bool *found, mpfr_ptr s);

/* f->out := outputs of the mode now at f->x. */
void motion_look_at_start(struct motion *f);
/* Whether the mode now goes on from there; *verdict: what is not sure. A step is made. */
bool motion_goes_on(struct motion *f, enum motion_verdict *verdict);
/* The mode that goes on from f->x, among all that are possible there. */
enum motion_verdict motion_choose_mode(struct motion *f);

enum motion_verdict motion_scene_make(struct motion *f);
void motion_scene_clear(struct motion *f);
/* Numbers at f->x. */
void motion_scene_look(struct motion *f);
mpfr_srcptr motion_gap(const struct motion *f, int contact);
mpfr_srcptr motion_row_speed(const struct motion *f, int row);

/* The largest number of the state so far: a value below 2^-MOTION_TINY of it is zero but for
 * rounding and errors of integration, one below 2^-MOTION_SMALL is not sure to be not. */
enum { MOTION_TINY = 50, MOTION_SMALL = 36 };
double motion_size(const struct motion *f);
bool motion_is_below(const struct motion *f, mpfr_srcptr value, int bits);

/* f->x behind the impact of all contacts that touch. */
enum motion_verdict motion_strike(struct motion *f, const bool *touches);

/* One run to the times. */
enum motion_verdict motion_run(struct motion *f, int times, const mpfr_t *time);

#endif
