/* Remainders of power series through a program.
 *
 * Along s -> (t0 + s, P(s)) each slot of a program is a function a(s). With a_k, k < N, its
 * Taylor coefficients at 0, of which the series in balls have enclosures,
 *
 *     a(s) = A(s) + T(s),   A(s) = sum_{k < N} a_k s^k,   |T(s)| <= tail (s/h)^N
 *
 * for real 0 <= s <= h. The bound `tail` goes from slot to slot with the rules of
 * tail_operation.c. They need no values beyond the real interval, and know the series of
 * each slot; so the steps are as long as the solution's own convergence allows, however
 * much of it cancels in F (the polydiscs of Cauchy's estimates for F o P would not be).
 *
 * With  term_k >= |a_k| h^k  and  sum_k >= sum_{k <= l < N} |a_l| h^l:
 * |A(s)| <= sum_0, |A(s) - a_0| <= sum_1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <stdlib.h>

#include "ref/enclosure/enclosure.h"
#include "ref/model.h"

/* The same program with every slot for an output. */
static bool open_program(struct enclosure_tail *t, const struct program *p) {
    t->slots = program_slots(p);
    t->open = *p;
    t->open.outputs = t->slots;
    t->open.output = calloc((size_t)t->slots + 1, sizeof *t->open.output);
    if (t->open.output == NULL)
        return false;
    for (int i = 0; i < t->slots; i++)
        t->open.output[i] = i;
    return true;
}

enum ref_status enclosure_tail_init(struct enclosure_tail *t, const graph *g,
                                    const struct program *p, slong bits, int order,
                                    enum eval_constants constants) {
    t->program = p;
    t->room = order;
    if (!open_program(t, p))
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_arb_jet_alloc(&t->jet, g, &t->open, bits, order, constants);
    if (status != PROBLEM_OK)
        return ref_from_problem_status(status);
    slong columns = (slong)t->slots * (order + 1);
    t->size = _mag_vec_init(columns);
    t->term = _mag_vec_init(columns);
    t->sum = _mag_vec_init(columns);
    t->tail = _mag_vec_init(t->slots);
    mag_init(t->length);
    return enclosure_disc_init(&t->disc, p) ? REF_OK : REF_NO_MEMORY;
}

void enclosure_tail_clear(struct enclosure_tail *t) {
    eval_arb_jet_free(t->jet);
    enclosure_disc_free(t->disc);
    free(t->open.output);
    if (t->size == NULL)
        return;
    slong columns = (slong)t->slots * (t->room + 1);
    _mag_vec_clear(t->size, columns);
    _mag_vec_clear(t->term, columns);
    _mag_vec_clear(t->sum, columns);
    _mag_vec_clear(t->tail, t->slots);
    mag_clear(t->length);
}

arb_ptr enclosure_tail_input(const struct enclosure_tail *t, int i) {
    return eval_arb_jet_input(t->jet, i);
}

arb_srcptr enclosure_tail_output(const struct enclosure_tail *t, int i) {
    return eval_arb_jet_output(t->jet, t->program->output[i]);
}

mag_srcptr enclosure_tail_terms(const struct enclosure_tail *t, int i) {
    return t->term + (slong)t->program->output[i] * (t->room + 1);
}

mag_srcptr enclosure_tail_sum(const struct enclosure_tail *t, int i) {
    return t->sum + (slong)t->program->output[i] * (t->room + 1);
}

mag_srcptr enclosure_tail_bound(const struct enclosure_tail *t, int i) {
    return t->tail + t->program->output[i];
}

void enclosure_tail_read(struct enclosure_tail *t, int order) {
    t->order = order;
    for (int slot = 0; slot < t->slots; slot++)
        for (int k = 0; k < order; k++)
            arb_get_mag(t->size + (slong)slot * (t->room + 1) + k,
                        eval_arb_jet_output(t->jet, slot) + k);
}

/* terms and sums of a slot. */
static void scale_slot(struct enclosure_tail *t, int slot, mag_srcptr power) {
    slong first = (slong)slot * (t->room + 1);
    mag_zero(t->sum + first + t->order);
    for (int k = t->order - 1; k >= 0; k--) {
        mag_mul(t->term + first + k, t->size + first + k, power + k);
        mag_add(t->sum + first + k, t->sum + first + k + 1, t->term + first + k);
    }
}

void enclosure_tail_scale(struct enclosure_tail *t, const mag_t h) {
    mag_ptr power = _mag_vec_init(t->order);
    mag_set(t->length, h);
    mag_one(power);
    for (int k = 1; k < t->order; k++)
        mag_mul(power + k, power + k - 1, h);
    for (int slot = 0; slot < t->slots; slot++) {
        scale_slot(t, slot, power);
        mag_zero(t->tail + slot);
    }
    _mag_vec_clear(power, t->order);
}

/* sum_{N <= k <= p} |x_ik| h^k for the inputs, which are polynomials. */
static void start_inputs(struct enclosure_tail *t, mag_srcptr size, int degree) {
    mag_t power;
    mag_init(power);
    mag_pow_ui(power, t->length, (ulong)t->order);
    for (int i = 1; i < t->program->inputs; i++) {
        mag_ptr tail = t->tail + i;
        for (int k = degree; k >= t->order; k--) {
            mag_mul(tail, tail, t->length);
            mag_add(tail, tail, size + (i - 1) * (degree + 1) + k);
        }
        mag_mul(tail, tail, power);
    }
    mag_clear(power);
}

/* Where a bound is above all that the series has, what is seen from outside is tried. */
static void look_from_outside(struct enclosure_tail *t, int slot, mag_srcptr size,
                              int degree, mag_srcptr width, bool *known) {
    mag_ptr tail = t->tail + slot;
    if (mag_cmp(tail, t->sum + (slong)slot * (t->room + 1)) <= 0)
        return;
    if (!*known)
        enclosure_disc_bound(t, size, degree, width);
    *known = true;
    mag_min(tail, tail, t->disc->bound + slot);
}

static void run_code(struct enclosure_tail *t, mag_srcptr size, int degree,
                     mag_srcptr width) {
    const int first = t->program->inputs + t->program->constants;
    bool known = false;
    for (int i = 0; i < t->program->length; i++) {
        enclosure_tail_operate(t, first + i, &t->program->code[i]);
        if (t->disc != NULL && t->disc->outer[first + i])
            look_from_outside(t, first + i, size, degree, width, &known);
    }
}

void enclosure_tail_run(struct enclosure_tail *t, mag_srcptr size, int degree) {
    start_inputs(t, size, degree);
    run_code(t, size, degree, NULL);
}

void enclosure_tail_surround(struct enclosure_tail *t, mag_srcptr size, int degree,
                             mag_srcptr width) {
    start_inputs(t, size, degree);
    for (int i = 1; i < t->program->inputs; i++)
        mag_add(t->tail + i, t->tail + i, width + i - 1);
    run_code(t, size, degree, width);
}
