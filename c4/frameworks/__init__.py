"""Frameworks: the way to PettingZoo, OpenSpiel and Kaggle's ConnectX and back, a file each.

What needs a framework that is not installed says so; nothing else imports one.
"""
