/* The example workflows do what they say: their commands are run as they stand, in a folder
 * that looks like a user's repository with Halfstep in it, for a good integrator and a faulty
 * one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/program/workbench.h"
#include "harness/tests/xml.h"

static const char expected_of_it[] = "{\"halfstep-expect\": 1, \"order\": 2}\n";

/* The commands of the block ("|") that follows a line, without its indentation; the caller
 * frees them. */
static char *commands_after(const char *workflow, const char *line) {
    const char *at = strstr(workflow, line);
    cr_assert(at != NULL, "no '%s'", line);
    at = strstr(at, "|\n");
    cr_assert(at != NULL);
    at += 2;
    size_t indentation = strspn(at, " ");
    char *commands = calloc(strlen(at) + 1, 1);
    while (strspn(at, " ") >= indentation && *at != '\0') {
        size_t length = strcspn(at, "\n");
        strncat(commands, at + indentation, length - indentation + 1);
        at += length + (at[length] == '\n');
    }
    return commands;
}

/* Each item of the list below a line: one command, or a block of them; the caller frees them. */
static char *items_after(const char *workflow, const char *line) {
    const char *at = strstr(workflow, line);
    cr_assert(at != NULL, "no '%s'", line);
    at += strlen(line);
    const size_t indentation = strspn(at, " ");
    char *commands = calloc(strlen(at) + 1, 1);
    while (strspn(at, " ") >= indentation && *at != '\0') {
        const size_t length = strcspn(at, "\n");
        const char *text = at + indentation;
        if (text[0] != '#' && strncmp(text, "- |", 3) != 0)
            strncat(commands, text + 2, length - indentation - 1);
        at += length + (at[length] == '\n');
    }
    return commands;
}

/* The user's repository: an integrator, which may be a faulty one, and what is declared. */
static struct workbench make_repository(bool is_good) {
    struct workbench w = workbench_make("quadratic");
    int status = workbench_run(&w, ".", "",
                               "cp halfstep/harness/plugin/examples/heun.c mine.c\n"
                               "cp halfstep/harness/plugin/halfstep_integrator.h .\n");
    if (!is_good)
        status = workbench_run(&w, ".", "",
                               "sed -i 's/s->t + h, euler/s->t, euler/' mine.c\n");
    cr_assert(status == 0, "%s", w.out);
    scratch_write(&w.scratch, "mine.json", expected_of_it);
    return w;
}

static void run_step(struct workbench *w, const char *environment, char *commands,
                     int expected) {
    int status = workbench_run(w, ".", environment, commands);
    cr_expect(status == expected, "exit status %d of\n%s\n%s", status, commands, w->out);
    cr_expect(expected == 0 ||
                  strstr(w->out, "with all stages taken at the time of the start") !=
                      NULL,
              "%s", w->out);
}

/* What the page of the job, the list of tests and the alerts get. */
static void expect_files(const struct workbench *w, const char *summary, bool is_good) {
    char *xml = workbench_read(w, "halfstep.junit.xml"),
         *page = workbench_read(w, summary);
    char *sarif = workbench_read(w, "halfstep.sarif");
    cr_expect(xml_is_well_formed(xml) && strstr(xml, "<testsuites ") != NULL);
    cr_expect((strstr(xml, "<failure") == NULL) == is_good);
    cr_expect(strstr(sarif, "\"version\": \"2.1.0\"") != NULL);
    cr_expect(strncmp(page, is_good ? "# Halfstep gate: PASS" : "# Halfstep gate: FAIL",
                      21) == 0);
}

/* What the workflow hands to the action, or the pipeline to the component. */
#define ITS_INPUTS "INTEGRATOR=./mine.so EXPECT=mine.json PROFILE=quick MODELS= PACKAGES="

static void expect_github(bool is_good) {
    static const char inputs[] =
        "GITHUB_ACTION_PATH=$PWD/halfstep GITHUB_OUTPUT=$PWD/outputs " ITS_INPUTS;
    struct workbench w = make_repository(is_good);
    char *workflow = workbench_document("harness/ci/github.yml");
    char *action = workbench_document("action.yml");
    run_step(&w, "", commands_after(workflow, "- name: integrator\n"), 0);
    run_step(&w, inputs, commands_after(action, "- name: sources\n"), 0);
    run_step(&w, inputs, commands_after(action, "- name: gate\n"), !is_good);
    expect_files(&w, "summary.md", is_good);
    char *outputs = workbench_read(&w, "outputs");
    cr_expect(strncmp(outputs, "hash=", 5) == 0 &&
                  strspn(outputs + 5, "0123456789abcdef") == 20,
              "%s", outputs);
    cr_expect(strstr(outputs, is_good ? "\nverdict=pass\n" : "\nverdict=fail\n") != NULL,
              "%s", outputs);
    workbench_remove(&w);
}

Test(ci, the_action_for_github_judges_what_the_workflow_has_built) {
    expect_github(true);
    expect_github(false);
}

Test(ci, an_integrator_that_cannot_be_judged_is_no_failure_of_it) {
    static const char inputs[] = "GITHUB_ACTION_PATH=$PWD/halfstep "
                                 "GITHUB_OUTPUT=$PWD/outputs INTEGRATOR=./none.so "
                                 "EXPECT= PROFILE=quick MODELS=";
    struct workbench w = make_repository(true);
    char *action = workbench_document("action.yml");
    char *commands = commands_after(action, "- name: gate\n");
    cr_expect(workbench_run(&w, ".", inputs, commands) == 2, "%s", w.out);
    char *outputs = workbench_read(&w, "outputs");
    cr_expect_str_eq(outputs, "verdict=error\n");
    workbench_remove(&w);
}

/* The component's commands; that which compiles is the pipeline's. The caller frees them. */
static char *component_for(const char *pipeline) {
    static const char key[] = "\n      compile: ";
    const char *value = strstr(pipeline, key);
    cr_assert(value != NULL);
    value += strlen(key);
    char *compile = strndup(value, strcspn(value, "\n"));
    char *component = workbench_document("harness/packaging/gitlab.yml");
    return workbench_replace(component, "$[[ inputs.compile ]]", compile);
}

/* What comes before and the script itself are one shell's. */
static void run_job(struct workbench *w, const char *component, int expected) {
    static const char from[] = "HALFSTEP=./origin HALFSTEP_REVISION=main " ITS_INPUTS;
    char *before = items_after(component, "\n  before_script:\n");
    char *script = items_after(component, "\n  script:\n");
    char *all = calloc(strlen(before) + strlen(script) + 1, 1);
    run_step(w, from, strcat(strcpy(all, before), script), expected);
    run_step(w, from, items_after(component, "\n  after_script:\n"), 0);
}

/* Halfstep is fetched, and what was built is there in the next run. */
static void expect_gitlab(bool is_good) {
    struct workbench w = make_repository(is_good);
    char *pipeline = workbench_document("harness/ci/gitlab.yml");
    char *component = component_for(pipeline);
    workbench_run(&w, ".", "", "mv halfstep origin\n");
    run_job(&w, component, !is_good);
    expect_files(&w, "halfstep.md", is_good);
    cr_expect(workbench_run(&w, ".", "", "touch built/mark && rm -rf halfstep\n") == 0);
    char *fetch = items_after(component, "\n  before_script:\n");
    run_step(&w, "HALFSTEP=./origin HALFSTEP_REVISION=main PACKAGES=", fetch, 0);
    cr_expect(workbench_run(&w, ".", "", "[ -e halfstep/build/mark ]\n") == 0);
    workbench_remove(&w);
}

Test(ci, the_component_for_gitlab_builds_the_integrator_and_judges_it) {
    expect_gitlab(true);
    expect_gitlab(false);
}

/* It tells whether it finds the package, and gives up. */
static const char looking[] =
    "import importlib.util\n"
    "open('found', 'w').write(str(importlib.util.find_spec('halfstep') is not None))\n";

Test(ci, a_program_in_python_finds_the_package) {
    static const char inputs[] = "GITHUB_ACTION_PATH=$PWD/halfstep GITHUB_OUTPUT=$PWD/o "
                                 "INTEGRATOR='python3 mine.py' EXPECT= PROFILE=quick "
                                 "MODELS=";
    struct workbench w = make_repository(true);
    if (system("python3 -c '' >/dev/null 2>&1") != 0)
        cr_skip_test("no python3 here");
    scratch_write(&w.scratch, "mine.py", looking);
    for (int i = 0; i < 2; i++) {
        char *file = i == 0 ? workbench_document("action.yml")
                            : component_for("\n      compile: true\n");
        char *commands = i == 0 ? commands_after(file, "- name: gate\n")
                                : items_after(file, "\n  script:\n");
        cr_expect(workbench_run(&w, ".", inputs, commands) == 1, "%s", w.out);
        char *found = workbench_read(&w, "found");
        cr_expect_str_eq(found, "True");
        cr_assert(workbench_run(&w, ".", "", "rm found\n") == 0);
    }
    workbench_remove(&w);
}

/* Runs the commands after a line for each of some machines, as each of them would. */
static void run_shards(struct workbench *w, const char *workflow, const char *line,
                       const char *environment) {
    enum { machines = 3 };
    char words[256];
    for (int i = 1; i <= machines; i++) {
        snprintf(words, sizeof words, environment, i, machines);
        run_step(w, words, commands_after(workflow, line), 0);
    }
}

/* On several machines it comes to what it comes to on one, but for the times. */
static void expect_shards(const char *name, const char *build, const char *shard,
                          const char *environment, const char *merge) {
    static const char compare[] =
        "halfstep/halfstep gate --integrator ./mine.so --expect mine.json --profile full "
        "--canonical --json one.json\n"
        "halfstep/halfstep merge shard-*.json --canonical --json all.json\n"
        "cmp one.json all.json\n";
    struct workbench w = make_repository(true);
    char *workflow = workbench_document(name);
    run_step(&w, "", commands_after(workflow, build), 0);
    run_shards(&w, workflow, shard, environment);
    run_step(&w, "", commands_after(workflow, merge), 0);
    char *xml = workbench_read(&w, "junit.xml");
    cr_expect(xml_is_well_formed(xml));
    run_step(&w, "", strdup(compare), 0);
    workbench_remove(&w);
}

Test(ci, the_commands_for_githubs_matrix_judge_it_on_several_machines) {
    expect_shards("harness/ci/github-matrix.yml",
                  "name: integrator\n        run:", "name: shard\n", "SHARD=%d SHARDS=%d",
                  "name: merge\n");
}

Test(ci, the_commands_for_gitlabs_parallel_jobs_judge_it_on_several_machines) {
    expect_shards("harness/ci/gitlab-parallel.yml", "# integrator\n",
                  "# shard: ", "CI_NODE_INDEX=%d CI_NODE_TOTAL=%d", "# merge\n");
}

Test(ci, all_files_are_yaml) {
    if (system("python3 -c 'import yaml' >/dev/null 2>&1") != 0)
        cr_skip_test("no python3 with yaml here");
    cr_expect(system("cd " PROJECT_FOLDER " && python3 harness/tests/data/ci/check.py") ==
              0);
}
