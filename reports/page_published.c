/* What was published about a problem's solution: how many digits of each printed table are
 * right.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/json.h"

/* Whether two published values are of one table: the same source and time. */
static bool is_same_table(const json_t *a, const json_t *b) {
    double ta = json_loose_number(a, "t"), tb = json_loose_number(b, "t");
    return strcmp(json_loose_text(a, "source"), json_loose_text(b, "source")) == 0 &&
           !(ta < tb) && !(ta > tb);
}

/* Of the table that begins at `first`: its size, the fewest right digits, the fewest that
 * were trusted. */
struct table_found {
    int values;
    double right, trusted;
};

static struct table_found look_at(const json_t *published, size_t first) {
    struct table_found found = {0, INFINITY, INFINITY};
    const json_t *begin = json_array_get(published, first);
    for (size_t i = first; i < json_array_size(published); i++) {
        const json_t *value = json_array_get(published, i);
        if (is_same_table(begin, value)) {
            found.values++;
            found.right = fmin(found.right, json_loose_number(value, "digits_agreeing"));
            found.trusted =
                fmin(found.trusted, json_loose_number(value, "digits_trusted"));
        }
    }
    return found;
}

static bool is_first_of_table(const json_t *published, size_t place) {
    for (size_t i = 0; i < place; i++) {
        if (is_same_table(json_array_get(published, i),
                          json_array_get(published, place))) {
            return false;
        }
    }
    return true;
}

static void write_published_table(struct text *out, const json_t *published,
                                  size_t first) {
    struct table_found found = look_at(published, first);
    const json_t *value = json_array_get(published, first);
    const char *source = json_loose_text(value, "source");
    text_add(out, "<li>The printed ");
    text_add(out, found.values == 1 ? "value" : "table");
    if (isfinite(json_loose_number(value, "t"))) {
        text_add(out, " for the time ");
        page_number(out, value, "t", 6);
    }
    if (isfinite(found.right)) {
        text_format(out,
                    " is right to <b>%.1f\xC2\xA0"
                    "digits</b>",
                    floor(10 * found.right) / 10);
    } else {
        text_add(out, " could not be compared");
    }
    if (found.trusted > 0 && isfinite(found.trusted)) {
        text_format(out, " (%.0f are trusted)", found.trusted);
    }
    text_add(out, source[0] ? ". <small>" : ".");
    text_escaped(out, source);
    text_add(out, source[0] ? "</small></li>\n" : "</li>\n");
}

void page_published(struct text *out, const json_t *truth) {
    const json_t *published = json_object_get(truth, "published");
    if (json_array_size(published) == 0) {
        return;
    }
    text_add(out, "<h3>What was published</h3>\n<ul class=\"printed\">\n");
    for (size_t i = 0; i < json_array_size(published); i++) {
        if (is_first_of_table(published, i)) {
            write_published_table(out, published, i);
        }
    }
    text_add(out, "</ul>\n");
}
