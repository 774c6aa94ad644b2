/* A solution, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solution.h"

static const char *const statuses[] = {"ok", "failed", NULL};
const char *const solution_phases[] = {[CONTACT_COMPRESSION] = "compression",
                                       [CONTACT_EXPANSION] = "expansion",
                                       [CONTACT_LOAD] = "load",
                                       [CONTACT_POSITION] = "position",
                                       NULL};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct solution_sample, member, kind, __VA_ARGS__)
static const struct record_field sample_fields[] = {
    FIELD(t, DECIMAL, "a time of --at"),
    FIELD(state, PART, "there", .of = &record_state),
    FIELD(impact, FLAG, "whether its step has one: it is on the line between the ends",
          .may_lack = true),
    {.key = NULL},
};
#undef FIELD
const struct record solution_sample_record = {
    "sample", "A state on the way.", sizeof(struct solution_sample), sample_fields};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct solution_solve, member, kind, __VA_ARGS__)
#define ROWS .count = offsetof(struct solution_solve, rows)
static const struct record_field solve_fields[] = {
    FIELD(phase, WORD, "of the step", .words = solution_phases),
    FIELD(round, WHOLE, "of the impact, from 1; 0: there are none"),
    FIELD(t, NUMBER, "of the state at which it is solved"),
    FIELD(h, NUMBER, "of the load, and of positions in faithful mode; else 0"),
    FIELD(impulse, NUMBERS, "by contacts: the normal one, those along its slides", ROWS),
    FIELD(expansion, NUMBERS, "what is imposed", .or_null = true,
          .count = offsetof(struct solution_solve, imposed)),
    FIELD(before, NUMBERS, "the contacts' velocities", ROWS),
    FIELD(after, NUMBERS, "the contacts' velocities", ROWS),
    FIELD(iterations, WHOLE, "of the solver"),
    FIELD(verdict, TEXT, "how good it is"),
    FIELD(residual, NUMBER, "of the answer"),
    {.key = NULL},
};
#undef FIELD
const struct record solution_solve_record = {"solve", "A solve for impulses.",
                                             sizeof(struct solution_solve), solve_fields};

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct solution_step, member, kind, __VA_ARGS__)
static const struct record_field step_fields[] = {
    FIELD(t, NUMBER, "its end"),
    FIELD(h, NUMBER, "its size"),
    FIELD(next, NUMBER, "the size proposed for the next one"),
    FIELD(code, TEXT, "how it came out"),
    FIELD(state, PART, "at its end", .of = &record_state),
    RECORD_NAMED("solves", struct solution_step, solve, LIST,
                 "of contacts: the impulses of each solve", .of = &solution_solve_record,
                 .with = offsetof(struct solution_step, has_solves),
                 .count = offsetof(struct solution_step, solves)),
    {.key = NULL},
};
#undef FIELD
const struct record solution_step_record = {"step", "A step, of --steps.",
                                            sizeof(struct solution_step), step_fields};

static const struct record_field errors_fields[] = {
    RECORD_FIELD(struct solution_errors, position, DECIMAL, "of positions"),
    RECORD_FIELD(struct solution_errors, velocity, DECIMAL, "of velocities"),
    {.key = NULL},
};
static const struct record errors = {"constraint_errors", "How far joints are violated.",
                                     sizeof(struct solution_errors), errors_fields};

#define OF(member) offsetof(struct solution, member)
#define NAMED(key, member, kind, ...)                                                    \
    RECORD_NAMED(key, struct solution, member, kind, __VA_ARGS__)
#define FIELD(member, kind, ...) NAMED(#member, member, kind, __VA_ARGS__)
#define NUMBERS_BY_NAME(key, member, ...)                                                \
    NAMED(key, member.list, MAP, __VA_ARGS__, .of = &record_named_number,                \
          .count = OF(member.count))
#define IF_STEPPED .with = OF(has_verdicts)
static const struct record_field fields[] = {
    FIELD(model, TEXT, "its name"),
    FIELD(method, TEXT, "its name, or the integrator's"),
    FIELD(arithmetic, TEXT, "double, or mpfr:BITS"),
    FIELD(settings, OBJECT, "the method's options; set, step, until"),
    FIELD(status, WORD, "failed: the numerics did", .words = statuses),
    FIELD(why, TEXT, "why it failed", .or_null = true),
    FIELD(t, DECIMAL, "where the state is"),
    FIELD(state, PART, "at the end, or after the last step that succeeded",
          .of = &record_state),
    NAMED("error_estimate", estimate, PART, "of the last step", .of = &record_state,
          .known = OF(has_estimate)),
    NUMBERS_BY_NAME("multipliers", multipliers, "of joints, by their names",
                    .with = OF(has_multipliers)),
    NAMED("constraint_errors", error, PART, "of joints", .of = &errors,
          .with = OF(has_errors), .known = OF(are_errors_known)),
    NAMED("contacts", contacts.contact, MAP,
          "by their names: gap, impulse and what else is known",
          .of = &contact_told_record, .with = OF(has_contacts),
          .count = OF(contacts.contacts)),
    NUMBERS_BY_NAME("joint_impulses", contacts.joint_impulses,
                    "of the last step with contacts, by names", IF_STEPPED),
    NAMED("verdict", contacts.verdict, TEXT, "the worst of all solves of contacts",
          .or_null = true, IF_STEPPED),
    NAMED("last_verdict", contacts.last_verdict, TEXT, "of the last solve of contacts",
          .or_null = true, IF_STEPPED),
    NAMED("first_crossing", contacts.first_crossing, PART,
          "where a contact may first have been crossed unseen",
          .of = &crossing_told_record, .known = OF(contacts.has_crossing), IF_STEPPED),
    NAMED("events", contacts.events, WHOLE, "impacts and other ends of steps",
          .not_negative = true, IF_STEPPED),
    NUMBERS_BY_NAME("statistics", statistics, "counters, by their names"),
    NAMED("samples", sample, LIST, "at the times of --at", .of = &solution_sample_record,
          .count = OF(samples)),
    NAMED("steps", step, LIST, "of --steps", .of = &solution_step_record,
          .with = OF(logs_steps), .count = OF(steps)),
    FIELD(remark, TEXT, "what rounding hides", .may_lack = true),
    {.key = NULL},
};
const struct record solution_record = {"solution", "What solve --json prints.",
                                       sizeof(struct solution), fields};
