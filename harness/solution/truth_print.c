/* A truth for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solution/truth.h"

static void print_states(const struct model *m, const json_t *entry, FILE *out) {
    static const char *const part[] = {"q", "v", "z"};
    int i = 0;
    for (int p = 0; p < 3; p++) {
        size_t k;
        json_t *value;
        json_array_foreach(json_object_get(json_object_get(entry, "state"), part[p]), k,
                           value) {
            fprintf(out, "  %-12s %s\n", m->state[i++], json_string_value(value));
        }
    }
}

void truth_print(const struct model *m, const json_t *document, FILE *out) {
    size_t i;
    json_t *entry, *published;
    json_array_foreach(json_object_get(document, "truth"), i, entry) {
        fprintf(out, "t = %s   %s, %g digits, radius %s\n",
                json_string_value(json_object_get(entry, "t")),
                json_string_value(json_object_get(entry, "grade")),
                json_number_value(json_object_get(entry, "digits")),
                json_string_value(json_object_get(entry, "radius")));
        print_states(m, entry, out);
        if (json_object_get(entry, "digits_agreeing_with_taylor") != NULL)
            fprintf(
                out, "  the Taylor solution agrees to %g digits\n",
                json_number_value(json_object_get(entry, "digits_agreeing_with_taylor")));
    }
    json_array_foreach(json_object_get(document, "published"), i, published) {
        fprintf(out, "  published %-10s %s: agrees to %g digits, %d trusted\n",
                json_string_value(json_object_get(published, "component")),
                json_string_value(json_object_get(published, "published")),
                json_number_value(json_object_get(published, "digits_agreeing")),
                (int)json_integer_value(json_object_get(published, "digits_trusted")));
    }
}
