/* Templates: the cases of mustache's specification that are used here, and what must not get
 * through.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "reports/site/template.h"
#include "reports/tests/pages/folder.h"

TestSuite(template, .init = make_folder, .fini = remove_folder);

/* What the template `page` becomes; "": it fails. The caller frees with text_clear. */
static struct text fill(const char *page, const char *json) {
    json_error_t error;
    struct text out = {0}, why = {0};
    json_t *context = json_loads(json, 0, &error);
    cr_assert(context != NULL, "%s", error.text);
    write_file("page", page);
    if (!template_fill(&out, folder, "page", context, &why)) {
        cr_expect(why.length > 0);
    }
    return out;
}

static void expect(const char *page, const char *json, const char *wanted) {
    struct text out = fill(page, json);
    cr_expect_str_eq(text_bytes(&out), wanted);
}

Test(template, values_are_escaped_unless_asked_for) {
    expect("{{a}}|{{{a}}}", "{\"a\": \"<script>'\\\"&\"}",
           "&lt;script&gt;&#39;&quot;&amp;|<script>'\"&");
    expect("[{{missing}}{{null}}]", "{\"null\": null}", "[]");
}

/* U+202E turns the rest of a line around: it is shown as a character that is none. */
Test(template, marks_of_direction_do_not_get_through) {
    expect("{{a}}", "{\"a\": \"x\\u202egpj\\u2066.\\u200f\"}",
           "x\xEF\xBF\xBDgpj\xEF\xBF\xBD.\xEF\xBF\xBD");
    expect("{{a}}", "{\"a\": \"\\u2212 \\u2013\"}", "\xE2\x88\x92 \xE2\x80\x93");
}

Test(template, numbers_are_for_people) {
    expect("{{a}} {{b}} {{c}} {{d}} {{e}}",
           "{\"a\": 1.2345678, \"b\": -2.5e-08, \"c\": 1e100, \"d\": 412, \"e\": 0.0}",
           "1.2346 \xE2\x88\x92"
           "2.5e\xE2\x88\x92"
           "8 1e100 412 0");
}

Test(template, sections_repeat_and_know_what_is_outside) {
    expect("{{#list}}{{name}}{{unit}} {{/list}}",
           "{\"unit\": \"s\", \"list\": [{\"name\": 1}, {\"name\": 2}]}", "1s 2s ");
    expect("{{#list}}({{.}}){{/list}}", "{\"list\": [\"a\", \"b\"]}", "(a)(b)");
    expect("{{a.b.c}}{{#a}}{{b.c}}{{/a}}", "{\"a\": {\"b\": {\"c\": 7}}}", "77");
    expect("{{#a}}{{#a}}x{{/a}}{{/a}}", "{\"a\": {\"a\": [1, 2]}}", "xx");
}

Test(template, what_is_not_there_has_no_section) {
    static const char *const absent[] = {
        "{}",         "{\"a\": null}", "{\"a\": false}", "{\"a\": \"\"}",
        "{\"a\": 0}", "{\"a\": []}",   "{\"a\": {}}"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        expect("{{#a}}yes{{/a}}{{^a}}no{{/a}}", absent[i], "no");
    expect("{{#a}}yes{{/a}}{{^a}}no{{/a}}", "{\"a\": 0.0}", "yes");
}

Test(template, a_section_alone_takes_its_line_with_it) {
    expect("<ul>\n{{#a}}\n<li>{{.}}\n{{/a}}\n</ul>\n", "{\"a\": [1, 2]}",
           "<ul>\n<li>1\n<li>2\n</ul>\n");
    expect("a\n  {{! words }}\nb\n", "{}", "a\nb\n");
    expect("a {{#b}}x{{/b}} c\n", "{\"b\": true}", "a x c\n");
}

Test(template, parts_are_filled_too) {
    write_file("part", "<{{x}}>");
    expect("{{#a}}{{>part}}{{/a}}", "{\"a\": [{\"x\": 1}, {\"x\": 2}]}", "<1><2>");
}

Test(template, what_cannot_be_filled_is_told) {
    expect("{{#a}}x", "{\"a\": true}", "");
    expect("{{>missing}}", "{}", "");
    write_file("part", "{{>part}}");
    expect("{{>part}}", "{}", "");
}
