/* Each variant is a method's scheme with one change.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/variant.h"

#include <string.h>

#include "harness/corpus/variant_list.h"

static void set_theta(struct rule *rule, double theta) {
    rule->map_velocity = rule->force_share = theta;
}

static void set_explicit(struct rule *rule) {
    *rule = (struct rule){.map_share = 1, .force_share = 1};
}

static void set_middle(struct rule *rule, double middle) {
    rule->map_position = rule->map_velocity = middle;
    rule->force_position = rule->force_velocity = rule->time = middle;
}

static void scale_force(struct scheme *r, double factor) {
    r->force_factor = r->later_force_factor = factor;
}

static void scale_estimate(struct scheme *r, double factor) {
    r->position_factor = r->rate_factor = factor;
}

/* So many sweeps of the fixed point, which begin at x_n. */
static void sweep(struct scheme *r, int sweeps) {
    r->iteration.jacobian_factor = 0;
    r->iteration.most = sweeps;
}

#define VARIANT_CHANGE(id, method, text, alter, ...)                                     \
    static void change_##id(struct scheme *r, double size) {                             \
        struct rule *large = &r->rule[PART_LARGE], *first = &r->rule[PART_FIRST];        \
        struct rule *second = &r->rule[PART_SECOND], *other = &r->rule[PART_OTHER];      \
        double(*a)[STAGES] = r->table.a, *b = r->table.b;                                \
        double *c = r->table.c, *e = r->table.e;                                         \
        (void)size, (void)large, (void)first, (void)second, (void)other;                 \
        (void)a, (void)b, (void)c, (void)e;                                              \
        alter;                                                                           \
    }
VARIANT_LIST(VARIANT_CHANGE)

#define UNTOLD VARIANT_UNTOLD
#define VARIANT_ENTRY(id, method, text, alter, order, tree, side, measured, expected,    \
                      results, estimates, seen)                                          \
    {#id,      method,   text,    change_##id, order,         tree, VARIANT_##side,      \
     measured, expected, results, estimates,   SEEN_BY_##seen},

const struct variant *variants(int *count) {
    static const struct variant VARIANT[] = {VARIANT_LIST(VARIANT_ENTRY)};
    *count = (int)(sizeof VARIANT / sizeof *VARIANT);
    return VARIANT;
}

const struct variant *variant_find(const char *id) {
    int count;
    const struct variant *v = variants(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(v[i].id, id) == 0)
            return &v[i];
    }
    return NULL;
}
