"""What kernels share: compiling, lines as bitboards, hashing, random numbers, atomic words, the clock."""
