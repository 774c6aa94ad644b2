/* Why a model is not bound.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "problems/model.h"

int bind_refuse(const struct model *m, enum problem_status status, struct diagnostic *d) {
    char constant[256] = "";
    if (status == PROBLEM_NOT_FINITE)
        model_tell_constant(m, constant, sizeof constant);
    return message_set(d, "%s: %s%s%s", m->name, problem_status_text(status),
                       constant[0] == '\0' ? "" : ": ", constant);
}
