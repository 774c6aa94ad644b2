/* Setting the terms of a model file in MathML Core.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MATHML_H
#define PROBLEMS_MATHML_H

#include <stdio.h>

#include "problems/base/arena.h"
#include "problems/language/syntax.h"

struct atoms; /* problems/language/atoms.h */

struct mathml {
    FILE *out;
    const struct source *source;
    const struct atoms *atoms;
};

/* How much room a term has to be understood without parentheses. */
struct mathml_place {
    int binding;       /* what binds less gets parentheses: BINDS_* */
    bool ends_sum;     /* nothing is added behind it: a sum sign reaches no further */
    bool ends_product; /* no factor follows: an argument needs no parentheses */
    bool small;        /* in an exponent or index: a/b with a slash */
};

enum { BINDS_LOGIC, BINDS_RELATION, BINDS_SUM, BINDS_PRODUCT, BINDS_POWER, BINDS_ATOM };

#define MATHML_SIGN "<mo form=\"prefix\">\xE2\x88\x92</mo>"
#define MATHML_MINUS "<mo>\xE2\x88\x92</mo>" /* U+2212 */
#define MATHML_THIN_SPACE "<mspace width=\"0.17em\"/>"

/* A whole term on its own; one in an exponent or index. */
extern const struct mathml_place mathml_alone, mathml_small;

/* Makes every product of a term one of two factors: a*b/c is (a*b)/c; and a name times itself,
 * which model files prefer to ^2, a square. Terms are set after that. False: out of memory. */
bool mathml_pair(struct arena *arena, struct term *term);
bool mathml_pair_clauses(struct arena *arena, struct clause *clauses);
bool mathml_is_quotient(const struct term *term);
bool mathml_is_times(const struct term *term);

void mathml_term(const struct mathml *m, const struct term *term,
                 struct mathml_place place);

/* The same, with sums that are wider than a phone broken into lines: `between` is the markup
 * from one line to the next. A fraction's numerator is broken inside the fraction. */
void mathml_lines(const struct mathml *m, const struct term *term, const char *between);

/* "i = 1, ..., n" */
void mathml_range(const struct mathml *m, const struct clause *clause);

/* The kinds of term that have files of their own. */
void mathml_enclosed(const struct mathml *m, const struct term *term, const char *open,
                     const char *close);
void mathml_times(const struct mathml *m, const struct term *term,
                  struct mathml_place place);
void mathml_call(const struct mathml *m, const struct term *term,
                 struct mathml_place place);
void mathml_arguments(const struct mathml *m, const struct term *call, bool may_be_bare);
void mathml_series(const struct mathml *m, const struct term *term,
                   struct mathml_place place);
void mathml_cases(const struct mathml *m, const struct term *term);
void mathml_condition(const struct mathml *m, const struct term *term);
void mathml_function(const struct mathml *m, const struct term *call);

/* Whether a call is set by its name: roots and absolute values are not. */
bool mathml_is_named(const struct term *call);

/* Whether an exponent may stand at a term's name: it is a trigonometric, hyperbolic or elliptic
 * function. */
bool mathml_has_powers(const struct term *term);

/* Terms separated by commas. */
void mathml_list(const struct mathml *m, const struct term *first,
                 struct mathml_place place);

/* Whether a term is a name (or t, or pi), with or without indices, and which. */
bool mathml_is_name(const struct term *term);
const char *mathml_text(const struct mathml *m, const struct term *term);

/* A name with its indices below and an exponent (NULL: none) above. */
void mathml_name(const struct mathml *m, const char *name, const struct term *index,
                 const struct term *exponent);
void mathml_target(const struct mathml *m, const struct target *target);

/* Whether a name, without indices, is a word: more than one letter and not Greek. */
bool mathml_is_word(const char *name);

/* Numbers such as 3e7 become 3 x 10^7. */
void mathml_number(const struct mathml *m, const struct term *term);
bool mathml_number_is_plain(const struct mathml *m, const struct term *term);

#endif
