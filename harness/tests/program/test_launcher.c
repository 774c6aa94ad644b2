/* The launcher at the top of the project, in a tree that looks built: its program prints its
 * words, and whoever configures or builds is noted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/path.h"
#include "harness/tests/scratch.h"

/* A tree with a commit, and a folder of tools that only note their names. */
static const char make_tree[] =
    "set -e\n"
    "mkdir -p tools top/build/harness\n"
    "for tool in ninja cmake gnuplot valgrind; do\n"
    "    printf '#!/bin/sh\\necho %s >>%s/noted\\n' $tool $PWD >tools/$tool\n"
    "done\n"
    "cp " PROJECT_FOLDER "/halfstep top\n"
    "printf '#!/bin/sh\\necho \"said: $*\"\\nexit 1\\n' >top/build/harness/halfstep\n"
    "chmod 755 . tools/* top/build/harness/halfstep\n"
    "touch top/build/build.ninja top/build/launcher.lock noted\n"
    "touch top/build/test-packages.tried\n"
    "chmod 666 noted\n"
    "cd top && git init -q && git add halfstep\n"
    "git -c user.name=a -c user.email=a@b commit -qm one\n";

/* Nobody in particular: root may write everywhere. */
static const char as_a_guest[] =
    "if [ $(id -u) = 0 ]; then exec setpriv --reuid 65534 --regid 65534 --clear-groups "
    "sh script.sh; fi\n";

struct tree {
    struct scratch scratch;
    char *out, *noted;
    int status;
};

/* Runs a script there; what it printed and who was called. */
static void run(struct tree *t, const char *script) {
    char command[256];
    free(t->out);
    free(t->noted);
    scratch_write(&t->scratch, "script.sh", script);
    snprintf(command, sizeof command,
             "cd %s && PATH=$PWD/tools:$PATH sh script.sh >out.txt 2>&1",
             t->scratch.path);
    t->status = WEXITSTATUS(system(command));
    char *out = path_join(t->scratch.path, "out.txt");
    char *noted = path_join(t->scratch.path, "noted");
    t->out = scratch_read(out);
    t->noted = scratch_read(noted);
    cr_assert(t->out != NULL);
}

static struct tree make(void) {
    struct tree t = {.scratch = scratch_make()};
    run(&t, make_tree);
    cr_assert(t.status == 0, "%s", t.out);
    return t;
}

static void remove_tree(struct tree *t) {
    run(t, "chmod -R u+w top\n");
}

static void run_as_guest(struct tree *t, const char *script) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", as_a_guest, script);
    run(t, text);
}

Test(launcher, it_builds_what_has_changed_and_hands_its_words_over) {
    struct tree t = make();
    run(&t, "top/halfstep show 'a b' --json\n");
    cr_expect_str_eq(t.out, "said: show a b --json\n");
    cr_expect_str_eq(t.noted, "ninja\n");
    cr_expect(t.status == 1, "%d", t.status);
    remove_tree(&t);
}

/* A build that fails is no verdict: what the compiler says is shown, and the status is the
 * machine's. Seen to fail: a shell that ends with the build's own status, and says nothing. */
Test(launcher, a_build_that_fails_is_told) {
    struct tree t = make();
    run(&t, "printf '#!/bin/sh\necho \"[1/2] Building a\"\necho bad line; exit 1\n' "
            ">tools/ninja\n"
            "top/halfstep gate --quiet\n");
    cr_expect(t.status == 3, "%d", t.status);
    cr_expect(strstr(t.out, "bad line\nhalfstep: failed: ninja -C ") == t.out, "%s",
              t.out);
    remove_tree(&t);
}

/* So continuous integration asks for it. */
Test(launcher, warnings_are_errors_where_that_is_asked_for_and_nowhere_else) {
    for (int asked = 0; asked < 2; asked++) {
        struct tree t = make();
        char text[256];
        snprintf(text, sizeof text,
                 "rm top/build/build.ninja\n"
                 "printf '#!/bin/sh\\necho \"$*\" >>noted\\n' >tools/cmake\n"
                 "HALFSTEP_WERROR=%s top/halfstep list\n",
                 asked ? "ON" : "");
        run(&t, text);
        cr_expect(strstr(t.noted, "--preset release") != NULL, "%s", t.noted);
        cr_expect((strstr(t.noted, "-DHALFSTEP_WERROR=ON") != NULL) == asked, "%s",
                  t.noted);
        remove_tree(&t);
    }
}

/* Ends the launcher once a tool has noted its process, and tells how it ended and whether the
 * tool is left. */
#define END_LAUNCHER                                                                     \
    "until [ -s noted ]; do sleep 0.01; done\n"                                          \
    "kill -TERM $launcher\n"                                                             \
    "wait $launcher\n"                                                                   \
    "echo status $?\n"                                                                   \
    "kill -0 $(cat noted) 2>/dev/null && echo left && kill $(cat noted)\n"               \
    "exit 0\n"

/* Seen to fail: a build that goes on, and keeps the lock. */
Test(launcher, a_build_ends_with_the_launcher) {
    struct tree t = make();
    run(&t,
        "printf '#!/bin/sh\\necho $$ >%s/noted\\nexec sleep 60\\n' $PWD >tools/ninja\n"
        "top/halfstep list & launcher=$!\n" END_LAUNCHER);
    cr_expect_str_eq(t.out, "status 143\n");
    remove_tree(&t);
}

/* Seen to fail: the build of a revision in a shell that no signal reaches. */
Test(launcher, the_build_of_a_revision_ends_with_the_launcher) {
    struct tree t = make();
    run(&t,
        "(cd top && mkdir -p harness/speed/benchmarks &&\n"
        "touch harness/speed/benchmarks/benchmarks.cmake build/CMakeCache.txt &&\n"
        "git add harness && git -c user.name=a -c user.email=a@b commit -qm two)\n"
        "printf '#!/bin/sh\\necho $$ >%s/noted\\nexec sleep 60\\n' $PWD >tools/cmake\n"
        "printf '#!/bin/sh\\n' >tools/ninja; rm -f noted\n"
        "top/halfstep compare HEAD & launcher=$!\n" END_LAUNCHER);
    cr_expect_str_eq(t.out, "halfstep: building revision HEAD (once)\nstatus 143\n");
    remove_tree(&t);
}

Test(launcher, a_tree_of_another_user_that_is_built_is_used_as_it_is) {
    struct tree t = make();
    run(&t, "chmod 555 top/build && chmod 444 top/build/launcher.lock\n");
    run_as_guest(&t, "top/halfstep list\n");
    cr_expect_str_eq(t.out, "said: list\n");
    cr_expect_str_eq(t.noted, "");
    run(&t, "chmod 777 top/build\n"); /* only the lock is another's */
    run_as_guest(&t, "top/halfstep list\n");
    cr_expect_str_eq(t.out, "said: list\n");
    cr_expect_str_eq(t.noted, "");
    remove_tree(&t);
}

Test(launcher, there_it_says_that_sources_have_changed_and_tests_need_more) {
    struct tree t = make();
    run(&t, "chmod 555 top/build; touch -d '+1 minute' top/mine.c\n");
    run_as_guest(&t, "top/halfstep list\n");
    cr_expect(strstr(t.out, "sources have changed since this was built") != NULL, "%s",
              t.out);
    cr_expect(strstr(t.out, "said: list\n") != NULL);
    run_as_guest(&t, "top/halfstep test\n");
    cr_expect(t.status == 3 && strstr(t.out, "test needs a build folder") != NULL);
    run(&t, "chmod 755 top/build; rm top/build/harness/halfstep; chmod 555 top/build\n");
    run_as_guest(&t, "top/halfstep list\n");
    cr_expect(t.status == 3 && strstr(t.out, "nothing is built, and ") != NULL, "%s",
              t.out);
    remove_tree(&t);
}

/* Seen to fail: a word that is handed over where git does not read the project. */
Test(launcher, where_git_does_not_read_the_project_its_reason_is_told) {
    struct tree t = make();
    run(&t, "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\ntop/halfstep compare HEAD\n");
    cr_expect(t.status == 2 && strstr(t.out, "dubious ownership") != NULL, "%s", t.out);
    run(&t, "rm -rf top/.git; top/halfstep compare HEAD\n");
    cr_expect(t.status == 2 && strstr(t.out, "not a git repository") != NULL, "%s",
              t.out);
    run(&t, "top/halfstep compare top --quick\n"); /* a folder is none */
    cr_expect_str_eq(t.out, "said: compare top --quick\n");
    remove_tree(&t);
}

Test(launcher, it_installs_under_the_folder_that_is_named) {
    struct tree t = make();
    run(&t, "top/halfstep install 'a b'\n");
    char *program = path_join(t.scratch.path, "a b/bin/halfstep\n");
    cr_expect_str_eq(t.out, program);
    cr_expect_str_eq(t.noted, "ninja\ncmake\n");
    run(&t, "top/halfstep install --prefix\n");
    cr_expect(t.status == 2, "%d", t.status);
    cr_expect_str_eq(t.noted, "ninja\ncmake\n");
    remove_tree(&t);
}

Test(launcher, help_and_the_version_are_told_by_what_is_built) {
    static const char *const words[] = {"compare HEAD --help", "engines -h", "order x -h",
                                        "help order",          "-V",         "--version"};
    struct tree t = make();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char script[64], said[64];
        snprintf(script, sizeof script, "top/halfstep %s\n", words[i]);
        snprintf(said, sizeof said, "said: %s\n", words[i]);
        run(&t, script);
        cr_expect_str_eq(t.out, said);
        cr_expect_str_eq(t.noted, "");
    }
    run(&t, "touch -d '+1 minute' top/mine.c; top/halfstep order --help\n");
    cr_expect_str_eq(t.out,
                     "halfstep: sources have changed since this was built, and help "
                     "builds nothing\nsaid: order --help\n");
    cr_expect_str_eq(t.noted, "");
    run(&t, "rm top/build/harness/halfstep; top/halfstep order --help\n");
    cr_expect_str_eq(t.noted, "ninja\n"); /* nothing tells it before */
    remove_tree(&t);
}

Test(launcher, help_about_everything_names_what_the_launcher_adds) {
    static const char *const words[] = {"--help", "-h", "help"};
    struct tree t = make();
    run(&t, "sed -i 's/^exit 1/exit 0/' top/build/harness/halfstep\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char script[64], said[64];
        snprintf(script, sizeof script, "top/halfstep %s\n", words[i]);
        snprintf(said, sizeof said, "said: %s\n", words[i]);
        run(&t, script);
        cr_expect(t.status == 0 && strstr(t.out, said) == t.out, "%s", t.out);
        cr_expect(strstr(t.out, "(./halfstep help test)") != NULL, "%s", t.out);
        cr_expect_str_eq(t.noted, "");
    }
    remove_tree(&t);
}

Test(launcher, a_word_behind_the_last_option_asks_for_no_help) {
    struct tree t = make();
    run(&t, "top/halfstep show -- --help; top/halfstep show -V\n");
    cr_expect_str_eq(t.out, "said: show -- --help\nsaid: show -V\n");
    cr_expect_str_eq(t.noted, "ninja\nninja\n");
    remove_tree(&t);
}

Test(launcher, engines_and_plugins_are_built_for_those_who_name_them) {
    static const struct {
        const char *words, *targets;
    } cases[] = {
        {"engines ode", " halfstep-engines\n"},
        {"gate --integrator build/harness/plugins/gsl.so", " halfstep-plugins\n"},
        {"order pendulum", " halfstep-benchmark\n"},
        {"order engines --out engines", " halfstep-benchmark\n"},
    };
    struct tree t = make();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[512];
        snprintf(script, sizeof script,
                 "printf '#!/bin/sh\nshift 2; echo \"$*\" >%%s/noted\n' $PWD "
                 ">tools/ninja; top/halfstep %s",
                 cases[i].words);
        run(&t, script);
        const size_t length = strlen(t.noted), end = strlen(cases[i].targets);
        cr_expect(length > end && strcmp(t.noted + length - end, cases[i].targets) == 0,
                  "%s: %s", cases[i].words, t.noted);
    }
    remove_tree(&t);
}

/* Tests, and a ninja that notes what it is asked for. */
static const char with_tests[] =
    "printf '#!/bin/sh\\nshift 2; echo \"$*\" >>%s/noted\\n' $PWD >tools/ninja\n"
    "mkdir top/build/fast\n"
    "printf '#!/bin/sh\\necho ran $*\\n' >top/build/fast/tests_of_one\n"
    "chmod 755 top/build/fast/tests_of_one\n"
    "printf 'add_test(fast.one \"%s\" \"--filter\" \"one/*\")\\nadd_test(fast.two "
    "\"%s\")\\nadd_test(fast.script \"/bin/echo\" \"%s\" \"-DFOLDER=%s\")\\n' "
    "$PWD/top/build/fast/tests_of_one $PWD/top/build/fast/tests_of_two "
    "$PWD/top/build/fast/tests_of_one $PWD/top/build/fast "
    ">top/build/CTestTestfile.cmake\n"
    "rm -f noted; ";

/* Seen to fail: a program that is not there not seen; one that a script is given not seen. */
Test(launcher, a_test_that_is_named_builds_only_what_it_runs) {
    struct tree t = make();
    char script[2048];
    snprintf(script, sizeof script, "%stop/halfstep test one -V", with_tests);
    run(&t, script);
    cr_expect(t.status == 0 && strstr(t.out, "ran --filter one/*") != NULL, "%s", t.out);
    cr_expect(strstr(t.out, "tests_of_two") == NULL, "%s", t.out);
    cr_assert(t.noted != NULL);
    cr_expect_str_eq(t.noted, "build.ninja\ntests_of_one\n");
    run(&t, "rm noted; top/halfstep test two"); /* whose program is not there before */
    cr_expect_str_eq(t.noted, "build.ninja\ntests_of_two\n");
    run(&t, "rm noted; top/halfstep test script");
    cr_expect_str_eq(t.noted, "build.ninja\ntests_of_one\n");
    run(&t, "rm noted; top/halfstep test three");
    cr_expect(t.status == 2, "%d", t.status);
    cr_expect_str_eq(t.out, "halfstep: no test has 'three' in its name\n");
    cr_expect_str_eq(t.noted, "build.ninja\n");
    remove_tree(&t);
}

Test(launcher, its_own_words_are_explained_without_a_build) {
    static const char *const words[] = {"test", "install", "release"};
    struct tree t = make();
    run(&t, "rm -r top/build\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char script[64], usage[64];
        snprintf(script, sizeof script, "top/halfstep %s --help\n", words[i]);
        snprintf(usage, sizeof usage, "usage: ./halfstep %s ", words[i]);
        run(&t, script);
        cr_expect(t.status == 0 && strncmp(t.out, usage, strlen(usage)) == 0, "%s",
                  t.out);
        cr_expect_str_eq(t.noted, "");
        snprintf(script, sizeof script, "top/halfstep help %s\n", words[i]);
        run(&t, script);
        cr_expect(t.status == 0 && strncmp(t.out, usage, strlen(usage)) == 0, "%s",
                  t.out);
    }
    run(&t, "[ ! -e top/build ]\n");
    cr_expect(t.status == 0);
    remove_tree(&t);
}

Test(launcher, control_characters_do_not_reach_the_terminal) {
    struct tree t = make();
    run(&t, "top/halfstep test \"$(printf 'a\\033[31mb')\"\n");
    cr_expect(strstr(t.out, "no test has 'a?[31mb' in its name") != NULL, "%s", t.out);
    remove_tree(&t);
}

/* Where none of what only tests need is there; apt-get notes what it is asked for. */
static const char without_test_packages[] =
    "mkdir bin; for tool in sh cat chmod ctest date dirname env flock grep mkdir mktemp "
    "rm sed "
    "sort tail touch tr; do ln -s $(command -v $tool) bin/$tool; done\n"
    "printf '#!/bin/sh\\necho $* >>%s/noted\\n' $PWD >tools/apt-get\n"
    "printf '#!/bin/sh\\necho %s\\n' $1 >tools/id; chmod 755 tools/*\n"
    "printf '#!/bin/sh\\necho \"cmake $*\" >>%s/noted\\n' $PWD >tools/cmake\n"
    "echo CMAKE_CXX_COMPILER:FILEPATH=NOTFOUND >top/build/CMakeCache.txt\n"
    "rm top/build/test-packages.tried noted\n"
    "PATH=$PWD/tools:$PWD/bin\n"
    "top/halfstep test one; echo again; top/halfstep test one\n";

static void run_without_test_packages(struct tree *t, int user) {
    char script[4096];
    snprintf(script, sizeof script, "%sset -- %d\n%s", with_tests, user,
             without_test_packages);
    run(t, script);
    cr_expect(t->status == 0 && strstr(t->out, "\nagain\n") != NULL, "%s", t->out);
}

Test(launcher, what_only_tests_need_is_installed_once) {
    struct tree t = make();
    run_without_test_packages(&t, 0);
    const char *asked = t.noted == NULL ? NULL : strstr(t.noted, "install -y ");
    cr_assert(asked != NULL, "%s", t.noted);
    cr_expect(strstr(asked, " python3-pytest") != NULL, "%s", asked);
    cr_expect(strstr(asked, " libgsl-dev") == NULL, "%s", asked);
    cr_expect(strstr(asked + 1, "install -y ") == NULL, "%s", asked);
    cr_expect(strstr(asked, "\ncmake -U CMAKE_CXX_COMPILER ") != NULL, "%s", asked);
    remove_tree(&t);
}

Test(launcher, without_the_right_to_install_it_tells_and_tests_what_it_can) {
    struct tree t = make();
    run_without_test_packages(&t, 1000);
    const char *told = strstr(t.out, "sudo apt-get install");
    cr_assert(told != NULL && strstr(told, " lintian") != NULL, "%s", t.out);
    cr_expect(strstr(told, "going on") != NULL, "%s", t.out);
    cr_expect(strstr(told + 1, "sudo apt-get install") == NULL, "%s", t.out);
    remove_tree(&t);
}
