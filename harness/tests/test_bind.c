/* A model's functions as callbacks: against the formulas of the model, written out here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/bind.h"
#include "harness/tests/models.h"

enum { nq = 2, nv = 2, nz = 1, ny = nv + nz, nx = nq + ny };

static const double a = 0.83, b = 1.37;
static const double time = 0.59, x[nx] = {0.31, -0.72, 1.13, 0.47, 0.29};

/* Some roundings of numbers of size one. */
static const double tolerance = 16 * DBL_EPSILON;

static void expect(const char *what, const double *found, const double *expected, int n) {
    for (int i = 0; i < n; i++)
        cr_expect(isfinite(found[i]) && fabs(found[i] - expected[i]) <= tolerance,
                  "%s[%d] is %.17g, not %.17g", what, i, found[i], expected[i]);
}

static struct binding *open_binding(struct model *m, bool with_jacobian) {
    struct binding *made;
    cr_assert(bind_alloc(&made, m, with_jacobian) == PROBLEM_OK);
    return made;
}

Test(bind, rates_and_map_are_those_of_the_model) {
    struct model *m = model_from(coupled_model);
    struct binding *binding = open_binding(m, false);
    const struct fast_system *s = bind_system(binding);
    double ydot[ny], qdot[nq], q = x[0], p = x[1], u = x[2], w = x[3], z = x[4];
    const double rates[ny] = {-a * q * u + z * cos(time), b * sin(p) - w * w + z,
                              u * w - b * z + q * time};
    const double moved[nq] = {p * u + w, q * w - 2 * u};
    cr_assert(s->nq == nq && s->nv == nv && s->nz == nz);
    cr_assert(s->rates(s->context, time, x, ydot) == 0);
    expect("rates", ydot, rates, ny);
    cr_assert(s->map(s->context, x, x + nq, qdot) == 0);
    expect("map", qdot, moved, nq);
    cr_assert(s->jacobian == NULL);
    bind_free(binding);
    model_free(m);
}

Test(bind, the_exact_jacobian_stands_by_columns) {
    struct model *m = model_from(coupled_model);
    struct binding *binding = open_binding(m, true);
    const struct fast_system *s = bind_system(binding);
    double fq[ny * nq], fy[ny * ny], q = x[0], p = x[1], u = x[2], w = x[3];
    const double dq[ny * nq] = {-a * u, 0, time, 0, b * cos(p), 0};
    const double dy[ny * ny] = {-a * q, 0, w, 0, -2 * w, u, cos(time), 1, -b};
    for (int repeat = 0; repeat < 2; repeat++) {
        memset(fq, 0xff, sizeof fq); /* what was there before must not shine through */
        memset(fy, 0xff, sizeof fy);
        cr_assert(s->jacobian(s->context, time, x, fq, fy) == 0);
        expect("fq", fq, dq, ny * nq);
        expect("fy", fy, dy, ny * ny);
    }
    bind_free(binding);
    model_free(m);
}

Test(bind, an_identity_map_is_left_out) {
    struct model *m = model_from("position x = 1\nvelocity v = 0\nx' = v\nv' = -x\n");
    struct binding *binding = open_binding(m, false);
    cr_assert(bind_system(binding)->map == NULL);
    bind_free(binding);
    model_free(m);
}

Test(bind, a_model_of_the_catalogue_runs_compiled_with_the_same_bits) {
    struct model *m;
    struct diagnostic d = {""};
    enum problem_status status =
        model_read(&m, HALFSTEP_MODELS "/double_pendulum.model", 0, NULL, &d);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    struct binding *compiled = open_binding(m, false), *other = open_binding(m, false);
    double state[] = {0.3, -1.1, 0.7, 0.2}, ydot[2][2];
    cr_assert(bind_is_compiled(compiled));
    bind_interpret(other);
    cr_assert(!bind_is_compiled(other));
    struct binding *both[] = {compiled, other};
    for (int i = 0; i < 2; i++) {
        const struct fast_system *s = bind_system(both[i]);
        cr_assert(s->rates(s->context, 0, state, ydot[i]) == 0);
    }
    cr_assert(memcmp(ydot[0], ydot[1], sizeof ydot[0]) == 0);
    cr_assert(isfinite(ydot[0][0]) && isfinite(ydot[0][1]));
    bind_free(compiled);
    bind_free(other);
    model_free(m);
}
