/* The natural map of contacts' laws (P. Alart, A. Curnier, Comput. Methods Appl. Mech.
 * Engrg. 92 (1991) 353): any w > 0 says the same; here it is the mean of J_i D^-1 J_i^T
 * over the contact's rows, D the diagonal of M.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/integrators/contact_laws.h"

#include <math.h>
#include <stdbool.h>

#include "ref/contact.h"

/* Products of numbers of 100 bits, and sums of them, are as good as exact. */
enum { BITS = 300, MOST_SLIDES = 2 };

struct laws {
    const struct ref_contact_problem *p;
    const mpfr_t *v, *r, *lambda;
    mpfr_t term, sum, largest, w, size, radius, u[1 + MOST_SLIDES], y[MOST_SLIDES];
    mpfr_t speed; /* the largest term of all velocities */
    double breach;
};

static void begin_sum(struct laws *l) {
    mpfr_set_zero(l->sum, 1);
    mpfr_set_zero(l->largest, 1);
}

static void add(struct laws *l, mpfr_srcptr a, mpfr_srcptr b, int sign) {
    mpfr_mul(l->term, a, b, MPFR_RNDN);
    mpfr_mul_si(l->term, l->term, sign, MPFR_RNDN);
    mpfr_add(l->sum, l->sum, l->term, MPFR_RNDN);
    if (mpfr_cmpabs(l->term, l->largest) > 0)
        mpfr_abs(l->largest, l->term, MPFR_RNDN);
}

/* breach := at least |off| / size. */
static void note(struct laws *l, mpfr_srcptr off, mpfr_srcptr size) {
    if (mpfr_zero_p(off))
        return;
    mpfr_div(l->term, off, size, MPFR_RNDN);
    double share = fabs(mpfr_get_d(l->term, MPFR_RNDN));
    l->breach = share <= l->breach ? l->breach : isfinite(share) ? share : INFINITY;
}

static void judge_momentum(struct laws *l) {
    const struct ref_contact_problem *p = l->p;
    for (int i = 0; i < p->nv; i++) {
        begin_sum(l);
        for (int k = 0; k < p->nv; k++) {
            add(l, p->M[k * p->nv + i], l->v[k], 1);
            add(l, p->M[k * p->nv + i], p->v_free[k], -1);
        }
        for (int k = 0; k < p->rows; k++)
            add(l, p->J[i * p->rows + k], l->r[k], -1);
        for (int k = 0; k < p->joints; k++)
            add(l, p->G[i * p->joints + k], l->lambda[k], -1);
        note(l, l->sum, l->largest);
    }
}

/* sum := J_row v + offset, of v or v_free. */
static void find_velocity(struct laws *l, const mpfr_t *v, int row) {
    const struct ref_contact_problem *p = l->p;
    begin_sum(l);
    mpfr_set(l->sum, p->offset[row], MPFR_RNDN);
    mpfr_abs(l->largest, l->sum, MPFR_RNDN);
    for (int k = 0; k < p->nv; k++)
        add(l, p->J[k * p->rows + row], v[k], 1);
    mpfr_max(l->speed, l->speed, l->largest, MPFR_RNDN);
}

static void judge_joints(struct laws *l) {
    const struct ref_contact_problem *p = l->p;
    for (int i = 0; i < p->joints; i++) {
        begin_sum(l);
        mpfr_set(l->sum, p->joint_offset[i], MPFR_RNDN);
        mpfr_abs(l->largest, l->sum, MPFR_RNDN);
        for (int k = 0; k < p->nv; k++) {
            add(l, p->G[k * p->joints + i], l->v[k], 1);
            mpfr_mul(l->term, p->G[k * p->joints + i], p->v_free[k], MPFR_RNDN);
            if (mpfr_cmpabs(l->term, l->largest) > 0)
                mpfr_abs(l->largest, l->term, MPFR_RNDN);
        }
        note(l, l->sum, l->largest);
    }
}

static void weigh(struct laws *l, int from, int to) {
    const struct ref_contact_problem *p = l->p;
    mpfr_set_zero(l->w, 1);
    for (int row = from; row < to; row++)
        for (int k = 0; k < p->nv; k++) {
            mpfr_sqr(l->term, p->J[k * p->rows + row], MPFR_RNDN);
            mpfr_div(l->term, l->term, p->M[k * p->nv + k], MPFR_RNDN);
            mpfr_add(l->w, l->w, l->term, MPFR_RNDN);
        }
    mpfr_div_si(l->w, l->w, to - from, MPFR_RNDN);
}

static void judge_friction(struct laws *l, int contact) {
    const struct ref_contact_problem *p = l->p;
    int n = p->first[contact], slides = p->first[contact + 1] - n - 1;
    mpfr_add(l->radius, l->r[n], p->known[contact], MPFR_RNDN);
    if (mpfr_sgn(l->radius) < 0)
        mpfr_set_zero(l->radius, 1);
    mpfr_mul(l->radius, l->radius, p->friction[contact], MPFR_RNDN);
    mpfr_mul(l->radius, l->radius, l->w, MPFR_RNDN);
    mpfr_set_zero(l->size, 1);
    for (int k = 0; k < slides; k++) {
        mpfr_fms(l->y[k], l->w, l->r[n + 1 + k], l->u[1 + k], MPFR_RNDN);
        mpfr_hypot(l->size, l->size, l->y[k], MPFR_RNDN);
    }
    bool slips = mpfr_greater_p(l->size, l->radius);
    for (int k = 0; k < slides; k++) {
        if (slips) {
            mpfr_mul(l->y[k], l->y[k], l->radius, MPFR_RNDN);
            mpfr_div(l->y[k], l->y[k], l->size, MPFR_RNDN);
        }
        mpfr_fms(l->sum, l->w, l->r[n + 1 + k], l->y[k], MPFR_RNDN);
        note(l, l->sum, l->speed);
    }
}

static void judge_contact(struct laws *l, int contact) {
    const struct ref_contact_problem *p = l->p;
    int n = p->first[contact], end = p->first[contact + 1];
    weigh(l, n, end);
    for (int row = n; row < end; row++) {
        find_velocity(l, l->v, row);
        mpfr_set(l->u[row - n], l->sum, MPFR_RNDN);
        mpfr_mul(l->size, l->w, l->r[row], MPFR_RNDN);
        if (!p->takes_part[contact])
            note(l, l->size, l->speed);
    }
    if (!p->takes_part[contact])
        return;
    mpfr_mul(l->sum, l->w, l->r[n], MPFR_RNDN); /* w r_n - max(0, w r_n - u_n) */
    mpfr_min(l->sum, l->sum, l->u[0], MPFR_RNDN);
    note(l, l->sum, l->speed);
    judge_friction(l, contact);
}

double contact_laws_breach(const struct ref_contact_problem *problem, const mpfr_t *v,
                           const mpfr_t *impulse, const mpfr_t *joint_impulse) {
    struct laws l = {.p = problem, .v = v, .r = impulse, .lambda = joint_impulse};
    mpfr_inits2(BITS, l.term, l.sum, l.largest, l.w, l.size, l.radius, l.u[0], l.u[1],
                l.u[2], l.y[0], l.y[1], l.speed, (mpfr_ptr)NULL);
    mpfr_set_zero(l.speed, 1);
    for (int row = 0; row < problem->rows; row++) {
        find_velocity(&l, problem->v_free, row);
        find_velocity(&l, v, row);
    }
    judge_momentum(&l);
    judge_joints(&l);
    for (int i = 0; i < problem->contacts; i++)
        judge_contact(&l, i);
    return l.breach;
}
