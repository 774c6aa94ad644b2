/* Storage of ranges, and their inputs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/range/range.h"
#include "ref/truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool allocate_program(struct ref_range *r) {
    const struct program *p = r->program;
    r->decided = *p;
    r->decided.switches = 0;
    r->decided.switching = NULL;
    r->decided.code = room_take(&r->room, (size_t)p->length, sizeof *r->decided.code);
    r->decided.output =
        room_take(&r->room, (size_t)p->outputs, sizeof *r->decided.output);
    r->branch = room_take(&r->room, (size_t)p->switches, sizeof *r->branch);
    r->live = room_take(&r->room, (size_t)p->switches, sizeof *r->live);
    r->watch =
        room_take(&r->room, (size_t)p->switches + (size_t)p->outputs, sizeof *r->watch);
    r->derivative_of =
        room_take(&r->room, (size_t)r->residuals, sizeof *r->derivative_of);
    return !r->room.is_short;
}

static void allocate_numbers(struct ref_range *r) {
    const slong columns = (slong)r->polynomials * (r->order + 1);
    r->whole = room_balls(&r->room, columns);
    r->about = room_balls(&r->room, columns);
    r->size = room_mags(&r->room, columns);
    r->margin = room_mags(&r->room, r->polynomials);
    r->allowed = room_mags(&r->room, r->residuals);
    r->bound = room_mags(&r->room, r->residuals);
    r->left_out = room_mags(&r->room, r->program->switches + r->program->outputs);
    arf_inits(r->time, r->length);
}

static bool allocate_taper(struct ref_range *r) {
    const bool made = ref_taper_init(&r->taper, r->polynomials, r->bits) == REF_OK;
    r->taper.off = true;
    return made;
}

enum ref_status ref_range_alloc(struct ref_range **range, const graph *g,
                                const struct program *p, int residuals,
                                const int *derivative_of, mpfr_prec_t bits, int order,
                                enum eval_constants constants) {
    struct ref_range *r = calloc(1, sizeof *r);
    *range = NULL;
    if (r == NULL)
        return REF_NO_MEMORY;
    r->graph = g;
    r->program = p;
    r->constants = constants;
    r->bits = (slong)bits;
    r->order = order;
    r->polynomials = p->inputs - 1;
    r->residuals = residuals;
    bool made = allocate_program(r);
    made = allocate_taper(r) && made;
    allocate_numbers(r);
    for (int i = 0; i < residuals && made; i++)
        r->derivative_of[i] = derivative_of[i];
    if (!made) {
        ref_range_free(r);
        return REF_NO_MEMORY;
    }
    *range = r;
    return REF_OK;
}

void ref_range_free(struct ref_range *r) {
    if (r == NULL)
        return;
    if (r->is_decided)
        enclosure_tail_clear(&r->tail);
    room_clear(&r->room);
    arf_clears(r->time, r->length);
    ref_taper_clear(&r->taper);
    free(r);
}

enum ref_status ref_range_decide(struct ref_range *r, const signed char *branch) {
    const size_t count = (size_t)r->program->switches;
    if (r->is_decided && (count == 0 || memcmp(r->branch, branch, count) == 0))
        return REF_OK;
    if (r->is_decided)
        enclosure_tail_clear(&r->tail);
    r->is_decided = false;
    if (count > 0)
        memcpy(r->branch, branch, count);
    if (!ref_range_resolve(r, r->branch))
        return REF_NO_MEMORY;
    r->is_decided = true;
    r->tail = (struct enclosure_tail){.two_sided = true};
    return enclosure_tail_init(&r->tail, r->graph, &r->decided, r->bits, r->order + 1,
                               r->constants);
}

enum ref_status ref_range_watch_outputs(struct ref_range *r, const bool *may_vanish) {
    enum ref_status status = ref_range_decide(r, NULL);
    r->watches = r->program->outputs - r->residuals;
    for (int k = 0; k < r->watches; k++)
        r->watch[k] = (struct ref_range_watch){r->decided.output[r->residuals + k], 1, -1,
                                               may_vanish[k]};
    return status;
}

arb_ptr ref_range_polynomial(struct ref_range *r, int i) {
    return r->whole + (slong)i * (r->order + 1);
}

void ref_range_set(struct ref_range *r, int i, const mpfr_t *c, int count) {
    arb_ptr into = ref_range_polynomial(r, i);
    for (int k = 0; k <= r->order; k++) {
        arb_zero(into + k);
        if (k < count)
            arf_set_mpfr(arb_midref(into + k), c[k]);
    }
}

void ref_range_size(mag_t size, mpfr_srcptr x, long exponent) {
    arf_t exact;
    arf_init(exact);
    arf_set_mpfr(exact, x);
    arf_get_mag(size, exact);
    mag_mul_2exp_si(size, size, exponent);
    arf_clear(exact);
}

void ref_range_begin(struct ref_range *r, mpfr_srcptr t, mpfr_srcptr h) {
    arf_set_mpfr(r->time, t);
    arf_set_mpfr(r->length, h);
    r->gap = REF_RANGE_PROVED;
    for (int i = 0; i < r->residuals; i++)
        mag_zero(r->bound + i);
}

void ref_proof_note(struct ref_proof *proof, const struct ref_range *r, long bits) {
    const double defect = r->defect > 0 ? (double)bits + log2(r->defect) : -INFINITY;
    proof->defect = fmax(proof->defect, defect * log10(2.0));
    proof->parts = r->parts;
    if (r->vanishing > 0)
        proof->assumed |= REF_ASSUMED_VANISHING;
}
