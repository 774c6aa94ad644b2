/* One Newton correction, split into modes by D = T diag(mu) T^-1:
 *
 *     dz = T w,   (mu_k - h J) w_k = (T^-1 r)_k,
 *
 * at a low precision, which is enough for corrections.
 *
 * An implicit step damps what grows faster than it resolves, so a growing solution whose
 * part at the start is below the error allowed would be lost without a trace. Therefore h
 * is limited by the eigenvalues of h J on the right: R(z) is close to e^z for |z| <= s/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"

/* Growth of less than 2^-7 a step is left alone, however fast it may oscillate. */
enum { GROWTH_BITS = 7 };

/* A growing solution must have |h lambda| <= s / 2. */
static bool resolves(const struct ref_stages *e, acb_srcptr z) {
    const arf_struct *re = arb_midref(acb_realref(z)), *im = arb_midref(acb_imagref(z));
    double real = arf_get_d(re, ARF_RND_NEAR), imaginary = arf_get_d(im, ARF_RND_NEAR);
    double limit = e->radau->stages / 2.0;
    return real * (1 << GROWTH_BITS) <= 1 ||
           real * real + imaginary * imaginary <= limit * limit;
}

/* Whether max_i sum_j |h J_ij|, which bounds the eigenvalues, is below s / 2. */
static bool is_small(const struct ref_stages *e) {
    mag_t norm, limit;
    mag_inits(norm, limit);
    mag_set_ui(limit, (ulong)e->radau->stages / 2);
    acb_mat_bound_inf_norm(norm, e->jacobian_h);
    bool small = mag_cmp(norm, limit) < 0;
    mag_clears(norm, limit);
    return small;
}

static bool resolves_growth(struct ref_stages *e) {
    if (is_small(e))
        return true;
    acb_mat_approx_eig_qr(e->growth, NULL, NULL, e->jacobian_h, NULL, 0, REF_MODE_BITS);
    for (int i = 0; i < e->nx; i++)
        if (!resolves(e, e->growth + i))
            return false;
    return true;
}

/* jacobian_h := h J at stage j. */
static enum ref_status evaluate_jacobian(struct ref_stages *e, int j) {
    mpfr_mul(e->term, e->radau->node[j], e->h, MPFR_RNDN);
    mpfr_add(e->in[0], e->t, e->term, MPFR_RNDN);
    for (int i = 0; i < e->nx; i++)
        mpfr_add(e->in[1 + i], e->start[i], e->z[j * e->nx + i], MPFR_RNDN);
    eval_mpfr_run(e->jacobian, vector_const(e->in), e->entry);
    for (int k = 0; k < e->pattern.count; k++) {
        if (!mpfr_number_p(e->entry[k]))
            return REF_NOT_FINITE;
        mpfr_mul(e->term, e->entry[k], e->h, MPFR_RNDN);
        acb_ptr a = acb_mat_entry(e->jacobian_h, e->pattern.row[k], e->pattern.column[k]);
        arf_set_mpfr(arb_midref(acb_realref(a)), e->term);
    }
    return REF_OK;
}

enum ref_status ref_stages_factor(struct ref_stages *e, int j) {
    enum ref_status status = evaluate_jacobian(e, j);
    if (status != REF_OK)
        return status;
    if (!resolves_growth(e))
        return REF_NOT_CONVERGED;
    for (int k = 0; k < e->radau->modes; k++) {
        acb_mat_neg(e->factor[k], e->jacobian_h);
        for (int i = 0; i < e->nx; i++) {
            acb_ptr a = acb_mat_entry(e->factor[k], i, i);
            acb_add(a, a, e->radau->eigenvalue + k, REF_MODE_BITS);
        }
        acb_mat_get_mid(e->factor[k], e->factor[k]);
        if (!acb_mat_approx_lu(e->exchange[k], e->factor[k], e->factor[k], REF_MODE_BITS))
            return REF_SINGULAR;
    }
    return REF_OK;
}

static void solve_mode(struct ref_stages *e, int k) {
    acb_mat_approx_solve_lu_precomp(e->column, e->exchange[k], e->factor[k], e->column,
                                    REF_MODE_BITS);
}

void ref_stages_filter(struct ref_stages *e) {
    solve_mode(e, 0);
}

void ref_stages_correct(struct ref_stages *e) {
    for (int j = 0; j < e->radau->stages; j++)
        for (int i = 0; i < e->nx; i++)
            arf_set_mpfr(arb_midref(acb_realref(acb_mat_entry(e->right, j, i))),
                         e->residual[j * e->nx + i]);
    acb_mat_approx_mul(e->modal, e->radau->to_modes, e->right, REF_MODE_BITS);
    for (int k = 0; k < e->radau->modes; k++) {
        for (int i = 0; i < e->nx; i++)
            acb_swap(acb_mat_entry(e->column, i, 0), acb_mat_entry(e->modal, k, i));
        solve_mode(e, k);
        for (int i = 0; i < e->nx; i++)
            acb_swap(acb_mat_entry(e->column, i, 0), acb_mat_entry(e->modal, k, i));
    }
    acb_mat_approx_mul(e->update, e->radau->from_modes, e->modal, REF_MODE_BITS);
}
