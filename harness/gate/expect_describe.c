/* What is declared and accepted as a part of a document, and back.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/gate/expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"

/* A bound that is there. */
static void describe_bound(json_t *about, const char *key, double bound) {
    if (isfinite(bound))
        json_object_set_new(about, key, json_number(bound));
}

static json_t *describe_acceptance(const struct acceptance *a) {
    json_t *about =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "study", json_text_of(a->study),
                  "quantity", json_text_of(a->quantity), "model", json_text_of(a->model),
                  "method", json_text_of(a->method), "mode", json_text_of(a->mode),
                  "reason", json_text_of(a->reason), "line", a->line);
    describe_bound(about, "at-least", a->at_least);
    describe_bound(about, "at-most", a->at_most);
    return about;
}

/* NULL: out of memory. */
static json_t *expect_describe(const struct expect *e) {
    json_t *accept = json_array();
    for (int k = 0; k < e->acceptances; k++)
        json_array_append_new(accept, describe_acceptance(&e->acceptance[k]));
    json_t *about = json_pack("{s:i, s:i, s:i, s:i, s:o}", "order", e->order,
                              "estimate-order", e->estimate_order, "estimate",
                              (int)e->estimate, "models", e->models, "accept", accept);
    if (e->path != NULL)
        json_object_set_new(about, "path", json_text_of(e->path));
    if (e->method != NULL)
        json_object_set_new(about, "method", json_text_of(e->method));
    return about;
}

void expect_note(const struct expect *e, json_t *part) {
    json_t *matches = json_array();
    for (int k = 0; k < e->acceptances; k++)
        json_array_append_new(matches, json_integer(e->acceptance[k].matches));
    json_object_set_new(part, "matches", matches);
    json_object_set_new(part, "expect", expect_describe(e));
}

/* The acceptance, whose members are all texts but the bounds and the line. */
static int restore_acceptance(struct acceptance *a, json_t *value) {
    a->at_least = -INFINITY;
    a->at_most = INFINITY;
    return json_unpack(value, "{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s?F, s?F}", "study",
                       &a->study, "quantity", &a->quantity, "model", &a->model, "method",
                       &a->method, "mode", &a->mode, "reason", &a->reason, "line",
                       &a->line, "at-least", &a->at_least, "at-most", &a->at_most);
}

static int restore(struct expect *e, json_t *document, json_t *accept) {
    int estimate = 0;
    size_t i;
    json_t *value;
    if (json_unpack(document, "{s:i, s:i, s:i, s:i, s?s, s?s}", "order", &e->order,
                    "estimate-order", &e->estimate_order, "estimate", &estimate, "models",
                    &e->models, "path", &e->path, "method", &e->method) ||
        estimate < EXPECT_UNDECLARED || estimate > EXPECT_NO_ESTIMATE || e->models < 0)
        return -1;
    e->estimate = (enum expect_estimate)estimate;
    json_array_foreach(accept, i, value) {
        if (restore_acceptance(&e->acceptance[e->acceptances++], value))
            return -1;
    }
    return 0;
}

int expect_restore(struct expect *e, const json_t *document, struct diagnostic *d) {
    json_t *accept = json_object_get(document, "accept");
    *e = (struct expect){.path = NULL};
    if (document == NULL)
        return 0;
    e->acceptance = calloc(json_array_size(accept) + 1, sizeof *e->acceptance);
    if (e->acceptance == NULL)
        return message_set(d, "out of memory");
    if (!json_is_array(accept) || restore(e, (json_t *)document, accept))
        return message_set(d, "what is declared (--expect) cannot be read back");
    return 0;
}
