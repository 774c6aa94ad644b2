/* Statuses as text.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/status.h"

const char *fast_status_text(enum fast_status status) {
    switch (status) {
#define STATUS_CASE(name, text)                                                          \
    case name: return text;
        FAST_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}
