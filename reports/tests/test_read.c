/* results.json: what it has, what it may lack, and what is wrong with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/results.h"

/* Reads a text as results.json; `why` without the name of the file. */
static bool read_text(struct results *r, const char *json, struct text *why) {
    char path[] = "/tmp/halfstep-read-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    cr_assert_not_null(file);
    fputs(json, file);
    fclose(file);
    bool good = results_read(r, path, why);
    unlink(path);
    size_t name = strlen(path);
    if (why->length > name && strncmp(why->data, path, name) == 0) {
        memmove(why->data, why->data + name, why->length - name + 1);
    }
    return good;
}

Test(read, the_sample_is_read_in_full) {
    struct results r;
    struct text why = {0};
    cr_assert(results_read(&r, TEST_DATA "/small/results.json", &why), "%s",
              text_bytes(&why));
    cr_assert_eq(r.models, 3);
    cr_assert_str_eq(r.model[0].name, "pendulum");
    cr_assert_str_eq(r.model[0].title, "Planar pendulum");
    cr_assert_str_eq(r.model[0].state[1], "w");
    cr_assert_str_eq(r.model[0].end, "10");
    cr_assert_str_eq(r.model[0].fact[2].name, "g");
    cr_assert_str_eq(r.model[0].fact[2].value, "9.81");
    cr_assert_str_eq(r.model[0].steps, "215");
    cr_assert_str_eq(r.method, "velocity-implicit-euler");
    cr_assert(fabs(r.seconds - 63.4) < 1e-9);
    const struct report_result *first = &r.result[0];
    cr_assert_eq(first->model, 0);
    cr_assert_str_eq(first->quantity, "order");
    cr_assert_null(first->component);
    cr_assert_eq(first->verdict, VERDICT_FAIL);
    cr_assert(first->required);
    cr_assert(fabs(first->value - 0.883) < 0.001, "%g", first->value);
    cr_assert_str_eq(r.result[1].component, "a");
    results_free(&r);
}

Test(read, almost_everything_may_be_absent) {
    static const char json[] =
        "{\"format\": 1, \"machine\": null, \"models\": [{\"name\": \"m\", \"truth\": "
        "null, "
        "\"span\": null, \"title\": null}], \"results\": [{\"model\": \"m\", \"study\": "
        "\"order\", \"quantity\": \"order\", \"verdict\": \"pass\", \"value\": null}]}";
    struct results r;
    struct text why = {0};
    cr_assert(read_text(&r, json, &why), "%s", text_bytes(&why));
    cr_assert_str_eq(r.model[0].title, "");
    cr_assert_null(r.model[0].end);
    cr_assert(isnan(r.model[0].digits) && isnan(r.seconds));
    cr_assert(isnan(r.result[0].value) && isnan(r.result[0].floor));
    cr_assert_not(r.result[0].required);
    cr_assert_null(r.result[0].points);
    results_free(&r);
}

#define START                                                                            \
    "{\"format\": 1, \"models\": [{\"name\": \"m\", \"states\": [\"q[1]\", \"gap\"]}], "
#define RESULT                                                                           \
    "\"results\": [{\"model\": \"m\", \"study\": \"gap\", \"verdict\": \"fail\", "

Test(read, a_component_is_a_state_of_the_model) {
    static const struct {
        const char *members, *component, *part;
    } table[] = {
        {"\"quantity\": \"order:q[1]\"", "q[1]", ""},
        {"\"quantity\": \"order\", \"component\": \"q[1]\"", "q[1]", ""},
        {"\"quantity\": \"remainder-order:gap\"", "gap", ""},
        {"\"quantity\": \"remainder-order:error\"", NULL, "error"},
        {"\"quantity\": \"order\"", NULL, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct results r;
        struct text json = {0}, why = {0};
        text_format(&json, START RESULT "%s}]}", table[i].members);
        cr_assert(read_text(&r, json.data, &why), "%s", text_bytes(&why));
        if (table[i].component) {
            cr_assert_not_null(r.result[0].component, "%s", table[i].members);
            cr_assert_str_eq(r.result[0].component, table[i].component);
        } else {
            cr_assert_null(r.result[0].component, "%s", table[i].members);
        }
        cr_assert_str_eq(result_part(&r.result[0]), table[i].part);
        results_free(&r);
        text_clear(&json);
    }
}

Test(read, numbers_may_be_decimal_texts) {
    struct results r;
    struct text why = {0};
    cr_assert(read_text(&r,
                        START RESULT "\"quantity\": \"order\", \"value\": \"1.375\", "
                                     "\"low\": 1, \"high\": 1.75}]}",
                        &why),
              "%s", text_bytes(&why));
    cr_assert(r.result[0].value == 1.375 && r.result[0].low == 1 &&
              r.result[0].high == 1.75);
    results_free(&r);
}

Test(read, what_is_wrong_is_said_with_its_place) {
    static const struct {
        const char *json, *expected;
    } table[] = {
        {"", ":1:0: '[' or '{' expected near end of file"},
        {"{\"format\": 1,\n \"models\": [}", ":2:13: unexpected token near '}'"},
        {"[]", ": the file: expected one JSON object"},
        {"{}", ": format: expected 1, the only one that this version reads"},
        {"{\"format\": 2}", ": format: expected 1, the only one that this version reads"},
        {"{\"format\": 1}", ": models: expected an array"},
        {"{\"format\": 1, \"models\": [3]}", ": models: expected an array of objects"},
        {"{\"format\": 1, \"models\": [{}], \"results\": []}",
         ": models[0].name: expected a text that is not empty"},
        {"{\"format\": 1, \"models\": [{\"name\": \"m\"}, {\"name\": \"m\"}]}",
         ": models[1].name: expected a name that no other model has"},
        {"{\"format\": 1, \"models\": [{\"name\": \"m\", \"tags\": [1]}]}",
         ": models[0].tags: expected an array of texts"},
        {"{\"format\": 1, \"models\": [{\"name\": \"m\", \"nq\": -1}]}",
         ": models[0].nq: expected a number of things"},
        {"{\"format\": 1, \"models\": [{\"name\": \"m\", \"span\": [1]}]}",
         ": models[0].span: expected an array of two times"},
        {"{\"format\": 1, \"models\": [{\"name\": \"m\", \"parameters\": {\"k\": []}}]}",
         ": models[0].parameters: expected an object of texts and numbers"},
        {"{\"format\": 1, \"machine\": 7}", ": machine: expected an object"},
        {"{\"format\": 1, \"models\": []}", ": results: expected an array"},
        {START RESULT "\"quantity\": \"\"}]}",
         ": results[0].quantity: expected a text that is not empty"},
        {START RESULT "\"quantity\": \"o\", \"value\": \"1.2x\"}]}",
         ": results[0].value: expected a number"},
        {START RESULT "\"quantity\": \"o\", \"value\": \"\"}]}",
         ": results[0].value: expected a number"},
        {START RESULT "\"quantity\": \"o\", \"points\": 3}]}",
         ": results[0].points: expected an array"},
        {START RESULT "\"quantity\": \"o\", \"required\": 1}]}",
         ": results[0].required: expected true or false"},
        {START "\"results\": [{\"model\": \"n\"}]}",
         ": results[0].model: expected the name of one of the models"},
        {START
         "\"results\": [{\"model\": \"m\", \"study\": \"gap\", \"quantity\": \"o\", "
         "\"verdict\": \"passed\"}]}",
         ": results[0].verdict: expected 'pass', 'fail' or 'not-asymptotic'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct results r;
        struct text why = {0};
        cr_assert_not(read_text(&r, table[i].json, &why), "%s", table[i].json);
        cr_assert_str_eq(text_bytes(&why), table[i].expected, "%s: %s", table[i].json,
                         text_bytes(&why));
        cr_assert_null(r.document);
        text_clear(&why);
    }
}

Test(read, a_missing_file_is_named) {
    struct results r;
    struct text why = {0};
    cr_assert_not(results_read(&r, "/nowhere/results.json", &why));
    cr_assert_not_null(strstr(text_bytes(&why), "/nowhere/results.json"));
    text_clear(&why);
}

Test(read, every_cut_of_the_sample_is_refused_or_read) {
    enum { STEP = 997 }; /* a prime: cuts fall everywhere */
    FILE *file = fopen(TEST_DATA "/small/results.json", "r");
    static char json[1 << 17];
    cr_assert_not_null(file);
    size_t size = fread(json, 1, sizeof json - 1, file);
    fclose(file);
    for (size_t cut = 1; cut < size - 2; cut += STEP) {
        struct results r;
        struct text why = {0};
        char kept = json[cut];
        json[cut] = '\0';
        cr_assert_not(read_text(&r, json, &why), "cut at %zu", cut);
        cr_assert_gt(why.length, 0);
        json[cut] = kept;
        text_clear(&why);
    }
}

/* Reads a text that is good. */
static void write_and_read(struct results *r, struct text *why, const char *json) {
    cr_assert(read_text(r, json, why), "%s", text_bytes(why));
}

#define TWIN(method, value, verdict, points)                                             \
    "{\"model\": \"m\", \"method\": \"" method                                           \
    "\", \"study\": \"gap\", \"quantity\": \"gap-order\", \"arithmetic\": "              \
    "\"mpfr:512\", \"verdict\": \"" verdict "\", \"value\": " value                      \
    ", \"points\": [" points "]}"

/* Another value, other points, another verdict or the same method make another result. */
Test(read, what_methods_share_is_kept_once) {
    static const char *const kept[] = {"a", "c", "d", "e", "a"};
    struct results r;
    struct text why = {0};
    write_and_read(
        &r, &why,
        "{\"format\": 1, \"models\": [{\"name\": \"m\"}], \"results\": "
        "[" TWIN("a", "3", "pass", "1") "," TWIN("b", "3", "pass", "1") "," TWIN(
            "c", "3", "pass", "2") "," TWIN("d", "3.5", "pass",
                                            "1") "," TWIN("e", "3", "fail",
                                                          "1") "," TWIN("a", "3", "pass",
                                                                        "1") "]}");
    cr_assert_eq(r.count, (int)(sizeof kept / sizeof kept[0]));
    for (int i = 0; i < r.count; i++) {
        cr_assert_str_eq(r.result[i].method, kept[i]);
        cr_assert_eq(r.result[i].shared, i == 0, "result %d", i);
    }
    results_free(&r);
}

#define IN_DOUBLE(method)                                                                \
    "{\"model\": \"m\", \"method\": \"" method                                           \
    "\", \"study\": \"gap\", \"quantity\": \"step-roundoff\", \"mode\": "                \
    "\"faithful\", \"arithmetic\": \"double\", \"verdict\": \"pass\"}"

Test(read, results_in_double_stay_each_method_s_own) {
    struct results r;
    struct text why = {0};
    write_and_read(&r, &why,
                   "{\"format\": 1, \"models\": [{\"name\": \"m\"}], \"results\": "
                   "[" IN_DOUBLE("a") ", " IN_DOUBLE("b") "]}");
    cr_assert_eq(r.count, 2);
    cr_assert_not(r.result[0].shared);
    cr_assert_str_eq(r.result[1].mode, "faithful");
    results_free(&r);
}

Test(read, results_about_all_models_belong_to_none) {
    struct results r;
    struct text why = {0};
    write_and_read(&r, &why,
                   "{\"format\": 1, \"models\": [{\"name\": \"m\", \"states\": "
                   "[\"default\"]}], \"results\": [{\"model\": \"all\", \"study\": "
                   "\"statistics\", \"quantity\": \"evaluations-ratio-mean\", "
                   "\"verdict\": \"pass\"}, {\"model\": \"m\", \"study\": "
                   "\"statistics\", \"quantity\": \"work-precision:default\", "
                   "\"component\": \"default\", \"verdict\": \"pass\"}]}");
    cr_assert_eq(r.result[0].model, MODEL_NONE);
    cr_assert_str_eq(r.result[0].mode, "");
    cr_assert_null(r.result[1].component, "a curve's name is no component");
    cr_assert_str_eq(result_part(&r.result[1]), "default");
    results_free(&r);
}

Test(read, a_study_s_own_problems_are_not_those_of_the_catalogue) {
    static const struct {
        const char *model, *study;
        int expected;
    } table[] = {{"m", "order", 0},
                 {"m", "originals", MODEL_OTHER},
                 {"spring_k1", "originals", MODEL_OTHER},
                 {"fingerprint", "fingerprint", MODEL_OTHER},
                 {"begin", "begin", MODEL_OTHER},
                 {"all", "statistics", MODEL_NONE}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct results r;
        struct text json = {0}, why = {0};
        text_format(&json,
                    "{\"format\": 1, \"models\": [{\"name\": \"m\"}], \"results\": "
                    "[{\"model\": \"%s\", \"study\": \"%s\", \"quantity\": \"x\", "
                    "\"verdict\": \"pass\"}]}",
                    table[i].model, table[i].study);
        cr_assert(read_text(&r, text_bytes(&json), &why), "%s", text_bytes(&why));
        cr_assert_eq(r.result[0].model, table[i].expected, "%s", table[i].model);
        cr_assert_str_eq(r.result[0].about, table[i].model);
        results_free(&r);
        text_clear(&json);
    }
}
