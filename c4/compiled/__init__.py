"""What compiled kernels share: the one way to compile, lines as bitboards, hashing, random numbers, atomic words, the
clock.
"""
