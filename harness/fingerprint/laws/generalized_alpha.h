/* The generalised-alpha method and its relatives, for q' = v, v' = f(t, q, v):
 *
 *     q1 = q0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1)
 *     v1 = v0 + h ((1 - gamma) a0 + gamma a1)
 *     (1 - alpha_m) a1 + alpha_m a0 = f of (1 - alpha_f) x1 + alpha_f x0, at that time, or
 *                                     (1 - alpha_f) f1 + alpha_f f0
 *
 * a is the method's own, carried from step to step; a = f at the start. Of second order where
 * gamma = 1/2 - alpha_m + alpha_f (Chung, Hulbert, J. Appl. Mech. 60 (1993); Hilber, Hughes,
 * Taylor, Earthq. Eng. Struct. Dyn. 5 (1977); Wood, Bossak, Zienkiewicz, Int. J. Numer. Meth.
 * Eng. 15 (1980)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GENERALIZED_ALPHA_H
#define HARNESS_GENERALIZED_ALPHA_H

#include <stdbool.h>

struct generalized_alpha {
    double alpha_m, alpha_f, beta, gamma;
    bool mixes_forces; /* f1 and f0, not the states */
};

enum alpha_family {
    ALPHA_CHUNG, /* rho: alpha_m = (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1) */
    ALPHA_HHT,   /* alpha: alpha_m = 0, alpha_f = -alpha */
    ALPHA_WBZ,   /* rho: alpha_m = (rho - 1)/(rho + 1), alpha_f = 0 */
    ALPHA_FAMILIES
};

/* "generalized-alpha", "hht", "wbz"; "rho", "alpha", "rho". */
const char *alpha_family_name(enum alpha_family family);
const char *alpha_family_parameter(enum alpha_family family);

/* How one of the family is declared: "rho from 0 to 1, as in 'wbz rho=0.5'". */
const char *alpha_family_form(enum alpha_family family);

/* The method of a family; gamma = 1/2 - alpha_m + alpha_f, beta = (1 - alpha_m + alpha_f)^2/4.
 * Nonzero: the parameter is out of its range (rho from 0 to 1, alpha from -1/3 to 0). */
int alpha_method(struct generalized_alpha *m, enum alpha_family family, double parameter);

/* Whether the method is one of a family, with this parameter (NaN: with any), to the tolerance. */
bool alpha_is_of(const struct generalized_alpha *m, enum alpha_family family,
                 double parameter, double tolerance);

/* What four measured numbers are. */
struct alpha_finding {
    bool is_member; /* of a family: */
    enum alpha_family family;
    double parameter;
    int order;
    char title[160]; /* "the generalised-alpha method with rho = 4/5" */
    char fault[160]; /* "gamma is 1/2, not 5/9"; "" */
    bool is_wrong;   /* that costs it its order or its stability */
};
void alpha_classify(struct alpha_finding *f, const struct generalized_alpha *m,
                    double tolerance);

#endif
