/* Options of a method that are lists: weights >= 0, units > 0, or yes and no.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_list.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/integrators/methods/method.h"

enum { double_bits = 53 };

/* *list := the numbers, which the caller frees. */
static int read_numbers(double **list, int *count, const struct integrator_option *option,
                        const char *text, struct diagnostic *d) {
    const bool is_weight = option->kind == INTEGRATOR_WEIGHTS;
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

/* The same of words: yes is true. */
static int read_flags(bool **list, int *count, const struct integrator_option *option,
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
static void **find_room(struct method_settings *settings, const void *old) {
    int i = 0;
    while (i < METHOD_LISTS - 1 && settings->list[i] != old)
        i++;
    return &settings->list[i];
}

int method_set_list(struct method_settings *settings,
                    const struct integrator_option *option, const char *text,
                    struct diagnostic *d) {
    void *place = (char *)settings + method_option_place(option);
    const bool is_flags = option->kind == INTEGRATOR_FLAGS;
    double *numbers = NULL;
    bool *flags = NULL;
    int count = 0;
    if (is_flags ? read_flags(&flags, &count, option, text, d)
                 : read_numbers(&numbers, &count, option, text, d)) {
        free(numbers);
        free(flags);
        return -1;
    }
    const void *old = is_flags ? (const void *)*(const bool **)place
                               : (const void *)*(const double **)place;
    void **room = find_room(settings, old);
    free(*room);
    if (is_flags)
        *room = flags, *(const bool **)place = flags;
    else
        *room = numbers, *(const double **)place = numbers;
    *(int *)(void *)((char *)settings + method_option_count(option)) = count;
    return 0;
}
