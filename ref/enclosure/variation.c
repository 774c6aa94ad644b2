/* The variational equation V' = J(t, P) V, V(0) = I, solved by a polynomial V~ of degree m.
 *
 * V~ is only to be near V: any polynomial serves, since its defect V~' - J V~ is bounded
 * (variation_error.c). So its coefficients are doubles, and exact as such, in the variable
 * u = s/2^e, 2^(e-1) <= h < 2^e:
 *
 *     (k + 1) V_{k+1} = 2^e sum_{l <= k} J_l V_{k-l},
 *
 * J_l being the middles of the balls of J's coefficients, rounded to doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "ref/enclosure/enclosure.h"

/* V~ ends where its terms at s = h are small against its first one. Its error is a rest of
 * that size relative to e, in each step. */
enum { RELATIVE_BITS = 24, LEAST_DEGREE = 4 };

/* Where products are made with more bits, half of these; doubles have so many below 1. */
static double fine_relative_bits(slong bits) {
    enum { MOST = 900 };
    return fmin((double)bits / 2, MOST);
}

/* Some hundredths of a second. */
static const double products_between_looks = 0x1p18;

/* Zeros, or NULL: of thousands of states they are gigabytes, and _arb_vec_init would abort. */
static arb_ptr try_zeros(slong count) {
    arb_ptr x = malloc((size_t)count * sizeof *x);
    for (slong i = 0; x != NULL && i < count; i++)
        arb_init(x + i);
    return x;
}

enum ref_status enclosure_variation_init(struct enclosure_variation *v,
                                         const struct enclosure_system *s,
                                         enum eval_constants constants) {
    slong n = s->n, order = s->order;
    v->n = s->n;
    v->bits = s->low;
    v->order = s->order;
    v->degree_limit = s->order;
    v->entries = s->pattern.count;
    v->row = s->pattern.row;
    v->column = s->pattern.column;
    v->v = try_zeros(n * n * (order + 1));
    if (v->v == NULL)
        return REF_NO_MEMORY;
    v->sum = _mag_vec_init(n * (order + 1));
    v->weight = _mag_vec_init(n * (order + 1));
    v->slack = _mag_vec_init(v->entries * (order + 1));
    v->terms = calloc((size_t)v->entries + 1, sizeof *v->terms);
    v->matrix = calloc((size_t)(n * n * (order + 1)), sizeof *v->matrix);
    v->entry = calloc((size_t)(v->entries * (order + 1)) + 1, sizeof *v->entry);
    if (v->terms == NULL || v->matrix == NULL || v->entry == NULL)
        return REF_NO_MEMORY;
    return enclosure_tail_init(&v->tail, s->m->graph, s->jacobian, s->low, s->order,
                               constants);
}

void enclosure_variation_clear(struct enclosure_variation *v) {
    slong n = v->n, order = v->order;
    enclosure_tail_clear(&v->tail);
    free(v->terms);
    free(v->matrix);
    free(v->entry);
    if (v->v == NULL)
        return;
    for (slong i = 0; i < n * n * (order + 1); i++)
        arb_clear(v->v + i);
    free(v->v);
    _mag_vec_clear(v->sum, n * (order + 1));
    _mag_vec_clear(v->weight, n * (order + 1));
    _mag_vec_clear(v->slack, v->entries * (order + 1));
}

static void set_start(struct enclosure_variation *v,
                      const struct enclosure_polynomial *p) {
    arb_ptr time = enclosure_tail_input(&v->tail, 0);
    _arb_vec_zero(time, v->order + 1);
    arb_set(time, enclosure_tail_input(&p->tail, 0));
    arb_one(time + 1);
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->n; j++)
            v->matrix[i * v->n + j] = i == j;
    for (int entry = 0; entry < v->entries; entry++)
        v->terms[entry] = 0;
}

/* Coefficients k of J's entries. */
static bool expand_jacobian(struct enclosure_variation *v,
                            const struct enclosure_polynomial *p, int k) {
    arf_t scaled;
    bool finite = true;
    arf_init(scaled);
    for (int i = 0; i < v->n; i++)
        arb_set(enclosure_tail_input(&v->tail, 1 + i) + k,
                enclosure_polynomial_series(p, i) + k);
    eval_arb_jet_order(v->tail.jet, k);
    for (int entry = 0; entry < v->entries && finite; entry++) {
        arb_srcptr value = enclosure_tail_output(&v->tail, entry) + k;
        arf_mul_2exp_si(scaled, arb_midref(value), (slong)k * v->exponent);
        v->entry[entry * (v->order + 1) + k] = arf_get_d(scaled, ARF_RND_NEAR);
        finite = arb_is_finite(value);
        if (!arb_is_zero(value))
            v->terms[entry] = k + 1;
    }
    arf_clear(scaled);
    return finite;
}

/* V~'s matrix of order k. */
static double *matrix(const struct enclosure_variation *v, int k) {
    return v->matrix + (size_t)k * (size_t)v->n * (size_t)v->n;
}

/* Row i of V~'s matrix k + 1; the entries of J in that row are first .. last - 1. The largest
 * of the row is returned. */
static double set_row(struct enclosure_variation *v, int i, int first, int last, int k) {
    const int n = v->n;
    double *sum = matrix(v, k + 1) + i * n, largest = 0;
    for (int j = 0; j < n; j++)
        sum[j] = 0;
    for (int entry = first; entry < last; entry++)
        for (int l = 0; l <= k && l < v->terms[entry]; l++) {
            const double factor = v->entry[entry * (v->order + 1) + l];
            const double *row = matrix(v, k - l) + v->column[entry] * n;
            for (int j = 0; j < n; j++)
                sum[j] += factor * row[j];
        }
    for (int j = 0; j < n; j++) {
        sum[j] = ldexp(sum[j], v->exponent) / (k + 1);
        largest = fmax(largest, fabs(sum[j]));
        if (!isfinite(sum[j]))
            largest = INFINITY;
    }
    return largest;
}

bool enclosure_is_stopped(const struct ref_truth_options *o) {
    return o != NULL && o->stop != NULL && o->stop(o->context, REF_BY_ENCLOSURE);
}

/* Of many states a single step takes a minute: after so many products it is asked whether to
 * stop. */
static bool is_stopped(struct enclosure_variation *v, int entries, int k) {
    v->products += (double)entries * v->n * (k + 1);
    if (v->products < products_between_looks)
        return false;
    v->products = 0;
    return enclosure_is_stopped(v->options);
}

/* All rows at order k; the largest coefficient k + 1, or infinity, also when it is stopped. */
static double expand_order(struct enclosure_variation *v,
                           const struct enclosure_polynomial *p, int k) {
    double largest = 0;
    int first = 0;
    if (!expand_jacobian(v, p, k))
        return INFINITY;
    for (int i = 0; i < v->n; i++) {
        int last = first;
        while (last < v->entries && v->row[last] == i)
            last++;
        if (is_stopped(v, last - first, k))
            return INFINITY;
        largest = fmax(largest, set_row(v, i, first, last, k));
        first = last;
    }
    return largest;
}

/* V~'s coefficients as balls of radius 0, in the variable s. */
static void set_series(struct enclosure_variation *v) {
    for (int i = 0; i < v->n * v->n; i++)
        for (int k = 0; k <= v->degree; k++) {
            arb_ptr c = v->v + (slong)i * (v->order + 1) + k;
            arb_set_d(c, matrix(v, k)[i]);
            arb_mul_2exp_si(c, c, -(slong)k * v->exponent);
        }
}

bool enclosure_variation_expand(struct enclosure_variation *v,
                                const struct enclosure_polynomial *p, double h) {
    const double small = exp2(v->bits > ENCLOSURE_LOW_BITS ? -fine_relative_bits(v->bits)
                                                           : -RELATIVE_BITS);
    double power = 1, before = INFINITY;
    bool done = false;
    double part = frexp(h, &v->exponent);
    set_start(v, p);
    v->degree = 0;
    v->products = 0;
    while (!done && isfinite(power) && v->degree < v->degree_limit) {
        double largest = expand_order(v, p, v->degree);
        power = isfinite(largest) ? power * part : INFINITY;
        v->degree++;
        done = v->degree >= LEAST_DEGREE && before < small && largest * power < small;
        before = largest * power;
    }
    if (!isfinite(power))
        return false;
    enclosure_tail_read(&v->tail, v->degree);
    if (v->bits > ENCLOSURE_LOW_BITS)
        enclosure_variation_refine(v);
    else
        set_series(v);
    return true;
}

void enclosure_variation_at(arb_mat_t value, const struct enclosure_variation *v,
                            const arb_t s) {
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->n; j++)
            _arb_poly_evaluate_horner(arb_mat_entry(value, i, j),
                                      v->v + (i * v->n + j) * (v->order + 1),
                                      v->degree + 1, s, v->bits);
}
