/* Variants read alone are those of the whole file.
 *
 * Seen to fail: with longer words that begin alike, with variants behind ';' left out, with
 * comments taken for variants, with a last one left out, with tags at the beginning of a line
 * taken for variants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "problems/language/parser.h"
#include "problems/language/source.h"

typedef enum problem_status parse_function(const struct source *, struct arena *,
                                           struct atoms *, struct statement **,
                                           struct diagnostic *);

/* What stands in the variants of a text, one after the other. */
static void gather(char said[static 400], parse_function *parse, const char *text) {
    const struct source source = {SOURCE_FILE, "a.model", text, (int)strlen(text)};
    struct arena *arena = arena_alloc();
    struct atoms atoms = {.arena = arena};
    struct statement *first = NULL;
    struct diagnostic d = {""};
    cr_expect(parse(&source, arena, &atoms, &first, &d) == PROBLEM_OK, "%s", d.text);
    said[0] = '\0';
    for (const struct statement *v = first; v != NULL; v = v->next) {
        if (v->kind != STATEMENT_VARIANT)
            continue;
        strcat(strcat(said, atoms.text[v->target.name]), ":");
        for (const struct statement *t = v->body; t != NULL; t = t->next)
            strcat(strcat(said, t->text), t->next != NULL ? "," : " ");
    }
}

Test(parse_variants, they_are_those_of_the_whole_file) {
    static const char *const cases[][2] = {
        {"", ""},
        {"state a = 1\na' = -a\n", ""},
        {"variant one : a = 2", "one:2 "},
        {"  variant one tags x, not y : a = 2,\n    b = 3/4\nstate a = 1\n\n\tvariant "
         "two : a = "
         "5\n",
         "one:x,y,2,3/4 two:5 "},
        {"state a = 1; variant one : a = 2; variant two : a = 3\n", "one:2 two:3 "},
        {"for i in 1..2 { state z[i] = 1 } variant one : a = 2\n", "one:2 "},
        {"# variant none : a = 4\nstate a = 1 # a variant\nvariant one : a = 2 # of it\n",
         "one:2 "},
        {"title \"a variant; variant none : a = 1\"\nvariant one : a = 2\n", "one:2 "},
        {"tags smooth,\n    variant-free\nvariant one : a = 2\n", "one:2 "},
        {"variant one tags x,\n    variant : a = 2\nvariant two : a = 3\n",
         "one:x,variant,2 two:3 "},
        {"invariant energy = 1\nparam a_variant = 3,\n    variants = 4\nvariant one : a "
         "= 2\n",
         "one:2 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char alone[400], whole[400];
        gather(alone, parse_variants, cases[i][0]);
        gather(whole, parse_file, cases[i][0]);
        cr_expect_str_eq(alone, cases[i][1], "%s", cases[i][0]);
        cr_expect_str_eq(whole, cases[i][1], "%s", cases[i][0]);
    }
}
