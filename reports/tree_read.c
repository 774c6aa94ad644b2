/* Trees from brackets.
 *
 *     tree   = letter [ "[" factor { ("," | " ") factor } "]" ]
 *     factor = tree [ "^" number ]
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tree.h"

#include <ctype.h>
#include <string.h>

struct reader {
    struct tree *tree;
    const char *at;
    bool failed;
};

static bool take(struct reader *r, char c) {
    bool there = *r->at == c;
    r->at += there ? 1 : 0;
    return there;
}

/* The letter of a node; '\0': there is none. */
static char take_colour(struct reader *r) {
    static const char tau[] = "\xCF\x84";
    if (strncmp(r->at, tau, strlen(tau)) == 0) {
        r->at += strlen(tau);
        return 'v';
    }
    if (*r->at == 'q' || *r->at == 'v' || *r->at == 't')
        return *r->at++;
    return '\0';
}

/* The index of a node that was added; -1: there was no room. */
static int add_node(struct reader *r, char colour, int parent) {
    struct tree *t = r->tree;
    if (colour == '\0' || t->count == TREE_MOST_NODES) {
        r->failed = true;
        return -1;
    }
    int level = parent < 0 ? 0 : t->node[parent].level + 1;
    t->node[t->count] = (struct tree_node){colour, parent, level, 0};
    return t->count++;
}

static int take_power(struct reader *r) {
    int power = 0;
    if (!take(r, '^'))
        return 1;
    while (isdigit((unsigned char)*r->at) && power <= TREE_MOST_NODES)
        power = 10 * power + (*r->at++ - '0');
    r->failed = r->failed || power < 1;
    return power;
}

/* A tree as a child of `parent`. Its depth is bounded by the number of nodes. */
static void read_tree(struct reader *r, int parent) {
    int node = add_node(r, take_colour(r), parent);
    bool leaf = node < 0 || r->tree->node[node].colour == 't';
    if (leaf || !take(r, '['))
        return;
    while (!r->failed && *r->at != ']') {
        const char *begin = r->at;
        read_tree(r, node);
        int power = r->failed ? 1 : take_power(r);
        const char *end = r->at;
        for (int i = 1; i < power && !r->failed; i++) {
            r->at = begin;
            read_tree(r, node);
        }
        r->at = end;
        while (take(r, ',') || take(r, ' '))
            continue;
    }
    r->failed = r->failed || !take(r, ']');
}

bool tree_read(struct tree *t, const char *brackets) {
    struct reader r = {.tree = t, .at = brackets};
    *t = (struct tree){0};
    read_tree(&r, -1);
    if (r.failed || *r.at != '\0')
        return false;
    tree_lay_out(t);
    return true;
}
