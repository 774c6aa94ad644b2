/* Whether a motion that begins on switching surfaces can begin in one way only.
 *
 * Where F jumps, x' = sign x from 0 say, the motion may leave to either side. So every other
 * choice of the sides of the surfaces on which it stands is followed, too: it is contradicted
 * where a switching function's first coefficient that does not vanish has the other sign, and it
 * is no other motion where its series is that of the branches in force. Anything else is a
 * second motion.
 *
 * A single surface that has been crossed needs no second look: the motion by the field before it
 * goes to the other side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/switching.h"
#include "ref/taylor/flow.h"

#include <stdlib.h>
#include <string.h>

#include "problems/program/program.h"

enum {
    MOST_STANDING = 8,
    SAME_PART = 2 /* below 2^-(bits/2) of the largest term of a series a term is none */
};

struct ref_alternatives {
    ref_flow *f;
    int surfaces;
    int *surface;        /* of each select, -1: it does not stand on one (size selects) */
    signed char *branch; /* in force (size selects) */
    mpfr_t *series;      /* by them, x_i's coefficient of order k at i (order + 1) + k */
    mpfr_t power, largest, term;
};

/* Whether slot a is that of an instruction -b. */
static bool is_opposite(const struct program *p, int a, int b) {
    const struct instruction *k = &p->code[a - p->inputs - p->constants];
    return k->operation == EXPR_NEG && k->a == b;
}

/* Whether the functions of two slots are the same, or opposite: as formulas, since those of two
 * surfaces may have the same values along a motion. */
static bool are_one(const struct program *p, int a, int b) {
    const int first = p->inputs + p->constants, low = a < b ? a : b, high = a < b ? b : a;
    if (low == high)
        return true;
    if (high < first || low < first)
        return high >= first && is_opposite(p, high, low);
    const struct instruction *k = &p->code[low - first], *l = &p->code[high - first];
    return is_opposite(p, high, low) ||
           (k->operation == EXPR_SUB && l->operation == EXPR_SUB && k->a == l->b &&
            k->b == l->a);
}

static int find_surfaces(ref_flow *f, int *surface) {
    const struct program *p = f->program;
    int count = 0;
    for (int i = 0; i < f->switching.selects; i++) {
        surface[i] = -1;
        if (!f->switching.on_surface[i] || f->switching.branch[i] == 0)
            continue;
        for (int j = 0; j < i && surface[i] < 0; j++)
            if (surface[j] >= 0 &&
                are_one(p, p->code[p->switching[i]].a, p->code[p->switching[j]].a))
                surface[i] = surface[j];
        if (surface[i] < 0)
            surface[i] = count++;
    }
    return count;
}

/* Whether the first coefficient of select i that does not vanish, up to `last`, has the other sign
 * than its branch. */
static bool goes_to_other_side(struct ref_alternatives *w, int i, int last) {
    ref_flow *f = w->f;
    const mpfr_t *c = eval_jet_switch(f->jet, i);
    mpfr_set_zero(w->largest, 1);
    for (int pass = 0; pass < 2; pass++) {
        mpfr_set(w->power, f->step, MPFR_RNDN);
        for (int k = 1; k <= last; k++) {
            mpfr_mul(w->term, c[k], w->power, MPFR_RNDN);
            mpfr_mul(w->power, w->power, f->step, MPFR_RNDN);
            if (!mpfr_number_p(w->term))
                break;
            if (mpfr_cmpabs(w->term, w->largest) <= 0)
                continue;
            if (pass == 1)
                return mpfr_sgn(c[k]) != f->switching.branch[i];
            mpfr_abs(w->largest, w->term, MPFR_RNDN);
        }
        mpfr_div_2ui(w->largest, w->largest, (unsigned long)f->bits / SAME_PART,
                     MPFR_RNDN);
    }
    return false;
}

/* Whether the series up to `last` is that of the branches in force. */
static bool is_same(struct ref_alternatives *w, int last) {
    ref_flow *f = w->f;
    bool same = last == f->order;
    for (int i = 0; i < f->nx && same; i++) {
        const mpfr_t *a = vector_const(eval_jet_input(f->jet, 1 + i)),
                     *b = vector_const(w->series + i * (f->order + 1));
        mpfr_set_ui(w->power, 1, MPFR_RNDN);
        mpfr_set_zero(w->largest, 1);
        for (int k = 0; k <= last; k++) {
            mpfr_mul(w->term, b[k], w->power, MPFR_RNDN);
            mpfr_abs(w->term, w->term, MPFR_RNDN);
            mpfr_max(w->largest, w->largest, w->term, MPFR_RNDN);
            mpfr_mul(w->power, w->power, f->step, MPFR_RNDN);
        }
        mpfr_div_2ui(w->largest, w->largest, (unsigned long)f->bits / SAME_PART,
                     MPFR_RNDN);
        mpfr_set_ui(w->power, 1, MPFR_RNDN);
        for (int k = 0; k <= last && same; k++) {
            mpfr_sub(w->term, a[k], b[k], MPFR_RNDN);
            mpfr_mul(w->term, w->term, w->power, MPFR_RNDN);
            same = mpfr_cmpabs(w->term, w->largest) <= 0;
            mpfr_mul(w->power, w->power, f->step, MPFR_RNDN);
        }
    }
    return same;
}

/* Whether the other sides of the surfaces of a set lead to another motion. */
static bool is_another(struct ref_alternatives *w, unsigned set) {
    struct ref_switching *s = &w->f->switching;
    for (int i = 0; i < s->selects; i++)
        if (w->surface[i] >= 0)
            s->branch[i] =
                set >> w->surface[i] & 1 ? (signed char)-w->branch[i] : w->branch[i];
    const int last = ref_flow_expand(w->f);
    for (int i = 0; i < s->selects; i++)
        if (w->surface[i] >= 0 && goes_to_other_side(w, i, last))
            return false;
    return !is_same(w, last);
}

static enum ref_status look(struct ref_alternatives *w) {
    ref_flow *f = w->f;
    struct ref_switching *s = &f->switching;
    enum ref_status status = w->surfaces <= MOST_STANDING ? REF_OK : REF_TOGETHER;
    memcpy(w->branch, s->branch, (size_t)s->selects);
    for (int i = 0; i < f->nx; i++)
        vector_set(w->series + i * (f->order + 1),
                   vector_const(eval_jet_input(f->jet, 1 + i)), f->order + 1);
    for (unsigned set = 1; set < 1u << w->surfaces && status == REF_OK; set++)
        status = is_another(w, set) ? REF_EITHER_SIDE : REF_OK;
    memcpy(s->branch, w->branch, (size_t)s->selects);
    ref_flow_expand(f);
    return status;
}

enum ref_status ref_flow_look_for_others(ref_flow *f) {
    struct ref_alternatives *w = f->others;
    w->surfaces = find_surfaces(f, w->surface);
    return w->surfaces > (f->steps > 0) ? look(w) : REF_OK;
}

enum ref_status ref_alternatives_init(ref_flow *f) {
    const size_t selects = (size_t)f->switching.selects;
    const mpfr_prec_t work = mpfr_get_prec(f->step);
    if (selects == 0)
        return REF_OK;
    struct ref_alternatives *w = calloc(1, sizeof *w);
    if (w == NULL)
        return REF_NO_MEMORY;
    f->others = w;
    w->f = f;
    mpfr_inits2(work, w->power, w->largest, w->term, (mpfr_ptr)NULL);
    w->surface = malloc(selects * sizeof *w->surface);
    w->branch = malloc(selects);
    w->series = vector_alloc(f->nx * (f->order + 1), work);
    return w->surface != NULL && w->branch != NULL && w->series != NULL ? REF_OK
                                                                        : REF_NO_MEMORY;
}

void ref_alternatives_free(struct ref_alternatives *w) {
    if (w == NULL)
        return;
    mpfr_clears(w->power, w->largest, w->term, (mpfr_ptr)NULL);
    vector_free(w->series, w->f->nx * (w->f->order + 1));
    free(w->branch);
    free(w->surface);
    free(w);
}
