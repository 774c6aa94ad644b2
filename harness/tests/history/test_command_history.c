/* `halfstep history` as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/tests/history/history_sample.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"

/* Runs "history ..." with --database in the folder; the line holds no other blanks. */
static struct program_outcome run(const struct scratch *s, const char *line) {
    return halfstep_run("history %s --database %s/h.sqlite", line, s->path);
}

static void expect(const struct scratch *s, const char *line, int status,
                   const char *message) {
    struct program_outcome o = run(s, line);
    cr_expect(o.status == status, "%s: %d: %s", line, o.status, o.err);
    const char *said = status == 2 || status == 3 ? o.err : o.out;
    cr_expect(strstr(said, message) != NULL, "%s: %s", line, said);
}

/* Writes `count` runs to files, the times 2 % longer from the 20th on, and adds them. */
static void fill(const struct scratch *s, int count) {
    char line[4096] = "add";
    for (int i = 0; i < count; i++) {
        char name[32];
        /* Noise that is none to a person, but not exactly none. */
        json_t *document =
            sample_timing(i, (i < 20 ? 1 : 1.02) * (1 + 2e-4 * sin(7.3 * i)));
        snprintf(name, sizeof name, "d%02d", i);
        char *text = json_dumps(document, 0), *path = scratch_write(s, name, text);
        size_t length = strlen(line);
        snprintf(line + length, sizeof line - length, " %s", path);
    }
    char message[64];
    snprintf(message, sizeof message, ": %d documents added\n", count);
    expect(s, line, 0, message);
}

Test(command_history, what_is_added_is_listed_with_what_has_changed) {
    struct scratch s = scratch_make();
    fill(&s, 30);
    struct program_outcome o = run(&s, "list");
    cr_assert(o.status == 0, "%s", o.err);
    cr_expect(strstr(o.out, "rod/semi-explicit-euler.gaming/default/fixed") != NULL);
    cr_expect(strstr(o.out, "+2.0") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "more series: --all shows them") != NULL);
    expect(&s, "list --all", 0, "allocated_bytes");
    expect(&s, "show rod*/cycles", 0, "L1, p 0.001");
    expect(&s, "show rod*/evaluations", 0, "66 count");
    expect(&s, "show nothing*", 2, "no series 'nothing*'");
    expect(&s, "check", 0, "whole");
}

Test(command_history, json_has_the_series_with_points_and_changes) {
    struct scratch s = scratch_make();
    fill(&s, 30);
    json_t *document = halfstep_json(
        0, "history show rod*/cycles --json --database %s/h.sqlite", s.path);
    const json_t *series = json_array_get(json_object_get(document, "series"), 0);
    cr_expect_str_eq(text_in(series, "quantity"), "cycles");
    cr_expect_str_eq(text_in(series, "kind"), "ruled");
    cr_expect_str_eq(text_in(series, "machine"), "Xeon, 2 cores");
    const json_t *points = json_object_get(series, "points");
    cr_assert(json_array_size(points) == 30);
    cr_expect(number_in(json_array_get(points, 3), "committed") ==
              1760000000 + 3 * 86400.0);
    const json_t *changes = json_object_get(series, "changes");
    cr_assert(json_array_size(changes) == 1);
    const json_t *change = json_array_get(changes, 0);
    cr_expect(number_in(change, "index") == 20);
    cr_expect_float_eq(number_in(change, "size"), 0.02, 1e-3);
    cr_expect_str_eq(text_in(change, "commit"),
                     text_in(json_array_get(points, 20), "commit"));
}

Test(command_history, json_lines_keep_all_and_are_added_again) {
    struct scratch s = scratch_make(), other = scratch_make();
    char line[512];
    fill(&s, 5);
    snprintf(line, sizeof line, "export --as json-lines --out %s/all.jsonl", s.path);
    expect(&s, line, 0, "");
    snprintf(line, sizeof line, "add %s/all.jsonl", s.path);
    expect(&s, line, 0, "0 documents added, 5 were there before");
    expect(&other, line, 0, "5 documents added");
    snprintf(line, sizeof line, "export --as json-lines --out %s/again.jsonl", s.path);
    expect(&other, line, 0, "");
    char *one = scratch_read(sample_place(&s, "all.jsonl"));
    char *two = scratch_read(sample_place(&s, "again.jsonl"));
    cr_expect_str_eq(one, two);
}

Test(command_history, a_judgement_stays_with_its_change) {
    struct scratch s = scratch_make();
    fill(&s, 30);
    const char *const words[] = {"history",
                                 "judge",
                                 "rod*/cycles",
                                 "c" /* replaced */,
                                 "accepted: safer pivots",
                                 "--database",
                                 NULL,
                                 NULL};
    const char *arguments[8];
    memcpy(arguments, words, sizeof words);
    json_t *document = sample_timing(20, 1);
    char commit[16], database[256];
    snprintf(commit, sizeof commit, "%.10s",
             text_in(json_object_get(document, "build"), "commit"));
    snprintf(database, sizeof database, "%s/h.sqlite", s.path);
    arguments[3] = commit;
    arguments[6] = database;
    struct program_outcome o = program_run(HALFSTEP_PROGRAM, arguments);
    cr_expect(o.status == 0 && strstr(o.out, "1 change judged") != NULL, "%s", o.err);
    expect(&s, "show rod*/cycles", 0, "accepted: safer pivots");
    expect(&s, "judge rod*/cycles beef x", 2, "no series");
    arguments[3] = "";
    o = program_run(HALFSTEP_PROGRAM, arguments);
    cr_expect(o.status == 2 && strstr(o.err, "COMMIT is empty") != NULL, "%s", o.err);
    expect(&s, "check", 0, "whole");
}

Test(command_history, a_judgement_is_of_one_commit) {
    struct scratch s = scratch_make();
    char line[512], *path = scratch_write(&s, "steps.csv",
                                          "name,quantity,unit,value,commit,committed\n"
                                          "k,steps,count,11,aa7,1760000000\n"
                                          "k,steps,count,12,ab1,1760086400\n"
                                          "k,steps,count,14,ab2,1760259200\n"
                                          "k,steps,count,13,ab22,1760172800\n");
    snprintf(line, sizeof line, "import --from csv %s", path);
    expect(&s, line, 0, "4 documents added");
    expect(&s, "judge k ab meant", 2, "COMMIT ab: several");
    expect(&s, "judge k ab2 meant", 0, "1 change judged");
    struct program_outcome o = run(&s, "show k --json");
    json_t *document = json_loads(o.out, 0, NULL), *change;
    size_t i;
    json_array_foreach(
        json_object_get(json_array_get(json_object_get(document, "series"), 0),
                        "changes"),
        i, change) {
        cr_expect(json_is_null(json_object_get(change, "judged")) ==
                      (strcmp(text_in(change, "commit"), "ab2") != 0),
                  "%s", text_in(change, "commit"));
    }
    cr_expect(i == 3, "%zu changes", i);
    expect(&s, "export --as bencher --commit ab2", 0, "14");
    expect(&s, "export --as bencher --commit ab", 2, "3 commits begin with 'ab'");
}

/* What a measurement that broke down may leave behind is no success. */
Test(command_history, an_array_of_no_documents_is_refused) {
    struct scratch s = scratch_make();
    char line[512];
    snprintf(line, sizeof line, "add %s", scratch_write(&s, "none.json", "[]\n"));
    expect(&s, line, 2, "an array without documents; nothing was added");
}

Test(command_history, an_import_is_recognised_the_second_time) {
    struct scratch s = scratch_make();
    expect(&s,
           "import --from bencher " TEST_DATA "/history/bencher.json --commit abc "
           "--committed 2026-11-20",
           0, "1 document added");
    expect(&s,
           "import --from bencher " TEST_DATA "/history/bencher.json --commit abc "
           "--committed 2026-11-20",
           0, "0 documents added, 1 was there before");
    expect(&s, "list", 0, "abc");
    expect(&s, "export --as csv", 0, "solve(16)");
    expect(&s, "export --as csv --commit ab", 0, "solve(16)");
    expect(&s, "export --as csv --commit abd", 2, "nothing is known of commit 'abd'");
    expect(&s, "export --as json-lines --commit abd", 2, "nothing is known of commit");
}

Test(command_history, wrong_usage_is_refused) {
    static const struct {
        const char *line, *message;
    } wrong[] = {{"lits", "did you mean 'list'"},
                 {"add", "history add needs FILE..."},
                 {"add /no/such/file", "/no/such/file: cannot be read"},
                 {"add " TEST_DATA "/history/elsewhere.csv", "not JSON"},
                 {"add " TEST_DATA "/history/bencher.json", "\"command\" is ''"},
                 {"import " TEST_DATA "/history/bencher.json", "--from"},
                 {"import --from csv " TEST_DATA "/history/bencher.json", "line 1"},
                 {"import --from csv --taken noon " TEST_DATA "/history/elsewhere.csv",
                  "--taken noon"},
                 {"list", "there is no history here"},
                 {"export", "--as"},
                 {"export --as csv", "there is no history here"},
                 {"judge a b", "history judge needs SERIES COMMIT TEXT"},
                 {"check --wait -1", "--wait"},
                 {"check --csv", "--csv does not go with history check"},
                 {"list --commit c001", "--commit does not go with history list"},
                 {"--as csv", "--as does not go with history list"},
                 {"list --seed 1.5", "--seed"}};
    struct scratch s = scratch_make();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(&s, wrong[i].line, 2, wrong[i].message);
    cr_expect(access(sample_place(&s, "h.sqlite"), F_OK) != 0, "nothing was made");
}

/* As with `ulimit -f`: the program is not killed by the signal that comes then. */
Test(command_history, a_full_disk_ends_in_a_message_and_status_3) {
    struct scratch s = scratch_make();
    fill(&s, 3);
    json_t *document = sample_timing(77, 1);
    json_object_set_new(document, "results", json_array());
    for (int i = 0; i < 3000; i++)
        json_array_append_new(json_object_get(document, "results"),
                              json_string("0123456789abcdef0123456789abcdef"));
    char *text = json_dumps(document, 0), *path = scratch_write(&s, "big", text);
    char line[512];
    int status;
    struct stat about;
    stat(sample_place(&s, "h.sqlite"), &about);
    snprintf(line, sizeof line, "history add %s --database %s/h.sqlite", path, s.path);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        struct rlimit limit = {(rlim_t)about.st_size + 4096, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(program_wait(program_start(HALFSTEP_PROGRAM, line)));
    }
    waitpid(child, &status, 0);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 3, "%d", status);
    expect(&s, "check", 0, "whole");
    expect(&s, "export --as csv", 0, "rod");
}

Test(command_history, a_report_has_the_series_and_a_page) {
    struct scratch s = scratch_make();
    char line[256];
    fill(&s, 24);
    snprintf(line, sizeof line, "list --out %s/report", s.path);
    expect(&s, line, 0, "report/index.html");
    json_t *document = json_load_file(sample_place(&s, "report/results.json"), 0, NULL);
    cr_assert(document != NULL);
    cr_expect(json_array_size(json_object_get(document, "series")) == 26);
    cr_expect_str_eq(text_in(document, "command"), "history");
    cr_expect(json_array_size(json_object_get(document, "results")) == 0);
    char *page = scratch_read(sample_place(&s, "report/index.html"));
    cr_expect(page != NULL && strlen(page) > 100);
}

Test(command_history, a_report_that_has_no_place_is_told_before_anything_is_printed) {
    static const char *const words[] = {"list", "show rod*"};
    struct scratch s = scratch_make();
    char line[512], *file = scratch_write(&s, "file", "");
    fill(&s, 2);
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "%s --out %s/report", words[i], file);
        struct program_outcome o = run(&s, line);
        cr_expect(o.status == 2 && o.out[0] == '\0' && strstr(o.err, file) != NULL,
                  "%d: %s%s", o.status, o.out, o.err);
    }
}
