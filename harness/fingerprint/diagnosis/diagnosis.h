/* From evidence to a verdict, a name, a fault and one sentence.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DIAGNOSIS_H
#define HARNESS_DIAGNOSIS_H

#include "harness/fingerprint/evidence/estimate_fit.h"
#include "harness/fingerprint/evidence/memory.h"
#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/measure/feature.h"

enum diagnosis_verdict { DIAGNOSIS_PASS, DIAGNOSIS_FAIL, DIAGNOSIS_NOT_A_METHOD };

enum { DIAGNOSIS_TEXT = 1024 };

struct diagnosis {
    enum diagnosis_verdict verdict;
    char text[DIAGNOSIS_TEXT]; /* one sentence, or two */

    struct name name;           /* of what was measured; method NULL: none */
    char name_text[FAULT_TEXT]; /* "": no name */

    const struct known_method *expected; /* NULL: nothing to compare with */
    enum known_variant expected_variant;
    bool expectation_is_own;      /* nobody asked for it: it is what was found */
    bool is_nearest;              /* it is no more than the most similar method */
    bool is_almost;               /* but differs from it in the last digits only */
    struct judge_weights weights; /* the expected ones, when there are */
    bool judges_estimate;
    bool has_no_name;  /* nor a known fault, nor does it remember anything */
    bool is_undecided; /* trees that tell methods of its order apart could not be taken */
    int beyond;   /* what differs of chains, bushes, towers where no tree does; or -1 */
    int unsolved; /* the tower that shows that iterations end early; -1: none does */

    /* Where stages are told times that cost it order for f(t, x) alone; else 0 both. */
    int order_without_time, order_with_time;
    const char
        *times_where; /* "" where that holds for all x' = f(t, x); else for which */

    /* The order of a method without a name; and a higher one, through which its weights are nearly
     * those of the exact solution, as of a method with a wrong coefficient; else 0 both. */
    int order_exact, order_almost;
    double order_off; /* by how much, of the weight */

    /* The order of its nodes and weights, where that is two more than its own; else 0. */
    int order_of_nodes, order_of_stages;

    struct estimate_fit estimate;
    struct fault fault;
    bool has_feature;
    char feature[FEATURE_TEXT];

    /* What it is, or should be, has memory; all above is of the first step. */
    bool is_law;
    char law_key[LAW_KEY];    /* the law that it follows without fault, or "" */
    const char *law_expected; /* the law asked for; NULL: none was */

    /* Two steps in a row are not those of its weights, and in a course of steps nothing is kept. */
    bool breaks_composition;

    int failing; /* trees */
    bool *fails; /* [trees] */
};

/* `expected`: the key of a known method, or NULL. The caller frees with diagnosis_free in any
 * case. Nonzero: out of memory, or there is no such method, as *d says. */
int diagnosis_find(struct diagnosis *x, const struct evidence *e, const char *expected,
                   struct diagnostic *d);
void diagnosis_free(struct diagnosis *x);

/* Whether a weight is that of a method which has none of this tree. */
bool diagnosis_is_zero(const struct evidence *e, int tree, mpfr_srcptr weight);

/* diagnosis.c: what it is compared with, and which trees then fail; where none does, which chain,
 * bush or tower; a shared feature of these, among all trees or, for methods whose other trees
 * cannot tell, among those with any weight. Nonzero: out of memory. */
int diagnosis_expect(struct diagnosis *x, const struct evidence *e,
                     const struct known_method *m, enum known_variant variant,
                     bool is_own);
int diagnosis_look_beyond(struct diagnosis *x, const struct evidence *e);
int diagnosis_find_feature(struct diagnosis *x, const struct evidence *e);

/* What who has not said that steps are to remember may declare. */
#define DIAGNOSIS_DECLARE_MEMORY                                                         \
    " If it is meant to be, declare \"memory\": true (gate --expect)."

/* Whether every weight of order 1 is 1: a step of constant velocity and force. */
bool diagnosis_is_consistent(const struct evidence *e);

/* diagnosis_unasked.c: what it is when nobody has said what it should be. Nonzero: out of
 * memory. */
int diagnosis_find_out(struct diagnosis *x, const struct evidence *e);

/* diagnosis_estimate.c: what the estimate is, given what is expected or named. Nonzero: out of
 * memory. */
int diagnosis_fit_estimate(struct diagnosis *x, const struct evidence *e);

/* diagnosis_estimate_fault.c: what is wrong with it when it is not that of the method of this
 * title; nothing is said when it is of no known kind. */
void diagnosis_judge_estimate(struct diagnosis *x, const char *title);

/* diagnosis_almost.c: whether it is nearly of a higher order than it is. */
void diagnosis_compare_orders(struct diagnosis *x, const struct evidence *e);

/* diagnosis_nodes.c: whether its nodes and weights are those of a higher order. Nonzero: out of
 * memory. */
int diagnosis_compare_nodes(struct diagnosis *x, const struct evidence *e);

/* diagnosis_formula.c and diagnosis_hints.c: what suggests a fault of a method without a name, and
 * proves none, added to the sentence. */
void diagnosis_say_formula(struct diagnosis *x, const struct evidence *e);
void diagnosis_say_hints(struct diagnosis *x, const struct evidence *e);

/* diagnosis_rotation.c: a lower order than that of the weights, where rotations do not commute,
 * added to the sentence; it fails where that is 0. */
void diagnosis_judge_rotation(struct diagnosis *x, const struct evidence *e);

/* diagnosis_stability.c: what the stability function of a method without a name tells, added to the
 * sentence; some of it fails. */
void diagnosis_judge_stability(struct diagnosis *x, const struct evidence *e);

/* diagnosis_slow.c: weights that are others where rates are small, added to the sentence; it fails
 * where those of one node are. */
void diagnosis_judge_slow(struct diagnosis *x, const struct evidence *e);

/* diagnosis_times.c: the orders with and without time, of what has no name. */
void diagnosis_compare_times(struct diagnosis *x, const struct evidence *e);

/* Of the results from the expected ones. */
double diagnosis_largest_difference(const struct diagnosis *x, const struct evidence *e);

/* diagnosis_memory.c: the verdict on a method with memory, or on one that is expected to have
 * the law of that name (NULL: nothing is expected). */
void diagnosis_judge_memory(struct diagnosis *x, const struct evidence *e,
                            const char *expected);

/* diagnosis_memory.c: it fails where a new start does not forget the steps before it. */
void diagnosis_judge_start(struct diagnosis *x, const struct evidence *e);

/* diagnosis_newmark.c: name_text and law_key of one of Newmark's methods, else unchanged; the
 * verdict on what is expected to be one. Nonzero: out of memory. */
int diagnosis_find_newmark(struct diagnosis *x, const struct evidence *e);
int diagnosis_judge_newmark(struct diagnosis *x, const struct evidence *e,
                            const char *expected);

/* diagnosis_text.c: adds to the sentence, as printf does; and the whole of it, once all else is
 * known. */
void diagnosis_say(struct diagnosis *x, const char *format, ...);

/* diagnosis_text.c: that a weight of order 1 is not 1, of "It" or "Its first step". */
void diagnosis_say_consistency(struct diagnosis *x, const struct evidence *e,
                               const char *subject);
void diagnosis_write(struct diagnosis *x, const struct evidence *e);

/* "pass", "fail", "not-a-method". */
const char *diagnosis_verdict_text(enum diagnosis_verdict verdict);

#endif
