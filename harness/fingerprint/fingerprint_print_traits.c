/* The lines of a fingerprint's text below its diagnosis: orders, estimate, stability function,
 * nodes, habits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/fingerprint/fingerprint_parts.h"

static void print_power(long order, FILE *out) {
    if (order > 0)
        fprintf(out, "h^%ld", order);
    else
        fprintf(out, "beyond");
}

/* Whether order studies would see nothing. */
static bool has_right_slopes(const struct fingerprint_convergence *c) {
    return c->has_expected && c->met.order == c->expected.order &&
           c->met.estimate == c->expected.estimate && c->met.gap == c->expected.gap;
}

static void print_errors(const struct fingerprint *f, FILE *out) {
    const struct fingerprint_convergence *c = &f->convergence;
    const long order = c->has_first ? c->first : c->met.order;
    const bool is_beyond = c->met.at_least && !c->has_first;
    fprintf(out, " | error, estimate, gap %sstart at ",
            c->has_first ? "of the first step " : "");
    print_power(is_beyond ? 0 : 1 + order, out);
    fprintf(out, ", ");
    print_power(c->met.estimate, out);
    fprintf(out, ", ");
    print_power(c->met.gap, out);
}

static void print_orders(const struct fingerprint *f, FILE *out) {
    const struct fingerprint_convergence *c = &f->convergence;
    if (c->met.order == 0 && strcmp(f->verdict, "not-a-method") == 0) {
        fprintf(out, "no order\n"); /* what is left at short steps is not known */
        return;
    }
    fprintf(out, "order %ld%s", c->met.order,
            !c->met.at_least ? ""
            : c->has_first   ? " in the first step, then unknown"
                             : " at least");
    if (c->separable > 0)
        fprintf(out, ", and %ld%s where q' = v and v' = f(t,q)", c->separable,
                fingerprint_is_beyond_trees(f, c->separable) ? " at least" : "");
    if (f->has_estimate)
        print_errors(f, out);
    if (f->failing > 0 && strcmp(f->verdict, "fail") == 0 && has_right_slopes(c))
        fprintf(out, ": the slopes are right, the constants are not");
    fputc('\n', out);
}

static void print_estimate(const struct fingerprint *f, FILE *out) {
    const struct fingerprint_estimate *e = &f->estimate;
    if (!f->has_estimate)
        fprintf(out, "no estimate\n");
    else if (e->of[0] == '\0')
        fprintf(out, "estimate: of no known kind\n");
    else if (strcmp(e->of, "0") == 0)
        fprintf(out, "estimate: zero through order %ld\n", f->order);
    else if (e->is_signed)
        fprintf(out, "estimate: %s (%s), signed\n", e->factor_text, e->of);
    else
        fprintf(out, "estimate: %s |%s|, unsigned\n", e->factor_text, e->of);
}

static void print_nodes(const struct fingerprint_node *node, int count, FILE *out) {
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", node[i].text);
}

static bool has_same_nodes(const struct fingerprint *f) {
    bool same = f->nodes == f->time_nodes;
    for (int i = 0; i < f->nodes && same; i++)
        same = strcmp(f->node[i].text, f->time_node[i].text) == 0;
    return same;
}

static void print_character(const struct fingerprint *f, FILE *out) {
    const char *of = f->memory ? "of the first step: " : "";
    const struct fingerprint_stability *r = &f->stability;
    if (f->has_stability)
        fprintf(out, "%sR(z) = %s, %s\n", of, r->text,
                r->l_stable   ? "L-stable"
                : r->a_stable ? "A-stable"
                              : "not A-stable");
    if (!f->has_nodes)
        return;
    fprintf(out, "%sweights@nodes ", of);
    print_nodes(f->node, f->nodes, out);
    if (f->has_time_nodes && has_same_nodes(f)) {
        fprintf(out, " | of the time the same");
    } else if (f->has_time_nodes) {
        fprintf(out, " | of the time ");
        print_nodes(f->time_node, f->time_nodes, out);
    }
    fputc('\n', out);
}

static void print_habits(const struct fingerprint *f, FILE *out) {
    if (f->has_iterations)
        fprintf(out, "iterations >= %ld | ", f->iterations);
    fprintf(out, "%s | %s\n",
            !f->memory_known ? "memory unknown"
            : f->memory      ? "remembers earlier steps"
                             : "no memory",
            !f->equivariant_known ? "equivariance unknown"
            : f->equivariant      ? "equivariant"
                                  : "not equivariant");
}

void fingerprint_print_traits(const struct fingerprint *f, FILE *out) {
    print_orders(f, out);
    print_estimate(f, out);
    print_character(f, out);
    print_habits(f, out);
}
