/* Trees from brackets.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "reports/tree.h"

/* The colours in the order in which nodes stand, and their levels. */
static void check(const char *brackets, const char *colours, const char *levels) {
    struct tree t;
    cr_assert(tree_read(&t, brackets), "%s", brackets);
    for (int i = 0; colours[i]; i++) {
        cr_assert_lt(i, t.count, "%s", brackets);
        cr_assert_eq(t.node[i].colour, colours[i], "%s, node %d", brackets, i);
        cr_assert_eq(t.node[i].level, levels[i] - '0', "%s, node %d", brackets, i);
        cr_assert(t.node[i].parent < i && t.node[i].parent >= (i > 0 ? 0 : -1));
        cr_assert(i == 0 || t.node[t.node[i].parent].level + 1 == t.node[i].level);
        cr_assert_eq(colours[i + 1] == '\0', i + 1 == t.count, "%s", brackets);
    }
}

Test(tree_read, children_stand_in_brackets_and_equal_ones_as_powers) {
    check("v", "v", "0");
    check("v[q]", "vq", "01");
    check("q[q[v],v]", "qqvv", "0121");
    check("v[q^2,t^3]", "vqqttt", "011111");
    check("v[q[q^2]^2]", "vqqqqqq", "0122122");
    check("v[q[v] t]", "vqvt", "0121");
    check("\xCF\x84[\xCF\x84^2 \xCF\x84[\xCF\x84]]", "vvvvv", "01112");
}

Test(tree_read, what_is_no_tree_is_refused) {
    static const char *const table[] = {"",
                                        "x",
                                        "v[",
                                        "v[q",
                                        "v]",
                                        "v[q]]",
                                        "v[q^0]",
                                        "v[q^]",
                                        "v[x]",
                                        "vq",
                                        "v[q^99]",
                                        "v^2",
                                        "v[q^-1]",
                                        "t[q]",
                                        "v[q[]",
                                        "<v>",
                                        "v[q^32]",
                                        "v[q^1000000000000]",
                                        "v[v[v^6]^6]",
                                        "\xCF"};
    struct tree t;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        cr_assert_not(tree_read(&t, table[i]), "%s", table[i]);
}

Test(tree_read, depth_ends_with_the_room_for_nodes) {
    enum { DEPTH = 200000 };
    static char deep[2 * DEPTH + 1];
    struct tree t;
    for (int i = 0; i < DEPTH; i++) {
        deep[2 * i] = 'v';
        deep[2 * i + 1] = '[';
    }
    cr_assert_not(tree_read(&t, deep));
    cr_assert_eq(t.count, TREE_MOST_NODES);
}
