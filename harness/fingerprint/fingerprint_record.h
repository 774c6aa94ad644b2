/* What the fingerprint of an integrator tells. Nothing in it depends on time or machine, beyond
 * what the integrator computes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_RECORD_H
#define HARNESS_FINGERPRINT_RECORD_H

#include "harness/base/record/record.h"

struct fingerprint_refusal {
    const char *family, *why;
};

struct fingerprint_fault {
    const char *id;
    double size; /* not a number: it has none */
};

struct fingerprint_estimate {
    bool is_signed;
    double factor;
    const char *factor_text, *of; /* "": of no known kind */
};

struct fingerprint_orders {
    long order;
    bool has_order, at_least;
    long estimate, gap; /* of estimate and gap 0: not known, or beyond the trees */
};

struct fingerprint_convergence {
    struct fingerprint_orders met;
    bool has_first;
    long first;     /* of the first step, where it has memory */
    long separable; /* where it is higher: where q' = v and v' = f(t,q) */
    bool has_expected;
    struct fingerprint_orders expected; /* the known method's */
};

struct fingerprint_stability {
    double *numerator, *denominator;
    int numerators, denominators;
    const char *text;
    bool a_stable, l_stable;
};

struct fingerprint_node {
    double node, weight;
    const char *text;
};

struct fingerprint_multistep {
    double *a, *b;
    int as, bs;
};

struct fingerprint_alpha {
    double alpha_m, alpha_f, beta, gamma;
    bool mixes_forces;
};

struct fingerprint_law {
    const char *key, *title, *fault; /* key "": it has no name; fault "": it has none */
    long order, start_order;
    long after;        /* it holds from the step after this one on */
    const char *ratio; /* what it makes of steps that change */
    bool has_multistep, has_alpha;
    struct fingerprint_multistep multistep;
    struct fingerprint_alpha alpha;
};

struct fingerprint_probe {
    const char *name;
    double h, scale, t0;
    long halvings;
    bool agrees;
    const char *why; /* not */
};

/* Texts are fractions; "": there is none. */
struct fingerprint_tree {
    const char *tree, *differential, *levels, *root;
    long order;
    const char *children;
    const char *result, *expected;
    double difference;
    const char *estimate, *estimate_expected;
    double estimate_difference;
    double result_value;
    const char *exact_flow;
    double tolerance;
    const char *verdict;
};

struct fingerprint {
    long format;
    const char *integrator;
    const char
        *method; /* the key of the known method that has all weights; "": none has */
    const char *arithmetic, *family;
    struct fingerprint_refusal *refused;
    int refusals;
    long order;           /* of the largest trees */
    const char *verdict;  /* pass, fail or not-a-method */
    const char *expected; /* "": it is compared with nothing */
    const char *name, *diagnosis;
    bool has_fault, has_estimate;
    struct fingerprint_fault fault;
    const char *feature;
    long passing, failing;
    struct fingerprint_estimate estimate;
    bool memory_known, memory, equivariant_known,
        equivariant; /* whether the probe was made */
    struct fingerprint_convergence convergence;
    bool has_stability, has_nodes, has_time_nodes, has_iterations, has_law;
    struct fingerprint_stability stability;
    struct fingerprint_node *node, *time_node;
    int nodes, time_nodes;
    long iterations; /* at least */
    struct fingerprint_law law;
    struct fingerprint_probe *probe;
    int probes;
    struct fingerprint_tree *tree;
    int trees;
    const char *mode; /* of own methods; "": of others */
};

extern const struct record fingerprint_record, fingerprint_node_record,
    fingerprint_probe_record, fingerprint_tree_record;

/* Whether it passes; whether there is something that it was compared with; whether a tree
 * fails. */
bool fingerprint_passes(const struct fingerprint *f);
bool fingerprint_is_compared(const struct fingerprint *f);
bool fingerprint_tree_fails(const struct fingerprint_tree *t);

/* Whether an order where q' = v and v' = f(t, q) is that of the largest trees, so that it may be
 * higher; whether this is one that it may have there, and not everywhere. */
bool fingerprint_is_beyond_trees(const struct fingerprint *f, long order);
bool fingerprint_may_have_separably(const struct fingerprint *f, long order);

#endif
