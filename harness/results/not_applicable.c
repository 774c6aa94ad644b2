/* What is told of the models that the one integrator under test does not take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_print.h"

#include <string.h>

#include "harness/results/results_count.h"

/* One line of a wide terminal. */
enum { sentence_room = 512, longest_name = 100 };

static int count_cause(const json_t *entries, const char *cause) {
    int count = 0;
    size_t i;
    json_t *entry;
    json_array_foreach(entries, i, entry) {
        count += strcmp(results_text(entry, "cause"), cause) == 0;
    }
    return count;
}

/* ", 3 with contacts", where there are some; how far the text reaches then. */
static size_t add_cause(char *text, size_t size, size_t length, const json_t *entries,
                        const char *cause, const char *words) {
    const int count = count_cause(entries, cause);
    if (count == 0)
        return length;
    length += (size_t)snprintf(text + length, size - length, "%s%d %s",
                               text[length - 1] == ':' ? " " : ", ", count, words);
    return length < size ? length : size - 1;
}

void applicable_sentence(char *text, size_t size, const json_t *not_applicable) {
    const json_t *first = json_array_get(not_applicable, 0);
    long long studies = 0;
    size_t i, models = json_array_size(not_applicable) -
                       (size_t)count_cause(not_applicable, "scenes");
    json_t *entry;
    text[0] = '\0';
    if (first == NULL)
        return;
    json_array_foreach(not_applicable, i, entry) {
        studies += json_integer_value(json_object_get(entry, "studies"));
    }
    size_t length = (size_t)snprintf(
        text, size,
        "Not applicable: %zu model%s (%lld studies) that %.*s does not take:", models,
        models == 1 ? "" : "s", studies, longest_name, results_text(first, "method"));
    length = length < size ? length : size - 1;
    length = add_cause(text, size, length, not_applicable, "joints", "with joints");
    length = add_cause(text, size, length, not_applicable, "contacts", "with contacts");
    length = add_cause(text, size, length, not_applicable, "create",
                       "that its create refuses");
    add_cause(text, size, length, not_applicable, "scenes",
              "studies of equations, which it is not given");
}

void applicable_print(const json_t *not_applicable, FILE *out) {
    char text[sentence_room];
    applicable_sentence(text, sizeof text, not_applicable);
    if (text[0] != '\0')
        fprintf(out, "\n%s.\n", text);
}
