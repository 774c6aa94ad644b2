/* The fields of a fingerprint.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_record.h"

#include <string.h>

#define FIELD(member, kind, ...) RECORD_FIELD(OF, member, kind, __VA_ARGS__)
#define NAMED(name, member, kind, ...) RECORD_NAMED(name, OF, member, kind, __VA_ARGS__)
#define PLACE(member) offsetof(OF, member)
#define RECORD(name, meaning, fields)                                                    \
    { name, meaning, sizeof(OF), fields }

#define OF struct fingerprint_refusal
static const struct record_field refusal_fields[] = {
    FIELD(family, TEXT, "that is wider"),
    FIELD(why, TEXT, "it is refused"),
    {.key = NULL},
};
static const struct record refusal =
    RECORD("refused", "A family of trees that it does not take.", refusal_fields);
#undef OF

#define OF struct fingerprint_fault
static const struct record_field fault_fields[] = {
    FIELD(id, TEXT, "which fault"),
    FIELD(size, NUMBER, "of it"),
    {.key = NULL},
};
static const struct record fault = RECORD("fault", "What is wrong.", fault_fields);
#undef OF

#define OF struct fingerprint_estimate
static const struct record_field estimate_fields[] = {
    NAMED("signed", is_signed, FLAG, "whether its sign is known"),
    FIELD(factor, NUMBER, "of the error that it tells"),
    FIELD(factor_text, TEXT, "the same as a fraction", .or_null = true),
    FIELD(of, TEXT, "what it estimates", .or_null = true),
    {.key = NULL},
};
static const struct record estimate =
    RECORD("estimate", "What the error estimate is.", estimate_fields);
#undef OF

#define OF struct fingerprint_orders
static const struct record_field expected_fields[] = {
    NAMED("order", order, WHOLE, "of the result", .known = PLACE(has_order)),
    FIELD(at_least, FLAG, "whether trees of a higher order were not tried"),
    NAMED("estimate_order", estimate, WHOLE, "of the estimate", .or_null = true),
    NAMED("gap_order", gap, WHOLE, "of error less estimate", .or_null = true),
    {.key = NULL},
};
static const struct record expected =
    RECORD("expected", "The known method's orders.", expected_fields);
#undef OF

#define OF struct fingerprint_convergence
static const struct record_field convergence_fields[] = {
    NAMED("order", met.order, WHOLE, "of the result", .known = PLACE(met.has_order)),
    NAMED("at_least", met.at_least, FLAG,
          "whether trees of a higher order were not tried"),
    NAMED("estimate_order", met.estimate, WHOLE, "of the estimate", .or_null = true),
    NAMED("gap_order", met.gap, WHOLE, "of error less estimate", .or_null = true),
    NAMED("first_order", first, WHOLE, "of the first step, where it has memory",
          .with = PLACE(has_first)),
    NAMED("separable_order", separable, WHOLE,
          "where q' = v and v' = f(t,q), if it is higher there", .may_lack = true),
    FIELD(expected, PART, "of the known method", .known = PLACE(has_expected),
          .of = &expected),
    {.key = NULL},
};
static const struct record convergence =
    RECORD("convergence", "The orders that are met.", convergence_fields);
#undef OF

#define OF struct fingerprint_stability
static const struct record_field stability_fields[] = {
    FIELD(numerator, NUMBERS, "coefficients of the stability function",
          .count = PLACE(numerators)),
    FIELD(denominator, NUMBERS, "the same", .count = PLACE(denominators)),
    FIELD(text, TEXT, "as a formula"),
    FIELD(a_stable, FLAG, "whether the left half plane is stable"),
    FIELD(l_stable, FLAG, "whether it vanishes at infinity, too"),
    {.key = NULL},
};
static const struct record stability = RECORD("stability", "R(z).", stability_fields);
#undef OF

#define OF struct fingerprint_node
static const struct record_field node_fields[] = {
    FIELD(node, NUMBER, "as a part of the step"),
    FIELD(weight, NUMBER, "of it"),
    FIELD(text, TEXT, "both, as fractions"),
    {.key = NULL},
};
const struct record fingerprint_node_record =
    RECORD("node", "Where the rates are evaluated.", node_fields);
#undef OF

#define OF struct fingerprint_multistep
static const struct record_field multistep_fields[] = {
    FIELD(a, NUMBERS, "of earlier states", .count = PLACE(as)),
    FIELD(b, NUMBERS, "of rates", .count = PLACE(bs)),
    {.key = NULL},
};
static const struct record multistep =
    RECORD("multistep", "Its coefficients.", multistep_fields);
#undef OF

#define OF struct fingerprint_alpha
static const struct record_field alpha_fields[] = {
    FIELD(alpha_m, NUMBER, "of accelerations"),
    FIELD(alpha_f, NUMBER, "of forces"),
    FIELD(beta, NUMBER, "Newmark's"),
    FIELD(gamma, NUMBER, "Newmark's"),
    FIELD(mixes_forces, FLAG, "rather than states that they are evaluated at"),
    {.key = NULL},
};
static const struct record alpha =
    RECORD("alpha", "A generalised-alpha method.", alpha_fields);
#undef OF

#define OF struct fingerprint_law
static const struct record_field law_fields[] = {
    FIELD(key, TEXT, "its name", .or_null = true),
    FIELD(title, TEXT, "what it is"),
    FIELD(fault, TEXT, "what is wrong with it", .or_null = true),
    FIELD(order, WHOLE, "of all steps together"),
    FIELD(start_order, WHOLE, "of those before it holds"),
    FIELD(after, WHOLE, "which step it holds"),
    FIELD(ratio, TEXT, "what it makes of steps that change", .or_null = true),
    FIELD(multistep, PART, "coefficients", .known = PLACE(has_multistep),
          .of = &multistep),
    FIELD(alpha, PART, "numbers", .known = PLACE(has_alpha), .of = &alpha),
    {.key = NULL},
};
static const struct record law =
    RECORD("law", "How it goes on from earlier steps.", law_fields);
#undef OF

#define OF struct fingerprint_probe
static const struct record_field probe_fields[] = {
    FIELD(name, TEXT, "of the system"),
    FIELD(h, NUMBER, "the step"),
    FIELD(scale, NUMBER, "of the states"),
    FIELD(t0, NUMBER, "the start"),
    FIELD(halvings, WHOLE, "of the step", .not_negative = true),
    FIELD(agrees, FLAG, "with the weights"),
    FIELD(why, TEXT, "not"),
    {.key = NULL},
};
const struct record fingerprint_probe_record =
    RECORD("probe", "A system that is stepped.", probe_fields);
#undef OF

#define OF struct fingerprint_tree
static const struct record_field tree_fields[] = {
    FIELD(tree, TEXT, "in brackets"),
    FIELD(differential, TEXT, "that belongs to it"),
    FIELD(levels, TEXT, "of its nodes"),
    FIELD(root, TEXT, "the kind of component"),
    FIELD(order, WHOLE, "nodes", .not_negative = true),
    FIELD(children, TEXT, "of the root"),
    FIELD(result, TEXT, "the weight of the result, as a fraction"),
    FIELD(expected, TEXT, "of the known method", .or_null = true),
    FIELD(difference, NUMBER, "of the two"),
    FIELD(estimate, TEXT, "the weight of the estimate", .or_null = true),
    FIELD(estimate_expected, TEXT, "of the known method", .or_null = true),
    FIELD(estimate_difference, NUMBER, "of the two"),
    FIELD(result_value, NUMBER, "the weight of the result"),
    FIELD(exact_flow, TEXT, "the weight of the exact solution"),
    FIELD(tolerance, NUMBER, "of a difference"),
    FIELD(verdict, TEXT, "of the tree"),
    {.key = NULL},
};
const struct record fingerprint_tree_record =
    RECORD("tree", "A weight of the method.", tree_fields);
#undef OF

#define OF struct fingerprint
static const struct record_field fields[] = {
    FIELD(format, WHOLE, "of this object: 1"),
    FIELD(integrator, TEXT, "its name"),
    FIELD(method, TEXT, "that it should be", .or_null = true),
    FIELD(arithmetic, TEXT, "double, or mpfr:BITS"),
    FIELD(family, TEXT, "the widest family of trees that it takes"),
    NAMED("families_refused", refused, LIST, "and why", .count = PLACE(refusals),
          .of = &refusal),
    FIELD(order, WHOLE, "of the largest trees", .not_negative = true),
    FIELD(verdict, TEXT, "of the whole"),
    FIELD(expected, TEXT, "the known method", .or_null = true),
    FIELD(name, TEXT, "of the method that it is", .or_null = true),
    FIELD(diagnosis, TEXT, "in sentences"),
    FIELD(fault, PART, "that explains the weights", .known = PLACE(has_fault),
          .of = &fault),
    FIELD(feature, TEXT, "by which it differs", .or_null = true),
    FIELD(passing, WHOLE, "trees", .not_negative = true),
    FIELD(failing, WHOLE, "trees", .not_negative = true),
    FIELD(estimate, PART, "what it is", .known = PLACE(has_estimate), .of = &estimate),
    FIELD(memory, FLAG, "whether steps depend on those before",
          .known = PLACE(memory_known)),
    FIELD(equivariant, FLAG, "whether it is the same in other coordinates",
          .known = PLACE(equivariant_known)),
    FIELD(convergence, PART, "orders", .of = &convergence),
    FIELD(stability, PART, "on linear systems", .known = PLACE(has_stability),
          .of = &stability),
    NAMED("nodes", node, LIST, "of the rates", .known = PLACE(has_nodes),
          .count = PLACE(nodes), .of = &fingerprint_node_record),
    NAMED("time_nodes", time_node, LIST, "of explicit time",
          .known = PLACE(has_time_nodes), .count = PLACE(time_nodes),
          .of = &fingerprint_node_record),
    FIELD(iterations, WHOLE, "of a method that does not iterate to the end",
          .known = PLACE(has_iterations)),
    FIELD(law, PART, "of a method with memory", .known = PLACE(has_law), .of = &law),
    NAMED("probes", probe, LIST, "systems that were stepped", .count = PLACE(probes),
          .of = &fingerprint_probe_record),
    NAMED("trees", tree, LIST, "weights", .count = PLACE(trees),
          .of = &fingerprint_tree_record),
    FIELD(mode, TEXT, "of a method of ours", .may_lack = true),
    {.key = NULL},
};
const struct record fingerprint_record =
    RECORD("fingerprint", "What an integrator is.", fields);
#undef OF

bool fingerprint_passes(const struct fingerprint *f) {
    return strcmp(f->verdict, "pass") == 0;
}

bool fingerprint_is_compared(const struct fingerprint *f) {
    return f->expected[0] != '\0';
}

bool fingerprint_tree_fails(const struct fingerprint_tree *t) {
    return strcmp(t->verdict, "fail") == 0;
}

/* Of a method without a name no order beyond its trees is known. */
bool fingerprint_is_beyond_trees(const struct fingerprint *f, long order) {
    return order == f->order && f->method[0] == '\0';
}

bool fingerprint_may_have_separably(const struct fingerprint *f, long order) {
    const long separable = f->convergence.separable;
    return separable > 0 &&
           (order == separable ||
            (order > separable && fingerprint_is_beyond_trees(f, separable)));
}
