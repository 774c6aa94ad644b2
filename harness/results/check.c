/* What each quantity checks, and what to look at when it fails. The chapters of VERDICTS.md
 * say how each is judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/results/results_count.h"

static const struct check table[] = {
    {"*", "study", "the study could be carried out",
     "The reason names the signal, the time limit, or what the integrator said; run the "
     "command under a debugger. A crash between two calls: memory beside one's own was "
     "written to (-fsanitize=address, valgrind).",
     CHECK_WITHIN},
    {"*", "integrator", "the integrator from outside does not crash, hang or overrun",
     "The call that the reason names, under a debugger or a memory checker.",
     CHECK_WITHIN},
    {"fingerprint", "fingerprint",
     "every elementary weight of the method and its estimate",
     "The diagnosis names the method or the fault; the trees that fail share what is "
     "wrong.",
     CHECK_WITHIN},
    {"fingerprint", "fingerprint:order", "the order that the weights have",
     "The first trees that differ from the exact flow's 1/gamma set the order.",
     CHECK_WITHIN},
    {"fingerprint", "fingerprint:*", "the weights of another probe agree with the first",
     "State that is kept from step to step, or that depends on the order of unknowns.",
     CHECK_WITHIN},
    {"declared", "*", "what --expect declares is what the fingerprint shows",
     "Either the file of --expect or the integrator is wrong; the fingerprint's "
     "diagnosis "
     "says which method it is.",
     CHECK_WITHIN},
    {"originals", "*", "recorded runs of the original come out the same",
     "The first counter or decision that differs, in the points; a changed coefficient, "
     "tolerance or reuse of matrices.",
     CHECK_WITHIN},
    {"pinned", "*", "runs over all options cost and decide what they did before",
     "The first counter that differs; where it is meant to, harness/corpus/pin.c makes "
     "the "
     "file anew.",
     CHECK_WITHIN},
    {"control", "control-order",
     "by which power of the error estimate the steps follow it",
     "The order that error control takes the estimate for: the power of h in the "
     "estimate.",
     CHECK_WITHIN},
    {"control", "formula", "an accepted step is that of its law on the states before it",
     "What a rejected attempt leaves; coefficients that do not follow the grid; a "
     "history "
     "that is moved on too often.",
     CHECK_AT_MOST},
    {"control", "repeat", "an accepted step is the same step of a new start",
     "What a rejected attempt leaves: state, time, a stage that is used again, a size.",
     CHECK_AT_MOST},
    {"control", "accepted-error*", "no error much above the accuracy is accepted",
     "The test that accepts a step: its norm and which components are in it, factors, a "
     "least step that is accepted unseen.",
     CHECK_AT_MOST},
    {"control", "max-step", "no step is longer than the option max-step",
     "Where the next step is chosen: growth, the first step, the last one.",
     CHECK_AT_MOST},
    {"control", "end", "a run ends exactly at its end", "How the last step is cut.",
     CHECK_AT_MOST},
    {"control", "restart", "a run that is started again is the same to the bit",
     "What start leaves: the next step's size, a stage, earlier steps, counters that "
     "decide.",
     CHECK_AT_MOST},
    {"control", "controller", "the rule by which steps are chosen is that declared",
     "Exponent, safety factor, limits and norm, as they were identified.", CHECK_WITHIN},
    {"control", "counters:*", "a counter says what the bench has counted",
     "Where it is raised: at rejected attempts, too? In all stages?", CHECK_AT_MOST},
    {"control", "incidents",
     "nothing that an evaluation without a value touched is accepted",
     "What is done with a function's failure, and comparisons with what is not a number.",
     CHECK_AT_MOST},
    {"control", "accuracy:*", "the global error follows the accuracy",
     "Error control that is switched off, or a state that is not that of the step.",
     CHECK_AT_MOST},
    {"control", "error-control", "there is error control to be watched",
     "Whether the integrator has advance, and why it fails.", CHECK_WITHIN},
    {"control", "recovery", "a long step after short ones is the step of a new start",
     "Where the iteration begins after it has diverged with matrices that were kept.",
     CHECK_AT_MOST},
    {"conditions", "step*",
     "a step is the method's, whatever the system, its size and the time",
     "The system that the reason names: halfstep conditions --seed N draws it again. "
     "What it has "
     "that others have not: its size, a magnitude, the time, the step's number.",
     CHECK_AT_MOST},
    {"conditions", "estimate*", "a step's error estimate is the method's, the same way",
     "As for step.", CHECK_AT_MOST},
    {"conditions", "scaling*", "a scaled and rearranged system makes the scaled step",
     "A threshold that has a unit: on a value, a step, a rate; or a component that is "
     "not "
     "treated as the others are.",
     CHECK_AT_MOST},
    {"conditions", "copies*", "components that are copies of each other stay so",
     "What is done to one component alone: an index, a length, a loop that ends early; "
     "by a unit "
     "in the last place, perhaps the rest of a loop in vectors.",
     CHECK_AT_MOST},
    {"conditions", "translation*",
     "a system without time makes the same step at any time",
     "A threshold on the time, or a time that is used where only the step should be.",
     CHECK_AT_MOST},
    {"conditions", "linearity*",
     "of a linear system, the step of a sum is the sum of steps",
     "A threshold on a value; a component kept in less precision.", CHECK_AT_MOST},
    {"conditions", "restart*", "a step is that of a new start from the same state",
     "What is kept from step to step.", CHECK_AT_MOST},
    {"conditions", "late*", "late steps are early ones: after 1000, 65536 and 70000",
     "A counter of steps, a buffer that is full, a time that is summed.", CHECK_AT_MOST},
    {"determinism", "*", "the same input gives the same bits",
     "Memory that is read before it is written, state kept between runs, or state shared "
     "between threads.",
     CHECK_WITHIN},
    {"gap", "step-roundoff*", "a step in double is the exact step from the same state",
     "The point with the largest value: its state, step and component. More than a unit "
     "is "
     "no rounding: a coefficient, a stage's time, or an iteration that ends too early.",
     CHECK_AT_MOST},
    {"gap", "step-estimate*", "a step's error estimate is the exact one",
     "The estimate's sign and factor, and which two solutions it is the difference of.",
     CHECK_AT_MOST},
    {"gap", "newton-residual",
     "what the iteration's stop rule leaves is below the estimate",
     "The tolerance of the iteration, and the Jacobian that it is fed with.",
     CHECK_AT_MOST},
    {"gap", "error-order*", "the power of h with which one step's error falls",
     "The weights of the method: fingerprint names the trees.", CHECK_WITHIN},
    {"gap", "estimate-order*", "the power of h with which the estimate falls",
     "How the estimate is formed: fingerprint shows its weights.", CHECK_WITHIN},
    {"gap", "gap-order*", "the power of h with which error minus estimate falls",
     "The estimate's leading coefficient or its sign.", CHECK_WITHIN},
    {"gap", "remainder-order*", "nothing is left beyond the predicted coefficients",
     "A term that no power series in h has: a threshold, or a difference quotient.",
     CHECK_WITHIN},
    {"gap", "*-constant*", "digits to which measured and predicted coefficients agree",
     "The coefficient of the power of h that the points name.", CHECK_AT_LEAST},
    {"order", "order:projected*",
     "the power of h with which the error falls where joints are projected in every step",
     "order, of the same method without projection; then what a projection changes "
     "besides "
     "the joints' errors.",
     CHECK_WITHIN},
    {"order", "order*", "the power of h with which the global error falls",
     "The points: error against h, and those that were left out with the reason.",
     CHECK_WITHIN},
    {"order", "error-constant*", "the coefficient of the global error's leading term",
     "A method of the right order with other weights; the fingerprint names it.",
     CHECK_WITHIN},
    {"statistics", "identity:*", "counters fit to each other",
     "The setting in the points whose defect is not zero, and the counters of that run.",
     CHECK_WITHIN},
    {"statistics", "replay", "decisions are those of the algorithm in multiple precision",
     "The first decision that differs, with its margin, in the points.", CHECK_WITHIN},
    {"statistics", "same-step", "both methods' iterations lead to one step",
     "The digits of each method in the points.", CHECK_AT_LEAST},
    {"statistics", "evaluations-ratio*", "evaluations of default over faithful mode",
     "The accuracies in the points at which default mode costs more or is wrong.",
     CHECK_AT_MOST},
    {"statistics", "work-precision*", "error against evaluations",
     "The points: accuracy, error, evaluations.", CHECK_WITHIN},
    {"statistics", "*", "counters of the runs", "The counters in the points.",
     CHECK_WITHIN},
    {"invariants", "*", "invariants of the motion drift as the method's order says",
     "The points: drift against h. A drift of a lower power is an error in position or "
     "velocity alone.",
     CHECK_WITHIN},
    {"robustness", "*", "bad input is reported and survived",
     "The call that the quantity names: it has to fail with a message, leave the state "
     "as "
     "it was, and work afterwards.",
     CHECK_WITHIN},
    {"long-run", "*", "energy over many periods", "The points: energy against time.",
     CHECK_WITHIN},
    {"geometry", "two-form-*", "by which power of h a step is not symplectic",
     "The points: the largest entry of D^T W D - W against h.", CHECK_WITHIN},
    {"geometry", "two-form*", "a step is symplectic: D^T W D = W",
     "Which of position and velocity the step takes as it was before, in the reference.",
     CHECK_AT_LEAST},
    {"geometry", "determinant*", "a step keeps volume", "As of the two-form.",
     CHECK_AT_LEAST},
    {"geometry", "energy-order*", "the energy swings by O(h)",
     "The points: change of the energy against h.", CHECK_WITHIN},
    {"geometry", "modified-energy-order*",
     "H + k h v^T M f swings by O(h^2): the sign of k tells the forms apart",
     "Which of position and velocity the integrator's step takes as it was before.",
     CHECK_WITHIN},
    {"geometry", "energy-*", "the energy neither grows nor wanders in long runs",
     "The points: error of the energy against time.", CHECK_AT_MOST},
    {"geometry", "gaming-order", "form 2 minus gaming falls with h^2",
     "The points; a form 2 that takes velocities as they were before is the gaming form.",
     CHECK_WITHIN},
    {"geometry", "gaming-*", "form 2 minus gaming is h^2 f_y f",
     "The components in the points, measured and predicted.", CHECK_AT_LEAST},
    {"geometry", "damping-*", "form 2 minus gaming grows with the damping as predicted",
     "The points: the difference against c.", CHECK_WITHIN},
    {"stability", "conjugate", "form 1 has the orbits of the gaming form",
     "The order of the two parts of a step, in the reference.", CHECK_AT_LEAST},
    {"stability", "*", "what is bounded, and up to which step",
     "The points: the longest step found and the formula's; study_stability_formula.c.",
     CHECK_AT_MOST},
    {"drift", "constraint-error*", "constraint errors stay below the tolerance",
     "The run in the points whose error exceeds its tolerance: when projection is "
     "thought "
     "needless, and whether what is interpolated is projected.",
     CHECK_AT_MOST},
    {"drift", "*", "how constraints drift without projection", "The points.",
     CHECK_WITHIN},
    {"budget", "momentum*", "velocities and impulses of every solve fit together",
     "The phase and time in the points: M (v - v_free), J^T r and G^T lambda of that "
     "solve, "
     "and which velocities it begins with.",
     CHECK_AT_MOST},
    {"budget", "velocities", "the contacts' velocities are the model's",
     "How rows of J and their offsets reach the stepper.", CHECK_AT_MOST},
    {"budget", "energy-rise*", "no impact makes energy",
     "The impact at the time in the points: its expansion, and the cap on it.",
     CHECK_AT_MOST},
    {"budget", "energy*", "the energy of every solve is accounted for",
     "The phase and time in the points: what it adds to the velocities, and the energies "
     "that are told.",
     CHECK_AT_MOST},
    {"budget", "law:*", "every verified solve obeys the laws of contact",
     "The contact, phase and time in the points; the residual that the answer bears.",
     CHECK_AT_MOST},
    {"budget", "unverified", "nearly all solves are verified",
     "Solves of each phase in the points.", CHECK_AT_MOST},
    {"settling", "forces*", "each level carries the weight above",
     "The level in the points whose force is off; whether the solver stops too early.",
     CHECK_AT_MOST},
    {"settling", "*", "what is at rest stays at rest",
     "The load, its touching contacts and biases, and the projection of positions.",
     CHECK_AT_MOST},
    {"restitution", "impact:*", "an impact is what its law says",
     "The velocities in the points, found and expected; rounds, and which contacts take "
     "part in them.",
     CHECK_AT_MOST},
    {"restitution", "impact-energy", "no law makes energy in default mode",
     "The law and way in the points whose ratio is above 1.", CHECK_AT_MOST},
    {"restitution", "newton-rise", "the original's Newton makes the energy that it does",
     "The addition to the normal rows in faithful mode.", CHECK_WITHIN},
    {"restitution", "routh", "an impact with friction is Routh's",
     "The friction in compression and in expansion.", CHECK_AT_MOST},
    {"expect", "acceptance", "accepted deviations are still there",
     "Remove the acceptance, or correct its patterns.", CHECK_WITHIN},
    {"*", "*", "what the quantity's name says", "The points behind the result.",
     CHECK_WITHIN},
};

const struct check *check_of(const struct result *result) {
    const struct check *q = table;
    while (!glob_matches(q->study, result->study) ||
           !glob_matches(q->name, result->quantity))
        q++;
    return q;
}

void check_rule(char *text, size_t size, const struct result *result) {
    const char *quantity = result->quantity;
    const char *component = result->component;
    size_t length = strlen(quantity), end = strlen(component) + 1;
    bool names_it = end > 1 && length > end && quantity[length - end] == ':' &&
                    strcmp(quantity + length - end + 1, component) == 0;
    if (strncmp(quantity, "invariant", strlen("invariant")) == 0)
        length = strcspn(quantity, ":");
    else if (names_it)
        length -= end;
    snprintf(text, size, "%s/%.*s", result->study, (int)length, quantity);
}

/* A word that a shell takes as it is needs no quotes. */
static const char *quote_for(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./-+:";
    return word[strspn(word, plain)] == '\0' ? "" : "'";
}

void check_command(char *text, size_t size, const struct result *result,
                   const struct gate_outcome *o) {
    static const char *const commands[] = {"order",    "gap",        "statistics",
                                           "geometry", "drift",      "budget",
                                           "settling", "restitution"};
    const char *study = result->study;
    const char *model = results_text(o->asked, result->model);
    const char *quote = quote_for(model), *subject = o->integrator;
    bool is_of_method =
        strcmp(study, "fingerprint") == 0 || strcmp(study, "declared") == 0;
    bool is_of_model = false,
         is_alone = strcmp(study, "stability") == 0 || strcmp(study, "conditions") == 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        is_of_model |= model[0] != '\0' && strcmp(commands[i], study) == 0;
    text[0] = '\0';
    if (!is_of_method && !is_of_model && !is_alone)
        return;
    snprintf(text, size, "halfstep %s%s%s%s%s %s%s", is_of_method ? "fingerprint" : study,
             is_of_model ? " " : "", is_of_model ? quote : "", is_of_model ? model : "",
             is_of_model ? quote : "", subject != NULL ? "" : "--method ",
             subject != NULL ? subject : result->method);
}

const char *check_grade(const char *grade) {
    static const struct {
        const char *grade, *words;
    } known[] = {
        {"closed-form", "against a formula"},
        {"certified", "against an enclosure"},
        {"converged",
         "against two solutions of different precision and order that agree"},
        {"discrete", "against the discrete equations solved in multiple precision"},
        {"recorded", "against recorded runs of the original"},
        {"published", "against published values"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].grade, grade) == 0)
            return known[i].words;
    return "";
}
