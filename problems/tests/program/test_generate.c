/* The generator as a program: its file appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 24 };

#define MODEL_FOLDER TEST_DATA "/../../models"

/* Runs `before; generate folder target` in a shell; whether it ended with 0. */
static bool generate(const char *before, const char *folder, const char *target) {
    char command[4096];
    snprintf(command, sizeof command, "%s '%s' '%s' '%s' 2>/dev/null", before, GENERATE,
             folder, target);
    return system(command) == 0;
}

/* The file as a string, which the caller frees; NULL if there is none. */
static char *contents(const char *path, const char *suffix) {
    char name[256];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    FILE *file = fopen(name, "r");
    if (!file)
        return NULL;
    char *text = calloc(1, TEXT_LIMIT);
    size_t length = fread(text, 1, TEXT_LIMIT - 1, file);
    cr_assert_lt(length, TEXT_LIMIT - 1);
    fclose(file);
    return text;
}

static void check_untouched(const char *target) {
    char *text = contents(target, ""), *part = contents(target, ".part");
    cr_assert_str_eq(text, "old\n");
    cr_assert_null(part);
}

static void write_old(const char *target) {
    FILE *file = fopen(target, "w");
    cr_assert_not_null(file);
    fputs("old\n", file);
    fclose(file);
}

Test(generate, writes_the_same_file_each_time) {
    cr_assert(generate("", MODEL_FOLDER, "generated_a.c"));
    cr_assert(generate("", MODEL_FOLDER, "generated_b.c"));
    char *a = contents("generated_a.c", ""), *b = contents("generated_b.c", "");
    cr_assert_str_eq(a, b);
    cr_assert_not_null(
        strstr(a, "compiled_function *compiled_find(uint64_t fingerprint)"));
    remove("generated_a.c");
    remove("generated_b.c");
}

Test(generate, a_missing_folder_leaves_the_file_as_it_was) {
    write_old("generated_c.c");
    cr_assert_not(generate("", "no-such-folder", "generated_c.c"));
    check_untouched("generated_c.c");
    remove("generated_c.c");
}

/* Eight blocks of 512 or 1024 bytes are not enough: the write fails as on a full disk. */
Test(generate, a_full_disk_leaves_the_file_as_it_was) {
    write_old("generated_d.c");
    cr_assert_not(generate("trap '' XFSZ; ulimit -f 8;", MODEL_FOLDER, "generated_d.c"));
    check_untouched("generated_d.c");
    remove("generated_d.c");
}

Test(generate, a_wrong_model_leaves_the_file_as_it_was) {
    cr_assert_eq(system("mkdir -p generated_models && "
                        "echo 'position = =' > generated_models/wrong.model"),
                 0);
    write_old("generated_e.c");
    cr_assert_not(generate("", "generated_models", "generated_e.c"));
    check_untouched("generated_e.c");
    remove("generated_e.c");
    remove("generated_models/wrong.model");
    remove("generated_models");
}

Test(generate, a_folder_that_cannot_be_written_is_an_error) {
    cr_assert_not(generate("", MODEL_FOLDER, "no-such-folder/generated.c"));
}
