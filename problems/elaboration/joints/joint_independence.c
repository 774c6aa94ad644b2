/* Which joints are independent at the start, and whether they are all that is needed.
 *
 * A joint that follows from others at every point of the motion may be left out. One that does
 * so at the start alone, as the rods of a parallelogram do when it lies flat, may not. The
 * motion tells: after a time h, by the midpoint rule, the square of the distance of a row of G
 * from those of the others has grown
 *
 *     as h^2, or from rest as h^4   where the rank grows,
 *     as h^6                        where it does not, by the rule's error of order h^3;
 *
 * rows that part more slowly than the rule errs are taken for equal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/elaboration/joints/joints.h"
#include "problems/elaboration/start.h"

/* Joints at the start, in m->joint's order. */
struct ranks {
    bool *independent; /* (size joints) */
    double *distance;  /* at two times (size 2 joints) */
};

static bool start_ranks(struct ranks *r, const struct model *m) {
    size_t size = (size_t)m->joints + 1;
    r->independent = calloc(size, sizeof *r->independent);
    r->distance = calloc(2 * size, sizeof *r->distance);
    for (int i = 0; i < m->joints && r->independent; i++)
        r->independent[i] = m->joint[i].independent;
    return r->independent && r->distance;
}

static void clear_ranks(struct ranks *r) {
    free(r->independent);
    free(r->distance);
}

/* What counts as no distance: 1e-10 of a row's length, or what a start that is off the joints
 * may make, with a margin, as joints may follow from others on them alone. */
static double choose_nothing(double violation) {
    const double least = 1e-20, margin = 1e3, off = margin * violation;
    return off * off > least ? off * off : least;
}

bool joint_independence(struct elaboration *e, const struct expr_matrix *product,
                        double violation, bool *fits) {
    struct model *m = e->model;
    struct ranks r = {0};
    arb_ptr in = start_alloc(1 + e->states);
    bool done = in && start_ranks(&r, m) ? start_inputs(e, in) : elaborate_fail_memory(e);
    done = done && joint_distances(e, product, in, choose_nothing(violation),
                                   r.independent, r.distance, fits);
    for (int i = 0; i < m->joints && done; i++)
        m->joint[i].independent = r.independent[i];
    clear_ranks(&r);
    start_free(in, 1 + e->states);
    return done;
}

/* A point of the motion: inputs and the rates of positions and velocities there. */
struct point {
    arb_ptr in, rate; /* (sizes 1 + nx, nq + nv) */
};

static bool start_point(struct point *p, const struct elaboration *e) {
    p->in = start_alloc(1 + e->states);
    p->rate = start_alloc(e->states);
    return p->in && p->rate;
}

static void clear_point(struct point *p, const struct elaboration *e) {
    start_free(p->in, 1 + e->states);
    start_free(p->rate, e->states);
}

static bool find_rates(struct elaboration *e, struct point *p) {
    const struct model *m = e->model;
    expr *field = malloc(((size_t)e->states + 1) * sizeof *field);
    if (!field)
        return elaborate_fail_memory(e);
    for (int i = 0; i < m->nq; i++)
        field[i] = m->position_rates[i];
    for (int i = 0; i < m->nv; i++)
        field[m->nq + i] = m->rates[i];
    bool done =
        start_balls_at(e, p->in, m->nq + m->nv, field, e->joint[0].offset, p->rate);
    free(field);
    return done;
}

/* to := from + h rate, of t, q and v. */
static void move(const struct model *m, struct point *to, arb_srcptr from,
                 arb_srcptr rate, double h) {
    arb_t step;
    arb_init(step);
    arb_set_d(step, h);
    arb_add(to->in, from, step, START_BITS);
    for (int i = 1; i <= m->nq + m->nv; i++) {
        arb_mul(to->in + i, rate + i - 1, step, START_BITS);
        arb_add(to->in + i, to->in + i, from + i, START_BITS);
    }
    for (int i = m->nq + m->nv + 1; i <= m->nq + m->nv + m->nz; i++)
        arb_set(to->in + i, from + i);
    arb_clear(step);
}

/* A time in which little moves: 2^-14 of the time for a unit. */
static double choose_step(const struct model *m, const struct point *start) {
    double fastest = 1;
    for (int i = 0; i < m->nq + m->nv; i++) {
        double size = fabs(arf_get_d(arb_midref(start->rate + i), ARF_RND_NEAR));
        size = i < m->nq ? size : sqrt(size);
        fastest = size > fastest ? size : fastest;
    }
    return 0x1p-14 / fastest;
}

/* distance[joints] at the time h after the start. */
static bool look_ahead(struct elaboration *e, const struct expr_matrix *product,
                       const struct point *start, struct point *next, double h,
                       const struct ranks *r, double *distance, bool *fits) {
    const struct model *m = e->model;
    move(m, next, start->in, start->rate, h / 2);
    if (!find_rates(e, next))
        return false;
    move(m, next, start->in, next->rate, h);
    return joint_distances(e, product, next->in, -1, r->independent, distance, fits);
}

/* Whether a distance has grown with the time, at most as its fifth power. */
static bool has_grown(double early, double late, double ratio) {
    const double nothing = 1e-22;
    return late > nothing && late > 2 * early && late < early * pow(ratio, 5);
}

static bool check_growth(struct elaboration *e, const struct expr_matrix *product,
                         struct point *start, struct point *next, struct ranks *r,
                         bool *fits) {
    const struct model *m = e->model;
    const double ratio = 8;
    double *early = r->distance, *late = r->distance + m->joints;
    if (!start_inputs(e, start->in) || !find_rates(e, start))
        return false;
    double h = choose_step(m, start);
    if (!look_ahead(e, product, start, next, h / ratio, r, early, fits) ||
        (*fits && !look_ahead(e, product, start, next, h, r, late, fits)))
        return false;
    for (int i = 0; i < m->joints && *fits; i++)
        *fits = r->independent[i] || !has_grown(early[i], late[i], ratio);
    return true;
}

bool joint_persistence(struct elaboration *e, const struct expr_matrix *product,
                       bool *fits) {
    const struct model *m = e->model;
    struct ranks r = {0};
    struct point start = {0}, next = {0};
    int dependent = 0;
    for (int i = 0; i < m->joints; i++)
        dependent += !m->joint[i].independent;
    *fits = true;
    if (dependent == 0)
        return true;
    bool done = start_ranks(&r, m) && start_point(&start, e) && start_point(&next, e)
                    ? check_growth(e, product, &start, &next, &r, fits)
                    : elaborate_fail_memory(e);
    clear_ranks(&r);
    clear_point(&start, e);
    clear_point(&next, e);
    return done;
}
