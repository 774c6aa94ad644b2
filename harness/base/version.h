/* The version that documents and --version tell.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_VERSION_H
#define HARNESS_VERSION_H

#define HALFSTEP_VERSION "0.1.0"

#endif
