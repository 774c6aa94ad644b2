/* Nodes and weights from moments, for rules of the textbooks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/fingerprint/trees/quadrature.h"

enum { count = 12 };

/* Fehlberg's fifth-order rule has five nodes of weights that are not 0, one negative. */
static const struct {
    const char *name;
    int nodes;
    double node[5], weight[5];
} cases[] = {
    {"right end", 1, {1}, {1}},
    {"left end", 1, {0}, {1}},
    {"two halves", 2, {0.5, 1}, {0.5, 0.5}},
    {"Gauss 4", 2, {0.21132486540518713, 0.78867513459481287}, {0.5, 0.5}},
    {"Simpson", 3, {0, 0.5, 1}, {1.0 / 6, 2.0 / 3, 1.0 / 6}},
    {"Radau IIA 3", 2, {1.0 / 3, 1}, {0.75, 0.25}},
    {"a second half step of 0.51 h", 2, {0.5, 1.01}, {0.5, 0.51}},
    {"Gauss 4 in two halves",
     4,
     {0.10566243270259357, 0.39433756729740643, 0.60566243270259357, 0.89433756729740643},
     {0.25, 0.25, 0.25, 0.25}},
    {"Fehlberg",
     5,
     {0, 3.0 / 8, 1.0 / 2, 12.0 / 13, 1},
     {16.0 / 135, 6656.0 / 12825, 2.0 / 55, 28561.0 / 56430, -9.0 / 50}},
};

static void moments(double *m, int nodes, const double *node, const double *weight) {
    for (int k = 0; k < count; k++) {
        m[k] = 0;
        for (int i = 0; i < nodes; i++)
            m[k] += weight[i] * pow(node[i], k);
    }
}

Test(quadrature, textbook_rules_are_recovered) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double m[count];
        struct quadrature q = {.count = 0};
        moments(m, cases[i].nodes, cases[i].node, cases[i].weight);
        cr_assert(quadrature_find(&q, m, count) == 0, "%s", cases[i].name);
        cr_assert(q.count == cases[i].nodes, "%s: %d", cases[i].name, q.count);
        for (int k = 0; k < q.count; k++) {
            cr_expect(fabs(q.node[k] - cases[i].node[k]) < 1e-9, "%s: %.15g",
                      cases[i].name, q.node[k]);
            cr_expect(fabs(q.weight[k] - cases[i].weight[k]) < 1e-9, "%s: %.15g",
                      cases[i].name, q.weight[k]);
        }
    }
}

/* Complex nodes, and a rule of more nodes than are looked for. */
Test(quadrature, what_is_no_rule_is_not_made_one) {
    double m[count];
    struct quadrature q = {.count = 7};
    for (int k = 0; k < count; k++)
        m[k] = pow(0.9, k) * cos(1.3 * k);
    cr_expect(quadrature_find(&q, m, count) != 0);
    for (int k = 0; k < count; k++)
        m[k] = 1.0 / (k + 1);
    cr_expect(quadrature_find(&q, m, count) != 0);
    cr_expect(q.count == 7);
}
