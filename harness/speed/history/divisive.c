/* E-divisive: energy statistics and permutations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/divisive.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "harness/speed/history/partition.h"
#include "problems/base/room.h"

struct divisive_rule divisive_usual(unsigned long seed) {
    return (struct divisive_rule){.shortest = PARTITION_SHORTEST,
                                  .permutations = DIVISIVE_PERMUTATIONS,
                                  .level = 0.002,
                                  .seed = seed};
}

/* Q from sums over pairs: between A and B, inside A, inside B. */
static double energy(double between, double in_a, double in_b, double a, double b) {
    double distance =
        2 * between / (a * b) - 2 * in_a / (a * (a - 1)) - 2 * in_b / (b * (b - 1));
    return a * b / (a + b) * distance;
}

/* The splits at `tau`, whose later part grows point by point. With prefix(e, k) the sum of
 * |x_e - x_i| over i < k, all sums follow. */
static double best_at(int n, int tau, int shortest, const double *prefix, double in_a) {
    const size_t width = (size_t)n + 1;
    double between = 0, in_b = 0, best = -INFINITY;
    for (int end = tau + 1; end <= n; end++) {
        const double *row = prefix + (size_t)(end - 1) * width;
        between += row[tau];
        in_b += row[end - 1] - row[tau];
        if (end - tau >= shortest)
            best = fmax(best, energy(between, in_a, in_b, tau, end - tau));
    }
    return best;
}

double divisive_best(int *at, const double *x, int n, int shortest, double *prefix) {
    const size_t width = (size_t)n + 1;
    double best = -INFINITY, in_a = 0;
    *at = 0;
    for (int e = 0; e < n; e++) {
        double *row = prefix + (size_t)e * width;
        row[0] = 0;
        for (int i = 0; i < n; i++)
            row[i + 1] = row[i] + fabs(x[e] - x[i]);
    }
    for (int tau = 1; tau + shortest <= n; tau++) {
        in_a += prefix[(size_t)(tau - 1) * width + (size_t)(tau - 1)];
        if (tau < shortest)
            continue;
        double found = best_at(n, tau, shortest, prefix, in_a);
        if (found > best) {
            best = found;
            *at = tau;
        }
    }
    return best;
}

struct division {
    const struct divisive_rule *rule;
    gsl_rng *random;
    double *shuffled, *prefix;
    int *first; /* (size count + 1): where segments begin, and n */
    int count;
};

/* The best split of all segments: its Q, and where it is. */
static double best_of_all(const struct division *v, int *at, const double *x) {
    double best = -INFINITY;
    *at = 0;
    for (int k = 0; k < v->count; k++) {
        int begin = v->first[k], where;
        double found = divisive_best(&where, x + begin, v->first[k + 1] - begin,
                                     v->rule->shortest, v->prefix);
        if (found > best) {
            best = found;
            *at = begin + where;
        }
    }
    return best;
}

/* How probable it is that the segments' points give such a Q in another order; > level as
 * soon as it cannot become less. */
static double judge(const struct division *v, const double *x, double q) {
    const int all = v->rule->permutations, n = v->first[v->count];
    int reached = 0;
    memcpy(v->shuffled, x, sizeof *x * (size_t)n);
    for (int i = 0; i < all; i++) {
        int at;
        for (int k = 0; k < v->count; k++)
            gsl_ran_shuffle(v->random, v->shuffled + v->first[k],
                            (size_t)(v->first[k + 1] - v->first[k]), sizeof *x);
        reached += best_of_all(v, &at, v->shuffled) >= q;
        if (1 + reached > v->rule->level * (1 + all))
            break;
    }
    return (1 + reached) / (1.0 + all);
}

static void insert_first(struct division *v, int at) {
    int k = v->count;
    for (v->first[k + 1] = v->first[k]; k > 0 && v->first[k - 1] > at; k--)
        v->first[k] = v->first[k - 1];
    v->first[k] = at;
    v->count++;
}

static int divide(struct division *v, struct divisive_change *changes, const double *x,
                  int n) {
    int found = 0;
    v->first[0] = 0;
    v->first[1] = n;
    v->count = 1;
    while (found < n) {
        int at;
        double q = best_of_all(v, &at, x);
        if (!isfinite(q) || !(q > 0))
            break;
        double p = judge(v, x, q);
        if (!(p <= v->rule->level))
            break;
        int k = found++;
        for (; k > 0 && changes[k - 1].first > at; k--)
            changes[k] = changes[k - 1];
        changes[k] = (struct divisive_change){at, p};
        insert_first(v, at);
    }
    return found;
}

int divisive_find(struct divisive_change *changes, const double *x, int n,
                  const struct divisive_rule *r) {
    if (n < 2 * r->shortest)
        return 0;
    const size_t room = (size_t)n + 2;
    struct room arrays = {.last = NULL};
    struct division v = {.rule = r,
                         .random = gsl_rng_alloc(gsl_rng_mt19937),
                         .shuffled = room_take(&arrays, room, sizeof *v.shuffled),
                         .prefix = room_take(&arrays, room * room, sizeof *v.prefix),
                         .first = room_take(&arrays, room, sizeof *v.first)};
    int found = -1;
    if (v.random != NULL && !arrays.is_short) {
        gsl_rng_set(v.random, r->seed);
        found = divide(&v, changes, x, n);
    }
    if (v.random != NULL)
        gsl_rng_free(v.random);
    room_clear(&arrays);
    return found;
}
