/* The equations of a pattern of states, scaled as impulses (rho = 1 / w), by Newton's method:
 *
 *     closed, sticking   rho u_i = 0
 *     open, no friction  r_i = 0
 *     sliding            r_t - R d = 0,  R = mu (r_n + known),  d = y / |y|,  y = r_t - rho u_t
 *
 * with (W + prox) for W in the derivatives: a correction in the null space of redundant rows
 * is then zero, as the residual has no part in it; others are as good as Newton's
 * (R. T. Rockafellar, SIAM J. Control Optim. 14 (1976) 877: a proximal point iteration).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/cone.h"
#include "ref/linear.h"
#include "ref/vector.h"

enum {
    MAX_ITERATIONS = 80,
    /* Equations are solved when their defect is so many bits below the result's last. */
    SPARE_BITS = 24,
    /* After so many iterations each STALL_SPAN of them must halve the defect. */
    STALL_BEGIN = 12,
    STALL_SPAN = 4
};

static void note_defect(struct ref_cone *c, int contact, int row) {
    mpfr_mul(c->term, c->change[row], c->weight[contact], MPFR_RNDN);
    if (mpfr_cmpabs(c->term, c->defect) > 0)
        mpfr_abs(c->defect, c->term, MPFR_RNDN);
}

static void demand_no_impulse(struct ref_cone *c, int row) {
    mpfr_set_si(ref_linear_entry(c->system, row, row), 1, MPFR_RNDN);
    mpfr_neg(c->change[row], c->r[row], MPFR_RNDN);
}

/* A row of the system := rho W_i. */
static void set_velocity_row(struct ref_cone *c, int contact, int row) {
    for (int j = 0; j < c->rows; j++)
        mpfr_set(ref_linear_entry(c->system, row, j), c->scaled[row * c->rows + j],
                 MPFR_RNDN);
    mpfr_ptr diagonal = ref_linear_entry(c->system, row, row);
    mpfr_add(diagonal, diagonal, c->shift[contact], MPFR_RNDN);
}

static void demand_no_velocity(struct ref_cone *c, int contact, int row) {
    set_velocity_row(c, contact, row);
    mpfr_div(c->change[row], c->u[row], c->weight[contact], MPFR_RNDN);
    mpfr_neg(c->change[row], c->change[row], MPFR_RNDN);
}

/* size := |y|, direction := y / |y| (as it was, if that is zero). */
static void find_direction(struct ref_cone *c, int contact) {
    int t = c->first[contact] + 1, slides = c->first[contact + 1] - t;
    mpfr_set_zero(c->size, 1);
    for (int k = 0; k < slides; k++) {
        mpfr_div(c->y[k], c->u[t + k], c->weight[contact], MPFR_RNDN);
        mpfr_sub(c->y[k], c->r[t + k], c->y[k], MPFR_RNDN);
        mpfr_hypot(c->size, c->size, c->y[k], MPFR_RNDN);
    }
    for (int k = 0; k < slides && mpfr_sgn(c->size) > 0; k++)
        mpfr_div(c->direction[t + k], c->y[k], c->size, MPFR_RNDN);
}

/* Adds to rows t, t+1 what the turning direction does: -(R / |y|) (I - d d^T) (dr_t - rho W_t
 * dr). */
static void add_turning(struct ref_cone *c, int contact) {
    int t = c->first[contact] + 1;
    mpfr_div(c->radius, c->radius, c->size, MPFR_RNDN);
    for (int j = 0; j < c->rows; j++) {
        for (int k = 0; k < 2; k++)
            mpfr_si_sub(c->y[k], j == t + k, c->scaled[(t + k) * c->rows + j], MPFR_RNDN);
        mpfr_fmma(c->sum, c->direction[t], c->y[0], c->direction[t + 1], c->y[1],
                  MPFR_RNDN);
        for (int k = 0; k < 2; k++) {
            mpfr_mul(c->term, c->sum, c->direction[t + k], MPFR_RNDN);
            mpfr_sub(c->term, c->y[k], c->term, MPFR_RNDN);
            mpfr_mul(c->term, c->term, c->radius, MPFR_RNDN);
            mpfr_ptr entry = ref_linear_entry(c->system, t + k, j);
            mpfr_sub(entry, entry, c->term, MPFR_RNDN);
        }
    }
}

static void demand_sliding(struct ref_cone *c, int contact) {
    int n = c->first[contact], end = c->first[contact + 1];
    bool turns = !c->state[contact].fixed && end - n == 3;
    if (!c->state[contact].fixed)
        find_direction(c, contact);
    mpfr_add(c->radius, c->r[n], c->known[contact], MPFR_RNDN);
    mpfr_mul(c->radius, c->radius, c->friction[contact], MPFR_RNDN);
    for (int t = n + 1; t < end; t++) {
        mpfr_set_si(ref_linear_entry(c->system, t, t), 1, MPFR_RNDN);
        mpfr_mul(c->term, c->friction[contact], c->direction[t], MPFR_RNDN);
        mpfr_neg(ref_linear_entry(c->system, t, n), c->term, MPFR_RNDN);
        mpfr_mul(c->term, c->radius, c->direction[t], MPFR_RNDN);
        mpfr_sub(c->change[t], c->term, c->r[t], MPFR_RNDN);
    }
    if (turns && mpfr_sgn(c->size) > 0)
        add_turning(c, contact);
}

static void set_equations(struct ref_cone *c) {
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->rows; j++)
            mpfr_set_zero(ref_linear_entry(c->system, i, j), 1);
    mpfr_set_zero(c->defect, 1);
    for (int i = 0; i < c->contacts; i++) {
        int n = c->first[i], end = c->first[i + 1];
        if (c->state[i].closed)
            demand_no_velocity(c, i, n);
        else
            demand_no_impulse(c, n);
        for (int t = n + 1; t < end && c->state[i].tangent == REF_FREE; t++)
            demand_no_impulse(c, t);
        for (int t = n + 1; t < end && c->state[i].tangent == REF_STICK; t++)
            demand_no_velocity(c, i, t);
        if (c->state[i].tangent == REF_SLIDE)
            demand_sliding(c, i);
        for (int k = n; k < end; k++)
            note_defect(c, i, k);
    }
}

/* The states of the projection at (r, u). */
static void adapt_states(struct ref_cone *c) {
    for (int i = 0; i < c->contacts; i++) {
        int n = c->first[i];
        struct ref_cone_state *state = &c->state[i];
        *state = (struct ref_cone_state){.tangent = REF_FREE};
        if (c->part[i] == REF_NO_PART)
            continue;
        mpfr_mul(c->term, c->r[n], c->weight[i], MPFR_RNDN);
        state->closed = c->part[i] == REF_WHOLE_PART && mpfr_greater_p(c->term, c->u[n]);
        if (!ref_cone_has_friction(c, i) || (!state->closed && mpfr_zero_p(c->known[i])))
            continue;
        find_direction(c, i);
        ref_cone_radius(c, i);
        state->tangent = mpfr_lessequal_p(c->size, c->radius) ? REF_STICK : REF_SLIDE;
    }
}

static enum ref_status correct_impulses(struct ref_cone *c) {
    enum ref_status status = ref_linear_factor(c->system);
    if (status != REF_OK)
        return REF_NOT_CONVERGED;
    ref_linear_solve(c->system, c->change);
    for (int i = 0; i < c->rows; i++)
        mpfr_add(c->r[i], c->r[i], c->change[i], MPFR_RNDN);
    return vector_is_finite(vector_const(c->r), c->rows) ? REF_OK : REF_NOT_CONVERGED;
}

enum ref_status ref_cone_newton(struct ref_cone *c, bool adaptive) {
    mpfr_t enough, before;
    mpfr_inits2(c->work, enough, before, (mpfr_ptr)NULL);
    mpfr_div_2si(enough, c->scale, c->bits + SPARE_BITS, MPFR_RNDN);
    mpfr_set_inf(before, 1);
    enum ref_status status = c->rows == 0 ? REF_OK : REF_NOT_CONVERGED;
    for (int k = 0; k < MAX_ITERATIONS && c->rows > 0; k++) {
        ref_cone_velocities(c);
        if (adaptive)
            adapt_states(c);
        set_equations(c);
        bool done = mpfr_lessequal_p(c->defect, enough);
        bool stalls = !adaptive && k > STALL_BEGIN && k % STALL_SPAN == 0 &&
                      !mpfr_less_p(c->defect, before);
        if (k % STALL_SPAN == 0)
            mpfr_div_2si(before, c->defect, 1, MPFR_RNDN);
        if (done)
            status = REF_OK;
        if (done || stalls || correct_impulses(c) != REF_OK)
            break;
    }
    mpfr_clears(enough, before, (mpfr_ptr)NULL);
    return status;
}
