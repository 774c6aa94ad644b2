/* Eigenvalues and eigenvectors of D = A^-1, which split the equations of a Newton
 * iteration into some of the model's own size (J. C. Butcher, BIT 16 (1976), 237; Hairer,
 * Wanner (1996), IV.8).
 *
 * det(1 - z A) is the denominator of the stability function, a Pade approximation of e^z
 * (Hairer, Wanner, IV.3, (3.30) and theorem 5.3 with j = s, k = s - 1):
 *
 *     Q(z) = sum_j q_j z^j,   q_0 = 1,
 *     q_{j+1} / q_j = -(s - j) / ((j + 1) (2s - 1 - j)),
 *
 * so the eigenvalues mu of D are the zeros of Q. D v = mu v says that a polynomial u of
 * degree s with u(0) = 0 has u' = mu u at the nodes, that is u' - mu u = C M(x) with M(x)
 * = prod_m (x - c_m), and so
 *
 *     v_i = u(c_i) ~ sum_{k=1}^{s} M^(k)(c_i) / mu^k.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/collocation/collocation_internal.h"

#include <acb_poly.h>

enum {
    BITS_LOST_PER_STAGE = 8, /* T and the zeros of Q are ill-conditioned */
    MAX_ITERATIONS = 2000    /* for the zeros, which take some ten for each stage */
};

/* zero[s] := the zeros of Q. */
static bool find_zeros(int s, acb_ptr zero, slong bits) {
    acb_poly_t q;
    acb_poly_init(q);
    acb_t coefficient;
    acb_init(coefficient);
    acb_one(coefficient);
    for (int j = 0; j <= s; j++) {
        acb_poly_set_coeff_acb(q, j, coefficient);
        acb_mul_si(coefficient, coefficient, j - s, bits);
        acb_div_si(coefficient, coefficient, (slong)(j + 1) * (2 * s - 1 - j), bits);
    }
    slong found = acb_poly_find_roots(zero, q, NULL, MAX_ITERATIONS, bits);
    for (int j = 0; j < s; j++)
        acb_get_mid(zero + j, zero + j);
    acb_clear(coefficient);
    acb_poly_clear(q);
    return found == s;
}

/* c[1 .. s] := the coefficients of M about node i; M(c_i + u) = u prod_{m != i} (u + c_i
 * - c_m). */
static void expand_at_node(const struct ref_radau *r, int i, arb_ptr c, slong bits) {
    arb_t root, other;
    arb_inits(root, other);
    _arb_vec_zero(c, r->stages + 1);
    arb_one(c + 1);
    for (int m = 1, degree = 1; m <= r->stages; m++) {
        if (m == i)
            continue;
        arf_set_mpfr(arb_midref(root), r->node[i]);
        arf_set_mpfr(arb_midref(other), r->node[m]);
        arb_sub(root, root, other, bits);
        degree++;
        for (int k = degree; k >= 1; k--) {
            arb_mul(c + k, c + k, root, bits);
            arb_add(c + k, c + k, c + k - 1, bits);
        }
    }
    arb_clears(root, other);
}

/* v := sum_k k! c_k mu^(1-k), by Horner's rule. */
static void sum_vector(int s, arb_srcptr c, const acb_t mu, acb_t v, slong bits) {
    acb_zero(v);
    for (int k = s; k >= 1; k--) {
        acb_mul_si(v, v, k + 1, bits);
        acb_div(v, v, mu, bits);
        acb_add_arb(v, v, c + k, bits);
    }
    acb_get_mid(v, v);
}

/* t := the eigenvectors of all s eigenvalues as columns, the first row scaled away. */
static void find_vectors(const struct ref_radau *r, acb_srcptr zero, acb_mat_t t,
                         slong bits) {
    int s = r->stages;
    arb_ptr c = _arb_vec_init(s + 1);
    for (int i = 1; i <= s; i++) {
        expand_at_node(r, i, c, bits);
        for (int k = 0; k < s; k++)
            sum_vector(s, c, zero + k, acb_mat_entry(t, i - 1, k), bits);
    }
    for (int k = 0; k < s; k++) {
        for (int i = 0; i < s - 1; i++)
            acb_div(acb_mat_entry(t, i, k), acb_mat_entry(t, i, k),
                    acb_mat_entry(t, s - 1, k), bits);
        acb_one(acb_mat_entry(t, s - 1, k));
    }
    acb_mat_get_mid(t, t);
    _arb_vec_clear(c, s + 1);
}

/* The eigenvalue with the smallest imaginary part: it is real, s being odd. */
static int find_real(int s, acb_srcptr zero) {
    int real = 0;
    for (int k = 1; k < s; k++)
        if (arf_cmpabs(arb_midref(acb_imagref(zero + k)),
                       arb_midref(acb_imagref(zero + real))) < 0)
            real = k;
    return real;
}

/* Mode number `mode` := the eigenvalue k of all. */
static void keep_mode(struct ref_radau *r, int mode, int k, acb_srcptr zero,
                      const acb_mat_t t, const acb_mat_t inverse) {
    acb_set_round(r->eigenvalue + mode, zero + k, REF_MODE_BITS);
    for (int i = 0; i < r->stages; i++) {
        acb_set_round(acb_mat_entry(r->to_modes, mode, i), acb_mat_entry(inverse, k, i),
                      REF_MODE_BITS);
        acb_set_round(acb_mat_entry(r->from_modes, i, mode), acb_mat_entry(t, i, k),
                      REF_MODE_BITS);
    }
    if (mode == 0)
        arb_zero(acb_imagref(r->eigenvalue));
    else
        for (int i = 0; i < r->stages; i++)
            acb_mul_2exp_si(acb_mat_entry(r->from_modes, i, mode),
                            acb_mat_entry(r->from_modes, i, mode), 1);
    acb_get_mid(r->eigenvalue + mode, r->eigenvalue + mode);
}

static enum ref_status keep_modes(struct ref_radau *r, acb_srcptr zero, const acb_mat_t t,
                                  const acb_mat_t inverse) {
    int real = find_real(r->stages, zero), mode = 1;
    keep_mode(r, 0, real, zero, t, inverse);
    for (int k = 0; k < r->stages; k++) {
        bool upper = arf_sgn(arb_midref(acb_imagref(zero + k))) > 0;
        if (k == real || !upper)
            continue;
        if (mode == r->modes)
            return REF_NOT_CONVERGED;
        keep_mode(r, mode++, k, zero, t, inverse);
    }
    acb_mat_get_mid(r->to_modes, r->to_modes);
    acb_mat_get_mid(r->from_modes, r->from_modes);
    return mode == r->modes ? REF_OK : REF_NOT_CONVERGED;
}

enum ref_status ref_radau_diagonalise(struct ref_radau *r) {
    int s = r->stages;
    slong bits = REF_MODE_BITS + BITS_LOST_PER_STAGE * (slong)s;
    acb_ptr zero = _acb_vec_init(s);
    acb_mat_t t, inverse;
    acb_mat_init(t, s, s);
    acb_mat_init(inverse, s, s);
    enum ref_status status = REF_NOT_CONVERGED;
    if (find_zeros(s, zero, 2 * bits)) {
        find_vectors(r, zero, t, bits);
        if (acb_mat_approx_inv(inverse, t, bits))
            status = keep_modes(r, zero, t, inverse);
    }
    acb_mat_clear(t);
    acb_mat_clear(inverse);
    _acb_vec_clear(zero, s);
    return status;
}
