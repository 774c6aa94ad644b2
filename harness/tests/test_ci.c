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

static int run_commands(const struct scratch *s, const char *commands) {
    char command[256], *script = scratch_write(s, "step.sh", commands);
    snprintf(command, sizeof command,
             "cd %s && GITHUB_STEP_SUMMARY=summary.md PATH=%s:$PATH sh -e step.sh "
             ">out.txt 2>&1",
             s->path, s->path);
    free(script);
    return system(command);
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

Test(ci, both_files_are_yaml) {
    if (system("python3 -c 'import yaml' >/dev/null 2>&1") != 0)
        cr_skip_test("no python3 with yaml here");
    char command[512];
    snprintf(
        command, sizeof command,
        "python3 -c 'import sys, yaml; d = [yaml.safe_load(open(f)) for f in "
        "sys.argv[1:]]; assert \"jobs\" in d[0] and \"script\" in d[1][\"halfstep\"]' "
        "%s/harness/ci/github.yml %s/harness/ci/gitlab.yml",
        PROJECT_FOLDER, PROJECT_FOLDER);
    cr_expect(system(command) == 0);
}
