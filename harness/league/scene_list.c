/* The scenes of the league. What is expected has a closed form, which the model's file derives or
 * quotes, or is a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/league/measures.h"

#define LAST                                                                             \
    { NULL, NULL, NULL, 0, false, NULL, NULL }
#define ERROR                                                                            \
    {                                                                                    \
        "error", "",                                                                     \
            "largest error of a component at the end, over the largest component", 0,    \
            true, league_error, NULL                                                     \
    }
#define ENERGY                                                                           \
    {                                                                                    \
        "made", "J", "energy at the end less that at the start", 0, false, league_made,  \
            NULL                                                                         \
    }
#define DRIFT                                                                            \
    {                                                                                    \
        "drift", "", "of a rod's length, the largest, over the length", 0, false,        \
            league_joint_drift, NULL                                                     \
    }
#define STEP_TIME                                                                        \
    {                                                                                    \
        "step-time", "us", "of a step, on the engine's own clock", NAN, false,           \
            league_step_time, NULL                                                       \
    }
static const struct league_quantity error[] = {ERROR, LAST};
static const struct league_quantity twice[] = {ERROR, ENERGY, LAST};
static const struct league_quantity chain[] = {ERROR, DRIFT, ENERGY, LAST};
static const struct league_quantity long_chain[] = {DRIFT, ENERGY, STEP_TIME, LAST};
static const struct league_quantity swings[] = {ERROR, ENERGY, STEP_TIME, LAST};
static const struct league_quantity kept[] = {{"energy", "",
                                               "energy at the end over that at the start",
                                               1, false, league_kept, NULL},
                                              LAST};

/* Halfway to the second impact the energy is e^2 m g z0, whatever the time of the first. */
#define BOUNCE(name, e)                                                                  \
    static const struct league_quantity name[] = {                                       \
        {"restitution", "", "root of the energy left after the first impact", e, false,  \
         league_restitution, NULL},                                                      \
        LAST}
static const struct league_quantity bounce_0[] = {
    {"restitution", "", "root of the energy left after the first impact", 0, false,
     league_restitution, NULL},
    {"sunk", "m", "below the floor, a tenth of a second after the impact", 0, false,
     league_sunk, NULL},
    LAST};
BOUNCE(bounce_5, 0.5);
static const struct league_quantity bounce_8[] = {
    {"restitution", "", "root of the energy left after the first impact", 0.8, false,
     league_restitution, NULL},
    ERROR,
    LAST};
BOUNCE(bounce_10, 1);
BOUNCE(bounces, 0.8);
/* With e = 1/2 the impacts add up to three times the time of the first: 1.355 s. */
static const struct league_quantity settled[] = {
    {"left", "", "root of the energy left after the last of its impacts", 0, false,
     league_restitution, NULL},
    {"sunk", "m", "below the floor", 0, false, league_sunk, NULL},
    LAST};

static const struct league_quantity slide[] = {
    {"direction", "deg", "of the way to the stop, against that of the push", 0, false,
     league_direction, NULL},
    {"distance", "", "of the stop over u0^2/(2 mu g)", 1, false, league_distance, NULL},
    LAST};
static const struct league_quantity rests[] = {
    {"creep", "m", "along the slope", 0, false, league_creep, NULL}, LAST};
static const struct league_quantity slips[] = {
    {"distance", "", "over g (sin - mu cos) t^2/2", 1, false, league_slope, NULL}, LAST};
static const struct league_quantity stack[] = {
    {"creep", "m", "of a brick across, the largest", 0, false, league_stack_creep, NULL},
    {"sinking", "m", "of the highest brick", 0, false, league_stack_sinking, NULL},
    STEP_TIME,
    LAST};
static const struct league_quantity tower[] = {
    {"creep", "m", "of a brick across, the largest", 0, false, league_stack_creep, NULL},
    {"sinking", "m", "of the highest brick", 0, false, league_stack_sinking, NULL},
    LAST};
static const struct league_quantity large_wall[] = {
    {"residual", "m/s", "speed of two faces at a contact, along it or apart, the largest",
     0, false, league_contact_speed, NULL},
    {"gap", "m", "between two faces at a contact, or of them in each other, the largest",
     0, false, league_contact_gap, NULL},
    {"iterations", "", "of the contact solver in a step, the mean", NAN, false,
     league_iterations, NULL},
    STEP_TIME,
    {"later-step", "us", "of a step after the first, in which contacts are met", NAN,
     false, league_later_time, NULL},
    LAST};
static const struct league_quantity stands[] = {
    {"turned", "deg", "the largest", 0, false, league_turned, NULL}, LAST};
static const struct league_quantity tips[] = {
    {"turned", "", "the angle over the truth's", 1, true, league_tipped, NULL}, LAST};
static const struct league_quantity cradle[] = {
    {"last", "", "speed of the last ball over that of the first at the start", 1, false,
     league_last_speed, NULL},
    {"momentum", "", "over that at the start", 1, false, league_momentum, NULL},
    LAST};
static const struct league_quantity rolls[] = {{"speed", "",
                                                "when it rolls, over (5 u0 - 2 R w0)/7",
                                                1, false, league_rolling, NULL},
                                               LAST};

static const struct league_quantity belt[] = {
    {"place", "", "of the block, over the truth's", 1, true, league_place, NULL}, LAST};
static const struct league_quantity rubs[] = {
    {"stop", "m", "where it stays: 0.37 m less 5 times 2 mu m g/k, turned", 0.0224, false,
     league_x, NULL},
    LAST};
/* In two pecks; at the end the sleeve sticks on its pole, and the bird swings back to it. */
static const struct league_quantity pecks[] = {
    {"descent", "", "of the sleeve in two pecks, over the truth's", 1, true,
     league_descent, NULL},
    {"late", "s", "by which the bird is behind the truth after two pecks", 0, true,
     league_late, NULL},
    LAST};
/* Housner: the impact leaves the angular velocity 1 - 3/2 sin^2(alpha), tan(alpha) = a/b = 1/4. */
static const struct league_quantity rocked[] = {
    {"restitution", "", "root of the energy left after the first impact", 31. / 34, false,
     league_rocked, NULL},
    LAST};
static const struct league_quantity wedged[] = {
    {"creep", "m", "from its seat", 0, false, league_unseated, NULL}, LAST};
static const struct league_quantity elsewhere[] = {
    {"moved", "", "change of the end where the scene is moved by 1 km along x", 0, false,
     NULL, "frame=moved"},
    {"turned", "", "the same where it is turned about the upright", 0, false, NULL,
     "frame=turned"},
    {"mirrored", "", "the same where left and right are exchanged", 0, false, NULL,
     "frame=mirrored"},
    {"again", "", "the same where it is run once more, after another run", 0, false, NULL,
     ""},
    LAST};
static const struct league_quantity reordered[] = {
    {"reversed", "", "change of the end where the bodies are in the other order", 0,
     false, NULL, "order=reversed"},
    {"again", "", "the same where it is run once more, after another run", 0, false, NULL,
     ""},
    LAST};

#define EVEN "mu_s=0.3 mu_d=0.3 "
#define BELT "m=1 k=25 mu_s=1/g mu_d=1/g F=0 "
/* Turned by 0.15 rad about its lower left edge. */
#define ROCKS                                                                            \
    "n=1 a=1/10 b=2/5 mu=9/10 e0[1]=cos(0.075) e3[1]=sin(0.075) "                        \
    "x[1]=cos(0.15)/10-2/5*sin(0.15) y[1]=sin(0.15)/10+2/5*cos(0.15)"
#define PUSHED(angle) EVEN "u0=2*cos(" angle ") s0=2*sin(" angle ")"

/* One that is not large, and gives engines no option. */
#define SCENE(...)                                                                       \
    { __VA_ARGS__, false, NULL }

const struct league_scene league_scenes[] = {
    SCENE("pendulum", "pendulum", "", 0, swings, true),
    SCENE("double_pendulum", "double_pendulum", "", 0, twice, true),
    SCENE("chain_10", "chain_cartesian10", "", 1, chain, true),
    SCENE("chain_100", "chain_cartesian100", "", 1, long_chain, false),
    SCENE("middle_axis", "free_rotation_simbody", "", 0, error, false),
    SCENE("heavy_top", "heavy_top", "", 0, twice, false),
    SCENE("stiff_spring_4", "spring", "k=1e4", 1, kept, false),
    SCENE("stiff_spring_6", "spring", "k=1e6", 1, kept, false),
    SCENE("stiff_spring", "spring_k1e8", "", 1, kept, false),
    SCENE("fall", "bouncing_ball", "e=4/5", 0.375, error, true),
    SCENE("impact", "bouncing_ball", "e=4/5", 0.453125, error, true),
    SCENE("bounce_0", "bouncing_ball", "e=0 impacts=1", 0.5546875, bounce_0, true),
    SCENE("bounce_0.5", "bouncing_ball", "e=1/2", 0.67578125, bounce_5, false),
    SCENE("bounce_0.8", "bouncing_ball", "e=4/5", 0.8125, bounce_8, true),
    SCENE("bounce_1", "bouncing_ball", "e=1", 0.90234375, bounce_10, false),
    SCENE("zeno", "bouncing_ball", "e=1/2", 1.5, settled, false),
    SCENE("slow_bounce", "bouncing_ball", "e=4/5 z0=0.01", 0.08203125, bounces, false),
    SCENE("slower_bounce", "bouncing_ball", "e=4/5 z0=0.001", 0.02734375, bounces, false),
    SCENE("fast_bounce", "bouncing_ball", "e=4/5 z0=100", 8, bounces, false),
    SCENE("wall_pendulum", "wall_pendulum", "e=1/2", 0.625, error, true),
    SCENE("strikes", "rod_impact", "h0=1/64 u0=3", 0.125, error, true),
    SCENE("cradle", "cradle_gap", "", 1, cradle, false),
    SCENE("slip_roll", "sliding_sphere", "", 1, rolls, false),
    SCENE("spin_back", "sliding_sphere", "spin=50", 1, rolls, false),
    SCENE("slide_0", "sliding_block", EVEN, 1, slide, false),
    SCENE("slide_22", "sliding_block", PUSHED("pi/8"), 1, slide, false),
    SCENE("slide_45", "sliding_block", PUSHED("pi/4"), 1, slide, false),
    SCENE("slide_67", "sliding_block", PUSHED("3*pi/8"), 1, slide, false),
    SCENE("slide_90", "sliding_block", EVEN "u0=0 s0=2", 1, slide, false),
    SCENE("elsewhere", "sliding_block", PUSHED("pi/8"), 1, elsewhere, false),
    SCENE("belt", "block_on_belt", BELT "belt=0.2 u0=belt x=0", 0.75, belt, true),
    SCENE("stick_slips", "stick_slip_belt", "", 7, belt, true),
    SCENE("rubs", "belt_oscillator", "", 2.5, rubs, false),
    SCENE("painleve", "painleve_rod", "", 0.78125, error, true),
    SCENE("wedge", "wedge", "half=pi/4", 1, wedged, false),
    SCENE("below_cone", "sliding_block", EVEN "u0=0 slope=atan(0.29)", 1, rests, false),
    SCENE("above_cone", "sliding_block", EVEN "u0=0 slope=atan(0.31)", 1, slips, false),
    SCENE("stands", "brick_stack", "n=1 a=1/5 mu=9/10 slope=atan(0.38)", 1, stands,
          false),
    SCENE("tips", "brick_stack", "n=1 a=1/5 mu=9/10 slope=atan(0.42)", 0.75, tips, false),
    SCENE("rocks", "brick_stack", ROCKS, 0.3125, tips, true),
    SCENE("rocked", "brick_stack", ROCKS, 0.625, rocked, true),
    SCENE("woodpecker", "woodpecker_bodies", "", 0.375, pecks, true),
    SCENE("wall", "brick_wall4", "", 1, tower, false),
    SCENE("order", "brick_stack_drop", "", 0.5, reordered, false),
    SCENE("stack_10", "brick_stack10", "", 1, stack, true),
    SCENE("stack_100", "brick_stack10", "n=100", 0.5, stack, false),
    {"wall_1000", "brick_wall", "rows=40 columns=25", 0.125, large_wall, false, true,
     "solver=quick"},
    SCENE("heavy_on_light", "brick_stack", "top=1000", 1, tower, false),
    SCENE("light_on_heavy", "brick_stack", "bottom=1000", 1, tower, false),
    {NULL, NULL, NULL, 0, NULL, false, false, NULL},
};
