/* Models of the catalogue and random states for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/integrators/initial.h"
#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

struct model *catalogue_model(const char *name) {
    struct catalogue *c;
    struct model *m;
    struct diagnostic d = {""};
    gsl_set_error_handler_off();
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    cr_assert(catalogue_read(c, name, 0, NULL, &m, &d) == PROBLEM_OK, "%s", d.text);
    catalogue_free(c);
    return m;
}

gsl_rng *seeded_random(void) {
    const char *text = getenv("TEST_SEED");
    unsigned long seed = text ? strtoul(text, NULL, 10) : 20261121;
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    fprintf(stderr, "TEST_SEED=%lu\n", seed);
    gsl_rng_set(random, seed);
    return random;
}

void model_start(struct model *m, double *begin, double *end, double *x) {
    struct diagnostic d = {""};
    cr_assert(initial_in_double(m, begin, x, &d) == 0, "%s", d.text);
    cr_assert(expr_constant_double(m->graph, m->span_end, end) == PROBLEM_OK);
}

void random_state(gsl_rng *random, int nx, const double *x0, double *x) {
    double largest = 0;
    for (int i = 0; i < nx; i++)
        largest = fmax(largest, fabs(x0[i]));
    for (int i = 0; i < nx; i++) {
        double size = x0[i] == 0 ? largest : fabs(x0[i]);
        double factor = exp2(2 * gsl_rng_uniform(random) - 1);
        x[i] = gsl_rng_uniform_int(random, 2) ? size * factor : -size * factor;
    }
}
