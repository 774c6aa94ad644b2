/* Examples of commands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/examples.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *command, *lines;
} examples[] = {
    {"report", "report --out everything\n"
               "report pendulum heavy_top --method implicit-euler --out two\n"},
    {"gate", "gate --profile quick --fail-fast\n"
             "gate --integrator ./mine.so --expect mine.json --junit junit.xml\n"},
    {"fingerprint", "fingerprint --integrator ./mine.so\n"
                    "fingerprint --method runge-kutta-merson --all\n"},
    {"order", "order pendulum --method implicit-euler\n"
              "order ./mine.model --csv\n"},
    {"gap", "gap heavy_top --method velocity-implicit-euler\n"},
    {"statistics", "statistics heavy_top --method implicit-euler\n"},
    {"geometry", "geometry kepler --method semi-explicit-euler\n"},
    {"conditions", "conditions --method implicit-euler --systems 100 --seed 7\n"},
    {"stability", "stability --method runge-kutta-merson\n"},
    {"drift", "drift rod_pendulum --method semi-explicit-euler-2\n"},
    {"budget", "budget bouncing_ball\n"},
    {"settling", "settling slider_stack\n"},
    {"restitution", "restitution cradle\n"},
    {"timing", "timing pendulum --quick --json\n"},
    {"compare", "compare HEAD~1\n"
                "compare origin/main --time gate --junit compare.xml\n"},
    {"history", "history add timing.json\n"
                "history check\n"},
    {"solve",
     "solve pendulum --method implicit-euler --accuracy 1e-4 --until 1\n"
     "solve pendulum --method bdf --accuracy 1e-6 --until 2 --at 1,3/2,2 --json\n"},
    {"sweep", "sweep pendulum --set l=0.5..2:16 --method explicit-euler --step 1/256 "
              "--until 1\n"
              "sweep van_der_pol --set mu=1..1e3:log:1000 --method "
              "velocity-implicit-euler --accuracy 1e-4 --until 1 --csv\n"},
    {"truth", "truth double_pendulum --at 1,2 --digits 50\n"},
    {"engines", "engines ./engine.so\n"},
    {"merge", "merge shard-1.json shard-2.json --junit junit.xml\n"},
    {"genericity", "genericity pendulum\n"},
    {"list", "list 'spring*'\n"
             "list --tag stiff --tag published\n"
             "list quantities --csv\n"},
    {"show", "show double_pendulum --set m1=2\n"},
};

const char *examples_of(const char *command) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i].command, command) == 0)
            return examples[i].lines;
    return "";
}
