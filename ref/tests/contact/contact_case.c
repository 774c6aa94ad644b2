/* Problems of contacts for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/contact/contact_case.h"
#include "ref/vector.h"

#include <math.h>
#include <stdlib.h>

static void point_to_vectors(struct contact_case *c) {
    struct ref_contact_problem *p = &c->problem;
    p->first = c->first;
    p->takes_part = c->takes_part;
    p->M = vector_const(c->M);
    p->J = vector_const(c->J);
    p->G = vector_const(c->G);
    p->v_free = vector_const(c->v_free);
    p->offset = vector_const(c->offset);
    p->joint_offset = vector_const(c->joint_offset);
    p->friction = vector_const(c->friction);
    p->known = vector_const(c->known);
    c->answer.state = c->state;
}

struct contact_case *contact_case_make(int nv, int contacts, int slides, int joints,
                                       mpfr_prec_t bits) {
    struct contact_case *c = calloc(1, sizeof *c);
    if (c == NULL || contacts > CASE_MOST_CONTACTS)
        abort();
    int rows = contacts * (1 + slides);
    c->bits = bits;
    c->problem.nv = nv;
    c->problem.contacts = contacts;
    c->problem.rows = rows;
    c->problem.joints = joints;
    for (int i = 0; i <= contacts; i++)
        c->first[i] = i * (1 + slides);
    for (int i = 0; i < contacts; i++)
        c->takes_part[i] = true;
    c->M = vector_alloc(nv * nv, bits);
    c->J = vector_alloc(rows * nv, bits);
    c->G = vector_alloc(joints * nv, bits);
    c->v_free = vector_alloc(nv, bits);
    c->offset = vector_alloc(rows, bits);
    c->joint_offset = vector_alloc(joints, bits);
    c->friction = vector_alloc(contacts, bits);
    c->known = vector_alloc(contacts, bits);
    c->answer.v = vector_alloc(nv, bits);
    c->answer.impulse = vector_alloc(rows, bits);
    c->answer.joint_impulse = vector_alloc(joints, bits);
    mpfr_init2(c->answer.residual, bits);
    for (int i = 0; i < nv; i++)
        mpfr_set_si(c->M[i * nv + i], 1, MPFR_RNDN);
    point_to_vectors(c);
    return c;
}

enum ref_status contact_case_solve(struct contact_case *c) {
    return ref_contact_solve(&c->problem, c->bits, &c->answer);
}

void contact_case_mass(struct contact_case *c, int i, int j, double m) {
    mpfr_set_d(c->M[j * c->problem.nv + i], m, MPFR_RNDN);
    mpfr_set_d(c->M[i * c->problem.nv + j], m, MPFR_RNDN);
}

void contact_case_row(struct contact_case *c, int row, const double *entry) {
    for (int k = 0; k < c->problem.nv; k++)
        mpfr_set_d(c->J[k * c->problem.rows + row], entry[k], MPFR_RNDN);
}

void contact_case_joint(struct contact_case *c, int row, const double *entry) {
    for (int k = 0; k < c->problem.nv; k++)
        mpfr_set_d(c->G[k * c->problem.joints + row], entry[k], MPFR_RNDN);
}

void contact_case_friction(struct contact_case *c, double mu) {
    for (int i = 0; i < c->problem.contacts; i++)
        mpfr_set_d(c->friction[i], mu, MPFR_RNDN);
}

/* What is summed, and the largest term. */
struct tally {
    mpfr_t sum, term, largest;
    double breach;
};

static void add_term(struct tally *t, mpfr_srcptr a, mpfr_srcptr b, int sign) {
    mpfr_mul(t->term, a, b, MPFR_RNDN);
    mpfr_mul_si(t->term, t->term, sign, MPFR_RNDN);
    mpfr_add(t->sum, t->sum, t->term, MPFR_RNDN);
    if (mpfr_cmpabs(t->term, t->largest) > 0)
        mpfr_abs(t->largest, t->term, MPFR_RNDN);
}

static void begin_sum(struct tally *t) {
    mpfr_set_zero(t->sum, 1);
    mpfr_set_zero(t->largest, 1);
}

/* Notes log2 |sum| / largest. */
static void note_breach(struct tally *t, mpfr_srcptr sum) {
    if (!mpfr_number_p(sum)) {
        t->breach = INFINITY;
    } else if (!mpfr_zero_p(sum)) {
        mpfr_div(t->term, sum, t->largest, MPFR_RNDN);
        mpfr_abs(t->term, t->term, MPFR_RNDN);
        mpfr_log2(t->term, t->term, MPFR_RNDN);
        t->breach = fmax(t->breach, mpfr_get_d(t->term, MPFR_RNDN));
    }
}

static void check_momentum(const struct contact_case *c, struct tally *t) {
    const struct ref_contact_problem *p = &c->problem;
    for (int i = 0; i < p->nv; i++) {
        begin_sum(t);
        for (int k = 0; k < p->nv; k++) {
            add_term(t, p->M[k * p->nv + i], c->answer.v[k], 1);
            add_term(t, p->M[k * p->nv + i], p->v_free[k], -1);
        }
        for (int k = 0; k < p->rows; k++)
            add_term(t, p->J[i * p->rows + k], c->answer.impulse[k], -1);
        for (int k = 0; k < p->joints; k++)
            add_term(t, p->G[i * p->joints + k], c->answer.joint_impulse[k], -1);
        note_breach(t, t->sum);
    }
    for (int i = 0; i < p->joints; i++) {
        begin_sum(t);
        mpfr_set(t->sum, p->joint_offset[i], MPFR_RNDN);
        mpfr_abs(t->largest, t->sum, MPFR_RNDN);
        for (int k = 0; k < p->nv; k++)
            add_term(t, p->G[k * p->joints + i], c->answer.v[k], 1);
        note_breach(t, t->sum);
    }
}

/* u := J_i v + offset_i; what is lost in the sum is noted in *largest. */
static void find_velocity(const struct contact_case *c, struct tally *t, int row,
                          mpfr_ptr u, mpfr_ptr largest) {
    const struct ref_contact_problem *p = &c->problem;
    begin_sum(t);
    mpfr_set(t->sum, p->offset[row], MPFR_RNDN);
    mpfr_abs(t->largest, t->sum, MPFR_RNDN);
    for (int k = 0; k < p->nv; k++)
        add_term(t, p->J[k * p->rows + row], c->answer.v[k], 1);
    for (int k = 0; k < p->nv; k++) {
        mpfr_mul(t->term, p->J[k * p->rows + row], p->v_free[k], MPFR_RNDN);
        if (mpfr_cmpabs(t->term, t->largest) > 0)
            mpfr_abs(t->largest, t->term, MPFR_RNDN);
    }
    mpfr_set(u, t->sum, MPFR_RNDN);
    if (mpfr_greater_p(t->largest, largest))
        mpfr_set(largest, t->largest, MPFR_RNDN);
}

static void check_contact(const struct contact_case *c, struct tally *t, int i) {
    int n = c->first[i], rows = c->first[i + 1] - n;
    mpfr_t u[3], speed, size, R, a;
    mpfr_inits2(2 * c->bits, u[0], u[1], u[2], speed, size, R, a, (mpfr_ptr)NULL);
    mpfr_t *r = c->answer.impulse + n;
    mpfr_set_zero(speed, 1);
    for (int k = 0; k < rows; k++)
        find_velocity(c, t, n + k, u[k], speed);
    vector_norm(size, vector_const(c->answer.impulse), c->problem.rows);
    if (mpfr_sgn(u[0]) < 0) {
        mpfr_set(t->largest, speed, MPFR_RNDN);
        note_breach(t, u[0]);
    }
    mpfr_set(t->largest, size, MPFR_RNDN);
    if (mpfr_sgn(r[0]) < 0)
        note_breach(t, r[0]);
    mpfr_add(R, r[0], c->known[i], MPFR_RNDN);
    mpfr_mul(R, R, c->friction[i], MPFR_RNDN);
    mpfr_set_zero(a, 1);
    for (int k = 1; k < rows; k++)
        mpfr_hypot(a, a, r[k], MPFR_RNDN);
    mpfr_sub(a, a, R, MPFR_RNDN);
    if (mpfr_sgn(a) > 0)
        note_breach(t, a);
    mpfr_mul(t->largest, size, speed, MPFR_RNDN);
    mpfr_mul(a, r[0], u[0], MPFR_RNDN);
    note_breach(t, a);
    mpfr_set_zero(size, 1);
    for (int k = 1; k < rows; k++)
        mpfr_hypot(size, size, u[k], MPFR_RNDN);
    for (int k = 1; k < rows; k++) {
        mpfr_fmma(a, size, r[k], R, u[k], MPFR_RNDN);
        note_breach(t, a);
    }
}

double contact_case_breach(const struct contact_case *c) {
    struct tally t = {.breach = -INFINITY};
    mpfr_inits2(2 * c->bits, t.sum, t.term, t.largest, (mpfr_ptr)NULL);
    check_momentum(c, &t);
    for (int i = 0; i < c->problem.contacts; i++)
        if (c->takes_part[i])
            check_contact(c, &t, i);
    return t.breach;
}

double contact_case_velocity(const struct contact_case *c, int row) {
    const struct ref_contact_problem *p = &c->problem;
    double u = mpfr_get_d(p->offset[row], MPFR_RNDN);
    for (int k = 0; k < p->nv; k++)
        u += mpfr_get_d(p->J[k * p->rows + row], MPFR_RNDN) *
             mpfr_get_d(c->answer.v[k], MPFR_RNDN);
    return u;
}

double contact_case_impulse(const struct contact_case *c, int row) {
    return mpfr_get_d(c->answer.impulse[row], MPFR_RNDN);
}
