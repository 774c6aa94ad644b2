/* A pair whose result is right, and in whose estimate two numbers stand in each other's places:
 * two of its own, e_j and e_k, or two weights of the method that it compares with, b_j - e_j and
 * b_k - e_k.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"

/* e := b - (b - e) with the latter's j and k exchanged, which is its own inverse. */
static void swap_compared(mpq_t *e, mpq_t *b, int j, int k) {
    mpq_swap(e[j], e[k]);
    mpq_sub(e[j], e[j], b[k]);
    mpq_add(e[j], e[j], b[j]);
    mpq_sub(e[k], e[k], b[j]);
    mpq_add(e[k], e[k], b[k]);
}

static void swap_own(struct tableau *t, int j, int k) {
    mpq_swap(t->eq[j], t->eq[k]);
    mpq_swap(t->ev[j], t->ev[k]);
}

static int try_pair(struct fault *fault, const struct evidence *e, struct tableau *t,
                    const char *title, int j, int k) {
    int failed = 0;
    for (int own = 1; own >= 0 && !failed && !fault->found; own--) {
        for (int way = 0; way < 2 && !failed; way++) {
            if (own) {
                swap_own(t, j, k);
            } else {
                swap_compared(t->eq, t->bq, j, k);
                swap_compared(t->ev, t->bv, j, k);
            }
            if (way == 0)
                failed = fault_explains_table(&fault->found, e, t);
        }
        if (!failed && fault->found) {
            snprintf(fault->id, sizeof fault->id, "estimate-exchanged");
            snprintf(fault->text, sizeof fault->text,
                     own ? "%.160s, with e%d and e%d exchanged"
                         : "%.160s, with the weights %d and %d exchanged of the method "
                           "that its estimate compares with",
                     title, j + 1, k + 1);
        }
    }
    return failed;
}

int fault_find_estimate_moved(struct fault *fault, const struct evidence *e,
                              const struct known_method *m, enum known_variant variant) {
    char title[NAME_TEXT];
    struct tableau t;
    int failed = known_build(&t, m, variant);
    name_title(title, m, variant);
    *fault = (struct fault){.found = false, .size = NAN};
    for (int k = 1; k < t.stages && !failed && t.ev != NULL && e->has_estimate; k++)
        for (int j = 0; j < k && !failed && !fault->found; j++)
            failed = try_pair(fault, e, &t, title, j, k);
    tableau_free(&t);
    return failed;
}
