/* The table of methods, and what is made from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/methods/method_row.h"

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
