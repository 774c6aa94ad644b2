/* The kinds of figures: names, words, and who draws them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/figures.h"

#include "reports/plot.h"

static const struct figure_kind_info kinds[FIGURE_KINDS] = {
    [FIGURE_MOTION] = {"motion",
                       "Motion",
                       "Curves in the plane along the exact solution",
                       "motion",
                       "<b>Motion.</b> A disc is the start, a ring the end.",
                       plot_motion,
                       {NULL}},
    [FIGURE_MOTION_TIME] = {"over-time",
                            "Motion over time",
                            "Curves over time along the exact solution",
                            "motion",
                            "<b>Over time.</b> A disc is the start, a ring the end.",
                            plot_motion_time,
                            {NULL}},
    [FIGURE_CONVERGENCE] =
        {"convergence",
         "Convergence",
         "Global error against the step size, both logarithmic",
         "order",
         "<b>Convergence.</b> Bars at the foot mark the fitted range; hollow points are "
         "not in the fit.",
         plot_convergence,
         {"order"}},
    [FIGURE_GAP] =
        {"gap",
         "Error, estimate and gap",
         "True error of one step, its estimate and their difference against the step "
         "size, all logarithmic",
         "gap",
         "<b>One step.</b> Its error, the method\xE2\x80\x99s estimate, and the gap "
         "between the two. The triangles have the expected slopes.",
         plot_gap,
         {"error-order", "estimate-order", "gap-order"}},
    [FIGURE_WORK] =
        {"work",
         "Error against evaluations",
         "Evaluations against the error reached, both logarithmic, one curve for each "
         "method, mode and peer",
         "statistics",
         "<b>Evaluations for an error.</b> Right-hand sides, those for Jacobians "
         "counted by columns; lower is cheaper. Hollow points are not in a "
         "fit.",
         plot_work,
         {NULL}},
    [FIGURE_WORK_TIME] =
        {"time",
         "Error against time",
         "Seconds against the error reached, both logarithmic, one curve for each "
         "method, mode and peer",
         "statistics",
         "<b>Time for an error.</b> The same runs by the clock, on one machine; "
         "lower is faster.",
         plot_work_time,
         {NULL}},
    [FIGURE_KERNELS] =
        {"kernels",
         "A step and its kernels",
         "Nanoseconds of a step beside those of its kernels, for each method and mode",
         "timing",
         "<b>A step and its kernels.</b> For each method and mode the kind of run "
         "that is dearest compared with its kernels; the number is the ratio.",
         plot_kernels,
         {NULL}},
    [FIGURE_CHAIN] =
        {"size",
         "A step of a growing chain",
         "Nanoseconds of a step against the number of masses, both logarithmic",
         "timing",
         "<b>Growth.</b> The time of a step against the length of the chain.",
         plot_chain,
         {NULL}},
    [FIGURE_DRIFT] =
        {"drift",
         "Invariants over time",
         "Relative errors of invariants against time, both logarithmic",
         "long-run",
         "<b>What should not change.</b> How far invariants are from their values at "
         "the start. A drift in proportion to time rises by one decade in one; what "
         "stays bounded stays level.",
         plot_drift,
         {NULL}},
    [FIGURE_INVARIANTS] =
        {"invariants",
         "Invariants and the step size",
         "Errors of invariants against the step size, both logarithmic",
         "invariants",
         "<b>What should not change, and the step.</b> How far invariants drift, against "
         "the size of the steps.",
         plot_invariants,
         {NULL}},
    [FIGURE_ENERGY] =
        {"energy",
         "Energy in a long run",
         "Largest error of the energy so far against time, both logarithmic, one curve "
         "for "
         "each form of semi-explicit Euler and for others",
         "geometry",
         "<b>Symplectic or not.</b> How far the energy has been from its value at the "
         "start. What is symplectic stays level, in proportion to the step.",
         plot_energy,
         {NULL}},
    [FIGURE_JOINTS] =
        {"joints",
         "Drift of constraints",
         "Errors of constraints against time, both logarithmic, without projection, "
         "lazily, and in every step",
         "drift",
         "<b>Drift.</b> Errors of constraints without projection, lazily, and with it in "
         "every step; the tolerance is 10<sup>\xE2\x88\x92"
         "6</sup>.",
         plot_joints,
         {NULL}},
    [FIGURE_LIMITS] =
        {"limits",
         "Longest stable steps",
         "The longest stable step on a spring with a damper against the damping, both "
         "logarithmic: lines by formula, points by bisection",
         "stability",
         "<b>Stability limits.</b> The longest stable step on a spring with a damper: "
         "lines are formulas, points were found by bisection.",
         plot_limits,
         {NULL}},
    [FIGURE_TURNING] =
        {"turning",
         "Energy of a free body",
         "The time until the energy of a free body has doubled or halved against the "
         "step, both logarithmic",
         "stability",
         "<b>A free body.</b> The time until its energy has doubled. Form 2 is not "
         "drawn: its "
         "energy falls to that of a rotation about the axis of the largest moment, and "
         "stays "
         "there.",
         plot_turning,
         {NULL}},
    [FIGURE_STROBE] =
        {"strobe",
         "Instants of the motion",
         "Bodies in the plane at nine instants, from faint at the start to full at the "
         "end",
         "motion",
         "<b>Nine instants,</b> at equal distances in time, from faint to full.",
         plot_strobe,
         {NULL}},
    [FIGURE_CONTACT_ENERGY] =
        {"contact-energy",
         "Energies over time",
         "Energies of a run with contacts over time: kinetic, kinetic and potential, and "
         "what "
         "impulses have done since the start in each phase",
         "budget",
         "<b>Where the energy goes.</b> Kinetic and potential energy together change by "
         "what impulses do alone: compression takes, expansion gives back, friction "
         "takes "
         "under load.",
         plot_contact_energy,
         {NULL}},
    [FIGURE_LAWS] =
        {"laws",
         "Laws of restitution",
         "Kinetic energy after the first impact over that before it, one row for each "
         "law "
         "and way, in both modes",
         "restitution",
         "<b>One impact, nine laws.</b> Kinetic energy after it over before. Crosses: "
         "what "
         "the law comes to by enumeration. Beyond 1 energy is made from nothing, as the "
         "original\xE2\x80\x99s Newton does; default mode never does.",
         plot_laws,
         {NULL}},
    [FIGURE_SETTLING] = {"settling",
                         "Forces in a stack at rest",
                         "Normal force of each level of a stack and the weight above it, "
                         "from the ground up, both "
                         "logarithmic, one series for each pile",
                         "settling",
                         "<b>What each level carries</b> after ten seconds, from the "
                         "ground up: points are the forces, lines the weights above.",
                         plot_settling,
                         {NULL}},
    [FIGURE_RATIOS] =
        {"ratios",
         "Default against faithful mode",
         "Evaluations of the default mode over those of the faithful mode at equal "
         "error, one row for each problem",
         "statistics",
         "<b>Default against faithful mode.</b> Evaluations at equal error, one row for "
         "each problem; dashed: the geometric mean of each method.",
         plot_ratios,
         {"evaluations-ratio-mean"}},
    [FIGURE_ORDERS] =
        {"orders",
         "Orders",
         "The exponent with which the global error falls, with its interval, one row for "
         "each problem",
         "order",
         "<b>Orders.</b> The exponent with which the global error falls, with the "
         "interval that the points allow; the line is what is expected. Crosses fail, "
         "rings are not asymptotic.",
         plot_orders,
         {NULL}},
    [FIGURE_ESTIMATE] =
        {"estimate",
         "Estimate against error",
         "The error estimate of single steps against their true errors, both "
         "logarithmic, all problems together",
         "gap",
         "<b>Is the estimate the error?</b> Each point is one step. On the line the "
         "estimate is the true error; above it is cautious, and below it is too small: a "
         "step size chosen by it is too long.",
         plot_estimate,
         {NULL}},
    [FIGURE_STABILITY] =
        {"stability",
         "Stability region",
         "",
         "fingerprint",
         "<b>Stability region.</b> Shaded: where |R(z)| \xE2\x89\xA4 1 and a mode "
         "x\xE2\x80\xB2 = (z/h) x does not grow; outlines: built-in methods. Springs "
         "without damping live on the imaginary axis, drawn dark.",
         NULL,
         {NULL}},
};

const struct figure_kind_info *figure_kind_info(enum figure_kind kind) {
    return &kinds[kind];
}
