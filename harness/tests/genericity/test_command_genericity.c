/* `halfstep genericity` as a user runs it; and the catalogue itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/genericity/coloured.h"
#include "harness/genericity/survey.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

/* Each zero of a start is made good by another name of the file, and each tree is other than
 * zero on three studied names. What the program prints says what to do. */
Test(command_genericity, no_fault_can_hide_behind_a_zero_of_the_catalogue) {
    halfstep_says(0, NULL, NULL, "genericity");
}

Test(command_genericity, the_document_has_every_model_and_every_tree) {
    json_t *document = halfstep_json(0, "genericity --json"), *tree;
    size_t i;
    cr_expect(json_array_size(json_object_get(document, "trees")) == COLOURED_TREES);
    cr_expect(json_array_size(json_object_get(document, "models")) > 20);
    json_array_foreach(json_object_get(document, "trees"), i, tree) {
        cr_expect(number_in(tree, "names") >= SURVEY_LEAST_NAMES, "%s",
                  text_in(tree, "tree"));
    }
}

Test(command_genericity, one_model_is_told_about_tree_by_tree) {
    struct program_outcome o = halfstep_run("genericity pendulum");
    cr_expect(o.status == 0, "%s", o.err);
    cr_expect(strstr(o.out, "v'_qq(q', q')      zero-at-start") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "but not for pendulum_generic") != NULL);
}

/* The variant is moved along with the start, so that nothing makes the zero good. */
Test(command_genericity, a_start_from_the_command_line_is_judged) {
    halfstep_says(1, "FAIL pendulum: ", NULL, "genericity pendulum --set w=0");
    halfstep_says(0, NULL, NULL, "genericity pendulum --set w=0.3");
}

Test(command_genericity, a_file_of_the_users_is_judged_by_itself) {
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "mine.model",
                               "position q = 0.7\nvelocity v = 0\nq' = v\nv' = -q*q\n");
    const char *const line[] = {"genericity", path, NULL};
    struct program_outcome o = program_run(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 1, "%d: %s", o.status, o.err);
    cr_expect(strstr(o.out, "variant mine_generic : ") != NULL, "%s", o.out);
}
