/* What a method without a name has for a quadrature formula, x' = f(t), and what one change would
 * make of it: that with a change of one number, or none, it has two orders more than it would have
 * by that is no accident. Nothing is judged by it: a formula may be meant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"

/* Nodes come from the roots of a polynomial. */
static const double few_digits = 1e-6;

enum {
    LEAST_ORDER = 3, /* of a formula that one would look for */
    FREE_NUMBER = 1, /* gains one order by itself */
    NO_ACCIDENT = 2, /* orders more than that */
    HIGHEST = 2 * QUADRATURE_NODES
};

/* By how much the formula misses the integral of t^k. */
static double moment_off(const struct quadrature *q, int k) {
    double sum = -1.0 / (k + 1);
    for (int i = 0; i < q->count; i++)
        sum += q->weight[i] * pow(q->node[i], k);
    return sum;
}

static int find_order(const struct quadrature *q) {
    int order = 0;
    while (order < HIGHEST && fabs(moment_off(q, order)) <= few_digits)
        order++;
    return order;
}

/* Whether a changed formula is of so much more order than the one it has. */
static bool is_no_accident(const struct quadrature *changed, const struct quadrature *own,
                           int numbers) {
    const int order = find_order(changed);
    return order >= LEAST_ORDER && order >= find_order(own) + numbers + NO_ACCIDENT;
}

static void say_orders(struct diagnosis *x, const struct quadrature *changed,
                       const struct quadrature *own) {
    diagnosis_say(x, " its quadrature formula would be of order %d, not %d.",
                  find_order(changed), find_order(own));
}

static bool say_exchange(struct diagnosis *x, const struct quadrature *q, int i, int j) {
    struct quadrature changed = *q;
    changed.weight[i] = q->weight[j];
    changed.weight[j] = q->weight[i];
    if (!is_no_accident(&changed, q, 0))
        return false;
    diagnosis_say(x, " With the weights of its nodes at %.6g and %.6g exchanged,",
                  q->node[i], q->node[j]);
    say_orders(x, &changed, q);
    return true;
}

/* A share of the weight of node i belongs to node j, so that the integral of t is right. */
static bool say_share(struct diagnosis *x, const struct quadrature *q, int i, int j) {
    struct quadrature changed = *q;
    const double share = moment_off(q, 1) / (q->node[i] - q->node[j]);
    changed.weight[i] -= share;
    changed.weight[j] += share;
    if (!(share > 0) || !is_no_accident(&changed, q, FREE_NUMBER))
        return false;
    diagnosis_say(x, " With the weight %.6g moved from its node at %.6g to that at %.6g,",
                  share, q->node[i], q->node[j]);
    say_orders(x, &changed, q);
    return true;
}

static bool say_node(struct diagnosis *x, const struct quadrature *q, int i) {
    struct quadrature changed = *q;
    changed.node[i] -= moment_off(q, 1) / q->weight[i];
    if (!is_no_accident(&changed, q, FREE_NUMBER))
        return false;
    diagnosis_say(x, " With its node at %.6g moved to %.6g,", q->node[i],
                  changed.node[i]);
    say_orders(x, &changed, q);
    return true;
}

/* The integral of the i-th polynomial of Lagrange, which is 1 at that node and 0 at the others. */
static double lagrange_weight(const struct quadrature *q, int i) {
    double coefficient[QUADRATURE_NODES + 1] = {1}, integral = 0;
    for (int j = 0, degree = 0; j < q->count; j++) {
        if (j == i)
            continue;
        const double apart = q->node[i] - q->node[j];
        degree++;
        for (int k = degree; k >= 0; k--)
            coefficient[k] =
                ((k > 0 ? coefficient[k - 1] : 0) - q->node[j] * coefficient[k]) / apart;
    }
    for (int k = 0; k < q->count; k++)
        integral += coefficient[k] / (k + 1);
    return integral;
}

/* Nodes that by themselves give two orders more than their number does, as Gauss's do. */
static bool say_nodes(struct diagnosis *x, const struct quadrature *q) {
    struct quadrature changed = *q;
    for (int i = 0; i < q->count; i++)
        changed.weight[i] = lagrange_weight(q, i);
    const int order = find_order(&changed);
    if (q->count < 2 || order < q->count + NO_ACCIDENT ||
        order < find_order(q) + NO_ACCIDENT)
        return false;
    diagnosis_say(
        x, " Its nodes are those of a formula of order %d, but not its weights:", order);
    diagnosis_say(x, " with");
    for (int i = 0; i < q->count; i++)
        diagnosis_say(x, "%s %.6g",
                      i == 0             ? ""
                      : i + 1 < q->count ? ","
                                         : " and",
                      changed.weight[i]);
    say_orders(x, &changed, q);
    return true;
}

void diagnosis_say_formula(struct diagnosis *x, const struct evidence *e) {
    const struct families *f = e->families;
    if (f == NULL || !f->made || !(f->has_time_nodes || f->has_nodes))
        return;
    const struct quadrature *q = f->has_time_nodes ? &f->time_nodes : &f->nodes;
    bool said = find_order(q) == 0;
    for (int i = 0; i < q->count && !said; i++)
        for (int j = 0; j < i && !said; j++)
            said = say_exchange(x, q, i, j);
    for (int i = 0; i < q->count && !said; i++)
        said = say_node(x, q, i);
    for (int i = 0; i < q->count; i++)
        for (int j = 0; j < q->count && !said; j++)
            said = i != j && say_share(x, q, i, j);
    if (!said)
        say_nodes(x, q);
}
