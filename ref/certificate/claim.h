/* A small claim about a solution: "every solution of x' = F(t, x) that is in set S at t exists
 * up to t + h, and is in the set S' then". What the files of this folder share.
 *
 * The proof shares the model's expressions with ref/enclosure and nothing else: Taylor models
 * in place of tails, a fixed point of Picard's operator in place of Gronwall's lemma, and no
 * estimate of second derivatives (claim.c has it on one page).
 *
 * Time is s = sigma h, 0 <= sigma <= 1, and x' = F becomes dx/dsigma = h F.
 *
 * Numbers: arf is exact; mag is an upper bound, rounded upward by every operation; arb is a
 * ball. A double steers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_CLAIM_H
#define REF_CERTIFICATE_CLAIM_H

#include <arb_mat.h>

#include "problems/base/room.h"
#include "problems/readers/eval_arb_jet.h"
#include "ref/crossing/choice.h"
#include "ref/taper.h"

/* Precision of what is multiplied by errors only; bits of P beyond those of a step's error. */
enum { CLAIM_LOW_BITS = 64, CLAIM_GUARD_BITS = 16 };

/* ---- taylor_model.c, taylor_function.c: a(sigma) = sum_k c_k sigma^k + T, |T| <= rest for
 * all sigma in [0, 1]. The rest is infinite where nothing is known. */
struct taylor_model {
    arb_srcptr c; /* (size length) */
    arb_ptr own;  /* c, where operations are to fill it in; NULL: it is given */
    int length;   /* >= 1 */
    mag_t rest;
};

struct taylor_space {
    int room; /* coefficients that are kept: what there is room for, or fewer */
    slong bits;
    mag_ptr size; /* to compute with (size room + 1) */
};

/* r := the operation; r is none of its arguments, of which those beyond the arity are any that
 * is known if the others are. Where r's terms are given, they are those of
 * the operation, and its rest is found. */
void taylor_operate(struct taylor_model *r, enum expr_operation operation,
                    const struct taylor_model *a, const struct taylor_model *b,
                    const struct taylor_model *c, struct taylor_space *space);

/* Of EXPR_POW (b: a constant) and EXPR_EXP to EXPR_TANH: r's first terms, as many as its length
 * says, and the rest. False: another function. */
bool taylor_function_terms(struct taylor_model *r, enum expr_operation operation,
                           const struct taylor_model *a, const struct taylor_model *b,
                           slong bits);
void taylor_function_rest(mag_t rest, enum expr_operation operation,
                          const struct taylor_model *a, const struct taylor_model *b,
                          int room);

/* Nothing is known of r. */
void taylor_unknown(struct taylor_model *r);

/* sum := a bound of sum_{k >= first} |c_k|. */
void taylor_sum(mag_t sum, const struct taylor_model *a, int first);

/* range := a ball around all values of a. */
void taylor_range(arb_t range, const struct taylor_model *a);

/* ---- taylor_program.c: a program in Taylor models, with terms from power series of polynomials
 * or, where `series` is set, from the series of balls of problems/readers. */
struct taylor_program {
    const struct program *program; /* which outlives it */
    struct program open;           /* the same with all slots for outputs */
    struct eval_arb_jet *series;
    struct taylor_space space;
    int room, slots;
    struct taylor_model *slot;
};

enum ref_status taylor_program_init(struct taylor_program *t, const graph *g,
                                    const struct program *p, slong bits, int room,
                                    enum eval_constants constants);
enum ref_status taylor_program_init_series(struct taylor_program *t, const graph *g,
                                           const struct program *p, slong bits, int room,
                                           enum eval_constants constants);
void taylor_program_clear(struct taylor_program *t);

/* Input 0 := t + h sigma. */
void taylor_program_time(struct taylor_program *t, const arf_t time, const arf_t h);

/* Input i := the polynomial with the exact coefficients c[length], and `more` of a rest; the
 * coefficients for which there is no room go to the rest. */
void taylor_program_input(struct taylor_program *t, int i, arb_srcptr c, int length,
                          const mag_t more);

/* Whether all outputs are known. With `series`, these are to have been computed from the inputs'
 * coefficients, up to order room - 1. */
bool taylor_program_run(struct taylor_program *t);
const struct taylor_model *taylor_program_output(const struct taylor_program *t, int i);

/* ---- set.c: centre + frame [-radius, radius]. */
struct claim_set {
    int n;
    arf_ptr centre;
    arb_mat_t frame; /* exact */
    mag_ptr radius;
    mag_ptr expected; /* radii that frames are chosen for (image_frame.c) */
};

void claim_set_init(struct claim_set *s, int n);
void claim_set_clear(struct claim_set *s); /* takes one that is all zero */

/* hull[i] >= |(frame y)_i|, |y| <= radius. */
void claim_set_hull(mag_ptr hull, const struct claim_set *s);
void claim_set_expected_hull(mag_ptr hull,
                             const struct claim_set *s); /* |y| <= expected */

/* The model's start, a box, and its time. REF_NOT_APPLICABLE: no exact time. */
enum ref_status claim_set_start(struct claim_set *s, arf_t time, struct model *m,
                                slong bits, enum eval_constants constants);

/* ---- mode.c: the equations between two events. On the sides that it takes of the model's
 * switching surfaces F is analytic, and as long as its watches are positive its motion is the
 * model's. */
struct claim_mode {
    struct room room; /* of all arrays */
    int n, surfaces, watches;
    signed char
        *place;  /* as in struct ref_certificate; NULL: the formulas as they stand */
    expr *field; /* (size n) */
    expr *watch, *rate; /* what has to be positive; d/dt of it (size watches) */
    int *contact;       /* whose gap a watch is; -1: it is none (size watches) */
    int *watch_of;      /* of each surface; -1: it decides nothing (size surfaces) */
    struct crossing_stage *stage; /* the scene's, of a model with contacts; else NULL */
    int pins; /* components that closed contacts tell exactly: pin[i], a constant root[i] */
    int *pin;
    expr *root;
};

/* place: NULL, or certificate_places of them; scene: of a model with contacts, or NULL.
 * REF_BAD_ARGUMENT: these are no places. */
enum ref_status claim_mode_init(struct claim_mode *mode, struct model *m,
                                struct crossing_scene *scene, const signed char *place);
void claim_mode_clear(struct claim_mode *mode);

/* ---- state.c. A mode's places in a certificate, and in the scene. False: they are none. */
bool claim_places_read(const struct crossing_scene *s, const signed char *place,
                       signed char *mode);
void claim_places_write(const struct crossing_scene *s, const signed char *mode,
                        signed char *place);

/* ---- claim_init.c, claim.c, claim_bounds.c, claim_map.c */
struct claim {
    int n, order; /* of P, at most */
    int terms;    /* P's order in this step; its coefficients behind are 0 */
    slong bits;
    struct ref_taper taper;
    struct model *m;
    enum eval_constants constants;
    struct claim_mode mode;
    struct program *field_program, *jacobian_program, *watch_program, *point_program,
        *slope_program;
    struct expr_matrix pattern;
    struct taylor_program field, jacobian; /* F along P; J, and F behind it, around P */
    struct taylor_program watch; /* the watches, and their rates behind them, around it */
    struct eval_arb *point; /* F, the watches and their rates in boxes, with all bits */
    struct eval_arb *gradient; /* of each watch by x, in boxes */
    arb_ptr polynomial;        /* P: coefficient k of x_i at i (order + 1) + k, exact */
    double *weight, *scratch;  /* w (size n) */
    mag_ptr start;             /* >= |e(0)| (size n), e = x - P */
    mag_ptr margin;            /* of the tube (size n) */
    slong near_bits;           /* it is 2^-near_bits of P's size */
    mag_ptr defect;            /* >= |int d| (size n) */
    mag_ptr slope;             /* >= h |J| in the tube (size entries) */
    mag_t rate;                /* lambda */
    mag_ptr error;             /* >= |e| (size n) */
    double *variation;         /* V: coefficient k of V_ij at (k n + i) n + j */
    int room, degree;          /* of V */
    double *slope_terms; /* near h J's coefficients: p of an entry at entry order + p */
    double *slope_sum;   /* of their absolute values, and */
    double *slope_slack; /* what they are off by (size entries) */
    double *leftover;    /* (size n n) */
    double *tail;        /* (size room + 1) */
    mag_ptr residual;    /* >= |J V - V'|_ij (size n n) */
    arb_mat_t map;       /* V(1) */
    arb_ptr value;       /* P(1) */
    mag_ptr rest;        /* >= |e(1) - V(1) e(0)| (size n) */
    mag_ptr sum;         /* (size n) */
    arb_ptr pinned;      /* the mode's roots (size pins) */
};

/* Freed with claim_clear in any case. REF_NOT_FINITE: what closed contacts tell of x is no
 * number; else as of the mode. */
enum ref_status claim_init(struct claim *c, struct model *m, struct crossing_scene *scene,
                           const signed char *place, slong bits, int order,
                           enum eval_constants constants);
void claim_clear(struct claim *c);

/* claim_programs.c. Of the mode; false: no memory. */
bool claim_make_programs(struct claim *c);

/* P := Taylor's polynomial over a step of h through the point `centre` at t, and F's series along
 * it. False: F has none there. */
bool claim_expand(struct claim *c, const arf_t t, const arf_t h, arf_srcptr centre);

/* P_i's coefficients, as many as order + 1. */
arb_ptr claim_polynomial(const struct claim *c, int i);

/* log2 of what is nearly nothing, far below any digit; so exponents stay short in what is
 * written down. */
slong claim_nothing(const struct claim *c);

enum claim_outcome {
    CLAIM_HOLDS,
    CLAIM_UNDEFINED, /* F or J is not known to be analytic around P */
    CLAIM_TOO_LONG,  /* errors might grow by more than e^CLAIM_MOST_GROWTH */
    CLAIM_TOO_WIDE   /* the set does not stay in a tube around P */
};
enum { CLAIM_MOST_GROWTH_BITS = 3, CLAIM_MOST_GROWTH = 1 << CLAIM_MOST_GROWTH_BITS };

/* After claim_expand with t, h and the set's centre: value, map and rest, so that x(t + h) is in
 * value + map frame [-radius, radius] + [-rest, rest] for every x(t) in the set. */
enum claim_outcome claim_prove(struct claim *c, const arf_t t, const arf_t h,
                               const struct claim_set *set);

/* A program along P, or along P +- around; false: something in it is not known. */
bool claim_run_along(struct claim *c, struct taylor_program *program, const arf_t t,
                     const arf_t h, mag_srcptr around);

/* claim_bounds.c: slope, weight and rate from J's models; defect from F's; the bound on |e|, false
 * where it is not within the margin. claim_map.c: V, its residual, map and rest. */
bool claim_find_rate(struct claim *c, const arf_t h);
void claim_find_defect(struct claim *c, const arf_t h);
bool claim_bound_error(struct claim *c);
void claim_find_map(struct claim *c, const arf_t h);
void claim_bound_rest(struct claim *c);

/* ---- watch.c: after claim_prove, whether the watches are proved to be positive over the step,
 * for those solutions for which they are so where it begins; else *worst is one, and *part the
 * part of the step, from its start, before which all are. Where it begins they are positive
 * (NULL); or that is to be proved, too (`evaluate`); or, besides, as many derivatives of each
 * along the motion, itself the first, are positive there, or zero (lead). */
struct claim_begin {
    bool evaluate;
    const signed char *lead; /* of each watch; NULL: 1 */
};
bool claim_watches_hold(struct claim *c, const arf_t t, const arf_t h,
                        const struct claim_set *set, const struct claim_begin *begin,
                        int *worst, double *part);

/* out := F, the watches, and their rates, for all (t, x) in a box (size 1 + n). */
void claim_look(struct claim *c, arb_srcptr box, arb_ptr out);
int claim_looks(const struct claim *c); /* how many these are */

/* box := (t, x) for a time and a set. */
void claim_set_box(arb_ptr box, const arf_t time, const struct claim_set *set);

/* ---- event.c: from one mode to the next. */
enum claim_passage {
    CLAIM_PASSES,
    CLAIM_PASSAGE_UNDEFINED, /* F of one of the modes is not bounded there */
    CLAIM_PASSAGE_TOGETHER,  /* not just one watch may vanish */
    CLAIM_PASSAGE_GRAZES,    /* it is not proved to vanish once */
    CLAIM_PASSAGE_OTHER_MODE /* another watch of the mode behind is not positive, */
};

/* ---- impact.c. Whether an impact of a contact is one that is known here. */
bool claim_impact_applies(const struct model *m, int contact);

/* The impact where a watch, a gap, is zero: image[n] and everywhere[n] := x behind it, at (t, x)
 * = centre and for all of a box; slope[n (1 + n)] := its derivatives by t and x in the box.
 * False: there is none, or no memory. */
bool claim_impact(struct claim *c, int watch, arb_srcptr centre, arb_srcptr box,
                  arb_ptr image, arb_ptr everywhere, arb_ptr slope);

/* ---- image.c: what claim_prove found, held against sets. */

/* Whether the image of `set` is in `next`; else *component is where it is most outside. */
bool claim_image_fits(const struct claim *c, const struct claim_set *set,
                      const struct claim_set *next, int *component);

/* set := a set around its image; with `room`, one that a second proof will find to be large
 * enough. */
void claim_image_take(struct claim *c, struct claim_set *set, bool room);

/* image_frame.c: a frame that suits its image, of which `moved` = V(1) A; and what a step is
 * expected to add to errors. Neither depends on what is proved. False: no memory. */
bool claim_frame_choose(arb_mat_t frame, const struct claim *c,
                        const struct claim_set *set, const arb_mat_t moved);
void claim_frame_nominal(mag_ptr nominal, const struct claim *c,
                         const struct claim_set *set);

/* x[n] := balls around its image; what closed contacts tell of x is exact. */
void claim_image_balls(arb_ptr x, const struct claim *c, const struct claim_set *set);

#endif
