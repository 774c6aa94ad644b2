/* Proofs over a whole step of what a run has found at some places: ref/range/theory.md.
 *
 * A step has polynomials p_i(s), 0 <= s <= h, with exact coefficients, one for each input of a
 * program but the first, which is the time t0 + s. It is covered by parts |s - m| <= r. In
 * each the program's slots are enclosed as power series in s - m with bounds on what they
 * leave out (enclosure/tail.c), in balls throughout, and proved are
 *
 *     a small residual    |p_l' - output| <= allowed, or |output| <= allowed,
 *     a sign              of slots, wherever |x - p| <= margin in each input.
 *
 * At an event a function that is watched may vanish, once: f(m + u) = a_l u^l (1 + ..) + e
 * with |e| below what the margin does, so that it has its sign but for a neighbourhood that is
 * smaller than any step could be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_RANGE_H
#define REF_RANGE_H

#include "problems/base/room.h"
#include "ref/enclosure/enclosure.h"
#include "ref/taper.h"

/* A function whose sign a part is to prove: that of a slot of the program. */
struct ref_range_watch {
    int slot;
    int sign;        /* +1, -1: what it has to have */
    int select;      /* whose switching function it is; -1: none */
    bool may_vanish; /* that it is zero to the margin is harmless */
};

/* What a part could not prove. */
enum ref_range_gap {
    REF_RANGE_PROVED,
    REF_RANGE_RESIDUAL, /* of output `which` */
    REF_RANGE_SIGN      /* of watch `which` */
};

struct ref_range {
    struct room room; /* of its arrays */
    const graph *graph;
    enum eval_constants constants;
    const struct program *program; /* as it was given */
    struct program decided;        /* the same without selects (range_program.c) */
    signed char *branch;           /* in force (size program->switches) */
    bool *live;                    /* whether a select matters (size program->switches) */
    struct enclosure_tail tail;    /* of the decided program */
    bool is_decided;
    slong bits;
    int polynomials, order; /* inputs but the time; the highest degree */
    arb_ptr whole;          /* p_i's coefficients about the step's start, exact, at
                               i (order + 1) + k */
    arb_ptr about;          /* the same about m */
    mag_ptr size;           /* |about| */
    mag_ptr margin;         /* (size polynomials) */
    int residuals;          /* the first outputs of the program, which must be small */
    int *derivative_of;     /* l, or -1 (size residuals) */
    mag_ptr allowed;        /* (size residuals) */
    struct ref_taper taper; /* of the polynomials' terms; off but in ref_range_at_once */
    int waiting,
        patience;  /* steps that ref_range_at_once leaves out, and after a failure */
    mag_ptr bound; /* the largest bounds in the parts so far (size residuals) */
    int watches;
    /* (size switches, or as ref_range_watch_outputs says). */
    struct ref_range_watch *watch;
    mag_ptr left_out;   /* by their series on p itself (as watch) */
    arf_t time, length; /* t0, h */
    /* What came of it. */
    enum ref_range_gap gap;
    int which;
    double defect;  /* the largest bound on a residual of the last part, over `allowed` */
    double part;    /* length of the part that failed, over h */
    long parts;     /* tried so far */
    long vanishing; /* watches that vanished to the margin all along a part, so far */
};

/* For a program with the inputs (t, ..), of which the first `residuals` outputs have to vanish
 * or to be derivatives; derivative_of is copied. Refers to g and p, which outlive it. Freed
 * with ref_range_free; on failure NULL. */
enum ref_status ref_range_alloc(struct ref_range **range, const graph *g,
                                const struct program *p, int residuals,
                                const int *derivative_of, mpfr_prec_t bits, int order,
                                enum eval_constants constants);
void ref_range_free(struct ref_range *r); /* takes NULL */

/* Takes the branches of the program's selects (size switches, or NULL where it has none),
 * +1 or -1; the switching functions of those that matter are watched. */
enum ref_status ref_range_decide(struct ref_range *r, const signed char *branch);

/* Watches the outputs from `residuals` on, which are to be positive: may_vanish[k] as above.
 * For a program without selects. */
enum ref_status ref_range_watch_outputs(struct ref_range *r, const bool *may_vanish);

/* Coefficients of polynomial i about the start, for the caller to set: order + 1. */
arb_ptr ref_range_polynomial(struct ref_range *r, int i);

/* Sets p_i's coefficients to count numbers scaled by nothing: c[0 .. count-1], the rest 0. */
void ref_range_set(struct ref_range *r, int i, const mpfr_t *c, int count);

/* size >= |x| 2^exponent. */
void ref_range_size(mag_t size, mpfr_srcptr x, long exponent);

/* The step begins at t and has length h > 0; the polynomials have been set. */
void ref_range_begin(struct ref_range *r, mpfr_srcptr t, mpfr_srcptr h);

/* Proves the step from its start as far as it goes: *reached <= h, 0 where not even a least
 * part of it is proved, and then gap, which and part say what failed. Functions may vanish at
 * the start, where `starts_at_event`, and at h, where `ends_at_event`. If the end cannot be
 * proved *reached < h. REF_NO_MEMORY. */
enum ref_status ref_range_prove(struct ref_range *r, bool starts_at_event,
                                bool ends_at_event, mpfr_ptr reached);

/* Takes note of a step that was proved, whose residuals are below `defect` 2^bits. */
void ref_proof_note(struct ref_proof *proof, const struct ref_range *r, long bits);

/* ---- range_program.c: decided := program with the branches in place of its selects. */
bool ref_range_resolve(struct ref_range *r, const signed char *branch);

/* ---- range_part.c: whether all is proved on the part |s - m| <= r of the step. side: 0, or
 * -1 or +1 where functions may vanish at m, and only that side belongs to the step. */
bool ref_range_part(struct ref_range *r, const arf_t middle, const arf_t radius,
                    int side);

/* ---- range_at_once.c: the same for the whole step, about its start, with as many bits as the
 * residuals ask for. False also where it is not tried: beside watches, and after failures. */
bool ref_range_at_once(struct ref_range *r);

/* ---- range_part.c, for that: about := whole, moved to m; whether the residuals are small on
 * |s - m| <= radius, `about` and `size` being those about m. */
void ref_range_shift(struct ref_range *r, const arf_t middle);
bool ref_range_solves(struct ref_range *r, const arf_t middle, const mag_t radius);

/* ---- range_sign.c: whether sign A(s) > error for A = sum_k a_k s^k, |s| <= radius, k <
 * count, on that side only, but for s = 0 and a neighbourhood of it where side is not 0. */
bool ref_range_sign(arb_srcptr a, int count, const mag_t radius, const mag_t error,
                    int sign, int side, slong bits);

/* Whether A is zero to the error: no more than a few times so large. */
bool ref_range_vanishes(arb_srcptr a, int count, const mag_t radius, const mag_t error);

#endif
