# What all figures share: size, type, quiet axes. Colours are names: rgb(1,0,K) is the colour
# of method K, rgb(2,0,K) one of grid (0), floor (1), soft (2), good (3), bad (4); the page's
# style gives them for light and dark.
#
# SPDX-License-Identifier: BSD-2-Clause
reset
set encoding utf8
set datafile separator "\t"
set terminal svg size 430,330 dynamic enhanced font 'sans-serif,13'
set output name.'.svg'
soft = 0x020002
set border 3 lc rgb soft lw 0.8
set tics nomirror out scale 0.5 tc rgb soft
set grid lc rgb 0x020000 lw 0.6 dt 1
set key off
# The next one that is 1, 2 or 5 times a power of ten.
rounded(d) = (p = 10.0**floor(log10(d)), d > 5 * p ? 10 * p : d > 2 * p ? 5 * p : d > p ? 2 * p : p)
