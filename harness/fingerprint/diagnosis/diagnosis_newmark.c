/* Newmark's methods in a diagnosis: named by their two numbers, and held to those declared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/evidence/newmark.h"
#include "harness/fingerprint/laws/fraction.h"

/* To so much weights are known. */
static const double few_roundings = 1e-13;

/* Those that have a name of their own (Hughes, The Finite Element Method (2000), table 9.1.1). */
static const struct {
    double beta, gamma;
    const char *name;
} members[] = {{1 / 4.0, 1 / 2.0, " (average acceleration)"},
               {1 / 6.0, 1 / 2.0, " (linear acceleration)"},
               {1 / 12.0, 1 / 2.0, " (Fox-Goodwin)"},
               {0, 1 / 2.0, " (central difference)"}};

static const char *name_member(const struct newmark *n) {
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (fabs(n->beta - members[i].beta) <= few_roundings &&
            fabs(n->gamma - members[i].gamma) <= few_roundings)
            return members[i].name;
    return "";
}

/* 1 - beta in place of 1/2 - beta. Another half, or one with beta = half gamma, is that of
 * positions which go by a mean of both velocities, or by the new one: (half (1 - gamma), half
 * gamma). */
static void find_wrong_half(struct diagnosis *x, const struct newmark *n) {
    char beta[FRACTION_TEXT];
    if (fabs(n->half - 1) > few_roundings || fabs(n->beta - n->gamma) <= few_roundings)
        return;
    fraction_print_rough(beta, n->beta, few_roundings);
    x->fault = (struct fault){.found = true, .size = n->half};
    snprintf(x->fault.id, sizeof x->fault.id, "newmark-displacement");
    snprintf(
        x->fault.text, sizeof x->fault.text,
        "Newmark's method with beta = %s, with 1 - beta in place of 1/2 - beta for the "
        "old acceleration: a constant one, a, moves it by h^2 a, not by h^2 a/2",
        beta);
    snprintf(x->name_text, sizeof x->name_text, "%s", x->fault.text);
}

int diagnosis_find_newmark(struct diagnosis *x, const struct evidence *e) {
    char beta[FRACTION_TEXT], gamma[FRACTION_TEXT];
    struct newmark n;
    if (newmark_find(&n, e))
        return -1;
    if (!n.is_one)
        return 0;
    if (fabs(n.half - 0.5) > few_roundings) {
        find_wrong_half(x, &n);
        return 0;
    }
    fraction_print_rough(beta, n.beta, few_roundings);
    fraction_print_rough(gamma, n.gamma, few_roundings);
    const bool is_second = fabs(n.gamma - 0.5) <= few_roundings;
    snprintf(x->name_text, sizeof x->name_text,
             "Newmark's method with beta = %s, gamma = %s%s%s", beta, gamma,
             name_member(&n), is_second ? "" : ": order 1, for gamma is not 1/2");
    law_newmark_key(x->law_key, n.beta, n.gamma);
    return 0;
}

int diagnosis_judge_newmark(struct diagnosis *x, const struct evidence *e,
                            const char *expected) {
    if (x->verdict == DIAGNOSIS_NOT_A_METHOD)
        return 0;
    if (x->law_key[0] == '\0' && diagnosis_find_newmark(x, e))
        return -1;
    const bool is_one = x->law_key[0] != '\0';
    const bool passes =
        is_one && !evidence_remembers(e) && law_same(expected, x->law_key);
    x->is_law = true;
    if (is_one) {
        x->text[0] = '\0';
        diagnosis_say(x, "This is %s%s%s.", x->name_text, passes ? "" : ", not ",
                      passes ? "" : expected);
    } else {
        diagnosis_say(x, " It is not %s.", expected);
    }
    x->verdict = passes ? DIAGNOSIS_PASS : DIAGNOSIS_FAIL;
    return 0;
}
