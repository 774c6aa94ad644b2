/* What a session shows of work that takes minutes, and what it ends with.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/session.h"

#include "harness/base/output.h"
#include "harness/jobs/progress.h"

struct progress session_progress(const struct session *session) {
    return session->err_is_terminal || session->is_quiet
               ? progress_start(session->err, session->err_is_terminal)
               : progress_start_lines(session->err);
}

enum exit_status session_status_of(int refusal) {
    return refusal == 0                  ? EXIT_PASSED
           : refusal == OUTPUT_MISPLACED ? EXIT_USAGE
                                         : EXIT_MACHINE;
}
