/* Directions of sliding, and what the unknown forces pull at: order k of
 *
 *     s = |u_t|:   s_k = (sum_{i=0..k} u_i . u_{k-i} - sum_{0<i<k} s_i s_{k-i}) / (2 s_0)
 *     w = u_t / s: w_k = (u_k - sum_{0<i<=k} s_i w_{k-i}) / s_0
 *     c_n = J_n - sum_t (mu w_t + nu u_t) J_t
 *
 * With one sliding direction w is its sign; a contact that slides from rest keeps the
 * direction it began in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"
#include "ref/vector.h"

bool flight_has_friction(const struct flight *f, int contact) {
    return f->first[contact + 1] - f->first[contact] > 1 &&
           (mpfr_sgn(f->static_friction[contact]) > 0 ||
            mpfr_sgn(f->dynamic_friction[contact]) > 0 ||
            mpfr_sgn(f->viscous_friction[contact]) > 0);
}

int flight_contact_of(const struct flight *f, int row) {
    int i = 0;
    while (f->first[i + 1] <= row)
        i++;
    return i;
}

void flight_find_row(const struct flight *f, int row, int *begin, int *end) {
    const bool is_joint = row >= f->rows;
    const struct expr_matrix *pattern = is_joint ? &f->G : &f->J;
    const int *of = is_joint ? pattern->row : pattern->column;
    const int wanted = is_joint ? row - f->rows : row;
    *begin = 0;
    *end = pattern->count;
    if (is_joint)
        return; /* by columns: all entries are looked at */
    while (*begin < pattern->count && of[*begin] < wanted)
        ++*begin;
    *end = *begin;
    while (*end < pattern->count && of[*end] == wanted)
        ++*end;
}

/* -1: the entry belongs to another joint. */
int flight_row_column(const struct flight *f, int row, int e) {
    if (row < f->rows)
        return f->J.row[e];
    return f->G.row[e] == row - f->rows ? f->G.column[e] : -1;
}

const mpfr_t *flight_row_entry(const struct flight *f, int row, int e) {
    return row < f->rows ? eval_jet_output(f->contact.jet, f->contacts + f->rows + e)
                         : eval_jet_output(f->joint.jet, f->joints + e);
}

/* sum := sum_{i=first..last} a_i b_{k-i} */
static void convolve(struct flight *f, mpfr_t *a, mpfr_t *b, int first, int last, int k) {
    mpfr_set_zero(f->sum, 1);
    for (int i = first; i <= last; i++)
        mpfr_fma(f->sum, a[i], b[k - i], f->sum, MPFR_RNDN);
}

static void find_norm(struct flight *f, int contact, int k) {
    mpfr_t *s = &f->slip[contact * (f->order + 2)];
    mpfr_set_zero(f->size, 1);
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++) {
        mpfr_t *u = &f->speed[r * (f->order + 2)];
        convolve(f, u, u, 0, k, k);
        mpfr_add(f->size, f->size, f->sum, MPFR_RNDN);
    }
    if (k == 0) {
        mpfr_sqrt(s[0], f->size, MPFR_RNDN);
        return;
    }
    convolve(f, s, s, 1, k - 1, k);
    mpfr_sub(f->size, f->size, f->sum, MPFR_RNDN);
    mpfr_div(f->size, f->size, s[0], MPFR_RNDN);
    mpfr_div_2ui(s[k], f->size, 1, MPFR_RNDN);
}

static void find_direction(struct flight *f, int contact, int k) {
    mpfr_t *s = &f->slip[contact * (f->order + 2)];
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++) {
        mpfr_t *w = &f->along[r * (f->order + 2)];
        convolve(f, s, w, 1, k, k);
        mpfr_sub(f->sum, flight_at(f, f->speed, r, k), f->sum, MPFR_RNDN);
        mpfr_div(w[k], f->sum, s[0], MPFR_RNDN);
    }
}

/* s = w . u_t along a direction that does not change. */
static void keep_direction(struct flight *f, int contact, int k) {
    mpfr_ptr s = flight_at(f, f->slip, contact, k);
    mpfr_set_zero(s, 1);
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++) {
        if (k > 0)
            mpfr_set_zero(flight_at(f, f->along, r, k), 1);
        mpfr_fma(s, flight_at(f, f->along, r, 0), flight_at(f, f->speed, r, k), s,
                 MPFR_RNDN);
    }
}

void flight_find_slip(struct flight *f, int contact, int k) {
    const int slides = f->first[contact + 1] - f->first[contact] - 1;
    if (!f->from_rest[contact] && slides == 1 && k == 0)
        mpfr_set_si(flight_at(f, f->along, f->first[contact] + 1, 0),
                    mpfr_sgn(flight_at(f, f->speed, f->first[contact] + 1, 0)),
                    MPFR_RNDN);
    if (f->from_rest[contact] || slides == 1) {
        keep_direction(f, contact, k);
        return;
    }
    find_norm(f, contact, k);
    find_direction(f, contact, k);
}

static void add_row(struct flight *f, int unknown, int row, int k, const mpfr_t *factor) {
    int begin, end;
    flight_find_row(f, row, &begin, &end);
    for (int e = begin; e < end; e++) {
        const int column = flight_row_column(f, row, e);
        if (column < 0)
            continue;
        const mpfr_t *entry = flight_row_entry(f, row, e);
        mpfr_ptr c = flight_at(f, f->pull, unknown * f->nv + column, k);
        if (factor == NULL) {
            mpfr_add(c, c, entry[k], MPFR_RNDN);
            continue;
        }
        for (int i = 0; i <= k; i++) {
            mpfr_mul(f->sum, factor[i], entry[k - i], MPFR_RNDN);
            mpfr_sub(c, c, f->sum, MPFR_RNDN);
        }
    }
}

/* Subtracts order k of (mu w + nu u_t) J_t, to which all lower orders of the factor belong. */
static void add_friction(struct flight *f, int unknown, int contact, int k) {
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++) {
        for (int i = 0; i <= k; i++) {
            mpfr_mul(f->drag[i], f->dynamic_friction[contact],
                     flight_at(f, f->along, r, i), MPFR_RNDN);
            mpfr_fma(f->drag[i], f->viscous_friction[contact],
                     flight_at(f, f->speed, r, i), f->drag[i], MPFR_RNDN);
        }
        add_row(f, unknown, r, k, vector_const(f->drag));
    }
}

void flight_find_pulls(struct flight *f, int k) {
    for (int i = 0; i < f->contacts; i++)
        if (f->state[i] == FLIGHT_SLIDING && flight_has_friction(f, i))
            flight_find_slip(f, i, k);
    for (int a = 0; a < f->unknowns; a++) {
        const int row = f->unknown[a];
        for (int j = 0; j < f->nv; j++)
            mpfr_set_zero(flight_at(f, f->pull, a * f->nv + j, k), 1);
        add_row(f, a, row, k, NULL);
        if (row >= f->rows)
            continue;
        const int i = flight_contact_of(f, row);
        if (row == f->first[i] && f->state[i] == FLIGHT_SLIDING &&
            flight_has_friction(f, i))
            add_friction(f, a, i, k);
    }
}
