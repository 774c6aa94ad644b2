/* Parts of what `show` prints: lines, the joints of a model and its contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/show_parts.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/screen/screen.h"
#include "harness/program/run/describe.h"
#include "problems/model.h"

void show_line(const char *label, const char *text, FILE *out) {
    if (text == NULL || text[0] == '\0')
        return;
    const int column = fprintf(out, "  %-*s ", SHOW_LABEL_WIDTH, label);
    screen_print_line(text, column, column, out);
}

/* How many there are of each kind, and the forces they exert at the start. */
void show_joints(struct model *m, FILE *out) {
    int holonomic = 0, redundant = 0;
    double *lambda = describe_multipliers(m);
    for (int i = 0; i < m->joints; i++) {
        holonomic += m->joint[i].holonomic;
        redundant += !m->joint[i].independent;
    }
    if (m->joints > 0)
        fprintf(out, "  %-*s %d: %d on positions, %d on velocities; %d redundant\n",
                SHOW_LABEL_WIDTH, "joints", m->joints, holonomic, m->joints - holonomic,
                redundant);
    for (int i = 0; i < m->joints && i < SHOW_MOST_PRINTED && lambda != NULL; i++)
        if (isfinite(lambda[i]))
            fprintf(out, "  %-*s %s: %.15g at the start\n", SHOW_LABEL_WIDTH,
                    i == 0 ? "multipliers" : "", m->joint[i].name, lambda[i]);
    free(lambda);
    if (m->joints > 0 && !m->reduced)
        show_line("reduction", "none: no formulas without the joints' forces", out);
}

static void print_number(const char *label, double value, FILE *out) {
    if (value > 0)
        fprintf(out, "%s %.15g", label, value);
}

/* "floor: gap 1 at the start, restitution 0.8, friction 0.5". */
static void print_contact(struct model *m, const struct contact *c, double gap,
                          FILE *out) {
    const double of_rest = describe_constant(m, c->static_friction);
    const double of_slip = describe_constant(m, c->dynamic_friction);
    fputs(c->name, out);
    if (isfinite(gap))
        fprintf(out, ": gap %.15g at the start", gap);
    print_number(", restitution", describe_constant(m, c->restitution), out);
    print_number(", friction", of_rest, out);
    if (of_rest > of_slip || of_rest < of_slip)
        fprintf(out, " at rest, %.15g sliding", of_slip);
    print_number(", viscous friction", describe_constant(m, c->viscous_friction), out);
    fputc('\n', out);
}

void show_contacts(struct model *m, FILE *out) {
    double *gap = describe_gaps(m);
    for (int i = 0; i < m->contacts && i < SHOW_MOST_PRINTED; i++) {
        fprintf(out, "  %-*s ", SHOW_LABEL_WIDTH, i == 0 ? "contacts" : "");
        print_contact(m, &m->contact[i], gap != NULL ? gap[i] : NAN, out);
    }
    if (m->contacts > SHOW_MOST_PRINTED)
        fprintf(out, "  %-*s ... (%d)\n", SHOW_LABEL_WIDTH, "", m->contacts);
    free(gap);
}
