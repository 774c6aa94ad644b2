/* What the names in a model stand for while it is read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_NAMES_H
#define PROBLEMS_NAMES_H

#include "problems/language/atoms.h"
#include "problems/language/keys.h"

enum symbol_kind {
    SYMBOL_SIZE,      /* value: the integer */
    SYMBOL_PARAMETER, /* value: its index in the model */
    SYMBOL_STATE,     /* value: its place in the order of declaration */
    SYMBOL_LET,       /* value: the expression */
    SYMBOL_INDEX,     /* value: the integer; known inside a loop only */
    SYMBOL_LOCAL      /* value: the expression; known in one turn of a loop only */
};

struct symbol {
    enum symbol_kind kind;
    int value;
    int offset; /* of the name where it is defined */
};

/* All symbols with one name: how many indices they have, and from where to where. */
struct family {
    int count; /* 0: there is none */
    int indices;
    int first; /* the place of the first one in the table */
    int least[NAME_INDICES_LIMIT], most[NAME_INDICES_LIMIT];
};

/* A name that is known for a while, see names_push. */
struct scoped {
    int atom;
    struct symbol symbol;
};

struct names {
    struct key_table table; /* values are places in symbol */
    int capacity;
    struct symbol *symbol; /* (size table.count) */
    int atoms;
    struct family *family; /* (size atoms) */
    int scope, scope_capacity;
    struct scoped *scoped; /* (size scope) */
    int *inner;            /* an atom's place in scoped, -1: none (size atoms) */
};

/* Makes room for the names 0 .. atoms-1; false: out of memory. Emptied by names_clear. */
bool names_start(struct names *n, int atoms);
void names_clear(struct names *n);

/* What a name stands for; NULL: nothing. Valid until the next name comes. */
const struct symbol *names_find(const struct names *n, const struct key *k);

/* Defines a name that stands for nothing yet; false: out of memory. */
bool names_define(struct names *n, const struct key *k, struct symbol symbol);

/* Defines a name without indices until names_pop goes back to an earlier n->scope. */
bool names_push(struct names *n, int atom, struct symbol symbol);
void names_pop(struct names *n, int scope);

/* Whether one more key fits its family: that has as many indices, or is empty. */
bool names_fit(const struct names *n, const struct key *k);

/* Writes a key as the model file has it: m, q[3], r[1,2]. */
enum { KEY_TEXT_SIZE = 128 };
void key_text(char *text, const struct atoms *atoms, const struct key *k);

#endif
