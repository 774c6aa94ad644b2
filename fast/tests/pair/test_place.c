/* q = qn + h N(q) v for one body, against the closed solution: N(q) v is linear in q there,
 * N(q) v = W q with W^2 = -|v/2|^2, and so q = (qn + h W qn) / (1 + |h v/2|^2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/tests/samples.h"

Test(place, a_body_gets_the_position_of_the_steps_end) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    const struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    const double *qn = sample->x0, *v = sample->x0 + 4;
    double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 12; k++) {
        double h = 0.1 * pow(2, -k), x[7], qdot[4];
        for (int i = 0; i < 7; i++)
            x[i] = sample->x0[i];
        system.map(system.context, qn, v, qdot);
        cr_assert(fast_place(integrator, h, qn, x) == FAST_OK, "h = %g", h);
        for (int i = 0; i < 4; i++) {
            double q = (qn[i] + h * qdot[i]) / (1 + h * h * speed * speed / 4);
            cr_expect(fabs(x[i] - q) < 1e-14, "h = %g, %d: %g", h, i, x[i] - q);
        }
    }
}

/* The heavy top's map, counted. */
static int products;

static int count_product(void *context, const double *q, const double *v, double *qdot) {
    const struct integrator_system system = sample_system(find_sample(SAMPLE_HEAVY_TOP));
    (void)context;
    products++;
    return system.map(system.context, q, v, qdot);
}

/* One for the closed form, and one that finds it right; seldom another for its rounding. */
Test(place, a_body_takes_two_products_with_its_map) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    system.map = count_product;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    for (int k = 0; k < 12; k++) {
        double x[7];
        for (int i = 0; i < 7; i++)
            x[i] = sample->x0[i];
        products = 0;
        cr_assert(fast_place(integrator, 0.02 * pow(2, -k), sample->x0, x) == FAST_OK);
        cr_expect(products <= 3, "%d products", products);
    }
}

Test(place, where_sweeps_diverge_it_says_so) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    const struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    double x[7];
    for (int i = 0; i < 7; i++)
        x[i] = sample->x0[i];
    cr_expect(fast_place(integrator, 1.7, sample->x0, x) == FAST_NOT_CONVERGED);
    for (int i = 0; i < 7; i++)
        x[i] = i == 5 ? NAN : sample->x0[i];
    cr_expect(fast_place(integrator, 0.01, sample->x0, x) == FAST_NOT_FINITE);
}

/* w' = -(q_1 + ... + q_n)/n with q_i' = w, n components of one oscillator's position. */
static int find_mean_rates(void *context, double t, const double *x, double *ydot) {
    const int n = *(const int *)context;
    double sum = 0;
    (void)t;
    for (int i = 0; i < n; i++)
        sum += x[i];
    ydot[0] = -sum / n;
    return 0;
}

static int spread(void *context, const double *q, const double *v, double *qdot) {
    (void)q;
    for (int i = 0; i < *(const int *)context; i++)
        qdot[i] = v[0];
    return 0;
}

static int find_mean(void *context, const double *q, const double *qdot, double *v) {
    const int n = *(const int *)context;
    double sum = 0;
    (void)q;
    for (int i = 0; i < n; i++)
        sum += qdot[i];
    v[0] = sum / n;
    return 0;
}

/* One velocity's motion does not depend on how many positions it has. */
Test(place, many_positions_of_few_velocities_move_as_one_does) {
    enum { most = 40 };
    static const int sizes[] = {1, 8, 9, 12, most};
    double first = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        double x[most + 1] = {0};
        const struct integrator_system system = {.nq = n,
                                                 .nv = 1,
                                                 .context = &n,
                                                 .rates = find_mean_rates,
                                                 .map = spread,
                                                 .unmap = find_mean};
        struct integrator_options options = pair_default_options();
        options.fixed_step = true;
        options.step = 0.01;
        for (int i = 0; i < n; i++)
            x[i] = 1;
        struct pair *integrator = start_integrator(&system, &options, 0, x);
        cr_assert(pair_run(integrator, 1) == FAST_OK, "%d positions", n);
        const double v = pair_state(integrator)[n];
        first = k == 0 ? v : first;
        cr_expect(fabs(v - first) < 1e-10, "%d positions: %g", n, v - first);
        cr_expect(pair_statistics(integrator)->jacobian_evals == 1, "%d positions", n);
    }
}
