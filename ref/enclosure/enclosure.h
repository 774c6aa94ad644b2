/* A certified solution of x' = F(t, x), x in R^n: what the files of this folder share.
 * enclosure/theory.md has the theorem on one page.
 *
 *     x(t0 + s) = P(s) + e(s),   P(s) = sum_{k <= p} c_k s^k,   0 <= s <= h,
 *
 * for every solution that begins in the set c_0 + A [-r, r]. P's coefficients are exact
 * numbers, A is an exact matrix, r are radii. With the defect d = P' - F(t, P) the error
 * obeys e' = Jbar e - d, Jbar being a mean of J = dF/dx between P and x.
 *
 * Numbers: arf holds exact ones; mag holds upper bounds, and every operation on mag rounds
 * upward, unless its name ends in _lower; arb and acb hold balls. A double steers (steps,
 * weights, frames): where it enters a bound it stands for itself, exactly, and the bound
 * holds whatever its value.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_ENCLOSURE_ENCLOSURE_H
#define REF_ENCLOSURE_ENCLOSURE_H

#include <arb_mat.h>

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "problems/readers/eval_arb_jet.h"
#include "ref/taper.h"
#include "ref/truth.h"

/* Precision of all that is multiplied by errors only: bounds, J, V, A. */
enum { ENCLOSURE_LOW_BITS = 64 };

/* ---- exact_vector.c: n zeros; memory that runs out ends the program, as in all of Arb. */
arf_ptr enclosure_exact_alloc(int n);
void enclosure_exact_free(arf_ptr x, int n);

/* ---- enclosure_system.c: F, J and the invariants in the arithmetics they are needed in. */
struct enclosure_system {
    struct model *m;
    int n, order; /* components; degree p of P */
    slong bits;   /* working precision of P */
    slong
        low; /* of V~ and the frame, ENCLOSURE_LOW_BITS: V~ and F in double. More keep sets that are thinner than
                   * doubles tell, as those of a body that bounces faster and faster */
    struct program *field, *jacobian, *invariants;
    struct expr_matrix pattern; /* of J: entry k is J's (row[k], column[k]) */
    struct eval_arb *field_box, *jacobian_box; /* on real boxes */
    struct eval_arb *invariant_box; /* at `bits`; the others at ENCLOSURE_LOW_BITS */
};

/* field[n]: F, instead of the model's (NULL); copied. */
enum ref_status enclosure_system_init(struct enclosure_system *s, struct model *m,
                                      const expr *field, slong bits, slong low, int order,
                                      enum eval_constants constants);

void enclosure_system_clear(struct enclosure_system *s);

/* ---- tail.c, tail_operation.c, tail_function.c: the series of a program's slots along P, and
 * bounds on what they leave out: a(s) = sum_{k < N} a_k s^k + T(s), |T(s)| <= tail (s/h)^N. */
struct enclosure_tail {
    const struct program *program;
    struct program open; /* the same with all slots for outputs */
    struct eval_arb_jet *jet;
    int slots, room, order; /* room: coefficients that can be held; order: N <= room */
    mag_ptr size;           /* |a_k| of each slot at slot (room + 1) + k */
    mag_ptr term;           /* |a_k| h^k */
    mag_ptr sum;            /* the sum of term_l, k <= l < N */
    mag_ptr tail;           /* (size slots) */
    mag_t length;           /* h */
    bool two_sided;         /* -h <= s <= h instead of 0 <= s <= h */
    struct enclosure_disc *disc; /* NULL: no slot needs it */
};

enum ref_status enclosure_tail_init(struct enclosure_tail *t, const graph *g,
                                    const struct program *p, slong bits, int order,
                                    enum eval_constants constants);
void enclosure_tail_clear(struct enclosure_tail *t);

/* The series of the program's input i, for the caller to set, and of its output i. */
arb_ptr enclosure_tail_input(const struct enclosure_tail *t, int i);
arb_srcptr enclosure_tail_output(const struct enclosure_tail *t, int i);

/* Takes note of the coefficients k < order, which have been computed. */
void enclosure_tail_read(struct enclosure_tail *t, int order);

/* The terms for steps of at most h; the tails are zero. */
void enclosure_tail_scale(struct enclosure_tail *t, const mag_t h);

/* The tails, after enclosure_tail_scale; the inputs are t0 + s and polynomials whose
 * coefficients' absolute values are in `size`, degree + 1 of each. */
void enclosure_tail_run(struct enclosure_tail *t, mag_srcptr size, int degree);

/* The same for inputs that are no further than width[i] from these polynomials, be they
 * complex: |a(s) - A(s)| <= tail. */
void enclosure_tail_surround(struct enclosure_tail *t, mag_srcptr size, int degree,
                             mag_srcptr width);

/* The tail of one slot, that of an instruction. */
void enclosure_tail_operate(struct enclosure_tail *t, int slot,
                            const struct instruction *code);

/* tail := that of a function of a slot (tail_function.c). */
void enclosure_tail_function(mag_t tail, const struct enclosure_tail *t,
                             const struct instruction *code);

/* ---- tail_disc_form.c: shift + sum_k factor_k a_(slot_k). */
enum { ENCLOSURE_FORM_TERMS = 4 };

struct enclosure_form {
    int terms;
    int slot[ENCLOSURE_FORM_TERMS];
    arb_t shift, factor[ENCLOSURE_FORM_TERMS];
};

void enclosure_form_init(struct enclosure_form *f);
void enclosure_form_clear(struct enclosure_form *f);
void enclosure_form_zero(struct enclosure_form *f);
void enclosure_form_set_slot(struct enclosure_form *f, int slot);
bool enclosure_form_is_zero(const struct enclosure_form *f);

/* f := f + scale a; false where there is no room for its terms, and f is neither. */
bool enclosure_form_add(struct enclosure_form *f, const struct enclosure_form *a,
                        const arb_t scale);
bool enclosure_form_add_multiple(struct enclosure_form *f, const struct enclosure_form *a,
                                 slong multiple);

/* value := the form, where the slots are in these boxes. */
void enclosure_form_value(acb_t value, const struct enclosure_form *f, acb_srcptr box);

/* ---- tail_disc.c: slots of quotients, logarithms and the like of exponentials, seen from
 * outside. */
struct enclosure_disc {
    int slots;
    bool *outer; /* whether a slot depends on one (size slots, like all) */
    acb_ptr box; /* in which a(s) is */
    struct enclosure_form *line;     /* a(s) itself */
    struct enclosure_form *exponent; /* L and g: a(s) = e^L g */
    acb_ptr rest;
    mag_ptr bound; /* of the tail */
};

/* NULL where there are none; false: no memory. */
bool enclosure_disc_init(struct enclosure_disc **d, const struct program *p);
void enclosure_disc_free(struct enclosure_disc *d);

/* Sets t's `disc->bound` of those slots, after enclosure_tail_scale; width: NULL for
 * enclosure_tail_run, or as of enclosure_tail_surround. */
void enclosure_disc_bound(const struct enclosure_tail *t, mag_srcptr size, int degree,
                          mag_srcptr width);

/* ---- tail_disc_line.c: sets d's lines, which do not depend on rho. */
void enclosure_disc_lines(const struct enclosure_tail *t);

/* ---- tail_disc_split.c: exponent and rest of a slot := L and g of an instruction on slots that
 * have theirs; false: it is none of those that have, or L has too many terms. */
bool enclosure_disc_split(struct enclosure_disc *d, int slot,
                          const struct instruction *code);

/* value := e^L. */
void enclosure_disc_exponential(acb_t value, const struct enclosure_disc *d,
                                const struct enclosure_form *l);

/* ---- tail_disc_slots.c: d's boxes, exponents and rests for |s| <= rho. */
void enclosure_disc_slots(const struct enclosure_tail *t, mag_srcptr size, int degree,
                          mag_srcptr width, const mag_t rho);

/* The terms, their sum and the tail of output i. */
mag_srcptr enclosure_tail_terms(const struct enclosure_tail *t, int i);
mag_srcptr enclosure_tail_sum(const struct enclosure_tail *t, int i);
mag_srcptr enclosure_tail_bound(const struct enclosure_tail *t, int i);

/* ---- polynomial.c */
struct enclosure_polynomial {
    int n, order;
    slong bits;
    struct enclosure_tail tail; /* of F; its inputs are the series of (t, P) */
    mag_ptr size;               /* |c_ik| at i (order + 1) + k */
    mag_ptr low;            /* bounds of the defect's coefficients k < p at i order + k */
    struct ref_taper taper; /* whose bits and pace are the step's affair */
};

enum ref_status enclosure_polynomial_init(struct enclosure_polynomial *p,
                                          const struct enclosure_system *s,
                                          enum eval_constants constants);
void enclosure_polynomial_clear(struct enclosure_polynomial *p);

/* P := the Taylor polynomial of the solution through the exact point (t, c[n]). False: a
 * coefficient is not finite. */
bool enclosure_polynomial_expand(struct enclosure_polynomial *p, const arf_t t,
                                 arf_srcptr c);

/* The coefficients of component i, exact. */
arb_ptr enclosure_polynomial_series(const struct enclosure_polynomial *p, int i);

/* tail[i] := a bound on component i of the defect's terms from p on, divided by (s/h)^p. */
void enclosure_polynomial_tail(mag_ptr tail, struct enclosure_polynomial *p,
                               const mag_t h);

/* x[n] := balls around P(s) for the real numbers s in a ball. */
void enclosure_polynomial_at(arb_ptr x, const struct enclosure_polynomial *p,
                             const arb_t s, slong bits);

/* ---- comparison.c: |e_i| <= w_i phi. */
struct enclosure_comparison {
    int n, entries;
    const int *row, *column;   /* of J's entries */
    double *weight;            /* w > 0 (size n) */
    double *scratch;           /* (size n) */
    mag_ptr high, low;         /* w as bounds from above and from below (size n) */
    arf_ptr slope;             /* L_k: >= J_k on the diagonal, >= |J_k| off it */
    arf_t rate;                /* lambda with L w <= lambda w */
    mag_t length, rate_length; /* h; max(lambda, 0) h */
    mag_t growth;              /* e^rate_length */
};

enum ref_status enclosure_comparison_init(struct enclosure_comparison *c,
                                          const struct enclosure_system *s);
void enclosure_comparison_clear(struct enclosure_comparison *c);

/* L_k := a bound for J's entry k in the (finite) ball; or for this one and those before. */
void enclosure_comparison_slope(struct enclosure_comparison *c, int k, const arb_t entry,
                                bool first);

/* w := weights that suit L over a step of h; any positive ones are valid. */
void enclosure_comparison_weigh(struct enclosure_comparison *c, double h);

/* w := w + more. */
void enclosure_comparison_lift(struct enclosure_comparison *c, mag_srcptr more);

/* lambda and what follows from it for a step of at most h. */
void enclosure_comparison_rate(struct enclosure_comparison *c, const mag_t h);

/* norm := max_i v_i / w_i, of numbers v_i that stand `stride` apart. */
void enclosure_comparison_norm(mag_t norm, const struct enclosure_comparison *c,
                               mag_srcptr v, int stride);

/* phi := a bound of the integral from 0 to s of e^(lambda+ (s - u)) g(u) du for all s in
 * [0, h], g(u) <= sum_{k < order} low_k u^k + tail (u/h)^order. */
void enclosure_comparison_drive(mag_t phi, const struct enclosure_comparison *c,
                                mag_srcptr low, int order, const mag_t tail);

/* Whether the caller wants no more; options may be NULL. */
bool enclosure_is_stopped(const struct ref_truth_options *options);

/* ---- variation.c, variation_error.c: V' = J(t, P) V, V(0) = I; a polynomial V~ and its defect. */
struct enclosure_variation {
    int n, order;             /* order: degree for which there is room */
    slong bits;               /* of its values */
    int degree, degree_limit; /* m, and the most that is tried: `order`, or less */
    int entries;
    const int *row, *column;
    struct enclosure_tail tail; /* of J; its inputs are the series of (t, P) */
    int *terms;   /* 1 + the last order of J_k that is not zero, so far (size entries) */
    arb_ptr v;    /* V~_ij's coefficient k at (i n + j)(order + 1) + k, exact */
    int exponent; /* e: s/2^e is the variable of what is in double */
    double *matrix; /* V~_ij's coefficient k there at (k n + i) n + j */
    double *entry;  /* about that of J's entry at entry (order + 1) + k */
    mag_ptr slack;  /* what rounding makes of it at most, in s, likewise */
    mag_ptr weight; /* sum_j |V_ijk| start_j at i (order + 1) + k */
    mag_ptr sum;    /* sum_{l >= k} of that h^l, likewise */
    const struct ref_truth_options *options; /* whose stop is asked; NULL: none's */
    double products;                         /* since that was done last */
};

enum ref_status enclosure_variation_init(struct enclosure_variation *v,
                                         const struct enclosure_system *s,
                                         enum eval_constants constants);
void enclosure_variation_clear(struct enclosure_variation *v);

/* V~ along P for a step of about h. False: J's series is not finite, or it was stopped. */
bool enclosure_variation_expand(struct enclosure_variation *v,
                                const struct enclosure_polynomial *p, double h);

/* phi := a bound of max_i |(V - V~) e|_i / w_i for |e_j| <= start_j on [0, h]. */
void enclosure_variation_error(mag_t phi, struct enclosure_variation *v,
                               const struct enclosure_polynomial *p,
                               const struct enclosure_comparison *c, mag_srcptr start);

/* low_k := a bound of max_i |defect_k start|_i / w_i, defect_k being the coefficient of
 * V~' - J V~ for k < m, which is rounding. Sets `weight`. */
void enclosure_variation_rounding(mag_ptr low, struct enclosure_variation *v,
                                  const struct enclosure_comparison *c, mag_srcptr start);

/* ---- variation_precise.c. V~'s coefficients with v->bits instead of doubles, after its degree
 * is found. */
void enclosure_variation_refine(struct enclosure_variation *v);

/* value := V~(s). */
void enclosure_variation_at(arb_mat_t value, const struct enclosure_variation *v,
                            const arb_t s);

/* ---- region.c: a neighbourhood of P's graph, in which F is analytic in x. */
struct enclosure_region {
    int n, entries;
    mag_ptr margin; /* the tube is |x_i - P_i| <= margin_i (size n) */
    mag_ptr width;  /* the region is |z_i - P_i| <= width_i, width > margin (size n) */
    mag_ptr bound;  /* K_k >= |J_k| in the region (size entries) */
    arb_ptr part;   /* of [0, h] */
};

void enclosure_region_init(struct enclosure_region *r, const struct enclosure_system *s);
void enclosure_region_clear(struct enclosure_region *r);

/* Sets K, and L in c, for a step of h, with J's series in v and F's in p. False: F or J is
 * not known to be analytic. */
bool enclosure_region_bound(struct enclosure_region *r, struct enclosure_polynomial *p,
                            struct enclosure_variation *v, struct enclosure_comparison *c,
                            const arf_t h);

/* ---- frame.c: the set A [-r, r]. */
struct enclosure_frame {
    int n;
    slong
        bits; /* of products; more than ENCLOSURE_LOW_BITS: F has as many, if that is better (frame_precise.c) */
    arb_mat_t a;                       /* A, exact */
    mag_ptr radius;                    /* r (size n) */
    arb_mat_t image;                   /* V A */
    arb_mat_t basis, inverse, product; /* F, W and a product */
    mag_ptr size;                      /* of the image, per component (size n) */
    slong *exponent;                   /* of the scales (size n) */
    double *work;                      /* three matrices */
    double *norm;                      /* (size n) */
    int *pick;                         /* columns, sorted (size n) */
};

enum ref_status enclosure_frame_init(struct enclosure_frame *f, int n, slong bits);

/* ---- frame_precise.c. F := the columns of D^-1 V A diag(r) at f->bits, from D^-1 V A in
 * `image`, W near its inverse; false: they depend on each other. */
bool enclosure_frame_take_columns(struct enclosure_frame *f);

void enclosure_frame_clear(struct enclosure_frame *f);

/* A := I, r := radius. */
void enclosure_frame_box(struct enclosure_frame *f, mag_srcptr radius);

/* hull[i] >= |(B y)_i| for |y| <= r, B = A or another matrix. */
void enclosure_frame_hull(mag_ptr hull, const struct enclosure_frame *f,
                          const arb_mat_t b);

/* The set {V y + z : y in A [-r, r], |z_i| <= rest_i} is put into a set of the same form. */
void enclosure_frame_map(struct enclosure_frame *f, const arb_mat_t v, mag_srcptr rest);

/* ---- frame_rotation.c: columns G (n x n, row by row) -> Q, nearly orthogonal. */
void enclosure_frame_rotation(double *q, double *g, double *norm, int *pick, int n);

/* ---- frame_columns.c: the columns of M (n x n, row by row) scaled by powers of two to sizes
 * near 1, and inverse := about M's inverse. False: they are nearly dependent. scratch: like M. */
bool enclosure_frame_columns(double *m, double *inverse, double *scratch, int n);

/* ---- enclosure.c, enclosure_step.c, step_length.c, tube.c */
struct enclosure {
    struct room room; /* of its arrays */
    int n, goal;      /* the defect of a step is to be below 2^-goal |x|_inf */
    bool from_one;    /* or 2^-goal, where |x|_inf < 1 */
    struct enclosure_system system;
    struct enclosure_polynomial polynomial;
    struct enclosure_region region;
    struct enclosure_comparison comparison;
    struct enclosure_variation variation;
    struct enclosure_frame frame;
    arf_t time, step, least_step; /* t0, h, and the smallest h that is tried */
    mag_t length;                 /* h, rounded upward */
    arf_ptr center;               /* c_0 (size n) */
    mag_ptr start;                /* >= |e_i(0)| (size n) */
    mag_ptr tail;                 /* of the defect (size n) */
    double pace, boldness; /* the last step, and over what its series alone suggested */
    double longest;        /* step that is tried */
    bool has_moved;        /* since the start of the motion */
    double cap;            /* the step for which P's coefficients have bits enough */
    double scale;          /* log2 of the size of P */
    /* x' = F + w: bound[n] >= |w| as long as |x - P| <= error over the step; false: none is known.
     * NULL: w = 0, and F is analytic farther than margins and widths reach, which else are made
     * narrower. */
    bool (*disturb)(void *context, mag_ptr bound);
    void *context;
    slong
        excess; /* bits by which the disturbance of the last step tried was too large; or 0 */
    mag_ptr error;             /* >= |e_i(s)| on [0, h] (size n) */
    mag_ptr disturbed;         /* of it, what the disturbance makes (size n) */
    mag_ptr rest;              /* >= |e(s) - V~(s) e(0)|_i on [0, h] (size n) */
    mag_ptr scratch;           /* (size n) */
    mag_t driven;              /* of |e|/w: what the defect adds in the step */
    mag_t added;               /* what start, defects and rounding add, summed */
    arb_ptr box, entry, value; /* (t, x), J, P */
    arb_mat_t map;             /* V~(h) */
    const struct ref_truth_options *options; /* whose stop is asked; NULL: none's */
};

enum ref_status enclosure_init(struct enclosure *e, struct model *m, slong bits,
                               int order, enum eval_constants constants);

/* The same for x' = field[n] instead of the model's F. */
enum ref_status enclosure_init_field(struct enclosure *e, struct model *m,
                                     const expr *field, slong bits, slong low, int order,
                                     enum eval_constants constants);
void enclosure_clear(struct enclosure *e);

/* Begins at the model's start, with `end` in view. REF_NOT_APPLICABLE: the span begins at
 * what is no binary fraction, and there are contacts, or F has no bound nearby. */
enum ref_status enclosure_start(struct enclosure *e, const arf_t end,
                                enum eval_constants constants);

/* Its two parts: time, center and frame as they are at the start; and to go on from there, or
 * from others. REF_NOT_FINITE: J has no value there. */
enum ref_status enclosure_begin(struct enclosure *e, const arf_t end,
                                enum eval_constants constants);
enum ref_status enclosure_resume(struct enclosure *e);

/* Prepares a step of at most `limit` from `time`: after REF_OK enclosure_value holds on
 * [0, step], and enclosure_advance may go on. REF_UNABLE: the errors are too large for the
 * precision. REF_NOT_SMOOTH, REF_STEP_TOO_SMALL, REF_TOO_FAR, REF_OUT_OF_TIME. */
enum ref_status enclosure_step(struct enclosure *e, const arf_t limit);

/* x[n] := balls that contain x(time + s), 0 <= s <= step. */
void enclosure_value(arb_ptr x, struct enclosure *e, const arf_t s);

/* time := time + step, and the set there. */
void enclosure_advance(struct enclosure *e);

/* step_length.c: log2 of the size of P; log2 of the longest step to be tried; a step whose
 * defect is near the goal, and its tail (false: there is none); whether the rounding of P's
 * tapered coefficients exceeds the goal in it; half of it, and its tail. */
double enclosure_scale(const struct enclosure *e, const arf_t limit);
double enclosure_suggest(const struct enclosure *e, double scale, const arf_t limit);
bool enclosure_choose_step(struct enclosure *e, double scale, const arf_t limit);
bool enclosure_lacks_bits(const struct enclosure *e, double scale);

/* A remainder that is seen from outside (tail_disc.c) allows steps at whose end the terms of P,
 * which cancel, are nothing but rounding: halves them until it does not show. Steps that are
 * 2^-bits as long. */
void enclosure_shorten_for_rounding(struct enclosure *e, double scale);
void enclosure_cut_step(struct enclosure *e, double scale, slong bits);

/* tube.c: bounds on e over the step h, or why there is none. */
enum enclosure_tube { TUBE_HOLDS, TUBE_TOO_LONG, TUBE_TOO_NARROW };
enum enclosure_tube enclosure_tube_bound(struct enclosure *e);

/* Errors may grow to 2^-(7/16 goal) of P: sixteenths of the goal. */
enum { ENCLOSURE_MARGIN = 7 };

/* ---- enclosure_run.c */
struct enclosure_run {
    slong bits;
    int order;
    long steps, switches; /* switches: kinks and contacts' events passed */
    double growth; /* log2 of the last radius over the sum of what the steps added */
    double part;   /* of the span that lies behind */
    double goal;   /* of its enclosure */
    double size;   /* log2 of the largest |x| so far */
    double
        lost; /* bits of the goal: goal + log2(error) - size, or what errors are counted from */
    bool foreseen; /* that it will miss the digits */
    /* Where it ended, its time rounded down, of a failure to before it. */
    struct ref_end end;
    /* The goal that tells an impact's time from one asked for; 0: it does. */
    double wanted;
    arb_ptr value; /* x_i at time k, at k n + i */
};

/* What errors are counted from (counting.c). Undecided: |x|, until it is seen to be nearly
 * nothing. */
enum enclosure_counting {
    ENCLOSURE_UNDECIDED,
    ENCLOSURE_FROM_ONE, /* where |x| < 1 */
    ENCLOSURE_FROM_STATE
};

struct enclosure_task {
    struct model *m;
    int n, times;
    const mpfr_t *time;
    const struct ref_truth_options *options;
    double done, share; /* progress: of the whole work before this run; this run's */
    enum enclosure_counting counting;
    double nothing; /* log2 of what x was below when errors came to be counted from 1 */
    /* To be filled in at the last time; NULL: not asked for. */
    struct crossing_beside *beside;
};

/* Follows the solution through the times at one precision. */
typedef enum ref_status enclosure_run_function(const struct enclosure_task *task,
                                               int goal, struct enclosure_run *run);
enclosure_run_function enclosure_run; /* where F is analytic */
enclosure_run_function crossing_run;  /* through kinks and contacts: ref/crossing */

/* Whether a model has any of those. */
bool crossing_is_needed(struct model *m);

/* ---- For both. What a run begins with: bits and order for the goal. */
void enclosure_plan(struct enclosure_run *run, int goal);
long enclosure_most_steps(const struct enclosure_task *task);

/* The values when no time is after the start; what the invariants are in the balls x at t. */
void enclosure_stay_at_start(const struct enclosure_task *task, struct enclosure *e,
                             struct enclosure_run *run);
void enclosure_find_invariants(arb_ptr invariant, struct enclosure *e, const arf_t t,
                               arb_srcptr x);

/* The values at the times in [time, time + step], or in [time, time + step), the first of them
 * being number *next; with the invariants' values at the start (NULL: they are not asked for). */
enum enclosure_end { ENCLOSURE_WITH_END, ENCLOSURE_WITHOUT_END };
enum ref_status enclosure_take_values(const struct enclosure_task *task,
                                      struct enclosure *e, arb_srcptr invariant,
                                      enum enclosure_end end, struct enclosure_run *run,
                                      int *next);

/* ---- counting.c. Whether it is undecided what errors are counted from, and all that a run has
 * seen of the state is less than what the goal tells apart from zero, beside 1. */
bool enclosure_is_vanishing(const struct enclosure_task *task,
                            const struct enclosure_run *run);

/* After runs that ended so: whether to begin again, and task->counting: from 1 where they were
 * vanishing; from |x| where they failed so, and saw nothing but what vanishes. */
bool enclosure_counts_otherwise(struct enclosure_task *task,
                                const struct enclosure_run *run, enum ref_status status);

/* Tells how far the run has come, and whether to go on. REF_UNABLE: it is vanishing. */
enum ref_status enclosure_report(const struct enclosure_task *task,
                                 const struct enclosure *e, double begin, double end,
                                 struct enclosure_run *run);

/* log2 of the largest radius in x[n] over what the steps added up; 0 for none. */
double enclosure_measure_growth(const struct enclosure *e, arb_srcptr x);

#endif
