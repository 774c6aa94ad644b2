/* An impact: Poisson's law with all contacts that touch, compression and restitution each being a
 * phase (motion_pattern.c). mu is that of the slip before the impact. What makes energy is not
 * followed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/motion_impact.h"
#include "problems/model.h"
#include "ref/tests/random/numbers.h"

static mpfr_srcptr scene(const struct motion *f, int place) {
    return f->scene.out[place];
}

static mpfr_srcptr coefficient(const struct motion *f, int contact, int which) {
    return scene(f, f->scene.coefficient + 4 * contact + which);
}

/* response row r := M^-1 J_r^T, then W. */
static bool fill_matrices(struct impact *p) {
    struct motion *f = p->f;
    const int nv = f->nv;
    mpfr_t *M = numbers_make(nv * nv, f->bits), term;
    mpfr_init2(term, f->bits);
    bool solved = true;
    for (int r = 0; r < p->rows; r++) {
        for (int k = 0; k < nv * nv; k++)
            mpfr_set(M[k], scene(f, f->scene.M + k), MPFR_RNDN);
        for (int j = 0; j < nv; j++)
            mpfr_set(p->response[r * nv + j], scene(f, f->scene.J + r * nv + j),
                     MPFR_RNDN);
        solved = numbers_solve(nv, M, p->response + r * nv) && solved;
        for (int s = 0; s < p->rows; s++) {
            mpfr_set_zero(p->W[s * p->rows + r], 1);
            for (int j = 0; j < nv; j++) {
                mpfr_mul(term, scene(f, f->scene.J + s * nv + j), p->response[r * nv + j],
                         MPFR_RNDN);
                mpfr_add(p->W[s * p->rows + r], p->W[s * p->rows + r], term, MPFR_RNDN);
            }
        }
    }
    mpfr_clear(term);
    numbers_free(M, nv * nv);
    return solved;
}

/* u := u + W (r + k), and total += r + k. */
static void act(struct impact *p) {
    motion_impact_after(p, numbers_read(p->r));
    for (int s = 0; s < p->rows; s++) {
        mpfr_set(p->u[s], p->after[s], MPFR_RNDN);
        mpfr_add(p->total[s], p->total[s], p->r[s], MPFR_RNDN);
        if (s % 2 == 0)
            mpfr_add(p->total[s], p->total[s], p->known[s / 2], MPFR_RNDN);
    }
}

/* Coefficients before the impact; false: which is not clear. */
static bool set_coefficients(struct impact *p) {
    struct motion *f = p->f;
    mpfr_t slip;
    mpfr_init2(slip, f->bits);
    bool clear = true;
    for (int i = 0; i < f->m->contacts; i++) {
        mpfr_srcptr un = motion_row_speed(f, 2 * i);
        p->approached[i] =
            p->touches[i] && mpfr_sgn(un) < 0 && !motion_is_below(f, un, MOTION_TINY);
        clear = clear && (!p->approached[i] || !motion_is_below(f, un, MOTION_SMALL));
        mpfr_abs(slip, motion_row_speed(f, 2 * i + 1), MPFR_RNDN);
        if (motion_is_below(f, slip, MOTION_TINY)) {
            mpfr_set(p->friction[i], coefficient(f, i, 1), MPFR_RNDN);
        } else {
            clear = clear && !(p->touches[i] && motion_is_below(f, slip, MOTION_SMALL));
            mpfr_mul(slip, slip, coefficient(f, i, 3), MPFR_RNDN);
            mpfr_add(p->friction[i], coefficient(f, i, 2), slip, MPFR_RNDN);
        }
        p->mu[i] = mpfr_get_d(p->friction[i], MPFR_RNDN);
    }
    mpfr_clear(slip);
    return clear;
}

/* r . (u- + u+)/2 <= 0. */
static bool loses_energy(struct impact *p) {
    mpfr_t sum, term;
    mpfr_inits2(p->f->bits, sum, term, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    for (int s = 0; s < p->rows; s++) {
        mpfr_add(term, motion_row_speed(p->f, s), p->u[s], MPFR_RNDN);
        mpfr_mul(term, term, p->total[s], MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    const double energy = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, term, (mpfr_ptr)NULL);
    const double size =
        motion_impact_largest(numbers_read(p->total), p->rows) * motion_size(p->f);
    return energy <= 1e-15 * size;
}

static enum motion_verdict play(struct impact *p) {
    if (!fill_matrices(p) || !set_coefficients(p))
        return MOTION_GRAZES;
    for (int s = 0; s < p->rows; s++)
        mpfr_set(p->u[s], motion_row_speed(p->f, s), MPFR_RNDN);
    enum motion_verdict verdict = motion_impact_phase(p);
    if (verdict != MOTION_SURE)
        return verdict;
    act(p);
    bool expands = false;
    for (int i = 0; i < p->f->m->contacts; i++) {
        if (p->approached[i])
            mpfr_mul(p->known[i], coefficient(p->f, i, 0), p->r[2 * i], MPFR_RNDN);
        expands = expands || mpfr_sgn(p->known[i]) > 0;
    }
    if (expands)
        verdict = motion_impact_phase(p);
    if (verdict == MOTION_SURE && expands)
        act(p);
    if (verdict == MOTION_SURE && !loses_energy(p))
        verdict = MOTION_ENERGY;
    return verdict;
}

/* v += M^-1 J^T total. */
static void move_velocities(struct impact *p) {
    struct motion *f = p->f;
    mpfr_t term;
    mpfr_init2(term, f->bits);
    for (int j = 0; j < f->nv; j++)
        for (int s = 0; s < p->rows; s++) {
            mpfr_mul(term, p->response[s * f->nv + j], p->total[s], MPFR_RNDN);
            mpfr_add(f->x[1 + f->m->nq + j], f->x[1 + f->m->nq + j], term, MPFR_RNDN);
        }
    mpfr_clear(term);
}

enum motion_verdict motion_strike(struct motion *f, const bool *touches) {
    const int n = 2 * f->m->contacts;
    struct impact p = {.f = f, .rows = n, .touches = touches};
    struct {
        mpfr_t **place;
        int count;
    } const list[] = {{&p.friction, n}, {&p.W, n * n}, {&p.response, n * f->nv},
                      {&p.u, n},        {&p.known, n}, {&p.r, n},
                      {&p.total, n},    {&p.best, n},  {&p.A, n * n},
                      {&p.b, n},        {&p.after, n}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        *list[k].place = numbers_make(list[k].count, f->bits);
    const enum motion_verdict verdict = play(&p);
    if (verdict == MOTION_SURE)
        move_velocities(&p);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        numbers_free(*list[k].place, list[k].count);
    return verdict;
}
