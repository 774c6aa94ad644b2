/* What becomes of a truth that is verified.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_VERIFIED_H
#define HARNESS_TRUTH_VERIFIED_H

enum truth_verified {
    TRUTH_PROVED,      /* from its certificate, by another theorem than its maker's */
    TRUTH_AGAIN,       /* made again by the way that made it, and found the same */
    TRUTH_NOTHING,     /* of a sample: there is nothing to prove it with */
    TRUTH_FALSE,       /* it is not proved, or is another one than told */
    TRUTH_NOT_VERIFIED /* no memory, no time, or no record of the model */
};

#endif
