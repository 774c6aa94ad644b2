/* The command merge: what shards join to is what one machine tells, byte for byte.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/tests/plugins.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

/* Of our methods these two are judged in the least time; the faulty program's fault is in the
 * second. */
#define QUICK "gate --profile quick --method explicit-euler quadratic"
#define FAULTY HALFSTEP_CONTACT_RESTITUTION
#define FAULTY_QUICK "gate --profile quick --method contact-stepper"
#define FAULTY_SMALL FAULTY_QUICK " bouncing_ball cradle"

enum { line_room = 1024, most_shards = 8, message_room = 2000 };

/* Every test works in a folder of its own, which is the present one. */
static struct scratch scratch;

static void begin(void) {
    scratch = scratch_make();
    cr_assert(chdir(scratch.path) == 0);
}

static struct program_outcome run(const char *program, int status, const char *format,
                                  ...) {
    char line[line_room];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    struct program_outcome o = program_run_line(program, line);
    cr_assert(o.status == status, "%s: %d\n%.*s%.*s", line, o.status, message_room, o.err,
              message_room, o.out);
    return o;
}

/* The shards of the gate, side by side as on as many machines: s1.json, ... */
static void run_gates(const char *program, const char *line, int shards, int worst) {
    int process[most_shards];
    char text[line_room];
    for (int i = 0; i < shards; i++) {
        snprintf(text, sizeof text, "%s --shard %d/%d --json s%d.json", line, i + 1,
                 shards, i + 1);
        process[i] = program_start(program, text);
    }
    for (int i = 0; i < shards; i++) {
        int status = program_wait(process[i]);
        cr_assert(status >= 0 && status <= worst, "shard %d: %d", i + 1, status);
    }
}

/* The shards of a command that prints its document, one after the other. */
static void run_studies(const char *line, int shards) {
    char name[64];
    for (int i = 1; i <= shards; i++) {
        struct program_outcome o =
            run(HALFSTEP_PROGRAM, 0, "%s --shard %d/%d --json", line, i, shards);
        snprintf(name, sizeof name, "s%d.json", i);
        scratch_write(&scratch, name, o.out);
    }
}

static void expect_same_files(const char *one, const char *other) {
    char *a = scratch_read(one), *b = scratch_read(other);
    cr_assert(a != NULL && b != NULL, "%s, %s", one, other);
    size_t at = 0;
    while (a[at] != '\0' && a[at] == b[at])
        at++;
    cr_expect(a[at] == b[at], "%s and %s differ at byte %zu:\n%.100s\n%.100s", one, other,
              at, a + at, b + at);
    cr_expect(at > 0, "%s is empty", one);
}

static void expect_same_texts(const char *one, const char *other) {
    scratch_write(&scratch, "one.txt", one);
    scratch_write(&scratch, "all.txt", other);
    expect_same_files("one.txt", "all.txt");
}

/* Whether a document is of the schema that a command line prints. */
static void expect_schema(const char *line, const json_t *document, bool is_of_it) {
    char why[256] = "";
    json_t *schema = program_json(HALFSTEP_PROGRAM, line, 0);
    cr_assert(schema != NULL && document != NULL);
    cr_expect(schema_accepts(schema, document, why, sizeof why) == is_of_it, "%s: %s",
              line, why);
}

static void expect_merged(const char *text) {
    json_t *document = json_loads(text, 0, NULL);
    expect_schema("merge --schema", document, true);
}

/* The gate on one machine. */
static struct program_outcome run_whole(const char *program, const char *line,
                                        int status) {
    return run(program, status,
               "%s --canonical --verbose --json one.json --junit one.xml --tap one.tap "
               "--sarif one.sarif --markdown one.md",
               line);
}

/* Joins shards s1.json, ... that are there, in another order, to the same. */
static void expect_joined(const char *program, const struct program_outcome *whole,
                          int status, const char *shards) {
    static const char *const kinds[] = {"json", "xml", "tap", "sarif", "md"};
    char one[32], all[32];
    struct program_outcome joined = run(
        program, status,
        "merge %s --canonical --verbose --json all.json --junit all.xml --tap all.tap "
        "--sarif all.sarif --markdown all.md",
        shards);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        snprintf(one, sizeof one, "one.%s", kinds[k]);
        snprintf(all, sizeof all, "all.%s", kinds[k]);
        expect_same_files(one, all);
    }
    expect_same_texts(whole->out, joined.out);
    cr_expect(joined.err[0] == '\0', "%s", joined.err);
}

static void expect_same_gates(const char *program, const char *line, int status,
                              const char *shards) {
    struct program_outcome whole = run_whole(program, line, status);
    expect_joined(program, &whole, status, shards);
}

Test(command_merge, a_gate_in_shards_tells_what_one_machine_tells) {
    begin();
    run_gates(HALFSTEP_PROGRAM, QUICK " pendulum", 3, 0);
    expect_same_gates(HALFSTEP_PROGRAM, QUICK " pendulum", 0, "s2.json s3.json s1.json");
}

Test(command_merge, a_gate_that_fails_fails_in_shards_too) {
    begin();
    run_gates(FAULTY, FAULTY_SMALL, 4, 1);
    expect_same_gates(FAULTY, FAULTY_SMALL, 1, "s4.json s3.json s2.json s1.json");
}

Test(command_merge, one_shard_is_the_whole_and_gnu_parallel_runs_the_shards) {
    static const char command[] =
        "seq 3 | parallel --will-cite -j 2 '" HALFSTEP_PROGRAM " " QUICK
        " --jobs 1 --shard {}/3 --json s{}.json >s{}.txt' 2>parallel.txt";
    begin();
    struct program_outcome whole = run_whole(HALFSTEP_PROGRAM, QUICK, 0);
    run_gates(HALFSTEP_PROGRAM, QUICK, 1, 0);
    expect_joined(HALFSTEP_PROGRAM, &whole, 0, "s1.json");
    if (system("parallel --version 2>/dev/null | grep -q 'GNU parallel'") == 0) {
        cr_assert(system(command) == 0);
        expect_joined(HALFSTEP_PROGRAM, &whole, 0, "s1.json s2.json s3.json");
    }
}

Test(command_merge, many_shards_may_be_empty) {
    begin();
    run_studies("settling slider_stack", 5);
    json_t *empty = json_load_file("s5.json", 0, NULL);
    cr_expect(json_array_size(json_object_get(empty, "results")) == 0);
    struct program_outcome whole =
        run(HALFSTEP_PROGRAM, 0, "settling slider_stack --json --canonical");
    struct program_outcome joined =
        run(HALFSTEP_PROGRAM, 0,
            "merge s1.json s2.json s3.json s4.json s5.json --json - --canonical");
    expect_same_texts(whole.out, joined.out);
}

/* A model of the user's by its path, settings, a method; and what is declared. */
Test(command_merge, declared_deviations_count_once_in_all_shards_together) {
    static const char accept[] =
        "{\"halfstep-expect\": 1, \"models\": [\"bouncing_ball\", \"cradle\"],\n"
        " \"accept\": [{\"study\": \"restitution\", \"quantity\": \"impact*\", "
        "\"reason\": "
        "\"known\"},\n"
        "  {\"study\": \"order\", \"quantity\": \"*\", \"reason\": \"known, too\"},\n"
        "  {\"study\": \"order\", \"quantity\": \"none*\", \"reason\": \"a slip\"}]}\n";
    begin();
    scratch_write(&scratch, "mine.json", accept);
    run_gates(FAULTY, FAULTY_QUICK " --expect mine.json", 3, 1);
    expect_same_gates(FAULTY, FAULTY_QUICK " --expect mine.json", 1,
                      "s1.json s2.json s3.json");
    char *text = scratch_read("all.json");
    cr_expect(strstr(text, "\"accepted\":\"known\"") != NULL);
    cr_expect(strstr(text, "mine.json:4: nothing that fails is accepted") != NULL);
    cr_expect(strstr(text, "mine.json:2:") == NULL, "it has matched in some shard");
}

/* As in the nightly matrix: what no longer fails is to be taken off the list. Seen to fail:
 * shards that are joined as if they were a part of the profile. */
Test(command_merge, an_acceptance_that_nothing_needs_fails_shards_of_a_full_profile) {
    static const char gate[] = "gate --profile full --method contact-stepper --expect ";
    static const char accept[] =
        "{\"halfstep-expect\": 1, \"models\": [\"bouncing_ball\"], \"accept\": [\n"
        " {\"study\": \"order\", \"quantity\": \"order\", \"reason\": \"long "
        "gone\"}]}\n";
    char line[line_room];
    begin();
    scratch_write(&scratch, "stale.json", accept);
    snprintf(line, sizeof line, "%sstale.json", gate);
    run_gates(HALFSTEP_PROGRAM, line, 2, 0);
    struct program_outcome o = run(HALFSTEP_PROGRAM, 1, "merge s1.json s2.json");
    cr_expect(strstr(o.out, "stale.json:2: nothing that fails is accepted") != NULL, "%s",
              o.out);
    cr_expect(strstr(o.out, "\nFAIL: 1 of ") != NULL, "%s", o.out);
}

/* Which studies an early end leaves out is chance; that it fails, and how it is told, is not. */
Test(command_merge, an_early_end_of_one_shard_fails_the_whole) {
    begin();
    run_gates(FAULTY, FAULTY_SMALL " --fail-fast --jobs 1", 3, 1);
    struct program_outcome o =
        run(FAULTY, 1, "merge s1.json s2.json s3.json --json all.json --tap all.tap");
    cr_expect(strstr(o.out, "\nThe first failure ended the work.\n") != NULL);
    cr_expect(strstr(o.out, " studies left out; profile quick, ") != NULL);
    json_t *document = json_load_file("all.json", 0, NULL);
    int left_out = 0;
    for (int i = 1; i <= 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "s%d.json", i);
        json_t *shard = json_load_file(name, 0, NULL);
        left_out += (int)number_in(shard, "left_out");
    }
    cr_expect(left_out > 0);
    cr_expect(number_in(document, "left_out") == left_out);
    cr_expect_str_eq(text_in(document, "verdict"), "fail");
}

Test(command_merge, the_joined_document_has_the_machines_and_times_of_all) {
    begin();
    run_gates(HALFSTEP_PROGRAM, QUICK, 2, 0);

    run(HALFSTEP_PROGRAM, 0, "merge s2.json s1.json --json all.json");
    json_t *all = json_load_file("all.json", 0, NULL), *shard[2];
    shard[0] = json_load_file("s1.json", 0, NULL);
    shard[1] = json_load_file("s2.json", 0, NULL);
    const json_t *told = json_object_get(all, "shards");
    double longest = 0, sum = 0;
    cr_assert(json_array_size(told) == 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *one = json_array_get(told, i);
        cr_expect(number_in(one, "index") == (double)i + 1);
        cr_expect(number_in(one, "seconds") == number_in(shard[i], "seconds"));
        cr_expect(json_equal(json_object_get(one, "machine"),
                             json_object_get(shard[i], "machine")));
        longest = fmax(longest, number_in(one, "seconds"));
        sum += number_in(shard[i], "processor_seconds");
    }
    cr_expect(number_in(all, "seconds") == longest);
    cr_expect(fabs(number_in(all, "processor_seconds") - sum) <= 1e-9 * sum);
    cr_expect(json_object_get(all, "shard") == NULL);
    expect_schema("gate --schema", all, true);
    expect_schema("gate --schema", shard[0], true);
    expect_schema("merge --schema", all, true);
    json_object_set_new(all, "results", json_true());
    expect_schema("merge --schema", all, false);
}

/* {command line, shards}: with what all models come to (statistics), with models by paths and
 * settings, of methods alone, with fewer jobs than shards. */
static const struct {
    const char *line;
    int shards;
    bool as_text; /* as well: the text is made of the document */
} studies[] = {
    {"order quadratic bouncing_ball", 2, true},
    {"gap ./mine.model --set k=3.7 --method implicit-euler", 2, true},
    {"statistics quadratic spring", 3, true},
    {"geometry ./mine.model kepler", 2, true},
    {"conditions --systems 3 --method explicit-euler", 3, false},
    {"stability --method explicit-euler", 3, false},
    {"drift rod_pendulum", 2, true},
    {"budget bouncing_ball", 2, true},
    {"restitution cradle rod_impact", 2, true},
};

static const char own_model[] = "param k = 2.3\nposition a = 0.7\nvelocity w = -0.25\n"
                                "a' = w\nw' = -k*a\n";

Test(command_merge, every_study_in_shards_tells_what_one_machine_tells) {
    for (size_t k = 0; k < sizeof studies / sizeof *studies; k++) {
        char files[64] = "";
        const char *line = studies[k].line;
        begin();
        scratch_write(&scratch, "mine.model", own_model);
        run_studies(line, studies[k].shards);
        for (int i = studies[k].shards; i > 0; i--)
            snprintf(files + strlen(files), sizeof files - strlen(files), " s%d.json", i);
        struct program_outcome one =
            run(HALFSTEP_PROGRAM, 0, "%s --json --canonical", line);
        struct program_outcome all =
            run(HALFSTEP_PROGRAM, 0, "merge%s --json - --canonical", files);
        expect_same_texts(one.out, all.out);
        expect_merged(all.out);
        if (studies[k].as_text) {
            one = run(HALFSTEP_PROGRAM, 0, "%s", line);
            all = run(HALFSTEP_PROGRAM, 0, "merge%s", files);
            expect_same_texts(one.out, all.out);
        }
    }
}

Test(command_merge, fingerprints_in_shards_are_those_of_one_machine) {
    static const char files[] = "s3.json s1.json s4.json s2.json";
    begin();
    run_studies("fingerprint --order 3", 4);
    struct program_outcome one = run(HALFSTEP_PROGRAM, 0, "fingerprint --order 3 --json");
    struct program_outcome all = run(HALFSTEP_PROGRAM, 0, "merge %s --json -", files);
    expect_same_texts(one.out, all.out);
    expect_merged(all.out);
    one = run(HALFSTEP_PROGRAM, 0, "fingerprint --order 3 --all");
    all = run(HALFSTEP_PROGRAM, 0, "merge %s --all", files);
    expect_same_texts(one.out, all.out);
}

Test(command_merge, the_page_of_a_study_is_made_of_shards_with_descriptions) {
    begin();
    for (int i = 1; i <= 2; i++) {
        struct program_outcome o =
            run(HALFSTEP_PROGRAM, 0, "order quadratic pendulum --shard %d/2 --out part%d",
                i, i);
        cr_expect(strstr(o.out, "/results.json\n") != NULL, "%s", o.out);
        cr_expect(scratch_count(i == 1 ? "part1" : "part2") == 1);
    }

    run(HALFSTEP_PROGRAM, 0, "merge part2 part1 --out all --canonical");

    run(HALFSTEP_PROGRAM, 0, "order quadratic pendulum --out one --canonical");
    expect_same_files("one/results.json", "all/results.json");
    cr_expect(access("all/index.html", R_OK) == 0);
    cr_expect(scratch_count("one/tables") == scratch_count("all/tables"));
}

/* Joined where the integrator is not. */
Test(command_merge, an_integrator_of_anothers_is_studied_in_shards) {
    char line[line_room];
    begin();
    snprintf(line, sizeof line, "cp %s mine.so", plugin_path("heun"));
    cr_assert(system(line) == 0);
    snprintf(line, sizeof line,
             "gate --profile quick quadratic pendulum --integrator ./mine.so");
    run_gates(HALFSTEP_PROGRAM, line, 3, 0);
    expect_same_gates(HALFSTEP_PROGRAM, line, 0, "s1.json s2.json s3.json");
    cr_assert(remove("mine.so") == 0);
    run(HALFSTEP_PROGRAM, 0, "merge s1.json s2.json s3.json --canonical --json z.json");
    expect_same_files("one.json", "z.json");
}

Test(command_merge, an_integrator_that_crashes_at_once_fails_once) {
    char line[line_room];
    begin();
    snprintf(
        line, sizeof line,
        "gate --profile quick quadratic --integrator %s --option fault=crash-in-start",
        plugin_path("misbehaving"));
    run_gates(HALFSTEP_PROGRAM, line, 2, 1);
    expect_same_gates(HALFSTEP_PROGRAM, line, 1, "s2.json s1.json");
}
