"""The random numbers of the learners in plain Python: the oracle of `c4.kernels.splitmix`."""


class Splitmix:
    """splitmix64 on Python's ints."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    def uniform(self) -> float:
        return (self.word() >> 11) / 2**53

    def below(self, number: int) -> int:
        return (self.word() >> 32) * number >> 32
