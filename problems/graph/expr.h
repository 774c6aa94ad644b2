/* The expression graph in which a model is recorded.
 *
 * Nodes are hash-consed: equal expressions are the same node, so a shared subexpression is
 * stored once. Numbers are exact rationals and operations on numbers are carried out
 * exactly; 0 and 1 are folded away. Parameters stay symbolic until a reader asks for their
 * values, so one graph serves every setting of them. All kinks are one operation,
 * select(s, a, b), whose first argument is a switching surface.
 *
 * Functions that build never fail one by one: when memory runs out they return EXPR_NONE,
 * pass it on, and graph_failed tells.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EXPR_H
#define PROBLEMS_EXPR_H

#include <stdbool.h>

#include <gmp.h>
#include <mpfr.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/graph/operation.h"

/* An empty graph, freed with graph_free; NULL when memory runs out. graph_free takes NULL. */
graph *graph_alloc(void);
void graph_free(graph *g);

/* Whether memory ran out in some earlier call; the graph's nodes are then incomplete. */
bool graph_failed(const graph *g);

/* Number of nodes. */
int graph_size(const graph *g);

/* Leaves. expr_number copies its argument, which is in canonical form. */
expr expr_number(graph *g, mpq_srcptr value);
expr expr_integer(graph *g, long value);
expr expr_pi(graph *g);
expr expr_parameter(graph *g, int index);
expr expr_variable(graph *g, int index);

/* Arithmetic. A sum or product of the same two nodes is one node in either order, which
 * IEEE arithmetic allows; nothing else is reordered, so that every reader computes in the
 * order that the model file has. */
expr expr_add(graph *g, expr a, expr b);
expr expr_sub(graph *g, expr a, expr b);
expr expr_mul(graph *g, expr a, expr b);
expr expr_div(graph *g, expr a, expr b);
expr expr_neg(graph *g, expr a);

/* a^b. An integer number b becomes products (and a reciprocal), b = 1/2 a square root; an
 * exponent that depends on variables becomes exp(b log a). */
expr expr_pow(graph *g, expr a, expr b);

/* A function of one argument, EXPR_SQRT to EXPR_TANH. */
expr expr_apply(graph *g, enum expr_operation function, expr a);

/* A special function, EXPR_SN to EXPR_KEPLER; b, the parameter m or e, is a constant
 * (EXPR_NONE for EXPR_ELLIPTIC_K, whose one argument is constant). See
 * readers/mpfr_special.h for their definitions and domains. They have derivatives by a. */
expr expr_special(graph *g, enum expr_operation function, expr a, expr b);

/* Whether e contains a special function, other than in the value of a parameter. */
bool expr_is_special(const graph *g, expr e);

/* Kinks. At a tie max and min take b, abs takes a, step is 1 and sign is 1:
 * max(a, b) = select(b - a, b, a), min(a, b) = select(a - b, b, a),
 * abs(a) = select(a, a, -a), step(a) = select(a, 1, 0), sign(a) = select(a, 1, -1). */
expr expr_select(graph *g, expr s, expr a, expr b);
expr expr_max(graph *g, expr a, expr b);
expr expr_min(graph *g, expr a, expr b);
expr expr_abs(graph *g, expr a);
expr expr_step(graph *g, expr a);
expr expr_sign(graph *g, expr a);

/* How many kinks, whose surface can be crossed, some expressions use; -1: no memory. */
int expr_kinks(const graph *g, int roots, const expr *root);

/* The switching surfaces of these kinks, each once, in *surface, which the caller frees (NULL:
 * there are none); their number is returned, -1: no memory. */
int expr_surfaces(const graph *g, int roots, const expr *root, expr **surface);

/* Where each surface is taken to be positive (side[k] > 0) or negative. taken[k] is surface k
 * itself with these sides, or EXPR_NONE where it decides nothing, as in the branch of another
 * select that is not taken. */
struct expr_sides {
    int count;
    const expr *surface;
    const signed char *side;
    expr *taken;
};

/* e[roots] := the same expressions with each select on one of the surfaces replaced by the
 * argument on its side, and fills taken. False: no memory, nothing is changed. */
bool expr_take_sides(graph *g, int roots, expr *e, const struct expr_sides *sides);

/* What a node is: its operation; its arguments (EXPR_NONE beyond the arity); the index of a
 * parameter or variable; the value of a number, owned by the graph. */
enum expr_operation expr_operation(const graph *g, expr e);
expr expr_argument(const graph *g, expr e, int i);
int expr_index(const graph *g, expr e);
mpq_srcptr expr_value(const graph *g, expr e);
bool expr_is_zero(const graph *g, expr e);
bool expr_is_one(const graph *g, expr e);

/* Whether e uses no variable: numbers, pi and parameters only. */
bool expr_is_constant(const graph *g, expr e);

/* The sorted indices of the variables that e uses, or that several expressions use: their
 * number is returned, and *indices, which the caller frees, points to them (NULL when there
 * are none). -1: out of memory. */
int expr_variables(graph *g, expr e, int **indices);
int expr_variables_of(graph *g, int roots, const expr *root, int **indices);

/* The exact derivative of e by one variable; a select is differentiated branch by branch. */
expr expr_derivative(graph *g, expr e, int variable);

/* The exact derivatives of e by `count` variables, derivative[i] by variable[i]: the
 * work is count times the number of nodes that e uses, whatever the graph's size. */
void expr_gradient(graph *g, expr e, int count, const int *variable, expr *derivative);

/* e with each variable[i] replaced by replacement[i]. */
expr expr_substitute(graph *g, expr e, int count, const int *variable,
                     const expr *replacement);

/* result[rows] := the rows with each of the `count` nodes in them, which are no constants,
 * replaced by by[i]; a row that is one of the nodes keeps its own operation, unless it is a
 * variable. result may be row. The work is the graph's size. False: no memory. */
bool expr_replace(graph *g, int count, const expr *node, const expr *by, int rows,
                  const expr *row, expr *result);

/* The value of a parameter: a constant expression, which may use parameters set before. */
void graph_set_parameter(graph *g, int index, expr value);
expr graph_parameter(const graph *g, int index);

/* value := the constant e, correctly rounded (to nearest) to value's own precision: exact
 * rational arithmetic where it suffices, else raised precision until the rounding is
 * certain. What bounds cannot tell from zero at the highest precision (expr_constant.c)
 * counts as zero: sin(pi) is 0, step(sin(pi)) is 1. Value unchanged: PROBLEM_NOT_FINITE, a
 * division by zero, a logarithm of a negative number and the like; PROBLEM_BAD_SETTING, a
 * parameter without a value or defined by itself; PROBLEM_NO_MEMORY. */
enum problem_status expr_constant(const graph *g, expr e, mpfr_ptr value);

/* The same, rounded to double (subnormal numbers included). PROBLEM_NOT_FINITE also when
 * the value is too large for a double. */
enum problem_status expr_constant_double(const graph *g, expr e, double *value);

/* The same for many (size count), in one pass over what they are made of. On failure, that of
 * the first without a value, no value is changed. */
enum problem_status expr_constants_double(const graph *g, int count, const expr *constant,
                                          double *value);

#endif
