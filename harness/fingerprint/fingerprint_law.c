/* The law of a method with memory, in a fingerprint.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/fingerprint/fingerprint_parts.h"

static json_t *text_or_null(const char *text) {
    return text[0] != '\0' ? json_string(text) : json_null();
}

static json_t *multistep_of(const struct memory *m) {
    if (m->kind != MEMORY_MULTISTEP)
        return json_null();
    return json_pack("{s:o, s:o}", "a",
                     json_numbers(m->multistep.a + 1, m->multistep.steps), "b",
                     json_numbers(m->multistep.b, m->multistep.steps + 1));
}

static json_t *alpha_of(const struct memory *m) {
    if (m->kind != MEMORY_ALPHA)
        return json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:b}", "alpha_m", json_number(m->alpha.alpha_m), "alpha_f",
        json_number(m->alpha.alpha_f), "beta", json_number(m->alpha.beta), "gamma",
        json_number(m->alpha.gamma), "mixes_forces", m->alpha.mixes_forces);
}

static const char *name_ratio(enum memory_ratio ratio) {
    static const char *const names[] = {
        [RATIO_FOLLOWED] = "followed", [RATIO_RESTARTS] = "starts-anew",
        [RATIO_IGNORED] = "ignored",   [RATIO_OTHER] = "other",
        [RATIO_UNTRIED] = "untried",
    };
    return names[ratio];
}

int fingerprint_add_law(json_t *object, const struct evidence *e) {
    const struct memory *m = e->course;
    json_t *law = json_null();
    if (m != NULL && m->has_memory && m->kind != MEMORY_UNKNOWN)
        law = json_pack(
            "{s:o, s:s, s:o, s:i, s:i, s:i, s:o, s:o, s:o}", "key", text_or_null(m->key),
            "title", m->title, "fault", text_or_null(m->fault), "order", m->order,
            "start_order", m->start_order, "after", m->begun, "ratio",
            m->kind == MEMORY_MULTISTEP ? json_string(name_ratio(m->ratio)) : json_null(),
            "multistep", multistep_of(m), "alpha", alpha_of(m));
    return json_object_set_new(object, "law", law);
}
