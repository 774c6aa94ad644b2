/* The document of fingerprints, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/fingerprint_command.h"
#include "harness/program/run/study_document.h"

#define ORDER(name, what) FIELD_WHOLE(name, what, .or_null = true)

static const struct record_field estimate_fields[] = {
    FIELD_FLAG("signed", "whether its sign is known"),
    FIELD_NUMBER("factor", "of the error that it tells"),
    FIELD_TEXT("factor_text", "the same as a fraction"),
    FIELD_TEXT("of", "what it estimates"),
    {.key = NULL},
};
static const struct record estimate = {"estimate", "What the error estimate is.", 0,
                                       estimate_fields};

#define ORDERS                                                                           \
    ORDER("order", "of the result"),                                                     \
        FIELD_FLAG("at_least", "whether trees of a higher order were not tried"),        \
        ORDER("estimate_order", "of the estimate"),                                      \
        ORDER("gap_order", "of error less estimate")

static const struct record_field expected_fields[] = {ORDERS, {.key = NULL}};
static const struct record expected = {"expected", "The known method's orders.", 0,
                                       expected_fields};
static const struct record_field convergence_fields[] = {
    ORDERS,
    FIELD_WHOLE("separable_order", "where q' = v and v' = f(t,q), if it is higher there",
                .may_lack = true),
    FIELD_OBJECT("expected", "of the known method", .may_lack = true, .or_null = true,
                 .of = &expected),
    {.key = NULL},
};
static const struct record convergence = {"convergence", "The orders that are met.", 0,
                                          convergence_fields};

static const struct record_field stability_fields[] = {
    FIELD_ARRAY("numerator", "coefficients of the stability function", .items = "number"),
    FIELD_ARRAY("denominator", "the same", .items = "number"),
    FIELD_TEXT("text", "as a formula"),
    FIELD_FLAG("a_stable", "whether the left half plane is stable"),
    FIELD_FLAG("l_stable", "whether it vanishes at infinity, too"),
    {.key = NULL},
};
static const struct record stability = {"stability", "R(z).", 0, stability_fields};

static const struct record_field node_fields[] = {
    FIELD_NUMBER("node", "as a part of the step"),
    FIELD_NUMBER("weight", "of it"),
    FIELD_TEXT("text", "both, as fractions"),
    {.key = NULL},
};
static const struct record node = {"node", "Where the rates are evaluated.", 0,
                                   node_fields};

static const struct record_field probe_fields[] = {
    FIELD_TEXT("name", "of the system"),       FIELD_NUMBER("h", "the step"),
    FIELD_NUMBER("scale", "of the states"),    FIELD_NUMBER("t0", "the start"),
    FIELD_COUNT("halvings", "of the step"),    FIELD_FLAG("agrees", "with the weights"),
    FIELD_TEXT("why", "not", .or_null = true), {.key = NULL},
};
static const struct record probe = {"probe", "A system that is stepped.", 0,
                                    probe_fields};

static const struct record_field tree_fields[] = {
    FIELD_TEXT("tree", "in brackets"),
    FIELD_TEXT("differential", "that belongs to it"),
    FIELD_TEXT("levels", "of its nodes"),
    FIELD_TEXT("root", "the kind of component"),
    FIELD_COUNT("order", "nodes"),
    FIELD_TEXT("children", "of the root"),
    FIELD_TEXT("result", "the weight of the result, as a fraction"),
    FIELD_TEXT("expected", "of the known method", .or_null = true),
    FIELD_NUMBER("difference", "of the two"),
    FIELD_TEXT("estimate", "the weight of the estimate", .or_null = true),
    FIELD_TEXT("estimate_expected", "of the known method", .or_null = true),
    FIELD_NUMBER("estimate_difference", "of the two"),
    FIELD_NUMBER("result_value", "the weight of the result"),
    FIELD_TEXT("exact_flow", "the weight of the exact solution"),
    FIELD_NUMBER("tolerance", "of a difference"),
    FIELD_TEXT("verdict", "of the tree"),
    {.key = NULL},
};
static const struct record tree = {"tree", "A weight of the method.", 0, tree_fields};

static const struct record_field one_fields[] = {
    FIELD_WHOLE("format", "of this object: 1"),
    FIELD_TEXT("integrator", "its name"),
    FIELD_TEXT("method", "that it should be", .or_null = true),
    FIELD_TEXT("arithmetic", "double, or mpfr:BITS"),
    FIELD_TEXT("family", "the widest family of trees that it takes"),
    FIELD_ARRAY("families_refused", "and why", .items = "object"),
    FIELD_COUNT("order", "of the largest trees"),
    FIELD_TEXT("verdict", "of the whole"),
    FIELD_TEXT("expected", "the known method", .or_null = true),
    FIELD_TEXT("name", "of the method that it is", .or_null = true),
    FIELD_TEXT("diagnosis", "in sentences"),
    FIELD_OBJECT("fault", "that explains the weights", .or_null = true),
    FIELD_OBJECT("feature", "by which it differs", .or_null = true),
    FIELD_COUNT("passing", "trees"),
    FIELD_COUNT("failing", "trees"),
    FIELD_OBJECT("estimate", "what it is", .or_null = true, .of = &estimate),
    FIELD_FLAG("memory", "whether steps depend on those before"),
    FIELD_FLAG("equivariant", "whether it is the same in other coordinates"),
    FIELD_OBJECT("convergence", "orders", .or_null = true, .of = &convergence),
    FIELD_OBJECT("stability", "on linear systems", .or_null = true, .of = &stability),
    FIELD_ARRAY("nodes", "of the rates", .or_null = true, .of = &node),
    FIELD_ARRAY("time_nodes", "of explicit time", .or_null = true, .of = &node),
    ORDER("iterations", "of a method that does not iterate to the end"),
    FIELD_OBJECT("law", "of a method with memory", .or_null = true),
    FIELD_ARRAY("probes", "systems that were stepped", .of = &probe),
    FIELD_ARRAY("trees", "weights", .of = &tree),
    FIELD_TEXT("mode", "of a method of ours", .may_lack = true),
    {.key = NULL},
};
static const struct record one = {"fingerprint", "What an integrator is.", 0, one_fields};

static const struct record_field fields[] = {
    FIELD_TEXT("halfstep", "version of the program"),
    FIELD_WHOLE("format", "of the document: 1"),
    FIELD_TEXT("command", "that has made it"),
    FIELD_ARRAY("fingerprints", "one for each method, arithmetic and mode", .of = &one),
    FIELD_OBJECT("integrator", "from outside", .may_lack = true),
    FIELD_OBJECT("shard", "which share of the work this is", .may_lack = true,
                 .of = &study_document_shard_record),
    {.key = NULL},
};
const struct record fingerprint_document_record = {
    "fingerprints", "What fingerprint --json prints.", 0, fields};
