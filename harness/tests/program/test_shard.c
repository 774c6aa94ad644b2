/* Shares of a study's jobs: what is read, how they are split, what they are expected to cost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/program/run/shard.h"
#include "harness/program/run/shard_cost.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

enum { most_jobs = 400 };

Test(shard, an_index_and_a_count_are_read) {
    static const struct {
        const char *text;
        int index, count;
    } good[] = {{"1/1", 1, 1},
                {"2/4", 2, 4},
                {"4/4", 4, 4},
                {"007/9", 7, 9},
                {"4096/4096", 4096, 4096}};
    struct diagnostic d = {""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct shard s = {0, 0};
        cr_expect(shard_read(&s, good[i].text, &d) == 0, "%s", good[i].text);
        cr_expect(s.index == good[i].index && s.count == good[i].count, "%s",
                  good[i].text);
    }
    struct shard whole = {3, 4};
    cr_expect(shard_read(&whole, NULL, &d) == 0 && whole.count == 0);
}

Test(shard, anything_else_is_refused_and_changes_nothing) {
    static const char *const bad[] = {"",
                                      "/",
                                      "1",
                                      "1/",
                                      "/4",
                                      "0/4",
                                      "5/4",
                                      "1/0",
                                      "0/0",
                                      "a/b",
                                      "1/b",
                                      "-1/4",
                                      "+1/4",
                                      " 1/4",
                                      "1/4 ",
                                      "1 /4",
                                      "1//4",
                                      "1/4/4",
                                      "1.0/4",
                                      "1e0/4",
                                      "1/4x",
                                      "1/0x4",
                                      "2,4",
                                      "2of4",
                                      "1/4097",
                                      "4097/4097",
                                      "1/99999999999999999999",
                                      "99999999999999999999/4",
                                      "18446744073709551617/2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct diagnostic d = {""};
        struct shard s = {3, 7};
        cr_expect(shard_read(&s, bad[i], &d) != 0, "'%s'", bad[i]);
        cr_expect(strstr(d.text, "--shard ") == d.text && strstr(d.text, "as in 2/4"),
                  "'%s': %s", bad[i], d.text);
        cr_expect(s.index == 3 && s.count == 7);
    }
}

/* The largest sum of a shard. */
static long find_span(const int *owner, const long *cost, int jobs, int shards) {
    long span = 0;
    for (int k = 1; k <= shards; k++) {
        long sum = 0;
        for (int i = 0; i < jobs; i++)
            sum += owner[i] == k ? cost[i] : 0;
        span = sum > span ? sum : span;
    }
    return span;
}

/* The least largest sum there is, by trying all splits. */
static long find_best_span(const long *cost, int jobs, int shards) {
    int owner[16], splits = 1;
    long best = -1;
    for (int i = 0; i < jobs; i++)
        splits *= shards;
    for (int number = 0; number < splits; number++) {
        for (int i = 0, rest = number; i < jobs; i++, rest /= shards)
            owner[i] = rest % shards + 1;
        long span = find_span(owner, cost, jobs, shards);
        best = best < 0 || span < best ? span : best;
    }
    return best;
}

static unsigned read_seed(void) {
    const char *text = getenv("TEST_SEED");
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : 20261121u;
}

/* Graham's bound, 4/3 - 1/(3 m) of the best split. */
Test(shard, no_split_is_worse_than_four_thirds_of_the_best) {
    enum { rounds = 300, few_jobs = 8, few_shards = 3, dearest = 997 };
    unsigned seed = read_seed();
    srand(seed);
    for (int round = 0; round < rounds; round++) {
        long cost[few_jobs];
        int owner[few_jobs], jobs = 1 + rand() % few_jobs, m = 1 + rand() % few_shards;
        for (int i = 0; i < jobs; i++)
            cost[i] = 1 + rand() % dearest;
        cr_assert(shard_split(owner, cost, jobs, m) == 0);
        long span = find_span(owner, cost, jobs, m);
        long best = find_best_span(cost, jobs, m);
        cr_expect(3 * m * span <= (4 * m - 1) * best,
                  "seed %u, round %d: %ld, best %ld of %d jobs in %d", seed, round, span,
                  best, jobs, m);
    }
}

Test(shard, every_job_has_one_owner_and_equal_jobs_are_spread_evenly) {
    static const int counts[] = {1, 2, 3, 7, 64, 399, 400, 401, 4096};
    static long cost[most_jobs];
    static int owner[most_jobs], many[SHARD_MOST + 1];
    for (int i = 0; i < most_jobs; i++)
        cost[i] = 37;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        int n = counts[k], least = most_jobs, most = 0;
        memset(many, 0, sizeof many);
        cr_assert(shard_split(owner, cost, most_jobs, n) == 0);
        for (int i = 0; i < most_jobs; i++) {
            cr_assert(owner[i] >= 1 && owner[i] <= n);
            many[owner[i]]++;
        }
        for (int j = 1; j <= n; j++) {
            least = many[j] < least ? many[j] : least;
            most = many[j] > most ? many[j] : most;
        }
        cr_expect(most - least <= 1, "%d shards: %d to %d jobs", n, least, most);
    }
}

/* Numbers that were worked out by hand: 9 | 8 | 7, then 6 to the third, 5 to the second, 4 to
 * the first; 3 and 2 to the first two of three equals. */
Test(shard, the_dearest_come_first_and_the_first_of_equals_goes_before) {
    static const long cost[] = {2, 3, 4, 5, 6, 7, 8, 9};
    static const int expected[] = {2, 1, 1, 2, 3, 3, 2, 1};
    int owner[8];
    cr_assert(shard_split(owner, cost, 8, 3) == 0);
    for (int i = 0; i < 8; i++)
        cr_expect(owner[i] == expected[i], "job %d: %d", i, owner[i]);
}

Test(shard, no_jobs_are_split_as_well) {
    int owner = -1;
    const long cost = 1;
    cr_expect(shard_split(&owner, &cost, 0, 5) == 0);
    cr_expect(owner == -1);
}

Test(shard, the_table_is_sorted_and_says_a_thing_once) {
    const struct shard_cost *c = shard_costs;
    cr_assert(c[0].study != NULL);
    for (; c[1].study != NULL; c++) {
        int order = strcmp(c[0].study, c[1].study);
        if (order == 0)
            order = strcmp(c[0].model, c[1].model);
        if (order == 0)
            order = strcmp(c[0].method, c[1].method);
        cr_expect(order < 0, "%s %s %s", c[1].study, c[1].model, c[1].method);
    }
}

Test(shard, what_is_recorded_is_told_and_what_is_not_costs_something) {
    for (const struct shard_cost *c = shard_costs; c->study != NULL; c++) {
        const char *method = c->method[0] != '\0' ? c->method : "whichever";
        cr_expect(shard_cost(c->study, c->model, method, false) == c->gate);
        cr_expect(shard_cost(c->study, c->model, method, true) == c->report);
        cr_expect(c->gate > 0 && c->report > 0, "%s %s", c->study, c->model);
    }
    cr_expect(shard_cost("order", "no such model", "", false) > 0);
    cr_expect(shard_cost("order", "no such model", "", true) > 0);
}

/* RFC 9923 gives the hashes of "" and "foobar". */
Test(shard, a_file_has_the_hash_of_its_text) {
    static const char *const text[] = {"", "foobar"};
    static const char *const expected[] = {"cbf29ce484222325", "85944171f73967e8"};
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    char hash[SHARD_HASH_ROOM];
    for (int i = 0; i < 2; i++) {
        char *path = scratch_write(&s, "a", text[i]);
        cr_expect(shard_hash_file(hash, path, &d) == 0, "%s", d.text);
        cr_expect_str_eq(hash, expected[i]);
    }
}

Test(shard, a_long_file_is_hashed_to_its_end) {
    enum { length = 300000 };
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    char one[SHARD_HASH_ROOM], other[SHARD_HASH_ROOM], *text = calloc(length + 1, 1);
    memset(text, 'x', length);
    char *path = scratch_write(&s, "a", text);
    cr_assert(shard_hash_file(one, path, &d) == 0);
    text[length - 1] = 'y';
    path = scratch_write(&s, "a", text);
    cr_assert(shard_hash_file(other, path, &d) == 0);
    cr_expect(strcmp(one, other) != 0);
    path = scratch_path(&s, "missing");
    cr_expect(shard_hash_file(other, path, &d) != 0);
    cr_expect(strstr(d.text, "missing: cannot be read: No such file") != NULL, "%s",
              d.text);
}
