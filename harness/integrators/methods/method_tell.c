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

static json_t *tell_flags(const bool *flag, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(flag[i] ? "yes" : "no"));
    return list;
}

static json_t *tell_list(const struct method_settings *settings,
                         const struct integrator_option *option) {
    const void *place = (const char *)settings + method_option_place(option);
    const void *size = (const char *)settings + method_option_count(option);
    const int count = *(const int *)size;
    if (option->kind == INTEGRATOR_FLAGS) {
        const bool *flags = *(const bool *const *)place;
        return flags == NULL ? json_null() : tell_flags(flags, count);
    }
    const double *numbers = *(const double *const *)place;
    return numbers == NULL ? json_null() : json_numbers(numbers, count);
}

static json_t *tell_option(const struct method_settings *settings,
                           const struct integrator_option *option) {
    const void *place = (const char *)settings + method_option_place(option);
    switch (option->kind) {
    case INTEGRATOR_WORD:
        return *(const int *)place < 0 ? json_null()
                                       : name_word(option->words, *(const int *)place);
    case INTEGRATOR_BOOL: return name_word(option->words, *(const bool *)place ? 0 : 1);
    case INTEGRATOR_CHOICE:
        return *(const int *)place < 0
                   ? json_null()
                   : name_word(option->words, *(const int *)place ? 0 : 1);
    case INTEGRATOR_POSITIVE:
    case INTEGRATOR_ZERO_TOO: return json_number(*(const double *)place);
    case INTEGRATOR_COUNT: return json_integer(*(const long *)place);
    case INTEGRATOR_FROM_ONE: return json_integer(*(const int *)place);
    case INTEGRATOR_WEIGHTS:
    case INTEGRATOR_UNITS:
    case INTEGRATOR_FLAGS: break;
    }
    return tell_list(settings, option);
}

void method_tell_settings(const struct method *method,
                          const struct method_settings *settings, enum method_reach least,
                          json_t *into) {
    const struct integrator_option *option;
    for (int i = 0; (option = method_option(method, i)) != NULL; i++)
        if (method_reach(method, option) >= least)
            json_object_set_new(into, option->name, tell_option(settings, option));
}
