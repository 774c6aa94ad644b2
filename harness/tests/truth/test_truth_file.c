/* Files of truths, whole, torn and garbled.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/path.h"
#include "harness/tests/scratch.h"
#include "harness/tests/truth/truths.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "problems/base/status.h"

/* A file with one truth: its text, its document and its path. */
struct written {
    struct truth_case c;
    struct truth_record record;
    struct scratch folder;
    char *key, *path, *text;
    json_t *document;
};

static struct written write_one(void) {
    struct diagnostic d = {""};
    struct written w = {.c = truth_case_of(truth_decay, 12), .folder = scratch_make()};
    w.record = truth_case_solve(&w.c);
    w.key = truth_key(w.c.model);
    w.path = path_join(w.folder.path, "one.json");
    json_t *file = truth_file_begin();
    cr_assert(truth_file_add(file, w.key, truth_record_encode(&w.record, &w.c.request)) ==
              0);
    cr_assert(truth_file_write(w.path, file, &d) == 0, "%s", d.text);
    w.text = scratch_read(w.path);
    w.document = truth_file_read(w.path);
    cr_assert(w.document != NULL);
    return w;
}

/* As a new file: the end of one that was cut to nothing waits for the disk. */
static void overwrite(const char *path, const char *text, size_t length) {
    remove(path);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL && fwrite(text, 1, length, file) == length);
    fclose(file);
}

Test(truth_file, what_was_written_is_found_by_its_model) {
    struct written w = write_one();
    struct truth_record back;
    cr_assert(truth_file_find(&back, w.document, w.key, &w.c.request));
    cr_expect(truths_are_same(w.record.truth, back.truth));
    truth_record_clear(&back);
    cr_expect(!truth_file_find(&back, w.document, "another key", &w.c.request));
}

Test(truth_file, one_that_is_cut_off_anywhere_is_none) {
    struct written w = write_one();
    size_t length = strlen(w.text);
    while (length > 0 && w.text[length - 1] != '}')
        length--; /* what follows the last brace is no part of the document */
    for (size_t cut = 0; cut < length; cut++) {
        overwrite(w.path, w.text, cut);
        cr_assert(truth_file_read(w.path) == NULL, "cut at %d", (int)cut);
    }
}

/* Blanks may change into other blanks, and upper case into lower in an escape; what is read
 * then is what was written. */
Test(truth_file, one_with_a_changed_byte_is_none_or_says_the_same) {
    static const char change[] = {1, 2, 4, 16, 32, 64, (char)128};
    struct written w = write_one();
    size_t length = strlen(w.text);
    int read = 0;
    for (size_t at = 0; at < length; at++) {
        for (size_t i = 0; i < sizeof change; i++) {
            w.text[at] = (char)(w.text[at] ^ change[i]);
            overwrite(w.path, w.text, length);
            w.text[at] = (char)(w.text[at] ^ change[i]);
            json_t *document = truth_file_read(w.path);
            cr_assert(document == NULL || json_equal(document, w.document), "at %d",
                      (int)at);
            read += document != NULL;
        }
    }
    cr_expect(read < (int)length / 2, "%d", read);
}

Test(truth_file, foreign_files_and_folders_are_none) {
    static const char *const texts[] = {"",
                                        "{}",
                                        "[]",
                                        "null",
                                        "a text",
                                        "{\"halfstep-truth\": 1}",
                                        "{\"halfstep-truth\": 1, \"checksum\": 7}"};
    struct scratch s = scratch_make();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *path = scratch_write(&s, "foreign.json", texts[i]);
        cr_expect(truth_file_read(path) == NULL, "%s", texts[i]);
    }
    cr_expect(truth_file_read(s.path) == NULL);
}

/* With a right checksum. */
Test(truth_file, records_that_make_no_sense_are_passed_over) {
    static const char *const wrong[] = {
        "null",
        "7",
        "{}",
        "{\"way\": 77}",
        "{\"precision\": 1e99}",
        "{\"grade\": 1, \"way\": 1, \"precision\": -5, \"state\": [], \"radii\": []}",
        ("{\"grade\": 1, \"way\": 1, \"precision\": 99, \"state\": [1, 2], \"radii\": "
         "[]}")};
    struct written w = write_one();
    json_t *record = json_array_get(json_object_get(w.document, "truths"), 0);
    struct truth_record back;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_object_set_new(record, "truth", json_loads(wrong[i], JSON_DECODE_ANY, NULL));
        cr_expect(!truth_file_find(&back, w.document, w.key, &w.c.request), "%s",
                  wrong[i]);
    }
}

/* With a right checksum: nobody passes such a record over and takes the rest for the whole. */
Test(truth_file, one_whose_records_name_no_model_of_it_is_none) {
    static const char *const wrong[] = {"7", "-1", "1", "null", "\"0\"", "0.0"};
    struct diagnostic d = {""};
    struct written w = write_one();
    json_t *record = json_array_get(json_object_get(w.document, "truths"), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_object_set_new(record, "model", json_loads(wrong[i], JSON_DECODE_ANY, NULL));
        cr_assert(truth_file_write(w.path, w.document, &d) == 0, "%s", d.text);
        cr_expect(truth_file_read(w.path) == NULL, "%s", wrong[i]);
    }
}
