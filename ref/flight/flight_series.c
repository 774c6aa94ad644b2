/* The series of the motion in its mode, order by order:
 *
 *     (k+1) q_{k+1} = (N v)_k,   (k+1) v_{k+1} = a_k + sum_u (M^-1 c_u lambda_u)_k,
 *     M_0 (M^-1 c)_k = c_k - sum_{0<i<=k} M_i (M^-1 c)_{k-i},
 *     row_{k+1} = 0 for every unknown force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/flight/flight.h"
#include "ref/linear.h"

static void give(struct flight *f, struct flight_function *function, int from, int to,
                 int lead, int k) {
    for (int i = from; i < to; i++)
        mpfr_set(eval_jet_input(function->jet, lead + i)[k], flight_at(f, f->x, i, k),
                 MPFR_RNDN);
}

static void give_time(struct flight *f, struct flight_function *function, int k) {
    mpfr_ptr t = eval_jet_input(function->jet, 0)[k];
    if (k == 0)
        mpfr_set(t, f->time, MPFR_RNDN);
    else
        mpfr_set_ui(t, k == 1, MPFR_RNDN);
}

/* The function's coefficients of order k at (t, x). */
static void run(struct flight *f, struct flight_function *function, int k) {
    give_time(f, function, k);
    give(f, function, 0, f->nx, 1, k);
    eval_jet_order(function->jet, k);
}

/* The coefficient k of a contact row's velocity, of x's coefficients 0 .. k. */
static void find_speed(struct flight *f, int row, int k, mpfr_ptr speed) {
    int begin, end;
    flight_find_row(f, row, &begin, &end);
    mpfr_set(speed, eval_jet_output(f->contact.jet, f->contacts + row)[k], MPFR_RNDN);
    for (int e = begin; e < end; e++) {
        const mpfr_t *entry = flight_row_entry(f, row, e);
        const int v = f->nq + flight_row_column(f, row, e);
        for (int i = 0; i <= k; i++)
            mpfr_fma(speed, entry[i], flight_at(f, f->x, v, k - i), speed, MPFR_RNDN);
    }
}

static void find_speeds(struct flight *f, int k) {
    for (int r = 0; r < f->rows; r++)
        find_speed(f, r, k, flight_at(f, f->speed, r, k));
}

static void run_all(struct flight *f, int k) {
    give(f, &f->map, 0, f->nq + f->nv, 0, k);
    eval_jet_order(f->map.jet, k);
    run(f, &f->rates, k);
    run(f, &f->mass, k);
    if (f->joints > 0)
        run(f, &f->joint, k);
}

static enum ref_status factor_mass(struct flight *f) {
    ref_linear_identity(f->mass_factors);
    for (int j = 0; j < f->nv; j++)
        mpfr_set_zero(ref_linear_entry(f->mass_factors, j, j), 1);
    for (int e = 0; e < f->M.count; e++)
        mpfr_set(ref_linear_entry(f->mass_factors, f->M.row[e], f->M.column[e]),
                 eval_jet_output(f->mass.jet, e)[0], MPFR_RNDN);
    return ref_linear_factor(f->mass_factors);
}

static void find_responses(struct flight *f, int k) {
    for (int a = 0; a < f->unknowns; a++) {
        for (int j = 0; j < f->nv; j++)
            mpfr_set(f->scratch[j], flight_at(f, f->pull, a * f->nv + j, k), MPFR_RNDN);
        for (int e = 0; e < f->M.count; e++) {
            const mpfr_t *entry = eval_jet_output(f->mass.jet, e);
            const int response = a * f->nv + f->M.column[e];
            mpfr_ptr sum = f->scratch[f->M.row[e]];
            for (int i = 1; i <= k; i++) {
                mpfr_mul(f->term, entry[i], flight_at(f, f->response, response, k - i),
                         MPFR_RNDN);
                mpfr_sub(sum, sum, f->term, MPFR_RNDN);
            }
        }
        ref_linear_solve(f->mass_factors, f->scratch);
        for (int j = 0; j < f->nv; j++)
            mpfr_set(flight_at(f, f->response, a * f->nv + j, k), f->scratch[j],
                     MPFR_RNDN);
    }
}

static void list_unknowns(struct flight *f) {
    f->unknowns = 0;
    for (int i = 0; i < f->contacts; i++) {
        if (f->state[i] == FLIGHT_OPEN)
            continue;
        const bool sticks = f->state[i] == FLIGHT_STICKING;
        for (int r = f->first[i]; r < (sticks ? f->first[i + 1] : f->first[i] + 1); r++)
            f->unknown[f->unknowns++] = r;
    }
    for (int j = 0; j < f->joints; j++)
        f->unknown[f->unknowns++] = f->rows + j;
}

/* size[k+1] := the largest of `value`, a part of (k+1) v_{k+1}, and what it is. */
static void note_size(struct flight *f, int k, mpfr_srcptr value) {
    mpfr_ptr size = f->speed_size[k + 1];
    mpfr_div_ui(f->size, value, (unsigned long)k + 1, MPFR_RNDN);
    if (mpfr_cmpabs(f->size, size) > 0)
        mpfr_abs(size, f->size, MPFR_RNDN);
}

/* Coefficients k + 1 of x, but for what forces of order k do. */
static void advance_free(struct flight *f, int k) {
    const unsigned long divisor = (unsigned long)k + 1;
    mpfr_set_zero(f->speed_size[k + 1], 1);
    for (int i = 0; i < f->nq; i++)
        mpfr_div_ui(flight_at(f, f->x, i, k + 1), eval_jet_output(f->map.jet, i)[k],
                    divisor, MPFR_RNDN);
    for (int j = 0; j < f->nv + f->nz; j++) {
        mpfr_ptr next = flight_at(f, f->x, f->nq + j, k + 1);
        mpfr_set(next, eval_jet_output(f->rates.jet, j)[k], MPFR_RNDN);
        if (j < f->nv)
            note_size(f, k, next);
        for (int a = 0; a < f->unknowns && j < f->nv; a++)
            for (int i = 1; i <= k; i++)
                mpfr_fma(next, flight_at(f, f->response, a * f->nv + j, i),
                         flight_at(f, f->force, a, k - i), next, MPFR_RNDN);
        mpfr_div_ui(next, next, divisor, MPFR_RNDN);
    }
}

/* right := -(k+1) of the rows' coefficients k + 1. */
static void find_right(struct flight *f, int k) {
    run(f, &f->contact, k + 1);
    if (f->joints > 0)
        run(f, &f->joint, k + 1);
    for (int a = 0; a < f->unknowns; a++) {
        const int row = f->unknown[a];
        if (row < f->rows)
            find_speed(f, row, k + 1, f->sum);
        else
            mpfr_set(f->sum, eval_jet_output(f->joint.jet, row - f->rows)[k + 1],
                     MPFR_RNDN);
        mpfr_mul_si(f->right[a], f->sum, -(k + 1), MPFR_RNDN);
    }
}

static bool add_forces(struct flight *f, int k) {
    bool finite = true;
    for (int j = 0; j < f->nv; j++) {
        mpfr_ptr next = flight_at(f, f->x, f->nq + j, k + 1);
        for (int a = 0; a < f->unknowns; a++) {
            mpfr_mul(f->term, flight_at(f, f->response, a * f->nv + j, 0),
                     flight_at(f, f->force, a, k), MPFR_RNDN);
            note_size(f, k, f->term);
            mpfr_div_ui(f->term, f->term, (unsigned long)k + 1, MPFR_RNDN);
            mpfr_add(next, next, f->term, MPFR_RNDN);
        }
    }
    for (int i = 0; i < f->nx; i++)
        finite = finite && mpfr_number_p(flight_at(f, f->x, i, k + 1));
    return finite;
}

void flight_look(struct flight *f) {
    run(f, &f->contact, 0);
    run_all(f, 0);
    find_speeds(f, 0);
}

enum ref_status flight_expand(struct flight *f, int order) {
    list_unknowns(f);
    flight_look(f);
    enum ref_status status = factor_mass(f);
    for (int k = 0; k < order && status == REF_OK; k++) {
        if (k > 0) {
            run_all(f, k);
            find_speeds(f, k);
        }
        flight_find_pulls(f, k);
        find_responses(f, k);
        if (k == 0)
            status = flight_prepare_forces(f);
        if (status != REF_OK)
            return status;
        advance_free(f, k);
        find_right(f, k);
        status = flight_solve_forces(f, k);
        if (status == REF_OK && !add_forces(f, k))
            status = REF_NOT_FINITE;
    }
    if (status == REF_OK) {
        find_speeds(f, order);
        for (int i = 0; i < f->contacts; i++)
            if (f->state[i] == FLIGHT_SLIDING && flight_has_friction(f, i))
                flight_find_slip(f, i, order);
    }
    return status;
}

mpfr_srcptr flight_gap(const struct flight *f, int contact, int k) {
    return eval_jet_output(f->contact.jet, contact)[k];
}
