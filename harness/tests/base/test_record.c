/* Records in all their forms, from one table of fields.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/record/numbers.h"
#include "harness/tests/schema.h"
#include "problems/base/status.h"

enum colour { RED, GREEN };

struct thing {
    const char *name, *note;
    double size, spread;
    long count;
    bool heavy;
    enum colour colour;
    json_t *parts;
};

static const char *const colours[] = {"red", "green", NULL};

#define THING(member) .key = #member, .place = offsetof(struct thing, member)

static const struct record_field fields[] = {
    {THING(name), .meaning = "what it is called", .heading = "name"},
    {THING(note), .meaning = "anything else", .may_lack = true},
    {THING(size), .meaning = "across", .type = RECORD_NUMBER, .unit = "m",
     .format = "%.2f"},
    {THING(spread), .meaning = "of it", .type = RECORD_NUMBER, .may_lack = true},
    {THING(count), .meaning = "of them", .type = RECORD_WHOLE},
    {THING(heavy), .meaning = "whether", .type = RECORD_FLAG},
    {THING(colour), .meaning = "of paint", .type = RECORD_WORD, .words = colours},
    {THING(parts), .meaning = "inside", .type = RECORD_ARRAY},
    {.key = NULL},
};
static const struct record thing_record = {"thing", "A thing.", sizeof(struct thing),
                                           fields};

static const char whole[] =
    "{\"name\": \"a, \\\"b\\\"\", \"note\": \"n\", \"size\": 0.10000000000000001, "
    "\"spread\": 2.5, \"count\": 9007199254740993, \"heavy\": true, \"colour\": "
    "\"green\", \"parts\": [1, {\"x\": null}]}";
static const char least[] =
    "{\"name\": \"\", \"size\": null, \"count\": 0, \"heavy\": false, \"colour\": "
    "\"red\", \"parts\": []}";

static char *written(const struct thing *t) {
    json_t *object = record_tell(&thing_record, t);
    return json_dumps(object, JSON_REAL_PRECISION(17));
}

static struct thing thing_of(const char *text) {
    struct thing t;
    struct diagnostic d = {""};
    json_t *object = json_loads(text, 0, NULL);
    cr_assert(record_read(&thing_record, &t, object, &d) == 0, "%s", d.text);
    return t;
}

Test(record, what_is_read_is_written_byte_for_byte) {
    const char *const texts[] = {whole, least};
    for (int i = 0; i < 2; i++) {
        struct thing t = thing_of(texts[i]), copy;
        cr_assert(record_copy(&thing_record, &copy, &t) == 0);
        record_clear(&thing_record, &t);
        char *text = written(&copy);
        cr_expect_str_eq(text, texts[i]);
    }
}

Test(record, what_is_missing_is_empty_and_not_a_number) {
    struct thing t = thing_of("{\"colour\": \"red\", \"more\": 7}");
    cr_expect(t.name[0] == '\0' && t.note[0] == '\0' && isnan(t.size) && t.spread == 0);
    cr_expect(t.count == 0 && !t.heavy && t.parts == NULL);
    struct thing copy;
    cr_assert(record_copy(&thing_record, &copy, &(struct thing){.name = NULL}) == 0);
    cr_expect(copy.name != NULL && copy.name[0] == '\0');
    char *text = written(&t);
    cr_expect_str_eq(text, least);
}

struct event {
    const char *by;
    double when;
};

struct long_event {
    const char *by;
    double when;
    bool again;
};

static const struct record_field long_event_fields[] = {
    RECORD_FIELD(struct long_event, by, TEXT, "whose"),
    RECORD_FIELD(struct long_event, when, NUMBER, "since 1970"),
    RECORD_FIELD(struct long_event, again, FLAG, "whether it comes back"),
    {.key = NULL}};
static const struct record long_event_record = {
    "event", "What was.", sizeof(struct long_event), long_event_fields};

struct diary {
    struct event *event;
    int count;
};

static const struct record_field event_fields[] = {
    RECORD_FIELD(struct event, by, TEXT, "whose", .or_null = true),
    RECORD_FIELD(struct event, when, SECONDS, "since 1970"),
    {.key = NULL}};
static const struct record event_record = {"event", "What was.", sizeof(struct event),
                                           event_fields};
static const struct record_field diary_fields[] = {
    RECORD_FIELD(struct diary, event, LIST, "in their order",
                 .count = offsetof(struct diary, count), .of = &event_record),
    {.key = NULL}};
static const struct record diary_record = {"diary", "What is kept.", sizeof(struct diary),
                                           diary_fields};

Test(record, lists_times_and_what_is_not_known_are_told) {
    struct event events[] = {{"me", 1795299307}, {"", 1795299307.25}, {NULL, NAN}};
    const struct diary diary = {events, 3};
    json_t *object = record_tell(&diary_record, &diary);
    char *text = json_dumps(object, JSON_REAL_PRECISION(17));
    cr_expect_str_eq(text,
                     "{\"event\": [{\"by\": \"me\", \"when\": 1795299307}, {\"by\": "
                     "null, \"when\": 1795299307.25}, {\"by\": null, \"when\": "
                     "null}]}");
    char why[256] = "";
    json_t *schema = record_schema(&diary_record);
    cr_expect(schema_accepts(schema, object, why, sizeof why), "%s", why);
}

struct week {
    struct event best;
    bool has_best, is_wet_known, is_wet;
    struct event *event;
    const char **name;
    double *rain;
    int events, names, rains;
};

#define WEEK(member, kind, ...) RECORD_FIELD(struct week, member, kind, __VA_ARGS__)
#define OF_WEEK(member) offsetof(struct week, member)

static const struct record_field week_fields[] = {
    WEEK(best, PART, "of all", .known = OF_WEEK(has_best), .of = &event_record),
    WEEK(is_wet, FLAG, "whether it rains", .known = OF_WEEK(is_wet_known)),
    WEEK(event, LIST, "all", .count = OF_WEEK(events), .of = &event_record),
    RECORD_NAMED("names", struct week, name, TEXTS, "of days", .count = OF_WEEK(names)),
    WEEK(rain, NUMBERS, "of days", .count = OF_WEEK(rains), .or_null = true),
    {.key = NULL}};
static const struct record week_record = {"week", "Of a diary.", sizeof(struct week),
                                          week_fields};

/* Seen to fail: a part that is not known told as an object, and a list without its last element. */
Test(record, parts_and_rows_are_read_and_written_byte_for_byte) {
    static const char *const texts[] = {
        "{\"best\": {\"by\": \"me\", \"when\": 2}, \"is_wet\": false, \"event\": "
        "[{\"by\": null, \"when\": 1}, {\"by\": \"you\", \"when\": null}], \"names\": "
        "[\"Mon\", \"Tue\"], \"rain\": [0.5, 1.5]}",
        "{\"best\": null, \"is_wet\": null, \"event\": [], \"names\": [], \"rain\": "
        "null}"};
    json_t *schema = record_schema(&week_record);
    for (int i = 0; i < 2; i++) {
        struct week w;
        struct diagnostic d = {""};
        char why[256] = "";
        json_t *object = json_loads(texts[i], 0, NULL);
        cr_expect(schema_accepts(schema, object, why, sizeof why), "%s", why);
        cr_assert(record_read(&week_record, &w, object, &d) == 0, "%s", d.text);
        cr_expect(w.has_best == (i == 0) && w.is_wet_known == (i == 0) && !w.is_wet);
        cr_expect_str_eq(w.best.by, i == 0 ? "me" : "");
        struct week copy;
        cr_assert(record_copy(&week_record, &copy, &w) == 0);
        record_clear(&week_record, &w);
        char *text =
            json_dumps(record_tell(&week_record, &copy), JSON_REAL_PRECISION(17));
        cr_expect_str_eq(text, texts[i]);
        cr_expect(w.event == NULL && w.names == 0);
    }
}

Test(record, what_is_wrong_within_is_named) {
    static const char *const rows[][2] = {
        {"{\"best\": []}", "week: 'best' is no object"},
        {"{\"best\": {\"by\": 1}}", "event: 'by' is no text"},
        {"{\"event\": [{\"when\": \"now\"}]}", "event: 'when' is no time"},
        {"{\"event\": {}}", "week: 'event' is no list"},
        {"{\"names\": [\"Mon\", 2]}", "week: 'names' is no list of texts"},
        {"{\"rain\": [true]}", "week: 'rain' is no list of numbers"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct week w;
        struct diagnostic d;
        json_t *object = json_loads(rows[i][0], 0, NULL);
        cr_expect(record_read(&week_record, &w, object, &d) != 0, "%s", rows[i][0]);
        cr_expect_str_eq(d.text, rows[i][1]);
        record_clear(&week_record, &w);
    }
}

Test(record, a_member_of_another_type_is_named) {
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"{\"colour\": \"red\", \"name\": 7}", "thing: 'name' is no text"},
        {"{\"colour\": \"red\", \"size\": \"7\"}", "thing: 'size' is no number"},
        {"{\"colour\": \"red\", \"count\": 7.5}", "thing: 'count' is no whole number"},
        {"{\"colour\": \"red\", \"heavy\": 1}", "thing: 'heavy' is no yes or no"},
        {"{\"colour\": \"blue\"}", "thing: 'colour' is no word"},
        {"{}", "thing: 'colour' is no word"},
        {"{\"colour\": \"red\", \"parts\": {}}", "thing: 'parts' is no list"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct thing t;
        struct diagnostic d = {""};
        json_t *object = json_loads(rows[i].text, 0, NULL);
        cr_expect(record_read(&thing_record, &t, object, &d) != 0, "%s", rows[i].text);
        cr_expect_str_eq(d.text, rows[i].said);
    }
}

Test(record, rows_of_csv_quote_what_has_to_be) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct thing full = thing_of(whole), bare = thing_of(least);
    record_print_csv_head(&thing_record, out);
    record_print_csv(&thing_record, &full, out);
    record_print_csv(&thing_record, &bare, out);
    fclose(out);
    cr_expect_str_eq(text, "name,note,size,spread,count,heavy,colour\n"
                           "\"a, \"\"b\"\"\",n,0.10000000000000001,2.5,9007199254740993,"
                           "1,green\n"
                           ",,,0,0,0,red\n");
}

Test(record, a_cell_has_the_fields_format) {
    struct thing t = thing_of(whole);
    char cell[48];
    record_cell(cell, sizeof cell, record_field(&thing_record, "size"), &t);
    cr_expect_str_eq(cell, "0.10");
    t.size = NAN;
    record_cell(cell, sizeof cell, record_field(&thing_record, "size"), &t);
    cr_expect_str_eq(cell, "-");
    record_cell(cell, sizeof cell, record_field(&thing_record, "colour"), &t);
    cr_expect_str_eq(cell, "green");
}

Test(record, the_schema_has_each_field_with_its_type_and_meaning) {
    json_t *schema = record_schema(&thing_record);
    const json_t *properties = json_object_get(schema, "properties");
    cr_expect(json_object_size(properties) == 8);
    cr_expect(json_array_size(json_object_get(schema, "required")) == 6);
    char *size = json_dumps(json_object_get(properties, "size"), 0);
    cr_expect_str_eq(size, "{\"type\": [\"number\", \"null\"], \"description\": "
                           "\"across, in m\"}");
    char *colour = json_dumps(json_object_get(properties, "colour"), 0);
    cr_expect_str_eq(colour, "{\"type\": \"string\", \"description\": \"of paint\", "
                             "\"enum\": [\"red\", \"green\"]}");
}

Test(record, a_document_is_held_against_the_schema) {
    static const struct {
        const char *text;
        bool is_right;
    } rows[] = {
        {whole, true},
        {least, true},
        {"[]", false},
        {"{\"name\": \"\"}", false},
        {"{\"name\": \"\", \"size\": null, \"count\": 0, \"heavy\": 0, \"colour\": "
         "\"red\", \"parts\": []}",
         false},
        {"{\"name\": \"\", \"size\": 1, \"count\": 0, \"heavy\": false, \"colour\": "
         "\"blue\", \"parts\": []}",
         false},
        {"{\"name\": \"\", \"size\": 1, \"count\": 0, \"heavy\": false, \"colour\": "
         "\"red\", \"parts\": [], \"more\": 1}",
         false},
    };
    json_t *schema = record_schema(&thing_record);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[256];
        json_t *object = json_loads(rows[i].text, 0, NULL);
        cr_expect((schema_accepts(schema, object, why, sizeof why) != 0) ==
                      rows[i].is_right,
                  "%s", rows[i].text);
    }
}

struct share {
    long index;
    json_t *value;
};

/* A number with a bound, which has to be there, and a value of whatever kind. */
static const struct record_field share_fields[] = {
    RECORD_FIELD(struct share, index, WHOLE, "which", .most = 3),
    RECORD_FIELD(struct share, value, VALUE, "anything"),
    {.key = NULL},
};
static const struct record share_record = {"share", "A share.", sizeof(struct share),
                                           share_fields};

Test(record, bounds_are_kept_and_values_of_any_kind_pass) {
    static const struct {
        const char *text, *why; /* why NULL: it is read, and written as it was */
    } cases[] = {
        {"{\"index\": 3, \"value\": [1]}", NULL},
        {"{\"index\": 0, \"value\": \"a\"}", NULL},
        {"{\"index\": 1, \"value\": null}", NULL},
        {"{\"index\": 4}", "share: 'index' is no whole number"},
        {"{\"index\": -1}", "share: 'index' is no whole number"},
        {"{\"value\": 1}", "share: 'index' is no whole number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic d = {""};
        struct share s;
        json_t *object = json_loads(cases[i].text, 0, NULL);
        const bool failed = record_read(&share_record, &s, object, &d) != 0;
        json_t *again = record_tell(&share_record, &s);
        cr_expect_str_eq(d.text, cases[i].why != NULL ? cases[i].why : "");
        cr_expect(failed == (cases[i].why != NULL) &&
                      (failed || json_equal(object, again)),
                  "%s", cases[i].text);
    }
}

struct atlas {
    struct named_numbers heights;
    struct long_event *event;
    int events;
    struct decimal scale, *contour;
    int contours;
};

static const struct record_field atlas_fields[] = {
    RECORD_NAMED("heights", struct atlas, heights.list, MAP, "of mountains",
                 .of = &record_named_number,
                 .count = offsetof(struct atlas, heights.count)),
    RECORD_FIELD(struct atlas, event, MAP, "by whom", .of = &long_event_record,
                 .count = offsetof(struct atlas, events)),
    RECORD_FIELD(struct atlas, scale, DECIMAL, "of the maps"),
    RECORD_FIELD(struct atlas, contour, DECIMALS, "in them",
                 .count = offsetof(struct atlas, contours)),
    {.key = NULL}};
static const struct record atlas_record = {"atlas", "Of maps.", sizeof(struct atlas),
                                           atlas_fields};

/* Two fields are a key and its value, three a key and an object; a number is whole, in double, or
 * has the digits of its precision. Seen to fail: the key left in the object, digits of a copy that
 * are those of the first. */
Test(record, rows_by_name_and_numbers_of_any_arithmetic_are_told) {
    mpfr_t eighths;
    mpfr_init2(eighths, 24);
    mpfr_set_d(eighths, 0.375, MPFR_RNDN);
    struct long_event events[] = {{"me", 1.5, false}};
    struct atlas atlas = {{NULL, 0},
                          events,
                          1,
                          decimal_exact(eighths),
                          decimals_of(NULL, (const mpfr_t *)&eighths, 1),
                          1},
                 copy;
    named_add_count(&atlas.heights, "K2", 8611);
    named_add_measure(&atlas.heights, "Rigi", 1797.5);
    named_add_measure(&atlas.heights, "Kor", NAN);
    named_add(&atlas.heights, "Aral", decimal_exact(eighths));
    cr_assert(record_copy(&atlas_record, &copy, &atlas) == 0);
    named_clear(&atlas.heights);
    *(char *)atlas.contour[0].digits = *(char *)atlas.scale.digits = '4';
    json_t *told = record_tell(&atlas_record, &copy);
    char *text = json_dumps(told, JSON_REAL_PRECISION(17));
    cr_expect_str_eq(text,
                     "{\"heights\": {\"K2\": 8611, \"Rigi\": 1797.5, \"Kor\": null, "
                     "\"Aral\": \"3.75000000e-01\"}, \"event\": "
                     "{\"me\": {\"when\": 1.5, \"again\": false}}, \"scale\": "
                     "\"3.75000000e-01\", \"contour\": [\"3.75000000e-01\"]}");
    char why[256] = "";
    cr_expect(schema_accepts(record_schema(&atlas_record), told, why, sizeof why), "%s",
              why);
    cr_expect(named_value(&copy.heights, "Rigi") == 1797.5 &&
              isnan(named_value(&copy.heights, "Eiger")));
    record_clear(&atlas_record, &copy);
}

/* Seen to fail: an infinite count taken for a whole number, and one beyond all of them. */
Test(record, what_is_no_count_is_none) {
    static const struct {
        double value;
        long count;
    } rows[] = {{7, 7}, {0x1p53, 1L << 53}, {NAN, 0}, {INFINITY, 0}, {-1e300, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct named_numbers all = {NULL, 0};
        named_add_measure(&all, "calls", rows[i].value);
        cr_expect(named_count(&all, "calls") == rows[i].count, "%g", rows[i].value);
        cr_expect(named_count(&all, "steps") == 0);
    }
}
