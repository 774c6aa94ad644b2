/* Our own stepper's impacts, heard.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order_struck.h"

#include <stdlib.h>

#include "fast/contact.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

/* Over the span; impacts are located within a step, so that its length is of no importance. */
enum { STEPS = 997 };

static void hear(void *context, const struct contact_event *event) {
    const struct contact_problem *p = event->problem;
    bool *singly = context;
    int struck = 0;
    if (event->phase == CONTACT_POSITION)
        return;
    for (int i = 0; i < p->contacts; i++)
        if (p->takes_part[i]) {
            struck++;
            *singly = *singly && p->friction[i] == 0;
        }
    *singly = *singly && struck <= 1;
}

int order_struck_singly(bool *singly, struct model *m, double span,
                        struct diagnostic *d) {
    struct subject_options options = subject_default_options();
    struct subject s;
    double begin, end, *x = initial_alloc(m, 0, &begin, &end, d);
    *singly = true;
    if (x == NULL)
        return -1;
    if (subject_choose(&options, "contact-stepper") || subject_open(&s, m, &options, d)) {
        free(x);
        return -1;
    }
    s.listen_contacts(s.self, hear, singly);
    if (s.start(s.self, begin, x) || subject_steps(&s, span / STEPS, STEPS))
        *singly = false;
    s.free(s.self);
    free(x);
    return 0;
}
