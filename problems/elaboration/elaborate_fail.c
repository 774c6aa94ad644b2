/* The first failure of an elaboration, and the work that it may take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/elaborate.h"
#include "problems/graph/expr.h"

bool elaborate_fail_memory(struct elaboration *e) {
    if (e->status == PROBLEM_OK)
        e->status = PROBLEM_NO_MEMORY;
    return false;
}

static void fail_with(struct elaboration *e, enum problem_status status, int offset,
                      const char *format, va_list arguments) {
    if (e->status != PROBLEM_OK)
        return;
    bool in_setting = e->source->kind == SOURCE_SETTING;
    source_message(e->source, offset, e->diagnostic, format, arguments);
    e->status = in_setting ? PROBLEM_BAD_SETTING : status;
}

bool elaborate_fail(struct elaboration *e, int offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(e, PROBLEM_BAD_MODEL, offset, format, arguments);
    va_end(arguments);
    return false;
}

bool elaborate_fail_as(struct elaboration *e, enum problem_status status, int offset,
                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(e, status, offset, format, arguments);
    va_end(arguments);
    return false;
}

bool elaborate_fail_unmoved(struct elaboration *e,
                            const struct declared_state *velocity) {
    return elaborate_fail(e, velocity->force_offset,
                          "nothing with a mass moves with '%s', the velocity of body "
                          "'%s', at the start",
                          velocity->name, velocity->body);
}

bool elaborate_spend(struct elaboration *e, long work, int offset) {
    e->work += work;
    if (e->work > e->limits.work)
        return elaborate_fail(e, offset, "the model takes more than %ld steps to read",
                              e->limits.work);
    if (graph_size(e->model->graph) > e->limits.nodes)
        return elaborate_fail(e, offset,
                              "the model has more than %d different subexpressions",
                              e->limits.nodes);
    if (graph_failed(e->model->graph))
        return elaborate_fail_memory(e);
    return true;
}

int elaborate_line(const struct elaboration *e, int offset) {
    return source_place(e->file, offset).line;
}
