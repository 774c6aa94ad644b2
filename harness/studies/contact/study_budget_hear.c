/* Books energy and momentum of a step's solves as they are told.
 *
 * Bounds. Momentum: v is recomputed from the impulses by Cholesky's factors of M, so each row is
 * right to some units of rounding times the sum of its terms' magnitudes; 1e-12 is 4500 of them.
 * Energy: the same, as T is quadratic in v. A load of h a is one multiplication and one
 * addition; the model's rates interpreted are the same bits as compiled, but may be taken from
 * M^-1 f or be a formula: 1e-12 again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/contact/contact_imposed.h"
#include "harness/studies/contact/study_budget.h"
#include "problems/model.h"

/* Of a verified answer: its residual is at most 1e-10 S + floor (fast/contact.h), and a law is
 * violated by at most (2 + mu) times that; mu up to 2. */
static const double verified = 1e-10;
static const double of_residual = 4;

static double size_of(int n, const double *a) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = isnan(largest) || fabs(a[i]) <= largest ? largest : fabs(a[i]);
    return largest;
}

static void note_difference(struct budget_worst *worst, int n, const double *a,
                            const double *b, double scale,
                            const struct contact_event *e) {
    double largest = 0;
    int where = -1;
    for (int i = 0; i < n; i++)
        if (!isnan(largest) && !(fabs(a[i] - b[i]) <= largest)) {
            largest = fabs(a[i] - b[i]);
            where = i;
        }
    scale = fmax(scale, fmax(size_of(n, a), size_of(n, b)));
    budget_note(worst, scale > 0 ? largest / (budget_rounding * scale) : 0, e->t,
                (int)e->phase, where);
}

/* v + h a, a the free rates half way. */
static void predict_load(struct budget *b, const struct contact_event *e) {
    const int nq = b->model->nq, nv = b->model->nv;
    const size_t nx = (size_t)(nq + nv + b->model->nz);
    memcpy(b->x0 + nq, b->v, (size_t)nv * sizeof *b->v);
    memcpy(b->halfway, b->x0, nx * sizeof *b->x0);
    contact_reference_go_half_way(b->reference, e->h, b->x0, b->halfway);
    const double *a = contact_reference_rates(b->reference, e->t + e->h / 2, b->halfway);
    for (int i = 0; i < nv; i++)
        b->work[i] = b->v[i] + e->h * a[i];
}

/* The velocities that the problem begins with, without what is imposed on them: v_free of a
 * compression, v_free minus the load, M (v_free - v) = J^T expansion. */
static void note_start(struct budget *b, const struct contact_event *e) {
    const struct contact_problem *p = e->problem;
    double scale = size_of(p->nv, e->answer->v);
    if (e->phase == CONTACT_COMPRESSION) {
        note_difference(&b->item[BUDGET_CHAIN], p->nv, b->v, p->v_free,
                        scale + b->slack / budget_rounding, e);
        memcpy(b->v, p->v_free, (size_t)p->nv * sizeof *b->v);
    }
    if (e->phase == CONTACT_LOAD && e->t == b->t0) {
        predict_load(b, e);
        note_difference(&b->item[BUDGET_FORCE], p->nv, b->work, p->v_free, scale, e);
    }
}

/* The contacts' velocities after the solve, where the model can be asked for them. */
static void note_rows(struct budget *b, const struct contact_event *e) {
    const struct contact_problem *p = e->problem;
    double scale = 0;
    const bool is_at_end = e->phase == CONTACT_COMPRESSION && e->round == 0;
    if (e->t != b->t0 || e->after == NULL || is_at_end)
        return;
    memcpy(b->x0 + b->model->nq, e->answer->v, (size_t)p->nv * sizeof *b->v);
    const double *u = contact_reference_velocities(b->reference, e->t, b->x0);
    contact_rows(p->matrix_pattern, p->matrix, e->answer->v, b->rows);
    for (int i = 0; i < p->rows; i++)
        scale = fmax(scale, fabs(b->rows[i]));
    scale = fmax(scale, size_of(p->nv, e->answer->v));
    note_difference(&b->item[BUDGET_ROWS], p->rows, u, e->after, scale, e);
}

static void note_laws(struct budget *b, const struct contact_event *e) {
    const struct contact_problem *p = e->problem;
    struct contact_measured m;
    contact_bench_measure(b->bench, p, e->answer, &m);
    b->verdicts[e->answer->verdict]++;
    b->solves[e->phase]++;
    double momentum = m.momentum / budget_rounding;
    budget_note(&b->item[BUDGET_MOMENTUM], momentum, e->t, (int)e->phase, -1);
    budget_note(&b->phase_momentum[e->phase], momentum, e->t, (int)e->phase, -1);
    double energy =
        m.energy_scale > 0 ? m.energy / (budget_rounding * m.energy_scale) : 0;
    budget_note(&b->item[BUDGET_DISSIPATE], energy, e->t, (int)e->phase, -1);
    double bound = of_residual * (verified * m.scale + p->floor), largest = 0;
    for (int k = 0; k < CONTACT_LAWS; k++) {
        if (e->answer->verdict == CONTACT_TIGHT || e->answer->verdict == CONTACT_VERIFIED)
            budget_note(&b->law[k], m.law[k] / bound, e->t, (int)e->phase, m.contact[k]);
        largest = fmax(largest, m.law[k]);
    }
    /* Its residual is at least a quarter of any violation but for rounding. */
    double own =
        of_residual * (e->answer->residual + budget_rounding * m.scale + p->floor);
    budget_note(&b->item[BUDGET_JUDGE], largest / own, e->t, (int)e->phase, -1);
}

static void end_impact(struct budget *b) {
    if (!b->in_impact)
        return;
    const double rise = b->sums.kinetic - b->impact_energy - b->imposed;
    const double size = fmax(b->impact_energy, fabs(b->imposed));
    budget_note(&b->item[BUDGET_RISE], rise / (budget_rounding * (size > 0 ? size : 1)),
                b->impact_t, CONTACT_EXPANSION, -1);
    b->in_impact = false;
}

static void begin_impact(struct budget *b, const struct contact_event *e) {
    if (b->in_impact && e->round > 0 && e->t == b->impact_t)
        return;
    end_impact(b);
    budget_end_load(b, e);
    b->in_impact = true;
    b->impact_t = e->t;
    b->impact_energy = e->energy_before;
    b->imposed = 0;
    b->sums.kinetic = e->energy_before;
}

/* A load that begins where the last one did takes its place: the step is split at an impact, or
 * shorter. */
static void begin_load(struct budget *b, const struct contact_event *e) {
    const size_t bytes = (size_t)e->problem->nv * sizeof *b->v;
    b->sums.kinetic = e->energy_before;
    end_impact(b);
    if (b->load_t == e->t) {
        memcpy(b->v, b->v_undone, bytes);
        b->sums = b->undone;
    } else {
        budget_end_load(b, e);
    }
    memcpy(b->v_undone, b->v, bytes);
    b->undone = b->sums;
    b->load_t = e->t;
    b->load_h = e->h;
    b->slack = 0;
    b->failed |= !budget_find_returned(b, e);
}

void budget_hear(void *context, const struct contact_event *e) {
    struct budget *b = context;
    const struct contact_problem *p = e->problem;
    if (p == NULL || b->failed)
        return;
    if (b->bench == NULL)
        b->bench = contact_bench_alloc(p);
    if (b->bench == NULL) {
        b->failed = true;
        return;
    }
    if (e->phase == CONTACT_LOAD)
        begin_load(b, e);
    else if (e->phase != CONTACT_POSITION)
        begin_impact(b, e);
    note_laws(b, e);
    if (e->phase == CONTACT_POSITION)
        return;
    note_start(b, e);
    note_rows(b, e);
    budget_book_energy(b, e);
    if (e->phase != CONTACT_LOAD)
        b->imposed += contact_event_imposed(e, p->rows, b->obstacles_move);
    memcpy(b->v, e->answer->v, (size_t)p->nv * sizeof *b->v);
    b->sums.kinetic = e->energy_after;
}

void budget_begin_step(struct budget *b, double t, const double *x) {
    const struct model *m = b->model;
    b->t0 = t;
    b->load_t = NAN;
    memcpy(b->x0, x, (size_t)(m->nq + m->nv + m->nz) * sizeof *x);
    memcpy(b->v, x + m->nq, (size_t)m->nv * sizeof *x);
}

void budget_end_step(struct budget *b, const double *x) {
    const struct contact_event at = {.phase = CONTACT_LOAD, .t = b->t0};
    end_impact(b);
    note_difference(&b->item[BUDGET_CHAIN], b->model->nv, b->v, x + b->model->nq, 0, &at);
}
