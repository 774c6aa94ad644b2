/* Faults of the textbook methods, one line each:
 *
 *     id, method, what is changed, the check that sees it: "study/quantity"
 *
 * The quantity is a pattern; one failed result that fits it is enough. A method looks for its
 * faults with textbook_has(b, FAULT_ID).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_TEXTBOOK_FAULT_LIST_H
#define HARNESS_CORPUS_TEXTBOOK_FAULT_LIST_H

/* clang-format off */
#define TEXTBOOK_FAULT_LIST(F)                                                           \
    F(WEIGHT_MISTYPED, "dormand-prince", "500/1113 is 500/1131", "fingerprint/*")
/* clang-format on */

#endif
