/* What a gate has come to, told: on the terminal, in files, and as an exit status.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/gate/gate_tell.h"

#include "harness/program/gate/gate_files.h"
#include "harness/results/files/ctest.h"
#include "harness/results/gate_print.h"

enum exit_status gate_tell(struct session *session, const struct arguments *arguments,
                           const struct gate_run *run) {
    bool taken = gate_files_use_standard_output(arguments);
    FILE *out = taken ? session->err : session->out;
    if (arguments_value(arguments, "ctest") != NULL)
        ctest_print(&run->outcome, out);
    gate_print(&run->outcome, arguments_value(arguments, "verbose") != NULL, out);
    if (gate_files_write(arguments, &run->outcome, run->document, session->out,
                         &session->why))
        return EXIT_MACHINE;
    return gate_outcome_passes(&run->outcome) ? EXIT_PASSED : EXIT_VERDICT;
}
