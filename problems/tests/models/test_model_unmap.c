/* The left inverse of N: against the formula for quaternions, written out here from the
 * definition of their product, and against N itself.
 *
 * Seen to fail: with N_ij in the place of N_ij^2, with the orthogonality of columns taken for
 * granted, with the first product of columns tested alone, with a column without entries
 * accepted, with small products taken for zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/models.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

enum { MOST = 16 };

static void run(const struct model *m, struct program *p, const double *in, double *out) {
    struct eval_double *e;
    cr_assert_eq(eval_double_alloc(&e, m->graph, p), PROBLEM_OK);
    eval_double_run(e, in, out);
}

static struct program *inverse_of(struct model *m) {
    struct program *p;
    cr_assert_eq(model_unmap_program(m, &p), PROBLEM_OK);
    return p;
}

/* 2 q^-1 q' for q' = q (0, v)/2: its imaginary part is v, whatever the length of q. */
static void velocity_of_quaternion(const double *q, const double *rate, double *v) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    double square = w * w + x * x + y * y + z * z;
    v[0] = 2 * (w * rate[1] - x * rate[0] - y * rate[3] + z * rate[2]) / square;
    v[1] = 2 * (w * rate[2] + x * rate[3] - y * rate[0] - z * rate[1]) / square;
    v[2] = 2 * (w * rate[3] - x * rate[2] + y * rate[1] - z * rate[0]) / square;
}

Test(model_unmap, of_a_quaternion_is_two_over_its_square_times_the_transpose) {
    static const char *const NAME[] = {"rigid_body", "heavy_top"};
    struct sample s = sample_begin();
    for (int k = 0; k < 2; k++) {
        struct model *m = models_read(NAME[k], "");
        struct program *p = inverse_of(m);
        cr_assert(p && p->inputs == 8 && p->outputs == 3, "%s", NAME[k]);
        for (int trial = 0; trial < 100; trial++) {
            double in[8], v[3], expected[3];
            for (int i = 0; i < 8; i++)
                in[i] = sample_uniform(&s, 0.3, 1.7); /* no unit quaternion */
            run(m, p, in, v);
            velocity_of_quaternion(in, in + 4, expected);
            for (int i = 0; i < 3; i++)
                cr_expect(isfinite(v[i]) && fabs(v[i] - expected[i]) < 64 * DBL_EPSILON,
                          "%s, seed %llu: %a, not %a", NAME[k],
                          (unsigned long long)s.seed, v[i], expected[i]);
        }
    }
}

/* N+ N v = v. */
Test(model_unmap, undoes_the_map) {
    static const char *const MODEL[] = {
        "position a = 1, b = 2\nvelocity u = 3, w = 4\na' = 1.37*w\nb' = -a*u\n"
        "u' = 0\nw' = 0\n",
        "position x = 1, y = 2, s = 0\nvelocity r = 3, p = 1\nx' = x*r - y*p\n"
        "y' = y*r + x*p\ns' = 0.83*r\nr' = 0\np' = 0\n"};
    struct sample s = sample_begin();
    for (int k = 0; k < 2; k++) {
        struct model *m = reading_model(MODEL[k], NULL);
        struct program *p = inverse_of(m), *map = model_map_program(m);
        cr_assert(p && map && p->inputs == 2 * m->nq && p->outputs == 2, "%d", k);
        for (int trial = 0; trial < 100; trial++) {
            double in[MOST], v[2], found[2];
            for (int i = 0; i < m->nq + 2; i++)
                in[i] = sample_uniform(&s, 0.3, 1.7);
            v[0] = in[m->nq];
            v[1] = in[m->nq + 1];
            double rate[MOST];
            run(m, map, in, rate);
            for (int i = 0; i < m->nq; i++)
                in[m->nq + i] = rate[i];
            run(m, p, in, found);
            for (int i = 0; i < 2; i++)
                cr_expect(isfinite(found[i]) && fabs(found[i] - v[i]) < 64 * DBL_EPSILON,
                          "%d, seed %llu: %a, not %a", k, (unsigned long long)s.seed,
                          found[i], v[i]);
        }
    }
}

/* What lies across the range of N belongs to no velocity: the least squares, not just any
 * left inverse. q' = q is across a unit quaternion's range. */
Test(model_unmap, sends_what_no_velocity_can_do_to_zero) {
    struct model *m = models_read("rigid_body", "");
    struct program *p = inverse_of(m);
    const double in[] = {0.31, -0.72, 1.13, 0.47, 0.31, -0.72, 1.13, 0.47};
    double v[3];
    cr_assert_not_null(p);
    run(m, p, in, v);
    for (int i = 0; i < 3; i++)
        cr_expect(isfinite(v[i]) && fabs(v[i]) < 4 * DBL_EPSILON, "%d: %g", i, v[i]);
}

Test(model_unmap, is_not_known_where_the_columns_are_not_orthogonal) {
    static const char *const MODEL[] = {
        "position x = 0.3, y = -0.7\nvelocity u = 1, w = 2\nx' = y*u + w\n"
        "y' = x*w - 2*u\nu' = 0\nw' = 0\n",
        "param s = 1e-20\nposition x = 0.3, y = -0.7\nvelocity u = 1, w = 2\n"
        "x' = s*x*u + s*y*w\ny' = s*y*u + 2*s*x*w\nu' = 0\nw' = 0\n",
        "position x = 1, y = 2\nvelocity u = 1, w = 2\nx' = max(x, y)*u - y*w\n"
        "y' = y*u + max(x, y)*w\nu' = 0\nw' = 0\n",
        "position x = 1, y = 2, s = 3\nvelocity u = 1, v = 2, w = 3\nx' = x*u - y*v\n"
        "y' = y*u + x*v\ns' = u + w\nu' = 0\nv' = 0\nw' = 0\n"};
    for (int k = 0; k < (int)(sizeof MODEL / sizeof MODEL[0]); k++) {
        struct model *m = reading_model(MODEL[k], NULL);
        cr_expect_null(inverse_of(m), "%s", MODEL[k]);
    }
}

/* Twice the bodies, twice the instructions. */
Test(model_unmap, grows_in_proportion_to_the_number_of_bodies) {
    static const char MODEL[] =
        "size n = 1\n"
        "position w[i] = 1, x[i] = 0, y[i] = 0, z[i] = 0 for i in 1..n\n"
        "velocity p[i] = 0, r[i] = 0, s[i] = 0 for i in 1..n\n"
        "w[i]' = (-x[i]*p[i] - y[i]*r[i] - z[i]*s[i])/2 for i in 1..n\n"
        "x[i]' = ( w[i]*p[i] - z[i]*r[i] + y[i]*s[i])/2 for i in 1..n\n"
        "y[i]' = ( z[i]*p[i] + w[i]*r[i] - x[i]*s[i])/2 for i in 1..n\n"
        "z[i]' = (-y[i]*p[i] + x[i]*r[i] + w[i]*s[i])/2 for i in 1..n\n"
        "p[i]' = 0 for i in 1..n\nr[i]' = 0 for i in 1..n\ns[i]' = 0 for i in 1..n\n";
    static const char *const SIZE[] = {"n=1", "n=20", "n=40"};
    int length[3];
    for (int k = 0; k < 3; k++) {
        struct model *m = reading_model(MODEL, SIZE[k]);
        struct program *p = inverse_of(m);
        cr_assert_not_null(p);
        length[k] = p->length;
    }
    cr_assert_gt(length[0], 0);
    cr_expect_eq(length[1], 20 * length[0]);
    cr_expect_eq(length[2], 40 * length[0]);
}
