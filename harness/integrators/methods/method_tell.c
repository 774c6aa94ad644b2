/* The settings of a method as a document tells them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/methods/method.h"

/* The word at a position among words separated by '|'. */
static json_t *name_word(const char *words, int position) {
    while (position-- > 0)
        words += strcspn(words, "|") + 1;
    return json_stringn(words, strcspn(words, "|"));
}

static json_t *tell_flags(const double *flag, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(flag[i] != 0 ? "yes" : "no"));
    return list;
}

static json_t *tell_list(const struct method_settings *settings,
                         const struct method_option *option) {
    const double *list = *(const double *const *)((const char *)settings + option->place);
    int count = *(const int *)(const void *)((const char *)settings + option->count);
    if (list == NULL)
        return json_null();
    return option->kind == METHOD_FLAGS ? tell_flags(list, count)
                                        : json_numbers(list, count);
}

static json_t *tell_option(const struct method_settings *settings,
                           const struct method_option *option) {
    const void *place = (const char *)settings + option->place;
    int position;
    switch (option->kind) {
    case METHOD_WORD:
        memcpy(&position, place, sizeof position);
        return position < 0 ? json_null() : name_word(option->values, position);
    case METHOD_YES_OR_NO: return json_string(*(const bool *)place ? "yes" : "no");
    case METHOD_POSITIVE:
    case METHOD_ZERO_TOO: return json_number(*(const double *)place);
    case METHOD_COUNT:
    case METHOD_FROM_ONE: return json_integer(*(const long *)place);
    case METHOD_WEIGHTS:
    case METHOD_UNITS:
    case METHOD_FLAGS: break;
    }
    return tell_list(settings, option);
}

void method_tell_settings(const struct method *method,
                          const struct method_settings *settings, enum method_reach least,
                          json_t *into) {
    const struct method_option *option;
    for (int i = 0; (option = method_option(method, i)) != NULL; i++)
        if (option->reach >= least)
            json_object_set_new(into, option->name, tell_option(settings, option));
}
