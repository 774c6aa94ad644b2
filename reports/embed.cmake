# Turns the files INPUTS (separated by |), one after the other, into the C array NAME, in
# OUTPUT: cmake -D INPUTS=... -D NAME=... -D OUTPUT=... -P embed.cmake
#
# SPDX-License-Identifier: BSD-2-Clause
string(REPLACE "|" ";" inputs "${INPUTS}")
set(bytes "")
foreach(input ${inputs})
  file(READ "${input}" content HEX)
  string(APPEND bytes "${content}")
endforeach()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?(0x[0-9a-f][0-9a-f],)?)" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"reports/style.h\"\n\nconst char ${NAME}[] = {\n${bytes}0};\n")
