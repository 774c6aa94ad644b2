/* The laws of impact at a few contacts, by enumeration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/impact_law.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 2000 };

static double work(const struct impact *p, const double *r, const double *u,
                   const double *u1) {
    double sum = 0;
    for (int i = 0; i < p->rows; i++)
        sum += r[i] * (u[i] + u1[i]) / 2;
    return sum;
}

/* The largest s <= 1 with r . u s + q s^2 <= lost, q = r W r / 2: no energy is made. */
static double find_cap(const struct impact *p, const double *r, const double *u,
                       double lost) {
    double x = 0, q = 0;
    for (int i = 0; i < p->rows; i++) {
        x += r[i] * u[i];
        for (int j = 0; j < p->rows; j++)
            q += r[i] * p->W[i * p->rows + j] * r[j] / 2;
    }
    if (!p->is_capped || !(q > 0) || x + q <= lost)
        return 1;
    return fmax(0, (-x + sqrt(fmax(0, x * x + 4 * q * lost))) / (2 * q));
}

/* a->u += W r, a->r += r, with the energy of it. */
static void apply(const struct impact *p, const double *r, struct impact_answer *a) {
    double before[IMPACT_ROWS];
    memcpy(before, a->u, sizeof before);
    for (int i = 0; i < p->rows; i++) {
        a->r[i] += r[i];
        for (int j = 0; j < p->rows; j++)
            a->u[i] += p->W[i * p->rows + j] * r[j];
    }
    a->energy += work(p, r, before, a->u);
}

/* A solve from where the answer is, and its impulses added. */
static bool take(struct impact_problem *p, struct impact_answer *a, double *r) {
    double u[IMPACT_ROWS];
    memcpy(p->u, a->u, sizeof p->u);
    if (!impact_enumerate(p, u, r, &a->is_unique))
        return false;
    apply(p->impact, r, a);
    return true;
}

/* s r imposed, and a solve from there. */
static bool impose(struct impact_problem *p, struct impact_answer *a, const double *r,
                   double s) {
    const struct impact *impact = p->impact;
    double imposed[IMPACT_ROWS] = {0}, more[IMPACT_ROWS];
    for (int c = 0; c < impact->contacts; c++)
        p->known[c] = imposed[impact->first[c]] = s * r[impact->first[c]];
    apply(impact, imposed, a);
    return take(p, a, more);
}

/* As the law has it, if that makes no energy; else less of it. */
static bool expand_by_poisson(struct impact_problem *p, struct impact_answer *a,
                              const double *before, const double *compression) {
    const struct impact *impact = p->impact;
    double r[IMPACT_ROWS] = {0}, any = 0;
    for (int c = 0; c < impact->contacts; c++) {
        const int row = impact->first[c];
        const bool strikes = before[row] < -impact_tolerance * p->size;
        any += r[row] = strikes ? impact->restitution[c] * compression[row] : 0;
    }
    if (!(any > 0))
        return true;
    const struct impact_answer compressed = *a;
    bool done = impose(p, a, r, 1);
    if (!impact->is_capped ||
        (done && a->energy <= impact_tolerance * -compressed.energy))
        return done;
    *a = compressed;
    return impose(p, a, r, find_cap(impact, r, a->u, -a->energy));
}

/* From u0 with u_n + e u0_n in the place of u_n; then back towards the end of compression. */
static bool take_by_newton(struct impact_problem *p, struct impact_answer *a,
                           const double *before) {
    const struct impact *impact = p->impact;
    double u[IMPACT_ROWS], r[IMPACT_ROWS];
    memcpy(p->u, before, sizeof p->u);
    for (int c = 0; c < impact->contacts; c++)
        p->u[impact->first[c]] +=
            impact->restitution[c] * fmin(0, before[impact->first[c]]);
    if (!impact_enumerate(p, u, r, &a->is_unique))
        return false;
    for (int i = 0; i < impact->rows; i++)
        r[i] -= a->r[i];
    double cap = find_cap(impact, r, a->u, -a->energy);
    for (int i = 0; i < impact->rows; i++)
        r[i] *= cap;
    apply(impact, r, a);
    return true;
}

/* One round at the contacts that take part; the energy counts from its own start. */
static bool take_round(struct impact_problem *p, enum contact_restitution law,
                       struct impact_answer *a) {
    double r[IMPACT_ROWS];
    struct impact_answer one = {.is_unique = a->is_unique};
    memset(p->known, 0, sizeof p->known);
    memcpy(one.u, a->u, sizeof one.u);
    bool done = take(p, &one, r);
    if (done && law == CONTACT_POISSON)
        done = expand_by_poisson(p, &one, a->u, r);
    if (done && law == CONTACT_NEWTON)
        done = take_by_newton(p, &one, a->u);
    for (int i = 0; i < p->impact->rows; i++)
        a->r[i] += one.r[i];
    memcpy(a->u, one.u, sizeof one.u);
    a->energy += one.energy;
    a->is_unique = one.is_unique;
    a->rounds++;
    return done;
}

/* The contacts that approach; false: none does. */
static bool find_approaching(struct impact_problem *p, const struct impact_answer *a,
                             double size) {
    bool any = false;
    for (int c = 0; c < p->impact->contacts; c++)
        any |= p->takes_part[c] = a->u[p->impact->first[c]] < -impact_tolerance * size;
    return any;
}

bool impact_find(const struct impact *impact, enum contact_restitution law, bool in_turn,
                 struct impact_answer *a) {
    struct impact_problem p = {.impact = impact};
    double size = 0;
    *a = (struct impact_answer){.is_unique = true};
    if (impact->rows > IMPACT_ROWS || impact->contacts > IMPACT_CONTACTS)
        return false;
    memcpy(a->u, impact->u, sizeof a->u);
    for (int i = 0; i < impact->rows; i++)
        size = fmax(size, fabs(impact->u[i]));
    for (int c = 0; c < impact->contacts; c++)
        p.takes_part[c] = true;
    if (!in_turn)
        return take_round(&p, law, a);
    while (find_approaching(&p, a, size))
        if (a->rounds > MOST_ROUNDS || !take_round(&p, law, a))
            return false;
    return true;
}
