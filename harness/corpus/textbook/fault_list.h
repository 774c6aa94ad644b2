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
    F(WEIGHT_MISTYPED, "dormand-prince", "500/1113 is 500/1131", "fingerprint/*")          \
    F(BDF2_RATIO_IGNORED, "bdf2", "coefficients of equal steps on any", "fingerprint/*")  \
    F(BDF2_WEIGHT_MISTYPED, "bdf2", "0.667 for 2/3", "fingerprint/*")                     \
    F(BDF2_OLD_TIME, "bdf2", "the rate is taken at the old time", "fingerprint/*")        \
    F(ADAMS_SIGN, "adams-bashforth-3", "+16/12 for -16/12", "fingerprint/*")              \
    F(ADAMS_MISTYPED, "adams-bashforth-3", "22/12 for 23/12", "fingerprint/*")            \
    F(PREDICTOR_MISTYPED, "adams-bashforth-moulton-4", "-58/24 for -59/24", "fingerprint/*") \
    F(MIDPOINT_HALVED, "two-step-midpoint", "h f for 2 h f", "fingerprint/*")             \
    F(ALPHA_SWAPPED, "generalized-alpha", "alpha_m and alpha_f interchanged", "fingerprint/*") \
    F(ALPHA_GAMMA, "generalized-alpha", "gamma is 1/2", "fingerprint/*")                  \
    F(ALPHA_RHO, "generalized-alpha", "rho is 7/10", "declared/*")                        \
    F(ALPHA_START, "generalized-alpha", "it begins with acceleration 0", "fingerprint/*") \
    F(ALPHA_TIME, "generalized-alpha", "forces at the end's time", "fingerprint/*")
/* clang-format on */

#endif
