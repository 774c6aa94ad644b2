/* What a result is called, what it comes to, and the command that makes it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

/* Whether the quantity is `name`, or `name` and parts of it behind colons. */
static bool is_named(const char *quantity, const char *name) {
    const char behind = text_begins(quantity, name) ? quantity[strlen(name)] : ' ';
    return behind == '\0' || behind == ':';
}

/* The entry of a result's quantity with the longest name; NULL: nobody told about it. */
static const json_t *find_quantity(const struct site *site, const json_t *result,
                                   size_t *rank) {
    const json_t *list = json_object_get(site->document, "quantities"), *entry;
    const json_t *found = NULL;
    const char *quantity = value_text(result, "quantity");
    size_t i;
    *rank = json_array_size(list);
    json_array_foreach((json_t *)list, i, entry) {
        const char *study = value_text(entry, "study"), *name = value_text(entry, "name");
        if ((strcmp(study, "*") != 0 && !value_is(result, "study", study)) ||
            !is_named(quantity, name) ||
            (found != NULL && strlen(value_text(found, "name")) >= strlen(name)))
            continue;
        found = entry;
        *rank = i;
    }
    return found;
}

/* What follows the name, without the component: of "remainder-order:gap:x", x the component, it
 * is "gap". */
static json_t *find_part(const json_t *result, const json_t *entry) {
    const char *rest = value_text(result, "quantity") + strlen(value_text(entry, "name"));
    const char *component = value_text(result, "component");
    if (*rest != ':')
        return json_string("");
    size_t length = strlen(rest + 1), tail = strlen(component);
    bool ends =
        tail > 0 && length >= tail && strcmp(rest + 1 + length - tail, component) == 0;
    length -= ends ? tail : 0;
    if (length > 0 && rest[length] == ':')
        length--;
    json_t *part = json_stringn(rest + 1, length);
    return part != NULL ? part : json_string("");
}

/* What the value is held to, as the gate says it: one side is named, a tolerance only where
 * there is some, which is all that is expected where there is no other number. */
static void set_bound(json_t *result, const json_t *entry) {
    double expected = value_number(result, "expected");
    double tolerance = value_number(result, "tolerance");
    bool at_most = value_is(entry, "sense", "at-most");
    bool is_bound = !isfinite(expected) && value_has(result, "value") && tolerance > 0;
    if (is_bound || (at_most && isfinite(expected))) {
        value_set(result, "side", "at most");
        expected = is_bound ? tolerance : expected + fmax(tolerance, 0);
        if (tolerance > 0)
            json_object_set_new(result, "expected", json_real(expected));
    } else if (value_is(entry, "sense", "at-least") && isfinite(expected)) {
        value_set(result, "side", "at least");
    } else if (tolerance > 0 && isfinite(expected)) {
        json_object_set(result, "spread", json_object_get(result, "tolerance"));
    }
}

static void set_words(const struct site *site, json_t *result) {
    size_t rank = 0;
    const json_t *entry = find_quantity(site, result, &rank);
    if (entry != NULL)
        json_object_set_new(result, "part", find_part(result, entry));
    value_set(result, "label",
              entry != NULL ? value_text(entry, "label")
                            : value_text(result, "quantity"));
    value_set(result, "meaning", value_text(entry, "meaning"));
    value_set(result, "look_at", value_text(entry, "look_at"));
    value_count(result, "rank", (json_int_t)rank);
    set_bound(result, entry);
}

/* A result stops the gate that fails, or has to pass and does not, unless that is accepted. */
static void set_mark(json_t *result) {
    bool pass = value_is(result, "verdict", "pass");
    bool bad = value_is(result, "verdict", "fail") ||
               (json_is_true(json_object_get(result, "required")) && !pass);
    bool stops = bad && *value_text(result, "accepted") == '\0';
    value_mark(result, stops ? "fail" : pass ? "pass" : "open");
    if (stops && !value_is(result, "verdict", "fail"))
        json_object_set_new(result, "must_pass", json_true());
    if (value_has(result, "low") && value_has(result, "high") &&
        value_number(result, "low") < value_number(result, "high"))
        json_object_set_new(result, "between", json_true());
}

const json_t *site_study(const struct site *site, const char *name) {
    return value_find(json_object_get(site->document, "studies"), "name", name);
}

void site_add_model(const struct site *site, struct text *line, const char *model) {
    const json_t *about =
        value_find(json_object_get(site->document, "models"), "name", model);
    text_shell(line, value_has(about, "asked") ? value_text(about, "asked") : model);
}

/* Of an integrator from outside, or (NULL) of a method. */
static void set_command(const struct site *site, json_t *result,
                        const json_t *integrator) {
    const char *study = value_text(result, "study"), *model = value_text(result, "model");
    bool is_command = json_is_true(json_object_get(site_study(site, study), "command"));
    bool of_models = !value_is(result, "model", "all") && strcmp(study, model) != 0;
    struct text line = text_made("./halfstep %s", is_command ? study : "gate");
    if (of_models && strcmp(study, "fingerprint") != 0) {
        text_add(&line, " ");
        site_add_model(site, &line, model);
    }
    text_add(&line, integrator != NULL ? " --integrator " : " --method ");
    text_shell(&line, integrator != NULL ? value_text(integrator, "place")
                                         : value_text(result, "method"));
    value_set(result, "command", text_bytes(&line));
    text_clear(&line);
}

static json_t *annotate(struct site *site, json_t *result, const json_t *integrator) {
    set_words(site, result);
    set_mark(result);
    set_command(site, result, integrator);
    return result;
}

/* What built-in methods have beside an integrator is drawn, never judged. */
static void annotate_beside(struct site *site) {
    size_t i;
    json_t *result;
    json_array_foreach(
        json_object_get(json_object_get(site->document, "comparison"), "results"), i,
        result) {
        value_set(annotate(site, result, NULL), "mark", "open");
    }
}

void site_annotate(struct site *site) {
    const json_t *integrator = json_object_get(site->document, "integrator");
    size_t i;
    json_t *result;
    json_array_foreach(json_object_get(site->document, "results"), i, result) {
        annotate(site, result, integrator);
        value_add(site->view, value_text(result, "mark"), 1);
        value_add(site->view, "must_pass", value_has(result, "must_pass"));
        value_add(site->view, "count", 1);
    }
    annotate_beside(site);
}
