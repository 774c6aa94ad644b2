/* Remainders of what exponentials make tiny, or nearly another function. Where u = x/w is far below
 * zero, 1/(1 + e^(-u)) is e^u and nearly nothing, and where it is far above, log(1 + e^u) is nearly
 * u; but e^(-u) or e^u is huge, and so is its remainder over a step of many w: the rules of
 * tail_operation.c take a step per w. Seen from outside such slots are simple. With |a(s)| <= most
 * for complex |s| <= rho, along P,
 *
 *     |T| <= most (h/rho)^N / (1 - h/rho)                                        (Cauchy)
 *
 * For inputs that are off P by a width, |T| <= most + sum_0 with rho = h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

/* How many radii rho are tried. */
enum { MOST_RADII = 40 };

static bool is_exponential(enum expr_operation operation) {
    return operation == EXPR_EXP || operation == EXPR_SINH || operation == EXPR_COSH;
}

/* Whether a slot depends on an exponential, and on a function of one that may be small where it is
 * huge. */
struct kind {
    bool grows, outer;
};

/* The slot that is divided by, or of which a function is taken that grows slowly; -1 for none. */
static int find_inner(const struct instruction *code) {
    switch (code->operation) {
    case EXPR_DIV: return code->b;
    case EXPR_LOG:
    case EXPR_ATAN:
    case EXPR_SQRT:
    case EXPR_POW: return code->a;
    default: return -1;
    }
}

static struct kind find_kind(const struct kind *kind, const struct instruction *code) {
    const int argument[] = {code->a, code->b, code->c};
    struct kind k = {.grows = is_exponential(code->operation)};
    for (int j = 0; j < 3; j++)
        if (argument[j] >= 0) {
            k.grows = k.grows || kind[argument[j]].grows;
            k.outer = k.outer || kind[argument[j]].outer;
        }
    const int inner = find_inner(code);
    k.outer = k.outer || (inner >= 0 && kind[inner].grows);
    return k;
}

/* outer[i] for each slot; whether there is one. */
static bool find_outer(bool *outer, struct kind *kind, const struct program *p) {
    const int first = p->inputs + p->constants;
    bool any = false;
    for (int i = 0; i < p->length; i++) {
        kind[first + i] = find_kind(kind, &p->code[i]);
        outer[first + i] = kind[first + i].outer;
        any = any || outer[first + i];
    }
    return any;
}

static struct enclosure_disc *alloc_disc(int slots, bool *outer) {
    struct enclosure_disc *d = calloc(1, sizeof *d);
    struct enclosure_form *line = calloc((size_t)slots + 1, sizeof *line);
    struct enclosure_form *exponent = calloc((size_t)slots + 1, sizeof *exponent);
    if (d == NULL || line == NULL || exponent == NULL) {
        free(exponent);
        free(line);
        free(d);
        return NULL;
    }
    *d = (struct enclosure_disc){slots,
                                 outer,
                                 _acb_vec_init(slots),
                                 line,
                                 exponent,
                                 _acb_vec_init(slots),
                                 _mag_vec_init(slots)};
    for (int i = 0; i < slots; i++) {
        enclosure_form_init(line + i);
        enclosure_form_init(exponent + i);
    }
    return d;
}

bool enclosure_disc_init(struct enclosure_disc **d, const struct program *p) {
    const int slots = program_slots(p);
    struct kind *kind = calloc((size_t)slots + 1, sizeof *kind);
    bool *outer = calloc((size_t)slots + 1, sizeof *outer);
    const bool held = kind != NULL && outer != NULL;
    const bool any = held && find_outer(outer, kind, p);
    *d = any ? alloc_disc(slots, outer) : NULL;
    if (*d == NULL)
        free(outer);
    free(kind);
    return held && (!any || *d != NULL);
}

void enclosure_disc_free(struct enclosure_disc *d) {
    if (d == NULL)
        return;
    for (int i = 0; i < d->slots; i++) {
        enclosure_form_clear(d->line + i);
        enclosure_form_clear(d->exponent + i);
    }
    free(d->line);
    free(d->exponent);
    free(d->outer);
    _acb_vec_clear(d->box, d->slots);
    _acb_vec_clear(d->rest, d->slots);
    _mag_vec_clear(d->bound, d->slots);
    free(d);
}

/* bound := min(bound, size (h/rho)^N / (1 - h/rho)) of the slots that matter; whether one is less
 * than it was. */
static bool improve(const struct enclosure_tail *t, const mag_t ratio) {
    const struct enclosure_disc *d = t->disc;
    const struct program *p = t->program;
    const int first = p->inputs + p->constants;
    bool better = false;
    mag_t share, size;
    mag_inits(share, size);
    mag_inv(share, ratio);
    mag_geom_series(share, share, (ulong)t->order);
    for (int i = 0; i < p->length; i++) {
        const int slot = first + i;
        if (!d->outer[slot])
            continue;
        acb_get_mag(size, d->box + slot);
        mag_mul(size, size, share);
        better = better || mag_cmp(size, d->bound + slot) < 0;
        mag_min(d->bound + slot, d->bound + slot, size);
    }
    mag_clears(size, share);
    return better;
}

static void find_series_bounds(const struct enclosure_tail *t, mag_srcptr size,
                               int degree) {
    mag_t ratio, rho;
    mag_inits(ratio, rho);
    mag_set_d(ratio, 1.0625);
    bool better = true;
    for (int trial = 0; trial < MOST_RADII && better; trial++) {
        mag_mul(rho, t->length, ratio);
        enclosure_disc_slots(t, size, degree, NULL, rho);
        better = improve(t, ratio);
        mag_mul_ui(ratio, ratio, 5);
        mag_mul_2exp_si(ratio, ratio, -2);
    }
    mag_clears(rho, ratio);
}

static void find_range_bounds(const struct enclosure_tail *t, mag_srcptr size, int degree,
                              mag_srcptr width) {
    const struct enclosure_disc *d = t->disc;
    enclosure_disc_slots(t, size, degree, width, t->length);
    for (int slot = 0; slot < t->slots; slot++)
        if (d->outer[slot]) {
            acb_get_mag(d->bound + slot, d->box + slot);
            mag_add(d->bound + slot, d->bound + slot,
                    t->sum + (slong)slot * (t->room + 1));
        }
}

void enclosure_disc_bound(const struct enclosure_tail *t, mag_srcptr size, int degree,
                          mag_srcptr width) {
    for (int slot = 0; slot < t->slots; slot++)
        mag_inf(t->disc->bound + slot);
    enclosure_disc_lines(t);
    if (width == NULL)
        find_series_bounds(t, size, degree);
    else
        find_range_bounds(t, size, degree, width);
}
