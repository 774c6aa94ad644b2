/* The names of methods that a fingerprint knows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/base/screen/table.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/fingerprint/laws/law.h"
#include "harness/fingerprint/trees/tableau.h"

enum { NAME, ORDER, TITLE, COLUMNS };

static void add(struct table *t, const char *name, int order, const char *title) {
    char(*cell)[table_cell_room] = table_add_row(t);
    if (cell == NULL)
        return;
    snprintf(cell[NAME], table_cell_room, "%s", name);
    if (order > 0)
        snprintf(cell[ORDER], table_cell_room, "%d", order);
    snprintf(cell[TITLE], table_cell_room, "%s", title);
}

void fingerprint_print_names(FILE *out) {
    static const char *const heads[COLUMNS] = {"name", "order", "method"};
    struct table t = table_begin(COLUMNS, heads);
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        add(&t, m->name, m->order, m->title);
    for (const struct law_row *row = law_rows(); row->name != NULL; row++)
        add(&t, row->name, row->order, row->title);
    for (int i = 0; i < LAW_VERLETS; i++)
        add(&t, law_verlet_name((enum law_verlet)i), 0,
            law_verlet_title((enum law_verlet)i));
    for (int i = 0; i < ALPHA_FAMILIES; i++)
        add(&t, alpha_family_name((enum alpha_family)i), 0,
            alpha_family_form((enum alpha_family)i));
    add(&t, "newmark", 0, law_request_form("newmark"));
    table_print(&t, (1u << COLUMNS) - 1, out);
    table_clear(&t);
    fputs("\nA one-step method in two half steps is called NAME:doubled, and these "
          "extrapolated NAME:extrapolated.\n",
          out);
}
