/* The method: Radau IIA with s stages, of order 2s - 1, L-stable and stiffly accurate
 * (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II (1996), IV.5).
 *
 * With c_0 = 0 added to the nodes, polynomials of degree s are given by their values, and
 *
 *     l_j'(c_i) = (w_j / w_i) / (c_i - c_j),  i != j;   sum_j l_j'(c_i) = 0
 *
 * (J.-P. Berrut, L. N. Trefethen, SIAM Review 46 (2004), section 9.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"

enum { SETUP_GUARD_BITS = 64 }; /* the weights lose some bits */

static void find_weights(struct ref_radau *r) {
    for (int j = 0; j <= r->stages; j++) {
        mpfr_set_ui(r->weight[j], 1, MPFR_RNDN);
        for (int m = 0; m <= r->stages; m++)
            if (m != j) {
                mpfr_sub(r->difference, r->node[j], r->node[m], MPFR_RNDN);
                mpfr_mul(r->weight[j], r->weight[j], r->difference, MPFR_RNDN);
            }
        mpfr_ui_div(r->weight[j], 1, r->weight[j], MPFR_RNDN);
    }
}

static void find_slopes(struct ref_radau *r) {
    int n = r->stages + 1;
    for (int i = 0; i < n; i++) {
        mpfr_t *row = r->slope + i * n;
        mpfr_set_zero(row[i], 1);
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            mpfr_sub(r->difference, r->node[i], r->node[j], MPFR_RNDN);
            mpfr_mul(r->difference, r->difference, r->weight[i], MPFR_RNDN);
            mpfr_div(row[j], r->weight[j], r->difference, MPFR_RNDN);
            mpfr_sub(row[i], row[i], row[j], MPFR_RNDN);
        }
    }
}

void ref_radau_values(struct ref_radau *r, mpfr_srcptr at, mpfr_t *value) {
    mpfr_set_ui(r->product, 1, MPFR_RNDN);
    for (int j = 0; j <= r->stages; j++) {
        mpfr_sub(r->difference, at, r->node[j], MPFR_RNDN);
        mpfr_mul(r->product, r->product, r->difference, MPFR_RNDN);
        mpfr_div(value[j], r->weight[j], r->difference, MPFR_RNDN);
    }
    for (int j = 0; j <= r->stages; j++)
        mpfr_mul(value[j], value[j], r->product, MPFR_RNDN);
}

/* probe := the middle of the widest gap. */
static void place_probe(struct ref_radau *r) {
    mpfr_set_zero(r->product, 1);
    for (int j = 0; j < r->stages; j++) {
        mpfr_sub(r->difference, r->node[j + 1], r->node[j], MPFR_RNDN);
        if (mpfr_lessequal_p(r->difference, r->product))
            continue;
        mpfr_swap(r->product, r->difference);
        mpfr_add(r->probe, r->node[j], r->node[j + 1], MPFR_RNDN);
        mpfr_div_2ui(r->probe, r->probe, 1, MPFR_RNDN);
    }
}

/* l_j and l_j' = l_j sum_{m != j} 1 / (probe - c_m). */
static void find_probe(struct ref_radau *r) {
    place_probe(r);
    ref_radau_values(r, r->probe, r->probe_value);
    for (int j = 0; j <= r->stages; j++) {
        mpfr_set_zero(r->product, 1);
        for (int m = 0; m <= r->stages; m++)
            if (m != j) {
                mpfr_sub(r->difference, r->probe, r->node[m], MPFR_RNDN);
                mpfr_ui_div(r->difference, 1, r->difference, MPFR_RNDN);
                mpfr_add(r->product, r->product, r->difference, MPFR_RNDN);
            }
        mpfr_mul(r->probe_slope[j], r->probe_value[j], r->product, MPFR_RNDN);
    }
}

static enum ref_status allocate_arrays(struct ref_radau *r) {
    int n = r->stages + 1;
    r->node = room_numbers(&r->room, n, r->bits);
    r->weight = room_numbers(&r->room, n, r->bits);
    r->slope = room_numbers(&r->room, n * n, r->bits);
    r->probe_value = room_numbers(&r->room, n, r->bits);
    r->probe_slope = room_numbers(&r->room, n, r->bits);
    return r->room.is_short ? REF_NO_MEMORY : REF_OK;
}

enum ref_status ref_radau_init(struct ref_radau *r, int stages, mpfr_prec_t bits) {
    *r = (struct ref_radau){
        .stages = stages, .bits = bits + SETUP_GUARD_BITS, .modes = (stages + 1) / 2};
    mpfr_inits2(r->bits, r->probe, r->product, r->difference, (mpfr_ptr)NULL);
    r->eigenvalue = _acb_vec_init(r->modes);
    acb_mat_init(r->to_modes, r->modes, stages);
    acb_mat_init(r->from_modes, stages, r->modes);
    enum ref_status status = allocate_arrays(r);
    if (status == REF_OK)
        status = ref_radau_find_nodes(r);
    if (status != REF_OK)
        return status;
    find_weights(r);
    find_slopes(r);
    find_probe(r);
    return ref_radau_diagonalise(r);
}

void ref_radau_clear(struct ref_radau *r) {
    room_clear(&r->room);
    mpfr_clears(r->probe, r->product, r->difference, (mpfr_ptr)NULL);
    _acb_vec_clear(r->eigenvalue, r->modes);
    acb_mat_clear(r->to_modes);
    acb_mat_clear(r->from_modes);
}
