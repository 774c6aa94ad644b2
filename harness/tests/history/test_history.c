/* A history as a file: what it takes, keeps and refuses.
 *
 * Broken on purpose and seen to fail: values rounded to 15 digits, the check of the
 * application's mark left out, newer schemas taken, the interval of a ratio upside down, the ratio
 * taken for its change, measurements left out of the digest, self-tests taken for comparisons of
 * builds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/tests/history/history_sample.h"

static json_t *documents_of(struct history *h) {
    json_t *documents;
    struct diagnostic d = {""};
    cr_assert(history_documents(h, &documents, &d) == EXIT_PASSED, "%s", d.text);
    return documents;
}

static void expect_whole(struct history *h) {
    json_t *problems;
    struct diagnostic d = {""};
    cr_assert(history_check(h, &problems, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(json_array_size(problems) == 0, "%s",
              json_string_value(json_array_get(problems, 0)));
}

Test(history, a_document_comes_back_to_the_last_bit) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    json_t *given = json_pack("[o, o]", sample_timing(1, 1 / 3.0),
                              sample_compare(2, 0.0123456789012345678));
    struct history_added added;
    struct diagnostic d;
    cr_assert(history_add(h, given, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(added.added == 2 && added.known == 0);
    history_close(h);
    h = sample_open(sample_place(&s, "h"));
    json_t *found = documents_of(h);
    cr_expect(json_equal(found, given));
    expect_whole(h);
}

Test(history, the_same_measurement_is_added_once) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    json_t *wrapped = sample_timing(1, 1), *other = sample_timing(1, 1.0000001);
    json_object_set_new(wrapped, "seconds", json_real(12.5));
    json_object_set_new(wrapped, "results", json_pack("[{}]"));
    json_t *given = json_pack("[o, o, o, o]", sample_timing(1, 1), wrapped, other,
                              sample_timing(1, 1));
    struct history_added added;
    struct diagnostic d;
    cr_assert(history_add(h, given, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(added.added == 2 && added.known == 2, "%d, %d", added.added, added.known);
}

Test(history, values_stand_in_the_tables) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h = sample_open(path);
    sample_add(h, sample_timing(3, 1));
    sample_add(h, sample_compare(3, 0.01));
    history_close(h);
    cr_expect(sample_number(path, "SELECT count(*) FROM value") == 2 * 13 + 1);
    cr_expect(sample_number(path, "SELECT value FROM series WHERE quantity = 'time' AND"
                                  " benchmark LIKE 'rod%'") == 57.5);
    cr_expect(sample_number(path, "SELECT value FROM series WHERE quantity ="
                                  " 'evaluations' AND benchmark LIKE 'rod%'") == 66);
    cr_expect(sample_number(path, "SELECT low IS NULL FROM series WHERE quantity ="
                                  " 'cycles'") == 1);
    cr_expect(sample_number(path, "SELECT committed FROM series WHERE quantity ="
                                  " 'ratio'") == 1760000000 + 3 * 86400);
    double low = sample_number(path, "SELECT low FROM value WHERE quantity = 'ratio'");
    double high = sample_number(path, "SELECT high FROM value WHERE quantity = 'ratio'");
    cr_expect_float_eq(low, 1.01 * exp(-0.0027), 1e-15);
    cr_expect_float_eq(high, 1.01 * exp(0.0027), 1e-15);
    cr_expect(sample_number(path, "SELECT count(*) FROM process") == 6);
    cr_expect(sample_number(path, "SELECT ns FROM process WHERE process = 2") ==
              270.12345678901235);
    cr_expect(sample_number(path, "SELECT count(*) FROM quantile") == 10);
    cr_expect(sample_number(path, "SELECT log_ratio FROM log_ratio WHERE process = 1") ==
              0.0098);
    cr_expect(sample_number(path, "SELECT alarms FROM self_test") == 1);
}

Test(history, a_comparison_of_a_build_with_itself_is_no_point_of_a_series) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h = sample_open(path);
    json_t *self = sample_compare(1, 0.02);
    json_object_set_new(self, "kind", json_string("self"));
    sample_add(h, self);
    self = sample_compare(2, 0.02);
    json_object_set_new(self, "same_file", json_true());
    sample_add(h, self);
    history_close(h);
    cr_expect(sample_number(path, "SELECT count(*) FROM value") == 0);
    cr_expect(sample_number(path, "SELECT count(*) FROM record") == 2);
}

/* What is wrong with a document, and what the message must have. */
static const struct {
    const char *document, *message;
} wrong[] = {
    {"[]", "not a JSON object"},
    {"{}", "\"command\" is ''"},
    {"{\"command\": \"order\", \"taken\": 1}", "'order'"},
    {"{\"command\": \"timing\", \"measurements\": []}", "taken"},
    {"{\"command\": \"timing\", \"taken\": 1}", "measurements"},
    {"{\"command\": \"timing\", \"taken\": 1, \"measurements\": [{}]}", "name"},
    {"{\"command\": \"timing\", \"taken\": 1, \"format\": 2, \"measurements\": []}",
     "format 2"},
    {"{\"command\": \"import\", \"taken\": 1, \"entries\": [{\"name\": \"x\"}]}",
     "quantity"},
};

Test(history, a_wrong_document_is_refused_with_all_that_come_with_it) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h = sample_open(path);
    static const char *const names[] = {"good.json", "bad.json"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct history_added added = {-1, -1};
        struct diagnostic d = {""};
        json_t *given = json_pack("[o, o]", sample_timing(1, 1),
                                  json_loads(wrong[i].document, 0, NULL));
        cr_expect(history_add(h, given, names, &added, &d) == EXIT_USAGE);
        cr_expect(strncmp(d.text, "bad.json: ", 10) == 0, "%s", d.text);
        cr_expect(strstr(d.text, wrong[i].message) != NULL, "%zu: %s", i, d.text);
        cr_expect(added.added == -1);
    }
    history_close(h);
    cr_expect(sample_number(path, "SELECT count(*) FROM run") == 0);
}

/* Not a byte of a file that is refused changes. */
static void expect_refused(const char *path, enum exit_status expected,
                           const char *message) {
    struct history *h;
    struct diagnostic d = {""};
    char *before = scratch_read(path);
    enum exit_status status = history_open(&h, path, HISTORY_WRITE, 1, &d);
    cr_expect(status == expected && h == NULL, "%d: %s", status, d.text);
    cr_expect(strstr(d.text, message) != NULL && strstr(d.text, path) != NULL, "%s",
              d.text);
    char *after = scratch_read(path);
    struct stat about;
    cr_assert(stat(path, &about) == 0);
    cr_expect(memcmp(before, after, (size_t)about.st_size) == 0);
}

Test(history, files_that_are_none_of_ours_are_refused_and_left_alone) {
    struct scratch s = scratch_make();
    char *newer = strdup(sample_place(&s, "newer"));
    char *other = strdup(sample_place(&s, "other"));
    char *nameless = strdup(sample_place(&s, "nameless"));
    history_close(sample_open(newer));
    sample_sql(newer, "PRAGMA user_version = 3; CREATE TABLE tomorrow (x);");
    expect_refused(newer, EXIT_USAGE, "has version 3 of the schema");
    sample_sql(newer, "PRAGMA user_version = 1;");
    expect_refused(newer, EXIT_USAGE, "another application");
    sample_sql(other, "PRAGMA application_id = 77; PRAGMA user_version = 1;"
                      "CREATE TABLE theirs (x);");
    expect_refused(other, EXIT_USAGE, "another application");
    sample_sql(nameless, "CREATE TABLE theirs (x);");
    expect_refused(nameless, EXIT_USAGE, "another application");
    char *text = scratch_write(&s, "text", "this is a letter, and no database at all\n");
    expect_refused(text, EXIT_USAGE, "no SQLite file");
}

Test(history, an_empty_file_is_a_beginning_and_a_missing_one_is_said) {
    struct scratch s = scratch_make();
    struct history *h;
    struct diagnostic d = {""};
    char *path = scratch_write(&s, "empty", "");
    sample_add(h = sample_open(path), sample_timing(1, 1));
    history_close(h);
    cr_expect(history_open(&h, sample_place(&s, "none"), HISTORY_READ, 1, &d) ==
              EXIT_USAGE);
    cr_expect(strstr(d.text, "there is no history here") != NULL, "%s", d.text);
    cr_expect(access(sample_place(&s, "none"), F_OK) != 0);
    cr_expect(history_open(&h, s.path, HISTORY_WRITE, 1, &d) == EXIT_USAGE);
    cr_expect(history_open(&h, sample_place(&s, "no/folder"), HISTORY_WRITE, 1, &d) ==
              EXIT_MACHINE);
    cr_expect(strstr(d.text, "No such file or directory") != NULL, "%s", d.text);
}

/* Somebody has changed the file by hand. */
static const char *const damages[] = {
    "UPDATE value SET value = value * 1.01 WHERE quantity = 'time'",
    "UPDATE record SET text = replace(text, '1.37', '1.38')",
    "DELETE FROM value WHERE quantity = 'cycles'",
    "INSERT INTO value SELECT record, 'more', unit, value, low, high FROM value LIMIT 1",
    "DELETE FROM record WHERE place = 1",
    "PRAGMA foreign_keys = OFF; DELETE FROM machine",
    "UPDATE run SET head = 'nothing'",
};

Test(history, damage_is_found) {
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct scratch s = scratch_make();
        struct diagnostic d = {""};
        json_t *problems;
        char *path = strdup(sample_place(&s, "h"));
        struct history *h = sample_open(path);
        sample_add(h, sample_timing(1, 1));
        expect_whole(h);
        history_close(h);
        sample_sql(path, damages[i]);
        h = sample_open(path);
        cr_assert(history_check(h, &problems, &d) == EXIT_PASSED, "%s", d.text);
        cr_expect(json_array_size(problems) > 0, "%s", damages[i]);
    }
}
