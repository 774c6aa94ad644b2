/* Another value of a parameter, or at the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/base/decimal.h"
#include "problems/graph/expr.h"
#include "problems/graph/graph.h"
#include "problems/model.h"

enum problem_status model_change(struct model *m, const char *name, const char *number) {
    const int parameter = model_find_parameter(m, name);
    const int state = model_find_state(m, name);
    expr constant = EXPR_NONE;
    mpq_t value;
    if (parameter < 0 && state < 0)
        return PROBLEM_NOT_FOUND;
    mpq_init(value);
    const bool is_number = decimal_read(value, number, (int)strlen(number));
    if (is_number)
        constant = expr_number(m->graph, value);
    mpq_clear(value);
    if (constant == EXPR_NONE)
        return is_number ? PROBLEM_NO_MEMORY : PROBLEM_BAD_SETTING;
    if (parameter >= 0)
        graph_set_parameter(m->graph, parameter, constant);
    else
        m->initial[state] = constant;
    return graph_failed(m->graph) ? PROBLEM_NO_MEMORY : PROBLEM_OK;
}
