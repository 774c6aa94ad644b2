/* Two results are of the same thing that have the same model, method, arithmetic, mode, study and
 * quantity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <math.h>

#include "reports/site/value.h"

enum { MOST_ROWS = 500 };

/* Relative; where there is no interval: below it only rounding differs. */
static const double still_same = 1e-9;

static void write_key(struct text *key, const json_t *result) {
    static const char *const members[] = {"model", "method", "arithmetic",
                                          "mode",  "study",  "quantity"};
    key->length = 0;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        text_format(key, "%s\n", value_text(result, members[i]));
}

static json_t *index_results(const json_t *document) {
    json_t *by_key = json_object(), *result;
    struct text key = {0};
    size_t i;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        write_key(&key, result);
        json_object_set(by_key, text_bytes(&key), result);
    }
    text_clear(&key);
    return by_key;
}

static bool has_moved(const json_t *before, const json_t *now) {
    double was = value_number(before, "value"), is = value_number(now, "value");
    double low = value_number(before, "low"), high = value_number(before, "high");
    if (!isfinite(was) || !isfinite(is))
        return isfinite(was) != isfinite(is);
    if (low < high)
        return is < low || is > high;
    return fabs(is - was) > still_same * fmax(fabs(is), fabs(was));
}

static json_t *make_row(const json_t *before, const json_t *now) {
    json_t *row = json_copy((json_t *)(now != NULL ? now : before));
    json_object_del(row, "points");
    value_set(row, "before",
              before != NULL ? value_text(before, "verdict") : "not there");
    json_object_set_new(row, "value_before", json_null());
    json_object_set(row, "value_before", json_object_get(before, "value"));
    if (now == NULL) {
        value_set(row, "verdict", "gone");
        value_set(row, "mark", "open");
        json_object_set_new(row, "value", json_null());
    }
    return row;
}

/* Verdicts first, then what is new, then what moved; what is gone last. */
static json_t *list_rows(const struct site *site, json_t *old) {
    json_t *lists[] = {json_array(), json_array(), json_array()}, *now;
    struct text key = {0};
    const char *name;
    json_t *before;
    size_t i;
    json_array_foreach(json_object_get(site->document, "results"), i, now) {
        write_key(&key, now);
        before = json_object_get(old, text_bytes(&key));
        int list = before == NULL                                             ? 1
                   : !value_is(before, "verdict", value_text(now, "verdict")) ? 0
                   : has_moved(before, now)                                   ? 2
                                                                              : -1;
        if (list >= 0)
            json_array_append_new(lists[list], make_row(before, now));
        json_object_del(old, text_bytes(&key));
    }
    json_object_foreach(old, name, before) {
        json_array_append_new(lists[1], make_row(before, NULL));
    }
    json_array_extend(lists[0], lists[1]);
    json_array_extend(lists[0], lists[2]);
    json_decref(lists[1]);
    json_decref(lists[2]);
    text_clear(&key);
    return lists[0];
}

json_t *against_find(struct site *site, const char *against) {
    json_t *document = document_read(against, "results.json", site->why);
    if (document == NULL)
        return NULL;
    json_t *old = index_results(document), *rows = list_rows(site, old);
    json_t *view = json_pack(
        "{s:s, s:i, s:i}", "against", against, "count", (int)json_array_size(rows), "of",
        (int)json_array_size(json_object_get(site->document, "results")));
    value_cut(rows, MOST_ROWS);
    json_object_set_new(view, "rows", rows);
    json_decref(old);
    json_decref(document);
    return view;
}
