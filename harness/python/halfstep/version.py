"""The version, which is that of the program.

SPDX-License-Identifier: BSD-2-Clause"""

VERSION = "0.1.0"
