/* The error norm against the products N W N+ written out.
 *
 * Seen to fail: weights left out of q, v, z; a NaN passed over; N at the old state; an
 * update measured where it ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 100 };

static double find_norm(ref_replay *r, int n, const double *q, const double *e) {
    mpfr_t *x = testing_doubles(n, BITS, q), *error = testing_doubles(n, BITS, e), norm;
    mpfr_init2(norm, BITS);
    ref_replay_norm(r, vector_const(x), vector_const(error), norm);
    return mpfr_get_d(norm, MPFR_RNDN);
}

static const char mixed[] = "position a = 0, b = 0\nvelocity u = 0, w = 0\nstate z = 0\n"
                            "a' = u\nb' = w\nu' = -a\nw' = -b\nz' = u\n";

Test(replay_norm, is_the_largest_weighted_component_where_the_map_is_the_identity) {
    static const double weight[] = {3, 0.5}, weight_z[] = {7}, at[5] = {0};
    static const struct {
        double e[5], expected;
    } row[] = {{{-1.37, 2, 0.1, 0.2, 0.3}, 3 * 1.37}, {{0.1, -9, 0.1, 0.2, 0.3}, 4.5},
               {{0.1, 2, -1.1, 0.2, 0.3}, 3 * 1.1},   {{0.1, 2, 0.1, 8.2, 0.3}, 4.1},
               {{0.1, 2, 0.1, 0.2, -1.3}, 7 * 1.3},   {{0, 0, 0, 0, 0}, 0}};
    struct model *m = testing_model(mixed);
    struct ref_replay_options options = ref_replay_default_options();
    options.weights_v = weight;
    options.weights_z = weight_z;
    ref_replay *r = testing_replay(m, &options, BITS);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        cr_expect(fabs(find_norm(r, 5, at, row[i].e) - row[i].expected) <= 1e-15 * 10,
                  "%zu", i);
}

Test(replay_norm, ignores_a_velocity_of_weight_zero_and_what_it_moves) {
    static const double weight[] = {0, 1}, weight_z[] = {0}, at[5] = {0};
    struct model *m = testing_model(mixed);
    struct ref_replay_options options = ref_replay_default_options();
    options.weights_v = weight;
    options.weights_z = weight_z;
    ref_replay *r = testing_replay(m, &options, BITS);
    cr_expect(find_norm(r, 5, at, (double[]){5, 0.25, 6, 0.125, 7}) == 0.25);
}

Test(replay_norm, is_no_number_when_a_component_is_none) {
    static const double at[5] = {0};
    struct model *m = testing_model(mixed);
    struct ref_replay_options options = ref_replay_default_options();
    ref_replay *r = testing_replay(m, &options, BITS);
    for (int i = 0; i < 5; i++) {
        double e[5] = {1, 2, 3, 2, 1};
        e[i] = NAN;
        cr_expect(isnan(find_norm(r, 5, at, e)), "%d", i);
        e[i] = -INFINITY;
        cr_expect(find_norm(r, 5, at, e) == INFINITY, "%d", i);
    }
}

/* N = Q/2, Q = ((-x, -y, -z), (w, -z, y), (z, w, -x), (-y, x, w)), Q^T Q = |q|^2: along q
 * nothing counts, and N W N+ N u = N W u. */
static double find_top_norm(const double *q, const double *weight, const double *u) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double a = weight[0] * u[0], b = weight[1] * u[1], c = weight[2] * u[2];
    const double rate[] = {-x * a - y * b - z * c, w * a - z * b + y * c,
                           z * a + w * b - x * c, -y * a + x * b + w * c};
    double norm = 0;
    for (int i = 0; i < 4; i++)
        norm = fmax(norm, fabs(rate[i] / 2));
    return norm;
}

Test(replay_norm, weighs_positions_through_the_map_of_a_quaternion) {
    static const double weight[] = {2, 5, 0.25}, one[] = {1, 1, 1};
    struct model *m = testing_catalogue("heavy_top");
    struct ref_replay_options options = ref_replay_default_options();
    options.weights_v = weight;
    ref_replay *r = testing_replay(m, &options, BITS);
    struct sample s = sample_begin();
    for (int i = 0; i < 100; i++) {
        double x[7], e[7] = {0}, u[3];
        for (int k = 0; k < 7; k++)
            x[k] = sample_uniform(&s, -2, 2);
        for (int k = 0; k < 3; k++)
            u[k] = sample_uniform(&s, -1, 1);
        double along = sample_uniform(&s, -1, 1);
        const double *q = x;
        e[0] = (-q[1] * u[0] - q[2] * u[1] - q[3] * u[2]) / 2 + along * q[0];
        e[1] = (q[0] * u[0] - q[3] * u[1] + q[2] * u[2]) / 2 + along * q[1];
        e[2] = (q[3] * u[0] + q[0] * u[1] - q[1] * u[2]) / 2 + along * q[2];
        e[3] = (-q[2] * u[0] + q[1] * u[1] + q[0] * u[2]) / 2 + along * q[3];
        double norm = find_norm(r, 7, x, e), expected = find_top_norm(q, weight, u);
        cr_expect(isfinite(norm) && fabs(norm - expected) < 1e-13, "%g, %g: seed %llu",
                  norm, expected, (unsigned long long)s.seed);
        cr_expect(fabs(expected - find_top_norm(q, one, u)) > 0);
    }
}

Test(replay_norm, is_no_number_where_the_map_cannot_be_inverted) {
    struct model *m = testing_catalogue("heavy_top");
    struct ref_replay_options options = ref_replay_default_options();
    ref_replay *r = testing_replay(m, &options, BITS);
    cr_expect(isnan(find_norm(r, 7, (double[7]){0}, (double[7]){1, 1, 1, 1, 0, 0, 0})));
}

/* The norm of e at q, with weights 1, by the same formulas: u = 2 Q^T e_q / |q|^2. */
static double find_top_error(mpfr_t *x, mpfr_t *error) {
    static const double one[] = {1, 1, 1};
    double q[4], e[7], norm = 0;
    for (int i = 0; i < 4; i++)
        q[i] = mpfr_get_d(x[i], MPFR_RNDN);
    for (int i = 0; i < 7; i++)
        e[i] = mpfr_get_d(error[i], MPFR_RNDN);
    double half = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) / 2;
    const double u[] = {(-q[1] * e[0] + q[0] * e[1] + q[3] * e[2] - q[2] * e[3]) / half,
                        (-q[2] * e[0] - q[3] * e[1] + q[0] * e[2] + q[1] * e[3]) / half,
                        (-q[3] * e[0] + q[2] * e[1] - q[1] * e[2] + q[0] * e[3]) / half};
    for (int i = 4; i < 7; i++)
        norm = fmax(norm, fabs(e[i]));
    return fmax(norm, find_top_norm(q, one, u));
}

struct updates {
    ref_replay *r;
    long apart, wrong;
};

static void check_update(void *context, const struct ref_decision *d) {
    struct updates *s = context;
    if (d->kind != REF_DECISION_NEWTON)
        return;
    double size = mpfr_get_d(s->r->size, MPFR_RNDN);
    double before = find_top_error(s->r->previous, s->r->update);
    double after = find_top_error(s->r->iterate, s->r->update);
    s->apart += fabs(after - before) > 1e-6 * size;
    s->wrong += !(fabs(size - before) <= 1e-12 * size);
}

Test(replay_norm, of_an_update_of_implicit_euler_is_that_where_the_update_began) {
    struct model *m = testing_catalogue("rigid_body");
    struct ref_replay_options options =
        testing_close_options(REF_IMPLICIT_EULER, REF_EXACT);
    struct updates s = {.r = testing_replay(m, &options, BITS)};
    ref_replay_listen(s.r, check_update, &s);
    cr_assert(testing_step(s.r, 0.25) == REF_OK);
    cr_expect(s.apart > 1, "%ld", s.apart);
    cr_expect(s.wrong == 0, "%ld", s.wrong);
}

/* Norms from Eigen 3.4 (SSE2, as Drake is built). Seen to fail: squares added one after the other;
 * a pair that is left put to the even ones alone, or left out. */
Test(replay_norm, of_an_update_is_summed_as_the_original_sums_it) {
    enum { DOUBLE = 53 };
    static const struct {
        int n;
        double dx[9], norm;
    } sums[] = {
        {4, {0.59, -0.56, -0.9, 0.14}, 0x1.389fc5f34becap+0},
        {5, {-0.44, 0.85, -0.43, -0.4, -0.71}, 0x1.541d34f15e094p+0},
        {6, {0.45, -0.86, -0.86, 0.07, -0.44, -0.68}, 0x1.87d27b76c644dp+0},
        {7, {-0.16, -0.78, 0.17, -0.38, -0.24, 0.63, -0.24}, 0x1.260e045d1c78dp+0},
        {9,
         {-0.59, 0.66, -0.98, 0.63, -0.1, -0.28, 0.54, 0.95, -0.11},
         0x1.da816948108dcp+0},
    };
    const struct ref_replay_options options = ref_replay_default_options();
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        char text[400] = "";
        for (int k = 0; k < sums[i].n; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "state x%d = 0\nx%d' = 0\n", k, k);
        ref_replay *r = testing_replay(testing_model(text), &options, DOUBLE);
        for (int k = 0; k < sums[i].n; k++)
            mpfr_set_d(r->update[k], sums[i].dx[k], MPFR_RNDN);
        ref_replay_measure_euclidean(r);
        cr_expect(mpfr_get_d(r->size, MPFR_RNDN) == sums[i].norm, "%d", sums[i].n);
    }
}
