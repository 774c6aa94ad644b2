/* Steps between events, proved. With S h the largest term |x_k| h^k of the step's series the
 * defects of positions and z are to be below 2^-(bits - 16) S; those of forces below that part
 * of the largest of M v' and c lambda, and of the forces that would change x as much in the
 * step; those of constrained velocities below that part of S h and the row's entries. Signs
 * hold in the tube of 2^-(3/4 bits) of the same sizes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "ref/flight/flight_proof.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"

enum {
    SLACK_BITS = 16,
    MARGIN_NUMERATOR = 3, /* the margin: 2^-(3/4 bits) */
    MARGIN_DENOMINATOR = 4,
    SUM_BITS = 64,
    SUBJECTS = REF_OF_ROW + 1
};

enum ref_status flight_prove(struct flight *f, enum eval_constants constants) {
    struct flight_proving *p = calloc(1, sizeof *p);
    if (p == NULL)
        return REF_NO_MEMORY;
    f->proving = p;
    p->constants = constants;
    mpfr_inits2(SUM_BITS, p->disturbance, p->scale, p->force, p->term, p->power,
                (mpfr_ptr)NULL);
    mpfr_inits2(f->work, p->reached, p->product, (mpfr_ptr)NULL);
    mpfr_set_zero(p->disturbance, 1);
    p->watched = calloc((size_t)f->contacts * SUBJECTS + 1, sizeof *p->watched);
    p->proof.made = true;
    p->proof.defect = -(double)f->bits * log10(2.0);
    p->proof.assumed = REF_ASSUMED_RADIUS;
    return p->watched == NULL ? REF_NO_MEMORY : REF_OK;
}

void flight_prove_end(struct flight *f) {
    struct flight_proving *p = f->proving;
    if (p == NULL)
        return;
    for (int i = 0; i < p->modes; i++)
        flight_mode_clear(&p->mode[i]);
    free(p->mode);
    free(p->watched);
    mpfr_clears(p->disturbance, p->reached, p->scale, p->force, p->term, p->power,
                p->product, (mpfr_ptr)NULL);
    free(p);
    f->proving = NULL;
}

static bool is_mode(const struct flight *f, const struct flight_mode *mode) {
    for (int i = 0; i < f->contacts; i++)
        if (f->state[i] != mode->state[i])
            return false;
    return true;
}

/* *mode := the range of f's mode, made if it is new. */
static enum ref_status find_mode(struct flight *f, struct flight_mode **mode) {
    struct flight_proving *p = f->proving;
    for (int i = 0; i < p->modes; i++)
        if (is_mode(f, &p->mode[i])) {
            *mode = &p->mode[i];
            return REF_OK;
        }
    if (p->modes == p->room) {
        const int room = 2 * p->room + 4;
        struct flight_mode *larger = realloc(p->mode, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return REF_NO_MEMORY;
        p->mode = larger;
        p->room = room;
    }
    *mode = &p->mode[p->modes++];
    return flight_mode_make(*mode, f, p->constants);
}

/* most := max(most, the largest |c_k| h^k, k < count). */
static void measure(struct flight *f, const mpfr_t *c, int count, mpfr_ptr most) {
    struct flight_proving *p = f->proving;
    mpfr_set_ui(p->power, 1, MPFR_RNDN);
    for (int k = 0; k < count; k++) {
        mpfr_mul(p->term, c[k], p->power, MPFR_RNDA);
        mpfr_abs(p->term, p->term, MPFR_RNDU);
        mpfr_max(most, most, p->term, MPFR_RNDU);
        mpfr_mul(p->power, p->power, f->step, MPFR_RNDU);
    }
}

/* The series of v_j'. */
static void set_rate(struct flight *f, arb_ptr rate, int j) {
    for (int k = 0; k <= f->order; k++) {
        arb_zero(rate + k);
        if (k == f->order)
            return;
        arf_set_mpfr(arb_midref(rate + k), flight_at(f, f->x, f->nq + j, k + 1));
        arf_mul_ui(arb_midref(rate + k), arb_midref(rate + k), (ulong)k + 1,
                   ARF_PREC_EXACT, ARF_RND_NEAR);
    }
}

static void set_polynomials(struct flight *f, struct flight_mode *mode) {
    struct ref_range *r = mode->range;
    int next = 0;
    for (int i = 0; i < f->nx; i++)
        ref_range_set(r, next++, vector_const(f->x + i * (f->order + 2)), f->order + 1);
    for (int a = 0; a < f->unknowns; a++)
        ref_range_set(r, next++, vector_const(f->force + a * (f->order + 2)), f->order);
    for (int j = 0; j < f->nv; j++)
        set_rate(f, ref_range_polynomial(r, next++), j);
    for (int i = 0; i < f->contacts; i++)
        for (int s = f->first[i] + 1;
             s < f->first[i + 1] && flight_slides_with_friction(f, i); s++)
            ref_range_set(
                r, next++, vector_const(f->along + s * (f->order + 2)),
                f->from_rest[i] || f->first[i + 1] - f->first[i] == 2 ? 1 : f->order + 1);
}

/* scale := S h; force := the largest of M v', c lambda, and of M x / h^2. */
static void find_sizes(struct flight *f) {
    struct flight_proving *p = f->proving;
    mpfr_set_ui_2exp(p->scale, 1, -REF_FLOOR_FACTOR * (long)f->bits, MPFR_RNDU);
    for (int i = 0; i < f->nx; i++)
        measure(f, vector_const(f->x + i * (f->order + 2)), f->order + 1, p->scale);
    mpfr_div(p->force, p->scale, f->step, MPFR_RNDU);
    mpfr_set(p->product, p->force, MPFR_RNDU);
    for (int e = 0; e < f->M.count; e++) {
        mpfr_mul(p->term, eval_jet_output(f->mass.jet, e)[0], p->product, MPFR_RNDA);
        mpfr_abs(p->term, p->term, MPFR_RNDU);
        mpfr_max(p->force, p->force, p->term, MPFR_RNDU);
    }
    for (int a = 0; a < f->unknowns; a++) {
        mpfr_set_zero(p->product, 1);
        measure(f, vector_const(f->force + a * (f->order + 2)), f->order, p->product);
        for (int j = 0; j < f->nv; j++) {
            mpfr_mul(p->term, flight_at(f, f->pull, a * f->nv + j, 0), p->product,
                     MPFR_RNDA);
            mpfr_abs(p->term, p->term, MPFR_RNDU);
            mpfr_max(p->force, p->force, p->term, MPFR_RNDU);
        }
    }
}

/* product := scale times the largest entry of a row, 1 at least. */
static void measure_row(struct flight *f, int row) {
    struct flight_proving *p = f->proving;
    int begin, end;
    flight_find_row(f, row, &begin, &end);
    mpfr_set_ui(p->product, 1, MPFR_RNDN);
    for (int e = begin; e < end; e++)
        if (flight_row_column(f, row, e) >= 0) {
            mpfr_abs(p->term, flight_row_entry(f, row, e)[0], MPFR_RNDU);
            mpfr_max(p->product, p->product, p->term, MPFR_RNDU);
        }
    mpfr_mul(p->product, p->product, p->scale, MPFR_RNDU);
}

static void set_allowed(struct flight *f, struct flight_mode *mode) {
    struct flight_proving *p = f->proving;
    for (int i = 0; i < mode->residuals; i++) {
        const struct flight_output *o = &mode->output[i];
        mag_ptr allowed = mode->range->allowed + i;
        if (o->subject == REF_OF_ROW)
            measure_row(f, o->index);
        else if (o->subject == REF_OF_SLIP)
            measure_row(f, f->first[o->index] + 1);
        else if (mode->range->derivative_of[i] < 0)
            mpfr_set(p->product, p->force, MPFR_RNDU);
        else
            mpfr_div(p->product, p->scale, f->step, MPFR_RNDU);
        ref_range_size(allowed, p->product, SLACK_BITS - (long)f->bits);
    }
}

static void set_margins(struct flight *f, struct flight_mode *mode) {
    struct flight_proving *p = f->proving;
    const long margin = -(long)f->bits * MARGIN_NUMERATOR / MARGIN_DENOMINATOR;
    mag_ptr m = mode->range->margin;
    for (int i = 0; i < f->nx; i++)
        ref_range_size(m + i, p->scale, margin);
    mpfr_set_zero(p->product, 1);
    for (int a = 0; a < f->unknowns; a++)
        measure(f, vector_const(f->force + a * (f->order + 2)), f->order, p->product);
    for (int a = 0; a < f->unknowns; a++)
        ref_range_size(m + f->nx + a, p->product, margin);
    for (int i = 0; i < mode->slides; i++)
        mag_set_ui_2exp_si(m + f->nx + f->unknowns + f->nv + i, 1, margin);
}

static enum ref_status refuse(struct flight *f, const struct flight_mode *mode) {
    const struct ref_range *r = mode->range;
    const struct flight_output *o =
        &mode->output[r->gap == REF_RANGE_SIGN ? mode->residuals + r->which : r->which];
    f->proving->unproved = (struct ref_unproved){.way = REF_BY_EVENTS,
                                                 .time = mpfr_get_d(f->time, MPFR_RNDN),
                                                 .length = r->part,
                                                 .step = mpfr_get_d(f->step, MPFR_RNDN),
                                                 .subject = o->subject,
                                                 .index = o->index};
    return REF_UNPROVED;
}

static void note(struct flight *f, const struct flight_mode *mode) {
    struct flight_proving *p = f->proving;
    mpfr_mul_d(p->term, p->scale, mode->range->defect, MPFR_RNDU);
    mpfr_mul_2si(p->term, p->term, SLACK_BITS - (long)f->bits, MPFR_RNDU);
    mpfr_add(p->disturbance, p->disturbance, p->term, MPFR_RNDU);
    ref_proof_note(&p->proof, mode->range, SLACK_BITS - (long)f->bits);
    for (int k = mode->residuals; k < mode->residuals + mode->watches; k++) {
        const struct flight_output *o = &mode->output[k];
        bool *known = &p->watched[o->index * SUBJECTS + (int)o->subject];
        if (!*known && o->subject == REF_OF_GAP)
            p->proof.gaps++;
        else if (!*known)
            p->proof.forces++;
        *known = true;
    }
}

enum ref_status flight_prove_step(struct flight *f, bool *found) {
    struct flight_proving *p = f->proving;
    struct flight_mode *mode;
    enum ref_status status = find_mode(f, &mode);
    if (status != REF_OK)
        return status;
    find_sizes(f);
    set_polynomials(f, mode);
    set_allowed(f, mode);
    set_margins(f, mode);
    ref_range_begin(mode->range, f->time, f->step);
    const long before = mode->range->parts;
    status = ref_range_prove(mode->range, f->is_fresh, *found, p->reached);
    p->parts += mode->range->parts - before;
    if (status != REF_OK)
        return status;
    if (mpfr_less_p(p->reached, f->step)) {
        if (mpfr_zero_p(p->reached) ||
            ref_exponent(p->reached) < ref_exponent(f->target) - (long)f->bits)
            return refuse(f, mode);
        mpfr_set(f->step, p->reached, MPFR_RNDN);
        f->event_contact = -1;
        *found = false;
    }
    note(f, mode);
    p->proof.parts = p->parts;
    return REF_OK;
}
