/* What is told of the models that the one integrator under test does not take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_print.h"

#include <string.h>

#include "harness/results/job_account.h"

/* One line of a wide terminal. */
enum { sentence_room = 512, longest_name = 100 };

static int count_cause(const struct not_applicable *all, const char *cause) {
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += strcmp(all->item[i].cause, cause) == 0;
    return count;
}

/* ", 3 with contacts", where there are some; how far the text reaches then. */
static size_t add_cause(char *text, size_t size, size_t length,
                        const struct not_applicable *all, const char *cause,
                        const char *words) {
    const int count = count_cause(all, cause);
    if (count == 0)
        return length;
    length += (size_t)snprintf(text + length, size - length, "%s%d %s",
                               text[length - 1] == ':' ? " " : ", ", count, words);
    return length < size ? length : size - 1;
}

void applicable_sentence(char *text, size_t size, const struct not_applicable *all) {
    long studies = 0;
    text[0] = '\0';
    if (all->count == 0)
        return;
    const int models = all->count - count_cause(all, "scenes");
    for (int i = 0; i < all->count; i++)
        studies += all->item[i].studies;
    size_t length = (size_t)snprintf(
        text, size,
        "Not applicable: %d model%s (%ld studies) that %.*s does not take:", models,
        models == 1 ? "" : "s", studies, longest_name, all->item->method);
    length = length < size ? length : size - 1;
    length = add_cause(text, size, length, all, "joints", "with joints");
    length = add_cause(text, size, length, all, "contacts", "with contacts");
    length = add_cause(text, size, length, all, "create", "that its create refuses");
    add_cause(text, size, length, all, "scenes",
              "studies of equations, which it is not given");
}

void applicable_print(const struct not_applicable *all, FILE *out) {
    char text[sentence_room];
    applicable_sentence(text, sizeof text, all);
    if (text[0] != '\0')
        fprintf(out, "\n%s.\n", text);
}
