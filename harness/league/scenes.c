/* The scenes of the league. What is expected has a closed form, which the model's file derives or
 * quotes, or is a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/league/measures.h"

static const struct league_quantity error[] = {
    {"error", "", "largest error of a component at the end, over the largest component",
     0, true, league_error},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity swings[] = {
    {"error", "", "as above", 0, true, league_error},
    {"step-time", "us", "of a step, on the engine's own clock", NAN, false, NULL},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity kept[] = {
    {"energy", "", "energy at the end over that at the start", 1, false, league_kept},
    {NULL, NULL, NULL, 0, false, NULL}};

/* Halfway to the second impact the energy is e^2 m g z0, whatever the time of the first. */
#define BOUNCE(name, e)                                                                  \
    static const struct league_quantity name[] = {                                       \
        {"restitution", "", "root of the energy left after the first impact", e, false,  \
         league_restitution},                                                            \
        {NULL, NULL, NULL, 0, false, NULL}}
BOUNCE(bounce_0, 0);
BOUNCE(bounce_5, 0.5);
BOUNCE(bounce_8, 0.8);
BOUNCE(bounce_10, 1);

static const struct league_quantity slide[] = {
    {"direction", "deg", "of the way to the stop, against that of the push", 0, false,
     league_direction},
    {"distance", "", "of the stop over u0^2/(2 mu g)", 1, false, league_distance},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity rests[] = {
    {"creep", "m", "along the slope", 0, false, league_creep},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity slips[] = {
    {"distance", "", "over g (sin - mu cos) t^2/2", 1, false, league_slope},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity stack[] = {
    {"creep", "m", "of a brick across, the largest", 0, false, league_stack_creep},
    {"sinking", "m", "of the highest brick", 0, false, league_stack_sinking},
    {"step-time", "us", "of a step, on the engine's own clock", NAN, false, NULL},
    {NULL, NULL, NULL, 0, false, NULL}};
static const struct league_quantity rolls[] = {
    {"speed", "", "when it rolls, over 5/7 u0", 1, false, league_rolling},
    {NULL, NULL, NULL, 0, false, NULL}};

#define EVEN "mu_s=0.3 mu_d=0.3 "
#define PUSHED(angle) EVEN "u0=2*cos(" angle ") s0=2*sin(" angle ")"

const struct league_scene league_scenes[] = {
    {"pendulum", "pendulum", "", 0, swings},
    {"double_pendulum", "double_pendulum", "", 0, error},
    {"middle_axis", "free_rotation_simbody", "", 0, error},
    {"heavy_top", "heavy_top", "", 0, error},
    {"stiff_spring", "spring_k1e8", "", 1, kept},
    {"bounce_0", "bouncing_ball", "e=0 impacts=1", 0.5546875, bounce_0},
    {"bounce_0.5", "bouncing_ball", "e=1/2", 0.67578125, bounce_5},
    {"bounce_0.8", "bouncing_ball", "e=4/5", 0.8125, bounce_8},
    {"bounce_1", "bouncing_ball", "e=1", 0.90234375, bounce_10},
    {"slide_0", "sliding_block", EVEN, 1, slide},
    {"slide_22", "sliding_block", PUSHED("pi/8"), 1, slide},
    {"slide_45", "sliding_block", PUSHED("pi/4"), 1, slide},
    {"slide_67", "sliding_block", PUSHED("3*pi/8"), 1, slide},
    {"slide_90", "sliding_block", EVEN "u0=0 s0=2", 1, slide},
    {"below_cone", "sliding_block", EVEN "u0=0 slope=atan(0.29)", 1, rests},
    {"above_cone", "sliding_block", EVEN "u0=0 slope=atan(0.31)", 1, slips},
    {"stack_10", "brick_stack10", "", 1, stack},
    {"slip_roll", "sliding_sphere", "", 1, rolls},
    {NULL, NULL, NULL, 0, NULL},
};
