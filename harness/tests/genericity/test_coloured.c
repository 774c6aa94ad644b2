/* The list of coloured trees against the rule by which a node may have children.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/genericity/coloured.h"

/* The index of a tree by its text; -1: it is not there. */
static int find(const struct coloured_tree *list, const char *text) {
    for (int t = 0; t < COLOURED_TREES; t++) {
        char own[COLOURED_TEXT_ROOM];
        coloured_print(&list[t], own);
        if (strcmp(own, text) == 0)
            return t;
    }
    return -1;
}

Test(coloured, every_tree_stands_once_and_in_ascending_order) {
    struct coloured_tree list[COLOURED_TREES];
    coloured_list(list);
    for (int t = 0; t < COLOURED_TREES; t++) {
        char text[COLOURED_TEXT_ROOM];
        coloured_print(&list[t], text);
        cr_expect(find(list, text) == t, "%s", text);
        cr_expect(t == 0 || list[t - 1].order <= list[t].order, "%s", text);
    }
}

/* Counted by hand: a q node takes q and v (two trees of order 2), v and z nodes q, v, z, t;
 * two children of a q node are qq or qv, of the others any of ten pairs; above q[.] there
 * are two leaves, above v[.] and z[.] four. */
Test(coloured, there_are_as_many_as_the_shape_of_the_system_allows) {
    struct coloured_tree list[COLOURED_TREES];
    int of_order[4] = {0};
    coloured_list(list);
    for (int t = 0; t < COLOURED_TREES; t++)
        of_order[list[t].order]++;
    cr_expect(of_order[1] == 3);
    cr_expect(of_order[2] == 2 + 4 + 4);
    cr_expect(of_order[3] == (2 + 10 + 10) + (2 + 4) + 2 * (2 + 4 + 4));
}

Test(coloured, trees_that_vanish_for_every_system_are_not_listed) {
    static const char *const impossible[] = {"q[z]",    "q[t]", "q[v^2]", "q[q,t]",
                                             "v[t[q]]", "t",    "v[q[z]]"};
    static const char *const possible[] = {"q[q,v]",  "v[q,t]",  "z[v,z]", "v[t^2]",
                                           "v[z[t]]", "q[v[z]]", "z[z^2]"};
    struct coloured_tree list[COLOURED_TREES];
    coloured_list(list);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++)
        cr_expect(find(list, impossible[i]) < 0, "%s", impossible[i]);
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++)
        cr_expect(find(list, possible[i]) >= 0, "%s", possible[i]);
}

Test(coloured, differentials_are_written_as_derivatives) {
    static const char *const texts[][2] = {{"q", "q'"},
                                           {"v[q]", "v'_q q'"},
                                           {"v[t]", "v'_t"},
                                           {"q[v[t]]", "q'_v v'_t"},
                                           {"z[q,v]", "z'_qv(q', v')"},
                                           {"v[q,t]", "v'_qt q'"},
                                           {"v[t^2]", "v'_tt"},
                                           {"v[z[q]]", "v'_z z'_q q'"}};
    struct coloured_tree list[COLOURED_TREES];
    coloured_list(list);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[COLOURED_TEXT_ROOM];
        int t = find(list, texts[i][0]);
        cr_assert(t >= 0, "%s", texts[i][0]);
        coloured_print_differential(&list[t], text);
        cr_expect_str_eq(text, texts[i][1]);
    }
}
