/* What is noted of a step that the study asks for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/conditions/conditions.h"
#include "harness/base/message.h"

static void keep_worst(struct conditions_worst *worst, double ratio, const char *where,
                       va_list arguments) {
    if (ratio <= worst->ratio) /* one that is not a number is kept */
        return;
    worst->ratio = isnan(ratio) ? INFINITY : ratio;
    vsnprintf(worst->where, sizeof worst->where, where, arguments);
}

void conditions_note(struct conditions *c, enum conditions_check check, double exact,
                     double loose, const char *where, ...) {
    struct conditions_finding *f = &c->finding[check];
    va_list arguments;
    f->compared++;
    if (c->system >= 0 && f->last != c->system) {
        f->systems++;
        f->last = c->system;
    }
    va_start(arguments, where);
    keep_worst(&f->exact, exact, where, arguments);
    va_end(arguments);
    va_start(arguments, where);
    keep_worst(&f->loose, loose, where, arguments);
    va_end(arguments);
}

void conditions_tell_why(struct conditions *c, const char *why) {
    if (c->why.text[0] == '\0')
        message_set(&c->why, "%s", why);
}

void conditions_note_refusal(struct conditions *c, const struct subject *s) {
    c->refused++;
    conditions_tell_why(c, s->why(s->self));
}

bool conditions_is_exact(const struct conditions *c) {
    if (c->makes_pair || c->known != NULL)
        return c->is_explicit;
    return c->work > 0 && !c->varies;
}
