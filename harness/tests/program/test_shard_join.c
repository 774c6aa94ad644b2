/* What does not belong together is not joined, and the message says what is wrong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/program/run/shard_document.h"
#include "harness/program/run/shard.h"
#include "harness/program/shard/shard_join.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

enum { room = 1024, shards = 3 };

/* Every test works in a folder of its own, with the shards s1.json, s2.json, s3.json of a small
 * study. */
static struct scratch scratch;

static void write_shards(const char *prefix, const char *line, int count) {
    char text[room];
    for (int i = 1; i <= count; i++) {
        snprintf(text, sizeof text, "%s --shard %d/%d --json", line, i, count);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, text);
        cr_assert(o.status == 0, "%s: %d\n%.500s", text, o.status, o.err);
        snprintf(text, sizeof text, "%s%d.json", prefix, i);
        scratch_write(&scratch, text, o.out);
    }
}

#define STUDY "drift rod_pendulum skate"

static void begin(void) {
    scratch = scratch_make();
    cr_assert(chdir(scratch.path) == 0);
    write_shards("s", STUDY, shards);
}

static void expect_refused(const char *files, const char *said) {
    char line[room];
    snprintf(line, sizeof line, "merge %s --json out.json", files);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 2, "%s: %d", line, o.status);
    cr_expect(strstr(o.err, said) != NULL, "%s:\n%sexpected: %s", line, o.err, said);
    cr_expect(o.out[0] == '\0', "%s: %.500s", line, o.out);
    cr_expect(access("out.json", F_OK) != 0, "%s", line);
}

Test(shard_join, a_missing_shard_is_named_and_so_is_one_that_is_there_twice) {
    begin();
    expect_refused("s1.json s3.json", "shard 2 of 3 is missing: ");
    expect_refused("s1.json s2.json", "shard 3 of 3 is missing: ");
    expect_refused("s3.json s2.json", "shard 1 of 3 is missing: ");
    expect_refused("s2.json", "shards 1, 3 of 3 are missing");
    expect_refused("s3.json", "shards 1-2 of 3 are missing");
    expect_refused("s1.json s2.json s3.json s2.json",
                   "s2.json and s2.json are both shard 2 of 3");
    expect_refused("", "merge needs the files of all shards");
}

Test(shard_join, shards_of_other_work_are_refused_with_what_is_other) {
    begin();
    write_shards("t", STUDY, 2);
    write_shards("u", "drift rod_pendulum skate --method runge-kutta-merson", shards);
    write_shards("v", "geometry kepler", shards);
    write_shards("w", "fingerprint --order 2", shards);
    expect_refused("s1.json t2.json s3.json",
                   "s1.json is shard 1 of 3, and t2.json is shard 2 of 2");
    expect_refused(
        "s1.json u2.json s3.json",
        "u2.json has another plan than s1.json: the command line 'drift --method "
        "runge-kutta-merson -- rod_pendulum skate' instead of 'drift -- "
        "rod_pendulum skate'");
    expect_refused("s1.json v2.json s3.json",
                   "s1.json is a shard of 'drift', and v2.json of 'geometry'");
    expect_refused("w1.json v2.json w3.json",
                   "w1.json is a shard of 'fingerprint', and v2.json of 'geometry'");
}

Test(shard_join, a_study_and_a_gate_do_not_mix) {
    begin();
    halfstep_says(0, NULL, NULL,
                  "gate --profile quick quadratic --method "
                  "explicit-euler --shard 2/3 --json g2.json");
    expect_refused("s1.json g2.json s3.json",
                   "s1.json is a shard of 'drift', and g2.json of 'gate'");
}

/* The same command line on machines where a file is not the same. */
Test(shard_join, a_model_that_was_changed_between_two_shards_is_named) {
    static const char *const model[] = {
        "param k = 2.3\nposition a = 0.7\nvelocity w = -0.25\na' = w\nw' = -k*a\n",
        "param k = 2.4\nposition a = 0.7\nvelocity w = -0.25\na' = w\nw' = -k*a\n"};
    char name[32];
    begin();
    for (int i = 0; i < 2; i++) {
        scratch_write(&scratch, "mine.model", model[i]);
        struct program_outcome o =
            halfstep_run("geometry ./mine.model kepler --shard %d/2 --json", i + 1);
        cr_assert(o.status == 0, "%.500s", o.err);
        snprintf(name, sizeof name, "m%d.json", i + 1);
        scratch_write(&scratch, name, o.out);
    }
    expect_refused("m1.json m2.json", "m2.json has another plan than m1.json: the model "
                                      "'mine' has another content");
}

Test(shard_join, what_is_no_document_of_a_shard_is_refused) {
    begin();
    char *text = scratch_read("s2.json");
    text[strlen(text) / 2] = '\0';
    scratch_write(&scratch, "cut.json", text);
    scratch_write(&scratch, "empty.json", "");
    scratch_write(&scratch, "words.json", "verdict: pass\n");
    scratch_write(&scratch, "array.json", "[1, 2]\n");
    scratch_write(&scratch, "other.json", "{\"version\": \"2.1.0\"}\n");
    struct program_outcome o = halfstep_run(STUDY " --json");
    scratch_write(&scratch, "whole.json", o.out);
    expect_refused("s1.json cut.json s3.json", "cut.json:");
    expect_refused("s1.json cut.json s3.json", "not JSON: ");
    expect_refused("empty.json s1.json", "empty.json:1: not JSON");
    expect_refused("words.json", "words.json:1: not JSON");
    expect_refused("array.json", "array.json: no document of a study");
    expect_refused("other.json", "other.json: no document of a study");
    expect_refused("whole.json", "whole.json: the whole work, made without --shard");
    expect_refused("s1.json missing.json", "missing.json: cannot be read: No such file");
    expect_refused("s1.json .", "results.json: cannot be read: No such file");
}

static json_t *shard_of(json_t *document) {
    return json_object_get(document, "shard");
}

static json_t *done_of(json_t *document) {
    return json_object_get(shard_of(document), "done");
}

static json_t *results_in(json_t *document) {
    return json_object_get(document, "results");
}

static void drop_job(json_t *document) {
    json_array_remove(done_of(document), 0);
}

static void drop_job_and_results(json_t *document) {
    const json_t *job = json_array_get(done_of(document), 0);
    json_int_t results = json_integer_value(json_object_get(job, "results"));
    for (json_int_t i = 0; i < results; i++)
        json_array_remove(results_in(document), 0);
    drop_job(document);
}

static void double_job(json_t *document) {
    json_t *copy = json_deep_copy(json_array_get(done_of(document), 0));
    json_array_insert_new(done_of(document), 0, copy);
}

static void append_job(json_t *document) {
    json_t *copy = json_deep_copy(json_array_get(done_of(document), 0));
    json_array_append_new(done_of(document), copy);
}

static void swap_jobs(json_t *document) {
    json_t *first = json_incref(json_array_get(done_of(document), 0));
    json_array_remove(done_of(document), 0);
    json_array_append_new(done_of(document), first);
}

static void drop_result(json_t *document) {
    json_array_remove(results_in(document), 3);
}

static void double_result(json_t *document) {
    json_array_append(results_in(document), json_array_get(results_in(document), 0));
}

static void add_to_job(json_t *document, size_t job, json_int_t more) {
    json_t *results = json_object_get(json_array_get(done_of(document), job), "results");
    json_integer_set(results, json_integer_value(results) + more);
}

/* The sum is as it was, but a job has come to less than nothing. */
static void shift_result(json_t *document) {
    const json_t *job = json_array_get(done_of(document), 0);
    const json_int_t all = json_integer_value(json_object_get(job, "results"));
    add_to_job(document, 0, -1 - all);
    add_to_job(document, 1, 1 + all);
}

static void overflow_results(json_t *document) {
    for (size_t job = 0; job < 2; job++)
        add_to_job(document, job, (json_int_t)1 << 62);
}

static void spoil_result(json_t *document) {
    json_array_set_new(results_in(document), 2, json_integer(7));
}

static void spoil_verdict(json_t *document) {
    json_object_del(json_array_get(results_in(document), 1), "verdict");
}

static void change_share(json_t *document) {
    json_t *jobs = json_object_get(json_object_get(shard_of(document), "plan"), "jobs");
    json_object_set_new(json_array_get(jobs, 0), "shard", json_integer(2));
}

static void change_version(json_t *document) {
    json_object_set_new(document, "halfstep", json_string("0.0.7"));
}

static void change_format(json_t *document) {
    json_object_set_new(document, "format", json_integer(99));
}

static void change_index(json_t *document) {
    json_object_set_new(shard_of(document), "index", json_integer(4));
}

static void spoil_shard(json_t *document) {
    json_object_set_new(document, "shard", json_string("1/3"));
}

static void spoil_plan(json_t *document) {
    json_object_set_new(shard_of(document), "plan", json_null());
}

static void drop_results(json_t *document) {
    json_object_del(document, "results");
}

static void sign(json_t *document) {
    char digest[SHARD_HASH_ROOM];
    json_t *plan = json_object_get(shard_of(document), "plan");
    cr_assert(shard_document_digest(digest, plan) == 0);
    json_object_set_new(shard_of(document), "digest", json_string(digest));
}

/* As if another table of costs had shared them out. */
static void share_otherwise(json_t *document) {
    json_t *jobs = json_object_get(json_object_get(shard_of(document), "plan"), "jobs");
    size_t i;
    json_t *job;
    json_array_foreach(jobs, i, job) {
        json_int_t shard = json_integer_value(json_object_get(job, "shard"));
        if (shard > 1)
            json_object_set_new(job, "shard", json_integer(5 - shard));
    }
    sign(document);
}

static void change_methods(json_t *document) {
    json_t *plan = json_object_get(shard_of(document), "plan");
    json_array_remove(json_object_get(plan, "methods"), 0);
    sign(document);
}

static void change_records(json_t *document) {
    json_t *plan = json_object_get(shard_of(document), "plan");
    json_object_set_new(json_object_get(plan, "records"), "pinned", json_string("0"));
    sign(document);
}

static void change_build(json_t *document) {
    json_t *plan = json_object_get(shard_of(document), "plan");
    json_object_set_new(plan, "build",
                        json_pack("{s:s, s:b}", "commit", "0123abc", "changed", 0));
    sign(document);
}

/* What is done to the first shard's document, and what is said. */
static const struct {
    void (*change)(json_t *document);
    const char *said;
} damages[] = {
    {drop_job, "x.json: expected "},
    {drop_job_and_results, "x.json: expected "},
    {double_job, "x.json: expected "},
    {append_job, "jobs were done where its share has "},
    {swap_jobs, "x.json: expected "},
    {drop_result, " results where its jobs have "},
    {double_result, " results where its jobs have "},
    {shift_result, " came to cannot be read"},
    {overflow_results, " came to cannot be read"},
    {spoil_result, "x.json: result 3 is none"},
    {spoil_verdict, "x.json: result 2 is none"},
    {change_share, "x.json: its plan is not the one it was made by"},
    {change_version, "x.json: made by halfstep 0.0.7 (format 1), this is "},
    {change_format, "(format 99), this is "},
    {change_index, "x.json: what it says about its shard cannot be read"},
    {spoil_shard, "x.json: what it says about its shard cannot be read"},
    {spoil_plan, "x.json: what it says about its shard cannot be read"},
    {drop_results, "x.json: it has no results"},
    {share_otherwise, "the jobs are others, or are shared out in another way"},
    {change_methods, "another plan than x.json: other methods"},
    {change_build, "the program was made from other sources"},
    {change_records, "the files of recorded or pinned runs have another content"},
};

Test(shard_join, a_damaged_document_is_refused_and_told_what_is_wrong_with_it) {
    begin();
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        json_t *document = json_load_file("s1.json", 0, NULL);
        cr_assert(json_array_size(done_of(document)) >= 2);
        damages[k].change(document);
        cr_assert(json_dump_file(document, "x.json", JSON_INDENT(1)) == 0);
        expect_refused("x.json s2.json s3.json", damages[k].said);
    }
}

/* Nothing that a document may hold in any place makes the program crash. */
Test(shard_join, whatever_stands_in_the_place_of_a_member_is_survived) {
    static const char *const values[] = {"null", "-1",     "3.5", "\"x\"",
                                         "[]",   "[null]", "{}"};
    static const char *const keys[] = {"halfstep", "format",  "command", "methods",
                                       "method",   "machine", "results", "seconds"};
    static const char *const shard_keys[] = {"index", "count", "digest", "plan", "done"};
    static const char *const plan_keys[] = {"arguments", "methods", "models",    "jobs",
                                            "command",   "expect",  "integrator"};
    const char *paths[] = {"x.json", "s2.json", "s3.json"};
    enum { of_document = 8, of_shard = 5, of_plan = 7 };
    begin();
    for (int k = 0; k < of_document + of_shard + of_plan; k++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            struct shard_joined j;
            struct diagnostic d = {""};
            json_t *document = json_load_file("s1.json", 0, NULL);
            json_t *value = json_loads(values[v], JSON_DECODE_ANY, NULL);
            json_t *plan = json_object_get(shard_of(document), "plan");
            if (k < of_document)
                json_object_set_new(document, keys[k], value);
            else if (k < of_document + of_shard)
                json_object_set_new(shard_of(document), shard_keys[k - of_document],
                                    value);
            else
                json_object_set_new(plan, plan_keys[k - of_document - of_shard], value);
            if (k >= of_document + of_shard)
                sign(document);
            cr_assert(json_dump_file(document, "x.json", 0) == 0);
            enum exit_status status = shard_join(&j, paths, 3, &d);
            cr_expect(status == EXIT_PASSED || d.text[0] != '\0');
        }
}
