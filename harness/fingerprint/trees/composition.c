/* The composition law. For each tree its prunings are listed: what is left of it when
 * branches are cut off, with the product of the weights of those. They follow from the
 * children's: each child is cut off, or stays as one of its own prunings. The time leaf has
 * the weight 1, for the time is exact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/composition.h"

#include <stdlib.h>
#include <string.h>

#include "problems/base/arena.h"
#include "problems/base/compare.h"

struct pruning {
    int tree;
    mpfr_t cut; /* product of the weights of the branches cut off */
};

struct prunings {
    int count, room;
    struct pruning *of;
};

/* The work on one tree: which children stay, and as what. */
struct cutting {
    const struct forest *forest;
    const mpfr_t *weights;
    struct prunings *found; /* [trees] */
    int tree;
    int kept_count;
    int *kept, *sorted; /* [children] */
    int failed;
};

int composition_lookup(const struct forest *f, enum tree_colour colour, int time_leaves,
                       int children, const int *child) {
    for (int i = 0; i < f->count; i++) {
        const struct tree *t = &f->tree[i];
        if (t->colour == colour && t->time_leaves == time_leaves &&
            t->children == children &&
            (children == 0 ||
             memcmp(t->child, child, (size_t)children * sizeof *child) == 0))
            return i;
    }
    return -1;
}

static void add_pruning(struct cutting *c, int time_leaves, mpfr_srcptr cut) {
    const struct tree *t = &c->forest->tree[c->tree];
    struct prunings *p = &c->found[c->tree];
    memcpy(c->sorted, c->kept, (size_t)c->kept_count * sizeof *c->sorted);
    qsort(c->sorted, (size_t)c->kept_count, sizeof *c->sorted, compare_ints);
    int left =
        composition_lookup(c->forest, t->colour, time_leaves, c->kept_count, c->sorted);
    struct pruning *larger =
        left < 0 ? NULL : array_grow(p->of, &p->room, p->count + 1, sizeof *larger);
    if (larger == NULL) {
        c->failed = 1;
        return;
    }
    p->of = larger;
    p->of[p->count].tree = left;
    mpfr_init2(p->of[p->count].cut, mpfr_get_prec(cut));
    mpfr_set(p->of[p->count++].cut, cut, MPFR_RNDN);
}

/* Any of the n time leaves may be cut off: binomial(n, stay) ways to keep `stay`. */
static void cut_time_leaves(struct cutting *c, mpfr_srcptr cut) {
    int n = c->forest->tree[c->tree].time_leaves;
    mpfr_t times;
    mpfr_init2(times, mpfr_get_prec(cut));
    mpfr_set(times, cut, MPFR_RNDN);
    for (int stay = 0; stay <= n; stay++) {
        add_pruning(c, stay, times);
        mpfr_mul_si(times, times, n - stay, MPFR_RNDN);
        mpfr_div_si(times, times, stay + 1, MPFR_RNDN);
    }
    mpfr_clear(times);
}

static void cut_children(struct cutting *c, int from, mpfr_srcptr cut) {
    const struct tree *t = &c->forest->tree[c->tree];
    if (from == t->children) {
        cut_time_leaves(c, cut);
        return;
    }
    const int child = t->child[from];
    mpfr_t product;
    mpfr_init2(product, mpfr_get_prec(cut));
    mpfr_mul(product, cut, c->weights[child], MPFR_RNDN);
    cut_children(c, from + 1, product);
    for (int i = 0; i < c->found[child].count; i++) {
        const struct pruning *p = &c->found[child].of[i];
        c->kept[c->kept_count++] = p->tree;
        mpfr_mul(product, cut, p->cut, MPFR_RNDN);
        cut_children(c, from + 1, product);
        c->kept_count--;
    }
    mpfr_clear(product);
}

static void sum_terms(mpfr_ptr product, mpfr_ptr size, const struct cutting *c,
                      const mpfr_t *b, bool second_only) {
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(product));
    mpfr_set_zero(product, 0);
    if (!second_only)
        mpfr_set(product, c->weights[c->tree], MPFR_RNDN);
    mpfr_abs(size, product, MPFR_RNDN);
    for (int i = 0; i < c->found[c->tree].count; i++) {
        const struct pruning *p = &c->found[c->tree].of[i];
        mpfr_mul(term, p->cut, b[p->tree], MPFR_RNDN);
        mpfr_add(product, product, term, MPFR_RNDN);
        mpfr_abs(term, term, MPFR_RNDN);
        mpfr_add(size, size, term, MPFR_RNDN);
    }
    mpfr_clear(term);
}

static void free_prunings(struct prunings *found, int count) {
    for (int i = 0; found != NULL && i < count; i++) {
        for (int k = 0; k < found[i].count; k++)
            mpfr_clear(found[i].of[k].cut);
        free(found[i].of);
    }
    free(found);
}

int composition_weights(mpfr_t *product, mpfr_t *size, const struct forest *f,
                        const mpfr_t *a, const mpfr_t *b, bool second_only) {
    int largest = 1;
    for (int i = 0; i < f->count; i++)
        largest = f->tree[i].children > largest ? f->tree[i].children : largest;
    struct cutting c = {.forest = f, .weights = a};
    c.found = calloc((size_t)f->count + 1, sizeof *c.found);
    c.kept = calloc((size_t)largest, sizeof *c.kept);
    c.sorted = calloc((size_t)largest, sizeof *c.sorted);
    c.failed = c.found == NULL || c.kept == NULL || c.sorted == NULL;
    for (int i = 0; i < f->count && !c.failed; i++) {
        mpfr_t one;
        mpfr_init2(one, mpfr_get_prec(product[i]));
        mpfr_set_ui(one, 1, MPFR_RNDN);
        c.tree = i;
        cut_children(&c, 0, one);
        mpfr_clear(one);
        if (!c.failed)
            sum_terms(product[i], size[i], &c, b, second_only);
    }
    free_prunings(c.found, f->count);
    free(c.kept);
    free(c.sorted);
    return c.failed;
}
