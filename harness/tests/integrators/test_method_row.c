/* The table of methods, and what is made from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/scratch.h"

Test(method_row, choosing_a_name_and_asking_for_it_are_inverse) {
    for (const struct method *row = method_rows; row->name != NULL; row++) {
        struct subject_options options = subject_default_options();
        cr_assert(subject_choose(&options, row->name) == 0, "%s", row->name);
        cr_expect_str_eq(subject_name(&options), row->name);
        cr_expect(subject_takes_joints(&options) == row->joints);
        cr_expect(subject_takes_contacts(&options) == row->contacts);
    }
    struct subject_options options = subject_default_options();
    cr_expect(subject_choose(&options, "explicit-euler-2") != 0);
    cr_expect(method_row_find("") == NULL);
}

Test(method_row, the_lists_of_names_are_those_of_the_rows) {
    char all[1024] = "", joints[1024] = "", contacts[1024] = "";
    for (const struct method *row = method_rows; row->name != NULL; row++) {
        char *const lists[] = {all, joints, contacts};
        const bool is_in[] = {true, row->joints, row->contacts};
        for (int i = 0; i < 3; i++)
            if (is_in[i])
                sprintf(lists[i] + strlen(lists[i]), "%s%s", lists[i][0] ? ", " : "",
                        row->name);
    }
    cr_expect_str_eq(method_row_names(), all);
    cr_expect_str_eq(method_row_names_taking_joints(), joints);
    cr_expect_str_eq(method_row_names_taking_contacts(), contacts);
}

static const char program[] =
    "#include <stdio.h>\n"
    "#include \"harness/integrators/methods/method.h\"\n"
    "int main(void) {\n"
    "    for (const struct method *m = method_table(); m->name != NULL; m++)\n"
    "        printf(\"%s: %s; %s; %s\\n\", m->name, m->title, m->source,\n"
    "               method_option(m, 0)->name);\n"
    "    puts(method_row_names());\n"
    "    puts(method_row_names_taking_joints());\n"
    "    return 0;\n"
    "}\n";

/* A copy of the table with a row more is compiled with what reads it. */
Test(method_row, a_method_that_is_added_to_the_table_is_told_everywhere) {
    struct scratch s = scratch_make();
    char command[4096];
    scratch_write(&s, "main.c", program);
    snprintf(
        command, sizeof command,
        "cd '%s' && P='%s' && mkdir -p harness/methods && "
        "(cat \"$P\"/harness/methods/methods.def; echo 'METHOD(\"new-one\", "
        "BDF_VARIABLE_ORDER, JOINTS, NO_CONTACTS, true, 2, \"A new one\", \"The copy\")')"
        " > harness/methods/methods.def && cd harness/methods && "
        "cc -std=c11 -O0 -I../.. -I\"$P\" -o ../../copy ../../main.c "
        "\"$P\"/harness/integrators/methods/method_table.c "
        "\"$P\"/fast/options_table.c "
        "\"$P\"/harness/methods/method_row.c && ../../copy > ../../told && "
        "grep -q '^new-one: A new one; The copy; accuracy$' ../../told && "
        "grep -c 'contact-stepper, new-one$' ../../told | grep -q 2",
        s.path, PROJECT_FOLDER);
    cr_expect(system(command) == 0);
}
