/* The validator of schemas itself, and the schema of the gate's document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <jansson.h>

#include "harness/tests/schema.h"

static const char rules[] =
    "{\"type\": \"object\", \"required\": [\"a\"], \"additionalProperties\": false,"
    " \"properties\": {\"a\": {\"type\": [\"integer\", \"null\"], \"minimum\": 2},"
    "  \"b\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
    "\"#/definitions/word\"}}, \"c\": {\"const\": 1}},"
    " \"definitions\": {\"word\": {\"enum\": [\"yes\", \"no\"]}}}";

static const struct {
    const char *value, *why; /* why NULL: accepted */
} cases[] = {
    {"{\"a\": 2}", NULL},
    {"{\"a\": null, \"b\": [\"no\"], \"c\": 1}", NULL},
    {"[]", ": type"},
    {"{\"b\": [\"yes\"]}", ": required"},
    {"{\"a\": 1}", "/a: minimum"},
    {"{\"a\": 2.5}", "/a: type"},
    {"{\"a\": 2, \"b\": []}", "/b: minItems"},
    {"{\"a\": 2, \"b\": [\"yes\", \"maybe\"]}", "/b/1: enum"},
    {"{\"a\": 2, \"c\": 2}", "/c: const"},
    {"{\"a\": 2, \"d\": 1}", ": d"},
};

Test(schema, accepts_what_the_rules_allow_and_names_what_they_do_not) {
    json_t *schema = json_loads(rules, 0, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char why[128];
        json_t *value = json_loads(cases[i].value, 0, NULL);
        int accepted = schema_accepts(schema, value, why, sizeof why);
        cr_expect(accepted == (cases[i].why == NULL), "%s: %s", cases[i].value, why);
        if (cases[i].why != NULL)
            cr_expect_str_eq(why, cases[i].why);
    }
}
