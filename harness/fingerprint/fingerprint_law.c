/* The law of a method with memory, in a fingerprint.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_parts.h"

static const char *name_ratio(enum memory_ratio ratio) {
    static const char *const names[] = {
        [RATIO_FOLLOWED] = "followed", [RATIO_RESTARTS] = "starts-anew",
        [RATIO_IGNORED] = "ignored",   [RATIO_OTHER] = "other",
        [RATIO_UNTRIED] = "untried",
    };
    return names[ratio];
}

/* What only one of the kinds has. */
static int set_kind(struct fingerprint_law *law, const struct memory *m) {
    struct fingerprint_multistep *s = &law->multistep;
    law->has_multistep = m->kind == MEMORY_MULTISTEP;
    law->has_alpha = m->kind == MEMORY_ALPHA;
    if (law->has_alpha)
        law->alpha =
            (struct fingerprint_alpha){m->alpha.alpha_m, m->alpha.alpha_f, m->alpha.beta,
                                       m->alpha.gamma, m->alpha.mixes_forces};
    return law->has_multistep &&
           (record_set_text(&law->ratio, name_ratio(m->ratio)) |
            record_set_numbers(&s->a, &s->as, m->multistep.a + 1, m->multistep.steps) |
            record_set_numbers(&s->b, &s->bs, m->multistep.b, m->multistep.steps + 1));
}

int fingerprint_set_law(struct fingerprint *f, const struct evidence *e) {
    const struct memory *m = e->course;
    f->has_law = m != NULL && m->has_memory && m->kind != MEMORY_UNKNOWN;
    if (!f->has_law)
        return 0;
    f->law.order = m->order;
    f->law.start_order = m->start_order;
    f->law.after = m->begun;
    return record_set_text(&f->law.key, m->key) |
           record_set_text(&f->law.title, m->title) |
           record_set_text(&f->law.fault, m->fault) | set_kind(&f->law, m);
}
