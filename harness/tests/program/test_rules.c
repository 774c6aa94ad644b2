/* Rules of the house that can be read off the sources: who may include whom, what libraries
 * may not call, and the formatting.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "harness/base/path.h"
#include "harness/tests/program/circles.h"
#include "harness/tests/program/floors.h"
#include "harness/tests/program/readers.h"
#include "harness/tests/scratch.h"

enum { folder_count = 5 };

static const char *const folders[folder_count] = {"problems", "fast", "ref", "harness",
                                                  "reports"};

/* Which folders' headers a folder may include besides its own. */
static const char *const may_include[folder_count] = {"", "", "problems",
                                                      "problems fast ref", ""};

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Whether a name in a folder is that of a part of it: a folder that is not the tests. */
static bool is_part(const char *folder, const char *name) {
    struct stat is;
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return name[0] != '.' && strcmp(name, "tests") != 0 && stat(path, &is) == 0 &&
           S_ISDIR(is.st_mode);
}

/* Calls check(folder, path in it, text) for each C source and header of a folder's part
 * `inside` ("": the folder itself) and of the parts of that, but of the tests' own. Returns
 * how many there were. */
static int for_each_source(const char *folder, const char *inside,
                           void (*check)(int folder, const char *path, const char *text),
                           int index) {
    char path[1024], name[1024];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s/%s", PROJECT_FOLDER, folder, inside);
    DIR *directory = opendir(path);
    cr_assert(directory != NULL, "%s", path);
    for (struct dirent *e = readdir(directory); e != NULL; e = readdir(directory)) {
        snprintf(name, sizeof name, "%s%s%s", inside, *inside == '\0' ? "" : "/",
                 e->d_name);
        if (is_part(path, e->d_name))
            count += for_each_source(folder, name, check, index);
        if (!ends_with(e->d_name, ".c") && !ends_with(e->d_name, ".h"))
            continue;
        char *file = path_join(path, e->d_name), *text = scratch_read(file);
        cr_assert(text != NULL, "%s", file);
        check(index, name, text);
        count++;
    }
    closedir(directory);
    return count;
}

static int for_each_folder(const char *inside, void (*check)(int folder, const char *name,
                                                             const char *text)) {
    int count = 0;
    for (int i = 0; i < folder_count; i++)
        count += for_each_source(folders[i], inside, check, i);
    return count;
}

/* The folder that an include line names, or -1. */
static int folder_of(const char *target) {
    for (int i = 0; i < folder_count; i++)
        if (strncmp(target, folders[i], strlen(folders[i])) == 0 &&
            target[strlen(folders[i])] == '/')
            return i;
    return -1;
}

static bool contains_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at != NULL; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void check_includes(int folder, const char *name, const char *text) {
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        char target[256];
        if (sscanf(line, " # include \"%255[^\"]\"", target) != 1)
            continue;
        int other = folder_of(target);
        cr_expect(other < 0 || other == folder ||
                      contains_word(may_include[folder], folders[other]),
                  "%s/%s includes %s", folders[folder], name, target);
        cr_expect(strstr(target, "..") == NULL, "%s/%s includes %s", folders[folder],
                  name, target);
    }
}

Test(rules, no_folder_includes_what_it_must_not_know) {
    cr_expect(for_each_folder("", check_includes) > 100);
}

/* Tests may use what their folder may use, and problems for making models. */
Test(rules, tests_know_no_more_than_what_they_test) {
    cr_expect(for_each_folder("tests", check_includes) > 30);
}

/* tests/room/test_name.c holds the suite `name` alone: the build runs it by that name, and a
 * test of another suite would never run. */
static void check_suites(int folder, const char *path, const char *text) {
    const char *file = strrchr(path, '/') + 1;
    if (strncmp(file, "test_", 5) != 0 || file - path == (ptrdiff_t)strlen("tests/"))
        return;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        char suite[128];
        line += *line == '\n';
        if (sscanf(line, "Test(%127[a-z0-9_]", suite) == 1 ||
            sscanf(line, "ParameterizedTest(%*[^,], %127[a-z0-9_]", suite) == 1)
            cr_expect(strlen(suite) + 7 == strlen(file) &&
                          strncmp(suite, file + 5, strlen(suite)) == 0,
                      "%s/%s: the suite is called %s", folders[folder], path, suite);
    }
}

Test(rules, every_suite_is_called_as_its_file) {
    cr_expect(for_each_folder("tests", check_suites) > 400);
}

/* Whether a source may include `target`, a path from the project's folder. */
static bool goes_down(const struct floors *in, const char *path, const char *target) {
    const size_t length = strlen(in->folder);
    if (strncmp(target, in->folder, length) != 0 || target[length] != '/')
        return true;
    const int other = floor_of(in, target + length + 1);
    return other >= 0 && other <= floor_of(in, path);
}

static void check_floors(int folder, const char *path, const char *text) {
    const struct floors *in = floors_of(folders[folder]);
    if (in == NULL)
        return;
    cr_expect(floor_of(in, path) >= 0, "%s/%s is in no part that has a place",
              folders[folder], path);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        char target[256];
        if (sscanf(line, " # include \"%255[^\"]\"", target) == 1)
            cr_expect(goes_down(in, path, target), "%s/%s includes %s", folders[folder],
                      path, target);
    }
}

Test(rules, no_part_includes_one_that_comes_after_it) {
    for_each_folder("", check_floors);
}

Test(rules, the_check_of_parts_knows_up_from_down) {
    const struct floors *in = floors_of("fast");
    cr_expect(goes_down(in, "pair/pair.c", "fast/linear/dense.h"));
    cr_expect(goes_down(in, "pair/pair.c", "fast/pair/pair.h"));
    cr_expect(goes_down(in, "linear/dense.c", "fast/pair.h"));
    cr_expect(!goes_down(in, "linear/dense.c", "fast/pair/pair.h"));
    cr_expect(!goes_down(in, "status.c", "fast/linear/dense.h"));
    cr_expect(!goes_down(in, "pair/pair.c", "fast/lin/dense.h"));
}

static struct circles included;

static void note_includes(int folder, const char *path, const char *text) {
    char by[512], target[256];
    snprintf(by, sizeof by, "%s/%s", folders[folder], path);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (sscanf(line, " # include \"%255[^\"]\"", target) == 1 &&
            folder_of(target) >= 0)
            circles_note(&included, by, target);
    }
}

/* Seen to fail: a pair of readers left off the list. */
Test(rules, no_files_include_each_other_in_a_circle) {
    char circle[2048];
    cr_expect(for_each_folder("", note_includes) > 1000);
    cr_expect(!circles_find(&included, circle, sizeof circle), "%s", circle);
}

Test(rules, the_check_of_circles_finds_those_of_three_and_leaves_recursions) {
    static struct circles c;
    static const struct circles_one one[] = {{"terms", {"f/a", "f/b", "f/c"}},
                                             {NULL, {NULL}}};
    char circle[256];
    for (int with = 0; with < 2; with++) {
        c = (struct circles){.one = with == 1 ? one : NULL};
        circles_note(&c, "f/a.c", "f/a_parts.h");
        circles_note(&c, "f/d.c", "f/a.h");
        circles_note(&c, "f/a_parts.h", "f/b.h");
        circles_note(&c, "f/b.c", "f/c.h");
        cr_expect(!circles_find(&c, circle, sizeof circle));
        circles_note(&c, "f/c.c", "f/a.h");
        cr_expect(circles_find(&c, circle, sizeof circle) == (with == 0));
    }
    cr_expect_str_eq(circle, "f/a needs f/b needs f/c needs f/a");
    circles_note(&c, "f/b.c", "f/d.h"); /* beside the recursion */
    cr_expect(circles_find(&c, circle, sizeof circle));
    cr_expect_str_eq(circle, "f/a needs f/d needs f/a");
}

/* Headers that more than a quarter of the sources read. The public ones say what everything else
 * is about; the others are words of the house, small, and seldom changed. */
static const struct {
    const char *header, *why;
    bool is_public;
} wide[] = {
    {"problems/model.h", "what a model is", true},
    {"fast/options.h", "what an integrator is set to", true},
    {"problems/base/status.h", "outcomes, and where a reason is written", false},
    {"problems/graph/node.h", "an expression, where one is kept", false},
    {"problems/graph/expr_matrix.h", "matrices of them, which a model has", false},
    {"problems/program/eval_constants.h", "how a model's numbers are taken", false},
    {"ref/status.h", "outcomes", false},
    {"fast/status.h", "outcomes", false},
    {"harness/results/study_open.h", "the type of what makes an integrator", false},
};
enum { wide_count = sizeof wide / sizeof *wide, most_lines_of_a_wide_one = 50 };
static const double wide_share = 0.25;

static struct readers readers;
static bool these_are_tests;

static void note_readers(int folder, const char *path, const char *text) {
    char by[512], target[256];
    snprintf(by, sizeof by, "%s/%s", folders[folder], path);
    readers_note(&readers, by, these_are_tests);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (sscanf(line, " # include \"%255[^\"]\"", target) == 1)
            readers_note_line(&readers, by, target);
    }
}

static void count_readers(void) {
    for_each_folder("", note_readers);
    these_are_tests = true;
    for_each_folder("tests", note_readers);
    readers_count(&readers);
}

static bool is_wide_by_right(const char *header) {
    for (int i = 0; i < wide_count; i++)
        if (strcmp(wide[i].header, header) == 0)
            return true;
    return false;
}

/* Seen to fail: with problems/graph/expr.h read by problems/model.h. */
Test(rules, few_headers_are_read_by_more_than_a_quarter) {
    count_readers();
    cr_expect(readers.sources[0] > 1000 && readers.sources[1] > 500);
    for (int i = 0; i < READERS_MOST_FILES; i++)
        cr_expect(readers_share(&readers, i) <= wide_share ||
                      is_wide_by_right(readers.file[i].name),
                  "%s is read by %.1f %% of the sources", readers.file[i].name,
                  100 * readers_share(&readers, i));
}

static int lines_of(const char *header) {
    char path[1024];
    int lines = 0;
    snprintf(path, sizeof path, "%s/%s", PROJECT_FOLDER, header);
    char *text = scratch_read(path);
    cr_assert(text != NULL, "%s", path);
    for (const char *c = strchr(text, '\n'); c != NULL; c = strchr(c + 1, '\n'))
        lines++;
    return lines;
}

Test(rules, what_many_read_is_small_and_the_list_has_no_others) {
    count_readers();
    for (int i = 0; i < wide_count; i++) {
        const int file = readers_find(&readers, wide[i].header);
        cr_expect(readers_share(&readers, file) > wide_share, "%s is not wide",
                  wide[i].header);
        cr_expect(wide[i].is_public ||
                      lines_of(wide[i].header) <= most_lines_of_a_wide_one,
                  "%s is long: %s", wide[i].header, wide[i].why);
        for (int l = readers.file[file].first; l != 0; l = readers.line[l].next)
            cr_expect(is_wide_by_right(readers.file[readers.line[l].file].name),
                      "%s reads %s", wide[i].header,
                      readers.file[readers.line[l].file].name);
    }
}

Test(rules, readers_are_counted_once_each_and_through_others) {
    static struct readers r;
    readers_note(&r, "f/a.c", false);
    readers_note(&r, "f/b.c", false);
    readers_note(&r, "f/tests/t.c", true);
    readers_note_line(&r, "f/a.c", "f/a.h");
    readers_note_line(&r, "f/a.c", "f/low.h");
    readers_note_line(&r, "f/a.h", "f/low.h");
    readers_note_line(&r, "f/tests/t.c", "f/a.h");
    readers_count(&r);
    cr_expect(readers_share(&r, readers_find(&r, "f/low.h")) == 2.0 / 3.0);
    cr_expect(readers_share(&r, readers_find(&r, "f/a.h")) == 2.0 / 3.0);
    cr_expect(readers_share(&r, readers_find(&r, "f/b.h")) == 0.0);
    cr_expect(r.file[readers_find(&r, "f/low.h")].by[0] == 1);
}

enum { most_files_of_a_part = 40 };
static int files_of_part[floors_count][FLOORS_MOST_PARTS];

static void count_file(int folder, const char *path, const char *text) {
    (void)text;
    const struct floors *in = floors_of(folders[folder]);
    if (in != NULL && floor_of(in, path) >= 0)
        files_of_part[in - floors][floor_of(in, path)]++;
}

Test(rules, every_part_is_small_and_none_is_empty) {
    for_each_folder("", count_file);
    for (int i = 0; i < floors_count; i++)
        for (int part = 0; floors[i].parts[part] != NULL; part++)
            cr_expect(files_of_part[i][part] > 0 &&
                          files_of_part[i][part] <= most_files_of_a_part,
                      "%s/%s has %d files", floors[i].folder, floors[i].parts[part],
                      files_of_part[i][part]);
}

/* A file's name without its folders. */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

enum { most_rooms = 200 };
static struct {
    char name[128];
    int files;
} rooms[most_rooms];

static void count_in_room(int folder, const char *path, const char *text) {
    (void)text;
    char in[sizeof rooms->name];
    snprintf(in, sizeof in, "%s/%.*s", folders[folder], (int)(name_of(path) - path),
             path);
    int i = 0;
    while (rooms[i].files > 0 && strcmp(rooms[i].name, in) != 0)
        i++;
    cr_assert(i < most_rooms - 1);
    memcpy(rooms[i].name, in, sizeof in);
    rooms[i].files++;
}

Test(rules, every_folder_of_tests_is_small) {
    for_each_folder("tests", count_in_room);
    cr_expect(rooms[10].files > 0);
    for (int i = 0; rooms[i].files > 0; i++)
        cr_expect(rooms[i].files <= most_files_of_a_part, "%s has %d files",
                  rooms[i].name, rooms[i].files);
}

/* Sources of programs, which may print and exit. */
static bool is_program(const char *path) {
    static const char *const PROGRAM[] = {
        "main.c",           "generate.c",       "pin.c", "mutate.c", "sensitivity.c",
        "benchmark_main.c", "benchmark_count.c"};
    for (size_t i = 0; i < sizeof PROGRAM / sizeof *PROGRAM; i++) {
        if (strcmp(name_of(path), PROGRAM[i]) == 0)
            return true;
    }
    return false;
}

/* Sources that find, start or put something somewhere: bench_instructions.c hands on what
 * valgrind needs to be found, copied.c asks for TMPDIR, data.c for HALFSTEP_DATA. */
static bool may_read_environment(const char *path) {
    const char *name = name_of(path);
    return strcmp(name, "bench_instructions.c") == 0 || strcmp(name, "copied.c") == 0 ||
           strcmp(name, "data.c") == 0;
}

/* Whether `name` is called in the text, outside comments and strings. */
static bool calls(const char *text, const char *name) {
    size_t length = strlen(name);
    enum { code, comment, string } where = code;
    for (const char *c = text; *c != '\0'; c++) {
        if (where == code && c[0] == '/' && c[1] == '*')
            where = comment;
        else if (where == comment && c[0] == '*' && c[1] == '/')
            where = code;
        else if (where == string && c[0] == '\\')
            c++;
        else if (where != comment && c[0] == '"' && !(where == code && c[-1] == '\''))
            where = where == string ? code : string;
        else if (where == code && strncmp(c, name, length) == 0 && c[length] == '(' &&
                 !isalnum((unsigned char)c[-1]) && c[-1] != '_')
            return true;
    }
    return false;
}

static void check_calls(int folder, const char *name, const char *text) {
    static const char *const forbidden[] = {
        "printf", "puts",   "putchar", "vprintf", "perror", "exit", "abort",  "getenv",
        "setenv", "system", "srand",   "rand",    "strtok", "gets", "sprintf"};
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        cr_expect(is_program(name) || !calls(text, forbidden[i]) ||
                      (may_read_environment(name) && strcmp(forbidden[i], "getenv") == 0),
                  "%s/%s calls %s", folders[folder], name, forbidden[i]);
    cr_expect(is_program(name) ||
                  (strstr(text, "stdout") == NULL && strstr(text, "stderr") == NULL),
              "%s/%s names a standard stream", folders[folder], name);
}

Test(rules, libraries_do_not_print_or_exit_or_read_the_environment) {
    cr_expect(for_each_folder("", check_calls) > 100);
}

Test(rules, the_check_of_calls_sees_calls_and_only_calls) {
    cr_expect(calls("int f(void) {\n    exit(1);\n}\n", "exit"));
    cr_expect(!calls("int f(void) {\n    /* exit(1) */ return _exit(1);\n}\n", "exit"));
    cr_expect(!calls(" const char *s = \"exit(1) \\\" exit(2)\";\n", "exit"));
    cr_expect(calls(" const char *s = \"a\"; exit(2);\n", "exit"));
    cr_expect(!calls(" fprintf(file, \"x\");", "printf"));
}

static void check_licence(int folder, const char *name, const char *text) {
    const char *tag = strstr(text, "SPDX-License-Identifier: BSD-2-Clause");
    cr_expect(strncmp(text, "/*", 2) == 0 && tag != NULL && tag < strstr(text, "*/"),
              "%s/%s does not begin with a comment that ends in the licence",
              folders[folder], name);
}

Test(rules, every_source_begins_with_what_it_is_and_its_licence) {
    for_each_folder("", check_licence);
    for_each_folder("tests", check_licence);
}

/* The formatter leaves comments alone: tables and formulas, four blanks in, may be wide. */
static bool is_wide(const char *line) {
    const char *star = line + strspn(line, " /");
    return strcspn(line, "\n") > 100 && *star == '*' && strspn(star + 1, " ") < 5;
}

static void check_width(int folder, const char *name, const char *text) {
    int number = 1;
    for (const char *line = text; line != NULL; line = strchr(line, '\n'), number++) {
        line += *line == '\n';
        cr_expect(!is_wide(line), "%s/%s:%d: a comment of more than 100 columns",
                  folders[folder], name, number);
    }
}

Test(rules, comments_are_at_most_100_columns_wide) {
    for_each_folder("", check_width);
    for_each_folder("tests", check_width);
}

enum { most_lines_of_a_function = 60 };

/* Where the next function begins, from its name on; *lines := how many it has. NULL: there is
 * none. Sources are formatted: what begins in the first column ends there with a brace. */
static const char *find_function(const char *text, int *lines) {
    const char *begin = NULL, *next;
    int count = 0;
    bool is_open = false;
    for (const char *line = text; *line != '\0'; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        count++;
        if (is_open && line[0] == '}') {
            *lines = count;
            return begin;
        }
        if (!is_open && (isalpha((unsigned char)line[0]) || line[0] == '_')) {
            begin = line;
            count = 1;
        }
        if (is_open || begin == NULL || length == 0)
            continue;
        is_open = length >= 3 && strncmp(line + length - 3, ") {", 3) == 0;
        if (!is_open && strchr("{};", line[length - 1]) != NULL)
            begin = NULL; /* it was none */
    }
    return NULL;
}

static const char *skip_function(const char *begin) {
    return strstr(begin, "\n}") + strlen("\n}");
}

static void check_lengths(int folder, const char *name, const char *text) {
    int lines;
    for (const char *f = find_function(text, &lines); f != NULL;
         f = find_function(skip_function(f), &lines))
        cr_expect(lines <= most_lines_of_a_function, "%s/%s: %d lines: %.*s",
                  folders[folder], name, lines, (int)strcspn(f, "\n"), f);
}

Test(rules, no_function_is_longer_than_a_page) {
    for_each_folder("", check_lengths);
    for_each_folder("tests", check_lengths);
}

Test(rules, the_check_of_lengths_counts_from_name_to_brace) {
    int lines = 0;
    const char *text =
        "class a {\n    int h() {\n    }\n};\n\nint f(int b,\n      int c) {\n"
        "    if (b) {\n    }\n    return c;\n}\n\nint g(void) {\n}\n";
    const char *f = find_function(text, &lines);
    cr_assert(f != NULL && strncmp(f, "int f", 5) == 0 && lines == 6, "%d", lines);
    f = find_function(skip_function(f), &lines);
    cr_assert(f != NULL && strncmp(f, "int g", 5) == 0 && lines == 2, "%d", lines);
    cr_expect(find_function(skip_function(f), &lines) == NULL);
}

Test(rules, every_source_is_formatted) {
    if (system("command -v clang-format >/dev/null 2>&1") != 0)
        cr_skip_test("no clang-format here");
    int status = system("cd '" PROJECT_FOLDER
                        "' && find problems fast ref harness reports -name \'*.[ch]\' "
                        "-print0 | xargs -0 clang-format --dry-run -Werror");
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
