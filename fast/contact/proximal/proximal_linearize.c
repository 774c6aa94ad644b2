/* Newton's step for the laws, by the pair of projections of P. Alart and A. Curnier
 * (Comput. Methods Appl. Mech. Engrg. 92 (1991) 353): with p = w r, y = p - u,
 *
 *     p_n = max(0, y_n),   p_t = y_t min(1, R / |y_t|),   R = mu (max(0, y_n) + w known)
 *
 * Derivatives are taken where these are; what says u = 0 says u = -dp / kappa instead,
 * about the last p, so that redundant rows have factors (proximal point: R. T.
 * Rockafellar, SIAM J. Control Optim. 14 (1976) 877). Only changes are solved for, about
 * velocities that follow from the impulses: the large kappa multiplies small numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/contact/team/team.h"

/* A contact's p, u and w known, with y_t. */
struct point {
    int rows;
    double mu, held, p[3], y[3];
    const double *u;
    bool is_closed;
};

/* Friction's rows of K and g, in units of w: slipping along d = y_t / |y_t|. Across d
 *
 *     dp = -(|y| u + R du) / (|y| - R)
 */
static void let_slip(const struct point *at, double kappa, double *k, double *g) {
    const int rows = at->rows;
    const double length = judge_length(rows - 1, at->y + 1);
    const double radius = at->mu * ((at->is_closed ? fmax(at->y[0], 0) : 0) + at->held);
    const double stiff = radius > 0 ? radius / fmax(length - radius, radius / kappa) : 0;
    const double pull = radius > 0 ? length / radius * stiff : 1;
    const double aim =
        at->mu * ((at->is_closed ? at->p[0] - kappa * at->u[0] : 0) + at->held);
    double d[3] = {0, 0, 0}, along = 0, slip = 0;
    for (int i = 1; i < rows; i++) {
        d[i] = at->y[i] / length;
        along += d[i] * at->p[i];
        slip += d[i] * at->u[i];
    }
    for (int i = 1; i < rows; i++) {
        g[i] = d[i] * (aim - along) - pull * (at->u[i] - slip * d[i]);
        k[i * rows] = at->is_closed ? at->mu * kappa * d[i] : 0;
        for (int j = 1; j < rows; j++)
            k[i * rows + j] = stiff * ((i == j) - d[i] * d[j]);
    }
}

static void let_stick(const struct point *at, double kappa, double *k, double *g) {
    for (int i = 1; i < at->rows; i++) {
        k[i * at->rows + i] = kappa;
        g[i] = -kappa * at->u[i];
    }
}

static struct point find_point(const struct proximal *s, int c) {
    const int from = s->judge->first[c];
    const double w = s->judge->weight[c];
    struct point at = {.rows = s->judge->first[c + 1] - from,
                       .mu = s->is_frictionless ? 0 : s->problem->friction[c],
                       .held = w * s->problem->known[c],
                       .u = s->judge->u + from};
    for (int i = 0; i < at.rows; i++) {
        at.p[i] = w * s->impulse[from + i];
        at.y[i] = at.p[i] - at.u[i];
    }
    return at;
}

/* K and g of a contact, in units of w. */
static void linearize(const struct proximal *s, struct point *at,
                      const enum contact_state *state, double *k, double *g) {
    const bool is_tied = state == NULL && !(at->y[0] > 0) && at->y[0] >= -s->tie;
    at->is_closed = state != NULL ? *state != CONTACT_OPEN : is_tied || at->y[0] > 0;
    if (at->is_closed) {
        k[0] = s->kappa;
        g[0] = -s->kappa * at->u[0];
    }
    const double radius = at->mu * ((at->is_closed ? fabs(at->y[0]) : 0) + at->held);
    if (at->rows == 1 || !(radius > 0 || (is_tied && at->mu > 0)))
        return;
    const double length = judge_length(at->rows - 1, at->y + 1);
    const bool slips = state != NULL ? *state == CONTACT_SLIDING && length > 0
                                     : !is_tied && length > radius;
    if (slips)
        let_slip(at, s->kappa, k, g);
    else
        let_stick(at, s->kappa, k, g);
}

static void linearize_contact(struct proximal *s, int c, const void *given) {
    const enum contact_state *states = given;
    const double w = s->judge->weight[c];
    double *k = s->stiffness + 9 * c, *g = s->push + s->judge->first[c];
    memset(k, 0, 9 * sizeof *k);
    s->takes_part[c] = false;
    if (!s->problem->takes_part[c] || !(w > 0))
        return;
    struct point at = find_point(s, c);
    for (int i = 0; i < at.rows; i++)
        g[i] = -at.p[i];
    linearize(s, &at, states != NULL ? states + c : NULL, k, g);
    for (int i = 0; i < at.rows; i++) {
        g[i] /= w;
        s->takes_part[c] = s->takes_part[c] || g[i] != 0;
    }
    for (int i = 0; i < at.rows * at.rows; i++) {
        k[i] /= w;
        s->takes_part[c] = s->takes_part[c] || k[i] != 0;
    }
}

void proximal_linearize_joint(struct proximal *s, int j, const void *kappa) {
    const int e = s->contacts + j;
    const double w = s->judge->joint_weight[j];
    s->takes_part[e] = w > 0;
    s->stiffness[9 * e] = w > 0 ? *(const double *)kappa / w : 0;
    s->push[s->rows + j] = -s->stiffness[9 * e] * s->judge->joint_error[j];
}

/* What a part is asked for. */
struct asked {
    struct proximal *p;
    const enum contact_state *states;
};

static void linearize_part(void *context, int part) {
    const struct asked *a = context;
    proximal_each_contact(a->p, part, linearize_contact, a->states);
    proximal_each_joint(a->p, part, proximal_linearize_joint, &a->p->kappa);
}

void proximal_linearize(struct proximal *s, const enum contact_state *states) {
    struct asked asked = {s, states};
    team_run(s->judge->parts.team, linearize_part, &asked);
}

static void step_contact(struct proximal *s, int c, const void *unused) {
    (void)unused;
    if (!s->takes_part[c])
        return;
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double *k = s->stiffness + 9 * c, *move = s->move + from;
    double *r = s->impulse + from;
    for (int i = 0; i < rows; i++) {
        double change = s->push[from + i];
        for (int j = 0; j < rows; j++)
            change -= k[i * rows + j] * move[j];
        r[i] += change;
    }
    judge_project(rows, s->problem->friction[c], s->problem->known[c], r);
}

static void step_joint(struct proximal *s, int j, const void *unused) {
    (void)unused;
    s->joint_impulse[j] +=
        s->push[s->rows + j] - s->stiffness[9 * (s->contacts + j)] * s->move[s->rows + j];
}

static void step_part(void *context, int part) {
    proximal_each_contact(context, part, step_contact, NULL);
    proximal_each_joint(context, part, step_joint, NULL);
}

/* r += g - K J dv, onto what is allowed. */
void proximal_step(struct proximal *s) {
    team_run(s->judge->parts.team, step_part, s);
}
