/* Prony (1795): the nodes are the roots of x^s + p_(s-1) x^(s-1) + ... + p_0 where
 *     m_(k+s) + sum_j p_j m_(k+j) = 0   for all k;
 * the weights then solve the Vandermonde system sum_i b_i c_i^k = m_k. The smallest s that
 * gives all moments is the number of nodes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/quadrature.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_poly.h>

#include "harness/fingerprint/laws/fraction.h"
#include "harness/fingerprint/trees/stability_function.h"

enum { most_moments = 16, double_bits = 53 };

/* How well the moments have to come out, and how near a root is to the simple fraction or
 * the real number that it is meant to be. */
static const double moment_allowed = 1e-10, root_accuracy = 1e-6;
enum { largest_denominator = 200 };

static int find_roots(double *root, const double *p, int s) {
    double polynomial[QUADRATURE_NODES + 1], complex_root[2 * QUADRATURE_NODES];
    for (int j = 0; j < s; j++)
        polynomial[j] = p[j];
    polynomial[s] = 1;
    gsl_poly_complex_workspace *w = gsl_poly_complex_workspace_alloc((size_t)s + 1);
    int failed =
        w == NULL || gsl_poly_complex_solve(polynomial, (size_t)s + 1, w, complex_root);
    gsl_poly_complex_workspace_free(w);
    for (int i = 0; i < s && !failed; i++) {
        root[i] = complex_root[2 * i];
        failed = !(fabs(complex_root[2 * i + 1]) <= root_accuracy);
    }
    return failed;
}

static void sort(double *x, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && x[k - 1] > x[k]; k--) {
            double held = x[k];
            x[k] = x[k - 1];
            x[k - 1] = held;
        }
}

static int find_weights(struct quadrature *q, const double *moment, int count) {
    double a[most_moments * QUADRATURE_NODES];
    for (int k = 0; k < count; k++)
        for (int i = 0; i < q->count; i++)
            a[k * q->count + i] = pow(q->node[i], k);
    return stability_solve(q->weight, a, moment, count, q->count);
}

static bool has_moments(const struct quadrature *q, const double *moment, int count) {
    for (int k = 0; k < count; k++) {
        double sum = 0, size = fabs(moment[k]);
        for (int i = 0; i < q->count; i++) {
            sum += q->weight[i] * pow(q->node[i], k);
            size += fabs(q->weight[i] * pow(q->node[i], k));
        }
        if (!(fabs(sum - moment[k]) <= moment_allowed * size))
            return false;
    }
    return true;
}

/* The nodes as simple fractions, where that gives the moments as well. */
static void refine(struct quadrature *q, const double *moment, int count) {
    struct quadrature simple = *q;
    mpfr_t value;
    mpfr_init2(value, double_bits);
    for (int i = 0; i < q->count; i++) {
        struct fraction f;
        mpfr_set_d(value, q->node[i], MPFR_RNDN);
        if (fraction_find(&f, value, root_accuracy, largest_denominator) == 0)
            simple.node[i] = (double)f.numerator / (double)f.denominator;
    }
    mpfr_clear(value);
    if (find_weights(&simple, moment, count) == 0 && has_moments(&simple, moment, count))
        *q = simple;
}

static bool try_nodes(struct quadrature *q, const double *moment, int count, int s) {
    double a[most_moments * QUADRATURE_NODES], b[most_moments], p[QUADRATURE_NODES];
    for (int k = 0; k + s < count; k++) {
        b[k] = -moment[k + s];
        for (int j = 0; j < s; j++)
            a[k * s + j] = moment[k + j];
    }
    if (stability_solve(p, a, b, count - s, s) || find_roots(q->node, p, s))
        return false;
    q->count = s;
    sort(q->node, s);
    if (find_weights(q, moment, count) || !has_moments(q, moment, count))
        return false;
    refine(q, moment, count);
    return true;
}

int quadrature_find(struct quadrature *q, const double *moment, int count) {
    if (count > most_moments)
        return 1;
    for (int s = 1; s <= QUADRATURE_NODES && 2 * s < count; s++) {
        struct quadrature found;
        if (try_nodes(&found, moment, count, s)) {
            *q = found;
            return 0;
        }
    }
    return 1;
}
