/* One kernel of a step of implicit Euler's pair, called again and again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/measure/timing.h"

struct kernel {
    struct binding *binding;
    struct timing_setting setting;
    struct timing_kernel_work work; /* integrator NULL: not open */
};

static int run(void *self) {
    struct kernel *k = self;
    return timing_kernel_run(&k->work, PASS_KERNEL_CALLS);
}

static int count(void *self, json_t *into, struct diagnostic *d) {
    struct kernel *k = self;
    const struct allocations before = allocations_so_far();
    const int failed = run(k);
    const struct allocations after = allocations_so_far();
    if (failed)
        return message_set(d, "the %s has failed", timing_kernel_name(k->work.kernel));
    json_object_set_new(into, "steps", json_integer(PASS_KERNEL_CALLS));
    json_object_set_new(into, "allocations", json_integer(after.calls - before.calls));
    json_object_set_new(into, "allocated_bytes",
                        json_integer((json_int_t)(after.bytes - before.bytes)));
    json_object_set_new(into, "end", json_numbers(k->work.result, k->work.nx));
    return 0;
}

static void close(void *self) {
    struct kernel *k = self;
    timing_kernel_close(&k->work);
    bind_free(k->binding);
    free(k);
}

static int find_kernel(enum timing_kernel *kernel, const char *name,
                       struct diagnostic *d) {
    for (int i = 0; i < TIMING_KERNELS; i++)
        if (strcmp(timing_kernel_name((enum timing_kernel)i), name) == 0) {
            *kernel = (enum timing_kernel)i;
            return 0;
        }
    return message_set(d, "there is no kernel '%s'", name);
}

static int find_setting(struct timing_setting *s, const struct wish *wish,
                        struct diagnostic *d) {
    const char *mode = json_string_value(json_object_get(wish->options, "mode"));
    *s = (struct timing_setting){.mode = FAST_DEFAULT,
                                 .jacobian = FAST_FORWARD,
                                 .newton = FAST_REUSE,
                                 .accuracy = NAN,
                                 .fixed = true,
                                 .h = wish->step,
                                 .length = wish->length};
    if (mode != NULL && strcmp(mode, "faithful") == 0)
        s->mode = FAST_FAITHFUL;
    if (isnan(wish->step))
        return message_set(d, "a kernel needs a step");
    if (subject_method_find(&s->method, wish->method))
        return message_set(d, "kernels are those of implicit Euler's pair, not of '%s'",
                           wish->method);
    return 0;
}

static int open_work(struct kernel *k, const struct wish *wish, struct diagnostic *d) {
    enum timing_kernel kernel = TIMING_RATES;
    if (find_kernel(&kernel, wish->kernel, d) || find_setting(&k->setting, wish, d) ||
        subject_check_model(wish->model, wish->method, false, false, d))
        return -1;
    if (bind_alloc(&k->binding, wish->model, true) != PROBLEM_OK)
        return message_set(d, "out of memory");
    const struct integrator_system *system = bind_system(k->binding);
    if (kernel == TIMING_MAP && system->map == NULL)
        return message_set(d, "%s has no map: q' is v", wish->model->name);
    return timing_kernel_open(&k->work, kernel, &k->setting, system, wish->begin,
                              wish->start, d);
}

int pass_open_kernel(struct pass *p, const struct wish *wish, struct diagnostic *d) {
    struct kernel *k = calloc(1, sizeof *k);
    if (k == NULL)
        return message_set(d, "out of memory");
    if (open_work(k, wish, d)) {
        close(k);
        return -1;
    }
    *p = (struct pass){k, run, count, close};
    return 0;
}
