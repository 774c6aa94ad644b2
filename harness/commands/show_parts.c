/* Parts of what `show` prints: lines, the joints of a model and its contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/show_parts.h"

#include "harness/base/screen/screen.h"

void show_line(const char *label, const char *text, FILE *out) {
    if (text == NULL || text[0] == '\0')
        return;
    const int column = fprintf(out, "  %-*s ", SHOW_LABEL_WIDTH, label);
    screen_print_line(text, column, column, out);
}

const char *show_text(const json_t *value) {
    return json_is_string(value) ? json_string_value(value) : "?";
}

/* How many there are of each kind, and the forces they exert at the start. */
void show_joints(const json_t *about, FILE *out) {
    const json_t *joints = json_object_get(about, "joint");
    size_t count = json_array_size(joints), holonomic = 0, redundant = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *j = json_array_get(joints, i);
        holonomic += json_is_true(json_object_get(j, "holonomic"));
        redundant += json_is_false(json_object_get(j, "independent"));
    }
    if (count > 0)
        fprintf(out, "  %-*s %zu: %zu on positions, %zu on velocities; %zu redundant\n",
                SHOW_LABEL_WIDTH, "joints", count, holonomic, count - holonomic,
                redundant);
    for (size_t i = 0; i < count && i < SHOW_MOST_PRINTED; i++) {
        const json_t *j = json_array_get(joints, i);
        const json_t *lambda = json_object_get(j, "multiplier");
        if (json_is_number(lambda))
            fprintf(out, "  %-*s %s: %.15g at the start\n", SHOW_LABEL_WIDTH,
                    i == 0 ? "multipliers" : "", show_text(json_object_get(j, "name")),
                    json_number_value(lambda));
    }
    if (json_is_false(json_object_get(about, "reduced")))
        show_line("reduction", "none: no formulas without the joints' forces", out);
}

static void print_number(const char *label, const json_t *about, const char *name,
                         FILE *out) {
    const json_t *value = json_object_get(about, name);
    if (json_is_number(value) && json_number_value(value) > 0)
        fprintf(out, "%s %.15g", label, json_number_value(value));
}

/* "floor: gap 1 at the start, restitution 0.8, friction 0.5". */
static void print_contact(const json_t *about, FILE *out) {
    const json_t *gap = json_object_get(about, "gap");
    double of_rest = json_number_value(json_object_get(about, "static_friction"));
    double of_slip = json_number_value(json_object_get(about, "dynamic_friction"));
    fputs(show_text(json_object_get(about, "name")), out);
    if (json_is_number(gap))
        fprintf(out, ": gap %.15g at the start", json_number_value(gap));
    print_number(", restitution", about, "restitution", out);
    print_number(", friction", about, "static_friction", out);
    if (of_rest > of_slip || of_rest < of_slip)
        fprintf(out, " at rest, %.15g sliding", of_slip);
    print_number(", viscous friction", about, "viscous_friction", out);
    fputc('\n', out);
}

void show_contacts(const json_t *about, FILE *out) {
    const json_t *contacts = json_object_get(about, "contact");
    size_t count = json_array_size(contacts);
    for (size_t i = 0; i < count && i < SHOW_MOST_PRINTED; i++) {
        fprintf(out, "  %-*s ", SHOW_LABEL_WIDTH, i == 0 ? "contacts" : "");
        print_contact(json_array_get(contacts, i), out);
    }
    if (count > SHOW_MOST_PRINTED)
        fprintf(out, "  %-*s ... (%zu)\n", SHOW_LABEL_WIDTH, "", count);
}
