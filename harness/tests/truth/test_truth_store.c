/* Truths that were found before: looked up, kept, and done without.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/path.h"
#include "harness/tests/scratch.h"
#include "harness/tests/truth/truths.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_store.h"
#include "problems/base/status.h"
#include "problems/model.h"

/* The path of the only file in a folder, which the caller frees. */
static char *only_file(const char *folder) {
    char *path = NULL;
    DIR *directory = opendir(folder);
    cr_assert(directory != NULL && scratch_count(folder) == 1, "%s", folder);
    for (struct dirent *e = readdir(directory); e != NULL; e = readdir(directory))
        if (e->d_name[0] != '.')
            path = path_join(folder, e->d_name);
    closedir(directory);
    return path;
}

static void expect_found(const struct truth_store *s, const struct truth_case *c,
                         const struct truth_record *r, const char *from) {
    struct truth_record back;
    bool found = truth_store_look_up(&back, s, &c->request);
    cr_expect(found == (from != NULL));
    if (!found)
        return;
    cr_expect(truths_are_same(back.truth, r->truth));
    cr_expect_str_eq(back.from, from);
}

Test(truth_store, what_was_kept_is_found_by_who_asks_the_same) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    struct truth_case c = truth_case_of(truth_swing, 20),
                      other = truth_case_of(truth_decay, 20);
    struct truth_record r = truth_case_solve(&c);
    expect_found(&s, &c, &r, NULL);
    truth_store_keep(&s, &c.request, &r);
    expect_found(&s, &c, &r, "cache");
    expect_found(&s, &other, &r, NULL);
    expect_found(NULL, &c, &r, NULL);
}

Test(truth_store, what_is_quickly_found_is_not_kept) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    struct truth_case c = truth_case_of(truth_decay, 12);
    struct truth_record r = truth_case_solve(&c);
    r.seconds = TRUTH_STORE_SECONDS / 2;
    truth_store_keep(&s, &c.request, &r);
    cr_expect(scratch_count(folder.path) == 0);
}

Test(truth_store, the_catalogue_comes_before_the_cache) {
    struct scratch folder = scratch_make();
    char *cache = scratch_path(&folder, "a/b/cache");
    const struct truth_store s = {.catalogue = folder.path, .cache = cache};
    struct truth_case c = truth_case_of(truth_swing, 20);
    struct truth_record r = truth_case_solve(&c);
    truth_store_keep(&s, &c.request, &r);
    expect_found(&s, &c, &r, "cache");
    char *key = truth_key(c.model);
    char *path = truth_store_path(folder.path, c.model->name);
    json_t *file = truth_file_begin();
    struct diagnostic d = {""};
    cr_assert(truth_file_add(file, key, truth_record_encode(&r, &c.request)) == 0 &&
              truth_file_write(path, file, &d) == 0);
    expect_found(&s, &c, &r, "catalogue");
}

/* A file with another model's truth under the name that this one's has. */
Test(truth_store, a_hash_that_collides_gives_nothing_and_the_file_is_made_anew) {
    struct scratch one = scratch_make(), two = scratch_make();
    const struct truth_store s[2] = {{.cache = one.path}, {.cache = two.path}};
    struct truth_case c = truth_case_of(truth_swing, 20),
                      other = truth_case_of("position a = 0.7\nvelocity w = -0.25\n"
                                            "a' = w\nw' = -11.9*sin(a)\n",
                                            20);
    struct truth_record r = truth_case_solve(&c), false_one = truth_case_solve(&other);
    truth_store_keep(&s[0], &c.request, &r);
    truth_store_keep(&s[1], &other.request, &false_one);
    char *mine = only_file(one.path), *theirs = only_file(two.path);
    char *text = scratch_read(theirs);
    FILE *file = fopen(mine, "w");
    fputs(text, file);
    fclose(file);
    expect_found(&s[0], &c, &r, NULL);
    truth_store_keep(&s[0], &c.request, &r);
    expect_found(&s[0], &c, &r, "cache");
    cr_expect(scratch_count(one.path) == 1);
}

Test(truth_store, a_torn_file_is_made_anew) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    struct truth_case c = truth_case_of(truth_decay, 20);
    struct truth_record r = truth_case_solve(&c);
    truth_store_keep(&s, &c.request, &r);
    char *path = only_file(folder.path);
    cr_assert(truncate(path, 100) == 0);
    expect_found(&s, &c, &r, NULL);
    truth_store_keep(&s, &c.request, &r);
    expect_found(&s, &c, &r, "cache");
}

/* A file stands where the folder should be; a disk on which no byte can be written. */
Test(truth_store, a_cache_that_cannot_be_written_is_done_without) {
    struct scratch folder = scratch_make();
    char *file = scratch_write(&folder, "file", "in the way");
    char *below = path_join(file, "cache");
    const struct truth_store s[] = {
        {.cache = file}, {.cache = below}, {.cache = "/proc/none/cache"}};
    struct truth_case c = truth_case_of(truth_decay, 20);
    struct truth_record r = truth_case_solve(&c);
    for (size_t i = 0; i < sizeof s / sizeof *s; i++) {
        struct ref_truth *truth;
        truth_store_keep(&s[i], &c.request, &r);
        expect_found(&s[i], &c, &r, NULL);
        cr_expect(truth_store_taylor(&s[i], &truth, c.model, c.request.times,
                                     c.request.time, &c.request.options) == REF_OK);
        cr_expect(truths_are_same(truth, r.truth));
    }
}

Test(truth_store, a_full_disk_leaves_nothing_behind) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    const struct rlimit none = {0, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
    struct truth_case c = truth_case_of(truth_decay, 20);
    struct truth_record r = truth_case_solve(&c);
    signal(SIGXFSZ, SIG_IGN);
    cr_assert(setrlimit(RLIMIT_FSIZE, &none) == 0);
    truth_store_keep(&s, &c.request, &r);
    setrlimit(RLIMIT_FSIZE, &all);
    cr_expect(scratch_count(folder.path) == 0);
    expect_found(&s, &c, &r, NULL);
}

/* Keeps and looks up again and again; whether every answer was the truth. */
static bool insist(const struct truth_store *s, const struct truth_case *c,
                   const struct truth_record *r) {
    bool right = true;
    for (int i = 0; i < 100 && right; i++) {
        struct truth_record back;
        truth_store_keep(s, &c->request, r);
        right = truth_store_look_up(&back, s, &c->request);
        right = right && truths_are_same(back.truth, r->truth);
    }
    return right;
}

Test(truth_store, processes_that_write_the_same_file_never_read_a_part_of_it) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    struct truth_case c = truth_case_of(truth_swing, 40);
    struct truth_record r = truth_case_solve(&c);
    pid_t process[3];
    for (int i = 0; i < 3; i++) {
        process[i] = fork();
        if (process[i] == 0)
            _exit(insist(&s, &c, &r) ? 0 : 1);
    }
    for (int i = 0; i < 3; i++) {
        int status = -1;
        cr_expect(waitpid(process[i], &status, 0) == process[i] && WIFEXITED(status) &&
                  WEXITSTATUS(status) == 0);
    }
    cr_expect(scratch_count(folder.path) == 1);
}

Test(truth_store, what_is_collected_is_found_again_without_a_file) {
    json_t *file = truth_file_begin();
    const struct truth_store s = {.collected = file};
    struct truth_case c = truth_case_of(truth_swing, 20);
    struct truth_record r = truth_case_solve(&c);
    truth_store_keep(&s, &c.request, &r);
    expect_found(&s, &c, &r, "computed");
}

/* z = 1.37 e^-t; twice that is kept, at each time. */
Test(truth_store, what_was_kept_and_does_not_hold_is_told_and_found_anew) {
    struct scratch folder = scratch_make();
    const struct truth_store s = {.cache = folder.path};
    const struct truth_case c = truth_case_of(truth_decay, 20);
    const struct truth_request request = {.model = c.model,
                                          .times = c.request.times,
                                          .time = c.request.time,
                                          .digits = 20,
                                          .store = &s};
    struct truth_query query = c.request;
    struct truth_record r;
    mpfr_t z;
    query.best = true;
    cr_assert(truth_search(&request, &r) == REF_OK);
    for (int k = 0; k < query.times; k++)
        mpfr_mul_2ui(r.truth->state[k], r.truth->state[k], 1, MPFR_RNDN);
    r.seconds = TRUTH_STORE_SECONDS;
    truth_store_keep(&s, &query, &r);
    truth_record_clear(&r);
    cr_assert(truth_search_known(&request, &r));
    truth_record_clear(&r);
    cr_assert(truth_search(&request, &r) == REF_OK);
    cr_assert(r.tried.count > 0);
    const struct truth_tried *tried = r.tried.list;
    cr_expect_str_eq(tried->way, "cache");
    cr_expect(strstr(tried->why, "what was kept does not hold") != NULL, "%s",
              tried->why);
    cr_expect_str_eq(r.from, "computed");
    mpfr_init2(z, 300);
    for (int k = 0; k < query.times; k++) {
        mpfr_neg(z, query.time[k], MPFR_RNDN);
        mpfr_exp(z, z, MPFR_RNDN);
        mpfr_mul_ui(z, z, 137, MPFR_RNDN);
        mpfr_div_ui(z, z, 100, MPFR_RNDN);
        mpfr_sub(z, z, r.truth->state[k], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(z, r.truth->radius[k]) <= 0);
        cr_expect(mpfr_cmp_d(r.truth->radius[k], 1e-20) < 0);
    }
}
