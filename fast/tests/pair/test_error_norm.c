/* Tests of error_norm.c and unmap.c.
 *
 * Seen to fail: q measured plainly; its weights left out; NaN lost; z with the weights of v;
 * the old columns' parts not taken out of v; the weights of z, or of v, ignored where the others
 * are 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/random.h"
#include "fast/tests/samples.h"

static double norm_of(struct pair *integrator, const double *q, const double *dx) {
    double norm = -1;
    cr_assert(fast_error_norm(integrator, q, dx, &norm) == FAST_OK);
    return norm;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = ydot[1] = ydot[2] = ydot[3] = x[0];
    return 0;
}

/* Two q, two v, two z. */
static struct pair *make_plain(const double *weights_v, const double *weights_z) {
    static const double start[6] = {0};
    struct integrator_system system = {.nq = 2, .nv = 2, .nz = 2, .rates = rates};
    struct integrator_options options = faithful_options();
    options.weights_v = weights_v;
    options.weights_z = weights_z;
    return start_integrator(&system, &options, 0, start);
}

Test(error_norm, the_largest_component_counts_with_its_weight) {
    const double weights_v[] = {3, 0.5}, weights_z[] = {0, 0.7};
    const double factors[] = {3, 0.5, 3, 0.5, 0, 0.7};
    struct pair *plain = make_plain(NULL, NULL),
                *weighted = make_plain(weights_v, weights_z);
    for (int i = 0; i < 6; i++) {
        double dx[6] = {1e-9, -1e-9, 1e-9, 1e-9, 1e-9, -1e-9};
        dx[i] = i % 2 ? 1.37 : -1.37;
        cr_expect(norm_of(plain, dx, dx) == 1.37, "%d", i);
        double expected = fmax(factors[i] * 1.37, 3e-9);
        cr_expect(fabs(norm_of(weighted, dx, dx) - expected) <= 1e-15, "%d", i);
    }
}

Test(error_norm, weights_of_v_or_of_z_alone_count) {
    const double weights[] = {3, 0.5}, dx[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    struct pair *of_v = make_plain(weights, NULL), *of_z = make_plain(NULL, weights);
    cr_expect(fabs(norm_of(of_v, dx, dx) - 3 * 0.3) <= 1e-15);
    cr_expect(fabs(norm_of(of_z, dx, dx) - 3 * 0.5) <= 1e-15);
}

Test(error_norm, nan_and_infinity_in_any_component_are_told) {
    const double weights_v[] = {3, 0.5};
    for (int weighted = 0; weighted < 2; weighted++) {
        struct pair *integrator = make_plain(weighted ? weights_v : NULL, NULL);
        for (int i = 0; i < 6; i++) {
            double dx[6] = {0.1, 7, 0.3, 5, 0.2, 9};
            dx[i] = -INFINITY;
            cr_expect(norm_of(integrator, dx, dx) == INFINITY, "%d", i);
            dx[(i + 1) % 6] = NAN;
            cr_expect(isnan(norm_of(integrator, dx, dx)), "%d", i);
            dx[(i + 2) % 6] = INFINITY;
            cr_expect(isnan(norm_of(integrator, dx, dx)), "%d", i);
        }
    }
}

/* A quaternion: what points along q is no rotation, and does not count; a rotation by the
 * angle dv about an axis does, with the axis' weight. */
Test(error_norm, positions_are_weighted_as_their_velocities) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    const double weights[] = {2, 5, 0}, q[] = {0.3, -0.5, 0.2, 0.7};
    for (int least_squares = 0; least_squares < 2; least_squares++) {
        struct integrator_system system = sample_system(sample);
        if (least_squares)
            system.unmap = NULL;
        struct integrator_options options = faithful_options();
        options.weights_v = weights;
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        double along[7] = {0.3, -0.5, 0.2, 0.7};
        cr_expect(norm_of(integrator, q, along) <= 1e-15);
        for (int axis = 0; axis < 3; axis++) {
            double v[3] = {0}, dx[7] = {0}, largest = 0;
            v[axis] = 1.37;
            cr_assert(fast_map(integrator, q, v, dx) == FAST_OK);
            for (int i = 0; i < 4; i++) {
                largest = fmax(largest, fabs(dx[i]));
                dx[i] += 3 * q[i];
            }
            double norm = norm_of(integrator, q, dx);
            cr_expect(fabs(norm - weights[axis] * largest) <= 1e-14, "%d: %g", axis,
                      norm);
        }
    }
}

/* N+ as a function and by least squares, at random q. */
Test(error_norm, least_squares_inverts_the_map) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    struct integrator_system system = sample_system(sample);
    struct pair *given = start_integrator(&system, NULL, 0, sample->x0);
    system.unmap = NULL;
    struct pair *found = start_integrator(&system, NULL, 0, sample->x0);
    struct random random = random_open();
    for (int i = 0; i < 1000; i++) {
        double q[4], qdot[4], v[3], w[3];
        for (int j = 0; j < 4; j++) {
            q[j] = random_between(&random, -2, 2);
            qdot[j] = random_between(&random, -2, 2);
        }
        double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        cr_assert(fast_unmap(given, q, qdot, v) == FAST_OK);
        cr_assert(fast_unmap(found, q, qdot, w) == FAST_OK);
        for (int j = 0; j < 3; j++)
            cr_expect(fabs(v[j] - w[j]) <= 1e-14 * 8 / size, "seed %llu: %g, %g",
                      (unsigned long long)random.seed, v[j], w[j]);
    }
}

/* Columns that are not orthogonal: N = [1 2; 3 4; 5 6], dq = N (0.7, -1.3) + 1.9 n with n =
 * (1, -2, 1) orthogonal to both. */
static int slanted_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q;
    for (int i = 0; i < 3; i++)
        qdot[i] = (2 * i + 1) * v[0] + (2 * i + 2) * v[1];
    return 0;
}

Test(error_norm, least_squares_projects) {
    static const double start[5] = {0};
    struct integrator_system system = {
        .nq = 3, .nv = 2, .rates = rates, .map = slanted_map};
    struct pair *integrator = start_integrator(&system, NULL, 0, start);
    double v[2] = {0.7, -1.3}, dq[3], found[2];
    slanted_map(NULL, NULL, v, dq);
    dq[0] += 1.9, dq[1] -= 3.8, dq[2] += 1.9;
    cr_expect(fast_unmap(integrator, start, dq, found) == FAST_OK);
    cr_expect(fabs(found[0] - 0.7) <= 1e-13 && fabs(found[1] + 1.3) <= 1e-13, "%g, %g",
              found[0], found[1]);
}

static int failing_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q, (void)v, (void)qdot;
    return 1;
}

Test(error_norm, a_map_that_fails_is_reported) {
    static const double start[5] = {0};
    struct integrator_system system = {
        .nq = 3, .nv = 2, .rates = rates, .map = failing_map};
    struct pair *integrator = start_integrator(&system, NULL, 0, start);
    double norm;
    cr_expect(fast_error_norm(integrator, start, start, &norm) == FAST_CALLBACK);
}
