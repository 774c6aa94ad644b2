/* The figures of a report.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/figure.h"

#define STEP "step size h (units of the model\xE2\x80\x99s time)"
#define ENGINE_STEP "step h (s)"
#define ENGINE_ERROR "error over the largest component"
#define TIME "time t (units of the model)"

const struct figure_kind figure_kinds[] = {
    {"convergence", "Global error against the step size", "order", "order", "h", "error",
     STEP, "error in the norm of the state", true, true, false,
     "Both axes are logarithmic: a slope of p is an order of p. Pale points were not "
     "used for "
     "the fit."},
    {"step-error", "The error of one step", "gap", "error-order", "h", "error", STEP,
     "|error| of one step", true, true, false,
     "Our methods in multiple precision, others in double; from several points of the "
     "exact motion, each a curve; the first has marks."},
    {"step-estimate", "Its estimate", "gap", "estimate-order", "h", "error", STEP,
     "|estimate| of that error", true, true, false,
     "What the method itself says about the error of the same steps."},
    {"step-gap", "What the estimate misses", "gap", "gap-order", "h", "error", STEP,
     "|error \xE2\x88\x92 estimate|", true, true, false,
     "One power of h more than either, if the estimate has the leading term of the "
     "error."},
    {"work", "Work against precision", "statistics", "work-precision", "error",
     "evaluations", "error reached", "evaluations of the rates", true, true, false,
     "Further down is cheaper, further left more accurate."},
    {"time-work", "Time against precision", "timing", "work-precision", "error", "value",
     "error reached", "time of a run (ns)", true, true, false,
     "Measured by the clock of halfstep timing, the median of its rounds."},
    {"invariants", "Drift of invariants against the step size", "invariants",
     "invariant-order", "h", "error", STEP, "|drift|", true, true, false, ""},
    {"linear-invariants", "Linear invariants", "invariants", "invariant-linear", "h",
     "error", STEP, "|drift|", true, true, true,
     "What is linear in the state drifts by rounding alone; the floor is what that may "
     "do."},
    {"over-time", "Invariants over time", "long-run", "energy-error energy-drift", "t",
     "error", TIME, "relative error of the energy", false, true, false, ""},
    {"energy", "The largest error of the energy so far", "geometry", "energy-growth", "t",
     "largest", TIME, "largest |error of the energy|", true, true, false,
     "A symplectic method keeps it bounded: its curve becomes level."},
    {"two-form", "How far a step is from symplectic", "geometry", "two-form-order", "h",
     "error", STEP, "|D\xE1\xB5\x80 \xCE\xA9 D \xE2\x88\x92 \xCE\xA9|", true, true, false,
     ""},
    {"constraints", "Errors of constraints over time", "drift", "constraint-series", "t",
     "error", TIME, "largest error of a constraint", false, true, false,
     "With projection off, lazy, and at every step."},
    {"drift", "Drift of constraints against the step size", "drift", "drift-order", "h",
     "error", STEP, "error without projection", true, true, false, ""},
    {"limits", "Longest stable step", "stability", "stability-limit", "damping",
     "limit expected", "damping ratio", "longest stable step (units of time)", false,
     true, false, "Found by bisection, and by formula (dashed)."},
    {"rotation", "How long a free body keeps its energy", "stability", "rotation-balance",
     "h", "time", STEP, "time to double or halve (units of time)", true, true, false, ""},
    {"energies", "Energies over time", "budget", "energy-series", "t",
     "kinetic forces compression expansion load", TIME, "energy and work", false, false,
     false, "Kinetic energy, and the work of forces and of impulses since the start."},
    {"forces", "Forces in a stack", "settling", "forces", "level", "force expected",
     "level, from the ground up", "force and the weight above it", false, true, false,
     ""},
    {"growth", "Growth with size", "timing", "chain-slope chain-slope-exact growth",
     "masses", "value", "masses", "time of a step (ns)", true, true, false,
     "A slope of 1 is a time proportional to the size."},
    {"history", "Over the commits", "history", "history", "commit", "value",
     "commit, from the first on", "value, in the unit of the title", false, false, false,
     ""},
    {"peer", "Beside another integrator", "peers", "peers", "error", "seconds",
     "error reached", "time of a run (s)", true, true, false,
     "Measured in the same rounds, on the same machine."},
    {"rose", "Where a push ends", "engines", "rose", "along", "value",
     "along an edge, over u\xC2\xB2/(2 \xCE\xBC g)", "along the other", false, false,
     false,
     "A block is pushed at an angle to its edges: by Coulomb\xE2\x80\x99s law it stops "
     "on the "
     "circle, straight on; a pyramid of friction has corners."},
    {"order-before", "Before an impact", "engines", "order-before", "h", "error",
     ENGINE_STEP, ENGINE_ERROR, true, true, false,
     "A ball in free fall: a slope of p is an order of p."},
    {"order-through", "Just after an impact", "engines", "order-through", "h", "error",
     ENGINE_STEP, ENGINE_ERROR, true, true, false,
     "Less than 2 ms after it, where a step more or less decides."},
    {"order-after", "After an impact", "engines", "order-after", "h", "error",
     ENGINE_STEP, ENGINE_ERROR, true, true, false, "Half a fall later."},
    {"restitution", "The restitution that is there", "engines", "restitution", "h",
     "value", ENGINE_STEP, "root of the energy left", true, false, false,
     "It ought to be 0.8 at every step; what has no limit does not converge."},
    {"housner", "What an impact leaves of rocking", "engines", "housner", "h", "value",
     ENGINE_STEP, "root of the energy left", true, false, false,
     "It ought to be 0.912 at every step (Housner)."},
    {"penetration", "Penetration that is left", "engines", "penetration", "h", "value",
     ENGINE_STEP, "depth 0.1 s after the impact (m)", true, false, false,
     "A ball that does not bounce; it ought to be 0."},
    {"friction-raises", "Friction that raises the normal force", "engines",
     "friction-raises", "h", "error", ENGINE_STEP, ENGINE_ERROR, true, true, false,
     "Painlev\xC3\xA9\xE2\x80\x99s rod: what stays as large bounds friction by an "
     "earlier "
     "force."},
    {"stack-creep", "Creep of a stack of ten", "engines", "stack-creep", "h", "value",
     ENGINE_STEP, "creep in a second (m)", true, true, false, "It ought to be 0."},
    {"joint-drift", "Drift of joints", "engines", "joint-drift", "h", "value",
     ENGINE_STEP, "error of a length in a chain of ten", true, true, false, ""},
    {"energy-made", "Energy made or lost", "engines", "energy-made", "h", "value",
     ENGINE_STEP, "of a pendulum in its span (J)", true, false, false,
     "Above 0 it is made, below it is lost."},
    {"cost", "Cost at equal error", "engines", "cost", "error", "seconds",
     "error of a pendulum reached", "time of the run (s)", true, true, false,
     "On each engine\xE2\x80\x99s own clock, the fastest of three runs. Further down is "
     "cheaper, further left more accurate."},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, false, NULL},
};
