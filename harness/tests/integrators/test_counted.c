/* A system whose calls are counted is the same system.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/counted.h"

#include <criterion/criterion.h>
#include <math.h>

static int rates(void *context, double t, const double *x, double *ydot) {
    ydot[0] = *(const double *)context * t + x[0];
    return x[1] > 1;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    qdot[0] = *(const double *)context + q[0] * v[0];
    return 2;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    v[0] = *(const double *)context - q[0] * qdot[0];
    return 3;
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    fq[0] = *(const double *)context + t;
    fy[0] = x[1];
    return 4;
}

Test(counted, hands_every_call_on_and_counts_those_of_the_rates) {
    double factor = 1.37, out = 0, other = 0;
    const double x[] = {0.4, 0.7}, far[] = {0.4, 1.7};
    const struct integrator_system inner = {.nq = 1,
                                            .nv = 1,
                                            .context = &factor,
                                            .rates = rates,
                                            .map = map,
                                            .jacobian = jacobian,
                                            .unmap = unmap};
    struct counted c;
    counted_init(&c, &inner);
    const struct integrator_system *s = &c.system;
    cr_expect(s->rates(s->context, 2, x, &out) == 0 && out == 1.37 * 2 + 0.4);
    cr_expect(s->rates(s->context, 2, far, &out) == 1, "a failure is handed on");
    cr_expect(s->map(s->context, x, x + 1, &out) == 2 && out == 1.37 + 0.4 * 0.7);
    cr_expect(s->unmap(s->context, x, x + 1, &out) == 3 && out == 1.37 - 0.4 * 0.7);
    cr_expect(s->jacobian(s->context, 2, x, &out, &other) == 4);
    cr_expect(out == 1.37 + 2 && other == 0.7);
    cr_expect(c.calls == 2);
}

Test(counted, one_call_fails_once_or_gives_what_is_no_number) {
    double factor = 1.37, out = 0;
    const double x[] = {0.4, 0.7};
    const struct integrator_system inner = {
        .nq = 1, .nv = 1, .context = &factor, .rates = rates};
    for (int by_nan = 0; by_nan <= 1; by_nan++) {
        struct counted c;
        counted_init(&c, &inner);
        c.failing_call = 2;
        c.fails_by_nan = by_nan == 1;
        const struct integrator_system *s = &c.system;
        cr_expect(s->rates(s->context, 2, x, &out) == 0 && out == 1.37 * 2 + 0.4);
        cr_expect((s->rates(s->context, 2, x, &out) == 0) == (by_nan == 1));
        cr_expect(isnan(out) && c.calls == 2);
        c.calls = 0; /* as a new start does */
        for (int call = 1; call <= 3; call++)
            cr_expect(s->rates(s->context, 2, x, &out) == 0 && out == 1.37 * 2 + 0.4);
    }
}

Test(counted, adds_no_callback_that_the_system_has_not) {
    const struct integrator_system inner = {.nq = 1, .nv = 1, .rates = rates};
    struct counted c;
    counted_init(&c, &inner);
    cr_expect(c.system.map == NULL && c.system.jacobian == NULL);
    cr_expect(c.system.unmap == NULL && c.system.rates != NULL);
}
