/* The numbers to reach.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/goals/timing_goals.h"

#define TIMING "timing"
#define PEERS "timing --peers --quick chain_bodies humanoid"
#define ALIKE                                                                            \
    "statistics spring_k1 pendulum double_pendulum chain8_k1e5 body_free heavy_top "     \
    "vdp_mu5 contact_stack5 --method velocity-implicit-euler"
#define SELF                                                                             \
    "compare --self-test 4 --quick --model pendulum --method velocity-implicit-euler"
#define VIE "velocity-implicit-euler"

/* A limit and its unit. */
#define AT_MOST(most, in) .limit = (most), .unit = (in)
#define AT_LEAST(least, in) .limit = (least), .unit = (in), .is_least = true

/* A step of a model of bodies beside a peer's step on its own model of the mechanism. */
#define BODIES(of_what, of_model, size, of_peer)                                         \
    {                                                                                    \
        .what = of_what, .elsewhere = "the peer's step, the same run",                   \
        .text = ">= 1 times faster", AT_LEAST(1, "times"), .peer = of_peer,              \
        .question = {                                                                    \
            .words = PEERS,                                                              \
            .beside = goal_beside_peer,                                                  \
            .model = of_model,                                                           \
            .set = size,                                                                 \
            .peer = of_peer                                                              \
        }                                                                                \
    }
/* Of all that was measured beside Drake. */
#define DRAKE(how, of_which, of_peer)                                                    \
    .peer = of_peer,                                                                     \
    .question = {                                                                        \
        .words = GOAL_OF_ALL_PEERS, .beside = how, .model = of_which, .peer = of_peer}
/* Default mode's steps beside loops by hand. */
#define BY_HAND(of_what, most)                                                           \
    {                                                                                    \
        .what = of_what, .elsewhere = "a loop written for its size",                     \
        .text = "<= " #most " times it", AT_MOST(most, "times"),                         \
        .command = TIMING " planar_chain10", .from = {                                   \
            .quantity = "step-over-hand"                                                 \
        }                                                                                \
    }
/* Steps with contacts of a stack at rest. */
#define STACK(of_what, of_model, size, most, of_elsewhere)                               \
    {                                                                                    \
        .what = of_what, .elsewhere = of_elsewhere, .text = "<= " #most " us",           \
        AT_MOST(most, "us"), .peer = "Simbody, the same run",                            \
        .command = TIMING " bouncing_ball", .from = {                                    \
            .quantity = "ns-per-step",                                                   \
            .model = of_model,                                                           \
            .method = "contact-stepper",                                                 \
            .mode = "default",                                                           \
            .point = size                                                                \
        }                                                                                \
    }
#define ORIGINAL(of_what, of_elsewhere, part)                                            \
    {                                                                                    \
        .what = of_what, .elsewhere = of_elsewhere, .text = ">= 15 times faster",        \
        AT_LEAST(15, "times"), .peer = "Drake, recorded", .from = {                      \
            .quantity = "original-ratio-mean",                                           \
            .model = "all",                                                              \
            .method = "all",                                                             \
            .mode = "faithful",                                                          \
            .point = part                                                                \
        }                                                                                \
    }
/* The power of n with which a step's time grows. */
#define GROWTH(of_what, most, of_command, of_quantity, of_model)                         \
    {                                                                                    \
        .what = of_what, .elsewhere = "dense, 3", .text = "<= " #most,                   \
        AT_MOST(most, ""), .command = of_command, .from = {                              \
            .quantity = of_quantity,                                                     \
            .model = of_model                                                            \
        }                                                                                \
    }
/* A wall of 1000 bricks at rest, beside an engine with so many sweeps or (at most) iterations as
 * it usually makes: a step of the first 32 of which the first knows nothing of the contacts, one
 * of the others, and the speed that is left at contacts. */
#define WALL(of_engine, sweeps)                                                          \
    "engines wall_1000 contact-stepper " of_engine " --option iterations=" sweeps        \
    " --runs 4 --call-limit 100"
#define WALL_STEP(of_what, of_peer, of_engine, sweeps, quantity)                         \
    {                                                                                    \
        .what = of_what, .elsewhere = "the engine's step, the same run",                 \
        .text = ">= 1 times faster", AT_LEAST(1, "times"),                               \
        .peer = of_peer ", " sweeps " iterations", .question = {                         \
            .words = WALL(of_engine, sweeps),                                            \
            .read = goal_beside_engine,                                                  \
            .model = quantity,                                                           \
            .peer = of_peer,                                                             \
            .needs = of_engine                                                           \
        }                                                                                \
    }
#define WALLS(of_peer, of_engine, sweeps)                                                \
    WALL_STEP("wall of 1000 bricks, the first 32 steps, beside " of_peer, of_peer,       \
              of_engine, sweeps, "step-time"),                                           \
        WALL_STEP("the same, without the first step", of_peer, of_engine, sweeps,        \
                  "later-step"),                                                         \
    {                                                                                    \
        .what = "the same: speed left at its contacts",                                  \
        .elsewhere = "the engine's, the same run", .text = "<= 1e-9 m/s",                \
        AT_MOST(1e-9, "m/s"), .peer = of_peer ", " sweeps " iterations", .question = {   \
            .words = WALL(of_engine, sweeps),                                            \
            .read = goal_residual,                                                       \
            .model = "residual",                                                         \
            .peer = of_peer,                                                             \
            .needs = of_engine                                                           \
        }                                                                                \
    }
#define LANES(of_what, of_method)                                                        \
    {                                                                                    \
        .what = of_what, .text = ">= 3 times", AT_LEAST(3, "times"),                     \
        .command = TIMING " rod_pendulum", .from = {                                     \
            .quantity = "lanes-ratio",                                                   \
            .model = "all",                                                              \
            .method = of_method                                                          \
        }                                                                                \
    }

const struct timing_goal timing_goal_table[] = {
    ORIGINAL("velocity-implicit Euler, small, faithful",
             "Drake 3.5-5.5 us, 161 allocations", VIE),
    ORIGINAL("the same, implicit Euler taken together with it", "Drake, the same", NULL),
    {.what = "allocations in a step of either",
     .elsewhere = "161",
     .text = "0",
     AT_MOST(0, ""),
     .peer = "Drake, recorded",
     .peer_value = 161,
     .from = {.quantity = "ns-per-step", .mode = "faithful", .of_allocations = true}},
    {.what = "evaluations at equal error, default over faithful: mean",
     .elsewhere = "1, by Drake's decisions",
     .text = "<= 0.35",
     AT_MOST(0.35, "times"),
     .question = {.words = ALIKE,
                  .read = goal_largest,
                  .model = "evaluations-ratio-mean"}},
    {.what = "the same: the dearest of eight models",
     .elsewhere = "1, by Drake's decisions",
     .text = "never more",
     AT_MOST(1, "times"),
     .question = {.words = ALIKE, .read = goal_largest, .model = "evaluations-ratio"}},
    BY_HAND("default mode's step, 8 states and more", 1.25),
    BY_HAND("default mode's step, fewer states", 1.5),
    GROWTH("chain of n masses: power of n", 1.05, TIMING " spring_chain", "chain-slope",
           NULL),
    GROWTH("chain of n rods with joints: power of n", 1.1, TIMING " chain_cartesian",
           "chain-slope-joints", NULL),
    {.what = "semi-explicit Euler, 1 degree of freedom",
     .elsewhere = "Simbody 3.6 us",
     .text = "<= 12 ns",
     AT_MOST(12, "ns"),
     .peer = "Simbody, recorded",
     .peer_value = 3600,
     .command = TIMING " rod_pendulum",
     .from = {.quantity = "ns-per-step",
              .model = "spring_damper",
              .method = "semi-explicit-euler",
              .mode = "default"}},
    LANES("side by side, explicit methods: a step alone over one in lanes", "all"),
    LANES("side by side, semi-explicit Euler: a step alone over one in lanes",
          "semi-explicit-euler"),
    LANES("side by side, implicit pair: a step alone over one in lanes", VIE),
    BODIES("chain of 20 bodies, beside MuJoCo", "chain_bodies", "n=20", "MuJoCo"),
    BODIES("chain of 100 bodies, beside MuJoCo", "chain_bodies", "n=100", "MuJoCo"),
    BODIES("chain of 1000 bodies, beside MuJoCo", "chain_bodies", "n=1000", "MuJoCo"),
    BODIES("chain of 20 bodies, beside Drake", "chain_bodies", "n=20", "Drake"),
    BODIES("chain of 100 bodies, beside Drake", "chain_bodies", "n=100", "Drake"),
    BODIES("chain of 1000 bodies, beside Drake", "chain_bodies", "n=1000", "Drake"),
    BODIES("humanoid, semi-explicit Euler, beside MuJoCo", "humanoid", NULL, "MuJoCo"),
    BODIES("humanoid, velocity-implicit Euler, beside Drake", "humanoid", NULL, "Drake"),
    {.what = "velocity-implicit Euler, faithful, formulas as cheap",
     .elsewhere = "Drake, the same run",
     .text = ">= 15 times faster",
     AT_LEAST(15, "times"),
     DRAKE(goal_beside_drake, NULL, "Drake's examples (PendulumPlant, AcrobotPlant)")},
    {.what = "velocity-implicit Euler, faithful, multibody",
     .elsewhere = "Drake, the same run",
     .text = ">= 15 times faster",
     AT_LEAST(15, "times"),
     DRAKE(goal_beside_drake, NULL, "Drake's MultibodyPlant")},
    {.what = "evaluations at equal error, default mode's over Drake's: mean",
     .elsewhere = "1, by Drake's decisions",
     .text = "<= 0.35",
     AT_MOST(0.35, "times"),
     DRAKE(goal_evaluations_of_drake, NULL, "Drake, the same run")},
    {.what = "the same: the dearest of the models",
     .elsewhere = "1, by Drake's decisions",
     .text = "never more",
     AT_MOST(1, "times"),
     DRAKE(goal_evaluations_of_drake, "all", "Drake, the same run")},
    STACK("contact: 10 points on each other at rest", "slider_stack", "10", 0.7, "52 us"),
    STACK("contact: 10 bricks on each other at rest", "brick_stack", "10", 9,
          "4.4 ms and not converged"),
    GROWTH("bricks on each other: power of their number", 1.1, TIMING " brick_stack",
           "contact-slope", "brick_stack"),
    WALLS("Bullet", "bullet", "10"),
    WALLS("ODE", "ode", "20"),
    WALLS("MuJoCo", "mujoco", "100"),
    {.what = "the whole gate on 2 processors",
     .text = "<= 25 s",
     AT_MOST(25, "s"),
     .question = {.words = "gate --json -", .read = goal_gate_seconds}},
    {.what = "slopes of the gap study: off 2, 2, 3",
     .elsewhere = "never fitted by anyone",
     .text = "<= 0.001",
     AT_MOST(0.001, ""),
     .question = {.words = "gap pendulum double_pendulum", .read = goal_slope_off}},
    {.what = "certified digits",
     .elsewhere = "none",
     .text = "50",
     AT_LEAST(50, ""),
     .question = {.words = "truth double_pendulum --digits 50 --grade certified",
                  .read = goal_digits}},
    {.what = "false alarms of timings",
     .elsewhere = "most commits, in other tools",
     .text = "none",
     AT_MOST(0, ""),
     .question = {.words = SELF, .read = goal_false_alarms}},
    {.what = "slow-downs of 1 % found, over the promised",
     .elsewhere = "thresholds of 100-300 %",
     .text = ">= 1",
     AT_LEAST(1, "times"),
     .question = {.words = SELF, .read = goal_found_slower}},
    {.what = NULL},
};
