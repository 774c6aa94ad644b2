/* Trees as pictures. The trees of the tests are all ordered trees with so many nodes:
 * each is a sequence of levels that begins with 0, never falls below 1 after it, and
 * rises by one at the most.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/tree.h"

enum { MOST = 5 };

/* Calls the function with every sequence of so many levels; how many there are. */
static int for_all(int count, void (*check)(const int *level, int count)) {
    int level[MOST] = {0}, found = 0, at = 1;
    if (count == 1) {
        check(level, 1);
        return 1;
    }
    for (at = 1; at >= 1;) {
        if (++level[at] > level[at - 1] + 1) {
            level[at--] = 0;
        } else if (at + 1 == count) {
            check(level, count);
            found++;
        } else {
            level[++at] = 0;
        }
    }
    return found;
}

static void fill(struct tree *t, const int *level, int count) {
    char text[2 * MOST + 1] = "";
    for (int i = 0; i < count; i++)
        snprintf(text + 2 * i, 3, "%c%d", "qvt"[i % 3], level[i]);
    cr_assert(tree_read(t, text), "%s", text);
}

static void check_places(const int *level, int count) {
    struct tree t;
    fill(&t, level, count);
    for (int i = 0; i < count; i++) {
        cr_assert(t.node[i].x >= 0 && t.node[i].x <= t.width);
        cr_assert_lt(t.node[i].level, t.levels);
        for (int k = 0; k < i; k++) {
            double apart = fabs(t.node[i].x - t.node[k].x);
            cr_assert(t.node[i].level != t.node[k].level || apart >= 1,
                      "nodes %d and %d of %d are %g apart", k, i, count, apart);
        }
    }
}

Test(tree_draw, nodes_of_a_level_do_not_meet) {
    static const int trees[MOST + 1] = {0, 1, 1, 2, 5, 14}; /* Catalan's numbers */
    for (int n = 1; n <= MOST; n++)
        cr_assert_eq(for_all(n, check_places), trees[n]);
}

Test(tree_draw, nodes_stand_above_the_last_one_below_them) {
    struct tree t;
    static const int parents[] = {-1, 0, 1, 0, 3, 4};
    cr_assert(tree_read(&t, "v0q1q2v1v2t3") && t.count == 6 && t.levels == 4);
    for (int i = 0; i < t.count; i++)
        cr_expect(t.node[i].parent == parents[i] && t.node[i].colour == "vqqvvt"[i]);
}

Test(tree_draw, what_is_no_tree_is_refused) {
    static const char *const table[] = {"",     "v",      "x0",     "v1",   "v-",   "0v",
                                        "v0q2", "v0q1q0", "v0q1v3", "v0q:", "v0q1v"};
    char large[2 * TREE_MOST_NODES + 3] = "v0";
    struct tree t;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        cr_expect_not(tree_read(&t, table[i]), "%s", table[i]);
    for (int i = 1; i <= TREE_MOST_NODES; i++) {
        cr_expect(tree_read(&t, large));
        strcat(large, "q1");
    }
    cr_expect_not(tree_read(&t, large), "too many nodes");
}

/* Whether all nodes of the element are within its box, and how many there are. */
static int check_element(const char *element) {
    const double node = 18;
    double width, height;
    int count = 0;
    const char *box = strstr(element, "viewBox=\"0 0 ");
    cr_assert_not_null(box);
    char *end;
    width = strtod(box + strlen("viewBox=\"0 0 "), &end);
    height = strtod(end, NULL);
    cr_assert(width > 0 && height > 0);
    for (const char *s = element; (s = strstr(s, "<use ")); s++, count++) {
        double x = strtod(strstr(s, "x=\"") + 3, NULL);
        double y = strtod(strstr(s, "y=\"") + 3, NULL);
        cr_assert(x >= 0 && x + node <= width, "x = %g of %g", x, width);
        cr_assert(y >= 0 && y + node <= height, "y = %g of %g", y, height);
    }
    return count;
}

static void check_box(const int *level, int count) {
    struct tree t;
    struct text element = {0};
    fill(&t, level, count);
    tree_draw(&element, &t, count, "");
    cr_assert_eq(check_element(text_bytes(&element)), count);
    text_clear(&element);
}

Test(tree_draw, every_tree_is_within_its_box) {
    for (int n = 1; n <= MOST; n++)
        for_all(n, check_box);
}

Test(tree_draw, the_root_is_at_the_foot_and_edges_join_centres) {
    struct tree t;
    struct text element = {0};
    cr_assert(tree_read(&t, "v0q1t1"));
    tree_draw(&element, &t, 3, "a tree");
    cr_assert_not_null(strstr(text_bytes(&element), "<title>a tree</title>"));
    cr_assert_not_null(strstr(text_bytes(&element),
                              "<path d=\"M20 53L9 31\"/><path d=\"M20 53L31 31\"/>"
                              "<use href=\"#node-v\" x=\"11\" y=\"44\""),
                       "%s", text_bytes(&element));
}

Test(tree_draw, a_title_stays_words) {
    struct tree t;
    struct text element = {0};
    cr_assert(tree_read(&t, "v0"));
    tree_draw(&element, &t, 1, "</title><script>");
    cr_assert_null(strstr(text_bytes(&element), "<script"));
}
