/* The fingerprint of an integrator: every elementary weight of its step and its estimate,
 * measured from outside, tree by tree; the method's name, or its fault.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_H
#define HARNESS_FINGERPRINT_H

#include <jansson.h>

#include "harness/fingerprint/measure/measure.h"

enum { FINGERPRINT_FORMAT = 1 };
#define FINGERPRINT_ORDER 4 /* a macro, as help tells it */

struct fingerprint_request {
    struct bench bench;
    /* The widest to be tried; narrower ones follow if it refuses. */
    enum forest_family family;
    int order;            /* of the trees, 1 to 6 */
    const char *expected; /* a known method ("backward-euler:doubled"); NULL: find out */
    /* Look at larger trees where all of these are exact, whatever is expected. */
    bool may_grow;
    bool may_remember;      /* it is said to go on from earlier steps, by whatever law */
    const char *integrator; /* what it is called */
};

/* The fingerprint as a new JSON object:
 *
 *     format, integrator, method (the key of the known method that has all weights, or null),
 *     arithmetic, mode (of own methods, else absent), family, families_refused [{family, why}],
 *     order (of the largest trees), verdict (pass | fail | not-a-method), expected, name,
 *     diagnosis, fault {id, size} or null, feature, passing, failing,
 *     convergence {order (of a memory of no known law that of the first step, at least), first_order (of the first
 *         step, where it has memory), separable_order (where it is higher: where q' = v and v' =
 *         f(t,q)), at_least, estimate_order, gap_order, expected {the same} or null},
 *     estimate {signed, factor, factor_text, of} or null,
 *     stability {numerator, denominator, text, a_stable, l_stable} or null,
 *     nodes, time_nodes [{node, weight, text}] or null, iterations (at least) or null,
 *     law (of a method with memory) {key, title, fault, order, start_order, after, ratio,
 *         multistep {a, b} or null, alpha {alpha_m, alpha_f, beta, gamma} or null} or null,
 *     memory, equivariant (null: that probe could not be made),
 *     probes [{name, h, scale, t0, halvings, agrees, why}],
 *     trees [{tree, differential, levels, root, order, children, result, result_value, expected,
 *             estimate, estimate_expected, exact_flow, difference, estimate_difference,
 *             tolerance, verdict}]
 *
 * Nothing in it depends on time or machine, beyond what the integrator computes. NULL: it
 * could not make a step at all, or there is no such method, and *d says why. */
json_t *fingerprint_find(const struct fingerprint_request *r, struct diagnostic *d);

/* The name of a family, "plain", "nystrom", "mechanical"; NULL: i is none. */
const char *fingerprint_family_word(int i);

/* The text that is committed and compared: a heading, a line for each tree (only the small
 * and the failing ones unless `all`), the diagnosis. */
void fingerprint_print(const json_t *fingerprint, bool all, FILE *out);

/* Compares texts line by line: prints those that are in one of them only, "- " before the
 * first's and "+ " before the second's. Returns their number. */
int fingerprint_differ(const char *before, const char *after, FILE *out);

/* Appends one undecided result instead: no weights are known at the accuracy `asked`, as `why`
 * says; `slack` is the integrator's fingerprint at an accuracy that it reaches. */
int fingerprint_append_unreached(struct results *results, const char *method,
                                 const json_t *slack, double asked, double reached,
                                 const char *why);

/* Appends the results of study "fingerprint" to an array: fingerprint, fingerprint:composition,
 * fingerprint:equivariance, fingerprint:order; the object stands under "fingerprint" of the
 * first. `other`: the same integrator's at another precision, for fingerprint:agreement, or
 * NULL. may_remember: it is declared to go on from earlier steps, and a memory of no known law
 * is undecided. Nonzero: out of memory. */
int fingerprint_append(struct results *results, const char *method,
                       const json_t *fingerprint, const json_t *other, bool may_remember);

#endif
