/* Loops over indices: for i in lo..hi for j in ... if condition.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/elaborate.h"

struct loop {
    const struct clause *clause;
    bool (*turn)(struct elaboration *, void *);
    void *context;
};

static bool take_turn(struct elaboration *e, const struct loop *loop) {
    bool holds = true;
    const struct clause *clause = loop->clause;
    if (clause->condition && !elaborate_condition(e, clause->condition, &holds))
        return false;
    return !holds || elaborate_loops(e, clause->next, loop->turn, loop->context);
}

static bool push_index(struct elaboration *e, const struct clause *clause) {
    struct key k = {.atom = clause->name};
    const struct symbol *taken = names_find(&e->names, &k);
    if (taken || !names_fit(&e->names, &k))
        return elaborate_fail(e, clause->offset, "the index '%s' already names something",
                              e->atoms->text[clause->name]);
    if (!names_push(&e->names, clause->name,
                    (struct symbol){SYMBOL_INDEX, 0, clause->offset}))
        return elaborate_fail_memory(e);
    return true;
}

bool elaborate_loops(struct elaboration *e, const struct clause *clause,
                     bool (*turn)(struct elaboration *, void *), void *context) {
    int low, high;
    if (!clause)
        return turn(e, context);
    if (!elaborate_integer(e, clause->low, &low) ||
        !elaborate_integer(e, clause->high, &high) || !push_index(e, clause))
        return false;
    struct loop loop = {clause, turn, context};
    int place = e->names.scope - 1;
    bool done = true;
    for (int i = low; i <= high && done; i++) {
        e->names.scoped[place].symbol.value = i;
        done = elaborate_spend(e, 1, clause->offset) && take_turn(e, &loop);
    }
    names_pop(&e->names, place);
    return done;
}
