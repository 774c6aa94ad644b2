/* The quantities of the studies of order, gap, statistics and timing.
 *
 * With x(h) the exact solution, xb(h) one step of h and xt(h) two of h/2, for a method of
 * order one: error xt - x = C2 h^2 + .., estimate xb - xt = C2 h^2 + .., gap = error -
 * estimate = O(h^3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/quantity.h"

#include <string.h>

#define ORDER_GROUP "Global error"
#define SLOPE_GROUP "Gap: slopes"
#define CONSTANT_GROUP "Gap: constants"
#define STEP_GROUP "One step in double"
#define WORK_GROUP "Work"
#define COUNTER_GROUP "Counters"
#define TIME_GROUP "Time"
#define INVARIANT_GROUP "Invariants"
#define LONG_GROUP "Long times"
#define GEOMETRY_GROUP "Geometry"
#define STABILITY_GROUP "Stability"
#define DRIFT_GROUP "Drift of constraints"
#define CONTACT_GROUP "Contact"
#define STACK_GROUP "Stacks"
#define IMPACT_GROUP "Impacts"
#define BEHAVIOUR_GROUP "Behaviour"
#define CONDITIONS_GROUP "All conditions"
#define CONTROL_GROUP "Control of the step size"
#define ORIGINAL_GROUP "Originals"
#define FINGERPRINT_GROUP "Fingerprint"

const struct quantity quantity_table[] = {
    {"order", "order", "Order", "exponent", ORDER_GROUP,
     "The exponent with which the global error falls when the step size "
     "does, in the norm of the whole state.",
     QUANTITY_ORDER},
    {"order", "error-constant", "Constant of the error", "constant", ORDER_GROUP,
     "How far the constant of the global error, extrapolated to h = 0, is from the "
     "solution "
     "of the variational equation, relative to it.",
     QUANTITY_DEVIATION},
    {"gap", "error-order", "Slope of the error", "error", SLOPE_GROUP,
     "The exponent of the true error of one step.", QUANTITY_ORDER},
    {"gap", "estimate-order", "Slope of the estimate", "estimate", SLOPE_GROUP,
     "The exponent of the method\xE2\x80\x99s own estimate of that error.",
     QUANTITY_ORDER},
    {"gap", "gap-order", "Slope of the gap", "gap", SLOPE_GROUP,
     "The exponent of error minus estimate: one more than either, if the estimate has "
     "the "
     "error\xE2\x80\x99s leading term.",
     QUANTITY_ORDER},
    {"gap", "error-constant", "Coefficients of the error", "error", CONSTANT_GROUP,
     "Decimal digits to which the measured coefficients agree with those that power "
     "series "
     "in h predict, in the worst component.",
     QUANTITY_DIGITS},
    {"gap", "estimate-constant", "Coefficients of the estimate", "estimate",
     CONSTANT_GROUP, "The same for the estimate.", QUANTITY_DIGITS},
    {"gap", "gap-constant", "Coefficients of the gap", "gap", CONSTANT_GROUP,
     "The same for the gap.", QUANTITY_DIGITS},
    {"gap", "leading-constant", "Leading coefficient", "leading term", CONSTANT_GROUP,
     "Digits to which the estimate\xE2\x80\x99s first coefficient agrees with "
     "x\xE2\x80\xB3/4, "
     "taken from the exact flow alone.",
     QUANTITY_DIGITS},
    {"gap", "third-constant", "Third coefficient", "third order", CONSTANT_GROUP,
     "Digits to which the coefficients of h\xC2\xB3 agree with elementary differentials "
     "of "
     "the field.",
     QUANTITY_DIGITS},
    {"gap", "remainder-order", "Slope of the remainder", "remainder", CONSTANT_GROUP,
     "The exponent of what is left when all predicted terms are subtracted: one more "
     "than "
     "the last of them.",
     QUANTITY_ORDER},
    {"gap", "step-roundoff", "Round-off of a step", "step", STEP_GROUP,
     "The largest difference between a step in double and the exact step in multiple "
     "precision from the same state, as a multiple of the bound on round-off.",
     QUANTITY_BOUND},
    {"gap", "step-estimate", "Round-off of the estimate", "estimate", STEP_GROUP,
     "The same for the error estimate.", QUANTITY_BOUND},
    {"gap", "newton-residual", "Newton residual", "Newton", STEP_GROUP,
     "What the method\xE2\x80\x99s own rule to stop Newton\xE2\x80\x99s iteration "
     "changes in a step, in units of the error estimate: beyond 1 the estimate says more "
     "about the iteration than about the step. Required of the default mode only.",
     QUANTITY_SHARE},
    {"statistics", "evaluations-ratio", "Default against faithful", "evaluations",
     WORK_GROUP,
     "Evaluations of the default mode over those of the faithful mode, at equal error.",
     QUANTITY_RATIO},
    {"statistics", "evaluations-ratio-mean", "Default against faithful, mean", "mean",
     WORK_GROUP, "The geometric mean of that ratio over the problems.", QUANTITY_RATIO},
    {"statistics", "work-precision", "Work against precision", "work", WORK_GROUP,
     "The exponent with which evaluations grow as the error falls.", QUANTITY_DATA},
    {"statistics", "identity", "Identities of counters", "identities", COUNTER_GROUP,
     "Equations that hold between the counters of a run, exactly.", QUANTITY_DEFECT},
    {"statistics", "replay", "Equal to the replay", "replay", COUNTER_GROUP,
     "Runs in which counters or decisions of the faithful mode are not those of the same "
     "algorithm in multiple precision, rounding-sensitive ones not counted.",
     QUANTITY_COUNT},
    {"statistics", "same-step", "The same step", "same step", COUNTER_GROUP,
     "Digits to which steps of both methods agree with the exact pair.", QUANTITY_DIGITS},
    {"statistics", "counters", "Counters", "counters", COUNTER_GROUP, "", QUANTITY_DATA},
    {"statistics", "method-cost", "Velocity-implicit over implicit", "cost",
     COUNTER_GROUP, "", QUANTITY_DATA},
    {"timing", "ns-per-step", "Time of a step", "step", TIME_GROUP,
     "Nanoseconds; it passes when nothing was allocated in a step and the counters are "
     "those recorded of the original.",
     QUANTITY_TIME},
    {"timing", "original-ratio", "Times faster than the original", "original", TIME_GROUP,
     "The time recorded of the original, on another machine, over ours: the geometric "
     "mean over kinds of runs.",
     QUANTITY_FACTOR},
    {"timing", "original-ratio-mean", "Times faster than the original, mean", "mean",
     TIME_GROUP, "The geometric mean over kinds of runs and problems.", QUANTITY_FACTOR},
    {"timing", "step-over-kernels", "Step over its kernels", "kernels", TIME_GROUP,
     "The time of a step over the sum of its kernels, each timed alone: evaluations, "
     "Jacobian, factorisation, solves. The largest of all kinds of runs.",
     QUANTITY_RATIO},
    {"timing", "chain-slope", "Growth of a step\xE2\x80\x99s time", "growth", TIME_GROUP,
     "The exponent with which the time of a step grows with a chain.", QUANTITY_RATIO},
    {"timing", "chain-slope-exact", "Growth, exact Jacobian", "growth, exact", TIME_GROUP,
     "The same with the exact Jacobian.", QUANTITY_RATIO},
    {"timing", "chain-slope-joints", "Growth with joints", "growth, joints", TIME_GROUP,
     "The exponent with which the time of a step grows with a chain of rods.",
     QUANTITY_RATIO},
    {"timing", "chain-slope-joints-every-step", "Growth, projected every step",
     "growth, projected", TIME_GROUP, "The same with a projection after every step.",
     QUANTITY_RATIO},
    {"timing", "peer-ratio", "Times faster than Simbody", "Simbody", TIME_GROUP,
     "The time of Simbody\xE2\x80\x99s own stepper in the same rounds over ours. Its "
     "package is "
     "built with assertions and debugging texts, which take most of its time.",
     QUANTITY_FACTOR},
    {"timing", "contact-slope", "Growth of a stack\xE2\x80\x99s step", "growth",
     TIME_GROUP,
     "The exponent with which the time of a step grows with the height of a stack at "
     "rest.",
     QUANTITY_RATIO},
    {"timing", "contact-memory", "Growth of a stack\xE2\x80\x99s memory", "memory",
     TIME_GROUP,
     "The exponent with which the memory of a stepper grows with the height of a stack.",
     QUANTITY_RATIO},
    {"timing", "chain-memory", "Growth of memory", "memory", TIME_GROUP,
     "The exponent with which the memory of an integrator grows with a chain.",
     QUANTITY_RATIO},
    {"timing", "chain-memory-exact", "Growth of memory, exact Jacobian", "memory, exact",
     TIME_GROUP, "The same with the exact Jacobian.", QUANTITY_RATIO},
    {"invariants", "invariant-order", "Order of the drift", "order", INVARIANT_GROUP,
     "The exponent with which the drift of an invariant falls when the step size does.",
     QUANTITY_ORDER},
    {"invariants", "invariant-constant", "Constant of the drift", "constant",
     INVARIANT_GROUP,
     "How far the constant of that drift is from the one that the method\xE2\x80\x99s "
     "error makes, relative to it.",
     QUANTITY_DEVIATION},
    {"invariants", "invariant-linear", "Drift by rounding", "linear", INVARIANT_GROUP,
     "The drift of an invariant that is linear in the state, as a multiple of what "
     "rounding and the iteration\xE2\x80\x99s tolerance may make of it.",
     QUANTITY_BOUND},
    {"long-run", "energy-drift", "Drift of the energy", "drift", LONG_GROUP,
     "How the energy drifts over a long time.", QUANTITY_NUMBER},
    {"long-run", "energy-error", "Error of the energy", "error", LONG_GROUP,
     "The largest relative error of the energy over a long time.", QUANTITY_NUMBER},
    {"geometry", "two-form", "The two-form is kept", "two-form", GEOMETRY_GROUP,
     "Digits to which a step\xE2\x80\x99s derivative keeps the symplectic two-form.",
     QUANTITY_DIGITS},
    {"geometry", "determinant", "Volume is kept", "volume", GEOMETRY_GROUP,
     "Digits to which the derivative\xE2\x80\x99s determinant is 1.", QUANTITY_DIGITS},
    {"geometry", "two-form-order", "Slope of the two-form\xE2\x80\x99s defect", "defect",
     GEOMETRY_GROUP, "The power of h with which a step is not symplectic.",
     QUANTITY_NUMBER},
    {"geometry", "two-form-constant", "Constant of that defect", "constant",
     GEOMETRY_GROUP,
     "How far the defect of explicit Euler is from h\xC2\xB2 times the second derivative "
     "of "
     "the potential.",
     QUANTITY_DEVIATION},
    {"geometry", "energy-order", "Slope of the energy\xE2\x80\x99s change", "energy",
     GEOMETRY_GROUP, "The power of h with which the energy swings.", QUANTITY_NUMBER},
    {"geometry", "modified-energy-order", "Slope of the modified energy\xE2\x80\x99s",
     "modified", GEOMETRY_GROUP,
     "The power of h with which the energy with its first correction swings: one more.",
     QUANTITY_NUMBER},
    {"geometry", "energy-growth", "Growth of the energy\xE2\x80\x99s error", "growth",
     GEOMETRY_GROUP,
     "The largest error of the energy in a long run over that of its first sixteenth.",
     QUANTITY_RATIO},
    {"geometry", "energy-trend", "Trend of the energy", "trend", GEOMETRY_GROUP,
     "What the energy\xE2\x80\x99s mean moves in a long run, over its range.",
     QUANTITY_RATIO},
    {"geometry", "gaming-same", "Gaming is form 2", "same", GEOMETRY_GROUP,
     "Digits to which both are the same step, where forces do not depend on velocities.",
     QUANTITY_DIGITS},
    {"geometry", "gaming-order", "Slope of form 2 minus gaming", "gaming", GEOMETRY_GROUP,
     "The power of h with which the two differ in a step.", QUANTITY_NUMBER},
    {"geometry", "gaming-constant", "Constant of form 2 minus gaming", "gaming",
     GEOMETRY_GROUP,
     "Digits to which their difference over h\xC2\xB2 is the rates\xE2\x80\x99 "
     "derivative "
     "along themselves.",
     QUANTITY_DIGITS},
    {"geometry", "damping-order", "Power of the damping in it", "damping", GEOMETRY_GROUP,
     "The power of a damping with which form 2 minus gaming grows: 1 where it is weak.",
     QUANTITY_NUMBER},
    {"geometry", "damping-constant", "Constant over all dampings", "damping",
     GEOMETRY_GROUP,
     "The largest relative difference of form 2 minus gaming from its prediction.",
     QUANTITY_DEVIATION},
    {"stability", "stability-limit", "Longest stable step", "limit", STABILITY_GROUP,
     "How far the longest stable step on a spring with a damper is from its formula, "
     "relative to it.",
     QUANTITY_DEVIATION},
    {"stability", "stability-runs", "Runs on either side of it", "runs", STABILITY_GROUP,
     "Runs that grow below the limit, or do not above it.", QUANTITY_COUNT},
    {"stability", "pendulum-limit", "Longest stable step of a pendulum", "pendulum",
     STABILITY_GROUP, "The same of a braked pendulum at rest, by runs alone.",
     QUANTITY_DEVIATION},
    {"stability", "conjugate", "Form 1 has the orbits of gaming", "orbits",
     STABILITY_GROUP, "Digits to which steps of form 1 are the gaming form\xE2\x80\x99s.",
     QUANTITY_DIGITS},
    {"stability", "rotation-balance", "Energy of a free body", "body", STABILITY_GROUP,
     "How far the change of a free body\xE2\x80\x99s energy is from its exact balance.",
     QUANTITY_DEVIATION},
    {"drift", "constraint-error", "Errors of constraints", "constraints", DRIFT_GROUP,
     "The largest error of a constraint over its tolerance, at any time reported and at "
     "the "
     "end of any step.",
     QUANTITY_BOUND},
    {"drift", "drift-order", "Slope of the drift", "drift", DRIFT_GROUP,
     "The power of h of errors of constraints without projection: at least the "
     "method\xE2\x80\x99s order.",
     QUANTITY_NUMBER},
    {"drift", "drift-growth", "Growth of the drift", "growth", DRIFT_GROUP,
     "The power of time with which it grows.", QUANTITY_NUMBER},
    {"drift", "constraint-series", "Errors of constraints over time", "series",
     DRIFT_GROUP, "", QUANTITY_DATA},
    {"budget", "momentum", "Momentum", "momentum", CONTACT_GROUP,
     "The largest defect of a solve\xE2\x80\x99s balance of momentum, of the chain from "
     "one "
     "to the next, and of the load from the forces, in units of its bound.",
     QUANTITY_BOUND},
    {"budget", "energy", "Energy", "energy", CONTACT_GROUP,
     "The largest difference between a solve\xE2\x80\x99s change of kinetic energy and "
     "the "
     "work of its impulses and forces, in units of its bound; and what it adds.",
     QUANTITY_BOUND},
    {"budget", "energy-rise", "Energy made by impacts", "rise", CONTACT_GROUP,
     "The largest rise of kinetic energy in an impact as a whole, in units of its bound.",
     QUANTITY_BOUND},
    {"budget", "velocities", "Velocities of contacts", "velocities", CONTACT_GROUP,
     "How far they are from the model\xE2\x80\x99s own, in units of the bound.",
     QUANTITY_BOUND},
    {"budget", "law", "Laws of contact", "laws", CONTACT_GROUP,
     "The largest violation in any solve that is told to be verified, in units of its "
     "bound.",
     QUANTITY_BOUND},
    {"budget", "unverified", "Solves not verified", "unverified", CONTACT_GROUP,
     "Their share.", QUANTITY_DEVIATION},
    {"budget", "energy-series", "Energies over time", "series", CONTACT_GROUP, "",
     QUANTITY_DATA},
    {"settling", "kinetic", "Kinetic energy at rest", "kinetic", STACK_GROUP,
     "What a stack at rest has after ten seconds.", QUANTITY_DEVIATION},
    {"settling", "drift", "Drift at rest", "drift", STACK_GROUP,
     "How far positions have moved by then.", QUANTITY_DEVIATION},
    {"settling", "forces", "Forces at rest", "forces", STACK_GROUP,
     "How far the normal force of a level is from the weight above it, relative to it.",
     QUANTITY_DEVIATION},
    {"settling", "unverified", "Steps not verified", "unverified", STACK_GROUP,
     "Their share.", QUANTITY_DEVIATION},
    {"settling", "violent", "Kicked, not verified", "kicked", STACK_GROUP,
     "The share of steps that could not be verified after a stack of ten was kicked.",
     QUANTITY_DEVIATION},
    {"restitution", "impact", "An impact is its law", "impact", IMPACT_GROUP,
     "How far velocities after the first impact are from the law\xE2\x80\x99s, by "
     "enumeration, relative to the largest before it.",
     QUANTITY_DEVIATION},
    {"restitution", "impact-energy", "Energy after the first impact", "energy",
     IMPACT_GROUP, "Over that before it, the largest of all laws in default mode.",
     QUANTITY_DEVIATION},
    {"restitution", "newton-rise", "Energy made by the original\xE2\x80\x99s Newton",
     "Newton", IMPACT_GROUP,
     "Kinetic energy after the impact over before, against the law\xE2\x80\x99s.",
     QUANTITY_NUMBER},
    {"restitution", "routh", "Routh\xE2\x80\x99s impact", "Routh", IMPACT_GROUP,
     "How far velocities after an impact with friction are from the exact "
     "one\xE2\x80\x99s, "
     "along which the impulse grows; judged where the slip keeps its way.",
     QUANTITY_DEVIATION},
    {"determinism", "determinism", "Same bits", "same bits", BEHAVIOUR_GROUP,
     "States and counters that differ in any bit between runs that should be the same.",
     QUANTITY_CASES},
    {"robustness", "robustness", "Unharmed", "bad input", BEHAVIOUR_GROUP,
     "Incidents, such as a step that is no number or rates that fail, after which the "
     "integrator is not as it was before.",
     QUANTITY_CASES},
    {"control", "control-order", "Power of the error in the step size", "power",
     CONTROL_GROUP,
     "The next step\xE2\x80\x99s size follows the error estimate to the power "
     "\xE2\x88\x92"
     "1 over this: the order of the estimate.",
     QUANTITY_NUMBER},
    {"control", "formula", "Accepted steps, by their law", "formula", CONTROL_GROUP,
     "How far an accepted step of a multistep method is from its law on the states "
     "before "
     "it, over what rounding or an iteration may do.",
     QUANTITY_NUMBER},
    {"control", "repeat", "Accepted steps, made again", "repeat", CONTROL_GROUP,
     "How far an accepted step is from a step of its size after a new start, over what "
     "rounding or an iteration may do.",
     QUANTITY_NUMBER},
    {"control", "accepted-error", "Largest accepted error", "accepted", CONTROL_GROUP,
     "The largest error estimate of an accepted step over the accuracy.",
     QUANTITY_NUMBER},
    {"control", "max-step", "Longest step", "max-step", CONTROL_GROUP,
     "The longest step over the option max-step.", QUANTITY_NUMBER},
    {"control", "end", "End of a run", "end", CONTROL_GROUP,
     "How far a run ends from its end, over rounding.", QUANTITY_NUMBER},
    {"control", "restart", "Started again", "restart", CONTROL_GROUP,
     "Steps that are not the same, bit by bit, when a run is started again.",
     QUANTITY_NUMBER},
    {"control", "controller", "Rule of the step size", "rule", CONTROL_GROUP,
     "One over the exponent by which steps follow the error; the reason tells the rule.",
     QUANTITY_NUMBER},
    {"control", "counters", "Counters, counted", "counters", CONTROL_GROUP,
     "How far a counter is from what the bench has counted.", QUANTITY_NUMBER},
    {"control", "incidents", "Evaluations without a value", "incidents", CONTROL_GROUP,
     "Runs in which a step was accepted that an evaluation without a value touched.",
     QUANTITY_NUMBER},
    {"control", "accuracy", "Error and accuracy", "accuracy", CONTROL_GROUP,
     "The global error over accuracy and number of steps; and by which power of the "
     "accuracy it goes.",
     QUANTITY_NUMBER},
    {"control", "error-control", "Error control", "control", CONTROL_GROUP,
     "Whether there is error control to be watched.", QUANTITY_NUMBER},
    {"control", "recovery", "A step after shorter ones", "recovery", CONTROL_GROUP,
     "How far a long step after short ones is from the same step after a new start, "
     "relative to its result.",
     QUANTITY_DEVIATION},
    {"conditions", "step", "A step under all conditions", "steps", CONDITIONS_GROUP,
     "The largest difference of a step from the method\xE2\x80\x99s own, on systems of "
     "any "
     "size, magnitude and time, in units of what rounding may make of it.",
     QUANTITY_BOUND},
    {"conditions", "estimate", "Its estimate", "estimates", CONDITIONS_GROUP,
     "The same of its error estimate.", QUANTITY_BOUND},
    {"conditions", "scaling", "Scaled and rearranged", "scaling", CONDITIONS_GROUP,
     "How far the step of a scaled and rearranged system is from the scaled step.",
     QUANTITY_BOUND},
    {"conditions", "copies", "Components that are alike", "copies", CONDITIONS_GROUP,
     "How far components that are copies of each other part.", QUANTITY_BOUND},
    {"conditions", "translation", "At another time", "translation", CONDITIONS_GROUP,
     "How far the step of a system without time depends on it.", QUANTITY_BOUND},
    {"conditions", "linearity", "Sums", "sums", CONDITIONS_GROUP,
     "How far the step of a sum is from the sum of steps.", QUANTITY_BOUND},
    {"conditions", "restart", "A new start", "restart", CONDITIONS_GROUP,
     "How far a step is from that of a new start at the same state.", QUANTITY_BOUND},
    {"conditions", "late", "Late steps", "late", CONDITIONS_GROUP,
     "How far steps after 1000, 65536 and 70000 are from early ones.", QUANTITY_BOUND},
    {"originals", "original-cases", "Recorded cases reproduced", "originals",
     ORIGINAL_GROUP,
     "Runs recorded of the original program whose counters and states come out again.",
     QUANTITY_NUMBER},
    {"pinned", "pinned-runs", "Short runs that are as before", "as before",
     ORIGINAL_GROUP,
     "Short runs over all options that come out with the counters, decisions and states "
     "that were recorded.",
     QUANTITY_NUMBER},
    {"fingerprint", "fingerprint", "Weights that are as expected", "weights",
     FINGERPRINT_GROUP, "Trees whose weights are those of the method.", QUANTITY_NUMBER},
};

const int quantity_table_size = sizeof quantity_table / sizeof quantity_table[0];

/* Quantities whose parts have words of their own. */
static const struct {
    const char *quantity, *words;
} parts[] = {
    {"study", "Carried out at all"},
    {"integrator", "Does not crash, hang or break a promise"},
    {"fingerprint:composition", "Two steps are one after the other"},
    {"fingerprint:equivariance", "The same weights in another basis"},
    {"fingerprint:agreement", "The same weights in double and at 256 bits"},
    {"fingerprint:order", "Order, from the weights"},
    {"declared-method", "The method that is declared"},
    {"declared-order", "The order that is declared"},
    {"declared-estimate-order", "The order of the estimate that is declared"},
    {"declared-estimate", "The kind of estimate that is declared"},
    {"acceptance", "What is accepted does occur"},
    {"determinism:again", "Same bits: started again"},
    {"determinism:process", "Same bits: in a process of its own"},
    {"determinism:threads", "Same bits: in several threads"},
    {"determinism:unrelated", "Same bits: beside unrelated work"},
    {"determinism:after-failure", "Same bits: after a failure"},
    {"robustness:start", "Unharmed: a start that is not finite"},
    {"robustness:step-zero", "Unharmed: a step of 0"},
    {"robustness:step-negative", "Unharmed: a negative step"},
    {"robustness:step-not-finite", "Unharmed: a step that is not finite"},
    {"robustness:step-huge", "Unharmed: a huge step"},
    {"robustness:rates-fail", "Unharmed: rates that fail"},
    {"robustness:rates-nan", "Unharmed: rates that are no number"},
};

const char *quantity_words(const struct report_result *result) {
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(result->quantity, parts[i].quantity) == 0) {
            return parts[i].words;
        }
    }
    return NULL;
}
