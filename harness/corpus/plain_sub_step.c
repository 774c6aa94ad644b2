/* One sub-step: Newton's method for y with N(q) lagging by one iterate, as
 * velocity-implicit Euler has it,
 *
 *     q(y) = q_n + k [ a N(Q_i) V + (1 - a) N(q_n) v_n ],      Q_i from the iterate q_i
 *     R(y) = y - y_n - k [ b f(t_n + c k, P, Y) + (1 - b) f(t_n, q_n, y_n) ]
 *     (I - k b J) dy = -R,      J = f_y Y' + f_q P' k a N(Q_i) V',
 *     q_{i+1} = q(y + dy),
 *
 * where Q, V, P, Y are between old and new, P from q(y), and a prime is the share of the
 * new. J is exact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/corpus/plain.h"

enum { MOST_ITERATIONS = 100, MOST_OF_REUSE = 10, MOST_STALLED = 2 };

/* Updates below this, relative to the largest entry of the state, may be round-off. */
static const double nearly_at_rest = 1e-9;

struct sub_step {
    const struct rule *rule;
    double t, k;
    const double *from;
    int refreshes; /* of N in this iteration so far */
};

static size_t bytes_of(int n) {
    return (size_t)n * sizeof(double);
}

/* into := (1 - share) old + share new */
static void mix(double *into, const double *old, const double *new, double share, int n) {
    for (int i = 0; i < n; i++)
        into[i] = (1 - share) * old[i] + share * new[i];
}

/* map_point := where N is taken. */
static int find_map_point(struct plain *p, struct sub_step *s, const double *x) {
    const struct iteration *iteration = &p->scheme.iteration;
    if (iteration->map_refreshes >= 0 && s->refreshes > iteration->map_refreshes)
        return 0;
    s->refreshes++;
    mix(p->map_point, s->from, x, s->rule->map_position, p->nq);
    if (p->scheme.map_of_last_step && p->steps > 0)
        memcpy(p->map_point, p->last_positions, bytes_of(p->nq));
    if (!iteration->predicts_map)
        return 0;
    if (p->system->map(p->system->context, s->from, s->from + p->nq, p->map_point))
        return plain_fail(p, "the map failed");
    for (int i = 0; i < p->nq; i++)
        p->map_point[i] = s->from[i] + s->k * p->map_point[i];
    return 0;
}

/* q := q(y), with the velocities of x. */
static int find_positions(struct plain *p, const struct sub_step *s, const double *x,
                          double *q) {
    mix(p->mixed, s->from + p->nq, x + p->nq, s->rule->map_velocity, p->nv);
    if (p->system->map(p->system->context, p->map_point, p->mixed, q))
        return plain_fail(p, "the map failed");
    const double share = s->rule->map_share;
    for (int i = 0; i < p->nq; i++)
        q[i] = s->from[i] + s->k * (share * q[i] + (1 - share) * p->old_rate[i]);
    return 0;
}

/* residual := R(y), forced := (P, Y) */
static int find_residual(struct plain *p, const struct sub_step *s, const double *x) {
    const struct rule *r = s->rule;
    const int nq = p->nq, ny = p->ny;
    if (find_positions(p, s, x, p->point))
        return -1;
    const double *seen = p->scheme.iteration.whole ? x : p->point;
    mix(p->forced, s->from, seen, r->force_position, nq);
    mix(p->forced + nq, s->from + nq, x + nq, r->force_velocity, ny);
    if (plain_rates(p, s->t + r->time * s->k, p->forced, p->rate))
        return -1;
    for (int i = 0; i < ny; i++)
        p->residual[i] = x[nq + i] - s->from[nq + i] -
                         s->k * (r->force_share * p->rate[i] +
                                 (1 - r->force_share) * p->old_rate[nq + i]);
    return 0;
}

/* J_ij of the formula above, of the Jacobians at hand. */
static double chain_rule(const struct plain *p, const struct sub_step *s, int i, int j) {
    const int nq = p->nq, nx = p->nx;
    const double *row = p->slope + (nq + i) * nx;
    double entry = s->rule->force_velocity * row[nq + j];
    if (j >= p->nv || p->scheme.iteration.jacobian_of_force)
        return entry;
    double through = 0;
    for (int l = 0; l < nq; l++)
        through += row[l] == 0 ? 0 : row[l] * p->map_slope[l * nx + nq + j];
    return entry + s->rule->force_position * s->k * s->rule->map_share *
                       s->rule->map_velocity * through;
}

/* factors := those of I - k b J, at x or at the step's start. */
static int find_factors(struct plain *p, const struct sub_step *s, const double *x) {
    const struct iteration *iteration = &p->scheme.iteration;
    const double *at = iteration->jacobian_of_start ? p->x[STATE_START] : p->forced;
    const double time = iteration->jacobian_of_start ? p->t : s->t + s->rule->time * s->k;
    const struct halfstep_system *system = p->system;
    memcpy(p->mixed, x, bytes_of(p->nx));
    memcpy(p->mixed, p->map_point, bytes_of(p->nq));
    if (system->jacobian(system->context, time, at, p->slope) ||
        system->jacobian(system->context, time, p->mixed, p->map_slope))
        return plain_fail(p, "the Jacobian failed");
    p->jacobians++;
    const double factor =
        s->k * s->rule->force_share * iteration->jacobian_factor *
        (p->steps > 0 ? p->scheme.later_force_factor : p->scheme.force_factor);
    for (int i = 0; i < p->ny; i++) {
        for (int j = 0; j < p->ny; j++)
            p->factors[i * p->ny + j] = (i == j) - factor * chain_rule(p, s, i, j);
    }
    return plain_factor(p->factors, p->pivots, p->ny)
               ? plain_fail(p, "a singular iteration matrix")
               : 0;
}

/* One iteration; *size := the largest entry of the update over that of the state. */
static int iterate(struct plain *p, struct sub_step *s, double *x, bool fresh,
                   double *size) {
    const double limit = p->scheme.iteration.largest_update;
    double update = 0, state = 0;
    if (find_map_point(p, s, x) || find_residual(p, s, x) ||
        (fresh && find_factors(p, s, x)))
        return -1;
    memcpy(p->update, p->residual, bytes_of(p->ny));
    plain_solve(p->factors, p->pivots, p->ny, p->update);
    for (int i = 0; i < p->ny; i++) {
        double d = p->update[i];
        d = limit > 0 && fabs(d) > limit ? copysign(limit, d) : d;
        x[p->nq + i] -= d;
        update = fmax(update, fabs(d));
    }
    if (!p->scheme.iteration.whole && find_positions(p, s, x, p->point))
        return -1;
    for (int i = 0; i < p->nq; i++)
        update = fmax(update, fabs(p->point[i] - x[i]));
    memcpy(x, p->point, bytes_of(p->nq));
    for (int i = 0; i < p->nx; i++)
        state = fmax(state, fabs(x[i]));
    p->iterations++;
    *size = update == 0 ? 0 : update / state;
    return isfinite(*size) ? 0 : plain_fail(p, "the iteration left the finite numbers");
}

/* As many iterations as the scheme says, or until the updates no longer fall. */
static int iterate_fresh(struct plain *p, struct sub_step *s, double *x) {
    const int given = p->scheme.iteration.most;
    double size, least = INFINITY;
    int stalled = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (iterate(p, s, x, true, &size))
            return -1;
        if (i + 1 == given || size == 0)
            return 0;
        stalled = size < least ? 0 : stalled + 1;
        least = fmin(least, size);
        if (given == 0 && stalled >= MOST_STALLED && size < nearly_at_rest)
            return 0;
    }
    return plain_fail(p, "Newton's iteration did not come to rest");
}

/* With factors that are kept: as far as they go, until updates are round-off. */
static int iterate_kept(struct plain *p, struct sub_step *s, double *x, bool fresh) {
    double size, last = INFINITY;
    for (int i = 0; i < MOST_OF_REUSE; i++) {
        if (iterate(p, s, x, fresh && i == 0, &size))
            return -1;
        p->has_factors = true;
        if (size == 0 || (size >= last && size < nearly_at_rest))
            return 0;
        if (size >= last)
            break;
        last = size;
    }
    return plain_fail(p, "Newton's iteration with kept factors diverged");
}

/* Trials: with the factors of an earlier step, then with new ones, at last with new
 * ones in each iteration. */
static int try_factors(struct plain *p, struct sub_step *s, double *x) {
    double *const guess = p->stage[0];
    const bool resets = !p->scheme.iteration.keeps_diverged;
    memcpy(guess, x, bytes_of(p->nx));
    if (p->has_factors && iterate_kept(p, s, x, false) == 0)
        return 0;
    if (resets)
        memcpy(x, guess, bytes_of(p->nx));
    if (iterate_kept(p, s, x, true) == 0)
        return 0;
    if (resets)
        memcpy(x, guess, bytes_of(p->nx));
    p->has_factors = false;
    return iterate_fresh(p, s, x);
}

int plain_sub_step(struct plain *p, const struct rule *rule, double t, double k,
                   const double *from, double *x) {
    struct sub_step s = {.rule = rule, .t = t, .k = k, .from = from};
    const struct halfstep_system *system = p->system;
    if (rule->map_share != 1 &&
        system->map(system->context, from, from + p->nq, p->old_rate))
        return plain_fail(p, "the map failed");
    if (rule->force_share != 1 && plain_rates(p, t, from, p->old_rate + p->nq))
        return -1;
    return p->scheme.iteration.trials > 1 ? try_factors(p, &s, x)
                                          : iterate_fresh(p, &s, x);
}
