/* What the files of collocation/ share: the method's coefficients, the equations of one
 * step, switching times, and the way through the steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_COLLOCATION_INTERNAL_H
#define REF_COLLOCATION_INTERNAL_H

#include <acb_mat.h>

#include "problems/base/room.h"
#include "problems/model.h"
#include "ref/taylor/flow.h"

/* ---- radau.c, nodes.c, spectrum.c: the method with s stages, s odd.
 *
 * The nodes 0 = c_0 < c_1 < .. < c_s = 1 carry the polynomial of a step; l_j is the
 * Lagrange polynomial of node j among all s + 1. D_ij = l_j'(c_i), i, j >= 1, is the
 * inverse of the method's matrix A. */
struct ref_radau {
    struct room room; /* of its arrays */
    int stages;
    mpfr_prec_t bits;
    mpfr_t *node;   /* (size stages + 1) */
    mpfr_t *weight; /* 1 / prod_{m != j} (c_j - c_m) (size stages + 1) */
    mpfr_t *slope;  /* slope[i (stages + 1) + j] = l_j'(c_i) (size (stages + 1)^2) */
    mpfr_t product, difference;        /* scratch */
    mpfr_t probe;                      /* the middle of the widest gap between nodes */
    mpfr_t *probe_value, *probe_slope; /* l_j and l_j' there (size stages + 1) */
    /* D = T diag(mu) T^-1. Of a pair of conjugate eigenvalues one is kept; mode 0 is
     * the real one. */
    int modes;            /* (stages + 1) / 2 */
    acb_ptr eigenvalue;   /* mu (size modes) */
    acb_mat_t to_modes;   /* rows of T^-1 (modes x stages) */
    acb_mat_t from_modes; /* columns of T, twice those of pairs (stages x modes) */
};

enum ref_status ref_radau_init(struct ref_radau *r, int stages, mpfr_prec_t bits);
void ref_radau_clear(struct ref_radau *r);

/* Fills the nodes; the modes, given the nodes. */
enum ref_status ref_radau_find_nodes(struct ref_radau *r);
enum ref_status ref_radau_diagonalise(struct ref_radau *r);

/* The precision at which the modes are known, and the equations of a Newton iteration are
 * solved. */
enum { REF_MODE_BITS = 128 };

/* value[j] := l_j(at), for an `at` that is no node. */
void ref_radau_values(struct ref_radau *r, mpfr_srcptr at, mpfr_t *value);

/* ---- stages.c, stages_field.c, stages_newton.c, stages_modes.c, stages_error.c: the
 * equations of one step. */
struct ref_stages {
    struct room room; /* of its arrays */
    const struct ref_radau *radau;
    int nx;
    mpfr_prec_t bits; /* to which they are solved; the arithmetic has more */
    struct program *field_program, *jacobian_program;
    struct expr_matrix pattern;
    struct eval_jet *field; /* of order 0, for the branches can be imposed on it */
    struct eval_mpfr *jacobian;
    mpfr_t *start;           /* x_0 (size nx) */
    mpfr_t *z;               /* z[j nx + i] = X_ji - x_0i, z_0 = 0 (size (s + 1) nx) */
    mpfr_t *residual;        /* h F(X_j) - (D z)_j (size s nx) */
    mpfr_t *scale;           /* max_j |X_ji|, at least a part of the largest (size nx) */
    mpfr_t *in;              /* (t, x) for the Jacobian (size 1 + nx) */
    mpfr_t *entry;           /* of J (size pattern.count) */
    mpfr_t t, h;             /* the step's start and size */
    mpfr_t sum, term;        /* scratch */
    acb_mat_t jacobian_h;    /* h J (nx x nx) */
    acb_mat_t right, update; /* (s x nx) */
    acb_mat_t modal;         /* (modes x nx) */
    acb_mat_t column;        /* (nx x 1) */
    acb_mat_t *factor;       /* of mu_k - h J (size modes) */
    slong **exchange;        /* their pivots (size modes) */
    acb_ptr growth;          /* eigenvalues of h J (size nx) */
    double contraction;      /* log2 of the updates' ratio in the last solution */
    long iterations;
};

enum ref_status ref_stages_init(struct ref_stages *e, struct model *m,
                                const struct ref_radau *radau, mpfr_prec_t bits,
                                enum eval_constants constants);
void ref_stages_clear(struct ref_stages *e);

/* The arithmetic's precision. */
mpfr_prec_t ref_stages_bits(mpfr_prec_t bits);

/* The branches in force at the time t, imposed from here on. */
void ref_stages_take_branches(struct ref_stages *e, mpfr_srcptr t);

/* Whether F has a value at the start. */
bool ref_stages_start_is_finite(struct ref_stages *e);

/* F at t + c h; the field's state has been set. */
void ref_stages_evaluate(struct ref_stages *e, mpfr_srcptr c);

/* sum := sum_j row[j] z_j of component i, j = 1 .. s. */
void ref_stages_sum(struct ref_stages *e, const mpfr_t *row, int i);

/* b[nx] := h F - sum_j row[j] z_j, F having been evaluated. */
enum ref_status ref_stages_defect(struct ref_stages *e, const mpfr_t *row, mpfr_t *b);

/* residual := h F - D z, and the scales. */
enum ref_status ref_stages_residual(struct ref_stages *e);

/* Factors of mu_k - h J with J at stage j. REF_NOT_CONVERGED: h is so large that growing
 * solutions could be missed. */
enum ref_status ref_stages_factor(struct ref_stages *e, int j);

/* Solves the equations from the guess in z. */
enum ref_status ref_stages_solve(struct ref_stages *e);

/* log2 of the error, relative to the components' scales. */
double ref_stages_error(struct ref_stages *e);

/* log2 max_i |b_i| / scale_i: -inf for b = 0, not a number when b is not. */
double ref_stages_measure(struct ref_stages *e, acb_srcptr b);

/* update := T (mu - h J)^-1 T^-1 residual. */
void ref_stages_correct(struct ref_stages *e);

/* column := (mu_0 - h J)^-1 column. */
void ref_stages_filter(struct ref_stages *e);

/* ---- calendar.c: switching functions of the time alone. */
struct ref_calendar {
    bool empty; /* there are none */
    struct model clock;
    ref_flow *flow; /* of a sum of their signs: its steps end where one changes */
    expr rate;
};

/* REF_NOT_APPLICABLE: a switching function depends on the state. */
enum ref_status ref_calendar_init(struct ref_calendar *c, struct model *m,
                                  mpfr_prec_t bits, enum eval_constants constants,
                                  mpfr_srcptr begin);
void ref_calendar_clear(struct ref_calendar *c);

/* next := the next switching time, or `end` if there is none before. */
enum ref_status ref_calendar_next(struct ref_calendar *c, mpfr_srcptr end, mpfr_ptr next,
                                  long max_steps, bool *switches);

/* ---- march.c, march_step.c: step after step. */
struct ref_march {
    struct ref_radau radau;
    struct ref_stages stages; /* their t and start are the solution so far */
    struct ref_calendar calendar;
    mpfr_t h;                /* the next step's size, before it is cut to a target */
    mpfr_t target;           /* where the piece that is under way ends */
    mpfr_t end;              /* the time that is asked for */
    mpfr_t last_h;           /* of the last step */
    mpfr_t *last_z;          /* its polynomial (size (s + 1) nx) */
    mpfr_t *value;           /* of l_j at a stage of the next step (size s + 1) */
    mpfr_t *rise;            /* the last step's z_s (size nx) */
    mpfr_t place, sum, term; /* scratch */
    bool continues;          /* the last step's polynomial may be continued */
    bool is_fresh;           /* the next step is the first one of a piece */
    bool ends_at_switch;     /* the piece ends at a switching time */
    struct ref_march_proving *proving; /* march_proof.c; NULL: steps are not proved */
    long steps, switches;
};

/* Storage alone, for a start from elsewhere. */
enum ref_status ref_march_alloc(struct ref_march *w, struct model *m, mpfr_prec_t bits,
                                enum eval_constants constants);

/* Begins at the model's start. */
enum ref_status ref_march_init(struct ref_march *w, struct model *m, mpfr_prec_t bits,
                               enum eval_constants constants);
void ref_march_clear(struct ref_march *w);

/* march_proof.c: from here on each step is proved (range/range.h), or shortened; where that
 * leads to nothing attempts end with REF_UNPROVED. */
enum ref_status ref_march_prove(struct ref_march *w, struct model *m,
                                enum eval_constants constants);
void ref_march_prove_end(struct ref_march *w);

/* Whether the step of stages.h, which has been solved, is proved; if not, how far it is, in
 * w->place. starts, ends: at switching times. */
enum ref_status ref_march_prove_step(struct ref_march *w, bool starts, bool ends,
                                     bool *proved);

/* What was proved, and what could not be; a bound on what the defects change x by, relative to
 * each component's size. */
void ref_march_tell_proof(const struct ref_march *w, struct ref_proof *proof,
                          struct ref_unproved *unproved);
mpfr_srcptr ref_march_disturbance(const struct ref_march *w);

/* Takes the branches for the piece that ends at `target`, and a first step size. */
enum ref_status ref_march_begin_piece(struct ref_march *w);

/* One attempt at a step towards the target: *done, or the step size has been reduced. */
enum ref_status ref_march_attempt(struct ref_march *w, bool *done);

/* ---- touch_model.c: a model in which a switching function is the independent variable.
 */
struct ref_touch_model {
    struct model model; /* its states: x and the time */
    expr *rate;         /* (size nx + 1) */
};

/* On which side of a switching function s a power that is no integer begins from zero: of
 * depth^(3/2), depth = max(d, 0), where d > 0. */
struct ref_rough {
    bool above, below; /* s > 0, s < 0 */
};

/* rough[switches] of the field's program. */
enum ref_status ref_touch_find_rough(const graph *g, const struct program *p,
                                     struct ref_rough *rough);

/* With d = side s for select number `select`, d = z^2 and z for the time:
 *     dx/dz = (2 z / d') F,   dt/dz = 2 z / d'. */
enum ref_status ref_touch_model_init(struct ref_touch_model *t, struct model *m,
                                     int select, int side);
void ref_touch_model_clear(struct ref_touch_model *t);

/* ---- touch.c, touch_cross.c */

/* Why the end of a contact is not looked for: it is at `until`, beyond the target; or
 * another event blocks the way to it, at `until`. Both hold until the next crossing. */
enum ref_wait { REF_NO_WAIT, REF_ENDS_BEYOND, REF_END_BLOCKED };

struct ref_touch {
    struct room room; /* of all arrays */
    struct model *m;
    mpfr_prec_t bits;
    enum eval_constants constants;
    int switches;
    struct ref_rough *rough;       /* (size switches) */
    struct ref_touch_model *model; /* of each, made when it is needed (size switches) */
    struct ref_march **march;      /* (size switches) */
    signed char *side;             /* +1, -1; 0: not made (size switches) */
    enum ref_wait *wait;           /* for the ends of contacts (size switches) */
    mpfr_t *until;                 /* (size switches) */
    long crossings;                /* of the flow, when these were said */
    mpfr_t *saved;                 /* the flow's x and time (size nx + 1) */
    bool marched;                  /* a step was made in z, from the time `since` on */
    double since;
};

/* march[i] := that of select i whose contact is on the side `side` of its function. */
enum ref_status ref_touch_prepare(struct ref_touch *t, int i, int side);

#endif
