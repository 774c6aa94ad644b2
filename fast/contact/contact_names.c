/* Names of verdicts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact.h"

const char *contact_verdict_name(enum contact_verdict verdict) {
    static const char *const names[] = {"tight", "verified", "not verified",
                                        "ill-conditioned", "infeasible"};
    const int which = (int)verdict;
    return which >= 0 && which < CONTACT_VERDICTS ? names[which] : "unknown";
}
