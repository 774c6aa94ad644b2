/* Setting the tree of an expression in MathML.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATH_PRINT_H
#define REPORTS_MATH_PRINT_H

#include "reports/math_tree.h"
#include "reports/text.h"

struct math_printer {
    struct text *page;
    const struct math_tree *tree;
};

/* How much room a node has to be understood without parentheses. */
struct math_place {
    int binding;       /* what binds less gets parentheses: MATH_BINDS_* */
    bool ends_sum;     /* nothing is added behind it: a sum sign reaches no further */
    bool ends_product; /* no factor follows: an argument needs no parentheses */
    bool small;        /* in an exponent or index: a/b with a slash */
};

enum {
    MATH_BINDS_LOGIC,
    MATH_BINDS_RELATION,
    MATH_BINDS_SUM,
    MATH_BINDS_PRODUCT,
    MATH_BINDS_POWER,
    MATH_BINDS_ATOM
};

#define MATH_SIGN "<mo form=\"prefix\">\xE2\x88\x92</mo>"
#define MATH_MINUS "<mo>\xE2\x88\x92</mo>" /* U+2212 */
#define MATH_THIN_SPACE "<mspace width=\"0.17em\"/>"

/* A whole expression on its own. */
extern const struct math_place math_alone;

void math_print(const struct math_printer *p, int node, struct math_place place);

/* The same, with sums that are wider than a phone broken into lines: `between` is the
 * markup from one line to the next. A fraction's numerator is broken inside the fraction.
 * */
void math_print_lines(const struct math_printer *p, int node, const char *between);

/* "i = 1, ..., n", "i < n", "otherwise" */
void math_print_qualifier(const struct math_printer *p, int node);

/* The kinds of node that have files of their own. */
void math_print_enclosed(const struct math_printer *p, int node, const char *open,
                         const char *close);
void math_print_product(const struct math_printer *p, int node, struct math_place place);
void math_print_call(const struct math_printer *p, int node, struct math_place place);
void math_print_arguments(const struct math_printer *p, int call, bool may_be_bare);
void math_print_big(const struct math_printer *p, int node, struct math_place place);
void math_print_cases(const struct math_printer *p, int node);

bool math_is_named(const struct math_node *node, const char *name);

/* A name with what is below it and an exponent (MATH_NONE or a node) above it. Indices
 * are the children of the node, if any. */
void math_print_name(const struct math_printer *p, int node, int exponent);

/* Whether the name, without indices, is a word: more than one letter and not Greek. */
bool math_is_word(const struct math_node *node);

/* The same with any name as the only index: the m of "mass a, b". */
void math_print_symbol(const struct math_printer *p, const char *symbol, int first,
                       int second);

/* A function's or an operator's usual name. */
void math_print_function(struct text *page, const struct math_node *node);

/* Numbers such as 3e7 become 3 x 10^7. */
void math_print_number(struct text *page, const struct math_node *node);
bool math_number_is_plain(const struct math_node *node);

#endif
