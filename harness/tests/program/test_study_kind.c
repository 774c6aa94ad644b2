/* The table of the studies: names, commands, and what reads both.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/commands/commands.h"

Test(study_kind, a_name_finds_its_row_and_no_other_does) {
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        const struct study_kind_info *info = study_kind_info((enum study_kind)kind);
        cr_expect(study_kind_find(info->name) == info, "%s", info->name);
        cr_expect(info->methods != 0, "%s knows no method", info->name);
    }
    cr_expect(study_kind_find("ordr") == NULL);
    cr_expect(study_kind_find("") == NULL);
}

static const struct command *find_command(const char *name) {
    for (const struct command *const *c = command_table(); *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

/* Commands of the studies' names that are more than one study are not theirs. */
Test(study_kind, a_study_has_a_command_if_and_only_if_its_row_says_so) {
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        const struct study_kind_info *info = study_kind_info((enum study_kind)kind);
        const struct command *command = find_command(info->name);
        const bool is_own = command == &study_commands[kind];
        cr_expect(is_own == info->has_command, "%s", info->name);
    }
}

/* Each example runs its own command, and there is one. */
Test(study_kind, every_command_has_an_example_of_itself) {
    for (const struct command *const *c = command_table(); *c != NULL; c++) {
        const size_t length = strlen((*c)->name);
        cr_expect(strncmp((*c)->examples, (*c)->name, length) == 0, "%s", (*c)->name);
        cr_expect((*c)->examples[strlen((*c)->examples) - 1] == '\n', "%s", (*c)->name);
    }
}
