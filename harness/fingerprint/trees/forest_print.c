/* Trees in two notations: brackets, and the elementary differential F(t), where a node with
 * k children is the k-th derivative of N or f applied to theirs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

#include "harness/fingerprint/trees/forest.h"

static char letter_of(const struct forest *f, int tree) {
    return f->tree[tree].colour == TREE_Q ? 'q' : 'v';
}

static void print_power(int power, FILE *out) {
    if (power > 1)
        fprintf(out, "^%d", power);
}

/* How often the child at place i occurs; equal ones stand together. */
static int multiplicity(const struct tree *root, int i) {
    int times = 1;
    while (i + times < root->children && root->child[i + times] == root->child[i])
        times++;
    return times;
}

void forest_print(const struct forest *f, int tree, FILE *out) {
    const struct tree *root = &f->tree[tree];
    fputc(letter_of(f, tree), out);
    if (root->order == 1)
        return;
    const char *before = "[";
    for (int i = 0; i < root->children; i += multiplicity(root, i)) {
        fputs(before, out);
        forest_print(f, root->child[i], out);
        print_power(multiplicity(root, i), out);
        before = ",";
    }
    if (root->time_leaves > 0) {
        fprintf(out, "%st", before);
        print_power(root->time_leaves, out);
    }
    fputc(']', out);
}

/* The child to which N is applied, rather than its derivative; -1: it is v0. */
static int velocity_child(const struct forest *f, const struct tree *root) {
    for (int i = 0; i < root->children; i++)
        if (root->colour == TREE_Q && f->tree[root->child[i]].colour == TREE_V)
            return i;
    return -1;
}

static void print_letter(const char *before_first, int index, char letter, FILE *out) {
    if (index == 0)
        fputs(before_first, out);
    fputc(letter, out);
}

/* "f_qvt": the derivative; returns the number of arguments it takes. */
static int print_derivative(const struct forest *f, const struct tree *root, int applied,
                            FILE *out) {
    int arguments = 0;
    fputc(root->colour == TREE_Q ? 'N' : 'f', out);
    for (int i = 0; i < root->children; i++)
        if (i != applied)
            print_letter("_", arguments++, letter_of(f, root->child[i]), out);
    for (int i = 0; i < root->time_leaves; i++)
        print_letter("_", arguments + i, 't', out);
    return arguments;
}

static void print_differential(const struct forest *f, int tree, FILE *out);

/* "(N v, f)", or " N v" where there is no doubt what is applied to what. */
static void print_arguments(const struct forest *f, const struct tree *root, int applied,
                            int arguments, FILE *out) {
    int in_brackets = arguments > 1 || root->colour == TREE_Q;
    const char *before = in_brackets ? "(" : " ";
    for (int i = 0; i < root->children; i++) {
        if (i == applied)
            continue;
        fputs(before, out);
        print_differential(f, root->child[i], out);
        before = ", ";
    }
    if (in_brackets)
        fputc(')', out);
}

static void print_differential(const struct forest *f, int tree, FILE *out) {
    const struct tree *root = &f->tree[tree];
    int applied = velocity_child(f, root);
    int arguments = print_derivative(f, root, applied, out);
    if (arguments > 0)
        print_arguments(f, root, applied, arguments, out);
    if (root->colour == TREE_V)
        return;
    fputc(' ', out);
    if (applied < 0)
        fputc('v', out);
    else
        print_differential(f, root->child[applied], out);
}

static void print_levels_from(const struct forest *f, int tree, int level, FILE *out) {
    const struct tree *root = &f->tree[tree];
    fprintf(out, "%c%d", letter_of(f, tree), level);
    for (int i = 0; i < root->children; i++)
        print_levels_from(f, root->child[i], level + 1, out);
    for (int i = 0; i < root->time_leaves; i++)
        fprintf(out, "t%d", level + 1);
}

static void print_levels(const struct forest *f, int tree, FILE *out) {
    print_levels_from(f, tree, 0, out);
}

static char *text_by(void (*print)(const struct forest *f, int tree, FILE *out),
                     const struct forest *f, int tree) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    print(f, tree, out);
    int failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return NULL;
    }
    return text;
}

char *forest_levels_text(const struct forest *f, int tree) {
    return text_by(print_levels, f, tree);
}

char *forest_text(const struct forest *f, int tree) {
    return text_by(forest_print, f, tree);
}

char *forest_differential_text(const struct forest *f, int tree) {
    return text_by(print_differential, f, tree);
}
