/* Contacts' laws in impulses: making the workspace.
 *
 * Working precision is twice the result's and more: prox, which is added to W's diagonal in
 * corrections only, is 2^-(bits + margin) of W, and rounding errors divided by it are still
 * below the result's last bit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/cone.h"

#include <stdlib.h>

#include "ref/linear.h"

enum { PROX_BITS = 32 };

static enum ref_status make_vectors(struct ref_cone *c) {
    int rows = c->rows, contacts = c->contacts;
    mpfr_t **const vectors[] = {&c->b, &c->direction, &c->r,
                                &c->u, &c->change,    &c->saved};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = room_numbers(&c->room, rows, c->work);
    c->W = room_numbers(&c->room, rows * rows, c->work);
    c->friction = room_numbers(&c->room, contacts, c->work);
    c->known = room_numbers(&c->room, contacts, c->work);
    c->weight = room_numbers(&c->room, contacts, c->work);
    c->scaled = room_numbers(&c->room, rows * rows, c->work);
    c->shift = room_numbers(&c->room, contacts, c->work);
    c->part = room_take(&c->room, (size_t)contacts, sizeof *c->part);
    c->state = room_take(&c->room, (size_t)contacts, sizeof *c->state);
    if (c->room.is_short)
        return REF_NO_MEMORY;
    for (int i = 0; i < contacts; i++)
        c->part[i] = REF_WHOLE_PART;
    return rows > 0 ? ref_linear_alloc(&c->system, rows, c->work) : REF_OK;
}

enum ref_status ref_cone_alloc(struct ref_cone **made, int contacts, const int *first,
                               mpfr_prec_t bits) {
    *made = NULL;
    struct ref_cone *c = calloc(1, sizeof *c);
    if (c == NULL)
        return REF_NO_MEMORY;
    *c = (struct ref_cone){.contacts = contacts,
                           .rows = first[contacts],
                           .first = first,
                           .bits = bits,
                           .work = 2 * bits + REF_CONE_GUARD_BITS};
    mpfr_inits2(c->work, c->prox, c->scale, c->residual, c->defect, c->y[0], c->y[1],
                c->size, c->radius, c->term, c->sum, (mpfr_ptr)NULL);
    enum ref_status status = make_vectors(c);
    if (status == REF_OK)
        *made = c;
    else
        ref_cone_free(c);
    return status;
}

void ref_cone_free(struct ref_cone *c) {
    if (c == NULL)
        return;
    room_clear(&c->room);
    ref_linear_free(c->system);
    mpfr_clears(c->prox, c->scale, c->residual, c->defect, c->y[0], c->y[1], c->size,
                c->radius, c->term, c->sum, (mpfr_ptr)NULL);
    free(c);
}

mpfr_ptr ref_cone_entry(const struct ref_cone *c, int i, int j) {
    return c->W[j * c->rows + i];
}

/* A contact of bodies that cannot move has weight 0; any other number serves. */
static void weigh_contact(struct ref_cone *c, int i) {
    mpfr_set_zero(c->weight[i], 1);
    for (int k = c->first[i]; k < c->first[i + 1]; k++)
        mpfr_add(c->weight[i], c->weight[i], ref_cone_entry(c, k, k), MPFR_RNDN);
    if (!mpfr_regular_p(c->weight[i]))
        mpfr_set_si(c->weight[i], 1, MPFR_RNDN);
    mpfr_div_si(c->weight[i], c->weight[i], c->first[i + 1] - c->first[i], MPFR_RNDN);
}

static void divide_by_weight(struct ref_cone *c, int i) {
    mpfr_div(c->shift[i], c->prox, c->weight[i], MPFR_RNDN);
    for (int k = c->first[i]; k < c->first[i + 1]; k++)
        for (int j = 0; j < c->rows; j++)
            mpfr_div(c->scaled[k * c->rows + j], ref_cone_entry(c, k, j), c->weight[i],
                     MPFR_RNDN);
}

void ref_cone_prepare(struct ref_cone *c) {
    mpfr_set_zero(c->scale, 1);
    mpfr_set_zero(c->prox, 1);
    for (int i = 0; i < c->contacts; i++) {
        weigh_contact(c, i);
        if (c->part[i] == REF_NO_PART)
            continue;
        if (mpfr_greater_p(c->weight[i], c->prox))
            mpfr_set(c->prox, c->weight[i], MPFR_RNDN);
        for (int k = c->first[i]; k < c->first[i + 1]; k++)
            if (mpfr_cmpabs(c->b[k], c->scale) > 0)
                mpfr_abs(c->scale, c->b[k], MPFR_RNDN);
    }
    mpfr_div_2si(c->prox, c->prox, c->bits + PROX_BITS, MPFR_RNDN);
    for (int i = 0; i < c->contacts; i++)
        divide_by_weight(c, i);
}
