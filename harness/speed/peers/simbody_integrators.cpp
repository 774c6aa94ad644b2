/* Simbody's integrators in a loop of Simbody's own: one call of stepTo from the start to the end,
 * without returns in between. The accuracy is the integrator's, the tolerance of constraints (there
 * are none) a tenth of it; all else is Simbody's default. Debian's library is built with
 * assertions, and has other class layouts with NDEBUG: this is compiled as the library is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "simbody_integrators.h"
#include "simbody_system.h"

namespace {

SimTK::Integrator *make_integrator(int kind, const SimTK::System &system) {
    if (kind == SIMBODY_SEMI_EXPLICIT_EULER)
        return new SimTK::SemiExplicitEulerIntegrator(system, 1);
    if (kind == SIMBODY_SEMI_EXPLICIT_EULER_2)
        return new SimTK::SemiExplicitEuler2Integrator(system);
    return new SimTK::RungeKuttaMersonIntegrator(system);
}

class Runner {
  public:
    Runner(const halfstep_system &given, int kind, double step, double accuracy)
        : mechanics(new Mechanics(given)), simbody(mechanics),
          integrator(make_integrator(kind, simbody)), state(simbody.getDefaultState()) {
        simbody.realizeModel(state);
        integrator->setAllowInterpolation(false);
        if (step > 0)
            integrator->setFixedStepSize(step);
        else
            integrator->setAccuracy(accuracy);
    }

    void run(double t, double *x, double t_final, long *steps) {
        state.setTime(t);
        mechanics->write(state, x);
        integrator->setFinalTime(t_final);
        integrator->initialize(state);
        integrator->resetAllStatistics();
        while (integrator->getAdvancedTime() < t_final)
            integrator->stepTo(t_final);
        mechanics->read(integrator->getAdvancedState());
        mechanics->copy_last_read(x);
        *steps = integrator->getNumStepsTaken();
    }

    std::string why;

  private:
    Mechanics *mechanics; /* owned by simbody */
    MechanicalSystem simbody;
    std::unique_ptr<SimTK::Integrator> integrator;
    State state;
};

void *open_runner(const halfstep_system *system, int kind, double step, double accuracy,
                  char *why, size_t room) {
    try {
        return new Runner(*system, kind, step, accuracy);
    } catch (const std::exception &failure) {
        std::snprintf(why, room, "%s", failure.what());
        return nullptr;
    }
}

int run_runner(void *self, double t, double *x, double t_final, long *steps) {
    Runner *runner = static_cast<Runner *>(self);
    try {
        runner->run(t, x, t_final, steps);
        return 0;
    } catch (const std::exception &failure) {
        runner->why = failure.what();
        return -1;
    }
}

const char *why_runner(void *self) {
    return static_cast<Runner *>(self)->why.c_str();
}

void close_runner(void *self) {
    delete static_cast<Runner *>(self);
}

} // namespace

const struct simbody_integrators simbody_integrators = {
    SIMBODY_VERSION, open_runner, run_runner, why_runner, close_runner};
