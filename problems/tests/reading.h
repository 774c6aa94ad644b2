/* Reading model texts in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_READING_H
#define PROBLEMS_TESTS_READING_H

#include "problems/base/status.h"
#include "problems/graph/node.h"

struct model; /* problems/model.h */

/* The model in a text under settings "NAME=VALUE", several of them separated by '|', NULL:
 * none; the test fails when it is refused. */
struct model *reading_model(const char *text, const char *settings);

/* The status and message with which a text is refused; the test fails when it is not. */
enum problem_status reading_refusal(const char *text, const char *settings,
                                    struct diagnostic *d);

/* The value of a constant of the model as a double. */
double reading_constant(const struct model *m, expr e);

/* The value of an expression at t and x (size nx, NULL when it depends on no state), at 200
 * bits, rounded to double. */
double reading_value(const struct model *m, expr e, double t, const double *x);

/* The index of a component of the state by its name; the test fails when there is none. */
int reading_state(const struct model *m, const char *name);

#endif
