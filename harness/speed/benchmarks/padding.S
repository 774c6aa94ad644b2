# So many bytes before everything else: the library's code begins elsewhere in its cache line
# and page.
#
# SPDX-License-Identifier: BSD-2-Clause
    .text
    .skip HALFSTEP_PADDING
    .section .note.GNU-stack, "", %progbits
