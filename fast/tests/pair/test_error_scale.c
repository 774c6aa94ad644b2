/* Units of errors in default mode. Seen to fail: a sum in place of the mean.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/tests/samples.h"

Test(error_scale, weights_are_the_scale_but_for_zero) {
    const struct sample *sample = find_sample(SAMPLE_DOUBLE_PENDULUM);
    const struct integrator_system system = sample_system(sample);
    const double weights[] = {0, 2.5};
    struct integrator_options options = pair_default_options();
    options.weights_v = weights;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    const double expected[] = {1, 2.5, 1, 2.5};
    fast_set_scale(integrator);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(integrator->default_mode->scale[i] - expected[i]) < 1e-15, "%d",
                  i);
    const double a[] = {3, 2, 1, 1}, b[] = {1, 1, 1, 1};
    cr_expect(fabs(fast_scaled_distance(4, integrator->default_mode->scale, a, b) - 2.5) <
              1e-15);
}

Test(error_scale, tolerances_are_units_at_the_state) {
    const struct sample *sample = find_sample(SAMPLE_VAN_DER_POL);
    const struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    options.relative = 0.03;
    options.absolute = 0.007;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    fast_set_scale(integrator);
    const double unit[] = {0.03 * 1.9 + 0.007, 0.03 * 0.3 + 0.007};
    const double dx[] = {unit[0] * 3, -unit[1] * 4};
    cr_expect(fabs(fast_scaled_mean(integrator, dx) - sqrt(12.5)) < 1e-12);
    for (int i = 0; i < 2; i++)
        cr_expect(fabs(integrator->default_mode->scale[i] * unit[i] - 1) < 1e-14, "%d",
                  i);
}

Test(error_scale, relative_errors_of_zero_are_infinite_not_undefined) {
    const struct integrator_system system =
        sample_system(find_sample(SAMPLE_VAN_DER_POL));
    const double x0[] = {0, 0.3}, nothing[] = {0, 0};
    struct integrator_options options = pair_default_options();
    options.relative = 0.03;
    options.absolute = 0;
    struct pair *integrator = start_integrator(&system, &options, 0, x0);
    fast_set_scale(integrator);
    cr_expect(!(fabs(fast_scaled_mean(integrator, nothing)) > 0));
}
