/* Values from the literature. They belong to the model as it is written, so they are left
 * out when there are settings from outside.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/elaborate.h"

/* More significant digits than this no table has. */
enum { DIGITS_LIMIT = 10000 };

/* The sources of several tables are joined by "; ". */
static bool add_source(struct elaboration *e, const char *text) {
    struct model *m = e->model;
    size_t before = strlen(m->published_source), length = strlen(text);
    if (strstr(m->published_source, text))
        return true;
    char *joined = arena_take(m->texts, before + 2 + length + 1);
    if (!joined)
        return elaborate_fail_memory(e);
    memcpy(joined, m->published_source, before);
    if (before > 0) {
        memcpy(joined + before, "; ", 2);
        before += 2;
    }
    memcpy(joined + before, text, length);
    m->published_source = joined;
    return true;
}

static bool add_value(struct elaboration *e, struct statement *s, expr time) {
    struct model *m = e->model;
    int digits = 0;
    const struct declared_state *state =
        elaborate_state(e, &s->target, "position, velocity or state");
    if (!state)
        return false;
    expr value = elaborate_constant(e, s->value, "a published value");
    if (value == EXPR_NONE)
        return false;
    if (s->second_value) {
        if (!elaborate_integer(e, s->second_value, &digits))
            return false;
        if (digits < 1 || digits > DIGITS_LIMIT)
            return elaborate_fail(e, term_begin(s->second_value),
                                  "a number of digits lies between 1 and %d",
                                  DIGITS_LIMIT);
    }
    struct published_value *grown = array_grow(m->published_value, &e->published_capacity,
                                               m->published + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->published_value = grown;
    m->published_value[m->published++] =
        (struct published_value){state->component, time, value, digits};
    return true;
}

bool elaborate_published(struct elaboration *e, struct statement *s) {
    if (e->settings > 0)
        return true;
    expr time = elaborate_constant(e, s->value, "the time of published values");
    if (time == EXPR_NONE || !add_source(e, s->text))
        return false;
    for (struct statement *t = s->body; t; t = t->next)
        if (!add_value(e, t, time))
            return false;
    return true;
}
