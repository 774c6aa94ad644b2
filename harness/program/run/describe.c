/* A model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/program/run/describe.h"
#include "harness/base/json_number.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { shortest_digits = 15, longest_digits = 17 };

static json_t *names(char **name, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_string(name[i]));
    return array;
}

struct model_brief describe_briefly(struct model *m) {
    return (struct model_brief){.name = m->name,
                                .title = m->title,
                                .source = m->source,
                                .why = m->why,
                                .tag = m->tag,
                                .tags = m->tags,
                                .nq = m->nq,
                                .nv = m->nv,
                                .nz = m->nz,
                                .joints = m->joints,
                                .quaternions = m->quaternions,
                                .contacts = m->contacts,
                                .path = m->path,
                                .is_read = true,
                                .kinks = model_has_kinks(m)};
}

static struct shortest shortest(double value) {
    struct shortest decimal = {""};
    value += 0.0; /* minus zero is zero */
    for (int digits = shortest_digits; digits <= longest_digits; digits++) {
        snprintf(decimal.text, sizeof decimal.text, "%.*g", digits, value);
        const double again = strtod(decimal.text, NULL);
        if (!(again < value || again > value))
            break;
    }
    return decimal;
}

struct shortest describe_decimal(struct model *m, expr constant) {
    double nearest;
    return expr_constant_double(m->graph, constant, &nearest) == PROBLEM_OK
               ? shortest(nearest)
               : (struct shortest){"?"};
}

static json_t *decimal_or_null(struct shortest decimal) {
    return decimal.text[0] != '?' ? json_string(decimal.text) : json_null();
}

static json_t *constant_text(struct model *m, expr constant) {
    return decimal_or_null(describe_decimal(m, constant));
}

static json_t *describe_parameters(struct model *m) {
    json_t *parameters = json_object();
    for (int i = 0; i < m->parameters; i++)
        json_object_set_new(parameters, m->parameter[i],
                            constant_text(m, graph_parameter(m->graph, i)));
    return parameters;
}

static json_t *describe_sizes(const struct model *m) {
    json_t *sizes = json_object();
    for (int i = 0; i < m->sizes; i++)
        json_object_set_new(sizes, m->size[i], json_integer(m->size_value[i]));
    return sizes;
}

static json_t *describe_published(struct model *m) {
    json_t *published = json_array();
    for (int i = 0; i < m->published; i++) {
        const struct published_value *p = &m->published_value[i];
        json_array_append_new(published,
                              json_pack("{s:s, s:o, s:i}", "component",
                                        describe_component(m, p->state), "t",
                                        constant_text(m, p->time), "digits", p->digits));
    }
    return published;
}

static json_t *describe_invariants(const struct model *m) {
    json_t *invariants = json_array();
    for (int i = 0; i < m->invariants; i++)
        json_array_append_new(invariants, json_string(m->invariant[i].name));
    return invariants;
}

struct shortest *describe_start(struct model *m) {
    const int nx = m->nq + m->nv + m->nz;
    struct shortest *start = calloc((size_t)nx + 1, sizeof *start);
    double *x = calloc((size_t)nx + 1, sizeof *x);
    const bool together =
        x != NULL && expr_constants_double(m->graph, nx, m->initial, x) == PROBLEM_OK;
    for (int i = 0; i < nx && start != NULL; i++)
        start[i] = together ? shortest(x[i]) : describe_decimal(m, m->initial[i]);
    free(x);
    return start;
}

static json_t *describe_initial(struct model *m) {
    struct shortest *start = describe_start(m);
    json_t *initial = json_array();
    for (int i = 0; start != NULL && i < m->nq + m->nv + m->nz; i++)
        json_array_append_new(initial, decimal_or_null(start[i]));
    free(start);
    return initial;
}

/* What `print` writes of a model file; NULL: out of memory, or the text is none. */
static char *print_equations(enum problem_status (*print)(FILE *, enum equations,
                                                          const char *),
                             enum equations about, const char *file) {
    char *written = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&written, &length);
    if (out == NULL)
        return NULL;
    const enum problem_status status = print(out, about, file);
    if (fclose(out) == 0 && status == PROBLEM_OK)
        return written;
    free(written);
    return NULL;
}

char *describe_equations(enum equations about, const char *file) {
    return print_equations(equations_write, about, file);
}

static json_t *list_lines(enum equations about, const char *file) {
    json_t *lines = json_array();
    char *written = describe_equations(about, file);
    for (char *line = written; line != NULL && *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        json_array_append_new(lines, json_text(line, length));
        line += length + (line[length] == '\n');
    }
    free(written);
    return lines;
}

json_t *describe_mathml(const char *file) {
    static const char *const names[] = {"motion", "joints", "contacts"};
    json_t *all = json_object();
    for (int i = EQUATIONS_OF_MOTION; i <= EQUATIONS_OF_CONTACTS; i++) {
        char *markup = print_equations(equations_mathml, (enum equations)i, file);
        json_object_set_new(all, names[i], json_text_of(markup != NULL ? markup : ""));
        free(markup);
    }
    return all;
}

json_t *describe_fully(struct model *m) {
    const struct model_brief brief = describe_briefly(m);
    json_t *all = record_tell(&describe_brief_record, &brief);
    if (all == NULL)
        return NULL;
    json_object_set_new(all, "states", names(m->state, m->nq + m->nv + m->nz));
    json_object_set_new(all, "initial", describe_initial(m));
    json_object_set_new(all, "span",
                        json_pack("[o, o]", constant_text(m, m->span_begin),
                                  constant_text(m, m->span_end)));
    json_object_set_new(all, "parameters", describe_parameters(m));
    json_object_set_new(all, "sizes", describe_sizes(m));
    json_object_set_new(all, "invariants", describe_invariants(m));
    json_object_set_new(all, "kinks", json_boolean(model_has_kinks(m)));
    json_object_set_new(all, "map_is_identity", json_boolean(m->map_is_identity));
    json_object_set_new(all, "closed_form", json_boolean(m->solution != NULL));
    json_object_set_new(all, "published", describe_published(m));
    json_object_set_new(
        all, "published_source",
        json_text_of(m->published_source == NULL ? "" : m->published_source));
    json_object_set_new(all, "joint", describe_joints(m));
    json_object_set_new(all, "quaternion", describe_quaternions(m));
    json_object_set_new(all, "joint_equations", list_lines(EQUATIONS_OF_JOINTS, m->text));
    json_object_set_new(all, "contact", describe_contacts(m));
    json_object_set_new(all, "contact_equations",
                        list_lines(EQUATIONS_OF_CONTACTS, m->text));
    json_object_set_new(all, "reduced", json_boolean(m->joints == 0 || m->reduced));
    json_object_set_new(all, "text", json_text_of(m->text));
    json_object_set_new(all, "equations", list_lines(EQUATIONS_OF_MOTION, m->text));
    return all;
}
