/* The sentence that goes with each status.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/status.h"

const char *problem_status_text(enum problem_status status) {
    switch (status) {
#define PROBLEM_STATUS_CASE(name, text)                                                  \
    case name: return text;
        PROBLEM_STATUS_LIST(PROBLEM_STATUS_CASE)
#undef PROBLEM_STATUS_CASE
    }
    return "unknown status";
}
