/* The fingerprint of an integrator: its weights, tree by tree, and what they say of
 * it.
 *
 * Texts belong to the JSON document of the results. Numbers that the file has not are
 * NaN.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_FINGERPRINT_H
#define REPORTS_FINGERPRINT_H

#include "reports/json.h"

enum fingerprint_verdict { FINGERPRINT_PASS, FINGERPRINT_FAIL, FINGERPRINT_NO_METHOD };

struct fingerprint_tree {
    const char *tree, *differential; /* "v[q,t]", "f_qt N v" */
    const char *result, *expected;   /* "3/4"; "" when absent */
    const char *estimate, *estimate_expected;
    const char *exact;                      /* of the exact flow */
    double difference, estimate_difference; /* measured minus expected */
    int order;
    bool fails;
};

struct fingerprint_probe {
    const char *name, *why;
    double h, scale, start;
    bool agrees;
};

/* What stands at times on one step: nodes c with their weights. */
struct fingerprint_node {
    double node, weight;
    const char *text; /* "1/2@1/2", both as fractions; "" when absent */
};

/* R(z), coefficients by ascending powers. */
struct fingerprint_stability {
    int numerators, denominators; /* 0: it is not known */
    double *numerator, *denominator;
    const char *text;
    bool a_stable, l_stable;
};

struct fingerprint_refusal {
    const char *family, *why;
};

struct fingerprint {
    const char *method, *mode, *arithmetic; /* of the result that has it */
    const char *integrator, *family, *expected, *name, *diagnosis, *feature, *fault;
    double fault_size;
    enum fingerprint_verdict verdict;
    double order, estimate_order, gap_order;
    bool order_at_least; /* it is that of the highest trees */
    bool has_estimate, is_signed;
    double factor;
    const char *factor_text, *estimate_of;
    struct fingerprint_stability stability;
    double iterations;
    bool knows_memory, memory, knows_equivariance, equivariant;
    int refusals; /* families of problems that it does not take */
    struct fingerprint_refusal *refusal;
    int nodes, time_nodes, probes, trees;
    struct fingerprint_node *node, *time_node;
    struct fingerprint_probe *probe;
    struct fingerprint_tree *tree;
};

/* Reads an object; what is wrong is noted in *reader. The caller frees what *f owns with
 * fingerprint_clear in any case. */
void fingerprint_read(struct json_reader *reader, const json_t *object,
                      struct fingerprint *f);
void fingerprint_clear(struct fingerprint *f);

/* The part of fingerprint_read that is about its lists. */
void fingerprint_read_lists(struct json_reader *reader, const json_t *object,
                            struct fingerprint *f);

/* How many of its trees fail. */
int fingerprint_failures(const struct fingerprint *f);

/* Whether two have the same weights of the same trees, and the same words about them. */
bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b);

#endif
