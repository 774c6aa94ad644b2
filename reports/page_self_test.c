/* How often the comparison raises an alarm where there is nothing, and whether it finds what
 * was put there, both measured on this machine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/speed_text.h"

static const double promised = 0.001; /* false alarms: none in a thousand */

static void write_alarms(struct text *out, const json_t *self) {
    double tried = json_loose_number(self, "comparisons");
    double alarms = json_loose_number(self, "alarms");
    double bound = json_loose_number(self, "bound");
    text_add(out, "<p><b>False alarms on this machine: ");
    decimal_number(out, alarms, 6);
    text_add(out, " in ");
    decimal_number(out, tried, 6);
    text_add(out, "</b> comparisons of a build with itself");
    if (isfinite(bound)) {
        text_add(out, ": the rate is below ");
        speed_percent(out, bound);
        text_add(out, " (95\xC2\xA0% confidence)");
        if (bound > promised)
            text_add(out, alarms > 0
                              ? ", which is more than the one in 1000 that is promised"
                              : "; more comparisons without an alarm bound it by less");
    }
    text_add(out, ".");
    double slower = json_loose_number(self, "slower");
    double faster = json_loose_number(self, "faster");
    if (alarms > 0 && isfinite(slower) && isfinite(faster)) {
        text_format(out,
                    " Slower %.0f, faster %.0f: alarms in one direction alone are the "
                    "mark of a broken procedure.",
                    slower, faster);
    }
    text_add(out, "</p>\n");
}

/* "one_percent" as "one percent". */
static void write_words(struct text *out, const char *name) {
    for (; *name; name++) {
        text_escaped_bytes(out, *name == '_' ? " " : name, 1);
    }
}

static void write_injected(struct text *out, json_t *injected) {
    const char *name, *comma = "";
    json_t *entry;
    if (json_object_size(injected) == 0) {
        return;
    }
    text_add(out, "<p>Slow-downs that were put in: ");
    json_object_foreach(injected, name, entry) {
        double tried = json_loose_number(entry, "tried");
        if (!isfinite(tried)) {
            continue;
        }
        text_add(out, comma);
        write_words(out, name);
        text_add(out, " found <b>");
        decimal_number(out, json_loose_number(entry, "found"), 6);
        text_add(out, "</b> times of ");
        decimal_number(out, tried, 6);
        comma = "; ";
    }
    text_add(out, ".</p>\n");
}

static void write_kernels(struct text *out, const json_t *kernels) {
    if (!kernels) {
        return;
    }
    text_add(out, "<details><summary>By benchmark</summary>\n<div class=\"wide\"><table "
                  "class=\"points\"><thead><tr><th scope=\"col\">Benchmark</th><th "
                  "scope=\"col\">comparisons</th><th scope=\"col\">alarms</th><th "
                  "scope=\"col\">slower</th><th scope=\"col\">faster</th><th "
                  "scope=\"col\">below</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        static const char *const keys[] = {"comparisons", "alarms", "slower", "faster"};
        const json_t *entry = json_array_get(kernels, i);
        text_add(out, "<tr><th scope=\"row\">");
        speed_name(out, json_loose_text(entry, "name"));
        text_add(out, "</th>");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            text_add(out, "<td class=\"number\">");
            decimal_number(out, json_loose_number(entry, keys[k]), 6);
            text_add(out, "</td>");
        }
        text_add(out, "<td class=\"number\">");
        speed_percent(out, json_loose_number(entry, "bound"));
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table></div></details>\n");
}

void page_self_test(const struct page *page) {
    const json_t *self = speed_object(page->r->document, "self");
    text_add(page->out, "<h2>Does it cry wolf?</h2>\n");
    if (!self || !(json_loose_number(self, "comparisons") > 0)) {
        text_add(page->out, "<p>How often this comparison raises a false alarm on this "
                            "machine is not known: no build was compared with "
                            "itself.</p>\n");
        return;
    }
    write_alarms(page->out, self);
    write_injected(page->out, json_object_get(self, "injected"));
    write_kernels(page->out, speed_array(self, "kernels"));
}
