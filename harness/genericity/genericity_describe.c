/* What was found about one model, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/structure.h"
#include "problems/model.h"

/* The kinds of zeros that a component may have, and how a tree's object lists them. */
static const struct {
    enum generic kind;
    const char *key;
} zeros[] = {{GENERIC_IDENTICALLY, "identically"},
             {GENERIC_VANISHES, "vanishing"},
             {GENERIC_AT_START, "at_start"},
             {GENERIC_UNDECIDED, "undecided"}};

static json_t *list_components(const struct genericity *g, const struct model *m,
                               int tree, enum generic kind) {
    json_t *list = json_array();
    for (int i = 0; i < g->nx; i++)
        if (structure_group(m, i) == g->list[tree].root &&
            g->component[tree * g->nx + i] == kind)
            json_array_append_new(list, json_string(m->state[i]));
    return list;
}

static json_t *describe_tree(const struct genericity *g, const struct model *m, int t) {
    char tree[COLOURED_TEXT_ROOM], differential[COLOURED_TEXT_ROOM];
    coloured_print(&g->list[t], tree);
    coloured_print_differential(&g->list[t], differential);
    json_t *about =
        json_pack("{s:s, s:s, s:i, s:s}", "tree", tree, "differential", differential,
                  "order", g->list[t].order, "verdict", generic_name(g->verdict[t]));
    if (g->verdict[t] != GENERIC_NONZERO)
        return about;
    json_object_set_new(about, "size", json_number(g->size[t]));
    for (size_t k = 0; k < sizeof zeros / sizeof *zeros; k++) {
        json_t *list = list_components(g, m, t, zeros[k].kind);
        if (json_array_size(list) > 0)
            json_object_set(about, zeros[k].key, list);
        json_decref(list);
    }
    return about;
}

json_t *genericity_describe(const struct genericity *g, const struct model *m) {
    int counts[GENERIC_IDENTICALLY + 1] = {0};
    json_t *trees = json_array(), *by_verdict = json_object();
    for (int t = 0; t < COLOURED_TREES; t++) {
        counts[g->verdict[t]]++;
        json_array_append_new(trees, describe_tree(g, m, t));
    }
    for (int kind = 0; kind <= GENERIC_IDENTICALLY; kind++)
        json_object_set_new(by_verdict, generic_name((enum generic)kind),
                            json_integer(counts[kind]));
    return json_pack("{s:i, s:i, s:i, s:o, s:o}", "states", g->nx, "joints", m->joints,
                     "random_states", g->states, "counts", by_verdict, "trees", trees);
}
