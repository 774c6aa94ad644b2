/* The outcomes in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/status.h"

const char *ref_status_text(enum ref_status status) {
    switch (status) {
#define REF_STATUS_CASE(name, text)                                                      \
    case name: return text;
        REF_STATUS_LIST(REF_STATUS_CASE)
#undef REF_STATUS_CASE
    case REF_STATUSES: break;
    }
    return "no such status";
}
