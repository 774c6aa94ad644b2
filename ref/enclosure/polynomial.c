/* The Taylor polynomial P of degree p through an exact point, and the lower part of its
 * defect.
 *
 * The coefficients follow one by one, c_{k+1} = F(t, P)_k / (k + 1), where F(t, P)_k depends
 * on c_0 .. c_k only. Each is the midpoint of a ball, rounded, and is fed back as an exact
 * number; so the balls F_k of the series enclose the coefficients of F(t, P) for this very
 * P, and with those of P' the defect d = P' - F(t, P) has
 *
 *     d_k = (k + 1) c_{k+1} - F_k      for k < p,     |d_k| <= sup |(k + 1) c_{k+1} - F_k|
 *     d_k = -F_k                       for k >= p                          (see tail.c).
 *
 * Coefficients of high orders have fewer bits (taper.c): d_k, which is a bound all the same,
 * may be the larger, the smaller h^k is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>

#include "problems/model.h"
#include "ref/enclosure/enclosure.h"

enum ref_status enclosure_polynomial_init(struct enclosure_polynomial *p,
                                          const struct enclosure_system *s,
                                          enum eval_constants constants) {
    p->n = s->n;
    p->order = s->order;
    p->bits = s->bits;
    p->size = _mag_vec_init((slong)s->n * (s->order + 1));
    p->low = _mag_vec_init((slong)s->n * s->order);
    enum ref_status status = ref_taper_init(&p->taper, p->n, p->bits);
    if (status != REF_OK)
        return status;
    return enclosure_tail_init(&p->tail, s->m->graph, s->field, s->bits, s->order,
                               constants);
}

void enclosure_polynomial_clear(struct enclosure_polynomial *p) {
    enclosure_tail_clear(&p->tail);
    ref_taper_clear(&p->taper);
    if (p->size == NULL)
        return;
    _mag_vec_clear(p->size, (slong)p->n * (p->order + 1));
    _mag_vec_clear(p->low, (slong)p->n * p->order);
}

arb_ptr enclosure_polynomial_series(const struct enclosure_polynomial *p, int i) {
    return enclosure_tail_input(&p->tail, 1 + i);
}

static void set_start(struct enclosure_polynomial *p, const arf_t t, arf_srcptr c) {
    arb_ptr time = enclosure_tail_input(&p->tail, 0);
    _arb_vec_zero(time, p->order + 1);
    arb_set_arf(time, t);
    arb_one(time + 1);
    for (int i = 0; i < p->n; i++) {
        arb_set_arf(enclosure_polynomial_series(p, i), c + i);
        arf_get_mag(p->size + i * (p->order + 1), c + i);
    }
}

static double find_exponent(void *context, int i, int k) {
    const struct enclosure_polynomial *p = context;
    mag_srcptr size = p->size + i * (p->order + 1) + k;
    return mag_is_zero(size) ? -INFINITY : mag_get_d_log2_approx(size);
}

/* c_{k+1} of component i and the bound of d_k. */
static bool set_coefficient(struct enclosure_polynomial *p, int i, int k, slong bits,
                            arb_t defect) {
    arb_srcptr f = enclosure_tail_output(&p->tail, i) + k;
    if (!arb_is_finite(f))
        return false;
    arb_ptr next = enclosure_polynomial_series(p, i) + k + 1;
    mag_zero(arb_radref(next));
    arf_div_ui(arb_midref(next), arb_midref(f), (ulong)k + 1, bits, ARF_RND_NEAR);
    arf_get_mag(p->size + i * (p->order + 1) + k + 1, arb_midref(next));
    arb_mul_ui(defect, next, (ulong)k + 1, ARF_PREC_EXACT);
    arb_sub(defect, defect, f, ENCLOSURE_LOW_BITS);
    arb_get_mag(p->low + i * p->order + k, defect);
    return true;
}

bool enclosure_polynomial_expand(struct enclosure_polynomial *p, const arf_t t,
                                 arf_srcptr c) {
    bool finite = true;
    arb_t defect;
    arb_init(defect);
    set_start(p, t, c);
    for (int k = 0; k < p->order && finite; k++) {
        slong bits = ref_taper_bits(&p->taper, k, find_exponent, p);
        bits = bits > p->bits              ? p->bits
               : bits < ENCLOSURE_LOW_BITS ? ENCLOSURE_LOW_BITS
                                           : bits;
        eval_arb_jet_precision(p->tail.jet, bits);
        eval_arb_jet_order(p->tail.jet, k);
        for (int i = 0; i < p->n && finite; i++)
            finite = set_coefficient(p, i, k, bits, defect);
    }
    arb_clear(defect);
    if (finite)
        enclosure_tail_read(&p->tail, p->order);
    return finite;
}

/* Test builds make the bound wrong on purpose, by a power of two. */
#ifndef ENCLOSURE_REMAINDER_EXPONENT
#define ENCLOSURE_REMAINDER_EXPONENT 0
#endif

void enclosure_polynomial_tail(mag_ptr tail, struct enclosure_polynomial *p,
                               const mag_t h) {
    enclosure_tail_scale(&p->tail, h);
    enclosure_tail_run(&p->tail, p->size, p->order);
    for (int i = 0; i < p->n; i++)
        mag_mul_2exp_si(tail + i, enclosure_tail_bound(&p->tail, i),
                        ENCLOSURE_REMAINDER_EXPONENT);
}

void enclosure_polynomial_at(arb_ptr x, const struct enclosure_polynomial *p,
                             const arb_t s, slong bits) {
    for (int i = 0; i < p->n; i++)
        _arb_poly_evaluate_horner(x + i, enclosure_polynomial_series(p, i), p->order + 1,
                                  s, bits);
}
