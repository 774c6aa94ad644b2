/* What a session shows of work that takes minutes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/session.h"

#include "harness/jobs/progress.h"

struct progress session_progress(const struct session *session) {
    return session->err_is_terminal || session->is_quiet
               ? progress_start(session->err, session->err_is_terminal)
               : progress_start_lines(session->err);
}
