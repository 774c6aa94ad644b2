/* What is wrong with an estimate that is not the expected one, in the order in which it would be
 * looked for: zero, without its signs, with a power of h, another difference, a wrong part, its
 * sign, its factor.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"

static void set_fault(struct fault *fault, const char *id, double size, const char *title,
                      const char *what) {
    fault->found = true;
    fault->size = size;
    snprintf(fault->id, sizeof fault->id, "%s", id);
    snprintf(fault->text, sizeof fault->text, "%.160s, with %.150s", title, what);
}

static void judge_parts(struct diagnosis *x, const char *title) {
    static const char *const parts[2] = {"position", "velocity"};
    const struct estimate_fit *f = &x->estimate;
    char what[160];
    int wrong = fabs(f->off[0]) > fabs(f->off[1]) ? 0 : 1;
    if (f->off[wrong] == -1)
        snprintf(what, sizeof what, "the %s part of the estimate missing", parts[wrong]);
    else
        snprintf(what, sizeof what, "the %s part of the estimate multiplied by %s",
                 parts[wrong], f->relative_text[wrong]);
    set_fault(&x->fault, "estimate-part", f->off[wrong] + 1, title, what);
}

void diagnosis_judge_estimate(struct diagnosis *x, const char *title) {
    const struct estimate_fit *f = &x->estimate;
    char what[160];
    bool usual = f->found && !f->is_zero && ((f->x == 0 && f->y == 1) || f->x < 0);
    if (!f->found)
        return;
    if (f->is_zero) {
        set_fault(&x->fault, "estimate-zero", 0, title, "an estimate that is zero");
    } else if (!f->is_signed) {
        set_fault(&x->fault, "estimate-absolute", NAN, title,
                  "the estimate made absolute");
    } else if (f->per_h != 0) {
        set_fault(
            &x->fault, f->per_h > 0 ? "estimate-times-h" : "estimate-over-h", NAN, title,
            f->per_h > 0 ? "the estimate multiplied by h" : "the estimate divided by h");
    } else if (!usual) {
        bool plain = strcmp(f->factor_text, "1") == 0;
        snprintf(what, sizeof what, "the estimate %s%s(%s)", plain ? "" : f->factor_text,
                 plain ? "" : " ", f->of);
        set_fault(&x->fault, "estimate-pair", f->factor, title, what);
    } else if (f->is_apart) {
        judge_parts(x, title);
    } else if (f->off[TREE_V] == -2) {
        set_fault(&x->fault, "estimate-sign", -1, title,
                  "the sign of the estimate flipped");
    } else {
        snprintf(what, sizeof what, "the estimate multiplied by %s",
                 f->relative_text[TREE_V]);
        set_fault(&x->fault, "estimate-factor", f->off[TREE_V] + 1, title, what);
    }
}
