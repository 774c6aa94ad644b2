/* The example workflows do what they say: their commands are run as they stand, in a folder
 * that looks like a user's repository with Halfstep in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/results/output.h"
#include "harness/tests/scratch.h"
#include "harness/tests/xml.h"

#define EXPECTED                                                                         \
    "{\"halfstep-expect\": 1, \"order\": 2, \"models\": [\"quadratic\", "                \
    "\"pendulum\"]}\n"

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

/* Links the program, the interface and the launcher's place into folder/halfstep. */
static void put_halfstep(const struct scratch *s) {
    char text[1024], command[1024];
    snprintf(text, sizeof text, "#!/bin/sh\nexec %s \"$@\"\n", HALFSTEP_PROGRAM);
    snprintf(command, sizeof command,
             "mkdir %s/halfstep && ln -s %s/harness %s/halfstep/harness && cp "
             "%s/harness/plugin/examples/heun.c %s/mine.c",
             s->path, PROJECT_FOLDER, s->path, PROJECT_FOLDER, s->path);
    cr_assert(system(command) == 0);
    char *launcher = scratch_write(s, "halfstep/halfstep", text);
    cr_assert(chmod(launcher, 0755) == 0);
    free(launcher);
    free(scratch_write(s, "mine.json", EXPECTED));
}

/* With words for the environment ("SHARD=1"). */
static int run_commands_with(const struct scratch *s, const char *environment,
                             const char *commands) {
    char command[512], *script = scratch_write(s, "step.sh", commands);
    snprintf(command, sizeof command,
             "cd %s && %s GITHUB_STEP_SUMMARY=summary.md PATH=%s:$PATH sh -e step.sh "
             ">out.txt 2>&1",
             s->path, environment, s->path);
    free(script);
    return system(command);
}

static int run_commands(const struct scratch *s, const char *commands) {
    return run_commands_with(s, "", commands);
}

/* Nothing is installed by a test. */
static void put_nothing_to_install(const struct scratch *s) {
    char *apt = scratch_write(s, "apt-get", "#!/bin/sh\nexit 0\n");
    cr_assert(chmod(apt, 0755) == 0);
    free(apt);
}

static char *read_in(const struct scratch *s, const char *name) {
    char *path = output_join(s->path, name), *text = scratch_read(path);
    cr_expect(text != NULL, "%s is missing", name);
    free(path);
    return text != NULL ? text : calloc(1, 1);
}

static void expect_workflow(const char *name, const char *build, const char *gate,
                            const char *summary) {
    struct scratch s = scratch_make();
    char *path = output_join(PROJECT_FOLDER, name), *workflow = scratch_read(path);
    cr_assert(workflow != NULL, "%s", path);
    put_halfstep(&s);
    put_nothing_to_install(&s);
    char *commands = commands_after(workflow, build);
    cr_expect(run_commands(&s, commands) == 0);
    free(commands);
    commands = commands_after(workflow, gate);
    int status = run_commands(&s, commands);
    char *said = read_in(&s, "out.txt"), *xml = read_in(&s, "junit.xml");
    char *sarif = read_in(&s, "halfstep.sarif"), *page = read_in(&s, summary);
    cr_expect(status == 0, "%s\n%s", commands, said);
    cr_expect(xml_is_well_formed(xml) && strstr(xml, "<testsuites ") != NULL);
    cr_expect(strstr(sarif, "\"version\": \"2.1.0\"") != NULL);
    cr_expect(strncmp(page, "# Halfstep gate: ", 17) == 0);
    free(said);
    free(xml);
    free(sarif);
    free(page);
    free(commands);
    free(workflow);
    free(path);
    scratch_remove(&s);
}

Test(ci, the_commands_for_github_build_the_integrator_and_judge_it) {
    expect_workflow("harness/ci/github.yml",
                    "name: integrator\n        run:", "name: gate\n", "summary.md");
}

Test(ci, the_commands_for_gitlab_build_the_integrator_and_judge_it) {
    expect_workflow("harness/ci/gitlab.yml", "# integrator\n", "# gate\n", "halfstep.md");
}

/* Runs the commands after a line for each of some machines, as each of them would. */
static void run_shards(const struct scratch *s, const char *workflow, const char *line,
                       const char *environment) {
    enum { machines = 3 };
    char words[256];
    char *commands = commands_after(workflow, line);
    for (int i = 1; i <= machines; i++) {
        snprintf(words, sizeof words, environment, i, machines);
        int status = run_commands_with(s, words, commands);
        char *said = read_in(s, "out.txt");
        cr_expect(status == 0, "%s %s\n%s", words, commands, said);
        free(said);
    }
    free(commands);
}

/* On several machines it comes to what it comes to on one, but for the times. */
static void expect_shards(const char *name, const char *build, const char *shard,
                          const char *environment, const char *merge) {
    struct scratch s = scratch_make();
    char *path = output_join(PROJECT_FOLDER, name), *workflow = scratch_read(path);
    cr_assert(workflow != NULL, "%s", path);
    put_halfstep(&s);
    put_nothing_to_install(&s);
    char *commands = commands_after(workflow, build);
    cr_expect(run_commands(&s, commands) == 0);
    free(commands);
    run_shards(&s, workflow, shard, environment);
    commands = commands_after(workflow, merge);
    int status = run_commands(&s, commands);
    char *said = read_in(&s, "out.txt"), *xml = read_in(&s, "junit.xml");
    cr_expect(status == 0, "%s\n%s", commands, said);
    cr_expect(xml_is_well_formed(xml));
    cr_expect(run_commands(&s, "halfstep/halfstep gate --integrator ./mine.so --expect "
                               "mine.json --profile full --canonical --json one.json\n"
                               "halfstep/halfstep merge shard-*.json --canonical "
                               "--json all.json\n"
                               "cmp one.json all.json\n") == 0);
    free(said);
    free(xml);
    free(commands);
    free(workflow);
    free(path);
    scratch_remove(&s);
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
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd %s/harness/ci && python3 -c 'import sys, yaml\n"
        "one, other, matrix, parallel = [yaml.safe_load(open(f)) for f in "
        "sys.argv[1:]]\n"
        "assert \"jobs\" in one and \"script\" in other[\"halfstep\"]\n"
        "shard, verdict = [matrix[\"jobs\"][n] for n in (\"shard\", \"verdict\")]\n"
        "assert shard[\"strategy\"][\"matrix\"][\"shard\"] == [1, 2, 3, 4]\n"
        "assert not shard[\"strategy\"][\"fail-fast\"]\n"
        "assert verdict[\"needs\"] == \"shard\" and verdict[\"if\"] == \"always()\"\n"
        "assert parallel[\"shard\"][\"parallel\"] == 4\n"
        "assert parallel[\"verdict\"][\"when\"] == \"always\"' "
        "github.yml gitlab.yml github-matrix.yml gitlab-parallel.yml",
        PROJECT_FOLDER);
    cr_expect(system(command) == 0);
}
