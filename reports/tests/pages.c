/* The folder of a page: made for a test, given to the program, looked at, removed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tests/pages.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/halfstep-pages-XXXXXX";

char *pages_folder(void) {
    return folder;
}

const char *pages_path(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

void pages_read(struct text *t, const char *path) {
    char buffer[4096];
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;) {
        text_add_bytes(t, buffer, size);
    }
    fclose(file);
}

void pages_write(const char *name, const char *content) {
    FILE *file = fopen(pages_path(name), "w");
    cr_assert_not_null(file, "%s", name);
    fputs(content, file);
    fclose(file);
}

void pages_make_small(void) {
    struct text json = {0};
    cr_assert_not_null(mkdtemp(folder));
    pages_read(&json, TEST_DATA "/small/results.json");
    pages_write("results.json", text_bytes(&json));
    cr_assert_eq(mkdir(pages_path("tables"), 0755), 0);
    pages_write("tables/pendulum-gap.tsv", "# h\terror\testimate\tgap\n");
    text_clear(&json);
}

/* The same with two methods in two modes, statistics and timing. */
void pages_make_methods(void) {
    struct text json = {0};
    pages_make_small();
    pages_read(&json, TEST_DATA "/methods/results.json");
    pages_write("results.json", text_bytes(&json));
    text_clear(&json);
}

/* About an integrator that fails in its fingerprint. */
void pages_make_card(void) {
    struct text json = {0};
    pages_make_small();
    pages_read(&json, TEST_DATA "/card/results.json");
    pages_write("results.json", text_bytes(&json));
    text_clear(&json);
}

void pages_copy(const char *from, const char *name) {
    struct text t = {0};
    pages_read(&t, from);
    pages_write(name, text_bytes(&t));
    text_clear(&t);
}

/* With motions, truths and a survey of starts. */
void pages_make_motion(void) {
    pages_make_small();
    pages_copy(TEST_DATA "/motion/results.json", "results.json");
    pages_copy(TEST_DATA "/motion/tables/swing-motion.tsv", "tables/swing-motion.tsv");
    pages_copy(TEST_DATA "/motion/tables/fast_then_slow-motion.tsv",
               "tables/fast_then_slow-motion.tsv");
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *place) {
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void pages_remove(void) {
    chmod(folder, 0755);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Runs a program, after `prepare` in the child, with its complaints in complaints.txt. */
int pages_spawn(const char *program, char *const *arguments, void (*prepare)(void)) {
    char complaints[] = "/tmp/halfstep-complaints-XXXXXX";
    int descriptor = mkstemp(complaints), status = 0;
    cr_assert_geq(descriptor, 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(descriptor, STDERR_FILENO);
        if (prepare) {
            prepare();
        }
        execv(program, arguments);
        _exit(126);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    close(descriptor);
    rename(complaints, pages_path("complaints.txt"));
    cr_assert(WIFEXITED(status), "%s was killed by signal %d", program, WTERMSIG(status));
    return WEXITSTATUS(status);
}

int pages_run(void (*prepare)(void)) {
    static char name[] = "halfstep-pages";
    char *arguments[] = {name, folder, NULL};
    return pages_spawn(PAGES_PROGRAM, arguments, prepare);
}

void pages_check_complaint(const char *expected) {
    struct text t = {0};
    pages_read(&t, pages_path("complaints.txt"));
    cr_assert_not_null(strstr(text_bytes(&t), expected), "'%s' in place of '%s'",
                       text_bytes(&t), expected);
    text_clear(&t);
}

bool pages_has(const char *name) {
    return access(pages_path(name), F_OK) == 0;
}

/* Whether a strict XML parser takes the file. */
void pages_check_well_formed(const char *name) {
#ifdef XMLLINT
    static char words[3][16] = {"xmllint", "--noout", "--nonet"};
    char path[256];
    snprintf(path, sizeof path, "%s", pages_path(name));
    char *arguments[] = {words[0], words[1], words[2], path, NULL};
    int status = pages_spawn(XMLLINT, arguments, NULL);
    struct text t = {0};
    pages_read(&t, pages_path("complaints.txt"));
    cr_assert_eq(status, 0, "%s: %s", name, text_bytes(&t));
    text_clear(&t);
#else
    cr_skip_test("xmllint was not found when this was configured (%s)", name);
#endif
}

void pages_check_contained(void) {
    static const char *const forbidden[] = {
        "<script", "<link",        "<img",    "@import", "url(http",
        "src=",    " href=\"http", "<iframe", "<object"};
    struct text t = {0};
    pages_read(&t, pages_path("index.html"));
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        cr_assert_null(strstr(text_bytes(&t), forbidden[i]), "%s", forbidden[i]);
    }
    text_clear(&t);
}

/* Every link has its target, and every identifier is there once. */
void pages_check_links(int least) {
    struct text t = {0}, target = {0};
    pages_read(&t, pages_path("index.html"));
    int links = 0;
    for (const char *s = text_bytes(&t); (s = strstr(s, "href=\"#")); s++) {
        const char *name = s + strlen("href=\"#");
        text_clear(&target);
        text_add(&target, " id=\"");
        text_add_bytes(&target, name, strcspn(name, "\"") + 1);
        const char *first = strstr(text_bytes(&t), text_bytes(&target));
        cr_assert_not_null(first, "%s", text_bytes(&target));
        cr_assert_null(strstr(first + 1, text_bytes(&target)), "%s twice",
                       text_bytes(&target));
        links++;
    }
    cr_assert_gt(links, least);
    text_clear(&t);
    text_clear(&target);
}

/* How often a text occurs on the page. */
int pages_count(const char *words) {
    struct text t = {0};
    int count = 0;
    pages_read(&t, pages_path("index.html"));
    for (const char *s = text_bytes(&t); (s = strstr(s, words)) != NULL; s++) {
        count++;
    }
    text_clear(&t);
    return count;
}

/* Expects every text on the page. */
void pages_expect(const char *const *texts, size_t count) {
    struct text t = {0};
    pages_read(&t, pages_path("index.html"));
    for (size_t i = 0; i < count; i++) {
        cr_expect_not_null(strstr(text_bytes(&t), texts[i]), "%s", texts[i]);
    }
    text_clear(&t);
}

/* The page of some results, well-formed. */
void pages_check_page(const char *json, const char *expected) {
    struct text t = {0};
    pages_write("results.json", json);
    cr_assert_eq(pages_run(NULL), 0, "%s", json);
    pages_check_well_formed("index.html");
    pages_read(&t, pages_path("index.html"));
    cr_assert_not_null(strstr(text_bytes(&t), expected), "%s of %s", expected, json);
    text_clear(&t);
}
