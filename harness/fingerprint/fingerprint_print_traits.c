/* The lines of a fingerprint's text below its diagnosis: orders, estimate, stability function,
 * nodes, habits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/fingerprint/fingerprint_parts.h"

static void print_power(const json_t *convergence, const char *key, FILE *out) {
    const json_t *order = json_object_get(convergence, key);
    if (json_is_integer(order))
        fprintf(out, "h^%d", (int)json_integer_value(order));
    else
        fprintf(out, "beyond");
}

/* Whether order studies would see nothing. */
static bool has_right_slopes(const json_t *convergence) {
    static const char *const keys[] = {"order", "estimate_order", "gap_order"};
    const json_t *expected = json_object_get(convergence, "expected");
    for (int k = 0; k < 3; k++)
        if (!json_equal(json_object_get(convergence, keys[k]),
                        json_object_get(expected, keys[k])))
            return false;
    return true;
}

/* Of a method without a name no order beyond its trees is known. */
static bool is_beyond_trees(const json_t *fingerprint, const json_t *order) {
    return json_equal(order, json_object_get(fingerprint, "order")) &&
           json_is_null(json_object_get(fingerprint, "method"));
}

static void print_orders(const json_t *fingerprint, FILE *out) {
    const json_t *c = json_object_get(fingerprint, "convergence");
    const json_t *first = json_object_get(c, "first_order");
    const json_t *known = json_object_get(c, "order");
    const json_t *separable = json_object_get(c, "separable_order");
    int order = (int)json_integer_value(known);
    bool at_least = json_is_true(json_object_get(c, "at_least"));
    if (json_is_integer(first) && at_least)
        fprintf(out, "order %d in the first step, then unknown", order);
    else
        fprintf(out, "order %d%s", order, at_least ? " at least" : "");
    if (json_is_integer(separable))
        fprintf(out, ", and %d%s where q' = v and v' = f(t,q)",
                (int)json_integer_value(separable),
                is_beyond_trees(fingerprint, separable) ? " at least" : "");
    if (json_is_object(json_object_get(fingerprint, "estimate"))) {
        fprintf(out, " | error, estimate, gap %sstart at ",
                json_is_integer(first) ? "of the first step " : "");
        if (at_least && !json_is_integer(first))
            fprintf(out, "beyond");
        else
            fprintf(out, "h^%d",
                    1 + (int)json_integer_value(json_is_integer(first) ? first : known));
        fprintf(out, ", ");
        print_power(c, "estimate_order", out);
        fprintf(out, ", ");
        print_power(c, "gap_order", out);
    }
    if (json_integer_value(json_object_get(fingerprint, "failing")) > 0 &&
        strcmp(fingerprint_text(fingerprint, "verdict"), "fail") == 0 &&
        has_right_slopes(c))
        fprintf(out, ": the slopes are right, the constants are not");
    fputc('\n', out);
}

static void print_estimate(const json_t *fingerprint, FILE *out) {
    const json_t *estimate = json_object_get(fingerprint, "estimate");
    const char *factor = fingerprint_text(estimate, "factor_text"),
               *of = fingerprint_text(estimate, "of");
    if (json_is_null(estimate))
        fprintf(out, "no estimate\n");
    else if (of[0] == '\0')
        fprintf(out, "estimate: of no known kind\n");
    else if (strcmp(of, "0") == 0)
        fprintf(out, "estimate: zero\n");
    else if (json_is_true(json_object_get(estimate, "signed")))
        fprintf(out, "estimate: %s (%s), signed\n", factor, of);
    else
        fprintf(out, "estimate: %s |%s|, unsigned\n", factor, of);
}

static void print_nodes(const json_t *nodes, FILE *out) {
    const json_t *node;
    size_t i;
    json_array_foreach(nodes, i, node)
        fprintf(out, "%s%s", i > 0 ? ", " : "", fingerprint_text(node, "text"));
}

static bool has_same_nodes(const json_t *a, const json_t *b) {
    if (json_array_size(a) != json_array_size(b))
        return false;
    for (size_t i = 0; i < json_array_size(a); i++)
        if (strcmp(fingerprint_text(json_array_get(a, i), "text"),
                   fingerprint_text(json_array_get(b, i), "text")) != 0)
            return false;
    return true;
}

static void print_character(const json_t *fingerprint, FILE *out) {
    const char *of =
        json_is_true(json_object_get(fingerprint, "memory")) ? "of the first step: " : "";
    const json_t *r = json_object_get(fingerprint, "stability");
    const json_t *nodes = json_object_get(fingerprint, "nodes");
    const json_t *times = json_object_get(fingerprint, "time_nodes");
    if (json_is_object(r))
        fprintf(out, "%sR(z) = %s, %s\n", of, fingerprint_text(r, "text"),
                json_is_true(json_object_get(r, "l_stable"))   ? "L-stable"
                : json_is_true(json_object_get(r, "a_stable")) ? "A-stable"
                                                               : "not A-stable");
    if (json_is_array(nodes)) {
        fprintf(out, "%sweights@nodes ", of);
        print_nodes(nodes, out);
        if (json_is_array(times) && !has_same_nodes(nodes, times)) {
            fprintf(out, " | of the time ");
            print_nodes(times, out);
        } else {
            fprintf(out, json_is_array(times) ? " | of the time the same" : "");
        }
        fputc('\n', out);
    }
}

static void print_habits(const json_t *fingerprint, FILE *out) {
    const json_t *iterations = json_object_get(fingerprint, "iterations");
    const json_t *memory = json_object_get(fingerprint, "memory");
    const json_t *equivariant = json_object_get(fingerprint, "equivariant");
    if (json_is_integer(iterations))
        fprintf(out, "iterations >= %d | ", (int)json_integer_value(iterations));
    fprintf(out, "%s | %s\n",
            json_is_null(memory)   ? "memory unknown"
            : json_is_true(memory) ? "remembers earlier steps"
                                   : "no memory",
            json_is_null(equivariant)   ? "equivariance unknown"
            : json_is_true(equivariant) ? "equivariant"
                                        : "not equivariant");
}

void fingerprint_print_traits(const json_t *fingerprint, FILE *out) {
    print_orders(fingerprint, out);
    print_estimate(fingerprint, out);
    print_character(fingerprint, out);
    print_habits(fingerprint, out);
}
