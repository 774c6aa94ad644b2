/* The habits of a command line: examples that hold, quietness, choices, the terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/commands.h"
#include "harness/session/arguments.h"
#include "harness/session/use.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

/* Words at blanks, without quotes; the last one is NULL. */
static int cut_into_words(char *line, char **words, int room) {
    int count = 0;
    for (char *word = strtok(line, " "); word != NULL && count < room - 1;
         word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

Test(habits, each_command_has_examples_with_options_that_it_knows) {
    enum { most_words = 32 };
    for (const struct command *const *c = command_table(); *c != NULL; c++) {
        const char *line = (*c)->examples;
        cr_expect(*line != '\0', "%s has none", (*c)->name);
        for (; *line != '\0'; line += strcspn(line, "\n") + 1) {
            char text[256], *words[most_words];
            struct arguments a;
            struct diagnostic why = {""};
            snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
            const int count = cut_into_words(text, words, most_words);
            cr_expect_str_eq(words[0], (*c)->name);
            cr_expect(arguments_parse(&a, (*c)->options, count - 1, words + 1, &why) == 0,
                      "%s: %s", text, why.text);
        }
    }
}

static bool has_use(const struct command *c, const char *name, size_t length) {
    for (const struct command_use *u = c->uses; u->name != NULL; u++)
        if (strlen(u->name) == length && strncmp(u->name, name, length) == 0)
            return true;
    return false;
}

/* What a row of a command's table names is there: its usual value is one of its values. */
static void check_option(const struct command *c, const struct option_definition *o) {
    struct diagnostic why = {""};
    double value;
    if (o->usual != NULL && o->read != NULL)
        cr_expect(o->read(&value, o, o->usual, &why) == 0, "%s: %s", c->name, why.text);
    cr_expect(o->excludes == NULL || option_find(c->options, o->excludes) != NULL,
              "%s --%s excludes --%s", c->name, o->name, o->excludes);
    cr_expect((o->read != option_whole && o->read != option_number) || o->least < o->most,
              "%s --%s has no bounds", c->name, o->name);
    cr_expect(o->read != option_word || o->word != NULL, "%s --%s", c->name, o->name);
    for (const char *of = o->of; c->uses != NULL && of != NULL && *of != '\0';
         of += strspn(of, " ")) {
        const size_t length = strcspn(of, " ");
        cr_expect(has_use(c, of, length), "%s --%s: no use '%s'", c->name, o->name, of);
        of += length;
    }
}

Test(habits, what_the_tables_of_options_name_is_there) {
    int typed = 0;
    for (const struct command *const *c = command_table(); *c != NULL; c++)
        for (const struct option_definition *o = (*c)->options; o->name != NULL; o++) {
            check_option(*c, o);
            typed += o->read != NULL;
        }
    cr_expect(typed > 60, "%d", typed);
}

Test(habits, quiet_leaves_files_and_the_exit_status) {
    struct scratch s = scratch_make();
    char *json = scratch_path(&s, "gate.json");
    struct program_outcome o =
        halfstep_run("gate quadratic --method explicit-euler --profile quick "
                     "--quiet --json %s",
                     json);
    cr_expect(o.status == 0 && o.out[0] == '\0' && o.err[0] == '\0', "%s%s", o.out,
              o.err);
    char *text = scratch_read(json);
    cr_expect(text != NULL && strstr(text, "\"verdict\": \"pass\"") != NULL);
    o = halfstep_run("list nothing* --quiet");
    cr_expect(o.status == 1 && o.out[0] == '\0' && strstr(o.err, "no model") != NULL);
}

Test(habits, list_takes_patterns_of_names_and_tags) {
    json_t *d = halfstep_json(0, "list spring_k* --json"), *m;
    size_t i;
    cr_expect(json_array_size(json_object_get(d, "models")) >= 5);
    json_array_foreach(json_object_get(d, "models"), i, m) {
        cr_expect(strncmp(json_string_value(json_object_get(m, "name")), "spring_k", 8) ==
                  0);
    }
    cr_expect(json_array_size(json_object_get(d, "methods")) == 0);
    struct program_outcome o = halfstep_run("list p* --tag published --tag hamiltonian");
    cr_expect(strstr(o.out, "\n  pleiades ") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "\n  quadratic ") == NULL &&
              strstr(o.out, "methods") == NULL);
}

/* As grep has it: no match is no mistake, and the status tells. */
Test(habits, a_choice_without_models_is_empty_and_says_why) {
    static const struct {
        const char *line, *out, *err;
    } cases[] = {
        {"list chain* --tag contact", "",
         "no model with a name like 'chain*' has the tag 'contact'; the tags of these "
         "models are smooth"},
        {"list --tag chaotic --tag contact", "",
         "no model has the tags 'chaotic' and 'contact'; the tags of the catalogue are"},
        {"list zx* zz* --tag contact", "", "no model of the catalogue has a name like"},
        {"list nothing* --json", "\"models\": []", "a name like 'nothing*'"},
        {"list nothing* --csv", "name,title,nq", "a name like 'nothing*'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, cases[i].line);
        cr_expect(o.status == 1, "%s: %d", cases[i].line, o.status);
        cr_expect(strstr(o.out, cases[i].out) != NULL, "%s: %s", cases[i].line, o.out);
        cr_expect(cases[i].out[0] != '\0' || o.out[0] == '\0', "%s: %s", cases[i].line,
                  o.out);
        cr_expect(strstr(o.err, cases[i].err) != NULL, "%s: %s", cases[i].line, o.err);
    }
}

/* What there is not at all is a slip, as everywhere, also beside what there is. */
Test(habits, names_and_tags_that_there_are_not_are_refused) {
    static const struct {
        const char *line, *err;
    } cases[] = {
        {"list pendulam", "no model is called 'pendulam'; near to it: pendulum"},
        {"list pendulum pendulam --json", "'pendulam'; near to it: pendulum"},
        {"list models", "'models'; without names all models are listed"},
        {"list quantitis", "'quantitis'; did you mean 'list quantities'?"},
        {"list a/b.model",
         "takes names of the catalogue, and 'a/b.model' is that of a file"},
        {"list --tag stif", "no model has the tag 'stif'; did you mean 'stiff'?"},
        {"list chain* --tag smooth --tag xyzzyx", "'xyzzyx'; the tags are smooth,"},
        {"--versio", "unknown option '--versio'; did you mean '--version'?"},
        {"fingerprint pendulum", "a method is named by --method"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, cases[i].line);
        cr_expect(o.status == 2, "%s: %d", cases[i].line, o.status);
        cr_expect(o.out[0] == '\0', "%s: %s", cases[i].line, o.out);
        cr_expect(strstr(o.err, cases[i].err) != NULL, "%s: %s", cases[i].line, o.err);
    }
}

Test(habits, columns_sets_the_width_of_help) {
    static const char *const lines[] = {"help order", "--help"};
    cr_assert(setenv("COLUMNS", "60", 1) == 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, lines[i]);
        for (const char *l = o.out; *l != '\0'; l += strcspn(l, "\n") + 1)
            cr_expect(strcspn(l, "\n") <= 60 || strncmp(l, "    halfstep ", 13) == 0,
                      "%s", l);
    }
}

Test(habits, help_about_an_option_is_the_overview) {
    static const char *const lines[] = {"help", "help --help", "help -V", "--help"};
    struct program_outcome overview = program_run_line(HALFSTEP_PROGRAM, lines[0]);
    for (size_t i = 1; i < sizeof lines / sizeof *lines; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, lines[i]);
        cr_expect(o.status == 0 && o.err[0] == '\0', "%s: %s", lines[i], o.err);
        cr_expect_str_eq(o.out, overview.out);
    }
}

/* On a terminal of 50 columns, which `script` of util-linux makes. */
Test(habits, on_a_terminal_help_keeps_to_its_width_and_verdicts_have_colours) {
    static const char on_terminal[] =
        "TERM=xterm script -qec \"stty cols 50; " HALFSTEP_PROGRAM
        " %s\" /dev/null >%s/out";
    if (system("command -v script >/dev/null") != 0)
        cr_skip_test("no script here");
    struct scratch s = scratch_make();
    char command[1024], *path = scratch_path(&s, "out");
    snprintf(command, sizeof command, on_terminal, "help order", s.path);
    cr_expect(system(command) == 0);
    char *help = scratch_read(path);
    for (const char *l = help; *l != '\0'; l += strcspn(l, "\n") + 1)
        cr_expect(strcspn(l, "\r\n") <= 50 || strncmp(l, "    halfstep ", 13) == 0, "%s",
                  l);
    for (int i = 0; i < 2; i++) {
        static const char order[] = "order quadratic --method implicit-euler";
        setenv("NO_COLOR", i == 0 ? "" : "1", 1);
        snprintf(command, sizeof command, on_terminal, order, s.path);
        cr_expect(system(command) == 0);
        char *text = scratch_read(path);
        cr_expect((strstr(text, "\033[32mpass") != NULL) == (i == 0), "%s", text);
        cr_expect(strstr(text, "()") == NULL, "%s", text);
        cr_expect(strstr(text, "\nerror\r\n") != NULL, "no plot in %s", text);
    }
}

/* The middle of the letters of a row of a plot; -1: it has none. */
static double place_in(const char *row) {
    const char *bar = strchr(row, '|');
    const size_t end = bar == NULL ? 0 : strcspn(bar, "\r\n");
    double sum = 0;
    int count = 0;
    for (size_t i = 1; i < end; i++) {
        const bool is_mark = bar[i] != ' ';
        sum += is_mark ? (double)i : 0;
        count += is_mark;
    }
    return count == 0 ? -1 : sum / count;
}

Test(habits, an_order_is_drawn_where_it_is_asked_for_and_in_no_pipe) {
    static const char order[] = "order quadratic --method implicit-euler";
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, order);
    cr_expect(o.status == 0 && strstr(o.out, "\nerror\n") == NULL, "%s", o.out);
    o = halfstep_run("%s --plot", order);
    const char *row = strstr(o.out, "\nerror\n");
    cr_assert(o.status == 0 && row != NULL, "%s", o.out);
    /* From above to below the error falls, and so does the step. */
    double last = 1e9;
    int rows = 0;
    for (row += 7; strchr(row, '|') != NULL; row += strcspn(row, "\n") + 1) {
        const double place = place_in(row);
        if (place < 0)
            continue;
        cr_expect(place < last, "%g after %g in\n%s", place, last, o.out);
        cr_expect(strcspn(row, "\n") <= 80);
        last = place;
        rows++;
    }
    cr_expect(rows >= 10, "%d rows", rows);
    cr_expect(strstr(o.out, "\n  a implicit-euler, order 1") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "more than one") == NULL, "%s", o.out);
    o = halfstep_run("order quadratic --plot");
    cr_expect(strchr(strstr(o.out, "\nerror\n"), '*') != NULL);
    cr_expect(strstr(o.out, "\n  * more than one\n") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "implicit-euler, order 1, on others everywhere\n") != NULL);
    cr_expect(strstr(o.out, "merson, no order, no errors to draw\n") != NULL, "%s",
              o.out);
}

Test(habits, where_there_is_nothing_to_say_it_tells_of_what_there_is) {
    static const struct {
        const char *line, *needs;
    } rows[] = {{"drift pendulum", "it needs models with joints"},
                {"budget pendulum", "it needs models with contacts"},
                {"settling bouncing_ball", "it needs stacks"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program_outcome o = halfstep_run("%s", rows[i].line);
        cr_expect(o.status == 2 && strstr(o.out, "quantity") == NULL, "%s", o.out);
        cr_expect(strstr(o.err, "nothing to say of these models") != NULL, "%s", o.err);
        cr_expect(strstr(o.err, rows[i].needs) != NULL, "%s", o.err);
    }
}
