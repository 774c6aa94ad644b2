/* Fingerprints, as read from results.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "reports/fingerprint.h"

static const char whole[] =
    "{\"integrator\": \"mine\", \"arithmetic\": \"double\", \"verdict\": "
    "\"not-a-method\", "
    "\"name\": null, \"diagnosis\": \"It is odd.\", \"fault\": {\"id\": \"N1\", "
    "\"size\": "
    "1e-3}, \"convergence\": {\"order\": 2, \"estimate_order\": 3, \"gap_order\": null}, "
    "\"estimate\": {\"signed\": false, \"factor\": 4, \"of\": \"big - small\"}, "
    "\"stability\": {\"numerator\": [1, 0.5], \"denominator\": [1, -0.5, 0.25], "
    "\"text\": "
    "\"R\", \"a_stable\": true}, \"nodes\": [{\"node\": 0.5, \"weight\": 1}], "
    "\"iterations\": null, \"memory\": true, \"equivariant\": null, \"probes\": "
    "[{\"name\": "
    "\"A\", \"h\": 0.125, \"agrees\": true}], \"trees\": [{\"tree\": \"v[q]\", "
    "\"order\": 2, "
    "\"differential\": \"f_q N v\", \"result\": \"1/4\", \"expected\": \"3/4\", "
    "\"difference\": -0.5, \"verdict\": \"fail\"}, {\"tree\": \"v\", \"order\": 1, "
    "\"result\": \"1\", \"verdict\": \"pass\"}]}";

/* What is wrong with it; "" when it can be read. */
static struct text read_text(struct fingerprint *f, const char *json) {
    struct text why = {0};
    struct json_reader reader = {.why = &why};
    static json_t *document; /* what was read refers to it */
    json_decref(document);
    document = json_loads(json, 0, NULL);
    cr_assert_not_null(document, "%s", json);
    fingerprint_read(&reader, document, f);
    cr_assert_eq(reader.failed, why.length > 0);
    return why;
}

Test(read_fingerprint, all_that_is_there_is_read) {
    struct fingerprint f;
    struct text why = read_text(&f, whole);
    cr_assert_str_eq(text_bytes(&why), "");
    cr_assert_eq(f.verdict, FINGERPRINT_NO_METHOD);
    cr_assert_str_eq(f.name, "");
    cr_assert_str_eq(f.fault, "N1");
    cr_assert(f.fault_size == 1e-3 && f.order == 2 && isnan(f.gap_order));
    cr_assert(f.has_estimate && !f.is_signed && f.factor == 4);
    cr_assert_eq(f.stability.numerators, 2);
    cr_assert_eq(f.stability.denominators, 3);
    cr_assert(f.stability.denominator[2] == 0.25 && f.stability.a_stable);
    cr_assert(!f.stability.l_stable && isnan(f.iterations));
    cr_assert(f.knows_memory && f.memory && !f.knows_equivariance);
    cr_assert_eq(f.probes, 1);
    cr_assert_eq(f.trees, 2);
    cr_assert_str_eq(f.tree[0].expected, "3/4");
    cr_assert(f.tree[0].fails && !f.tree[1].fails && f.tree[0].difference == -0.5);
    cr_assert_eq(fingerprint_failures(&f), 1);
    fingerprint_clear(&f);
}

Test(read_fingerprint, what_is_wrong_is_named_with_its_place) {
    static const struct {
        const char *json, *complaint;
    } table[] = {
        {"{\"verdict\": \"maybe\"}", "fingerprint.verdict: expected"},
        {"{\"verdict\": \"pass\", \"trees\": 3}", "trees: expected an array"},
        {"{\"verdict\": \"pass\", \"trees\": [{\"tree\": \"v\"}, {}]}",
         "fingerprint.trees[1].tree: expected a text that is not empty"},
        {"{\"verdict\": \"pass\", \"trees\": [{\"tree\": \"v\", \"result\": 1}]}",
         "fingerprint.trees[0].result: expected a text"},
        {"{\"verdict\": \"pass\", \"stability\": {\"numerator\": [1, \"z\"]}}",
         "numerator: expected an array of numbers"},
        {"{\"verdict\": \"pass\", \"diagnosis\": 7}", "diagnosis: expected a text"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct fingerprint f;
        struct text why = read_text(&f, table[i].json);
        cr_assert_not_null(strstr(text_bytes(&why), table[i].complaint), "'%s' for %s",
                           text_bytes(&why), table[i].json);
        text_clear(&why);
        fingerprint_clear(&f);
    }
}

Test(read_fingerprint, fingerprints_with_other_weights_are_not_equal) {
    struct fingerprint a, b, c;
    struct text one = {0}, other = {0};
    text_add(&one, whole);
    text_add(&other, whole);
    *strstr(other.data, "1/4") = '3';
    struct text why = {0};
    struct json_reader reader = {.why = &why};
    json_t *first = json_loads(one.data, 0, NULL),
           *second = json_loads(other.data, 0, NULL);
    fingerprint_read(&reader, first, &a);
    fingerprint_read(&reader, first, &b);
    fingerprint_read(&reader, second, &c);
    cr_assert(!reader.failed && fingerprint_equal(&a, &b) && !fingerprint_equal(&a, &c));
    fingerprint_clear(&a);
    fingerprint_clear(&b);
    fingerprint_clear(&c);
    json_decref(first);
    json_decref(second);
    text_clear(&one);
    text_clear(&other);
}
