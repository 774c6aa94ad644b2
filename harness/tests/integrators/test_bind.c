/* A model's functions as callbacks: against the formulas of the model, written out here.
 *
 * Seen to fail: with rows and columns exchanged in a pattern, with the entries of fq and fy
 * in the order of the Jacobian program, with the Jacobian's own pattern in the place of the
 * dependence, with its values in the dependence's places one after the other, with the whole
 * matrix written in spite of a pattern.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/system.h"
#include "harness/integrators/bind/bind.h"
#include "harness/tests/models.h"
#include "problems/model.h"

enum { nq = 2, nv = 2, nz = 1, ny = nv + nz, nx = nq + ny };

static const double a = 0.83, b = 1.37;
static const double now = 0.59, x[nx] = {0.31, -0.72, 1.13, 0.47, 0.29};

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
    const struct integrator_system *s = bind_system(binding);
    double ydot[ny], qdot[nq], q = x[0], p = x[1], u = x[2], w = x[3], z = x[4];
    const double rates[ny] = {-a * q * u + z * cos(now), b * sin(p) - w * w + z,
                              u * w - b * z + q * now};
    const double moved[nq] = {p * u + w, q * w - 2 * u};
    cr_assert(s->nq == nq && s->nv == nv && s->nz == nz);
    cr_assert(s->rates(s->context, now, x, ydot) == 0);
    expect("rates", ydot, rates, ny);
    cr_assert(s->map(s->context, x, x + nq, qdot) == 0);
    expect("map", qdot, moved, nq);
    cr_assert(s->jacobian == NULL);
}

Test(bind, the_exact_jacobian_stands_by_columns) {
    struct model *m = model_from(coupled_model);
    struct binding *binding = open_binding(m, true);
    const struct integrator_system *s = bind_system(binding);
    double fq[ny * nq], fy[ny * ny], q = x[0], p = x[1], u = x[2], w = x[3];
    const double dq[ny * nq] = {-a * u, 0, now, 0, b * cos(p), 0};
    const double dy[ny * ny] = {-a * q, 0, w, 0, -2 * w, u, cos(now), 1, -b};
    for (int repeat = 0; repeat < 2; repeat++) {
        memset(fq, 0xff, sizeof fq); /* what was there before must not shine through */
        memset(fy, 0xff, sizeof fy);
        cr_assert(s->jacobian(s->context, now, x, fq, fy) == 0);
        expect("fq", fq, dq, ny * nq);
        expect("fy", fy, dy, ny * ny);
    }
}

/* By columns: each column's rows ascend, and there are as many as expected. */
static void expect_shape(const struct fast_pattern *p, int rows, int columns,
                         int entries) {
    cr_assert_not_null(p);
    cr_assert(p->rows == rows && p->columns == columns);
    cr_assert_eq(p->start[0], 0);
    cr_expect_eq(p->start[columns], entries, "%d entries", p->start[columns]);
    for (int j = 0; j < columns; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            cr_assert(p->row[k] >= 0 && p->row[k] < rows &&
                      (k == p->start[j] || p->row[k] > p->row[k - 1]));
}

Test(bind, the_jacobian_with_patterns_has_the_patterns_entries_alone) {
    struct model *m = model_from(coupled_model);
    struct binding *binding = open_binding(m, true);
    const struct integrator_system *s = bind_system(binding);
    double q = x[0], p = x[1], u = x[2], w = x[3];
    const double dq[] = {-a * u, now, b * cos(p)};
    const double dy[] = {-a * q, w, -2 * w, u, cos(now), 1, -b};
    double fq[4] = {0, 0, 0, 0.37}, fy[8] = {0, 0, 0, 0, 0, 0, 0, 0.37};
    bind_choose_patterns(binding, BIND_ALL_PATTERNS);
    expect_shape(s->fq_pattern, ny, nq, 3);
    expect_shape(s->fy_pattern, ny, ny, 7);
    expect_shape(s->map_pattern, nq, nv, 4);
    cr_assert(s->jacobian(s->context, now, x, fq, fy) == 0);
    expect("fq", fq, dq, 3);
    expect("fy", fy, dy, 7);
    cr_assert(fq[3] == 0.37 && fy[7] == 0.37); /* nothing is written beyond */
    bind_choose_patterns(binding, BIND_NO_PATTERNS);
    cr_assert(s->fq_pattern == NULL && s->fy_pattern == NULL && s->map_pattern == NULL);
}

/* v' depends on q by the side of a kink alone: a difference may see it, but the derivative
 * is zero. */
Test(bind, what_only_decides_a_kink_is_in_the_pattern_with_zero_entries) {
    struct model *m = model_from("position q = 1\nvelocity v = 0\nq' = v\n"
                                 "v' = -0.83*step(q) - 1.3*v\n");
    struct binding *binding = open_binding(m, true);
    const struct integrator_system *s = bind_system(binding);
    const double state[] = {0.3, 0.7};
    double fq = 0.37, fy = 0.37;
    bind_choose_patterns(binding, BIND_ALL_PATTERNS);
    expect_shape(s->fq_pattern, 1, 1, 1);
    expect_shape(s->fy_pattern, 1, 1, 1);
    cr_assert_null(s->map_pattern);
    cr_assert(s->jacobian(s->context, 0, state, &fq, &fy) == 0);
    cr_assert(fq == 0 && fy == -1.3);
    fq = fy = 0.37;
    bind_choose_patterns(binding, BIND_NO_PATTERNS);
    cr_assert(s->jacobian(s->context, 0, state, &fq, &fy) == 0);
    cr_assert(fq == 0 && fy == -1.3);
}

/* Whether a matrix by columns has a pattern's entries and zeros elsewhere. */
static bool same_matrix(const struct fast_pattern *p, const double *entry,
                        const double *dense) {
    for (int j = 0; j < p->columns; j++)
        for (int i = 0, k = p->start[j]; i < p->rows; i++) {
            bool present = k < p->start[j + 1] && p->row[k] == i;
            double expected = present ? entry[k++] : 0;
            if (memcmp(&expected, &dense[j * p->rows + i], sizeof expected) != 0)
                return false;
        }
    return true;
}

static void expect_same_jacobians(struct model *m) {
    struct binding *binding = open_binding(m, true);
    const struct integrator_system *s = bind_system(binding);
    int n = m->nv + m->nz, size = m->nq + n;
    double *state = calloc((size_t)(size + 4 * n * size), sizeof *state);
    cr_assert_not_null(state);
    double *dense = state + size, *entry = dense + 2 * n * size;
    for (int i = 0; i < size; i++)
        state[i] = 0.05 * sin(1 + 2.3 * i);
    bind_choose_patterns(binding, BIND_NO_PATTERNS);
    cr_assert(s->jacobian(s->context, now, state, dense, dense + n * m->nq) == 0);
    bind_choose_patterns(binding, BIND_ALL_PATTERNS);
    cr_assert(s->jacobian(s->context, now, state, entry, entry + n * m->nq) == 0);
    cr_expect(same_matrix(s->fq_pattern, entry, dense), "%s", m->name);
    cr_expect(same_matrix(s->fy_pattern, entry + n * m->nq, dense + n * m->nq), "%s",
              m->name);
}

Test(bind, entries_are_those_of_the_full_matrices) {
    static const char *const model[][2] = {{HALFSTEP_MODELS "/spring_chain.model", "13"},
                                           {HALFSTEP_MODELS "/contact_stack.model", "7"},
                                           {HALFSTEP_MODELS "/heavy_top.model", NULL},
                                           {HALFSTEP_MODELS "/pleiades.model", NULL},
                                           {HALFSTEP_MODELS "/robertson.model", NULL}};
    for (size_t i = 0; i < sizeof model / sizeof model[0]; i++) {
        struct model *m = model_from_file(model[i][0], model[i][1]);
        expect_same_jacobians(m);
    }
}

/* Three entries a row, less the two at the ends. */
Test(bind, a_chain_has_entries_in_proportion_to_its_length) {
    static const char *const size[] = {"8", "1000", "20000"};
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        struct model *m = model_from_file(HALFSTEP_MODELS "/spring_chain.model", size[i]);
        struct binding *binding = open_binding(m, true);
        bind_choose_patterns(binding, BIND_ALL_PATTERNS);
        expect_shape(bind_system(binding)->fq_pattern, m->nv, m->nq, 3 * m->nq - 2);
        expect_shape(bind_system(binding)->fy_pattern, m->nv, m->nv, 3 * m->nv - 2);
    }
}

Test(bind, the_map_of_a_quaternion_has_an_inverse) {
    struct model *m = model_from_file(HALFSTEP_MODELS "/rigid_body.model", NULL);
    struct binding *binding = open_binding(m, false);
    const struct integrator_system *s = bind_system(binding);
    const double q[] = {0.31, -0.72, 1.13, 0.47}, v[] = {0.59, -1.1, 0.83};
    double qdot[4], back[3];
    cr_assert_not_null(s->unmap);
    cr_assert(s->map(s->context, q, v, qdot) == 0);
    cr_assert(s->unmap(s->context, q, qdot, back) == 0);
    expect("v", back, v, 3);
    bind_free(binding);
    m = model_from(coupled_model); /* its columns are not orthogonal */
    binding = open_binding(m, false);
    cr_assert(bind_system(binding)->map != NULL && bind_system(binding)->unmap == NULL);
}

Test(bind, an_identity_map_is_left_out) {
    struct model *m = model_from("position x = 1\nvelocity v = 0\nx' = v\nv' = -x\n");
    struct binding *binding = open_binding(m, false);
    cr_assert(bind_system(binding)->map == NULL);
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
        const struct integrator_system *s = bind_system(both[i]);
        cr_assert(s->rates(s->context, 0, state, ydot[i]) == 0);
    }
    cr_assert(memcmp(ydot[0], ydot[1], sizeof ydot[0]) == 0);
    cr_assert(isfinite(ydot[0][0]) && isfinite(ydot[0][1]));
}
