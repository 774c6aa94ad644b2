/* The motion between events, proved step by step (range/range.h). In a mode the functions of
 * the inputs
 *
 *     (t | x | lambda of the unknown forces | v' | w of the slides of contacts that slide)
 *
 * that have to vanish, or to be derivatives, are
 *
 *     q' - N v,  z' - z-rates,  M (v' - a) - sum_u c_u lambda_u,  each constrained velocity,
 *     u_t - (u_t . w) w and w . w - 1 of contacts that slide in two directions,
 *
 * and those that have to stay positive are the gaps of open contacts, the normal forces of the
 * others, (mu lambda_n)^2 - |lambda_t|^2 of those that stick, w . u_t of those that slide.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_FLIGHT_PROOF_H
#define REF_FLIGHT_PROOF_H

#include "ref/flight/flight.h"
#include "ref/range/range.h"
#include "ref/truth.h"

/* What an output of the mode's program is about. */
struct flight_output {
    enum ref_subject subject;
    int index; /* of the component, the row or the contact */
};

/* A mode's program and range. */
struct flight_mode {
    enum flight_state *state; /* [contacts] the mode */
    int forces, slides; /* unknown forces; slides of contacts that slide with friction */
    struct program *program;
    struct flight_output *output; /* residuals first, then what is watched */
    int residuals, watches;
    struct ref_range *range;
};

struct flight_proving {
    enum eval_constants constants;
    int modes, room;
    struct flight_mode *mode; /* each mode that has occurred */
    struct ref_proof proof;
    struct ref_unproved unproved;
    bool *watched;      /* [contacts * subjects] */
    mpfr_t disturbance; /* sum of h times the bounds on |x' - F| */
    long parts;
    mpfr_t reached, scale, force, term, power, product;
};

/* What is at hand while the expressions of a mode are written. */
struct flight_writer {
    struct flight *f;
    struct flight_mode *mode;
    graph *g;
    int lambda, rate, along; /* the first variable of each kind */
    int *slide;              /* [rows] the number of w of a row, -1: none */
    expr *out;
    int *derivative_of;
    bool *may_vanish;
    int outputs;
};

/* flight_proof_equations.c: the outputs that have to vanish; those that have to stay positive. */
void flight_write_equations(struct flight_writer *w);
void flight_write_watches(struct flight_writer *w);
bool flight_slides_with_friction(const struct flight *f, int contact);

/* flight_proof.c: from here on every step is proved, or shortened, or refused with
 * REF_UNPROVED. */
enum ref_status flight_prove(struct flight *f, enum eval_constants constants);

/* Proves the step of f->step, which begins at an event where f->is_fresh and ends at one where
 * *found; that is changed where the step is shortened. */
enum ref_status flight_prove_step(struct flight *f, bool *found);

/* flight_proof_mode.c: the program and range of f's mode. */
enum ref_status flight_mode_make(struct flight_mode *mode, struct flight *f,
                                 enum eval_constants constants);
void flight_mode_clear(struct flight_mode *mode);

#endif
