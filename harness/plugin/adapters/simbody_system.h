/* A mechanical system of halfstep_integrator.h as one of Simbody's own kind (C++): q, u = v and z,
 * q' = N(q) u, so that the semi-explicit methods and the error norms meet N and its inverse
 * where they ask for it; q'' = N u' + N' u, where it is asked for, from the exact Jacobian.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ADAPTERS_SIMBODY_SYSTEM_H
#define ADAPTERS_SIMBODY_SYSTEM_H

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <SimTKmath.h>

#include "halfstep_integrator.h"

namespace {

using SimTK::State;
using SimTK::Vector;

/* The numbers of a vector, and back. */
void copy_in(double *numbers, const Vector &vector) {
    for (int i = 0; i < vector.size(); i++)
        numbers[i] = vector[i];
}

void copy_out(Vector &vector, const double *numbers) {
    for (int i = 0; i < vector.size(); i++)
        vector[i] = numbers[i];
}

/* A mechanical system as Simbody wants one. */
class Mechanics : public SimTK::System::Guts {
    typedef SimTK::System::Guts Guts;

  public:
    explicit Mechanics(const halfstep_system &given)
        : system{given}, nx(given.nq + given.nv + given.nz), x(nx), xdot(nx), jacobian(),
          needs_second_derivatives(false) {
    }
    void need_second_derivatives() {
        needs_second_derivatives = true;
        jacobian.resize(static_cast<size_t>(nx) * static_cast<size_t>(nx));
    }
    void live_in(SimTK::SubsystemIndex index) {
        subsystem = index;
    }
    void read(const State &state) const {
        copy_in(x.data(), state.getQ(subsystem));
        copy_in(x.data() + system.nq, state.getU(subsystem));
        copy_in(x.data() + system.nq + system.nv, state.getZ(subsystem));
    }
    void write(State &state, const double *from) const {
        copy_out(state.updQ(subsystem), from);
        copy_out(state.updU(subsystem), from + system.nq);
        copy_out(state.updZ(subsystem), from + system.nq + system.nv);
    }
    const double *last_read() const {
        return x.data();
    }
    void copy_last_read(double *to) const {
        std::copy(x.begin(), x.end(), to);
    }

  protected:
    Mechanics *cloneImpl() const override {
        return new Mechanics(*this);
    }
    int realizeTopologyImpl(State &state) const override {
        state.allocateQ(subsystem, Vector(system.nq, 0.));
        state.allocateU(subsystem, Vector(system.nv, 0.));
        state.allocateZ(subsystem, Vector(system.nz, 0.));
        return Guts::realizeTopologyImpl(state);
    }
    int realizeVelocityImpl(const State &state) const override {
        read(state);
        check(system.map(system.context, x.data(), x.data() + system.nq, xdot.data()));
        copy_out(state.updQDot(subsystem), xdot.data());
        return Guts::realizeVelocityImpl(state);
    }
    int realizeAccelerationImpl(const State &state) const override {
        double *ydot = xdot.data() + system.nq;
        read(state);
        check(system.rates(system.context, state.getTime(), x.data(), ydot));
        copy_out(state.updUDot(subsystem), ydot);
        copy_out(state.updZDot(subsystem), ydot + system.nv);
        copy_in(xdot.data(), state.getQDot(subsystem));
        if (needs_second_derivatives)
            find_second_derivatives(state);
        return Guts::realizeAccelerationImpl(state);
    }
    void multiplyByNImpl(const State &state, const Vector &u, Vector &dq) const override {
        multiply(system.map, state, u, dq, system.nq);
    }
    void multiplyByNPInvImpl(const State &state, const Vector &dq,
                             Vector &u) const override {
        multiply(system.unmap, state, dq, u, system.nv);
    }

  private:
    typedef int product(void *context, const double *q, const double *in, double *out);

    static void check(int failed) {
        if (failed)
            throw std::runtime_error("the system's functions failed");
    }
    void multiply(product *function, const State &state, const Vector &in, Vector &out,
                  int size) const {
        std::vector<double> from(static_cast<size_t>(in.size()));
        std::vector<double> to(static_cast<size_t>(size));
        copy_in(from.data(), in);
        copy_in(x.data(), state.getQ(subsystem));
        check(function(system.context, x.data(), from.data(), to.data()));
        out.resize(size);
        copy_out(out, to.data());
    }
    /* q'' = d(N(q) u)/dq q' + N(q) u': the rows of q of the Jacobian times x'. */
    void find_second_derivatives(const State &state) const {
        Vector &second = state.updQDotDot(subsystem);
        check(
            system.jacobian(system.context, state.getTime(), x.data(), jacobian.data()));
        for (int i = 0; i < system.nq; i++) {
            second[i] = 0;
            for (int j = 0; j < system.nq + system.nv; j++)
                second[i] += jacobian[static_cast<size_t>(i * nx + j)] *
                             xdot[static_cast<size_t>(j)];
        }
    }

    const halfstep_system &system;
    int nx;
    mutable std::vector<double> x, xdot, jacobian;
    bool needs_second_derivatives;
    SimTK::SubsystemIndex subsystem;
};

class MechanicalSystem : public SimTK::System {
  public:
    explicit MechanicalSystem(Mechanics *mechanics) {
        adoptSystemGuts(mechanics);
        SimTK::DefaultSystemSubsystem only(*this);
        mechanics->live_in(only.getMySubsystemIndex());
        setHasTimeAdvancedEvents(false);
        realizeTopology();
    }
};

} // namespace

#endif
