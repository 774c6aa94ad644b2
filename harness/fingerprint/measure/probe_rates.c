/* The rates in a probe's model file: the monomials of the trees, and in the Hadamard basis
 * what they come to in the states' own coordinates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/probe_text.h"

static void print_power(int exponent, FILE *out) {
    if (exponent < 0)
        fprintf(out, "^(%d)", exponent);
    else if (exponent != 1)
        fprintf(out, "^%d", exponent);
}

/* "*q[3]^2*v[1]" for the children, "*leaf" for the time. */
static void print_factors(const struct probe_layout *l, const struct tree *root,
                          char other, FILE *out) {
    for (int i = 0, times; i < root->children; i += times) {
        int child = root->child[i];
        for (times = 1; i + times < root->children && root->child[i + times] == child;)
            times++;
        fprintf(out, "*%c[%d]", l->forest.tree[child].colour == TREE_Q ? 'q' : other,
                l->place[child]);
        print_power(times, out);
    }
    if (root->time_leaves > 0) {
        fputs("*leaf", out);
        print_power(root->time_leaves, out);
    }
}

static int count_velocities(const struct probe_layout *l, const struct tree *root) {
    int velocities = 0;
    for (int i = 0; i < root->children; i++)
        velocities += l->forest.tree[root->child[i]].colour == TREE_V;
    return velocities;
}

/* "-S*q[1]*v[0]" */
static void print_monomial(const struct probe_layout *l, int tree, char other,
                           FILE *out) {
    const struct tree *root = &l->forest.tree[tree];
    int velocities = count_velocities(l, root);
    fputs(l->sign[tree] < 0 ? "-S" : "S", out);
    if (l->family == FOREST_NYSTROM)
        print_power(2 - velocities, out);
    print_factors(l, root, other, out);
    if (root->colour == TREE_Q && velocities == 0)
        fputs("*v[0]", out);
}

/* The left side of what gives a coordinate's rate. */
static void print_left(const struct probe_group *g, enum probe_basis basis, int place,
                       FILE *out) {
    if (basis == PROBE_STANDARD)
        fprintf(out, "%c[%d]' = ", g->coordinate, place);
    else
        fprintf(out, "let r%c[%d] = ", g->coordinate, place);
}

static void print_trees(const struct probe_layout *l, const struct probe_group *g,
                        enum tree_colour colour, char other, FILE *out) {
    for (int t = 0; t < l->forest.count; t++) {
        if (l->forest.tree[t].colour != colour)
            continue;
        print_left(g, l->basis, l->place[t], out);
        print_monomial(l, t, other, out);
        fputs(" # ", out);
        forest_print(&l->forest, t, out);
        fputc('\n', out);
    }
}

/* Coordinates that no tree has: positions of velocities that rest, and what rests. */
static void print_others(const struct probe_layout *l, const struct probe_group *g,
                         int first, int resting_velocity, FILE *out) {
    for (int i = first; i < g->size; i++, resting_velocity++) {
        print_left(g, l->basis, i, out);
        if (resting_velocity < l->nv)
            fprintf(out, "S*v[%d]\n", resting_velocity);
        else
            fputs("0\n", out);
    }
}

/* The states' rates in the Hadamard basis. */
static void print_combined(const struct probe_group *g, FILE *out) {
    const char name[] = {'r', g->coordinate, '\0'};
    probe_print_transform(name, name, g->size, out);
    fprintf(out, "%c[i]' = %s%d[i]/%d for i in 0..%d\n", g->state, name, PROBE_LEVELS,
            PROBE_ROOT, g->size - 1);
}

static void print_position_rates(const struct probe_layout *l,
                                 const struct probe_group *positions,
                                 const struct probe_group *others, FILE *out) {
    if (l->family == FOREST_NYSTROM) {
        fprintf(out, "%c[i]' = %c[i] for i in 0..%d\n", positions->state, others->state,
                positions->size - 1);
        return;
    }
    print_trees(l, positions, TREE_Q, others->coordinate, out);
    print_others(l, positions, l->used_q, l->used_v, out);
    if (l->basis == PROBE_HADAMARD)
        print_combined(positions, out);
}

void probe_print_rates(const struct probe_layout *l, const struct probe_group *positions,
                       const struct probe_group *others, FILE *out) {
    fputs("let leaf = S*(t - t0)\n", out);
    if (positions->size > 0) {
        print_position_rates(l, positions, others, out);
        print_left(others, l->basis, 0, out);
        fputs("0\n", out);
    }
    print_trees(l, others, TREE_V, others->coordinate, out);
    print_others(l, others, l->used_v, l->nv, out);
    if (l->basis == PROBE_HADAMARD)
        print_combined(others, out);
}
