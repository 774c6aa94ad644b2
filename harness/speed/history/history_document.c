/* What a document is, and when two of them are about the same measurement: those of one
 * command, time, seed, machine and build with the same records. What a document says besides
 * (its results, how long it took) may differ: `timing --json` and the results.json of the same
 * run are one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/results_count.h"
#include "harness/speed/history/history_sql.h"
#include "harness/truth/record/truth_key.h"

enum { newest_format = 1 };

static const struct kind {
    const char *command, *list, *name;
} kinds[] = {
    {"timing", "measurements", "measurement"},
    {"compare", "comparisons", "comparison"},
    {"import", "entries", "entry"},
    {"judgement", "judgements", "judgement"},
};
enum { kind_count = sizeof kinds / sizeof *kinds };

static const struct kind *find_kind(const json_t *document) {
    for (int i = 0; i < kind_count; i++)
        if (strcmp(results_text(document, "command"), kinds[i].command) == 0)
            return &kinds[i];
    return NULL;
}

const char *history_list(const json_t *document) {
    const struct kind *kind = find_kind(document);
    return kind == NULL ? NULL : kind->list;
}

static int judge_records(const json_t *records, const struct kind *kind,
                         struct diagnostic *d) {
    size_t i;
    json_t *record;
    if (!json_is_array(records))
        return message_set(d, "is a document of '%s' without \"%s\"", kind->command,
                           kind->list);
    json_array_foreach(records, i, record) {
        if (results_text(record, "name")[0] == '\0')
            return message_set(d, "%s %zu has no \"name\"", kind->name, i + 1);
        if (strcmp(kind->command, "import") == 0 &&
            results_text(record, "quantity")[0] == '\0')
            return message_set(d, "%s %zu has no \"quantity\"", kind->name, i + 1);
    }
    return 0;
}

int history_judge_document(const json_t *document, struct diagnostic *d) {
    const struct kind *kind = find_kind(document);
    const json_t *format = json_object_get(document, "format");
    if (!json_is_object(document))
        return message_set(d, "is no document of halfstep: not a JSON object");
    if (kind == NULL)
        return message_set(d,
                           "is no document of 'timing' or 'compare' (\"command\" is "
                           "'%s')",
                           results_text(document, "command"));
    if (json_integer_value(format) > newest_format)
        return message_set(
            d, "has format %" JSON_INTEGER_FORMAT ", of a newer version of this program",
            json_integer_value(format));
    if (!json_is_number(json_object_get(document, "taken")))
        return message_set(d, "does not say when it was \"taken\"");
    return judge_records(json_object_get(document, kind->list), kind, d);
}

char *history_text_of(const json_t *value) {
    return json_dumps(value, JSON_NUMBER_FLAGS | JSON_SORT_KEYS | JSON_COMPACT |
                                 JSON_ENCODE_ANY);
}

int history_digest(char digest[HISTORY_DIGEST_ROOM], const json_t *document) {
    static const char *const keys[] = {
        "command",     "taken",     "seed",      "machine", "build",
        "baseline",    "candidate", "row",       "from",    "measurements",
        "comparisons", "entries",   "judgements"};
    json_t *same = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *member = json_object_get(document, keys[i]);
        if (member != NULL)
            json_object_set(same, keys[i], member);
    }
    char *text = history_text_of(same);
    json_decref(same);
    if (text == NULL)
        return -1;
    snprintf(digest, HISTORY_DIGEST_ROOM, "%016" PRIx64 "-%zu", truth_hash(text),
             strlen(text));
    free(text);
    return 0;
}
