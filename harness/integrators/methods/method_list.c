/* Options of a method that are lists: weights >= 0, units > 0, or yes and no.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_list.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/number.h"

enum { double_bits = 53 };

/* *list := the numbers, which the caller frees. */
static int read_numbers(double **list, int *count, const struct method_option *option,
                        const char *text, struct diagnostic *d) {
    const bool is_weight = option->kind == METHOD_WEIGHTS;
    mpfr_t *value;
    if (number_read_list(&value, count, double_bits, text, option->name, d))
        return -1;
    *list = calloc((size_t)*count + 1, sizeof **list);
    int failed = *list == NULL ? message_set(d, "out of memory") : 0;
    for (int i = 0; i < *count && !failed; i++) {
        double x = (*list)[i] = mpfr_get_d(value[i], MPFR_RNDN);
        if (!(is_weight ? x >= 0 : x > 0))
            failed = message_set(d, "option '%s': a %s is %g, but must be %s",
                                 option->name, is_weight ? "weight" : "unit", x,
                                 is_weight ? "zero or positive" : "positive");
    }
    number_list_free(value, *count);
    return failed;
}

/* The same of words, 1 for each yes and 0 for each no. */
static int read_flags(double **list, int *count, const struct method_option *option,
                      const char *text, struct diagnostic *d) {
    *list = calloc(strlen(text) + 1, sizeof **list);
    if (*list == NULL)
        return message_set(d, "out of memory");
    *count = 0;
    for (const char *word = text;; word++) {
        size_t length = strcspn(word, ",");
        bool yes = length == strlen("yes") && strncmp(word, "yes", length) == 0;
        bool no = length == strlen("no") && strncmp(word, "no", length) == 0;
        if (!yes && !no)
            return message_set(d, "option '%s': '%.*s' is neither yes nor no",
                               option->name, (int)length, word);
        (*list)[(*count)++] = yes;
        word += length;
        if (*word == '\0')
            return 0;
    }
}

/* Where a list that takes the place of `old` is kept. */
static double **find_room(struct method_settings *settings, const double *old) {
    int i = 0;
    while (i < METHOD_LISTS - 1 && settings->list[i] != old)
        i++;
    return &settings->list[i];
}

int method_set_list(struct method_settings *settings, const struct method_option *option,
                    const char *text, struct diagnostic *d) {
    const double **place = (const double **)((char *)settings + option->place);
    int *size = (int *)((char *)settings + option->count), count = 0;
    double *list = NULL;
    int failed = option->kind == METHOD_FLAGS
                     ? read_flags(&list, &count, option, text, d)
                     : read_numbers(&list, &count, option, text, d);
    if (failed) {
        free(list);
        return -1;
    }
    double **room = find_room(settings, *place);
    free(*room);
    *place = *room = list;
    *size = count;
    return 0;
}
