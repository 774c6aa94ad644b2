/* One phase of an impact, compression or restitution: a problem of impulses r, with known normal
 * impulses k (none in compression; in restitution e r_C of what approached):
 *
 *     u+ = u- + W (r + k),   u_n >= 0, r_n >= 0, u_n r_n = 0,   |r_t| <= mu (r_n + k), against u_t
 *
 * All patterns are solved; one has all its inequalities, and each other one is clearly without
 * one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/model.h"
#include "ref/tests/random/motion_impact.h"
#include "ref/tests/random/numbers.h"

static int slides(const struct pattern *q) {
    return q->tangent == FORTH ? 1 : q->tangent == BACK ? -1 : 0;
}

/* Row `row` of the equations of a pattern: A r = b. */
static void write_row(struct impact *p, int row) {
    const int n = p->rows, i = row / 2;
    const struct pattern *q = &p->pattern[i];
    mpfr_t *A = p->A + row * n;
    for (int k = 0; k < n; k++)
        mpfr_set_zero(A[k], 1);
    mpfr_set_zero(p->b[row], 1);
    const bool holds = row % 2 == 0 ? q->closed : q->tangent == STUCK;
    if (holds) { /* u+ = 0 */
        for (int k = 0; k < n; k++)
            mpfr_set(A[k], p->W[row * n + k], MPFR_RNDN);
        mpfr_neg(p->b[row], p->u[row], MPFR_RNDN);
        for (int k = 0; k < n; k += 2) {
            mpfr_mul(p->after[0], p->W[row * n + k], p->known[k / 2], MPFR_RNDN);
            mpfr_sub(p->b[row], p->b[row], p->after[0], MPFR_RNDN);
        }
        return;
    }
    mpfr_set_ui(A[row], 1, MPFR_RNDN); /* r = 0, or r_t + d mu (r_n + k) = 0 */
    if (row % 2 == 1 && slides(q) != 0) {
        mpfr_mul_si(A[row - 1], p->friction[i], slides(q), MPFR_RNDN);
        mpfr_mul(p->b[row], A[row - 1], p->known[i], MPFR_RNDN);
        mpfr_neg(p->b[row], p->b[row], MPFR_RNDN);
    }
}

void motion_impact_after(struct impact *p, const mpfr_t *r) {
    const int n = p->rows;
    mpfr_t term;
    mpfr_init2(term, p->f->bits);
    for (int s = 0; s < n; s++) {
        mpfr_set(p->after[s], p->u[s], MPFR_RNDN);
        for (int k = 0; k < n; k++) {
            mpfr_set(term, r[k], MPFR_RNDN);
            if (k % 2 == 0)
                mpfr_add(term, term, p->known[k / 2], MPFR_RNDN);
            mpfr_mul(term, term, p->W[s * n + k], MPFR_RNDN);
            mpfr_add(p->after[s], p->after[s], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

/* 1: value > 0, -1: < 0, 0: not clear. */
static int clear_sign(double value, double scale) {
    const double margin = 1e-9 * scale;
    return value > margin ? 1 : value < -margin ? -1 : 0;
}

static int worse(int a, int b) {
    return a < b ? a : b;
}

/* 1: the pattern has all its inequalities, -1: one is clearly not so, 0: one is not clear. */
static int judge(const struct impact *p, double speed, double impulse) {
    int verdict = 1;
    bool refuted = false;
    for (int i = 0; i < p->f->m->contacts; i++) {
        const struct pattern *q = &p->pattern[i];
        const double rn = mpfr_get_d(p->b[2 * i], MPFR_RNDN),
                     rt = mpfr_get_d(p->b[2 * i + 1], MPFR_RNDN),
                     un = mpfr_get_d(p->after[2 * i], MPFR_RNDN),
                     ut = mpfr_get_d(p->after[2 * i + 1], MPFR_RNDN),
                     k = mpfr_get_d(p->known[i], MPFR_RNDN);
        if (!p->touches[i])
            continue;
        int own = q->closed ? clear_sign(rn, impulse) : clear_sign(un, speed);
        if (q->tangent == STUCK)
            own = worse(own, clear_sign(p->mu[i] * (rn + k) - fabs(rt), impulse));
        if (slides(q) != 0)
            own = worse(own, clear_sign(slides(q) * ut, speed));
        refuted = refuted || own < 0;
        verdict = worse(verdict, own);
    }
    return refuted ? -1 : verdict;
}

double motion_impact_largest(const mpfr_t *x, int n) {
    double most = 0;
    for (int k = 0; k < n; k++)
        most = fmax(most, fabs(mpfr_get_d(x[k], MPFR_RNDN)));
    return most;
}

/* Solves a pattern into b, and judges it. A singular one holds nowhere. */
static int try_pattern(struct impact *p) {
    const int n = p->rows;
    for (int row = 0; row < n; row++)
        write_row(p, row);
    if (!numbers_solve(n, p->A, p->b))
        return -1;
    motion_impact_after(p, numbers_read(p->b));
    const double speed = fmax(motion_impact_largest(numbers_read(p->u), n), 1e-30);
    double impulse = motion_impact_largest(numbers_read(p->b), n);
    impulse =
        fmax(impulse, motion_impact_largest(numbers_read(p->known), p->f->m->contacts));
    return judge(p, speed, impulse);
}

/* The patterns of a contact: numbers 0 .. count - 1. */
static int list_patterns(const struct impact *p, int i, struct pattern *list) {
    const bool rubs = motion_has_friction(p->f->m, i) && p->mu[i] > 0;
    int count = 0;
    if (p->touches[i])
        for (enum tangent t = rubs ? STUCK : NONE; t <= (rubs ? BACK : NONE); t++)
            list[count++] = (struct pattern){true, t};
    const bool pushed = rubs && mpfr_sgn(p->known[i]) > 0;
    for (enum tangent t = pushed ? STUCK : NONE; t <= (pushed ? BACK : NONE); t++)
        list[count++] = (struct pattern){false, t};
    return count;
}

enum motion_verdict motion_impact_phase(struct impact *p) {
    struct pattern list[MOTION_CONTACTS][6];
    int count[MOTION_CONTACTS], all = 1, holding = 0;
    bool unclear = false;
    for (int i = 0; i < p->f->m->contacts; i++)
        all *= count[i] = list_patterns(p, i, list[i]);
    for (int k = 0; k < all; k++) {
        int rest = k;
        for (int i = 0; i < p->f->m->contacts; i++) {
            p->pattern[i] = list[i][rest % count[i]];
            rest /= count[i];
        }
        const int verdict = try_pattern(p);
        unclear = unclear || verdict == 0;
        holding += verdict > 0;
        for (int s = 0; s < p->rows && verdict > 0; s++)
            mpfr_set(p->best[s], p->b[s], MPFR_RNDN);
    }
    for (int s = 0; s < p->rows && holding > 0; s++)
        mpfr_set(p->r[s], p->best[s], MPFR_RNDN);
    return unclear || holding != 1 ? MOTION_NO_PATTERN : MOTION_SURE;
}
