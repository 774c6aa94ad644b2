/* What is said about a model's truth where the model is described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_summary.h"

#include <string.h>

#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/truth_standard.h"
#include "ref/vector.h"

static bool is_cached(const json_t *entry) {
    const char *from = json_string_value(json_object_get(entry, "from"));
    return from != NULL && strcmp(from, "computed") != 0;
}

/* One time of a document (truth.h), without the state. */
static json_t *describe_time(const json_t *entry) {
    static const char *const kept[] = {"t",      "grade", "digits",
                                       "radius", "way",   "second_opinion"};
    json_t *about = json_object();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        json_object_set(about, kept[i], json_object_get(entry, kept[i]));
    json_object_update(about, json_object_get(entry, "cost"));
    json_object_set_new(about, "cached", json_boolean(is_cached(entry)));
    return about;
}

static enum ref_grade grade_of(const json_t *entry) {
    const char *name = json_string_value(json_object_get(entry, "grade"));
    enum ref_grade grade = REF_GRADE_CLOSED_FORM;
    while (grade > REF_GRADE_CONVERGED &&
           (name == NULL || strcmp(name, ref_grade_name(grade)) != 0))
        grade--;
    return grade;
}

/* The least grade and digits of all times, and the facts of the last one. */
static void add_least(json_t *about, const json_t *times) {
    static const char *const facts[] = {"t", "way", "bits", "order", "steps"};
    json_t *least = json_array_get(times, 0), *fewest = least, *one;
    size_t i, last = json_array_size(times) - 1;
    json_array_foreach(times, i, one) {
        if (grade_of(one) < grade_of(least))
            least = one;
        if (json_number_value(json_object_get(one, "digits")) <
            json_number_value(json_object_get(fewest, "digits")))
            fewest = one;
    }
    json_object_set(about, "grade", json_object_get(least, "grade"));
    json_object_set(about, "digits", json_object_get(fewest, "digits"));
    for (i = 0; i < sizeof facts / sizeof *facts; i++)
        json_object_set(about, facts[i],
                        json_object_get(json_array_get(times, last), facts[i]));
}

/* The grade of the truth that each published value was compared with. */
static void add_grades(json_t *published, const json_t *times) {
    size_t i, k;
    json_t *value, *time;
    json_array_foreach(published, i, value) {
        json_array_foreach(times, k, time) {
            if (json_equal(json_object_get(value, "t"), json_object_get(time, "t")))
                json_object_set(value, "grade", json_object_get(time, "grade"));
        }
    }
}

static json_t *describe_none(enum ref_status status) {
    return json_pack("{s:s, s:s}", "grade", "none", "why", ref_status_text(status));
}

json_t *truth_summary(struct model *m, const struct truth_store *s, double seconds) {
    const struct truth_request request = {
        .model = m, .store = s, .seconds_limit = seconds, .counts_processor = true};
    json_t *document, *times = json_array(), *entry, *about;
    size_t i;
    enum ref_status status = truth_find_standard(&request, &document);
    json_array_foreach(json_object_get(document, "truth"), i, entry) {
        json_array_append_new(times, describe_time(entry));
    }
    if (status == REF_OK && !truth_is_contradicted(document)) {
        json_t *published = json_object_get(document, "published");
        about = json_object();
        add_least(about, times);
        add_grades(published, times);
        json_object_set(about, "times", times);
        json_object_set(about, "published", published);
    } else {
        about = describe_none(status);
        if (status == REF_OK)
            json_object_set_new(about, "why",
                                json_string("a second opinion contradicts the proof"));
    }
    json_decref(times);
    json_decref(document);
    return about;
}

bool truth_summary_known(struct truth_brief *b, struct model *m,
                         const struct truth_store *s) {
    struct truth_record record;
    struct truth_times t;
    struct truth_request request = {.model = m, .store = s};
    bool known = truth_times_find(&t, m, 0) == PROBLEM_OK;
    if (known) {
        request.times = t.times[0];
        request.time = vector_const(t.time[0]);
        request.digits = truth_record_known(&request, &record);
        known = request.digits > 0;
    }
    if (known) {
        *b = (struct truth_brief){.grade = ref_grade_name(record.truth->grade),
                                  .way = ref_way_name(record.truth->way),
                                  .digits = request.digits};
        truth_record_clear(&record);
    }
    truth_times_clear(&t, m);
    return known;
}

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_brief, member, kind, __VA_ARGS__)
static const struct record_field fields[] = {
    FIELD(grade, TEXT, "how sure it is"),
    FIELD(digits, WHOLE, "that are known", .not_negative = true),
    FIELD(way, TEXT, "how it was found"),
    {.key = NULL},
};
const struct record truth_brief_record = {"truth", "What is kept of the exact solution.",
                                          sizeof(struct truth_brief), fields};
