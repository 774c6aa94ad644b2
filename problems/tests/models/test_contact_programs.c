/* What steppers with contacts evaluate: of every model of the catalogue with contacts, against
 * differences and against the contacts' own expressions at states near its start; of a brick on
 * a brick, and of a corner of a turning cuboid, against formulas written by hand; in MPFR.
 *
 * With r_A, r_B from the centres of two bricks to the corner p of the upper one, B, and n, t the
 * normal and the tangent of A's top face, x the cross product in the plane, the gap
 * n.(p - c_A) - h has the rate
 *
 *     n.(v_B - v_A) + w_B (r_B x n) - w_A (r_A x n)
 *
 * and the sliding velocity at the foot point f = p - gap n is t.(v_B - v_A) + w_B ((f - c_B) x t)
 * - w_A ((f - c_A) x t).
 *
 * Seen to fail: with the shape of J^T exchanged, with gap_t left out of the offset, with N
 * left out of the normal rows, with the slides before the normal, with offsets in reverse, with
 * no identity where there are no masses, with the sliding velocity's
 * rest at v = 0 left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/models/models.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

#define MODEL_FOLDER TEST_DATA "/../../models"

enum { BITS = 200, LARGEST = 60 };

/* A model's programs at one state: in = (t | x). */
struct bench {
    struct model *m;
    int rows;
    struct program *gaps, *contact, *mass;
    struct eval_double *gaps_eval, *contact_eval, *mass_eval;
    struct expr_matrix matrix, mass_matrix;
    double *in, *gap_only, *out, *masses; /* the programs' outputs */
    const double *gap, *offset, *J;       /* in out */
};

static void check_by_columns(const struct expr_matrix *a, const char *name) {
    for (int k = 1; k < a->count; k++)
        cr_assert(a->column[k] > a->column[k - 1] ||
                      (a->column[k] == a->column[k - 1] && a->row[k] > a->row[k - 1]),
                  "%s, entry %d", name, k);
}

static struct bench open_bench(struct model *m) {
    struct bench b = {.m = m, .rows = model_contact_rows(m)};
    const int nx = m->nq + m->nv + m->nz;
    b.gaps = model_gaps_program(m);
    b.contact = model_rows_program(m, &b.matrix);
    b.mass = model_mass_program(m, &b.mass_matrix);
    cr_assert(b.gaps && b.contact && b.mass);
    cr_assert(b.gaps->inputs == 1 + nx && b.contact->inputs == 1 + nx);
    cr_assert_eq(b.gaps->outputs, m->contacts);
    cr_assert_eq(b.contact->outputs, m->contacts + b.rows + b.matrix.count);
    cr_assert_eq(b.mass->outputs, b.mass_matrix.count);
    cr_assert(b.matrix.rows == m->nv && b.matrix.columns == b.rows);
    cr_assert(b.mass_matrix.rows == m->nv && b.mass_matrix.columns == m->nv);
    check_by_columns(&b.matrix, m->name);
    check_by_columns(&b.mass_matrix, m->name);
    cr_assert_eq(eval_double_alloc(&b.gaps_eval, m->graph, b.gaps), PROBLEM_OK);
    cr_assert_eq(eval_double_alloc(&b.contact_eval, m->graph, b.contact), PROBLEM_OK);
    cr_assert_eq(eval_double_alloc(&b.mass_eval, m->graph, b.mass), PROBLEM_OK);
    b.in = calloc((size_t)nx + 1, sizeof *b.in);
    b.gap_only = calloc((size_t)m->contacts + 1, sizeof *b.gap_only);
    b.out = calloc((size_t)b.contact->outputs + 1, sizeof *b.out);
    b.masses = calloc((size_t)b.mass->outputs + 1, sizeof *b.masses);
    b.gap = b.out;
    b.offset = b.gap + m->contacts;
    b.J = b.offset + b.rows;
    return b;
}

static void evaluate(struct bench *b) {
    eval_double_run(b->gaps_eval, b->in, b->gap_only);
    eval_double_run(b->contact_eval, b->in, b->out);
    eval_double_run(b->mass_eval, b->in, b->masses);
}

/* u = J v + offset of a row, and the size of its terms. */
static double velocity(const struct bench *b, int row, double *size) {
    const double *v = b->in + 1 + b->m->nq;
    double u = b->offset[row];
    *size = fabs(u);
    for (int k = 0; k < b->matrix.count; k++)
        if (b->matrix.column[k] == row) {
            u += b->J[k] * v[b->matrix.row[k]];
            *size += fabs(b->J[k] * v[b->matrix.row[k]]);
        }
    return u;
}

/* A state near the start, with all velocities. */
static void set_near_start(struct bench *b, struct sample *s) {
    const struct model *m = b->m;
    b->in[0] = reading_constant(m, m->span_begin) + sample_uniform(s, 0, 0.1);
    for (int i = 0; i < m->nq + m->nv + m->nz; i++) {
        double initial = reading_constant(m, m->initial[i]);
        b->in[1 + i] =
            i < m->nq ? initial + 0.002 * (1 + fabs(initial)) * sample_uniform(s, -1, 1)
                      : initial + sample_uniform(s, -1, 1);
    }
}

static void check_near(const struct bench *b, double value, double expected, double bound,
                       const char *what, int row) {
    cr_assert(isfinite(value) && fabs(value - expected) <= bound,
              "%s: %s %d: %.17g, not %.17g", b->m->name, what, row, value, expected);
}

/* rate[i] := the derivative of gap i along q' = N v, t' = 1, by differences of order 4. */
static void differentiate_gaps(struct bench *b, double *rate) {
    static const double weight[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
    const double h = 0x1p-12;
    const struct model *m = b->m;
    const size_t nx = (size_t)(m->nq + m->nv + m->nz);
    double *moved = calloc(nx + 1, sizeof *moved);
    for (int i = 0; i < m->contacts; i++)
        rate[i] = 0;
    for (int k = 0; k < 5; k++) {
        memcpy(moved, b->in, (nx + 1) * sizeof *moved);
        moved[0] += (k - 2) * h;
        for (int i = 0; i < m->nq; i++)
            moved[1 + i] +=
                (k - 2) * h * reading_value(m, m->position_rates[i], b->in[0], b->in + 1);
        eval_double_run(b->gaps_eval, moved, b->gap_only);
        for (int i = 0; i < m->contacts; i++)
            rate[i] += weight[k] * b->gap_only[i] / h;
    }
}

/* Rows against the gaps' differences and the slides as they are written. */
static void check_rows(struct bench *b) {
    const struct model *m = b->m;
    double *rate = calloc((size_t)m->contacts, sizeof *rate);
    evaluate(b);
    for (int i = 0; i < m->contacts; i++)
        cr_assert_eq(b->gap[i], b->gap_only[i], "%s: gap %d", m->name, i);
    differentiate_gaps(b, rate);
    for (int i = 0, row = 0; i < m->contacts; i++) {
        double size, u = velocity(b, row, &size);
        check_near(b, u, rate[i], 1e-8 * (1 + size), "normal of", row++);
        for (int k = 0; k < m->contact[i].slides; k++, row++) {
            double slide = reading_value(m, m->contact[i].slide[k], b->in[0], b->in + 1);
            u = velocity(b, row, &size);
            check_near(b, u, slide, 1e-12 * (1 + size), "slide", row);
        }
    }
}

/* M is that of the file, or 1, and symmetric. */
static void check_mass(const struct bench *b) {
    const struct model *m = b->m;
    const struct expr_matrix *M = &b->mass_matrix;
    cr_assert_eq(M->count, m->masses == 0 ? m->nv : m->masses);
    for (int k = 0; k < M->count; k++) {
        double value = m->masses == 0
                           ? M->row[k] == M->column[k]
                           : reading_value(m, m->mass.entry[k], b->in[0], b->in + 1);
        check_near(b, b->masses[k], value, 1e-13 * (1 + fabs(value)), "mass", k);
        if (m->masses > 0)
            cr_assert(M->row[k] == m->mass.column[k] && M->column[k] == m->mass.row[k]);
    }
}

/* The same program at 200 bits is within rounding of double. */
static void check_mpfr(const struct bench *b) {
    const struct program *p = b->contact;
    struct eval_mpfr *eval;
    mpfr_t *in = calloc((size_t)p->inputs + 1, sizeof *in);
    mpfr_t *out = calloc((size_t)p->outputs + 1, sizeof *out);
    cr_assert_eq(eval_mpfr_alloc(&eval, b->m->graph, p, BITS, EVAL_DOUBLE_CONSTANTS),
                 PROBLEM_OK);
    for (int i = 0; i < p->inputs; i++) {
        mpfr_init2(in[i], BITS);
        mpfr_set_d(in[i], b->in[i], MPFR_RNDN);
    }
    for (int i = 0; i < p->outputs; i++)
        mpfr_init2(out[i], BITS);
    eval_mpfr_run(eval, (const mpfr_t *)in, out);
    for (int i = 0; i < p->outputs; i++) {
        double exact = mpfr_get_d(out[i], MPFR_RNDN);
        check_near(b, b->out[i], exact, 1e-11 * (1 + fabs(exact)), "output", i);
    }
}

static void check_model(struct model *m, struct sample *s) {
    struct bench b = open_bench(m);
    for (int trial = 0; trial < 5; trial++) {
        set_near_start(&b, s);
        check_rows(&b);
        check_mass(&b);
        check_mpfr(&b);
    }
}

Test(contact_programs, of_the_catalogue_agree_with_its_expressions, .timeout = 300) {
    struct sample s = sample_begin();
    struct diagnostic d = {""};
    struct catalogue *c = NULL;
    cr_assert_eq(catalogue_open(&c, MODEL_FOLDER, &d), PROBLEM_OK, "%s", d.text);
    for (int i = 0; i < c->count; i++) {
        struct model *m = models_from_catalogue(c->entry[i].name);
        if (m->contacts > 0 && model_contact_rows(m) <= LARGEST)
            check_model(m, &s);
    }
}

/* Two bricks in a plane, each 2 b wide and 2 h high; the floor rises and runs. */
static const char *const BRICKS =
    "size n = 2\nparam b = 0.37, h = 0.21, m = 1.3, I = 0.7, g = 9.81, mu = 0.5\n"
    "param rise = 0.13, run = 0.29\n"
    "position x[i] = 0.01*i, y[i] = (2*i - 1)*h, a[i] = 0 for i in 1..n\n"
    "velocity vx[i] = 0, vy[i] = 0, w[i] = 0 for i in 1..n\n"
    "x[i]' = vx[i] for i in 1..n\ny[i]' = vy[i] for i in 1..n\na[i]' = w[i] for i in "
    "1..n\n"
    "mass vx[i], vx[i] = m for i in 1..n\nmass vy[i], vy[i] = m for i in 1..n\n"
    "mass w[i], w[i] = I for i in 1..n\nforce vx[i] = 0 for i in 1..n\n"
    "force vy[i] = -m*g for i in 1..n\nforce w[i] = 0 for i in 1..n\n"
    "for i in 1..n for j in 1..2 {\n"
    "let s = (2*j - 3)*b\n"
    "let px = cos(a[i])*s + sin(a[i])*h\nlet py = sin(a[i])*s - cos(a[i])*h\n"
    "if i = 1 {\n"
    "contact floor[j] { gap = y[1] + py - rise*t\n"
    "slide = vx[1] - w[1]*(py - (y[1] + py - rise*t)) - run\nfriction = mu }\n"
    "} else {\n"
    "let nx = -sin(a[i-1])\nlet ny = cos(a[i-1])\n"
    "let rx = x[i] + px - x[i-1]\nlet ry = y[i] + py - y[i-1]\n"
    "let d = nx*rx + ny*ry - h\n"
    "let ux = vx[i] - w[i]*(py - d*ny) - vx[i-1] + w[i-1]*(ry - d*ny)\n"
    "let uy = vy[i] + w[i]*(px - d*nx) - vy[i-1] - w[i-1]*(rx - d*nx)\n"
    "contact face[j] { gap = d; slide = ny*ux - nx*uy; friction = mu }\n"
    "} }\n";

static double cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

/* u of brick B's corner j (0 or 1) on brick A by the formulas above; A is NULL: the floor. */
static void brick_velocities(const double *A, const double *vA, const double *B,
                             const double *vB, int j, double t, double u[2]) {
    const double b = 0.37, h = 0.21, rise = 0.13, run = 0.29;
    const double s = j == 0 ? -b : b;
    const double floor_at[] = {0, rise * t, 0}, floor_v[] = {run, rise, 0};
    const double *at = A ? A : floor_at, *va = A ? vA : floor_v;
    const double n[] = {-sin(at[2]), cos(at[2])}, e[] = {cos(at[2]), sin(at[2])};
    double rB[] = {cos(B[2]) * s + sin(B[2]) * h, sin(B[2]) * s - cos(B[2]) * h};
    double rA[] = {B[0] + rB[0] - at[0], B[1] + rB[1] - at[1]};
    double gap = n[0] * rA[0] + n[1] * rA[1] - (A ? h : 0);
    u[0] = n[0] * (vB[0] - va[0]) + n[1] * (vB[1] - va[1]) +
           vB[2] * cross(rB[0], rB[1], n[0], n[1]) -
           va[2] * cross(rA[0], rA[1], n[0], n[1]);
    for (int i = 0; i < 2; i++) {
        rB[i] -= gap * n[i];
        rA[i] -= gap * n[i];
    }
    u[1] = e[0] * (vB[0] - va[0]) + e[1] * (vB[1] - va[1]) +
           vB[2] * cross(rB[0], rB[1], e[0], e[1]) -
           va[2] * cross(rA[0], rA[1], e[0], e[1]);
}

/* The state of the file is (x1, x2, y1, ...) or (x1, y1, a1, x2, ...): found by name. */
static void brick_state(const struct model *m, const double *x, int i, double q[3],
                        double v[3]) {
    static const char *const Q[] = {"x", "y", "a"}, *const V[] = {"vx", "vy", "w"};
    char name[16];
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, "%s[%d]", Q[k], i);
        q[k] = x[reading_state(m, name)];
        snprintf(name, sizeof name, "%s[%d]", V[k], i);
        v[k] = x[reading_state(m, name)];
    }
}

Test(contact_programs, of_a_brick_on_a_brick_are_the_formulas) {
    struct sample s = sample_begin();
    struct model *m = reading_model(BRICKS, NULL);
    struct bench b = open_bench(m);
    cr_assert(m->contacts == 4 && b.rows == 8);
    for (int trial = 0; trial < 50; trial++) {
        for (int i = 0; i < b.gaps->inputs; i++)
            b.in[i] = sample_uniform(&s, -2, 2);
        evaluate(&b);
        double q[2][3], v[2][3], size;
        brick_state(m, b.in + 1, 1, q[0], v[0]);
        brick_state(m, b.in + 1, 2, q[1], v[1]);
        for (int i = 0; i < 4; i++) {
            double u[2];
            brick_velocities(i < 2 ? NULL : q[0], v[0], q[i / 2], v[i / 2], i % 2,
                             b.in[0], u);
            for (int k = 0; k < 2; k++)
                check_near(&b, velocity(&b, 2 * i + k, &size), u[k], 1e-13, "row",
                           2 * i + k);
        }
        check_rows(&b);
        check_mpfr(&b);
    }
    check_mass(&b);
}

/* A corner of a cuboid that turns with the angular velocity w in axes of space: the normal's
 * row is (0, 0, 1 | r_y, -r_x, 0), (w x r)_z = w_x r_y - w_y r_x. */
static const char *const CORNER =
    "param sx = 0.31, sy = -0.43, sz = 0.59\n"
    "position x = 0, y = 0, z = 1, e0 = 1, e1 = 0, e2 = 0, e3 = 0\n"
    "velocity wx = 0, wy = 0, wz = 0, vx = 0, vy = 0, vz = 0\n"
    "x' = vx\ny' = vy\nz' = vz\n"
    "e0' = (-e1*wx - e2*wy - e3*wz)/2\ne1' = (e0*wx + e3*wy - e2*wz)/2\n"
    "e2' = (-e3*wx + e0*wy + e1*wz)/2\ne3' = (e2*wx - e1*wy + e0*wz)/2\n"
    "wx' = 0\nwy' = 0\nwz' = 0\nvx' = 0\nvy' = 0\nvz' = -9.81\n"
    "quaternion body = e0, e1, e2, e3\n"
    "let rx = (1 - 2*(e2^2 + e3^2))*sx + 2*(e1*e2 - e0*e3)*sy + 2*(e1*e3 + e0*e2)*sz\n"
    "let ry = 2*(e1*e2 + e0*e3)*sx + (1 - 2*(e1^2 + e3^2))*sy + 2*(e2*e3 - e0*e1)*sz\n"
    "let rz = 2*(e1*e3 - e0*e2)*sx + 2*(e2*e3 + e0*e1)*sy + (1 - 2*(e1^2 + e2^2))*sz\n"
    "contact corner { gap = z + rz; slide = vx + wy*rz - wz*ry; slide = vy + wz*rx - "
    "wx*rz }\n";

/* v turned by the unit quaternion e: v + 2 e0 (u x v) + 2 u x (u x v). */
static void turn(const double e[4], const double v[3], double turned[3]) {
    const double *u = e + 1;
    const double a[] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                        u[0] * v[1] - u[1] * v[0]};
    const double c[] = {u[1] * a[2] - u[2] * a[1], u[2] * a[0] - u[0] * a[2],
                        u[0] * a[1] - u[1] * a[0]};
    for (int i = 0; i < 3; i++)
        turned[i] = v[i] + 2 * e[0] * a[i] + 2 * c[i];
}

Test(contact_programs, of_a_turning_corner_are_the_lever_arms) {
    struct sample s = sample_begin();
    struct model *m = reading_model(CORNER, NULL);
    struct bench b = open_bench(m);
    const double arm[] = {0.31, -0.43, 0.59};
    for (int trial = 0; trial < 50; trial++) {
        double r[3], length = 0, J[3][6] = {{0}}, *e = b.in + 4;
        for (int i = 0; i < b.gaps->inputs; i++)
            b.in[i] = sample_uniform(&s, -2, 2);
        for (int i = 0; i < 4; i++)
            length += e[i] * e[i];
        for (int i = 0; i < 4; i++)
            e[i] /= sqrt(length);
        evaluate(&b);
        turn(e, arm, r);
        const double expected[3][6] = {{r[1], -r[0], 0, 0, 0, 1},
                                       {0, r[2], -r[1], 1, 0, 0},
                                       {-r[2], 0, r[0], 0, 1, 0}};
        for (int k = 0; k < b.matrix.count; k++)
            J[b.matrix.column[k]][b.matrix.row[k]] = b.J[k];
        for (int k = 0; k < 18; k++)
            check_near(&b, J[k / 6][k % 6], expected[k / 6][k % 6], 1e-14, "entry", k);
        check_near(&b, b.gap[0], b.in[3] + r[2], 1e-14, "gap", 0);
    }
}

/* Without masses M is the identity, and says so. */
Test(contact_programs, without_masses_the_matrix_is_the_identity) {
    struct model *m = reading_model(CORNER, NULL);
    struct bench b = open_bench(m);
    evaluate(&b);
    cr_assert_eq(b.mass_matrix.count, 6);
    check_mass(&b);
}

/* The gap of a ball over an edge has a kink: the row is that of the side it is on. */
Test(contact_programs, a_kink_gives_the_row_of_its_side) {
    struct model *m = reading_model(
        "position x = 1, y = 1\nvelocity u = 0, v = 0\nx' = u\ny' = v\nu' = 0\nv' = "
        "-1\n"
        "contact edge { gap = min(y, (x + y)/2); slide = u*step(t - 1) + v }\n",
        NULL);
    struct bench b = open_bench(m);
    const double x[] = {0.7, 0.37, -0.7, 0.37};
    const double expected[2][3] = {{0, 1, 0}, {0.5, 0.5, 1}}; /* by x, y; slide by u */
    for (int side = 0; side < 2; side++) {
        b.in[0] = side == 0 ? 0.5 : 1.5;
        b.in[1] = x[2 * side];
        b.in[2] = x[2 * side + 1];
        evaluate(&b);
        double J[2][2] = {{0}};
        for (int k = 0; k < b.matrix.count; k++)
            J[b.matrix.column[k]][b.matrix.row[k]] = b.J[k];
        cr_expect_eq(J[0][0], expected[side][0]);
        cr_expect_eq(J[0][1], expected[side][1]);
        cr_expect_eq(J[1][0], expected[side][2]);
        cr_expect_eq(J[1][1], 1);
    }
}
