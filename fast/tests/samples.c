/* A few of the recorded problems.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "fast/tests/samples.h"
#include "fast/pair.h"

static struct sample samples[sample_count] = {
    [SAMPLE_PENDULUM] = {"pendulum", 1, 1, 0, {{9.81, 0.83, 0.1}}, {2.1, -0.7}},
    [SAMPLE_DOUBLE_PENDULUM] = {"double_pendulum",
                                2,
                                2,
                                0,
                                {{1.37, 0.6, 0.83, 1.1, 9.81}},
                                {2.1, 0.9, 0.3, -0.2}},
    [SAMPLE_VAN_DER_POL] = {"vdp_mu5", 0, 0, 2, {{4.7}}, {1.9, 0.3}},
    [SAMPLE_HEAVY_TOP] = {"heavy_top",
                          4,
                          3,
                          0,
                          {{1, 1.2, 0.3, 4.905}},
                          {0.98, 0.15, 0.05, -0.1, 0.4, -0.3, 11}},
    [SAMPLE_CHAIN] = {"chain8_k1e5",
                      8,
                      8,
                      0,
                      {{1.37, 1e5, 9, 8}},
                      {0.011, 0.019, 0.032, 0.038, 0.053, 0.061, 0.068, 0.083}},
    [SAMPLE_MATHIEU] = {"mathieu", 1, 1, 0, {{390, 19, 1.1}}, {0.13, -0.2}},
    [SAMPLE_ROBERTSON] = {"robertson", 0, 0, 3, {{0}}, {1, 0, 0}},
};

const struct sample *find_sample(enum sample_name name) {
    return &samples[name];
}

struct integrator_system sample_system(const struct sample *sample) {
    const struct family *family = find_family(sample->problem);
    struct parameters *parameters = &samples[sample - samples].parameters;
    return make_system(family, sample->nq, sample->nv, sample->nz, parameters);
}

struct integrator_options faithful_options(void) {
    struct integrator_options options = pair_default_options();
    options.mode = FAST_FAITHFUL;
    options.fixed_step = true;
    return options;
}

struct pair *start_integrator(const struct integrator_system *system,
                              const struct integrator_options *options, double t,
                              const double *x0) {
    const struct integrator_options usual = faithful_options();
    struct pair *integrator;
    enum fast_status status =
        pair_alloc(&integrator, system, options != NULL ? options : &usual);
    if (status == FAST_OK)
        status = pair_start(integrator, t, x0);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    return integrator;
}
